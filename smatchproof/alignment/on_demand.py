"""Names of a package that are loaded when they are first used: a plain score should not wait for the rest."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module


def on_demand(package: str, modules: Mapping[str, tuple[str, ...]]) -> Callable[[str], object]:
    """The ``__getattr__`` of a package (PEP 562) whose `modules` hold these names; each is loaded at most once.

    >>> load = on_demand("smatchproof.alignment", {"version": ("VERSION",)})
    >>> load("VERSION") == load("VERSION")
    True
    >>> load("OTHER")
    Traceback (most recent call last):
    ...
    AttributeError: module 'smatchproof.alignment' has no attribute 'OTHER'
    """
    homes = {name: f"{package}.{module}" for module, names in modules.items() for name in names}

    def load(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module '{package}' has no attribute '{name}'")
        value = getattr(import_module(homes[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    return load
