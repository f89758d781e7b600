"""The heuristics by name: those of Cai & Knight (2013) under the paper's names, and iterated local search."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import Any

from smatchproof.public import Method

_OPTIONS = frozenset({"time_limit", "memory_limit", "seed"})
"""The options of a solve that the searches support. A pair over its memory limit never reaches them."""


def _search(module: str, name: str, *choices: Any, **options: Any) -> Any:
    """Run a search of a module of this folder, loaded when it first searches: most scores need none of them."""
    return getattr(import_module(f"{__package__}.{module}"), name)(*choices, **options)


_START = {"S": "the smart start", "F": "the smart start of the paper, in the order of the text,"}
_NAMES = {("R", 1): "R", ("R", 10): "10R", ("S", 0): "S", ("S", 4): "S+4R", ("S", 9): "S+9R", ("F", 0): "F"}
"""The names of the paper, by start and restarts; ``F`` is its smart start in the order of the text."""


def _climbing(start: str, restarts: int) -> Method:
    """Return the hill-climbing from a smart start, or from none (``R``), and from a number of random ones."""
    name = _NAMES.get((start, restarts), f"{start}:restarts={restarts}")
    random = "one random start" if restarts == 1 else f"{restarts} random starts"
    words = " and ".join([*([_START[start]] if start in _START else []), *([random] if restarts else [])])
    return Method(
        name,
        f"hill-climbing from {words}",
        partial(_search, "climbing", "hill_climbing", start in _START, restarts, start == "F"),
        options=_OPTIONS,
        course=partial(_search, "climbing", "climb_path") if name == "R" else None,
        label="" if ":" not in name else f"{restarts}R" if start == "R" else f"{start}+{restarts}R",
        restarted=partial(_climbing, start) if name == start else None,
    )


_BASE, _ILS = partial(_search, "climbing", "base"), partial(_search, "iterated", "iterated_local_search")
HEURISTICS: dict[str, Method] = {
    entry.name: entry
    for entry in (
        Method("Base", "the smart start: variables with a concept in common", _BASE, options=_OPTIONS),
        *(_climbing(*made) for made in _NAMES),
        Method("F-Base", f"{_START['F']} alone", partial(_BASE, in_order=True), options=_OPTIONS),
        Method("ILS", "iterated local search with kicks along the matches", _ILS, options=_OPTIONS),
    )
}
"""The methods that the paper compares, and ours."""
