"""Names with parameters, as in ``sembleu:ngrams=2``: ``NAME:KEY=VALUE,...``, for metrics and for methods."""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Collection, Mapping
from functools import cache
from types import FrameType
from typing import Any, cast

from smatchproof.base.errors import UsageError, quoted, short, unknown
from smatchproof.base.limits import Kind, TextKind, whole_number
from smatchproof.base.messages import logger

NUMBERS: dict[str, Kind[Any]] = {"restarts": whole_number(1, 999_999), "ngrams": whole_number(1, 9)}
"""The parameters that are numbers. All others are texts, which the metric or method has to check."""
_TEXT: Kind[Any] = TextKind("a text", str)
_PACKAGE = __name__.partition(".")[0]


def spelled(name: str, parameters: Mapping[str, object]) -> str:
    """Return a name with its parameters in one text.

    >>> spelled("sembleu", {"ngrams": 2, "reader": "penman"}), spelled("sembleu", {})
    ('sembleu:ngrams=2,reader=penman', 'sembleu')
    """
    return name + ":" * bool(parameters) + ",".join(f"{key}={value}" for key, value in parameters.items())


def split_name(text: str, names: Collection[str]) -> tuple[str, dict[str, str]]:
    """Return the name and the parameters of a text, which may be spelled as in an earlier release.

    Only where a text begins with none of the known `names`, earlier spellings are looked up, with a warning. Raises
    :class:`UsageError` for a parameter that is given twice.

    >>> split_name("sembleu:ngrams=2,reader=penman", ["sembleu"]), split_name("mine.py:greedy", [])
    (('sembleu', {'ngrams': '2', 'reader': 'penman'}), ('mine.py:greedy', {}))
    >>> split_name("smatch:method=S:restarts=7", ["smatch"])
    ('smatch', {'method': 'S:restarts=7'})
    """
    if text.partition(":")[0] not in names:
        text = _as_spelled_now(text)
    head, equals, _ = text.partition("=")
    name, _, key = head.rpartition(":")
    if not (name and equals and key.isidentifier()):
        if (name := text.partition(":")[0]) in names and name != text:
            raise UsageError(f"{quoted(text)} has no parameter; write {name}:KEY=VALUE, or {name} alone")
        return text, {}
    pairs = [part.partition("=") for part in text[len(name) + 1 :].split(",")]
    parameters = {key: value for key, _, value in pairs}
    if len(parameters) < len(pairs):
        raise UsageError(f"{quoted(text)} has a parameter twice; give each once")
    return name, parameters


def read_parameters(
    owner: str, stated: Mapping[str, str], accepted: Collection[str], values: Mapping[str, object] = {}
) -> dict[str, Any]:
    """Return the parameters of a metric or method: those `stated` in the text that names it, and further `values`.

    Raises :class:`UsageError` for one that is not `accepted`, that is in both, or whose value cannot be.

    >>> read_parameters("sembleu", {"ngrams": "2"}, ["ngrams", "reader"], {"reader": "penman"})
    {'ngrams': 2, 'reader': 'penman'}
    >>> read_parameters("sembleu", {}, ["ngrams", "reader"], {"ngram": 2})
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.UsageError: unknown sembleu parameter 'ngram'; choose from ngrams, reader; did you mean ngrams?
    """  # noqa: E501
    for key in values:
        if key in stated:
            raise UsageError(f"{quoted(spelled(owner, stated))} says its {key}; leave one of the two out")
    found = {}
    for key, value in {**stated, **values}.items():
        if not accepted:
            raise UsageError(f"{owner} takes no parameters; leave out {key}")
        if key not in accepted:
            raise unknown(f"{owner} parameter", key, accepted)
        kind = NUMBERS.get(key, _TEXT)
        try:
            found[key] = kind.parse(stated[key]) if key in stated else kind.read(value)
        except (ValueError, TypeError):
            shown = quoted(value) if isinstance(value, str) else short(repr(value), 60)
            raise UsageError(f"{key} of {owner}: expected {kind.expected}, found {shown}") from None
    return found


_SPELLED_BEFORE = {
    r"sembleu(-k(?P<ngrams>[1-9]))?(@(?P<commit>530bc05))?(\+(?P<reader>penman))?": "sembleu",
    r"(?P<name>(graded-)?smatch|s2match|bamboo-smatch(pp)?)@(?P<method>.+)": "",
    r"(?P<restarts>[1-9][0-9]{0,5})R": "R",
    r"(?P<name>[SF])\+(?P<restarts>[1-9][0-9]{0,5})R": "",
}
"""Earlier spellings, which had parameters in the letters of names, and the names where these were no part of them."""


@cache
def _as_spelled_now(text: str) -> str:
    """Return the text of today for one of an earlier release, with a warning, once for each; others as they are."""
    for pattern, name in _SPELLED_BEFORE.items():
        if found := re.fullmatch(pattern, text):
            parts = {key: value for key, value in found.groupdict().items() if value}
            now = spelled(parts.pop("name", name), parts)
            if now != text:
                warning = f"{text} is an old spelling; write {now}"
                warnings.warn(warning, DeprecationWarning, stacklevel=level_of_caller())
                logger().info(warning)  # commands print it
            return now
    return text


def level_of_caller() -> int:
    """Return the level of the stack, for a warning of the calling function, at which this package was called."""
    level, frame = 0, cast("FrameType | None", sys._getframe(1))
    while frame and frame.f_globals.get("__name__", "").partition(".")[0] == _PACKAGE:
        level, frame = level + 1, frame.f_back
    return level + 1
