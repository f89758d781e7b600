"""Role lists: the roles of an annotation scheme, to recognise mistyped roles."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property

from smatchproof.base.errors import InputError, Place, quoted
from smatchproof.base.files import read_text
from smatchproof.base.record import Record
from smatchproof.graphs.notation import uninverted

AMR_ROLES = """
ARG* op* snt* prep-* conj-as-if
accompanier age beneficiary cause concession condition degree destination direction domain duration example extent
frequency instrument location manner medium mod mode name ord part path polarity polite poss purpose quant range scale
source subevent time topic unit value wiki consist-of cost li subset superset compared-to
calendar century day dayperiod decade era month quarter season timezone weekday year year2
"""
"""The roles of the AMR guidelines (1.2.6), and ``compared-to`` of earlier ones. ``ARG*`` stands for ARG0, ARG1, ..."""


class RoleList(Record, dict=True):
    """Roles without ``-of``. A role that ends with ``*`` stands for all that begin so: ``op*``, ``prep-*``.

    >>> amr = RoleList.of(AMR_ROLES.split())
    >>> amr.knows("ARG0"), amr.knows("prep-under"), amr.knows("ARG"), amr.knows("polarty"), amr.similar("polarty")
    (True, True, False, False, 'polarity')
    """

    names: frozenset[str]

    @classmethod
    def of(cls, names: Iterable[str]) -> RoleList:
        """The list of these names."""
        return cls(frozenset(name.removeprefix(":") for name in names))

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        parts = []
        for name in sorted(self.names):
            stem = name.removesuffix("*")
            rest = "" if stem == name else r".+" if stem.endswith("-") else r"\d+"
            parts.append(re.escape(stem) + rest)
        return re.compile("|".join(parts))

    def knows(self, role: str) -> bool:
        """Test whether a role without ``-of`` is in the list."""
        return self._pattern.fullmatch(role) is not None

    def similar(self, role: str) -> str | None:
        """Return the role of the list with the most similar spelling, if there is one."""
        from difflib import get_close_matches

        if (other := _recased(role, self.names)) is not None:
            return other
        found = get_close_matches(role, [name for name in sorted(self.names) if not name.endswith("*")], 1, 0.75)
        return found[0] if found else None


def _recased(role: str, names: frozenset[str]) -> str | None:
    """The role with the case of the list, if only the case is wrong."""
    for name in sorted(names):
        stem = name.removesuffix("*")
        if role.lower().startswith(stem.lower()) and RoleList(frozenset([name])).knows(stem + role[len(stem) :]):
            return stem + role[len(stem) :]
    return None


def read_roles(path: str) -> RoleList:
    """Read the roles of a file: words, and comments after ``#``. Raises :class:`InputError` if there are none."""
    words = [word for line in read_text(path).splitlines() for word in line.partition("#")[0].split()]
    if not words:
        raise InputError("no role in this file", Place(path), "write a role a line, such as ARG* or polarity")
    for word in words:
        if re.search(r"[\s()/\"~]", word) or word in (":", "*"):
            raise InputError(f"{quoted(word)} is no role", Place(path), "write a role a line, such as ARG* or polarity")
    return RoleList.of(uninverted(word)[0] if word.rstrip("*") == word else word for word in words)
