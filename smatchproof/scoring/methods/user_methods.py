"""Methods of users: called, stopped when they run over their limit, and recounted, never believed."""

from __future__ import annotations

import operator
import time
from collections.abc import Mapping, Sequence, Set
from copy import copy
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Protocol

from smatchproof.base.errors import UsageError
from smatchproof.plugins import Group, NamedCallable, users_code
from smatchproof.plugins.code import error_line
from smatchproof.problem.problem import AlignmentProblem, recount
from smatchproof.problem.solution import Moment, Solution, SolveParams, Status
from smatchproof.scoring.methods.deadline import DeadlinePassed, call_within

GRACE_SECONDS = 1.0
"""Seconds that a method has beyond its time limit to come to an end; then it is stopped."""


class MethodFailure(UsageError):
    """A method of a user gave no answer that counts; the text says why, in one line."""

    trace: tuple[Moment, ...] = ()
    """The moments that the method has reported until then."""


class UserMethod(Protocol):
    """A user's method: a function, or any object that can be called like one.

    It gets the problem and the parameters of the solve (`params.seed` seeds all that is random, `params.time_limit`
    is in seconds or ``None``) and returns the index of the right partner of each left variable, ``None`` where there
    is none, no partner twice; or a :class:`~smatchproof.problem.solution.Solution`, of which only the alignment counts.
    Methods run in several processes, so the same problem and seed have to get the same answer everywhere.
    """

    def __call__(self, problem: AlignmentProblem, params: SolveParams, /) -> Sequence[int | None] | Solution:
        """An alignment of the problem's variables."""


@dataclass(frozen=True, slots=True)
class NamedMethod:
    """The solver of a user's method, found by its name in whatever process it runs.

    Its solutions hold the value recounted from the alignment, the counting bound, and the seconds on our clock.
    Raises :class:`MethodFailure` where the method raises, runs `grace` seconds over its limit or returns no alignment.
    """

    name: str
    grace: float = GRACE_SECONDS

    def __call__(self, problem: AlignmentProblem, params: SolveParams = SolveParams()) -> Solution:
        """Run the method on a problem."""
        found = NamedCallable(Group.METHOD, self.name).object
        reports = Reports(problem, time.perf_counter())
        try:
            mapping = self._mapping(found.value, problem, replace(params, report=reports))
        except MethodFailure as failure:
            failure.trace = tuple(reports.trace)
            raise
        mapping, seconds = reports.best_of(mapping)
        bound, trace = problem.trivial_bound(), tuple(reports.trace)
        return Solution.of(problem, mapping, bound, Status.HEURISTIC, seconds=seconds, trace=trace)

    def _mapping(self, method: UserMethod, problem: AlignmentProblem, params: SolveParams) -> tuple[int | None, ...]:
        """The alignment of a problem that the method has only a copy of. To read it is part of its time."""

        def answer() -> tuple[int | None, ...]:
            with users_code(self.name, MethodFailure, passing=()):
                found = method(copy(problem), params)
            try:
                return alignment_of(found, problem.left_size, problem.right_size)
            except ValueError as error:
                raise MethodFailure(f"{self.name} returned {error}") from None

        limit = None if params.time_limit is None else params.time_limit + self.grace
        try:
            return call_within(limit, answer)
        except DeadlinePassed:
            message = f"did not end within its time limit of {params.time_limit:g} s and {self.grace:g} s more"
            raise MethodFailure(f"{self.name} {message}") from None


MOST_STEPS = 2**63 - 1
"""Reports of experiments keep steps in 64 bits."""


@dataclass(slots=True)
class Reports:
    """The alignments that a method reports while it runs: each is recounted, and the clock stands still for that."""

    problem: AlignmentProblem
    begin: float
    best: tuple[int | None, ...] | None = None
    number: int = 0
    steps: int = 0
    trace: list[Moment] = field(default_factory=list)

    def __call__(self, alignment: Sequence[int | None], steps: int | None = None, /) -> None:
        """Take note of an alignment. Raises ``ValueError`` for what is none, and for steps that go back or too far."""
        now = time.perf_counter()
        mapping = alignment_of(alignment, self.problem.left_size, self.problem.right_size)
        steps = self.number + 1 if steps is None else operator.index(steps)
        if not self.steps <= steps <= MOST_STEPS:
            raise ValueError(
                f"{steps} steps after {self.steps}; expected a number that does not fall, up to {MOST_STEPS}"
            )
        self.number, self.steps = self.number + 1, steps
        value = recount(self.problem, mapping)
        if self.best is None or value > self.trace[-1].matched:
            self.best = mapping
            self.trace.append(Moment(self.number, steps, value, now - self.begin))
        self.begin += time.perf_counter() - now

    def best_of(self, mapping: tuple[int | None, ...]) -> tuple[tuple[int | None, ...], float]:
        """The best that was reported or returned, and the seconds of all; a trace ends there."""
        seconds = time.perf_counter() - self.begin
        if self.best is None:
            return mapping, seconds
        last, value = self.trace[-1], recount(self.problem, mapping)
        best = self.best if last.matched >= value else mapping
        self.trace.append(Moment(self.number, self.steps, max(last.matched, value), seconds))
        return best, seconds


def alignment_of(answer: Any, left_size: int, right_size: int) -> tuple[int | None, ...]:
    """The alignment that a method has returned, alone or in a :class:`Solution`, in Python's integers.

    Raises ``ValueError`` with the object that was returned instead. Linear in the sizes.

    >>> alignment_of([1, None], 2, 2)
    (1, None)
    >>> alignment_of([1, 1], 2, 2)
    Traceback (most recent call last):
    ...
    ValueError: no one-to-one alignment: left variables 0 and 1 both have partner 1
    """
    if isinstance(answer, Solution):
        answer = answer.mapping
    if isinstance(answer, str | bytes | Mapping | Set) or not (
        hasattr(answer, "__len__") and hasattr(answer, "__getitem__")
    ):
        raise ValueError(f"{_kind(answer)}, expected a sequence with the partner of each left variable, or a Solution")
    try:
        size = len(answer)
        partners = list(islice(answer, left_size + 1)) if size == left_size else []
    except Exception as error:
        raise ValueError(f"{_kind(answer)} that cannot be read: {error_line(error)}") from None
    if size != left_size:
        raise ValueError(f"{size} partners for {left_size} left variables")
    if len(partners) != left_size:
        raise ValueError(f"{_kind(answer)} whose length is not the number of its partners")
    holder: dict[int, int] = {}
    for left, value in enumerate(partners):
        partner = partners[left] = _partner(left, value, right_size)
        if partner is not None and holder.setdefault(partner, left) != left:
            both = f"left variables {holder[partner]} and {left} both have partner {partner}"
            raise ValueError(f"no one-to-one alignment: {both}")
    return tuple(partners)


def _partner(left: int, value: Any, right_size: int) -> int | None:
    if value is None:
        return None
    try:
        partner = operator.index(value)
    except Exception:  # whatever its class does
        partner = None
    if partner is None or isinstance(value, bool):
        raise ValueError(f"{_kind(value)} as partner of left variable {left}, expected a whole number or None")
    if not 0 <= partner < right_size:
        found = str(partner) if abs(partner) < 10**9 else "a large number"
        raise ValueError(f"{found} as partner of left variable {left}, expected None or 0 to {right_size - 1}")
    return partner


def _kind(value: Any) -> str:
    """A value in a few words.

    >>> _kind(None), _kind({}), _kind("x" * 100)
    ('None', 'a dict', 'a str')
    """
    if value is None:
        return "None"
    name = type(value).__name__
    return f"{'an' if name[:1] in 'aeiouAEIOU' else 'a'} {name}"
