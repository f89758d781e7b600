"""Frozen records that cost little to make: a pair of sentences makes eight of them."""

from __future__ import annotations

import dataclasses
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from msgspec import Struct
else:
    try:
        from msgspec import Struct
    except ImportError:  # the Python of the playground has none

        class Struct:
            """A stand-in: frozen dataclasses."""

            def __init_subclass__(cls, frozen: bool = True, eq: bool = False) -> None:
                cls.__struct_fields__ = tuple(each for each in cls.__annotations__ if each not in _OF_CLASSES)
                dataclasses.dataclass(frozen=frozen, eq=False, repr=False)(cls)


_OF_CLASSES = ("__dataclass_fields__", "uncompared")


class _Fields:
    """The fields of a record for :mod:`dataclasses`, so that ``replace`` and ``fields`` work with records, too."""

    def __get__(self, record: object, kind: type[Struct]) -> dict[str, dataclasses.Field[Any]]:
        return _fields(kind)


@cache
def _fields(kind: type[Struct]) -> dict[str, dataclasses.Field[Any]]:
    made = dataclasses.make_dataclass(kind.__name__, kind.__struct_fields__)
    return {field.name: field for field in dataclasses.fields(made)}


class Record(Struct, frozen=True, eq=False):
    """A frozen record of :mod:`msgspec`: made in a twentieth of the time of a frozen dataclass, used like one.

    Where time counts, :func:`msgspec.structs.replace` changes copies. Fields in `uncompared` change neither ``==`` nor
    ``repr``.

    >>> class Point(Record, frozen=True):
    ...     uncompared = ("label",)
    ...     x: int
    ...     y: int = 0
    ...     label: str = ""
    >>> Point(1, label="a"), Point(1) == Point(1, label="a"), Point(1) == Point(2)
    (Point(x=1, y=0), True, False)
    >>> dataclasses.replace(Point(1), y=2)
    Point(x=1, y=2)
    """

    __dataclass_fields__: ClassVar[Any] = _Fields()
    uncompared: ClassVar[tuple[str, ...]] = ()

    def _compared(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__struct_fields__ if name not in self.uncompared}

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._compared() == other._compared()

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(tuple(self._compared().values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join([f'{name}={value!r}' for name, value in self._compared().items()])})"
