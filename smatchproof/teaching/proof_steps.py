"""Judges of proofs whose steps are to be put in order: every order is right in which each step follows what it uses."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Any

from smatchproof.teaching.answer_forms import LONGEST, demand, demand_once, listed


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a proof and the letters of the steps that it `uses`, or a step that does not belong, and its `flaw`."""

    text: str
    uses: str = ""
    flaw: str = ""


def in_order(steps: Sequence[Step]) -> Callable[[Any], None]:
    """Make the judge of an order of these steps, whose letters are a, b, c, ... in the order in which they are given.

    >>> judge = in_order([Step("so it is even", "b"), Step("let n be twice m"), Step("n is odd", flaw="It is even.")])
    >>> judge("b, a")
    >>> judge("ab")
    Traceback (most recent call last):
    ...
    smatchproof.teaching.answer_forms.Wrong: Step a is the first that stands too early: it uses what was not yet said.
    """
    lettered = dict(zip(ascii_lowercase, steps, strict=False))
    needed = {letter for letter, step in lettered.items() if not step.flaw}

    def judge(answer: Any) -> None:
        letters = _letters(answer)
        unknown = next((letter for letter in letters if letter not in lettered), None)
        demand(unknown is None, f"There is no step {unknown}: the steps are a to {[*lettered][-1]}.")
        demand_once(letters, "Step")
        said: set[str] = set()
        for letter in letters:
            step = lettered[letter]
            demand(not step.flaw, f"Step {letter} is the first that is out of place: it is no part of it. {step.flaw}")
            early = f"Step {letter} is the first that stands too early: it uses what was not yet said."
            demand(said.issuperset(step.uses), early)
            said.add(letter)
        demand(said == needed, f"As far as it goes, this is right; {len(needed - said)} more to come.")

    return judge


def _letters(answer: Any) -> list[str]:
    """The letters of steps: a list, or a text with or without commas, spaces, brackets and arrows."""
    asked = "The letters of the steps are asked for, in their order."
    demand(not isinstance(answer, set | frozenset), asked)
    if not isinstance(answer, str):
        return [str(letter).strip().lower() for letter in listed(answer)]
    letters = re.findall(r"[a-z]", answer.lower()) if len(answer) <= LONGEST else []
    demand(letters, asked)
    return letters
