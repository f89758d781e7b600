"""Names with parameters, as in ``sembleu:ngrams=2``: ``NAME:KEY=VALUE,...``, for metrics and for methods."""

from __future__ import annotations

import logging
import re
import warnings
from collections.abc import Collection, Mapping
from functools import cache
from typing import Any

from smatchproof.base.errors import UsageError, quoted, unknown
from smatchproof.base.value_kinds import Kind, TextKind, whole_number

_NUMBERS: dict[str, Kind[int]] = {"restarts": whole_number(1, 999_999), "ngrams": whole_number(1, 9)}
"""The parameters that are numbers. All others are texts, which the metric or method has to check."""


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


def joined(text: str, given: Mapping[str, object], parameters: Mapping[str, object]) -> dict[str, object]:
    """Return the parameters in a text and those beside it. Raises :class:`UsageError` for one that is in both."""
    if twice := [key for key in parameters if key in given]:
        raise UsageError(f"{quoted(text)} says its {twice[0]}; leave one of the two out")
    return {**given, **parameters}


def read_parameters(owner: str, given: Mapping[str, object], accepted: Collection[str]) -> dict[str, Any]:
    """Return the values of parameters, texts or objects, that are `given` to a metric or method.

    Raises :class:`UsageError` for one that is not `accepted`, or whose value cannot be.

    >>> read_parameters("sembleu", {"ngrams": "2"}, ["ngrams", "reader"])
    {'ngrams': 2}
    >>> read_parameters("sembleu", {"ngram": 2}, ["ngrams", "reader"])
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.UsageError: unknown sembleu parameter 'ngram'; choose from ngrams, reader; did you mean ngrams?
    """  # noqa: E501
    values = {}
    for key, value in given.items():
        if key not in accepted:
            raise unknown(f"{owner} parameter", key, accepted or ["none"])
        kind: Kind[Any] = _NUMBERS.get(key, TextKind("a text", str))
        try:
            values[key] = kind.parse(value) if isinstance(value, str) else kind.read(value)
        except (ValueError, TypeError):
            raise UsageError(f"{key} of {owner}: expected {kind.expected}, found {quoted(value)}") from None
    return values


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
                warnings.warn(warning, DeprecationWarning, stacklevel=2)
                logging.getLogger(__name__).info(warning)  # commands print it
            return now
    return text
