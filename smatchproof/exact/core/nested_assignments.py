"""Assignment problems inside an assignment problem, all kept solved while their cells change, and their undoing.

An assignment problem joins left and right *nodes* by *cells*, each of which has a value. The cells of the *outer*
problem have *inner* problems of their own: the value of an outer cell is what it earns alone and the optimum of its
inner problem. A node may stay alone, which earns nothing, unless it is needed.

All problems are kept with integer duals: the duals of the ends of a cell add up to its value at least, and where the
cell is matched they are *tight*, exactly that. Then no matching of the problem is worth more than the sum of its duals.
When something changes, the nodes that are no longer matched by a tight cell are released, and settled again one by one
by shortest augmenting paths (Jonker & Volgenant 1987, "A shortest augmenting path algorithm for dense and sparse linear
assignment problems"): what has not changed costs nothing.
"""

from __future__ import annotations

import math
from typing import cast

try:
    import cython
except ImportError:
    from . import without_cython as cython
if not cython.compiled:
    from .memory import give_back, new_room, take
    from .undoable import Undoable

ALONE, FREE = -1, -2
"""Matches that are no cells: of a node that stays alone, and of one that has been released and is to be settled."""
OPTIONAL, NEEDED, DECIDED = 0, 1, 2
"""A node may stay alone; it must not; the search has decided with which cell it is matched."""
if cython.compiled:
    INFINITY = 1 << 60
    """More than any number here can become: :mod:`smatchproof.exact.search.magnitude` says why."""
    LARGEST_DUAL = 1 << 58
    """The search is given up where an outer dual is further from 0 than this."""
else:
    INFINITY = LARGEST_DUAL = cast("int", math.inf)  # numbers may be of any size


class NestedAssignments:
    """An outer assignment problem and the inner problems of its cells.

    Cell c has ``value[c]`` and the ends ``left[c]`` and ``right[c]``. The value of the cell ``total``, which is none,
    is the sum of the outer duals. Node v has the cells ``items[items_start[v]]`` and so on, of which the first
    ``count[v]`` are alive, at the place ``left_place[c]`` or ``right_place[c]`` from the start. It is one of the
    lefts if ``is_left[v]``. Its dual is a part of the value of the cell ``owner[v]``.

    The numbers that can be undone are read from the lists `value`, `dual`, `match`, `count` and `need`, and written by
    the ``put`` of what keeps these lists.
    """

    def __init__(self, cells: int, nodes: int, outer_cells: int, outer_nodes: int) -> None:
        self.cells, self.nodes, self.outer_cells, self.outer_nodes = cells, nodes, outer_cells, outer_nodes
        self.total = cells
        self.level = 0
        self.levels = levels = outer_nodes + 1  # each decides an outer node; one more tries what that would lead to
        self.values, self.duals, self.matches = (Undoable(size, levels) for size in (cells + 1, nodes, nodes))
        self.counts, self.needs = Undoable(nodes, levels), Undoable(nodes, levels)
        self.logs = self.values, self.duals, self.matches, self.counts, self.needs
        self.value, self.dual, self.match = self.values.now, self.duals.now, self.matches.now
        self.count, self.need = self.counts.now, self.needs.now
        self.room = new_room()
        room = self.room
        self.left, self.right = take(room, cells), take(room, cells)
        self.left_place, self.right_place = take(room, cells), take(room, cells)
        self.items, self.items_start = take(room, 2 * cells), take(room, nodes + 1)
        self.is_left, self.owner = take(room, nodes), take(room, nodes)
        self.waiting_inner, self.waiting_outer = take(room, nodes), take(room, outer_nodes)
        self.changed, self.is_changed = take(room, outer_cells), take(room, outer_cells)
        self.inner_waiting = self.outer_waiting = self.changes = 0
        # Of the shortest paths from one node: the nodes across that are reached, those of its own side that are left.
        self.search = 0
        self.reached_in, self.distance, self.parent = take(room, nodes), take(room, nodes), take(room, nodes)
        self.reached, self.heads = take(room, nodes), take(room, nodes)
        self.has_drifted = False

    def __dealloc__(self) -> None:
        give_back(self.room)

    def _list_cells(self) -> None:
        """List the cells of each node, in order, from the ends of the cells. Nothing is matched yet."""
        start, count = self.items_start, self.count
        for c in range(self.cells):
            count[self.left[c]] += 1
            count[self.right[c]] += 1
            self.is_left[self.left[c]] = 1
        for v in range(self.nodes):
            start[v + 1] = start[v] + count[v]
            count[v] = 0
            self.match[v] = ALONE
        for c in range(self.cells):
            self.left_place[c] = self._append(self.left[c], c)
            self.right_place[c] = self._append(self.right[c], c)

    def _append(self, v: int, c: int) -> int:
        """Append a cell to the list of a node, before the first level. Answers its place there."""
        place = self.count[v]
        self.items[self.items_start[v] + place] = c
        self.count[v] = place + 1
        return place

    def enter(self) -> None:
        """Begin a level: what is written from now on is taken back by :meth:`return_to`."""
        if self.level == self.levels:
            raise IndexError("there are no more nodes to decide")
        self.level += 1
        for log in self.logs:
            log.enter()

    def return_to(self, level: int) -> None:
        """Take back what was written above a level. The order of a node's cells is not restored, nor need it be."""
        self.level = level
        for log in self.logs:
            log.return_to(level)

    def is_alive(self, c: int) -> bool:
        """Whether a cell is in the lists of its nodes."""
        return self.left_place[c] < self.count[self.left[c]]

    def is_matched(self, c: int) -> bool:
        """Whether the matching of its problem holds a cell."""
        return self.match[self.left[c]] == c

    def release(self, v: int) -> None:
        """Let a node be settled again."""
        if self.match[v] != FREE:
            self.matches.put(v, FREE)
            if v < self.outer_nodes:
                self.waiting_outer[self.outer_waiting] = v
                self.outer_waiting += 1
            else:
                self.waiting_inner[self.inner_waiting] = v
                self.inner_waiting += 1

    def credit(self, owner: int, amount: int) -> None:
        """Add to the sum of the duals of a problem, when one of them has grown by so much."""
        self.values.put(owner, self.value[owner] + amount)
        if owner != self.total and not self.is_changed[owner]:
            self.is_changed[owner] = 1
            self.changed[self.changes] = owner
            self.changes += 1

    def revalue(self, c: int, value: int) -> None:
        """Give a cell another value, and repair what rests on it."""
        self.values.put(c, value)
        self.recheck(c)

    def recheck(self, c: int) -> None:
        """Repair the duals after a change of a cell's value, and release the nodes whose match is no longer tight."""
        left = self.left[c]
        right = self.right[c]
        gap = self.value[c] - self.dual[left] - self.dual[right]
        matched = self.match[left]
        if gap > 0:
            self.duals.put(left, self.dual[left] + gap)
            self.credit(self.owner[left], gap)
            if matched != c:
                if matched >= 0:
                    self.release(self.right[matched])
                self.release(left)
        elif gap < 0 and matched == c:
            self.release(left)
            self.release(right)

    def drop(self, c: int) -> None:
        """Take a living cell out of its problem: behind the living ones, where undoing the counts finds it."""
        self._put_last(self.left[c], c, self.left_place)
        self._put_last(self.right[c], c, self.right_place)
        if self.is_matched(c):
            self.release(self.left[c])
            self.release(self.right[c])

    def _put_last(self, v: int, c: int, place: list[int]) -> None:
        """Exchange a cell with the last living one of a node; `place` says where cells are in the lists of its side."""
        last = self.count[v] - 1
        start = self.items_start[v]
        moved = self.items[start + last]
        self.items[start + place[c]] = moved
        self.items[start + last] = c
        place[moved] = place[c]
        place[c] = last
        self.counts.put(v, last)

    def settle_changes(self) -> int:
        """Solve all problems again that have changed: the inner ones first, whose optima are values of outer cells.

        Answers the sum of the outer duals, and notes whether these have drifted too far for 64 bits.
        """
        self.settle_inner(0, self.inner_waiting)
        for k in range(self.changes):
            c = self.changed[k]
            self.is_changed[c] = 0
            if self.is_alive(c):
                self.recheck(c)
        self.changes = 0
        for k in range(self.outer_waiting):
            if self.value[self.total] < 0:
                break  # the needs cannot be met; whatever is left free only adds to the bound
            self._settle_node(self.waiting_outer[k])
        self.outer_waiting = 0
        for v in range(self.outer_nodes):
            if self.dual[v] > LARGEST_DUAL or self.dual[v] < -LARGEST_DUAL:
                self.has_drifted = True
        return self.value[self.total]

    def settle_inner(self, begin: int, end: int) -> None:
        """Settle the waiting inner nodes from `begin` to before `end`; after the last of them, none waits."""
        for k in range(begin, min(end, self.inner_waiting)):
            v = self.waiting_inner[k]
            if self.is_alive(self.owner[v]):
                self._settle_node(v)
        if end >= self.inner_waiting:
            self.inner_waiting = 0

    def _settle_node(self, v: int) -> None:
        """Match a free node: lower its dual as far as its cells allow, take a tight cell, or augment."""
        if self.match[v] != FREE:
            return
        value, dual, match = self.value, self.dual, self.match
        across = self.right if self.is_left[v] else self.left
        is_optional = self.need[v] == OPTIONAL
        best = 0 if is_optional else -INFINITY
        choice = -1
        for k in range(self.items_start[v], self.items_start[v] + self.count[v]):
            c = self.items[k]
            other = across[c]
            rest = value[c] - dual[other]
            if rest > best:
                best = rest
                choice = c if match[other] < 0 else -1
            elif rest == best and choice < 0 and match[other] < 0:
                choice = c
        if best > -INFINITY and best != dual[v]:
            self.credit(self.owner[v], best - dual[v])
            self.duals.put(v, best)
        if best == 0 and is_optional:
            self.matches.put(v, ALONE)
        elif choice >= 0:
            self._match(choice)
        else:
            self._augment(v)

    def _match(self, c: int) -> None:
        """Match the two ends of a cell."""
        self.matches.put(self.left[c], c)
        self.matches.put(self.right[c], c)

    def _augment(self, start: int) -> None:
        """Match a free node along a shortest path from it.

        The path ends at an unmatched node across, or at a node of its own side that may stay alone instead. Where there
        is no path, nothing satisfies the needs: the sum of the duals falls below 0. Quadratic in the nodes reached.
        """
        own = self.left if self.is_left[start] else self.right
        across = self.right if self.is_left[start] else self.left
        self.search += 2  # reached_in: this number where a node is reached, one more where its distance is final
        exit_node = goal = -1
        exit_distance = INFINITY
        v = start
        length = heads = final = reached = 0
        while True:
            self.heads[heads] = v
            self.distance[v] = length
            heads += 1
            if self.need[v] == OPTIONAL and length + self.dual[v] < exit_distance:
                exit_node = v
                exit_distance = length + self.dual[v]
            reached = self._reach(v, across, exit_distance, reached)
            nearest = self._nearest(final, reached)
            if nearest < 0 or self.distance[self.reached[nearest]] >= exit_distance:
                break
            other = self.reached[nearest]
            self.reached[nearest] = self.reached[final]
            self.reached[final] = other
            length = self.distance[other]
            if self.match[other] < 0:
                goal = other
                break
            self.reached_in[other] = self.search + 1
            final += 1
            v = own[self.match[other]]
        if goal < 0:
            length = exit_distance if exit_node >= 0 else length + max(self.value[self.total], 0) + 1
        self._move_duals(start, length, heads, final)
        if goal < 0:
            v = exit_node if exit_node >= 0 else start
            c = self.match[v]
            self.matches.put(v, ALONE)
            goal = -1 if v == start else across[c]
        self._match_back(start, goal, own, across)

    def _reach(self, v: int, across: list[int], limit: int, reached: int) -> int:
        """Reach the nodes across a node's cells within the limit. Answers how many are reached by now."""
        distance, reached_in, search = self.distance, self.reached_in, self.search
        base = distance[v] + self.dual[v]
        for k in range(self.items_start[v], self.items_start[v] + self.count[v]):
            c = self.items[k]
            other = across[c]
            reach = base + self.dual[other] - self.value[c]
            if reached_in[other] < search:
                if reach < limit:
                    reached_in[other] = search
                    distance[other] = reach
                    self.parent[other] = c
                    self.reached[reached] = other
                    reached += 1
            elif reached_in[other] == search and reach < distance[other]:
                distance[other] = reach
                self.parent[other] = c
        return reached

    def _nearest(self, begin: int, end: int) -> int:
        """The place of the nearest node in a part of the list of those reached, or -1."""
        best = -1
        for k in range(begin, end):
            if best < 0 or self.distance[self.reached[k]] < self.distance[self.reached[best]]:
                best = k
        return best

    def _move_duals(self, start: int, length: int, heads: int, final: int) -> None:
        """Move the duals of the nodes on shortest paths of that length, so that all cells on these become tight."""
        for k in range(heads):
            v = self.heads[k]
            self.duals.put(v, self.dual[v] - length + self.distance[v])
        for k in range(final):
            v = self.reached[k]
            self.duals.put(v, self.dual[v] + length - self.distance[v])
        self.credit(self.owner[start], -length)

    def _match_back(self, start: int, goal: int, own: list[int], across: list[int]) -> None:
        """Match along the path that ends at a goal across, back to its start; -1 where there is nothing to match."""
        while goal >= 0:
            c = self.parent[goal]
            v = own[c]
            before = self.match[v]
            self._match(c)
            goal = -1 if v == start else across[before]
