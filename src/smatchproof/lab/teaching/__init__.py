"""Material for courses: exercises with checked answers, and the code behind the playground page.

>>> from smatchproof.lab.teaching import check
>>> check(1, 24)
Exercise 1: right.
"""

from smatchproof.lab.teaching.exercises import EXERCISES, Exercise, Verdict, check, exercise_text, hint
from smatchproof.lab.teaching.reduction_judge import Judgement, judge

__all__ = ["EXERCISES", "Exercise", "Judgement", "Verdict", "check", "exercise_text", "hint", "judge"]
