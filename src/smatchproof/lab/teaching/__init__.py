"""Material for courses: exercises with checked answers, the judge of reductions, and the code behind the playground.

Begin with ``exercises.py`` and ``reduction_judge.py``. May import the public names, and the heuristics, reductions and
generators of the lab.

>>> from smatchproof.lab.teaching import check
>>> check(1, 24)
Exercise 1: right.
"""

from smatchproof.lab.teaching.exercises import EXERCISES, Exercise, Verdict, check, exercise_text, hint
from smatchproof.lab.teaching.reduction_judge import Judgement, judge

__all__ = ["EXERCISES", "Exercise", "Judgement", "Verdict", "check", "exercise_text", "hint", "judge"]
