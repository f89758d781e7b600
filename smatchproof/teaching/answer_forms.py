"""The forms in which people write an answer: numbers, pairs, lists, truth values. Each reader raises :class:`Wrong`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import islice
from numbers import Rational, Real
from typing import Any

LONGEST = 200
"""Lists of more members than this are no answers."""
_WRITTEN = re.compile(r"[+-]?\d{1,12}(\.\d{0,20})?(e[+-]?\d{1,2})?|[+-]?\d{1,12} ?/ ?\d{1,12}", re.IGNORECASE)
_WORDS = {"true": True, "t": True, "1": True, "false": False, "f": False, "0": False}


class Wrong(Exception):
    """An answer is not right; the text is a hint."""


def demand(condition: object, hint: str) -> None:
    """Raise :class:`Wrong` unless the condition holds."""
    if not condition:
        raise Wrong(hint)


def fraction(answer: Any) -> Fraction:
    """A number as a fraction: a whole one, a fraction, a decimal, or a text that says one of these.

    >>> [str(fraction(each)) for each in (3, "8 / 11", 8 / 11, "0.7272727272727273", Fraction(8, 11))]
    ['3', '8/11', '8/11', '8/11', '8/11']
    """
    demand(not isinstance(answer, bool) and isinstance(answer, Real | str), "A number is asked for.")
    if isinstance(answer, Rational):
        return Fraction(answer)
    text = str(answer).strip()
    demand(_WRITTEN.fullmatch(text), "A number is asked for, such as 12, 3/4 or 0.75.")
    if "/" in text:
        demand(int(text.split("/")[1]), "A number is asked for, and nothing is divided by 0.")
        return Fraction(text.replace(" ", ""))
    return Fraction(text).limit_denominator(10**6)


def whole(answer: Any) -> int:
    """A whole number.

    >>> whole("18"), whole(18.0)
    (18, 18)
    """
    number = fraction(answer)
    demand(number.denominator == 1, "A whole number is asked for.")
    return int(number)


def listed(answer: Any, longest: int = LONGEST) -> list[Any]:
    """The members of a list, tuple, set or other collection that ends."""
    demand(isinstance(answer, Iterable) and not isinstance(answer, str | bytes), "A list is asked for.")
    members = list(islice(answer, longest + 1))
    demand(len(members) <= longest, f"More than {longest:,} members are no answer.")
    return members


def pair(answer: Any) -> tuple[Any, Any]:
    """Two things in their order."""
    members = listed(answer)
    demand(len(members) == 2 and not isinstance(answer, set | frozenset), "A pair is asked for.")
    return members[0], members[1]


def truth_values(answer: Any, number: int) -> list[bool]:
    """Read `number` truth values: a list or a word, a dictionary by variable, or the literals that are true.

    >>> truth_values((0, True, "false"), 3) == truth_values("FTF", 3) == truth_values({"x2": True, "x1": 0, "x3": 0}, 3)
    True
    >>> truth_values((-1, 2, -3), 3)
    [False, True, False]
    """
    if isinstance(answer, Mapping):
        names = {str(name).lstrip("x"): value for name, value in answer.items()}
        demand(
            names.keys() == {str(at) for at in range(1, number + 1)}, f"The values of x1 to x{number} are asked for."
        )
        return [_truth(names[str(at)]) for at in range(1, number + 1)]
    members = [*answer] if isinstance(answer, str) and len(answer) <= LONGEST else listed(answer)
    demand(len(members) == number, f"{number} truth values are asked for.")
    if [abs(each) for each in members if isinstance(each, int)] == [*range(1, number + 1)] and number > 1:
        return [each > 0 for each in members]
    return [_truth(each) for each in members]


def _truth(value: Any) -> bool:
    said = _WORDS.get(str(value).strip().lower()) if isinstance(value, str | int) else None
    if said is None:
        raise Wrong("A truth value is true or false, 1 or 0.")
    return said
