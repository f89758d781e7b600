"""The exercises of the tutorial: a right answer is accepted, wrong ones are refused with a hint."""

import itertools
import json
import math
from fractions import Fraction

import pytest

from smatchproof.teaching import EXERCISES, check, exercise_text
from tests.docs.exercise_answers import RIGHT, WRONG


def test_there_are_20_graded_from_compute_to_prove():
    assert [*EXERCISES] == [*RIGHT] == [*WRONG] == [*range(1, 21)]
    sections = [exercise.section for exercise in EXERCISES.values()]
    assert sections == sorted(sections) and {*sections} == {*range(1, 9)}
    levels = [exercise.level for exercise in EXERCISES.values()]
    assert {level: levels.count(level) for level in levels} == {"compute": 8, "find": 8, "prove": 4}
    assert all(f"**{number}**" in exercise_text(exercise.section) for number, exercise in EXERCISES.items())


@pytest.mark.parametrize("number", EXERCISES)
def test_a_right_answer_is_accepted_and_wrong_ones_are_refused(number):
    verdict = check(number, RIGHT[number])
    assert verdict and repr(verdict) == f"Exercise {number}: right."
    assert len(WRONG[number]) >= 3
    for answer in WRONG[number]:
        verdict = check(number, answer)
        assert not verdict and len(verdict.words) > len("not yet. ") + 10


def test_the_proof_of_a_no_need_not_come_with_an_optimal_alignment():
    record = json.loads(RIGHT[5])
    record |= {"matched": 0, "at_most": 4, "alignment": []}
    assert check(5, json.dumps(record))


NATURAL = [
    *((1, form) for form in ("24", 24.0, " 24 ", Fraction(24))),
    *((2, form) for form in ("8/11", "8 / 11", 8 / 11, "0.7272727272727273", "0.72727273")),
    *((6, form) for form in ([6, 9], ("6", "9"), (6.0, 9.0))),
    (8, [[1, 2], [1.0, -2.0], ["-1", "2"], (-1, -2)]),
    (9, ([[0, 2], [1, 2]], [{0, 1}, (0, 2)])),
    *((11, form) for form in ({"x1": False, "x2": True, "x3": False}, (-1, 2, -3), "FTF", "010", [0, 1, 0])),
    *((12, form) for form in ([1.0, 0.0, 2.0], ("1", "0", "2"), (Fraction(1), 0, 2))),
    *((13, form) for form in (("3", {0}), (3, [1]), [3.0, (2,)])),
    (14, [0, 1, 6, 8, 5, 7, 2, 3, 4, 0]),
    (15, ((4, 2, 2), (3, 3, 2))),
    *((16, form) for form in ([0, 2], ({1, 3, 4}, {0, 2}), ["0", "2"])),
    (19, "18"),
]


@pytest.mark.parametrize(("number", "answer"), NATURAL)
def test_right_answers_may_be_written_in_any_natural_way(number, answer):
    assert check(number, answer), check(number, answer)


class Raising:
    """An answer of anybody's code, which fails wherever it is looked at."""

    def __init__(self, error):
        self.error = error

    def fail(self, *_):
        raise self.error

    __iter__ = __eq__ = __bool__ = __len__ = __call__ = __getitem__ = __int__ = __str__ = __hash__ = keys = fail


NONSENSE = [
    (0, math.nan, 0), ([], [0], {}), (None, 5, None), {0: 1, 1: 1, "": 1}, "1e99999999", 10**400, "9" * 10_000, b"6",
    math, {}, [[[[]]]], object(), Raising(RuntimeError("no")), Raising(OSError()), Raising(RecursionError()),
    Raising(SystemExit(1)), Raising(StopIteration()), Raising(MemoryError()), "\ud800", True,
]  # fmt: skip


@pytest.mark.parametrize("number", EXERCISES)
def test_nonsense_is_refused_at_once_on_one_line(number):
    for answer in [*NONSENSE, itertools.repeat((1, 2)), (each for each in (1, Raising(OSError())))]:
        verdict = check(number, answer)
        assert not verdict and verdict.words.startswith("not yet. ") and verdict.words.isprintable()


def greedy(size, edges):
    """No reduction: it lets a greedy colouring decide."""
    colours = {}
    for vertex in range(size):
        near = {colours[a + b - vertex] for a, b in edges if vertex in (a, b) and a + b - vertex in colours}
        colours[vertex] = min({0, 1, 2, 3, 4, 5, 6, 7} - near)
    return "(a / x)", "(b / x)", 2 if max(colours.values()) < 3 else 3


def test_a_reduction_that_is_wrong_for_larger_graphs_is_refused():
    assert "the instance: 8, [" in check(20, greedy).words

    def careless(size, edges):
        return RIGHT[20](size, edges) if size < 7 else ("(a / x)", "(b / x)", 2)

    assert "the instance: 7, [" in check(20, careless).words


def test_there_is_no_exercise_21():
    with pytest.raises(ValueError, match="exercises 1 to 20, not 21"):
        check(21, 1)
