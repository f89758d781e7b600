"""The answer of an alignment of the target to the source problem, in the words of the source."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from smatchproof.alignment import NamedAlignment
from smatchproof.reductions.reduction import Affine, Decision, Optimisation, Threshold, ToSmatch


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer as text, and whether it is settled: proved one way or the other."""

    text: str
    settled: bool

    def __str__(self) -> str:
        return self.text


def answer(reduction: ToSmatch[Any, Any], alignment: NamedAlignment, upper_bound: int | None = None) -> Answer:
    """The answer that an alignment gives; with the `upper_bound` of its pair, also a no and an optimum.

    The value is recounted from the alignment. An upper bound is believed, so it has to come from a certificate or a
    solver that is trusted.

    >>> from smatchproof.reductions.problems.graphs import SimpleGraph
    >>> from smatchproof.reductions.problems.subgraphs import SubgraphIsomorphism
    >>> from smatchproof.reductions.to_smatch.subgraph_isomorphism import SubgraphIsomorphismToSmatch
    >>> edge, loner = SimpleGraph.of("ab", [(0, 1)]), SimpleGraph.of("cd", [])
    >>> yes = SubgraphIsomorphismToSmatch.apply(SubgraphIsomorphism(edge, edge))
    >>> print(answer(yes, {"r": "s", "h0": "g1", "h1": "g0"}))
    the pattern is a subgraph of the host: a → b, b → a
    >>> no = SubgraphIsomorphismToSmatch.apply(SubgraphIsomorphism(edge, loner))
    >>> print(answer(no, {"r": "s", "h0": "g1", "h1": "g0"}, upper_bound=6))
    the pattern is no subgraph of the host: the optimum is proved to be 6 < 7
    >>> print(answer(no, {"r": "s", "h0": "g1"}, upper_bound=7))
    not settled: this alignment matches 4 triples, at most 7 can be matched, and yes takes 7
    """
    matched = reduction.target.matched(alignment)
    if upper_bound is not None and upper_bound < matched:
        raise ValueError(f"an alignment worth {matched} refutes the bound {upper_bound}")
    if isinstance(reduction.relation, Threshold):
        return _decision(reduction, alignment, matched, upper_bound)
    return _optimisation(reduction, alignment, matched, upper_bound)


def _decision(
    reduction: ToSmatch[Any, Any], alignment: NamedAlignment, matched: int, upper_bound: int | None
) -> Answer:
    source: Decision[Any] = reduction.source
    assert isinstance(reduction.relation, Threshold)
    least = reduction.relation.least
    solution = reduction.backward(alignment)
    if solution is not None:
        if not source.verify(solution):
            raise AssertionError(f"{type(reduction).__name__} took an alignment to something that is no solution")
        words = source.describe(solution)
        return Answer(f"{source.yes}: {words}" if words else source.yes, True)
    if upper_bound is not None and upper_bound < least:
        bound = f"the optimum is proved to be {matched} < {least}"
        if matched < upper_bound:
            bound = f"the optimum is proved to be at most {upper_bound} < {least}"
        return Answer(f"{source.no}: {bound}", True)
    possible = "" if upper_bound is None else f"at most {upper_bound} can be matched, "
    return Answer(f"not settled: this alignment matches {matched} triples, {possible}and yes takes {least}", False)


def _optimisation(
    reduction: ToSmatch[Any, Any], alignment: NamedAlignment, matched: int, upper_bound: int | None
) -> Answer:
    source: Optimisation[Any] = reduction.source
    relation = reduction.relation
    assert isinstance(relation, Affine)
    solution = reduction.backward(alignment)
    value = source.value(solution)
    best = None if upper_bound is None else relation.source_value(upper_bound)
    if best == value:
        claim = f"{value} {source.quantity}, proved to be the {'most' if source.goal == 'max' else 'least'}"
    else:
        claim = f"{value} {source.quantity}"
        if best is not None:
            claim += f" (not settled: {'at most' if source.goal == 'max' else 'at least'} {best})"
    words = source.describe(solution)
    return Answer(f"{claim}: {words}" if words else claim, best == value)
