"""What processes tell each other about a subtree: what is left of its root, and what was found in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from smatchproof.exact.search.proof_tree import Evidence, Place
from smatchproof.exact.search.store import Store
from smatchproof.problem.proof import Branch, Symmetry
from smatchproof.problem.solution import Status


class OpenNode(NamedTuple):
    """An open node, as another process is told of it.

    The candidates that are `forced` and those that are `alive` beside them, as they are numbered at the root; nothing
    in it is worth more than `bound`, times the scale.
    """

    forced: tuple[int, ...]
    alive: Sequence[int]
    bound: int


class FlatPlace(NamedTuple):
    """A place of a proof without those below it: of these, the `nodes` that lead to them, if it was branched."""

    total: int
    evidence: Evidence
    most: int
    fixed: list[Evidence]
    nodes: list[Branch | Symmetry] | None
    has_rest: bool


class Searched(NamedTuple):
    """What was found in a subtree.

    * `columns`: of an alignment that is better than what was known, or ``None``.
    * `bound`: nothing in it is worth more, times the scale, or than the incumbent that it began with; `status`: OPTIMAL
      where it is closed.
    * `nodes`: so many were bounded below its root; `places`: its proof, the root first, of `size` numbers. There are
      none where no proof was wanted, where there was no time to begin, and where the proof `is_too_long`.
    """

    columns: list[int | None] | None
    bound: int
    status: Status
    nodes: int
    places: list[FlatPlace]
    size: int
    is_too_long: bool

    def place(self, store: Store) -> Place:
        """The root of the proof, with all that is below it, whose evidence waits in that store."""
        places = [
            Place(each.total, each.evidence.kept(store), each.most, [one.kept(store) for one in each.fixed])
            for each in self.places
        ]
        below = iter(places[1:])
        for place, flat in zip(places, self.places, strict=True):
            if flat.nodes is not None:
                place.below = tuple((n, None) if isinstance(n, Symmetry) else (n, next(below)) for n in flat.nodes)
                place.rest = next(below) if flat.has_rest else None
        return places[0]


def flat(root: Place) -> list[FlatPlace]:
    """The places of a proof, each before those below it, which come together: no nesting is too deep to be sent."""
    found, places = list[FlatPlace](), [root]
    for place in places:  # which grows
        nodes = None if place.below is None else [node for node, _ in place.below]
        found.append(FlatPlace(place.total, place.evidence, place.most, place.fixed, nodes, place.rest is not None))
        places += [under for _, under in place.below or () if under is not None]
        places += [place.rest] if place.rest is not None else []
    return found
