"""The proved optimum in place of the search of programs that are built on ``smatch.py``.

smatch, amrlib and metamorphosed call one function with the triples that they have read, and get an alignment and its
matches. This replacement returns the best alignment, so that their scores are not random; they still read, count and
print by themselves:

    import smatch
    from smatchproof import best_match

    smatch.get_best_match = best_match
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from smatchproof.conventions.convention_rules import normalized
from smatchproof.conventions.conventions import convention
from smatchproof.conventions.triples import Attribute, Relation, TripleGraph
from smatchproof.scoring.pairs.comparison import ClaimStatus, compare_triples
from smatchproof.scoring.settings import ScoreSettings

NamedTriple: TypeAlias = "tuple[str, str, str]"
"""A triple of smatch: relation, variable, and a value or another variable. Variables are a prefix and a number."""


def best_match(
    instance1: Sequence[NamedTriple],
    attribute1: Sequence[NamedTriple],
    relation1: Sequence[NamedTriple],
    instance2: Sequence[NamedTriple],
    attribute2: Sequence[NamedTriple],
    relation2: Sequence[NamedTriple],
    prefix1: str,
    prefix2: str,
    doinstance: bool = True,
    doattribute: bool = True,
    dorelation: bool = True,
) -> tuple[list[int], int]:
    """Return the best alignment of two graphs and its number of matches: ``get_best_match`` of smatch 1.0.4, proved.

    The alignment has for each left variable the number of its partner, or -1. As in smatch, case and final underscores
    are ignored, and n copies of a triple match m copies n x m times. Raises ``AssertionError`` if a checker does not
    accept the proof.

    >>> boy, girl = [("instance", "a0", "boy")], [("instance", "b0", "girl"), ("instance", "b1", "Boy")]
    >>> best_match(boy, [], [], girl, [], [], "a", "b")
    ([1], 1)
    """
    asked = doinstance, doattribute, dorelation
    left = _graph(prefix1, instance1, attribute1, relation1, asked)
    right = _graph(prefix2, instance2, attribute2, relation2, asked)
    found = compare_triples(left, right, ScoreSettings(convention("smatch-1.0.4")))
    if found.status is not ClaimStatus.CERTIFIED:
        raise AssertionError(f"no certified optimum: {found.reason}")
    return [-1 if partner is None else partner for partner in found.solution.mapping], found.counts.matched


def _graph(
    prefix: str,
    instances: Sequence[NamedTriple],
    attributes: Iterable[NamedTriple],
    relations: Iterable[NamedTriple],
    asked: tuple[bool, bool, bool],
) -> TripleGraph:
    """The requested triples, as the program compares them."""

    def number(variable: str) -> int:
        return int(variable[len(prefix) :])

    labels = [
        Attribute(kind, normalized(role), number(variable), normalized(value))  # type: ignore[arg-type]
        for kind, triples, is_asked in zip(("instance", "attribute"), (instances, attributes), asked, strict=False)
        for role, variable, value in (triples if is_asked else ())
    ]
    edges = [Relation(normalized(role), number(one), number(two)) for role, one, two in (relations if asked[2] else ())]
    return TripleGraph(tuple(f"{prefix}{at}" for at in range(len(instances))), tuple(labels), tuple(edges))
