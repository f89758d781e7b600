"""Numbers of which a tree search takes back what it has changed below a node."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import without_cython as cython
if not cython.compiled:
    from .memory import give_back, new_room, take


class Undoable:
    """A list of numbers, ``now``, which is read as it is and written by :meth:`put`, with a log of old numbers.

    The search stands at a *level*, the root at level 0. A number is logged when it is written for the first time since
    the search has entered its level or come back to it, so that a level needs room for each number once, however long
    it takes; what is written at the root before the first level is not logged at all.
    """

    def __init__(self, size: int, levels: int) -> None:
        self.size = size
        self.level = self.stretch = self.stretches = self.entries = self.capacity = 0
        self.room = new_room()
        self.now, self.written_in = take(self.room, size), take(self.room, size)
        self.stretch_of, self.begin = take(self.room, levels + 1), take(self.room, levels + 1)
        self.log_room = new_room()
        self.place, self.before = take(self.log_room, 0), take(self.log_room, 0)

    def __dealloc__(self) -> None:
        give_back(self.room)
        give_back(self.log_room)

    def put(self, i: int, number: int) -> None:
        """Write a number so that :meth:`return_to` can take it back."""
        if self.written_in[i] != self.stretch:
            self.written_in[i] = self.stretch
            self.place[self.entries] = i
            self.before[self.entries] = self.now[i]
            self.entries += 1
        self.now[i] = number

    def enter(self) -> None:
        """Begin the next level."""
        self.level += 1
        self.stretches += 1
        self.stretch = self.stretches
        self.stretch_of[self.level] = self.stretch
        self.begin[self.level] = self.entries
        self._reserve()

    def return_to(self, level: int) -> None:
        """Take back what was written above a level, and go on there."""
        if self.level > level:
            begin = self.begin[level + 1]
            for entry in range(self.entries - 1, begin - 1, -1):
                self.now[self.place[entry]] = self.before[entry]
            self.entries = begin
            self.level = level
            self.stretch = self.stretch_of[level]
            self._reserve()

    def _reserve(self) -> None:
        """See that the log has room for every number once more. Doubles, so that the cost is constant an entry."""
        needed = self.entries + self.size
        if needed > self.capacity:
            capacity = max(needed, 2 * self.capacity)
            room = new_room()
            place, before = take(room, capacity), take(room, capacity)
            for entry in range(self.entries):
                place[entry] = self.place[entry]
                before[entry] = self.before[entry]
            give_back(self.log_room)
            self.log_room, self.place, self.before, self.capacity = room, place, before, capacity
