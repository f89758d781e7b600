"""Numbers in sentences, and long lines."""

from __future__ import annotations

from collections.abc import Iterator

_PIECE = 2**20


def many(number: int, what: str) -> str:
    """A number of things, whose plural has an s.

    >>> many(1, "system"), many(1200, "graph")
    ('1 system', '1,200 graphs')
    """
    return f"{number:,} {what}" + "s" * (number != 1)


def line_of(text: str) -> Iterator[str]:
    r"""The text and the end of its line, in pieces: a long one that is encoded whole takes as much memory again.

    >>> [*line_of("{}")]
    ['{}', '\n']
    """
    yield from (text[start : start + _PIECE] for start in range(0, len(text), _PIECE))
    yield "\n"
