"""The vocabulary of :data:`smatchproof.generators.statistics.DEFAULT`: everyday English, made up for this project.

No corpus was counted for it. The frames have PropBank's form (a sense number, numbered arguments) and the constructions
(names, dates, quantities, conjunctions) are those of the AMR guidelines; how frequent anything is was chosen by hand,
so that the graphs are about as large, as dense and as repetitive as those of short sentences are.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from importlib import resources
from typing import Any

_DATA: dict[str, str] = tomllib.loads(
    resources.files("smatchproof.generators").joinpath("vocabulary.toml").read_text(encoding="utf-8")
)


def tables() -> dict[str, Any]:
    """The counts, in the form that :meth:`CorpusStatistics.of_counts` takes."""
    groups = {name: Counter(row) for name, row in _rows(_DATA["groups"]).items()}
    frames = _triples(_DATA["frames"])
    groups["frames"] = Counter({frame: int(count) for frame, count, _ in frames})
    concepts = {role: _concepts(row, groups) for role, row in _rows(_DATA["concepts"]).items()}
    for context, row in _rows(_DATA["concepts_above"]).items():
        concepts.setdefault(context, Counter()).update(_concepts(row, groups))
    branches = {**_rows(_DATA["branches"]), **_constructions()}
    arguments = {leaf: {"": 90} for leaf in _DATA["leaves"].split()}
    for group in ("times", "traits", "manners", "units", "lengths"):
        arguments.update({concept: {"degree": 5, "": 90} for concept in groups[group]})
    arguments.update(_rows(_DATA["arguments"]))
    arguments["/frame"] = {"ARG0": 50, "ARG1": 60, "ARG2": 15, "ARG4": 5, "time": 9, "location": 6, "manner": 6, "": 90}
    for frame, _, numbers in frames:
        branches.update(_frame_branches(frame, [f"ARG{number}" for number in numbers]))
        arguments[frame] = {**{f"ARG{number}": 20 for number in numbers}, "time": 2, "location": 1, "manner": 1, "": 20}
    return {
        "sizes": _counts(_DATA["sizes"]),
        "concepts": concepts,
        "branches": branches,
        "constants": _rows(_DATA["constants"]),
        "arguments": arguments,
        "reentrancies": _rows(_DATA["reentrancies"]),
        "repeats": _rows(_DATA["repeats"]),
        "mentions": {
            f"{kind} {below}": count for kind, row in _rows(_DATA["mentions"]).items() for below, count in row.items()
        },
    }


def _counts(text: str) -> dict[str, int]:
    """``value count value count ...``; a full stop is the end of the branches."""
    words = text.split()
    return {"" if value == "." else value: int(count) for value, count in zip(words[::2], words[1::2], strict=True)}


def _rows(text: str) -> dict[str, dict[str, int]]:
    """``context | value count ...`` on each line; a context may go on in a second line."""
    rows: dict[str, dict[str, int]] = {}
    for line in text.strip().splitlines():
        context, _, counts = line.partition("|")
        rows.setdefault(context.strip(), {}).update(_counts(counts))
    return rows


def _triples(text: str) -> list[tuple[str, str, str]]:
    words = text.split()
    return list(zip(words[::3], words[1::3], words[2::3], strict=True))


def _concepts(row: Mapping[str, int], groups: Mapping[str, Counter[str]]) -> Counter[str]:
    """The concepts of some groups, each group with its weight, whatever its size; a single concept is its own group.

    >>> _concepts({"pets": 3, "and": 1}, {"pets": Counter(cat=1, dog=1)})
    Counter({'cat': 150, 'dog': 150, 'and': 100})
    """
    counts: Counter[str] = Counter()
    for name, weight in row.items():
        group = groups.get(name, Counter({name: 1}))
        counts.update({concept: max(1, 100 * weight * count // group.total()) for concept, count in group.items()})
    return counts


def _constructions() -> dict[str, dict[str, int]]:
    """The rows of concepts whose branches are their own."""
    rows = {f"{concept} ^": {"": 40} for concept in _DATA["leaves"].split()}
    for line in _DATA["branches_of"].strip().splitlines():
        concept, *parts = (part.strip() for part in line.split("|"))
        for part in parts:
            previous, _, counts = part.partition(" ")
            rows[f"{concept} {previous}"] = _counts(counts)
    return rows


def _frame_branches(frame: str, arguments: list[str]) -> dict[str, dict[str, int]]:
    """The rows of a frame: its arguments in their order, most of them expressed; then adjuncts, or the end."""
    adjuncts = {"time": 7, "location": 4, "manner": 4, "purpose": 2, "cause": 2, "": 70}
    before = ["^", *arguments]
    rows: dict[str, dict[str, int]] = {}
    for at, previous in enumerate(before):
        to_come = arguments[at:]
        weights = dict(zip(to_come, (200, 40, 10), strict=False))
        rows[f"{frame} {previous}"] = {**adjuncts, **weights}
    rows[f"{frame} ^"] |= {"": 20, "polarity=": 26, "mode=": 4}
    rows[f"{frame} polarity="] = rows[f"{frame} mode="] = dict(zip(arguments, (60, 20, 5), strict=False)) | {"": 5}
    return rows
