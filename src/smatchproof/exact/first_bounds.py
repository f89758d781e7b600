"""The first bounds of a small pair, straight from its triples: they close nearly every pair of sentences.

The steps are those of the root (``search/star_search.py``), so that the alignment is that of
:func:`smatchproof.exact.certified.exact`, which takes over where they do not suffice. There are no records between the
triples, the flat lists of the core and the checker: they took half of the time of a pair.
"""

from __future__ import annotations

import time
from math import gcd
from typing import NamedTuple

from smatchproof.conventions.triples import TripleGraph
from smatchproof.exact.certificate import UNLIMITED
from smatchproof.exact.checker import Claim, Graph, Question, Refused, check_claim
from smatchproof.exact.core.climb import Rounding
from smatchproof.exact.core.relaxation import Relaxation, StarProof
from smatchproof.exact.search.known import SCALE
from smatchproof.exact.search.star_search import DIVE_AT, FIRST_FACTOR, ROOT_STEPS, SLOWER, part_of
from smatchproof.problem.core.joins import Joins

_MOST_PAIRS, _MOST_WEIGHTS = 4_000, 6_000
"""The limits of this path: larger problems gain nothing, as their search takes long. 64 bits hold all its numbers."""


class Optimum(NamedTuple):
    """An optimal alignment, as the checker has verified, its value, and the seconds of the search."""

    mapping: list[int | None]
    matched: int
    seconds: float


def certified_at_once(left: TripleGraph, right: TripleGraph) -> Optimum | None:
    """Return the optimum of two graphs in which no triple is repeated or weighted, if the first bounds prove it.

    The checker has accepted alignment, value and proof. ``None`` says nothing: the pair may be large or hard.

    >>> from smatchproof.conventions.conventions import convention
    >>> from smatchproof.graphs.reading import parse_graph
    >>> texts = "(w / want-01 :ARG0 (b / boy))", "(s / say-01 :ARG0 (b / boy))"
    >>> certified_at_once(*map(convention("smatch").triples, map(parse_graph, texts)))[:2]
    ([0, 1], 3)
    """
    begin = time.perf_counter()
    proof: list[object] = ["count"]
    if left.attributes == right.attributes and left.relations == right.relations:
        mapping, matched = paired_with_itself(left), left.size
    elif (found := _closed_by_bounds(left, right)) is not None:
        mapping, matched, proof = found
    else:
        return None
    seconds = time.perf_counter() - begin
    aligned = [row for row, column in enumerate(mapping) if column is not None]
    claim = Claim(aligned, [column for column in mapping if column is not None], matched, matched, 1, [proof])
    one = Graph(len(left.variables), left.attributes, left.relations)
    other = Graph(len(right.variables), right.attributes, right.relations)
    try:
        check_claim(claim, Question(one, other, "set"), UNLIMITED)
    except Refused:
        return None
    return Optimum(mapping, matched, seconds)


def paired_with_itself(graph: TripleGraph) -> list[int | None]:
    """Return the alignment of a graph with an equal graph, for all variables that occur in triples."""
    named = {triple.variable for triple in graph.attributes}
    named.update(end for triple in graph.relations for end in triple[1:])
    return [variable if variable in named else None for variable in range(len(graph.variables))]


def _closed_by_bounds(left: TripleGraph, right: TripleGraph) -> tuple[list[int | None], int, list[object]] | None:
    """Return an alignment, its value, and the leaf that proves it optimal, if some steps find them."""
    rows, columns = len(left.variables), len(right.variables)
    if rows * columns > _MOST_PAIRS:
        return None
    joined = Joins(rows, columns, False, False)
    joined.join_attributes(left.attributes, right.attributes)
    joined.join_relations(left.relations, right.relations)
    pairs, unary, matches = joined.parts()
    has_step = 1 not in unary and gcd(*unary, *matches[2::3]) != 1  # by which a search divides all weights first
    if has_step or len(unary) + len(matches) > _MOST_WEIGHTS:
        return None
    relaxation = Relaxation(rows, columns, len(unary), len(matches) // 3 * 2)
    relaxation.fill(pairs, unary, matches)
    mapping, matched = _closed(relaxation)
    if mapping is None:
        return None
    return mapping, matched, ["leaf", *StarProof(relaxation, relaxation).duals(())]


def _closed(relaxation: Relaxation) -> tuple[list[int | None] | None, int]:
    """Return an alignment that meets the bound of a relaxation after some steps, or ``None``; and its value."""
    rounding, factor, lowest = Rounding(relaxation), FIRST_FACTOR, None
    mapping, value, bound = None, -1, relaxation.bound()
    for step in range(ROOT_STEPS):
        searches = [rounding.climb] * (step == 1 or step % 2 == 0) + [rounding.dive] * (step in DIVE_AT)
        for search in searches:
            if bound >= SCALE * (value + 1) and (found := search(bound // SCALE)) > value:
                mapping, value = rounding.alignment(), found
        if bound < SCALE * (value + 1):
            return mapping, value
        if value == (bound if lowest is None else min(bound, lowest)) // SCALE:
            break  # an earlier bound was lower, and is not the one to prove now
        factor *= SLOWER if lowest is not None and bound >= lowest else 1.0
        lowest = bound if lowest is None else min(lowest, bound)
        if step == 0:
            relaxation.share_slack()
        relaxation.step(part_of(bound - SCALE * (value + 1) + 1, factor))
        bound = relaxation.bound()
    return None, value
