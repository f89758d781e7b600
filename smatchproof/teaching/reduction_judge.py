"""A judge of reductions: a student's function from one problem to another, tried on small and on large instances.

No number of trials proves a reduction; one instance refutes it. The judge looks for the smallest, and for functions
that solve an instance where they should translate it.
"""

from __future__ import annotations

import random
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from copy import deepcopy
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise
from math import log
from types import FrameType
from typing import Any

from smatchproof.base.errors import short, unknown
from smatchproof.base.result import Result
from smatchproof.reports.drawings.drawing import beside
from smatchproof.reports.drawings.graph_drawing import graph_drawing
from smatchproof.teaching.answer_forms import Wrong, listed
from smatchproof.teaching.plain_problems import PROBLEMS, Instance, Open, PlainProblem

_LINES = 1_000_000
"""A call may run so many lines of Python, which takes half a second."""
_PATIENCE = 3.0
"""Seconds of processor time for small instances."""
_GROWTH = range(4, 33, 2)
"""Sizes of the large instances: at 32 vertices an honest function of order n^4 has run its lines."""
_DEGREE = 8.0
"""Growth by more than this power of the size is none of a polynomial that a course would ask for. Between 14 and 16
vertices 2^n grows by the tenth power, and each step further by more."""
_NOTICED = 0.05
"""Seconds below which the clock says nothing."""
_LINES_A_SECOND = 3_000_000
_ALIKE = 3
"""So many instances with the same numbers and the same answer have to be there before their outputs are compared."""
_CALLS = 10
"""Calls, each twice, with a counterexample before it is one: a coin falls alike so often once in a million times."""
_ANOTHER = "called again with the same instance, it gives another output"
_SOLVERS = ("smatchproof.exact", "smatchproof.heuristics", "smatchproof.scoring", "networkx.algorithms", "pysat", "mip",
            "ortools", "pulp", "z3", "scipy.optimize")  # fmt: skip
_BRUTE_FORCE = "brute_force"
_MOST_DRAWN = 30
"""Vertices of a graph that can be looked at."""


@dataclass(frozen=True, slots=True, repr=False)
class Judgement(Result):
    """The judgement of a function: refuted by an `instance`, refused for what it does, or neither; true if neither.

    `output` is what the function made of the instance. `tried` instances were small, of `still_open` of them the answer
    is not known.
    """

    verdict: str
    words: str
    tried: int
    instance: Instance | None = None
    output: Instance | None = None
    still_open: int = 0

    def __bool__(self) -> bool:
        """Test whether nothing speaks against the function."""
        return self.verdict == "not refuted"

    def summary(self) -> dict[str, object]:
        """The facts in one line."""
        facts = {"verdict": self.verdict, "words": self.words, "tried": self.tried, "instance": self.instance}
        return {name: value for name, value in facts.items() if value is not None}

    def to_dict(self) -> dict[str, Any]:
        """All members, as JSON has them."""
        return {**self.summary(), "output": self.output, "still_open": self.still_open}

    def __str__(self) -> str:
        lines = [f"{self.verdict}: {self.words}"]
        if self.instance is not None:
            lines.append(f"  the instance: {_written(self.instance)}")
        if self.output is not None:
            lines.append(f"  becomes: {_written(self.output)}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """The words, and the graphs of the instance and of its output as drawings."""
        drawings = [
            graph_drawing({at: str(at) for at in range(n)}, edges, title=title)
            for title, members in (("the instance", self.instance), ("becomes", self.output))
            for n, edges in pairwise(members or ())
            if isinstance(n, int) and isinstance(edges, list) and n <= _MOST_DRAWN
        ]
        words = f"<pre>{escape(str(self))}</pre>"
        return words + (beside(drawings).svg if drawings else "")


class _Refused(Exception):
    """A function does not do what a reduction does; the text says what."""


@dataclass
class _Watch:
    """The cost of a call: lines of Python that ran, and those that the time would be enough for."""

    lines: int = 0
    started: float = field(default_factory=time.process_time)

    def cost(self) -> float:
        """Lines, counted or by the clock."""
        seconds = time.process_time() - self.started
        return max(self.lines, seconds * _LINES_A_SECOND if seconds > _NOTICED else 0)


def judge(function: Callable[..., Any], source: str, target: str) -> Judgement:
    """Judge a function that takes an instance of the problem `source` to one of `target`, with the same answer.

    Instances are plain: numbers, lists and texts, the members of an instance as arguments
    (:data:`~smatchproof.teaching.plain_problems.PROBLEMS` has the problems by name and their forms). The smallest
    counterexample among the small instances is found, for all of them are tried in their order; then what solves
    instead of translating is looked for: outputs that tell the answer and nothing else, a solver that is called, time
    or output that grows too fast. Takes some seconds. Raises :class:`UsageError` for an unknown problem.

    >>> def complement(vertices, edges, size):
    ...     return vertices, [(a, b) for b in range(vertices) for a in range(b) if (a, b) not in edges], size
    >>> print(judge(complement, "clique", "independent-set").words)
    no instance speaks against it, which is no proof
    >>> print(judge(lambda vertices, edges, size: (vertices, edges, size), "clique", "independent-set"))
    refuted: a no became a yes
      the instance: 2, [], 2
      becomes: 2, [], 2
    """
    trial = _Trial(function, _problem(source), _problem(target))
    try:
        for part in (trial.refutation, trial.growth):
            judgement = part()
            if judgement is not None:  # which is false where it refutes
                return judgement
    except _Refused as refused:
        return Judgement("refused", str(refused), trial.tried, trial.instance)
    return trial.verdict()


def _problem(name: str) -> PlainProblem:
    if name not in PROBLEMS:
        raise unknown("problem", name, PROBLEMS)
    return PROBLEMS[name]


@dataclass
class _Trial:
    """The trial of a function, instance by instance."""

    function: Callable[..., Any]
    source: PlainProblem
    target: PlainProblem
    tried: int = 0
    still_open: int = 0
    instance: Instance | None = None
    seen: dict[tuple[object, bool], list[str]] = field(default_factory=lambda: defaultdict(list))

    def refutation(self) -> Judgement | None:
        """The first small instance whose answer changes, or whose output is none."""
        begun = time.process_time()
        for instance in self.source.small():
            if time.process_time() - begun > _PATIENCE:
                break
            self.tried, self.instance = self.tried + 1, instance
            output, problem = self._output(instance)
            if output is None:
                return Judgement("refuted", problem, self.tried, instance)
            try:
                answers = self.source.decide(*instance), self.target.decide(*output)
            except Open:
                self.still_open += 1
                continue
            if answers[0] != answers[1]:
                if any(self._output(instance)[0] != output for _ in range(_CALLS)):
                    raise _Refused(_ANOTHER)
                words = "a yes became a no" if answers[0] else "a no became a yes"
                return Judgement("refuted", words, self.tried, instance, output)
            self.seen[_outline(instance), answers[0]].append(repr(output))
        self.instance = None
        self._demand_translation()
        return None

    def _output(self, instance: Instance) -> tuple[Instance | None, str]:
        """What the function makes of an instance, read, or why it is none."""
        try:
            made, again = (self._called(instance)[0] for _ in range(2))
            if repr(made) != repr(again):
                raise _Refused(_ANOTHER)
            members = (made,) if self.target.is_single else tuple(listed(made))
            return self.target.read(*members), ""
        except Wrong as wrong:
            return None, f"the output is no instance of {self.target.name}. {wrong}"
        except TypeError as error:
            return None, f"the output is not {self.target.form} ({error})"

    def _called(self, instance: Instance) -> tuple[Any, float]:
        """The output of the function, and the lines it took. Raises :class:`Wrong` where the function fails."""
        with redirect_stdout(None), _watched() as watch:
            try:
                return self.function(*deepcopy(instance)), watch.cost()
            except (_Refused, KeyboardInterrupt):
                raise
            except BaseException as error:
                raise Wrong(f"The function raises {short(f'{type(error).__name__}: {error}', 200)}") from None

    def _demand_translation(self) -> None:
        """Refuse a function whose output tells the numbers and the answer of an instance, and nothing else."""
        alike = [len({*outputs}) for outputs in self.seen.values() if len(outputs) >= _ALIKE]
        if alike and max(alike) == 1 and len({answer for _, answer in self.seen}) == 2:
            raise _Refused(
                "it solves the instance and returns a fixed output for yes and one for no: a reduction translates, "
                "without knowing the answer"
            )

    def growth(self) -> Judgement | None:
        """Refuse a function whose time or output grows faster than a polynomial; also one that fails on larger ones."""
        rng, costs, sizes = random.Random(1), list[tuple[int, float]](), list[tuple[int, float]]()
        for size in _GROWTH:
            instance = self.source.large(size, rng)
            try:
                made, cost = self._called(instance)
            except Wrong as wrong:
                return Judgement("refuted", f"on a larger instance: {wrong}", self.tried, instance)
            costs.append((size, cost))
            sizes.append((size, float(len(repr(made)))))
            for what, measured in (("time", costs), ("output", sizes)):
                if measured[-1][1] > 10_000 and _power(measured) > _DEGREE:
                    raise _Refused(f"its {what} grows faster than a polynomial: {_series(measured)}")
            if cost > _LINES or sizes[-1][1] > _LINES:
                break
        return None

    def verdict(self) -> Judgement:
        """Nothing speaks against the function."""
        return Judgement(
            "not refuted", "no instance speaks against it, which is no proof", self.tried, still_open=self.still_open
        )


def _outline(instance: Instance) -> object:
    """The numbers of an instance and how large its lists and texts are: what an output may tell beside the answer."""
    return tuple(
        (len(member), len(repr(member)), str(member).count(",")) if isinstance(member, list | str) else member
        for member in instance
    )


def _power(measured: list[tuple[int, float]]) -> float:
    """The power of the size by which the last step has grown, at most by 2 more than the step before: one may jump."""
    steps = [
        log(max(1.0, after) / max(1.0, before)) / log(m / n) for (n, before), (m, after) in pairwise(measured[-3:])
    ]
    return min(steps[1], steps[0] + 2) if len(steps) == 2 else 0.0


def _series(measured: list[tuple[int, float]]) -> str:
    return ", ".join(f"{round(value):,} at {size}" for size, value in measured[-3:])


@contextmanager
def _watched() -> Iterator[_Watch]:
    """Count the lines that run, end a call that takes too many, and refuse one that asks a solver."""
    watch, before = _Watch(), sys.gettrace()

    def line(frame: FrameType, event: str, argument: Any) -> Any:
        watch.lines += 1
        if watch.lines > 2 * _LINES:
            raise _Refused("a small instance takes more than two million steps")
        return line

    def call(frame: FrameType, event: str, argument: Any) -> Any:
        module = str(frame.f_globals.get("__name__", ""))
        if module.startswith(_SOLVERS) or frame.f_code.co_name == _BRUTE_FORCE:
            raise _Refused(f"it asks a solver ({module}): a reduction translates, without knowing the answer")
        return line

    sys.settrace(call)
    try:
        yield watch
    finally:
        sys.settrace(before)


def _written(instance: Instance) -> str:
    return short(", ".join(map(repr, instance)), 300)
