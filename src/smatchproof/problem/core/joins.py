"""Joins of the triples of two graphs: the weights of pairs of variables, and of couples of such pairs."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

try:
    import cython
except ImportError:
    from smatchproof.base import without_cython as cython
if not cython.compiled:
    from smatchproof.graphs.core.named import fields

    from .flat import (
        Flat,
        Places,
        Table,
        at,
        count_marked,
        mark,
        new_flat,
        new_places,
        place_of,
        put,
        put_marked,
        shortened,
        table_of,
    )
    from .memory import give_back, new_room, take
    from .ranks import rank

CHUNK = 1 << 16
"""Of many couples of relations about this number are sorted at a time."""

_Triples = Any
"""A sequence of triples or, if they have copies, a dictionary from each triple to the number of its copies."""
_Relation = tuple[int, bool, list[int], int, list[int]]
"""A left relation: the key of its couples but for right variables, whether its target is the smaller variable, its
partners (source * `pairs` + target), the number of its copies, and those of the partners."""


class Joins:
    """All couples of a left and a right triple with the same label, and the problem that they define.

    A pair of variables has a key, left * `width` + right, below `pairs`. Each couple of triples about one variable is
    listed in `alone` by its pair, and in `same`, too, if both are concepts; if triples have copies, the graphs are
    dictionaries of them, and `alone_worth` has the weights of these couples; otherwise each has weight 1. A couple of
    relations has a key, too: the key of its smaller pair * `pairs` + the key of the other. There may be millions of
    these `couples`, so that `together` lists left relations with all of their partners. The weights of these couples
    are times the `unit`, and add up to `copies` at most before.
    """

    def __init__(self, left_size: int, right_size: int, has_copies: bool, is_product: bool) -> None:
        self.width = right_size
        self.pairs = left_size * right_size
        self.has_copies = has_copies
        self.is_product = is_product
        self.alone: list[int] = []
        self.alone_worth: list[int] = []
        self.together: list[_Relation] = []
        self.couples = self.copies = 0
        self.unit = 1
        self.same: list[int] = []

    def join_attributes(self, left: _Triples, right: _Triples) -> None:
        """List the couples of attributes."""
        width, alone = self.width, self.alone
        found: dict[object, list[int]] = {}
        copies: dict[object, list[int]] = {}
        for triple in right:
            kind, role, variable, value = fields(triple)
            label = value if kind == role == "instance" else (kind, role, value)  # most are concepts
            found.setdefault(label, []).append(variable)
            if self.has_copies:
                copies.setdefault(label, []).append(right[triple])
        for triple in left:
            kind, role, variable, value = fields(triple)
            label = value if kind == role == "instance" else (kind, role, value)
            partners = found.get(label)
            if partners is not None:
                row = variable * width
                for partner in partners:
                    alone.append(row + partner)
                if kind == "instance":
                    self.same += alone[len(alone) - len(partners) :]
                if self.has_copies:
                    number = left[triple]
                    self.alone_worth += [self._worth(number, other) for other in copies[label]]

    def join_relations(self, left: _Triples, right: _Triples) -> None:
        """List the couples of relations; a loop only matches loops, and is about one variable."""
        width, pairs = self.width, self.pairs
        found: dict[object, list[int]] = {}
        copies: dict[object, list[int]] = {}
        for triple in right:
            role, source, target = fields(triple)
            label = role if source != target else (role,)
            found.setdefault(label, []).append(source * pairs + target)
            if self.has_copies:
                copies.setdefault(label, []).append(right[triple])
        for triple in left:
            role, source, target = fields(triple)
            label = role if source != target else (role,)
            partners = found.get(label)
            if partners is None:
                continue
            number, others = (left[triple], copies[label]) if self.has_copies else (1, partners)
            if source != target:
                row = (source * pairs + target if source < target else target * pairs + source) * width
                self.together.append((row, source > target, partners, number, others))
                self.couples += len(partners)
                self.copies += number * sum(others) if self.has_copies else len(partners)
                continue
            row = source * width
            self.alone += [row + partner % pairs for partner in partners]
            if self.has_copies:
                self.alone_worth += [self._worth(number, other) for other in others]

    def _worth(self, copies: int, others: int) -> int:
        """The weight of a couple with copies: their product, or the smaller of both numbers."""
        return copies * others if self.is_product else min(copies, others)

    def parts(self) -> tuple[Flat, Flat, Flat]:
        """The candidates, their own weights, and their matches, in order. Linear in the couples."""
        room = new_room()
        try:
            places = new_places(room, self.pairs)
            matches = self._matches(places)
            for key in self.alone:
                mark(places, key)
            size = count_marked(places, self.pairs)
            _number_ends(table_of(matches, len(matches)), len(matches) // 3, places)
            pairs = new_flat(2 * size, self.pairs)
            put_marked(places, self.pairs, self.width, table_of(pairs, 2 * size))
            return shortened(pairs, 2 * size), self._unary(places, size), matches
        finally:
            give_back(room)

    def _unary(self, places: Places, size: int) -> Flat:
        """The own weights of candidates."""
        worth = self.alone_worth
        flat = new_flat(size, sum(worth) if worth else len(self.alone))
        unary = table_of(flat, size)
        for p in range(size):
            put(unary, p, 0)
        for k in range(len(self.alone)):
            p = place_of(places, self.alone[k])
            put(unary, p, at(unary, p) + (worth[k] if worth else 1))
        return shortened(flat, size)

    def _matches(self, places: Places) -> Flat:
        """The matches, in order, with the keys of their candidates; these are marked."""
        flat = new_flat(3 * self.couples, max(self.pairs, self.unit * self.copies))
        matches = table_of(flat, 3 * self.couples)
        size = 0
        for chunk in self._chunks():
            size += self._add(chunk, places, matches, size)
        return shortened(flat, 3 * size)

    def _chunks(self) -> list[list[_Relation]]:
        """The relations in chunks whose couples are sorted one chunk after the other: all keys would take more memory.

        The smaller left variables of a chunk are smaller than those of the next one.
        """
        if self.couples <= CHUNK:
            return [self.together]
        chunks: list[list[_Relation]] = []
        couples, before, span = CHUNK, -1, self.pairs * self.width
        for relation in sorted(self.together, key=itemgetter(0)):
            variable = relation[0] // span
            if couples >= CHUNK and variable != before:
                chunks.append([])
                couples = 0
            chunks[-1].append(relation)
            couples += len(relation[2])
            before = variable
        return chunks

    def _add(self, chunk: list[_Relation], places: Places, matches: Table, first: int) -> int:
        """Add the matches of a chunk after the first ones. Returns how many there are."""
        couples = 0
        for relation in chunk:
            couples += len(relation[2])
        room = new_room()
        try:
            key, worth, different = take(room, couples), take(room, couples), take(room, couples)
            self._list_couples(chunk, key, worth)
            size = rank(key, couples, different)
            for k in range(size):
                one, other = different[k] // self.pairs, different[k] % self.pairs
                mark(places, one)
                mark(places, other)
                put(matches, 3 * (first + k), one)
                put(matches, 3 * (first + k) + 1, other)
                put(matches, 3 * (first + k) + 2, 0)
            for k in range(couples):
                p = 3 * (first + key[k]) + 2
                put(matches, p, at(matches, p) + worth[k])
            return size
        finally:
            give_back(room)

    def _list_couples(self, chunk: list[_Relation], key: list[int], worth: list[int]) -> None:
        """Write the keys and the weights of the couples of some relations."""
        pairs = self.pairs
        k = 0
        for row, is_turned, partners, copies, others in chunk:
            for j in range(len(partners)):
                partner = partners[j]
                key[k] = row + (partner % pairs * pairs + partner // pairs if is_turned else partner)
                worth[k] = self.unit * (self._worth(copies, others[j]) if self.has_copies else 1)
                k += 1


def _number_ends(matches: Table, size: int, places: Places) -> None:
    """Replace the keys of the candidates of matches by their numbers."""
    for k in range(0, 3 * size, 3):
        put(matches, k, place_of(places, at(matches, k)))
        put(matches, k + 1, place_of(places, at(matches, k + 1)))
