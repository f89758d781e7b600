"""A search tree as a proof: the evidence of its nodes, pruned to what the bound needs."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator, Sequence
from threading import Lock
from typing import IO, NamedTuple
from weakref import finalize

from smatchproof.exact.core.lp_proof import json_of
from smatchproof.problem.proof import (
    Branch,
    Cover,
    Duals,
    Empty,
    Fix,
    Leaf,
    LongProof,
    Proof,
    ProofNode,
    Symmetry,
    WrittenNode,
    in_numbers,
    is_long,
    proof_size,
)

IN_MEMORY = 2**24
"""The bytes that stay in memory: some 1.3 million numbers, so that a search of half a second needs no file."""


LARGE = 2**20
"""From this number of bytes on, pieces are written one by one: joined they would be in memory twice."""


class Store:
    """A store of bytes: the first ones in memory, the others in a temporary file without a name.

    If the disk is full, all stay in memory. Threads may share a store.
    """

    def __init__(self, in_memory: int = IN_MEMORY) -> None:
        self.memory_left = in_memory
        self.lock = Lock()
        self.file: IO[bytes] | None = None
        self.end = 0

    def put(self, *pieces: bytes | bytearray) -> bytes | Stored:
        """Store these bytes. Returns them if they stay in memory, or else their place in the file."""
        size = sum(map(len, pieces))
        if size < LARGE:
            pieces = (b"".join(pieces),)
        with self.lock:
            if size <= self.memory_left:
                self.memory_left -= size
                return b"".join(pieces)
            try:
                if self.file is None:
                    from tempfile import TemporaryFile  # few proofs need it

                    self.file = TemporaryFile(buffering=0)
                    finalize(self, self.file.close)
                self.file.seek(self.end)
                if sum(map(self.file.write, pieces)) < size:
                    return b"".join(pieces)
            except OSError:  # no folder, or a full one
                return b"".join(pieces)
            stored = Stored(self, self.end, size)
            self.end += size
            return stored

    def read(self, place: int, size: int) -> bytes:
        """The bytes that begin at a place of the file."""
        with self.lock:
            assert self.file is not None
            self.file.seek(place)
            pieces = []
            while size and (piece := self.file.read(size)):  # one read has two gigabytes at most
                pieces.append(piece)
                size -= len(piece)
            return b"".join(pieces)


class Stored:
    """The place of bytes in the file of a store."""

    __slots__ = "place", "size", "store"

    def __init__(self, store: Store, place: int, size: int) -> None:
        self.store, self.place, self.size = store, place, size

    def __bytes__(self) -> bytes:
        return self.store.read(self.place, self.size)


class Evidence(NamedTuple):
    """The proof of a bound, the `total` times the scale: duals of `size` numbers as text, which may be in a store.

    `in_full` says whether they are those of a leaf or fix in full.
    """

    size: int
    text: bytes | Stored
    total: int = 0
    in_full: bool = False

    @classmethod
    def of(cls, duals: Duals, store: Store, in_full: bool = False) -> Evidence:
        """Return evidence with these duals, whose text is put into the store."""
        rows, columns, stars = map(_as_text, duals[1:4])
        cliques = b"," + json.dumps(duals.cliques, separators=(",", ":")).encode() if duals.cliques else b""
        text = store.put(b"%d," % duals.scale, rows, b",", columns, b",", stars, cliques)
        return cls(duals.size, text, duals.total, in_full)

    def node(self, kind: type[Leaf] | type[Fix]) -> WrittenNode:
        """The leaf or fix that states them."""
        return WrittenNode(kind, self.in_full, self.text, self.size)


NO_EVIDENCE = Evidence(0, b"")
"""The evidence if no proof is asked for: no node can be made of it."""


def _as_text(numbers: Sequence[int]) -> bytes | bytearray:
    """A list of numbers as JSON."""
    try:
        return json_of(numbers if isinstance(numbers, array) else array("q", numbers))
    except OverflowError:  # more than 64 bits, of plain code
        return json.dumps([*numbers], separators=(",", ":")).encode()


class Place:
    """A node of a search tree. Its `evidence` proves `total`; with the places above it proves `most` (both scaled).

    `fixed` has the evidence that forbids candidates here or requires lines, in order. `below` is ``None`` until the
    place is branched. Then it has the places where one candidate is forced and those before it are forbidden; `rest` is
    the place where all of them are, or ``None`` if no alignment is left there. Both can be empty: a line that has to be
    covered may have no candidate left. Among the places of `below` are symmetries, which forbid more candidates and
    have no place.
    """

    def __init__(self, total: int, evidence: Evidence, most: int, fixed: list[Evidence] | None = None) -> None:
        self.total, self.evidence, self.most, self.fixed = total, evidence, most, [] if fixed is None else fixed
        self.below: tuple[Below, ...] | None = None
        self.rest: Place | None = None


def _size_below(place: Place) -> int:
    """The size, in numbers of the proof, of a branched place without its own fixes: what pruning it saves."""
    size, stack = 0, [place]
    while stack:
        place = stack.pop()
        if place.below is None:
            size += 1 + place.evidence.size
            continue
        size += proof_size(node for node, _ in place.below) + (place.rest is None)
        under = [each for each in (place.rest, *(each for _, each in place.below)) if each is not None]
        size += sum(1 + evidence.size for each in under for evidence in each.fixed)
        stack += under
    return size


Below = tuple[Branch, Place] | tuple[Symmetry, None]
"""A step of a branched place: a candidate and the place where it is forced; or a symmetry, which excludes others."""


class ProofTree:
    """A tree that proves, when none of its places is open, that no alignment is worth more than its `wanted_bound`.

    Its proof has `size` numbers. If it has more than `longest`, only that of the root is kept. If the tree `covers`,
    its alignments cover all lines that can be covered, and its first node says so.
    """

    def __init__(self, root: Place, wanted_bound: int, scale: int, longest: int, covers: bool = False) -> None:
        self.root = root
        self.wanted_bound = wanted_bound
        self.scale = scale
        self.longest = longest
        self.covers = covers
        self.number_fixed = len(root.fixed)
        self.count_root()

    def count_root(self) -> None:
        """Count the root alone, without anything branched."""
        self.size = int(self.covers)
        self.note(self.root)

    def note(self, *places: Place) -> None:
        """Count places that have become a part of the proof, each of them a leaf below what it has fixed."""
        self.size += sum(1 + evidence.size for place in places for evidence in (place.evidence, *place.fixed))

    def fix(self, place: Place, evidence: Evidence) -> None:
        """Add the evidence of a fix to a place that is a part of the proof."""
        place.fixed.append(evidence)
        self.size += 1 + evidence.size

    def branch(self, place: Place, below: Sequence[Below], rest: Place | None) -> None:
        """Note how a place was branched: the places below it replace its own bound in the proof."""
        place.below, place.rest = (*below,), rest
        # a node for each candidate and symmetry and an Empty for no rest; the leaf that this place has been goes
        self.size += proof_size(node for node, _ in below) + (rest is None) - (1 + place.evidence.size)
        self.note(*[each for each in (rest, *(under for _, under in below)) if each is not None])

    def prune(self, enough: int) -> None:
        """Turn each place whose own total is below `enough` into a leaf: the places below it are not needed any more.

        The total may be that of one of its fixes, from when more candidates were left.
        """
        stack: list[Place | None] = [self.root]
        while stack:
            place = stack.pop()
            if place is None:
                continue
            closing = next((at for at, each in enumerate(place.fixed) if each.total < enough), None)
            if closing is None and place.total >= enough:
                stack += [place.rest, *(under for _, under in place.below or ())]
                continue
            self.size -= _size_below(place)
            if closing is not None:
                self.size -= sum(1 + evidence.size for evidence in place.fixed[closing:])
                place.evidence = place.fixed[closing]
                place.total, place.most = place.evidence.total, min(place.most, place.evidence.total)
                del place.fixed[closing:]
            place.below = place.rest = None
            self.size += 1 + place.evidence.size

    def drop(self) -> None:
        """Keep only the root, which proves its bound, whatever is noted from now on."""
        root = self.root
        root.below, root.rest, self.longest = None, None, -1
        del root.fixed[self.number_fixed :]
        self.count_root()

    @property
    def is_kept(self) -> bool:
        """Test whether the tree is short enough for a proof."""
        return self.size <= self.longest

    def leaves(self) -> Iterator[Place]:
        """The places that have not been branched."""
        stack: list[Place | None] = [self.root]  # no recursion: a path may be deeper than Python's stack
        while stack:
            place = stack.pop()
            if place and place.below is None:
                yield place
            elif place and place.below is not None:
                stack += [place.rest, *(under for _, under in place.below)]

    @property
    def bound(self) -> int:
        """The upper bound for all alignments, whether or not there are open places."""
        # values are whole, so that bounds are rounded down; below the wanted bound places are left as they are
        return max(self.wanted_bound, max((place.most for place in self.leaves()), default=0) // self.scale)

    @property
    def proved_bound(self) -> int:
        """The bound that the proof proves: `bound`, or more if the proof would be too long."""
        return self.bound if self.is_kept else max(self.wanted_bound, self.root.total // self.scale)

    def whole_proof(self) -> Proof:
        """Return :meth:`proof` as a tuple, unless it is too long for that. Places that it does not need are dropped."""
        self.prune(self.scale * (self.proved_bound + 1))  # of a search that a limit has stopped more may go
        return LongProof(self.proof, self.size) if is_long(self.size) else tuple(in_numbers(self.proof()))

    def proof(self) -> Iterator[ProofNode | WrittenNode]:
        """Yield the nodes of the proof that no alignment is worth more than `proved_bound`.

        Nothing is needed below a place whose own duals prove this.
        """
        # `most` may be the total of a place above, where that is lower: then the walk ends there, at that leaf,
        # so that each leaf written has a total of its own that is low enough
        enough = self.scale * (self.proved_bound + 1)
        stack: list[Place | Branch | Symmetry | None] = [self.root]
        if self.covers:
            yield Cover()
        while stack:
            place = stack.pop()
            if place is None:
                yield Empty()
            elif isinstance(place, Branch | Symmetry):
                yield place
            else:
                # in order: the duals of a fix are about the candidates that the fixes before it have left
                yield from (evidence.node(Fix) for evidence in place.fixed)
                if place.total < enough or place.below is None:
                    yield place.evidence.node(Leaf)
                    continue
                stack.append(place.rest)
                # of many ways a chain of two: a candidate forced, or forbidden and on to the next; the rest is last
                for node, under in reversed(place.below):
                    stack += (node,) if under is None else (under, node)
