"""The items of the largest values among many, kept while they are counted."""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Item = TypeVar("Item")


@dataclass(slots=True)
class Largest(Generic[Item]):
    """The items of the largest values that were added, at most `most` of them; of equal values the first.

    >>> largest = Largest[str](2)
    >>> for number, (value, item) in enumerate([(1, "a"), (3, "b"), (3, "c"), (2, "d")]):
    ...     largest.add(value, number, item)
    >>> largest.items
    ['b', 'c']
    """

    most: int
    _heap: list[tuple[float, int, Item]] = field(default_factory=list)

    def add(self, value: float, number: int, item: Item) -> None:
        """Count one more. Its `number`, which no other has, says which of two equal values is the first."""
        heapq.heappush(self._heap, (value, -number, item))
        if len(self._heap) > self.most:
            heapq.heappop(self._heap)

    @property
    def items(self) -> list[Item]:
        """The items, that of the largest value first."""
        return [item for *_, item in sorted(self._heap, key=lambda each: (-each[0], -each[1]))]
