"""Long sequences of integers, or of tuples of integers, in a tenth of the memory of a tuple."""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar, overload

if TYPE_CHECKING:
    from smatchproof.problem.core.flat import Flat

_Item = TypeVar("_Item")
BLOCK = 3 << 16
"""The size of a compressed block, a multiple of 2 and 3: pairs and triples are not split."""


class NumberTable(Sequence[_Item]):
    """A flat list of numbers read as a sequence of int, or of tuples of `width` int if a width is given.

    Equal to a tuple of the same items; immutable. `flat` is the flat list.

    >>> table = NumberTable(array("q", [0, 1, 2, 3]), 2)
    >>> table[1], list(table), table == ((0, 1), (2, 3))
    ((2, 3), [(0, 1), (2, 3)], True)
    """

    __slots__ = ("flat", "width")

    def __init__(self, flat: Flat, width: int = 0) -> None:
        self.flat = flat
        self.width = width

    def __len__(self) -> int:
        return len(self.flat) // (self.width or 1)

    @overload
    def __getitem__(self, place: int) -> _Item: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[_Item, ...]: ...

    def __getitem__(self, place: int | slice) -> Any:
        if isinstance(place, slice):
            return tuple([self[k] for k in range(*place.indices(len(self)))])
        if not self.width:
            return self.flat[place]
        first = range(len(self))[place] * self.width
        return tuple(self.flat[first : first + self.width])

    def __iter__(self) -> Iterator[_Item]:
        numbers = iter(self.flat)
        items: Iterator[Any] = zip(*[numbers] * self.width, strict=True) if self.width else numbers
        return items

    def __contains__(self, item: object) -> bool:
        return item in self.flat if not self.width else any(item == each for each in self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(one == two for one, two in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))


class PackedTable(NumberTable[_Item]):
    """A number table compressed in blocks, for large problems, which are seldom read, and then as a whole.

    In a block the first bytes of all items come first, then the second bytes, and so on: as items are in order, many
    of these are equal, so that it takes 40 % of the memory.

    >>> table = PackedTable(array("i", range(6)), 2)
    >>> table[1], list(table), len(table), table.flat
    ((2, 3), [(0, 1), (2, 3), (4, 5)], 3, array('i', [0, 1, 2, 3, 4, 5]))
    """

    __slots__ = ("_blocks", "_kind", "_size", "_step")

    def __init__(self, flat: array[int], width: int = 0) -> None:
        self.width, self._kind, self._size, self._step = width, flat.typecode, len(flat), flat.itemsize * (width or 1)
        numbers = memoryview(flat)
        self._blocks = [self._packed(numbers[first : first + BLOCK]) for first in range(0, self._size, BLOCK)]

    def _packed(self, numbers: memoryview) -> bytes:
        data = numbers.cast("B")
        return zlib.compress(b"".join([data[k :: self._step].tobytes() for k in range(self._step)]), 1)

    def _unpacked(self, block: bytes) -> bytearray:
        data = zlib.decompress(block)
        size, numbers = len(data) // self._step, bytearray(len(data))
        for k in range(self._step):
            numbers[k :: self._step] = data[k * size : (k + 1) * size]
        return numbers

    @property
    def flat(self) -> Flat:  # type: ignore[override]
        """All numbers; they are unpacked at each call."""
        numbers = array(self._kind)
        for block in self._blocks:
            numbers.frombytes(self._unpacked(block))
        return numbers

    def __reduce__(self) -> tuple[Any, ...]:
        return PackedTable, (self.flat, self.width)

    def __len__(self) -> int:
        return self._size // (self.width or 1)

    def __getitem__(self, place: int | slice) -> Any:
        if isinstance(place, slice):
            return super().__getitem__(place)
        first = range(len(self))[place] * (self.width or 1)
        numbers = array(self._kind, bytes(self._unpacked(self._blocks[first // BLOCK])))
        first %= BLOCK
        return tuple(numbers[first : first + self.width]) if self.width else numbers[first]


def flattened(items: Sequence[Any]) -> Flat:
    """Return the numbers of a sequence of integers, or of tuples of integers, as a flat list.

    >>> flattened(((0, 1), (2, 3))), flattened([2**64])
    (array('q', [0, 1, 2, 3]), [18446744073709551616])
    """
    if isinstance(items, NumberTable):
        return items.flat
    numbers = [*chain.from_iterable(items)] if items and isinstance(items[0], tuple) else [*items]
    try:
        return array("q", numbers)
    except OverflowError:
        return numbers
