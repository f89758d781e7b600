"""The forms in which people write an answer: numbers, pairs, lists, truth values. Each reader raises :class:`Wrong`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
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
    """An integer.

    >>> whole("18"), whole(18.0)
    (18, 18)
    """
    try:
        number = fraction(answer)
    except Wrong:  # a fraction would not do
        raise Wrong("A whole number is asked for.") from None
    demand(number.denominator == 1, "A whole number is asked for.")
    return int(number)


def listed(answer: Any, longest: int = LONGEST, form: str = "A list", too_long: type[Exception] = Wrong) -> list[Any]:
    """The members of a list, tuple, set or other collection that ends; `form` says what was to be given.

    Raises `too_long` for more than `longest` members.
    """
    demand(isinstance(answer, Iterable) and not isinstance(answer, str | bytes), f"{form} is asked for.")
    members = list(islice(answer, longest + 1))
    if len(members) > longest:
        raise too_long(f"More than {longest:,} members are no answer.")
    return members


def pair(answer: Any) -> tuple[Any, Any]:
    """Two things in their order."""
    members = listed(answer)
    demand(len(members) == 2 and not isinstance(answer, set | frozenset), "A pair is asked for.")
    return members[0], members[1]


def demand_once(members: list[Any], kind: str) -> None:
    """Raise :class:`Wrong`, with the first member that is there twice, unless all are different."""
    for at, member in enumerate(members):
        first = members.index(member)
        demand(first == at, f"{kind} {member} is there twice, at places {first + 1} and {at + 1}.")


def one_to_one(answer: Any, left: Collection[Any], right: Collection[Any]) -> dict[Any, Any]:
    """Read an alignment of these variables: a dictionary, or a list of pairs. Errors name variables that share a
    partner.

    >>> one_to_one({"a": "x", "b": "x"}, ["a", "b"], ["x"])
    Traceback (most recent call last):
    ...
    smatchproof.lab.teaching.answer_forms.Wrong: Not one-to-one: a and b both have the partner x.
    """
    form = "A dictionary or a list of pairs"
    given = answer.items() if isinstance(answer, Mapping) else map(pair, listed(answer, form=form))
    partners: dict[Any, Any] = {}
    for one, other in given:
        demand(one in left, f"{one} stands for nothing on the left: choose from {', '.join(map(str, left))}.")
        demand(other in right, f"{other} stands for nothing on the right: choose from {', '.join(map(str, right))}.")
        demand(one not in partners, f"Not one-to-one: {one} has two partners, {partners.get(one)} and {other}.")
        sharing = next((each for each, partner in partners.items() if partner == other), None)
        demand(sharing is None, f"Not one-to-one: {sharing} and {one} both have the partner {other}.")
        partners[one] = other
    return partners


def truth_values(answer: Any, number: int) -> list[bool]:
    """Read `number` truth values: a list, or a word of as many letters.

    >>> truth_values((0, True, "false"), 3) == truth_values("FTF", 3) == truth_values("010", 3)
    True
    """
    members = listed([*answer] if isinstance(answer, str) else answer)
    demand(len(members) == number, f"{number} truth values are asked for.")
    said = [_WORDS.get(str(each).strip().lower()) for each in members]
    demand(None not in said, "A truth value is true or false, 1 or 0.")
    return [value is True for value in said]
