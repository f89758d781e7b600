"""The answer to an instance of another problem, in the words of the source: that of an alignment, or by solving."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from smatchproof.base.errors import UsageError, short
from smatchproof.base.user_code import users_code
from smatchproof.lab.reductions.reduction import Affine, Bounded, Decision, Optimisation, Threshold, ToSmatch
from smatchproof.public import Comparison, NamedAlignment, ScoreSettings, SolveParams, compare_triples


class Evidence(StrEnum):
    """The foundation of an upper bound of the pair."""

    CHECKED = "checked"
    """A proof that the checker accepted, about exactly this pair."""
    CLAIMED = "claimed"
    """A claim of a row or of a solver, which proves nothing."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer as text, and whether it is settled: shown by a solution, or by a checked bound."""

    text: str
    settled: bool

    def __str__(self) -> str:
        return self.text


def answer(
    reduction: ToSmatch[Any, Any],
    alignment: NamedAlignment,
    upper_bound: int | None = None,
    evidence: Evidence = Evidence.CLAIMED,
) -> Answer:
    """Return the answer that an alignment gives; with the `upper_bound` of its pair, also a no and an optimum.

    The value is recounted from the alignment. A no and an optimum are proved if the `evidence` of the bound is a
    checked proof; a solution that reaches the bound of its source (:class:`Bounded`) is settled by itself; otherwise
    they are only claimed, and not settled. Raises ``ValueError`` for a bound that the alignment, or the solution it is
    completed to, refutes.

    >>> from smatchproof.lab.reductions.problems.graphs import SimpleGraph
    >>> from smatchproof.lab.reductions.problems.subgraphs import SubgraphIsomorphism
    >>> from smatchproof.lab.reductions.to_smatch.subgraph_isomorphism import SubgraphIsomorphismToSmatch
    >>> edge, loner = SimpleGraph.of("ab", [(0, 1)]), SimpleGraph.of("cd", [])
    >>> yes = SubgraphIsomorphismToSmatch.apply(SubgraphIsomorphism(edge, edge))
    >>> print(answer(yes, {"r": "s", "h0": "g1", "h1": "g0"}))
    the pattern is a subgraph of the host: a → b, b → a
    >>> no = SubgraphIsomorphismToSmatch.apply(SubgraphIsomorphism(edge, loner))
    >>> print(answer(no, {"r": "s", "h0": "g1", "h1": "g0"}, 6, Evidence.CHECKED))
    the pattern is no subgraph of the host: the optimum is proved to be 6 < 7
    >>> print(answer(no, {"r": "s", "h0": "g1", "h1": "g0"}, 6))
    not settled: the bound 6 < 7 is claimed, not checked; with a certificate: the pattern is no subgraph of the host
    >>> print(answer(no, {"r": "s", "h0": "g1"}, upper_bound=7))
    not settled: this alignment matches 4 triples, at most 7 can be matched, and a yes takes 7
    """
    matched = reduction.target.matched(alignment)
    if upper_bound is not None and upper_bound < matched:
        raise ValueError(f"an alignment worth {matched} refutes the bound {upper_bound}")
    if isinstance(reduction.relation, Threshold):
        return _decision(reduction, alignment, upper_bound, evidence)
    return _optimisation(reduction, alignment, upper_bound, evidence)


def solve(reduction: ToSmatch[Any, Any], params: SolveParams | None = None) -> tuple[Answer, Comparison]:
    """Solve the pair of a reduction under the limits of `params`, and answer in the words of its source.

    A reduction that asks for a number of triples is decided and no more: the search ends with an alignment that
    reaches it, or with a proof that none does. A no and an optimum are called proved where the checker has accepted
    the proof. Returns the answer and the comparison, whose alignment answers and whose `reason` says why there
    is no proof. Raises what :func:`answer` raises for the code of a user.

    >>> from smatchproof.lab.reductions.problems.graphs import SimpleGraph
    >>> from smatchproof.lab.reductions.problems.subgraphs import Clique
    >>> from smatchproof.lab.reductions.to_smatch.clique import CliqueToSmatch
    >>> square = SimpleGraph.of("abcd", [(0, 1), (1, 2), (2, 3), (0, 3)])
    >>> print(solve(CliqueToSmatch.apply(Clique(square, 3)))[0])
    there is no clique of size 3: the optimum is proved to be 10 < 11
    """
    params = params or SolveParams()
    if isinstance(reduction.relation, Threshold):
        params = replace(params, at_least=reduction.relation.least)
    pair = reduction.target
    comparison = compare_triples(*pair.triples(), ScoreSettings(pair.convention, "exact", params))
    found, certified = comparison.counts.upper_bound, comparison.certified_counts.upper_bound
    evidence = Evidence.CHECKED if found == certified else Evidence.CLAIMED
    return answer(reduction, dict(comparison.alignment), found, evidence), comparison


def _decision(
    reduction: ToSmatch[Any, Any], alignment: NamedAlignment, upper_bound: int | None, evidence: Evidence
) -> Answer:
    source: Decision[Any] = reduction.source
    assert isinstance(reduction.relation, Threshold)
    least, matched = reduction.relation.least, reduction.target.matched(alignment)
    solution = _called(reduction.backward, alignment)
    if solution is not None or matched >= least:
        if solution is None or not _called(source.verify, solution):
            said = f"an alignment of {matched} matched triples, where yes takes {least}"
            message = f"{type(reduction).__name__} took {said}, to {'' if solution is None else 'what is '}no solution"
            raise AssertionError(message) if _is_ours(reduction) else UsageError(message)
        if upper_bound is not None and upper_bound < least:
            raise ValueError(f"a solution, which is worth {least}, refutes the bound {upper_bound}")
        words = _called(source.describe, solution)
        return Answer(f"{source.yes}: {words}" if words else source.yes, True)
    if upper_bound is not None and upper_bound < least:
        if evidence is not Evidence.CHECKED:
            claim = f"the bound {upper_bound} < {least} is claimed, not checked"
            return Answer(f"not settled: {claim}; with a certificate: {source.no}", False)
        bound = f"{matched} < {least}" if matched == upper_bound else f"at most {upper_bound} < {least}"
        return Answer(f"{source.no}: the optimum is proved to be {bound}{_if_right(reduction, 'the no')}", True)
    possible = "" if upper_bound is None else f"at most {upper_bound} can be matched, "
    return Answer(f"not settled: this alignment matches {matched} triples, {possible}and a yes takes {least}", False)


def _optimisation(
    reduction: ToSmatch[Any, Any], alignment: NamedAlignment, upper_bound: int | None, evidence: Evidence
) -> Answer:
    source: Optimisation[Any] = reduction.source
    relation = reduction.relation
    assert isinstance(relation, Affine)
    solution = _called(reduction.backward, alignment)
    value = _called(source.value, solution)
    most = source.goal == "max"
    end, limits = ("most" if most else "least"), {}
    if upper_bound is not None:
        limits["pair"] = relation.source_value(upper_bound)
    if isinstance(source, Bounded):
        limits["source"] = _called(source.bound)
    for whose, limit in limits.items():
        if (value > limit) if most else (value < limit):
            raise ValueError(f"a solution worth {_counted(source, value)} refutes the bound {limit} of the {whose}")
    claim, checked = _counted(source, value), evidence is Evidence.CHECKED
    settled = limits.get("source") == value or (checked and limits.get("pair") == value)
    if checked and limits.get("pair") == value:
        claim += f", proved to be the {end}{_if_right(reduction, f'the {end}')}"
    elif settled:
        claim += f", the {end} there can be"
    elif limits.get("pair") == value:
        claim += f" (not settled: claimed to be the {end}; a certificate would prove it)"
    elif upper_bound is not None:
        best = (min if most else max)(limits.values())
        word = "" if checked or best == limits.get("source") else "claimed: "
        claim += f" (not settled: {word}at {end} {best})"
    words = _called(source.describe, solution)
    return Answer(f"{claim}: {words}" if words else claim, settled)


def _counted(source: Optimisation[Any], value: int) -> str:
    """A value with its unit: ``2 cut edges``, ``1 cut edge``."""
    return f"{value} {getattr(source, 'quantity_of_one', source.quantity) if value == 1 else source.quantity}"


def _if_right(reduction: ToSmatch[Any, Any], what: str) -> str:
    """The words that a proof about the pair says something of the source only by the reduction of a user."""
    name = short(type(reduction).__name__, 100)
    return "" if _is_ours(reduction) else f" ({what} rests on {name}, which is not of smatchproof)"


def _is_ours(part: object) -> bool:
    return type(part).__module__.partition(".")[0] == __name__.partition(".")[0]


def _called(method: Callable[..., Any], *solution: object) -> Any:
    """Call a method of a reduction or of its source; an exception of a user's code becomes an error of one line."""
    owner = getattr(method, "__self__", None)
    named = f"{type(owner).__name__}.{getattr(method, '__name__', 'method')}"
    with nullcontext() if _is_ours(owner) else users_code(short(named, 100)):
        return method(*solution)
