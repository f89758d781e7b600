"""The two forms of the core: compiled, where it could be, and plain. See :mod:`smatchproof.base.forms`."""

from __future__ import annotations

from types import ModuleType

from smatchproof.base import forms

_CORE = "smatchproof.exact.core"


def is_compiled() -> bool:
    """Whether this installation runs compiled code."""
    # one module stands for all: setup.py compiles every source with a .pxd file, or none
    return forms.is_compiled(f"{_CORE}.star_bound")


def plain(module: str) -> ModuleType:
    """A module of the core uncompiled, whose numbers may be of any size.

    >>> plain("star_bound").SCALE
    12
    """
    return forms.plain(f"{_CORE}.{module}")
