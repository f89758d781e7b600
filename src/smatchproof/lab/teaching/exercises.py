"""The exercises of the tutorial, read from ``exercises.toml``: what each asks, and the judge of an answer."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from fractions import Fraction
from importlib import resources
from string import ascii_lowercase
from typing import Any

from smatchproof.base.record import Record
from smatchproof.base.user_code import error_line
from smatchproof.lab.teaching import judges
from smatchproof.lab.teaching.answer_forms import Wrong


class Exercise(Record):
    """An exercise of a section of the tutorial. `judge` raises :class:`Wrong` with a hint if an answer is wrong.

    The levels are ``compute``, a number; ``find``, an object that shows something; ``order``, the steps of a proof;
    ``assume``, the assumption that a theorem does not need; ``prove``, a proof, a counterexample or a reduction. The
    `text` ends with the steps or assumptions, lettered a, b, c, ... `hints` point the way, the second more than the
    first.
    """

    section: int
    level: str
    text: str
    judge: Callable[[object], None]
    hints: tuple[str, ...] = ()


class Verdict(Record):
    """The judgement of an answer; it is true if the answer is right."""

    number: int
    right: bool
    words: str

    def __bool__(self) -> bool:
        """Test whether the answer is right."""
        return self.right

    def __repr__(self) -> str:
        return f"Exercise {self.number}: {self.words}"


def check(number: int, answer: object) -> Verdict:
    """Judge the answer to an exercise of ``docs/np-completeness.ipynb``, from 1 to 29.

    Raises ``ValueError`` for another number. Graphs, proofs and functions are tried, which takes some
    seconds at most.

    >>> check(2, "8/11")
    Exercise 2: right.
    >>> check(2, 0.8)
    Exercise 2: not yet. F1 is the harmonic mean of precision and recall, 2 PR / (P + R).
    """
    if number not in EXERCISES:
        raise ValueError(f"there are exercises 1 to {len(EXERCISES)}, not {number!r}")
    if answer is None:
        return Verdict(number, False, "not yet. There is no answer.")
    try:
        EXERCISES[number].judge(answer)
    except Wrong as wrong:
        return Verdict(number, False, f"not yet. {wrong}")
    except (Exception, SystemExit) as error:  # an answer is anybody's code
        return Verdict(number, False, f"not yet. The answer cannot be read ({error_line(error)}).")
    return Verdict(number, True, "right.")


def hint(number: int, step: int = 1) -> str:
    """Point the way to the answer to an exercise; the second `step` says more than the first. No hint has the answer.

    Raises ``ValueError`` for another number, of an exercise or a step.

    >>> hint(2)
    'F1 is the harmonic mean of precision and recall, 2 PR / (P + R).'
    """
    if number not in EXERCISES:
        raise ValueError(f"there are exercises 1 to {len(EXERCISES)}, not {number!r}")
    if step not in (1, 2):
        raise ValueError(f"there are hints 1 and 2, not {step}")
    return EXERCISES[number].hints[step - 1]


def exercise_text(section: int) -> str:
    """The exercises of a section as Markdown.

    >>> exercise_text(2).splitlines()[0]
    '**Exercises**'
    """
    lines = ["**Exercises**", ""]
    for number, exercise in EXERCISES.items():
        if exercise.section == section:
            lines.append(f"- **{number}** ({exercise.level}). {exercise.text}")
    return "\n".join(lines)


def _exercise(stated: dict[str, Any]) -> Exercise:
    """An exercise as the file states it, with the judge of its kind."""
    hints, steps = tuple(stated["hints"]), stated.get("steps", [])
    if steps:
        judge = judges.in_order(steps)
    elif "needed" in stated:
        judge = judges.dropped(stated["needed"])
    elif "judge" in stated:
        judge = getattr(judges, stated["judge"])
    else:
        judge = judges.number(Fraction(stated["answer"]), hints[0])
    parts = [step["text"] for step in steps] or stated.get("assumptions", [])
    lettered = (f"\n  - ({letter}) {part}" for letter, part in zip(ascii_lowercase, parts, strict=False))
    return Exercise(stated["section"], stated["level"], stated["text"] + "".join(lettered), judge, hints)


_TEXT = resources.files("smatchproof.lab.teaching").joinpath("exercises.toml").read_text(encoding="utf-8")
EXERCISES: dict[int, Exercise] = {
    number: _exercise(stated) for number, stated in enumerate(tomllib.loads(_TEXT)["exercises"], 1)
}
"""The exercises by number; those of a section do not all follow each other."""
