"""Errors as the program shows them: the headline, then the line that it names, and a caret below its column."""

import re


def shown(headline: str, text: str | bytes) -> str:
    """The whole error of a headline about a text, which begins with FILE:LINE:COLUMN if it has a place."""
    place = re.match(r"[^:]*:(\d+):(\d+): ", headline)
    if not place:
        return headline
    text = text.decode(errors="replace") if isinstance(text, bytes) else text
    line, column = map(int, place.groups())
    excerpt = re.split(r"\r\n|\n", text)[line - 1].replace("\t", " ")
    return f"{headline}\n  {excerpt}\n  {'^':>{column}}"
