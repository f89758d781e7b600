"""Long sequences of whole numbers, or of tuples of them, in a tenth of the memory of a tuple."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import TYPE_CHECKING, Any, TypeVar, overload

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_Item = TypeVar("_Item")
_CHUNK = 1 << 16


class NumberTable(Sequence[_Item]):
    """An array of whole numbers read as a sequence: of int where it has one axis, of tuples where it has two.

    Equal to a tuple of the same items, and never changed. `array` is for those who can compute with arrays.

    >>> import numpy as np
    >>> table = NumberTable(np.array([[0, 1], [2, 3]]))
    >>> table[1], list(table), table == ((0, 1), (2, 3))
    ((2, 3), [(0, 1), (2, 3)], True)
    """

    __slots__ = ("array",)

    def __init__(self, array: npt.NDArray[np.int64]) -> None:
        self.array = array

    def __len__(self) -> int:
        return len(self.array)

    @overload
    def __getitem__(self, place: int) -> _Item: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[_Item, ...]: ...

    def __getitem__(self, place: int | slice) -> Any:
        found = self.array[place].tolist()
        if isinstance(place, slice):
            return tuple(self._items(found))
        return found if self.array.ndim == 1 else tuple(found)

    def __iter__(self) -> Iterator[_Item]:
        for first in range(0, len(self.array), _CHUNK):
            yield from self._items(self.array[first : first + _CHUNK].tolist())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(one == two for one, two in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    def flat(self) -> memoryview:
        """All numbers, one after the other, as 64-bit integers.

        >>> import numpy as np
        >>> NumberTable(np.array([[0, 1], [2, 3]])).flat().tolist()
        [0, 1, 2, 3]
        """
        import numpy as np

        return np.ascontiguousarray(self.array, dtype=np.int64).reshape(-1).data

    def _items(self, found: list[Any]) -> Iterator[Any]:
        return iter(found) if self.array.ndim == 1 else map(tuple, found)


class PairTable(Set[tuple[int, int]]):
    """A set of pairs of whole numbers, kept as an array of ascending keys: left * `right_size` + right.

    >>> import numpy as np
    >>> table = PairTable(np.array([1, 10, 12]), 10)
    >>> (1, 2) in table, (2, 1) in table, len(table), table == {(0, 1), (1, 0), (1, 2)}
    (True, False, 3, True)
    """

    __slots__ = ("_keys", "_right_size")

    def __init__(self, keys: npt.NDArray[np.int64], right_size: int) -> None:
        self._keys = keys
        self._right_size = right_size

    @classmethod
    def _from_iterable(cls, it: Iterable[Any]) -> frozenset[Any]:  # what & and | answer
        return frozenset(it)

    def __len__(self) -> int:
        return len(self._keys)

    def __contains__(self, pair: object) -> bool:
        if not isinstance(pair, tuple) or len(pair) != 2:
            return False
        left, right = pair
        key = left * self._right_size + right
        place = int(self._keys.searchsorted(key))
        return place < len(self._keys) and bool(self._keys[place] == key)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        for key in self._keys.tolist():
            yield divmod(key, self._right_size)


def as_array(items: Sequence[Any]) -> npt.NDArray[np.int64]:
    """The items of a sequence of whole numbers, or of tuples of them, as an array; that of a table is not copied.

    >>> as_array((5, 7)).tolist()
    [5, 7]
    """
    import numpy as np

    return items.array if isinstance(items, NumberTable) else np.array(items, dtype=np.int64)
