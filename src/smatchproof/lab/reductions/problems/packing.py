"""Packing items into bins that they have to fill exactly: 3-partition and its relatives."""

from __future__ import annotations

from typing import ClassVar

from smatchproof.base.limits import MOST_ELEMENTS
from smatchproof.base.record import Record
from smatchproof.lab.reductions.words import Numbers

_HINT = "write bins and capacity, then the items, which have to sum to bins x capacity"


class Packing(Record):
    """Pack all items into `bins` bins of one `capacity`, so that every bin is full.

    With three times as many items as bins, all between a quarter and half of the capacity, this is 3-PARTITION, which
    is NP-complete even for numbers in unary (Garey & Johnson 1979). A solution is the bin of each item, from 0.
    Raises ``ValueError`` for sizes that are not positive and for items that do not sum to all of the bins.

    >>> Packing((3, 1, 2, 2), bins=2, capacity=4).brute_force()
    (0, 0, 1, 1)
    >>> Packing((3, 3, 2), bins=2, capacity=4).brute_force()
    """

    items: tuple[int, ...]
    bins: int
    capacity: int

    yes: ClassVar[str] = "the items fill the bins"
    no: ClassVar[str] = "the items cannot fill the bins"

    def __post_init__(self) -> None:
        if self.bins < 0 or self.capacity < 1:
            raise ValueError(
                f"{self.bins} bins of capacity {self.capacity}: expected a capacity from 1 and bins from 0"
            )
        for number, item in enumerate(self.items, 1):
            if type(item) is not int or item < 1:
                raise ValueError(f"item {number} is {item!r}, expected a whole number from 1")
        if sum(self.items) != self.bins * self.capacity:
            raise ValueError(
                f"the items sum to {sum(self.items)}, but {self.bins} bins of {self.capacity}"
                f" hold {self.bins * self.capacity}"
            )

    def verify(self, solution: tuple[int, ...]) -> bool:
        """Test whether every item is in a bin and every bin is full."""
        if len(solution) != len(self.items) or not set(solution) <= set(range(self.bins)):
            return False
        return all(load == self.capacity for load in self._loads(solution))

    def brute_force(self) -> tuple[int, ...] | None:
        """All packings, item by item; no bin is overfilled."""
        return self._pack(0, [self.capacity] * self.bins, ())

    def _pack(self, item: int, free: list[int], chosen: tuple[int, ...]) -> tuple[int, ...] | None:
        if item == len(self.items):
            return chosen
        for number, room in enumerate(free):
            if room >= self.items[item]:
                left = [*free[:number], room - self.items[item], *free[number + 1 :]]
                if (found := self._pack(item + 1, left, (*chosen, number))) is not None:
                    return found
        return None

    def _loads(self, solution: tuple[int, ...]) -> list[int]:
        loads = [0] * self.bins
        for item, number in zip(self.items, solution, strict=True):
            loads[number] += item
        return loads

    def describe(self, solution: tuple[int, ...]) -> str:
        """The items of each bin, for example ``3 + 1 | 2 + 2``."""
        contents: list[list[str]] = [[] for _ in range(self.bins)]
        for item, number in zip(self.items, solution, strict=True):
            contents[number].append(str(item))
        return " | ".join(" + ".join(items) for items in contents)


def read_packing(text: str, source: str) -> Packing:
    r"""A packing from text: the number of bins and their capacity, then the items; ``#`` starts a comment.

    Raises :class:`InputError`, also when the items do not sum to the capacity of the bins. Takes linear time.

    >>> read_packing("2 4  # two bins of four\n3 1\n2 2\n", "items.txt")
    Packing(items=(3, 1, 2, 2), bins=2, capacity=4)
    >>> read_packing("2 4\n3 1 2\n", "items.txt")
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.InputError: items.txt:2:5: the items sum to 6, but 2 bins of 4 hold 8; write ...
      3 1 2
          ^
    """
    numbers = Numbers(text, source, _HINT)
    bins = numbers.whole("the number of bins", most=MOST_ELEMENTS)
    capacity = numbers.whole("the capacity of a bin", least=1, most=MOST_ELEMENTS)
    if bins * capacity > MOST_ELEMENTS:
        numbers.refuse(f"{bins} bins of {capacity} hold more than {MOST_ELEMENTS:,}")
    items: list[int] = []
    while numbers:
        items.append(numbers.whole(f"item {len(items) + 1}", least=1))
    try:
        return Packing(tuple(items), bins, capacity)
    except ValueError as error:
        numbers.refuse(str(error))
