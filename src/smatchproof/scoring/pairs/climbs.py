"""Hill-climbing of one pair from several starts: the values found, and the course of the worst climb."""

from __future__ import annotations

from smatchproof.base.record import Record
from smatchproof.problem.problem import AlignmentProblem
from smatchproof.problem.solution import SolveParams
from smatchproof.scoring.methods.registry import method

STARTS = 20
"""Random starts of hill-climbing."""

Course = tuple[tuple[tuple[int | None, ...], int], ...]
"""The alignments of a climb from its start to a local optimum, each with its value."""


class Climbs(Record):
    """The value of each climb, in the order of the starts, and the course of a climb with the least value."""

    found: tuple[int, ...]
    worst: Course


def climbs(problem: AlignmentProblem, starts: int = STARTS) -> Climbs:
    """Climb from random starts, each with a seed of its own. Of equally bad climbs `worst` is the shortest.

    >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 1, (0, 1): 2, (1, 0): 2}, {})
    >>> set(climbs(problem).found)
    {4}
    """
    course = method("R").course
    assert course is not None
    courses = [tuple(course(problem, SolveParams(seed=seed))) for seed in range(starts)]
    return Climbs(
        tuple(course[-1][1] for course in courses), min(courses, key=lambda course: (course[-1][1], len(course)))
    )
