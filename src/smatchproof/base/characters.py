"""Invisible characters: zero-width ones, no-break and other unusual spaces, control characters.

Two concepts that look the same are different if one of them has such a character. Some scripts need them: joiners in
Persian and Indic words and in emoji, direction marks next to Arabic and Hebrew letters, zero-width spaces between Thai
or Khmer words, ideographic spaces.
"""

from __future__ import annotations

import re
from unicodedata import category, name

_HIDDEN = frozenset(["Cc", "Cf", "Zl", "Zp", "Zs"])
_SEEN = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd")
"""Visible characters of the category Cf: signs around Arabic, Syriac and Kaithi numbers."""
_OF_SCRIPTS = frozenset("\u200c\u200d\u200e\u200f\u061c\u180e\u202f\u3000") | {chr(0xE0000 + tag) for tag in range(128)}
"""Characters that belong next to a picture or a letter of a script from outside of Europe."""
_BEYOND = 0x590
_ZERO_WIDTH_SPACE = "\u200b"
_UNSPACED = "[\u0e00-\u109f\u1780-\u17ff\u1a20-\u1aaf]"
"""Letters of Thai, Lao, Burmese, Khmer and others, which have no spaces between words."""


def hidden(text: str) -> dict[int, str]:
    r"""Return the invisible characters of a text that its script does not need, by their places from 0.

    >>> hidden("boy"), hidden("and\u200b"), hidden("\u0645\u06cc\u200c\u0634\u0648\u062f")
    ({}, {3: '\u200b'}, {})
    """
    if text.isprintable():
        return {}
    around = zip(["", *text], text, [*text[1:], ""], strict=False)
    return {
        at: sign
        for at, (before, sign, after) in enumerate(around)
        if _is_hidden(sign) and not _is_needed(sign, before, after)
    }


def _is_hidden(sign: str) -> bool:
    return sign != " " and not sign.isprintable() and category(sign) in _HIDDEN and sign not in _SEEN


def _is_needed(sign: str, before: str, after: str) -> bool:
    if sign == _ZERO_WIDTH_SPACE:
        return bool(re.match(_UNSPACED, before) and re.match(_UNSPACED, after))
    around = [each for each in (before, after) if each]
    return sign in _OF_SCRIPTS and any(ord(each) >= _BEYOND and category(each)[0] in "LMSC" for each in around)


def visible(text: str) -> str:
    r"""Return the text with its invisible characters made visible, unless its script needs them.

    >>> visible("and\u200b"), visible("New\xa0York"), visible("New York")
    ('and<U+200B>', 'New<U+00A0>York', 'New York')
    """
    places = hidden(text)
    return "".join(f"<U+{ord(sign):04X}>" if at in places else sign for at, sign in enumerate(text)) if places else text


def named(sign: str) -> str:
    r"""Return the number and the name of a character.

    >>> named("\u200b"), named("\0")
    ('U+200B ZERO WIDTH SPACE', 'U+0000')
    """
    return f"U+{ord(sign):04X} {name(sign, '')}".rstrip()


_SINGLE_QUOTES = "'\u2018\u2019\u201a\u201b\u2039\u203a`\u00b4"
_DOUBLE_QUOTES = "\u201c\u201d\u201e\u201f\u00ab\u00bb\u301d\u301e\u301f\uff02\u300c\u300d\u300e\u300f"


def quotes_around(token: str) -> str:
    r"""Return the quotes at the ends of a token that are not PENMAN's; a single quote at one end is an apostrophe.

    >>> quotes_around("\u201cRome\u201d") == "\u201c\u201d", quotes_around("'Rome'"), quotes_around("dogs'")
    (True, "''", '')
    """
    ends = [sign for sign in (token[:1], token[1:][-1:]) if sign in tuple(_SINGLE_QUOTES + _DOUBLE_QUOTES)]
    is_around = len(ends) == 2 or ends[:1] in [[sign] for sign in _DOUBLE_QUOTES]
    return "".join(ends) if is_around and token.strip("".join(ends)) else ""
