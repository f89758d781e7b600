"""The heuristics by name: those of Cai & Knight (2013) under the paper's names, and iterated local search."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from smatchproof.base.errors import unknown
from smatchproof.public import AlignmentProblem, Method, Solution, SolveParams, Solver

_OPTIONS = frozenset({"time_limit", "memory_limit", "seed"})
"""The options of a solve that the searches support. A pair over its memory limit never reaches them."""


# ---- the searches, each loaded when it first searches: most scores need none of them


def _based(in_order: bool, problem: AlignmentProblem, params: SolveParams = SolveParams()) -> Solution:
    from smatchproof.lab.heuristics.climbing import base

    return base(problem, params, in_order=in_order)


def _climbed(
    smart: bool, starts: int, in_order: bool, problem: AlignmentProblem, params: SolveParams = SolveParams()
) -> Solution:
    from smatchproof.lab.heuristics.climbing import hill_climbing

    return hill_climbing(smart, starts, in_order, problem, params)


def _course(
    problem: AlignmentProblem, params: SolveParams = SolveParams()
) -> Iterator[tuple[tuple[int | None, ...], int]]:
    from smatchproof.lab.heuristics.climbing import climb_path

    return climb_path(problem, params)


def _iterated(problem: AlignmentProblem, params: SolveParams = SolveParams()) -> Solution:
    from smatchproof.lab.heuristics.iterated import iterated_local_search

    return iterated_local_search(problem, params)


# ---- their entries


def _climbing(name: str) -> Method | None:
    """The hill-climbing of this name: ``R``, ``kR``, ``S`` or ``S+kR`` with an integer k from 1 to 999999.

    ``F`` in place of ``S`` is the paper's smart start, in the order of the text.
    """
    parts = re.fullmatch(r"(?P<smart>[SF])(\+(?P<more>[1-9][0-9]{0,5})R)?|(?P<random>[1-9][0-9]{0,5})?R", name)
    if not parts:
        return None
    if parts["smart"]:
        number = int(parts["more"] or 0)
        starts = _START[parts["smart"]] + (f" and {_random_starts(number)}" if number else "")
    else:
        number = int(parts["random"] or 1)
        starts = _random_starts(number)
    solve = partial(_climbed, parts["smart"] is not None, number, parts["smart"] == "F")
    course = _course if name == "R" else None
    return Method(name, f"hill-climbing from {starts}", solve, options=_OPTIONS, course=course)


def _random_starts(number: int) -> str:
    return "one random start" if number == 1 else f"{number} random starts"


_START = {"S": "the smart start", "F": "the smart start of the paper, in the order of the text,"}
_BASES = (
    Method("Base", "the smart start: variables with a concept in common", partial(_based, False), options=_OPTIONS),
    Method("F-Base", f"{_START['F']} alone", partial(_based, True), options=_OPTIONS),
)
_ITERATED = Method("ILS", "iterated local search with kicks along the matches", _iterated, options=_OPTIONS)
_CLIMBINGS = map(_climbing, ("R", "10R", "S", "S+4R", "S+9R"))

HEURISTICS: dict[str, Method] = {
    entry.name: entry for entry in (_BASES[0], *_CLIMBINGS, _ITERATED) if entry is not None
}
"""The methods that the paper compares, and ours. :func:`heuristic` accepts further numbers of starts."""


def heuristic(name: str) -> Method:
    """Return the heuristic of this name: one of :data:`HEURISTICS`, or ``kR`` or ``S+kR`` with any k from 1.

    ``F-Base``, ``F`` and ``F+kR`` begin with the paper's smart start.

    >>> heuristic("S+2R").summary
    'hill-climbing from the smart start and 2 random starts'
    >>> heuristic("S+0R")
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.UsageError: unknown heuristic 'S+0R'; choose from Base, R, 10R, S, S+4R, S+9R, ILS, or kR and S+kR with a whole number k from 1 to 999999; did you mean S+9R?
    """  # noqa: E501
    found = HEURISTICS.get(name) or _climbing(name) or (_BASES[1] if name == _BASES[1].name else None)
    if found is None:
        raise unknown("heuristic", name, HEURISTICS, ", or kR and S+kR with a whole number k from 1 to 999999")
    return found


def named(name: str) -> Solver:
    """Return the solver of the heuristic of this name. Raises :class:`UsageError` as :func:`heuristic` does.

    >>> named("10R").args
    (False, 10, False)
    """
    return heuristic(name).solve
