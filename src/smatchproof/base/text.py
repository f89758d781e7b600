"""Numbers in sentences."""

from __future__ import annotations


def many(number: int, what: str) -> str:
    """Format a number of things, whose plural has an s.

    >>> many(1, "system"), many(1200, "graph")
    ('1 system', '1,200 graphs')
    """
    return f"{number:,} {what}" + "s" * (number != 1)
