"""Frozen records that cost little: a command defines a hundred of them, and a pair of sentences makes eight."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar, dataclass_transform

if TYPE_CHECKING:
    import dataclasses

    from msgspec import Struct as _Struct, field as field
    from msgspec.structs import force_setattr as force_setattr, replace as replace
else:
    try:
        from msgspec import Struct as _Struct, field as field
        from msgspec.structs import force_setattr as force_setattr, replace as replace
    except ImportError:  # the Python of the playground has none
        from dataclasses import dataclass, field as field, fields, replace as replace

        force_setattr = object.__setattr__

        class _Struct:
            """A stand-in: dataclasses, whose ``repr`` is that of objects."""

            def __init_subclass__(cls, frozen: bool | None = None, **_: bool) -> None:
                super().__init_subclass__()
                cls._is_frozen = getattr(cls, "_is_frozen", False) if frozen is None else frozen
                dataclass(frozen=cls._is_frozen, eq=not hasattr(cls, "_compared"), repr=False)(cls)
                cls.__struct_fields__ = tuple(each.name for each in fields(cls))


class _Fields:
    """The fields of a record for :mod:`dataclasses`, so that its ``replace`` and ``fields`` work with records, too."""

    def __get__(self, record: object, kind: type[_Struct]) -> dict[str, dataclasses.Field[Any]]:
        return _fields(kind)


@cache
def _fields(kind: type[_Struct]) -> dict[str, dataclasses.Field[Any]]:
    import dataclasses  # half of its time is that of inspect, and only users ask

    made = dataclasses.make_dataclass(kind.__name__, kind.__struct_fields__)
    return {each.name: each for each in dataclasses.fields(made)}


_PARAMS = SimpleNamespace(repr=False)
"""For :mod:`pprint`, which writes by ``repr`` then."""


class Struct(_Struct):
    """A record of :mod:`msgspec` that changes, such as a running total."""

    __dataclass_fields__: ClassVar[Any] = _Fields()
    __dataclass_params__: ClassVar[Any] = _PARAMS


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Record(_Struct, frozen=True, forbid_unknown_fields=True):
    """A frozen record of :mod:`msgspec`, used like a frozen dataclass.

    >>> class Point(Record):
    ...     x: int
    ...     y: int = 0
    >>> Point(1), Point(1) == Point(1, 0), replace(Point(1), y=2)
    (Point(x=1, y=0), True, Point(x=1, y=2))
    """

    __dataclass_fields__: ClassVar[Any] = _Fields()
    __dataclass_params__: ClassVar[Any] = _PARAMS


class PartlyCompared(Record):
    """A record some fields of which change neither ``==`` nor ``repr``: those in `uncompared`.

    >>> class Point(PartlyCompared):
    ...     uncompared = ("label",)
    ...     x: int
    ...     label: str = ""
    >>> Point(1, label="a"), Point(1) == Point(1, label="a"), Point(1) == Point(2)
    (Point(x=1), True, False)
    """

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
