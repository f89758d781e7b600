"""Tests that every similarity passes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations

from smatchproof.base.errors import UsageError
from smatchproof.similarity.similarity import CallableSimilarity, Similarity, named_similarity
from smatchproof.testing.instances import refuse, require

_WORDS = ("boy", "girl", "want-01", "want-02", "run", "Boy", "-", "3", "New York", "ä", "")


def check_similarity(
    similarity: str | Similarity | Callable[[str, str], float], *, words: Iterable[str] = _WORDS
) -> None:
    """Check a similarity, by its name or itself, on every two of some words.

    It has to be a number from 0 to 1, the same at every call, and the same in both directions unless it says
    otherwise.

    >>> check_similarity(lambda left, right: float(left[:1] == right[:1]))
    >>> check_similarity(lambda left, right: float(left < right))
    Traceback (most recent call last):
    ...
    AssertionError: similarity '<lambda>' of 'boy' and 'girl' is 1.0, but of 'girl' and 'boy' it is 0.0; ...
    """
    if isinstance(similarity, str):
        asked: Callable[[str, str], float] = named_similarity(similarity)
    elif hasattr(similarity, "signature"):
        asked = similarity
    else:
        asked = CallableSimilarity(similarity, getattr(similarity, "__name__", type(similarity).__name__))
    for left, right in combinations(words, 2):
        try:
            number, again = asked(left, right), asked(left, right)
        except UsageError as error:
            refuse(str(error))
        require(0 <= number <= 1, f"the similarity of {left!r} and {right!r} is {number!r}")
        require(number == again, f"the similarity of {left!r} and {right!r} is {number!r}, and then {again!r}")
