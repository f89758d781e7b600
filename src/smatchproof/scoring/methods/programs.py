"""Methods in other languages: a program that reads a problem from a file and prints an alignment."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from smatchproof.base.errors import short
from smatchproof.base.record import Record
from smatchproof.base.user_code import UserCodeError, program_path
from smatchproof.problem.problem import AlignmentProblem
from smatchproof.problem.solution import SolveParams


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
    pairs = zip(problem.candidates, problem.unary, strict=True)
    yield from _rows("candidates", ((*pair, weight) for pair, weight in pairs), "],")
    yield from _rows("matches", problem.matches, "]}")


def _rows(name: str, rows: object, end: str) -> Iterator[str]:
    yield f'"{name}": ['
    last = ""
    for row in rows:  # type: ignore[attr-defined]
        if last:
            yield last + ","
        last = "[" + ",".join(map(str, row)) + "]"
    if last:
        yield last
    yield end
