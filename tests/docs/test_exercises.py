"""The exercises of the tutorial: a right answer is accepted, wrong ones are refused with a hint."""

import json

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


def test_there_is_no_exercise_21():
    with pytest.raises(ValueError, match="exercises 1 to 20, not 21"):
        check(21, 1)
