"""The two forms of the core: compiled, where it could be, and plain."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

FOLDER = Path(__file__).parent
_CORE, _PLAIN = "smatchproof.exact.core", "smatchproof.exact.plain_core"


class _Sources:  # a MetaPathFinder, whose module takes long to load
    """Finds the sources of the core, whatever was compiled, for the modules of a package."""

    def __init__(self, package: str) -> None:
        self.package = package

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """The source of a module of the package."""
        package, _, module = name.rpartition(".")
        return spec_from_file_location(name, FOLDER / f"{module}.py") if package == self.package else None


def prefer_newer_sources() -> None:
    """Leave alone what was compiled, where SMATCHPROOF_PLAIN is set, or in a checkout whose sources are newer."""
    if os.environ.get("SMATCHPROOF_PLAIN") or ((FOLDER.parents[2] / "setup.py").exists() and is_out_of_date()):
        sys.meta_path.insert(0, _Sources(_CORE))


def is_out_of_date() -> bool:
    """Whether a source is newer than something that was compiled."""
    compiled = [path.stat().st_mtime for path in FOLDER.glob(f"*{EXTENSION_SUFFIXES[0]}")]
    typed = [*FOLDER.glob("*.pxd")]
    sources = [path.stat().st_mtime for path in (*typed, *(each.with_suffix(".py") for each in typed))]
    return bool(compiled) and max(sources) > min(compiled)


@cache
def is_compiled() -> bool:
    """Whether this installation runs compiled code."""
    return not str(import_module(f"{_CORE}.relaxation").__file__).endswith(".py")


@cache
def plain(module: str) -> ModuleType:
    """A module of the core uncompiled, whose numbers may be of any size.

    >>> plain("relaxation").SCALE
    12
    """
    if not is_compiled():
        return import_module(f"{_CORE}.{module}")
    if _PLAIN not in sys.modules:
        package = ModuleType(_PLAIN)
        package.__path__ = []
        sys.modules[_PLAIN] = package
        sys.meta_path.insert(0, _Sources(_PLAIN))
    return import_module(f"{_PLAIN}.{module}")
