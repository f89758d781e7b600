"""AMR's notation of roles and tokens, common to all conventions: inverse roles, alignment suffixes."""

from __future__ import annotations

NOT_INVERSE = frozenset(["consist-of", "prep-on-behalf-of", "prep-out-of"])
"""AMR's own roles that end in -of without being inverses."""

DOCUMENT = "document"
"""The root variable of a document of UMR, and its concept."""


def uninverted(role: str) -> tuple[str, bool]:
    """Return a role without ``-of``, and whether its source and target change places. Case is kept.

    >>> uninverted("ARG0-of"), uninverted("ARG0-of-of"), uninverted("consist-of"), uninverted("-of")
    (('ARG0', True), ('ARG0', False), ('consist-of', False), ('-of', False))
    """
    inverted = False
    while role.endswith("-of") and role not in NOT_INVERSE and role != "-of":
        role, inverted = role[:-3], not inverted
    return role, inverted


def without_suffix(token: str) -> str:
    """Return a concept or target without its alignment suffix (``~e.3``); a string may itself contain ``~``.

    >>> without_suffix("boy~e.4"), without_suffix('"a~b"~e.1'), without_suffix("boy")
    ('boy', '"a~b"', 'boy')
    """
    if "~" not in token:
        return token
    return token[: token.rindex('"') + 1] if token.startswith('"') else token.partition("~")[0]
