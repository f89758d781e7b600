"""The core of the solver: one source, which runs as it is or is compiled ahead of time.

Compiled code computes with 64 bits. :func:`plain` returns the same modules uncompiled, for numbers that are larger. See
:mod:`smatchproof.base.forms`.
"""

from __future__ import annotations

from types import ModuleType

from smatchproof.base import forms

forms.prefer_newer_sources(__name__, __path__[0])


def is_compiled() -> bool:
    """Test whether this installation runs compiled code."""
    # one module stands for all: setup.py compiles every source with a .pxd file, or none
    return forms.is_compiled(f"{__name__}.star_bound")


def plain(module: str) -> ModuleType:
    """A module of the core uncompiled, whose numbers may be of any size.

    >>> plain("star_bound").SCALE
    12
    """
    return forms.plain(f"{__name__}.{module}")
