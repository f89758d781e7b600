"""The formats that an alignment problem can be exported to, by name."""

from __future__ import annotations

from importlib import import_module

from smatchproof.lab.reductions.from_smatch.base import FromSmatch

_FILES = "integer_program matching boolean"
_NAMES = "lp mps qap clique wcnf opb dd"
_FOUND: dict[str, type[FromSmatch]] = {
    entry.name: entry
    for file in _FILES.split()
    for entry in vars(import_module(f"smatchproof.lab.reductions.from_smatch.{file}")).values()
    if isinstance(entry, type) and issubclass(entry, FromSmatch) and "name" in vars(entry)
}
FORMATS = {name: _FOUND[name] for name in _NAMES.split()}
"""The reductions that these files declare, by format; each class has a ``suffix`` and a ``summary``."""
