"""Joins of the triples of two graphs: the weights of pairs of variables, and of couples of such pairs."""

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:
    from . import without_cython as cython
if not cython.compiled:
    from .flat import Flat, flat_of, listed, put_ends, split
    from .memory import give_back, new_room, take
    from .ranks import rank

_Triples = Any
"""A sequence of triples or, if they have copies, a dictionary from each triple to the number of its copies."""


class Joins:
    """All couples of a left and a right triple with the same label, and the problem that they define.

    A pair of variables has a key, left * `width` + right, below `pairs`. Each couple of triples about one variable is
    listed in `alone` by its pair, and in `same`, too, if both are concepts. Each couple of relations is in `together`:
    the key of its smaller pair * `pairs` + the key of the other. If triples have copies, the graphs are dictionaries of
    them, and `alone_worth` and `together_worth` have the weights of couples; otherwise each has weight 1.
    """

    def __init__(self, left_size: int, right_size: int, has_copies: bool, is_product: bool) -> None:
        self.width = right_size
        self.pairs = left_size * right_size
        self.has_copies = has_copies
        self.is_product = is_product
        self.alone: list[int] = []
        self.alone_worth: list[int] = []
        self.together: list[int] = []
        self.together_worth: list[int] = []
        self.same: list[int] = []

    def join_attributes(self, left: _Triples, right: _Triples) -> None:
        """List the couples of attributes."""
        width, alone = self.width, self.alone
        found: dict[object, list[int]] = {}
        copies: dict[object, list[int]] = {}
        for triple in right:
            kind, role, variable, value = triple
            found.setdefault((kind, role, value), []).append(variable)
            if self.has_copies:
                copies.setdefault((kind, role, value), []).append(right[triple])
        for triple in left:
            kind, role, variable, value = triple
            partners = found.get((kind, role, value))
            if partners is not None:
                row = variable * width
                for partner in partners:
                    alone.append(row + partner)
                if kind == "instance":
                    self.same += alone[len(alone) - len(partners) :]
                if self.has_copies:
                    self._weigh(self.alone_worth, left[triple], copies[kind, role, value])

    def join_relations(self, left: _Triples, right: _Triples) -> None:
        """List the couples of relations; a loop only matches loops, and is about one variable."""
        width, pairs = self.width, self.pairs
        found: dict[object, list[int]] = {}
        copies: dict[object, list[int]] = {}
        for triple in right:
            role, source, target = triple
            label = role if source != target else (role,)
            found.setdefault(label, []).append(source * pairs + target)
            if self.has_copies:
                copies.setdefault(label, []).append(right[triple])
        for triple in left:
            role, source, target = triple
            label = role if source != target else (role,)
            partners = found.get(label)
            if partners is None:
                continue
            if source < target:
                row = (source * pairs + target) * width
                self.together += [row + partner for partner in partners]
            elif source > target:
                row = (target * pairs + source) * width
                self.together += [row + partner % pairs * pairs + partner // pairs for partner in partners]
            else:
                row = source * width
                self.alone += [row + partner % pairs for partner in partners]
            if self.has_copies:
                worth = self.together_worth if source != target else self.alone_worth
                self._weigh(worth, left[triple], copies[label])

    def _weigh(self, worth: list[int], copies: int, others: list[int]) -> None:
        """Append the weight of a couple with copies: their product, or the smaller of both numbers."""
        if self.is_product:
            worth += [copies * other for other in others]
        else:
            worth += [min(copies, other) for other in others]

    def parts(self) -> tuple[Flat, Flat, Flat]:
        """The candidates, their own weights, and their matches, in order. Linear in the couples."""
        room = new_room()
        try:
            first, couples = len(self.alone), len(self.together)
            together, key = listed(room, self.together, 0), take(room, couples)
            self.together = []  # numbers of Python take five times the memory
            matches = rank(together, couples, key)
            ends = listed(room, self.alone, 2 * matches)
            split(key, matches, self.pairs, ends, first)
            pair = take(room, first + 2 * matches)
            candidates = rank(ends, first + 2 * matches, pair)
            pairs, unary = self._pairs(pair, candidates), self._unary(ends, candidates)
            return pairs, unary, self._matches(ends, together, matches, couples)
        finally:
            give_back(room)

    # each of these uses its own room: memory is freed before the next one

    def _pairs(self, pair: list[int], size: int) -> Flat:
        """The left and the right variable of each candidate, by its pair."""
        room = new_room()
        try:
            pairs = take(room, 2 * size)
            split(pair, size, self.width, pairs, 0)
            return flat_of(pairs, 2 * size)
        finally:
            give_back(room)

    def _unary(self, ends: list[int], size: int) -> Flat:
        """The own weights of candidates; `ends` now has their numbers."""
        room = new_room()
        try:
            unary, worth = take(room, size), self.alone_worth
            if worth:
                for k in range(len(worth)):
                    unary[ends[k]] += worth[k]
            else:
                for k in range(len(self.alone)):
                    unary[ends[k]] += 1
            return flat_of(unary, size)
        finally:
            give_back(room)

    def _matches(self, ends: list[int], together: list[int], size: int, couples: int) -> Flat:
        """The matches; `together` now has the number of the match of each couple."""
        room = new_room()
        try:
            matches, worth = take(room, 3 * size), self.together_worth
            put_ends(ends, len(self.alone), matches, size)
            if worth:
                for k in range(len(worth)):
                    matches[3 * together[k] + 2] += worth[k]
            else:
                for k in range(couples):
                    matches[3 * together[k] + 2] += 1
            return flat_of(matches, 3 * size)
        finally:
            give_back(room)
