"""A judge of reductions: a student's function from one problem to another, tried on small instances.

No number of trials proves a reduction; one instance refutes it. The judge tries small ones first; of the larger ones
it tries a sample, so that a smaller counterexample may exist.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from copy import deepcopy
from html import escape
from itertools import pairwise
from typing import Any

from smatchproof.base.errors import short, unknown
from smatchproof.base.record import Record
from smatchproof.base.result import Result
from smatchproof.base.user_code import error_line
from smatchproof.lab.teaching.answer_forms import Wrong
from smatchproof.lab.teaching.plain_problems import LARGEST, PROBLEMS, Instance, Open, PlainProblem, TooLarge
from smatchproof.reports.drawings.drawing import side_by_side
from smatchproof.reports.drawings.graph_drawing import graph_drawing

_PATIENCE = 3.0
"""No instance is begun after this number of seconds of processor time."""
_MOST_DRAWN = 30
"""Vertices of a graph that can be looked at."""


class Judgement(Result, Record):
    """The judgement of a function: ``refuted`` by an `instance`, ``not refuted``, which alone is true, or ``not
    judged``, where that holds of all instances that were tried.

    `output` is what the function made of the instance, `shown` has both in words, each with its answer if that counts.
    `tried` of the `small` instances were tried; of `still_open` of them the answer is not known, as of the `too_large`
    ones, whose output is too large to be read. Where time was over before the last, `stopped_at` is the one at which.
    """

    verdict: str
    words: str
    tried: int
    instance: Instance | None = None
    output: Instance | None = None
    shown: tuple[str, ...] = ()
    still_open: int = 0
    small: int = 0
    too_large: int = 0
    stopped_at: Instance | None = None

    def __bool__(self) -> bool:
        """Test whether some instance was judged, and none speaks against the function."""
        return self.verdict == "not refuted"

    def summary(self) -> dict[str, object]:
        """The facts in one line."""
        facts = {"verdict": self.verdict, "words": self.words, "tried": self.tried, "instance": self.instance}
        return {name: value for name, value in facts.items() if value is not None}

    def to_dict(self) -> dict[str, Any]:
        """All members, as JSON has them."""
        names = ("output", "shown", "still_open", "small", "too_large", "stopped_at")
        return {**self.summary(), **{name: getattr(self, name) for name in names}}

    def __str__(self) -> str:
        lines = zip(("the instance", "becomes"), self.shown, strict=False)
        return "\n".join([f"{self.verdict}: {self.words}", *(f"  {title}: {text}" for title, text in lines)])

    def _repr_html_(self) -> str:
        """The words, and the graphs of the instance and of its output as drawings."""
        drawings = [
            graph_drawing({at: str(at) for at in range(n)}, edges, title=title)
            for title, members in (("the instance", self.instance), ("becomes", self.output))
            for n, edges in pairwise(members or ())
            if isinstance(n, int) and isinstance(edges, list) and n <= _MOST_DRAWN
        ]
        words = f"<pre>{escape(str(self))}</pre>"
        return words + (side_by_side(drawings).svg if drawings else "")


def judge(function: Callable[..., Any], source: str, target: str) -> Judgement:
    """Judge a function that takes an instance of the problem `source` to one of `target`, with the same answer.

    Instances are plain: numbers, lists and texts, the members of an instance as arguments
    (:data:`~smatchproof.lab.teaching.plain_problems.PROBLEMS` has the problems by name and their forms). Small
    instances are tried in their order: the counterexample is the smallest of those tried. Returns a judgement
    that is false if there is one; takes some seconds, and as long as the function. Raises :class:`UsageError` for an
    unknown problem. A ``KeyboardInterrupt`` has a note of the instance that was tried.

    >>> def complement(vertices, edges, size):
    ...     return vertices, [(a, b) for b in range(vertices) for a in range(b) if (a, b) not in edges], size
    >>> judgement = judge(complement, "clique", "independent-set")
    >>> print(judgement.verdict, bool(judgement))
    not refuted True
    >>> print(judge(lambda vertices, edges, size: (vertices, edges, size), "clique", "independent-set"))
    refuted: a no became a yes
      the instance: vertices 2, edges [], size 2: no
      becomes: vertices 2, edges [], size 2: yes, vertices {0, 1}
    """
    problems = [_problem(name) for name in (source, target)]
    instances = [*problems[0].small()]
    tried = still_open = too_large = 0
    end = time.process_time() + _PATIENCE
    for instance in instances:
        if time.process_time() > end:
            break
        tried += 1
        try:
            refuted = _refuted(function, problems, instance)
        except Open as unknown_answer:
            still_open += 1
            too_large += isinstance(unknown_answer, TooLarge)
            continue
        except KeyboardInterrupt as stop:
            stop.add_note(f"at {_at(tried, instances, problems[0])}")
            raise
        if refuted is not None:
            words, output, answers = refuted
            members = zip(problems, (instance, *([] if output is None else [output])), strict=False)
            shown = [short(problem.described(each), 300) for problem, each in members]
            told = tuple(map(": ".join, zip(shown, answers, strict=True))) if answers else tuple(shown)
            counts = still_open, len(instances), too_large
            return Judgement("refuted", words, tried, instance, output, told, *counts)
    is_judged = still_open < tried
    words = "no instance speaks against it, which is no proof; " if is_judged else "no instance was judged; "
    words += "; ".join(_trial(problems[0], instances, tried, still_open, too_large))
    stopped_at = instances[tried - 1] if tried < len(instances) else None
    verdict = "not refuted" if is_judged else "not judged"
    return Judgement(verdict, words, tried, None, None, (), still_open, len(instances), too_large, stopped_at)


def _at(tried: int, instances: list[Instance], source: PlainProblem) -> str:
    """The last instance that was tried, in words."""
    return f"small instance {tried:,} of {len(instances):,}: {short(source.described(instances[tried - 1]), 300)}"


def _trial(
    source: PlainProblem, instances: list[Instance], tried: int, still_open: int, too_large: int
) -> Iterator[str]:
    """Yield how many instances were tried, and how many of them were not judged, and why."""
    if tried == len(instances):
        yield f"{tried:,} small ones were tried"
    else:
        yield f"{tried:,} of {len(instances):,} small ones were tried"
    if too_large:
        yield (
            f"{too_large:,} of these were not judged, because the output is too large: at most {LARGEST:,} vertices, "
            "edges, clauses and literals of a clause are read"
        )
    if still_open > too_large:
        yield f"{still_open - too_large:,} of these were not judged, because their answers take too long"
    if tried < len(instances):
        yield f"the time of {_PATIENCE:g} seconds was over at {_at(tried, instances, source)}"


def _problem(name: str) -> PlainProblem:
    if name not in PROBLEMS:
        raise unknown("problem", name, PROBLEMS)
    return PROBLEMS[name]


def _refuted(
    function: Callable[..., Any], problems: list[PlainProblem], instance: Instance
) -> tuple[str, Instance | None, list[str]] | None:
    """Words, output and both answers if an instance refutes a function; without answers if the output is none.

    Raises :class:`Open` if an answer is not known in the time there is, or the output is too large.
    """
    made: Any = None
    source, target = problems
    try:
        made = function(*deepcopy(instance))
        output = target.taken(made)
    except Wrong as wrong:
        returned = "" if made is None else f" The function returned {short(repr(made), 100)}."
        return f"the output is no instance of {target.name}: {wrong}{returned}", None, []
    except Open:
        raise
    except (Exception, SystemExit) as error:
        called = f" It is called with {', '.join(source.members)}." if isinstance(error, TypeError) else ""
        return f"the function raises {error_line(error)}.{called}", None, []
    try:
        solved = source.solve(*instance), target.solve(*output)
    except RecursionError:
        raise Open from None
    is_yes, is_still_yes = (found is not None for found in solved)
    if is_yes == is_still_yes:
        return None
    answers = ["no" if found is None else f"yes, {found}" for found in solved]
    return "a yes became a no" if is_yes else "a no became a yes", output, answers
