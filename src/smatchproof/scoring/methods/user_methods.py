"""Users' methods. Their alignments are always recounted."""

from __future__ import annotations

import json
import operator
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence, Set
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

from smatchproof.base.errors import short
from smatchproof.base.record import Record, Struct, field, replace
from smatchproof.base.user_code import COMMAND, NamedCallable, UserCodeError, program_path, users_code
from smatchproof.problem.problem import AlignmentProblem, recount
from smatchproof.problem.solution import Moment, Solution, SolveParams, Status


class MethodFailure(UserCodeError):
    """A user's method gave no valid result; the text says why, in one line."""

    trace: tuple[Moment, ...] = ()
    """The moments that the method reported before it failed."""


class UserMethod(Protocol):
    """A user's method: a function, or any object that can be called like one.

    It gets the problem and the parameters of the solve (`params.seed` seeds all random choices, `params.time_limit` is
    in seconds or ``None``). It returns the index of the right partner of each left variable or ``None``, no partner
    twice; or a :class:`~smatchproof.problem.solution.Solution`, of which only the alignment is used. Methods run in
    several processes, so the same problem and seed have to give the same result everywhere.
    """

    def __call__(self, problem: AlignmentProblem, params: SolveParams, /) -> Sequence[int | None] | Solution:
        """Return an alignment of the problem's variables."""


class NamedMethod(Record):
    """The solver of a user's method, which is found by its name in any process.

    Its solutions have the value recounted from the alignment, the counting bound, and the seconds on our clock. Raises
    :class:`MethodFailure` if the method raises or returns no alignment. A time limit is passed on, not enforced.
    """

    name: str

    def __call__(self, problem: AlignmentProblem, params: SolveParams = SolveParams()) -> Solution:
        """Run the method on a problem."""
        reports = Reports(problem, time.perf_counter())
        try:
            call = Program(self.name) if self.name.startswith(COMMAND) else NamedCallable(self.name)
            with users_code(self.name):
                answer = call(problem, replace(params, report=reports))
            mapping, seconds = reports.best_of(alignment_of(answer, problem.left_size, problem.right_size))
        except (UserCodeError, ValueError) as error:
            is_raised = isinstance(error, UserCodeError)
            failure = MethodFailure(str(error) if is_raised else f"{self.name} returned {error}")
            failure.traceback, failure.trace = getattr(error, "traceback", ""), tuple(reports.trace)
            raise failure from None
        trace = tuple(reports.trace)
        return Solution.of(problem, mapping, problem.trivial_bound(), Status.HEURISTIC, seconds=seconds, trace=trace)


MOST_STEPS = 2**63 - 1
"""Reports of experiments keep steps in 64 bits."""


class Reports(Struct):
    """The alignments that a method reports while it runs: each is recounted, which does not count as its time."""

    problem: AlignmentProblem
    begin: float
    best: tuple[int | None, ...] | None = None
    number: int = 0
    steps: int = 0
    trace: list[Moment] = field(default_factory=list)

    def __call__(self, alignment: Sequence[int | None], steps: int | None = None, /) -> None:
        """Note an alignment. Raises ``ValueError`` if it is none, and for steps that decrease or are too large."""
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
        """Return the best alignment that was reported or returned, and all seconds; the trace ends there."""
        seconds = time.perf_counter() - self.begin
        if self.best is None:
            return mapping, seconds
        last, value = self.trace[-1], recount(self.problem, mapping)
        best = self.best if last.matched >= value else mapping
        self.trace.append(Moment(self.number, self.steps, max(last.matched, value), seconds))
        return best, seconds


def alignment_of(answer: Any, left_size: int, right_size: int) -> tuple[int | None, ...]:
    """Return the alignment in a method's result, a sequence or a :class:`Solution`, in Python integers.

    Raises ``ValueError`` that names the result if it is no alignment. Linear in the sizes.

    >>> alignment_of([1, None], 2, 2)
    (1, None)
    >>> alignment_of([1, 1], 2, 2)
    Traceback (most recent call last):
    ...
    ValueError: no one-to-one alignment: two left variables have partner 1
    """
    given = answer.mapping if isinstance(answer, Solution) else answer
    try:
        if isinstance(given, Mapping | Set):
            raise TypeError
        partners = tuple(None if each is None else operator.index(each) for each in given)
    except TypeError:
        kind = "None" if answer is None else type(answer).__name__
        raise ValueError(f"{kind}, expected the index of its partner, or None, for each left variable") from None
    if len(partners) != left_size:
        raise ValueError(f"{len(partners)} partners for {left_size} left variables")
    taken: set[int] = set()
    for partner in partners:
        if partner is not None and not 0 <= partner < right_size:
            raise ValueError(f"partner {partner}, expected None or the index of a right variable, from 0")
        if partner in taken:
            raise ValueError(f"no one-to-one alignment: two left variables have partner {partner}")
        if partner is not None:
            taken.add(partner)
    return partners


# ---- methods in other languages: programs that read a problem from a file and print an alignment


class Program(Record):
    """Calls the program of this name: ``PROGRAM FILE``, with the problem in a JSON file.

    The program prints a line ``LEFT RIGHT`` for each aligned pair of variables, and ends with 0. The time limit is in
    the file; a program that ignores it is not stopped.
    """

    name: str

    def __call__(self, problem: AlignmentProblem, params: SolveParams) -> list[int | None]:
        """Return the partner of each left variable. Raises :class:`UserCodeError` for an exit code other than 0, and
        for a line that is not a pair.
        """
        with TemporaryDirectory() as folder:
            file = Path(folder, "problem.json")
            file.write_text("\n".join(problem_lines(problem, params)) + "\n", encoding="utf-8")
            command = [program_path(self.name), str(file)]
            try:
                done = subprocess.run(
                    command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace"
                )
            except OSError as error:  # a script without its first line, or a program of another machine
                raise UserCodeError(f"{self.name} cannot be run: {error.strerror}; a script begins with #!") from None
        if done.returncode:
            said = done.stderr.strip().splitlines()[-1:] or ["nothing on standard error"]
            raise UserCodeError(f"{self.name} ended with exit code {done.returncode}: {short(said[0], 150)}")
        partners: list[int | None] = [None] * problem.left_size
        for line in done.stdout.splitlines():
            try:
                left, right = map(int, line.split())
                if not 0 <= left < problem.left_size or partners[left] is not None:
                    raise ValueError
            except ValueError:
                told = (
                    f"{self.name} printed {short(line, 60)!r}; expected LEFT RIGHT, with LEFT below {problem.left_size}"
                )
                raise UserCodeError(f"{told} and not twice") from None
            partners[left] = right
        return partners


def problem_lines(problem: AlignmentProblem, params: SolveParams = SolveParams()) -> Iterator[str]:
    r"""Yield the lines of a problem as JSON: the sizes, then each candidate and each match in a line of its own.

    A candidate is ``[left, right, weight]``; a match ``[p, q, weight]`` names two candidates by their numbers from 0.

    >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 2, (1, 1): 1}, {((0, 0), (1, 1)): 1})
    >>> print(*problem_lines(problem), sep="\n")
    {"left": 2, "right": 2, "seed": 0, "time_limit": null,
    "candidates": [
    [0,0,2],
    [1,1,1]
    ],
    "matches": [
    [0,1,1]
    ]}
    """
    head = {
        "left": problem.left_size, "right": problem.right_size, "seed": params.seed, "time_limit": params.time_limit,
    }  # fmt: skip
    yield json.dumps(head)[:-1] + ","
    pairs = [(*pair, weight) for pair, weight in zip(problem.candidates, problem.unary, strict=True)]
    for name, rows, end in (("candidates", pairs, "],"), ("matches", problem.matches, "]}")):
        yield f'"{name}": ['
        for number, row in enumerate(rows, 1):
            yield json.dumps(row, separators=(",", ":")) + "," * (number < len(rows))
        yield end
