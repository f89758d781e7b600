"""Stars, on which most reductions to Smatch build: a root with numbered members."""

from __future__ import annotations

from collections.abc import Iterable

from smatchproof.public import GraphBuilder, NamedAlignment

ROOT_LEFT, ROOT_RIGHT = "r", "s"
ROOTS = {f"left {ROOT_LEFT}": "root", f"right {ROOT_RIGHT}": "root"}
"""The gadgets of the roots."""


def star(
    root: str, letter: str, members: Iterable[int], *, concept: str = "root", role: str = "m", member: str = "vertex"
) -> GraphBuilder:
    """A root with members ``x1``, ``x2``, ... for a `letter` x, all of one concept and in one role."""
    builder = GraphBuilder()
    builder.variable(root, concept)
    for number in members:
        builder.relation(role, root, builder.variable(f"{letter}{number}", member))
    return builder


def numbered_pairs(alignment: NamedAlignment, left: str, right: str) -> dict[int, int]:
    """The numbers of the variables that are aligned, of those with these letters.

    >>> numbered_pairs({"r": "s", "x1": "y3", "x2": "s"}, "x", "y")
    {1: 3}
    """
    return {int(a[1:]): int(b[1:]) for a, b in alignment.items() if (a[0], b[0]) == (left, right)}


def aligned(pairs: Iterable[tuple[int, int]]) -> NamedAlignment:
    """Root to root, and ``x1``, ``x2`` ... to the ``y1``, ``y2`` ... that they are paired with; indexes are from 0.

    >>> aligned([(0, 1), (1, 0)])
    {'r': 's', 'x1': 'y2', 'x2': 'y1'}
    """
    return {ROOT_LEFT: ROOT_RIGHT, **{f"x{i + 1}": f"y{j + 1}" for i, j in pairs}}


def indexes(alignment: NamedAlignment) -> dict[int, int]:
    """The indexes, from 0, of each ``x`` and the ``y`` that it is aligned with.

    >>> indexes({"r": "s", "x1": "y3", "x2": "s"})
    {0: 2}
    """
    return {i - 1: j - 1 for i, j in numbered_pairs(alignment, "x", "y").items()}
