"""The answer to an instance of another problem, by solving the pair of graphs that it was reduced to."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from smatchproof.lab.reductions.answers import Answer, Evidence, answer
from smatchproof.lab.reductions.reduction import Threshold, ToSmatch
from smatchproof.public import Comparison, ScoreSettings, SolveParams, compare_triples


def solved(reduction: ToSmatch[Any, Any], params: SolveParams | None = None) -> Answer:
    """Return the answer of :func:`solve` alone.

    >>> from smatchproof.lab.reductions.problems.graphs import SimpleGraph
    >>> from smatchproof.lab.reductions.problems.subgraphs import Clique
    >>> from smatchproof.lab.reductions.to_smatch.clique import CliqueToSmatch
    >>> square = SimpleGraph.of("abcd", [(0, 1), (1, 2), (2, 3), (0, 3)])
    >>> print(solved(CliqueToSmatch.apply(Clique(square, 3))))
    there is no such clique: the optimum is proved to be 10 < 11
    """
    return solve(reduction, params)[0]


def solve(reduction: ToSmatch[Any, Any], params: SolveParams | None = None) -> tuple[Answer, Comparison]:
    """Solve the pair of a reduction under the limits of `params`, and answer in the words of its source.

    A reduction that asks for a number of triples is decided and no more: the search ends with an alignment that
    reaches it, or with a proof that none does. A no and an optimum are called proved where the checker has accepted
    the proof. Returns the answer and the comparison, whose alignment answers and whose `reason` says why there
    is no proof. Raises what :func:`~smatchproof.lab.reductions.answers.answer` raises for the code of a user.
    """
    params = params or SolveParams()
    if isinstance(reduction.relation, Threshold):
        params = replace(params, at_least=reduction.relation.least)
    pair = reduction.target
    comparison = compare_triples(*pair.triples(), ScoreSettings(pair.convention, "exact", params))
    found, certified = comparison.counts.upper_bound, comparison.certified_counts.upper_bound
    evidence = Evidence.CHECKED if found == certified else Evidence.CLAIMED
    return answer(reduction, dict(comparison.alignment), found, evidence), comparison
