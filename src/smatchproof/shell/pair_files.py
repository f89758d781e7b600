"""A folder with files for each pair."""

from __future__ import annotations

from urllib.parse import quote

_LONGEST = 120


class FileNames:
    """Names for the files of pairs, without the endings of the files; no two that differ in case alone.

    >>> names = FileNames()
    >>> [names.of(id, at) for at, id in enumerate(["lpp.7", "LPP.7", "../etc/passwd", ".x", "a b~", "é"], 1)]
    ['lpp.7', 'LPP.7~2', '%2E.%2Fetc%2Fpasswd', '%2Ex', 'a%20b%7E', '%C3%A9']
    """

    def __init__(self) -> None:
        self._given: set[str] = set()

    def of(self, id: str, position: int | None = None) -> str:
        """The name of the pair with this id, at this position, or of the next one: the id as far as that can be a name.

        Letters, digits, ``-``, ``_`` and ``.`` stand for themselves, other characters, and a full stop at the begin,
        as in URLs; a name that is too long or was given already ends with ``~`` and the position.
        """
        name = quote(id, safe="").replace("~", "%7E")
        if name.startswith("."):
            name = f"%2E{name[1:]}"
        if len(name) > _LONGEST or name.lower() in self._given:
            name = f"{name[:_LONGEST]}~{position or len(self._given) + 1}"
        self._given.add(name.lower())
        return name


def name_of_parts(*parts: str) -> str:
    """The parts of a name with full stops between them, and in the place of slashes.

    >>> name_of_parts("main/a", "s.1")
    'main.a.s.1'
    """
    return ".".join(parts).replace("/", ".")
