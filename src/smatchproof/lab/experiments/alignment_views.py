"""The alignments of a stored pair that methods found, next to the optimal one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from smatchproof.base.record import Record
from smatchproof.lab.experiments.stored_pairs import StoredPair
from smatchproof.public import matching, recounted
from smatchproof.reports.drawings.drawing import Drawing
from smatchproof.reports.drawings.pair_drawing import pair_drawing
from smatchproof.reports.pages.pair_page import PARTNERS, is_too_large


class AlignmentView(Record):
    """The difference between a method's alignment and the optimal one: variables with another partner, triples that it
    loses and gains. `drawings` are SVG and caption; none of graphs that are too large.
    """

    method: str
    matched: int
    optimum: int
    changed: tuple[tuple[str, str, str], ...]
    lost: tuple[str, ...]
    gained: tuple[str, ...]
    drawings: Sequence[tuple[Drawing, str]]


def alignment_views(pair: StoredPair, methods: Iterable[str]) -> list[AlignmentView]:
    """View those of these methods that missed the optimum."""
    value = {method: recounted(pair.left, pair.right, m, pair.duplicates) for method, m in pair.found.items()}
    optimum = recounted(pair.left, pair.right, pair.optimal, pair.duplicates)
    best = [match.left for match in matching.match_up(pair.left, pair.right, pair.optimal, pair.duplicates).matched]
    right = matching.aligned_variables(pair.left, pair.right, pair.optimal)
    views = []
    for method in methods:
        if value.get(method, optimum) == optimum:
            continue
        mapping = pair.found[method]
        mine = [match.left for match in matching.match_up(pair.left, pair.right, mapping, pair.duplicates).matched]
        couples = zip(matching.aligned_variables(pair.left, pair.right, mapping), right, strict=True)
        views.append(
            AlignmentView(
                method,
                value[method],
                optimum,
                tuple((a.left, a.right, b.right) for a, b in couples if a.right != b.right),
                tuple(triple for triple in best if triple not in mine),
                tuple(triple for triple in mine if triple not in best),
                () if is_too_large(pair.left, pair.right) else tuple(_both_alignments(pair, method)),
            )
        )
    return views


def _both_alignments(pair: StoredPair, method: str) -> Iterator[tuple[Drawing, str]]:
    """A method's alignment and the optimal one, with captions: the same places; differences are marked."""
    found = pair.found[method]
    marked = [at for at, partner in enumerate(pair.optimal) if partner != found[at]]
    words = f"{PARTNERS}; thick broken links are those of variables with another partner"
    for name, mapping in ((method, found), ("optimum", pair.optimal)):
        sides = f"left by {name}", "right"
        yield (
            pair_drawing(
                pair.left, pair.right, mapping, pair.duplicates, titles=sides, facing=pair.optimal, marked=marked
            ),
            f"{name}: both graphs, {words}",
        )
