"""Colour refinement: the vertices of a labelled graph that cannot be distinguished by their neighbourhoods."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence


def alike(labels: Sequence[Hashable], arcs: Iterable[tuple[str, int, int]]) -> int:
    """Count the vertices that share their class of colour refinement with another one (Weisfeiler & Leman 1968).

    `labels` has one label for each vertex; an arc is (role, source, target). Vertices that an automorphism exchanges
    are always alike, so 0 means that there is no symmetry. Takes at most as many rounds as there are vertices, each in
    time linear in the arcs but for sorting.

    >>> alike(["and", "boy", "boy"], [("op1", 0, 1), ("op2", 0, 2)]), alike(["a", "b", "b"], [("r", 0, 1), ("r", 0, 2)])
    (0, 2)
    """
    arcs = list(arcs)
    colours = _numbered(labels)
    for _ in labels:
        around: list[list[tuple[str, bool, int]]] = [[] for _ in labels]
        for role, source, target in arcs:
            around[source].append((role, True, colours[target]))
            around[target].append((role, False, colours[source]))
        finer = _numbered([(colour, tuple(sorted(each))) for colour, each in zip(colours, around, strict=True)])
        if len({*finer}) == len({*colours}):
            break
        colours = finer
    return sum(number for number in Counter(colours).values() if number > 1)


def _numbered(labels: Sequence[Hashable]) -> list[int]:
    """A number for each label; equal labels have equal numbers."""
    numbers: dict[Hashable, int] = {}
    return [numbers.setdefault(label, len(numbers)) for label in labels]
