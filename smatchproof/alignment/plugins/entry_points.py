"""The names that installed packages register, in groups such as ``smatchproof.methods``."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from enum import StrEnum

from smatchproof.alignment.errors import UsageError


class Group(StrEnum):
    """What a named object is."""

    METHOD = "method"
    METRIC = "metric"
    SIMILARITY = "similarity"
    SOURCE = "source"
    REDUCTION = "reduction"
    CONVENTION = "convention"

    @property
    def entry_points(self) -> str:
        """The group of entry points that packages register them in."""
        return "smatchproof.similarities" if self is Group.SIMILARITY else f"smatchproof.{self}s"


@dataclass(frozen=True, slots=True)
class Registered:
    """A name that an installed package registers: the object's module and path, and the package with its version."""

    name: str
    module: str
    path: str
    package: str


def registered(group: Group, built_in: Container[str] = ()) -> dict[str, Registered]:
    """What installed packages register in a group, by name; looked up anew, since it costs some milliseconds.

    Raises :class:`UsageError` where a name is taken twice, or is one of those that are `built_in`.
    """
    from importlib.metadata import entry_points

    found: dict[str, Registered] = {}
    for entry in entry_points(group=group.entry_points):
        package = f"{entry.dist.name} {entry.dist.version}" if entry.dist else "a package"
        each = Registered(entry.name, entry.module, entry.attr, package)
        if each.name in built_in:
            message = f"{package} registers the {group} '{each.name}', which is a built-in name"
            raise UsageError(f"{message}; uninstall it, or ask its author for another name")
        other = found.setdefault(each.name, each)
        if (other.module, other.path) != (each.module, each.path):
            message = f"{other.package} and {package} both register the {group} '{each.name}'"
            raise UsageError(f"{message}; name one as {other.module}:{other.path} or {each.module}:{each.path}")
    return found
