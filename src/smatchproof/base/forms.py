"""The two forms of modules that are compiled ahead of time: compiled, if that was possible, and plain."""

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

_PROJECT = Path(__file__).parents[3]


class _Sources:  # a MetaPathFinder, whose module takes long to load
    """Finds the sources of the modules of a package in a folder, even if they were compiled."""

    def __init__(self, package: str, folder: Path) -> None:
        self.package, self.folder = package, folder

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """The source of a module of the package; ``None`` where it is in an archive, which holds no other form."""
        package, _, module = name.rpartition(".")
        source = self.folder / f"{module}.py"
        return spec_from_file_location(name, source) if package == self.package and source.is_file() else None


def prefer_newer_sources(package: str, folder: str) -> None:
    """Do not use compiled modules if SMATCHPROOF_PLAIN is set, or in a checkout whose sources are newer."""
    path = Path(folder)
    if os.environ.get("SMATCHPROOF_PLAIN") or ((_PROJECT / "setup.py").exists() and is_out_of_date(path)):
        sys.meta_path.insert(0, _Sources(package, path))


def is_out_of_date(folder: Path) -> bool:
    """Test whether a source is newer than a compiled module. Compiled modules without a source are not looked at."""
    typed = [*folder.glob("*.pxd")]
    modules = [path.with_suffix(EXTENSION_SUFFIXES[0]) for path in typed]
    compiled = [path.stat().st_mtime for path in modules if path.exists()]
    sources = [path.stat().st_mtime for path in (*typed, *(each.with_suffix(".py") for each in typed))]
    return bool(compiled) and max(sources) > min(compiled)


@cache
def is_compiled(module: str) -> bool:
    """Test whether a module is compiled in this installation."""
    return not str(import_module(module).__file__).endswith(".py")


@cache
def plain(module: str) -> ModuleType:
    """Return a module in plain form, with numbers of any size; the modules of its package that it imports are plain,
    too.

    >>> plain("smatchproof.problem.core.joins").__file__.endswith(".py")
    True
    """
    if not is_compiled(module):
        return import_module(module)
    package, _, name = module.rpartition(".")
    twin = f"{package}_plain"
    if twin not in sys.modules:
        made = ModuleType(twin)
        made.__path__ = []
        sys.modules[twin] = made
        sys.meta_path.insert(0, _Sources(twin, Path(str(sys.modules[package].__file__)).parent))
    return import_module(f"{twin}.{name}")
