"""Named tuples in compiled code: made without their own constructors, which take five times as long, and unpacked as
plain tuples, for others are iterated over.
"""

from __future__ import annotations

from typing import Any

_new = tuple.__new__


def of_three(kind: Any, first: object, second: object, third: object) -> Any:
    """Return a named tuple of this kind with three fields."""
    return _new(kind, (first, second, third))


def of_four(kind: Any, first: object, second: object, third: object, fourth: object) -> Any:
    """Return a named tuple of this kind with four fields."""
    return _new(kind, (first, second, third, fourth))


def fields(made: Any) -> Any:
    """Return a named tuple, to be unpacked."""
    return made
