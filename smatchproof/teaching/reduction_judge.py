"""A judge of reductions: a student's function from one problem to another, tried on small and on large instances.

No number of trials proves a reduction; one instance refutes it. The judge looks for the smallest, and for functions
that solve an instance where they should translate it.
"""

from __future__ import annotations

import io
import os
import random
import signal
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from copy import deepcopy
from dataclasses import dataclass, field
from html import escape
from itertools import islice, pairwise
from math import log
from types import FrameType
from typing import Any, NoReturn

from smatchproof.base.errors import short, unknown
from smatchproof.base.result import Result
from smatchproof.base.user_code import error_line
from smatchproof.reports.drawings.drawing import beside
from smatchproof.reports.drawings.graph_drawing import graph_drawing
from smatchproof.teaching.answer_forms import Wrong
from smatchproof.teaching.plain_problems import LARGEST, PROBLEMS, Instance, Open, PlainProblem

_LINES = 1_000_000
"""A call may run so many lines of Python, which takes half a second."""
_PATIENCE = 3.0
"""Seconds of processor time for small instances."""
_WAITING = 20.0
"""Seconds by the clock for small instances, and for large ones: who sleeps takes no time of a processor."""
_ONE_AT_A_TIME = threading.RLock()
"""Time is measured, and much belongs to the process, such as standard output: judges in threads take turns."""
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
_SECONDS = 10.0
"""Seconds by the clock for a call: a loop on one line runs no other, and who sleeps takes no time of a processor."""
_CALLS = 10
"""Calls, each twice, with a counterexample before it is one: a coin falls alike so often once in a million times."""
_ANOTHER = "called again with the same instance, it gives another output"
_SOLVERS = (
    "smatchproof.exact", "smatchproof.heuristics", "smatchproof.scoring", "smatchproof.teaching.plain_problems",
    *(f"networkx.algorithms.{name}" for name in ("approximation", "clique", "coloring", "isomorphism", "mis")),
    "pysat", "mip", "ortools", "pulp", "z3", "scipy.optimize",
)  # fmt: skip
"""Modules that solve; what is below them does, too."""
_MOST_DRAWN = 30
"""Vertices of a graph that can be looked at."""


@dataclass(frozen=True, slots=True, repr=False)
class Judgement(Result):
    """The judgement of a function: refuted by an `instance`, refused for what it does, or neither; true if neither.

    `output` is what the function made of the instance, `shown` has both in words, each with its answer if that counts.
    `tried` instances were small, of `still_open` of them the answer is not known.
    """

    verdict: str
    words: str
    tried: int
    instance: Instance | None = None
    output: Instance | None = None
    shown: tuple[str, ...] = ()
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
        return {**self.summary(), "output": self.output, "shown": self.shown, "still_open": self.still_open}

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
        return words + (beside(drawings).svg if drawings else "")


class _Refused(BaseException):
    """A function does not do what a reduction does; the text says what. It is no error that the function may catch."""


class _Sink(io.TextIOBase):
    """A stream of which nothing is kept."""

    def write(self, text: str) -> int:
        """Pass over a text."""
        return len(text)


@dataclass
class _Watch:
    """The cost of a call: lines of Python that ran, and seconds of processor time."""

    lines: int = 0
    seconds: float = 0.0
    refused: _Refused | None = None

    def refuse(self, words: str) -> NoReturn:
        """Stop the call; whatever it catches, it stays refused."""
        self.refused = _Refused(words)
        raise self.refused

    def cost(self, noticed: float = _NOTICED) -> float:
        """Lines, counted or, of so many seconds that they are noticed, those that the time would be enough for."""
        return max(self.lines, self.seconds * _LINES_A_SECOND if self.seconds > noticed else 0)


def judge(function: Callable[..., Any], source: str, target: str) -> Judgement:
    """Judge a function that takes an instance of the problem `source` to one of `target`, with the same answer.

    Instances are plain: numbers, lists and texts, the members of an instance as arguments
    (:data:`~smatchproof.teaching.plain_problems.PROBLEMS` has the problems by name and their forms). The smallest
    counterexample among the small instances is found, for all of them are tried in their order; then what solves
    instead of translating is looked for: outputs that tell the answer and nothing else, a solver that is called, time
    or output that grows too fast. Takes some seconds. Raises :class:`UsageError` for an unknown problem.

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
    trial = _Trial(function, _problem(source), _problem(target))
    with _ONE_AT_A_TIME, _handlers_put_back():
        try:
            for part in (trial.refutation, trial.growth):
                judgement = part()
                if judgement is not None:  # which is false where it refutes
                    return judgement
        except _Refused as refused:
            return trial.judgement("refused", str(refused))
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

    def judgement(
        self, verdict: str, words: str, output: Instance | None = None, answers: Sequence[str] = ()
    ) -> Judgement:
        """The judgement of the function by the instance of now, if there is one, with the answers if they count."""
        members = (self.source, self.instance), (self.target, output)
        shown = [short(entry.described(each), 300) for entry, each in members if each is not None]
        if answers:
            shown = [f"{text}: {answer}" for text, answer in zip(shown, answers, strict=True)]
        return Judgement(verdict, words, self.tried, self.instance, output, tuple(shown), self.still_open)

    def refutation(self) -> Judgement | None:
        """The first small instance whose answer changes, or whose output is none."""
        begun, end = time.process_time(), time.monotonic() + _WAITING
        for instance in self.source.small():
            if time.process_time() - begun > _PATIENCE or time.monotonic() > end:
                break
            self.tried, self.instance = self.tried + 1, instance
            output, problem = self._output(instance)
            if output is None:
                return self.judgement("refuted", problem)
            try:
                solved = self.source.solve(*instance), self.target.solve(*output)
            except (Open, RecursionError):
                self.still_open += 1
                continue
            is_yes, is_still_yes = (found is not None for found in solved)
            if is_yes != is_still_yes:
                if any(self._output(instance)[0] != output for _ in range(_CALLS) if time.monotonic() < end):
                    raise _Refused(_ANOTHER)
                words = "a yes became a no" if is_yes else "a no became a yes"
                answers = ["no" if found is None else f"yes, {found}" for found in solved]
                return self.judgement("refuted", words, output, answers)
            self.seen[_outline(instance), is_yes].append(repr(output))
        self.instance = None
        self._demand_translation()
        return None

    def _output(self, instance: Instance) -> tuple[Instance | None, str]:
        """What the function makes of an instance, read, or why it is none."""
        made = None
        try:
            made = self._called(instance)[0]
            output, again = (self.target.taken(each) for each in (made, self._called(instance)[0]))
        except Wrong as wrong:
            returned = "" if made is None else f" The function returned {_shown(made)}."
            return None, f"the output is no instance of {self.target.name}. {wrong}{returned}"
        if output != again:
            raise _Refused(_ANOTHER)
        return output, ""

    def _called(self, instance: Instance) -> tuple[Any, _Watch]:
        """The output of the function, and what it took. Raises :class:`Wrong` where the function fails."""
        own, limit = str(getattr(self.function, "__module__", "")), sys.getrecursionlimit()
        process = os.getpid()
        with redirect_stdout(_Sink()), _watched(own) as watch:
            try:
                try:
                    return _evaluated(self.function(*deepcopy(instance))), watch
                finally:  # it may have left no room to call anything else
                    sys.setrecursionlimit(limit)
                    if os.getpid() != process:  # it has forked: one judge is enough
                        os._exit(1)
            except (_Refused, KeyboardInterrupt):
                raise
            except BaseException as error:
                raise Wrong(f"The function raises {error_line(error)}.") from None

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
        rng, end = random.Random(1), time.monotonic() + _WAITING
        costs, sizes, times = list[_Measured](), list[_Measured](), list[_Measured]()
        for size in _GROWTH:
            self.instance = self.source.large(size, rng)
            try:
                made, watch = self._called(self.instance)
            except Wrong as wrong:
                return self.judgement("refuted", f"on a larger instance: {wrong}")
            self.instance = None  # what is wrong from here on is about all of them
            costs.append((size, watch.cost()))
            times.append((size, watch.cost(0.0)))
            sizes.append((size, float(self._extent(made))))
            for what, measured in (("time", costs), ("output", sizes)):
                if measured[-1][1] > 10_000 and _power(measured) > _DEGREE:
                    raise _Refused(f"its {what} grows faster than a polynomial: {_series(measured)}")
            # nothing larger is measured then; and no disturbance of the clock lasts as long as this call has
            if costs[-1][1] > _LINES and _power(times, jump=4) > _DEGREE:
                raise _Refused(f"its time grows too fast for a polynomial: {_series(times)}")
            if max(costs[-1][1], sizes[-1][1]) > _LINES or time.monotonic() > end:
                break
        return None

    def _extent(self, made: Any) -> int:
        """The length of an output, in which a graph without names counts a sign for each vertex."""
        with suppress(Wrong):  # where it is larger than what is read, it counts as it is
            made = self.target.taken(made)
        members = made if isinstance(made, tuple | list) else ()
        counts = (n for n, edges in pairwise(members) if isinstance(n, int) and isinstance(edges, Collection))
        return len(_shown(made, sys.maxsize)) + sum(n for n in counts if n > 0)

    def verdict(self) -> Judgement:
        """Nothing speaks against the function."""
        words = f"no instance speaks against it, which is no proof; {self.tried} small ones were tried"
        return self.judgement("not refuted", words)


_Measured = tuple[int, float]
"""A size, and what was measured there."""


def _evaluated(answer: Any) -> Any:
    """An answer whose iterators have run, and those in it: what is made lazily is made by the function, too."""
    if isinstance(answer, Iterator):
        answer = list(islice(answer, LARGEST + 1))
    if type(answer) not in (list, tuple):
        return answer
    return type(answer)([_evaluated(each) if isinstance(each, Iterator | list | tuple) else each for each in answer])


def _shown(made: Any, length: int = 100) -> str:
    """An output as it is written, if it can be."""
    try:
        return short(repr(made), length)
    except Exception as error:
        return f"an object that cannot be shown ({type(error).__name__})"


def _outline(instance: Instance) -> object:
    """The numbers of an instance and how large its lists and texts are: what an output may tell beside the answer."""
    return tuple(
        (len(member), len(repr(member)), str(member).count(",")) if isinstance(member, list | str) else member
        for member in instance
    )


def _power(measured: list[_Measured], jump: int = 2) -> float:
    """The power of the size by which the last step has grown, at most by a jump more than the step before."""
    return min(_last_power(measured), _last_power(measured[:-1]) + jump) if len(measured) > 2 else 0.0


def _last_power(measured: list[_Measured]) -> float:
    (n, before), (m, after) = measured[-2:]
    return log(max(1.0, after) / max(1.0, before)) / log(m / n)


def _series(measured: list[tuple[int, float]]) -> str:
    return ", ".join(f"{round(value):,} at {size}" for size, value in measured[-3:])


@contextmanager
def _watched(own: str) -> Iterator[_Watch]:
    """Count the lines that run, end a call that takes too many or too long, and refuse one that asks a solver.

    The module that is its `own` is none, whatever it is called.
    """
    watch, before, begun = _Watch(), sys.gettrace(), time.process_time()

    def line(frame: FrameType, event: str, argument: Any) -> Any:
        watch.lines += 1
        if watch.lines > 2 * _LINES:
            watch.refuse("this instance takes more than two million steps; a polynomial or not, that is too many here")
        return line

    def call(frame: FrameType, event: str, argument: Any) -> Any:
        module = str(frame.f_globals.get("__name__", ""))
        if module == __name__:
            return None
        is_solver = module != own and any(f"{module}.".startswith(f"{solver}.") for solver in _SOLVERS)
        if is_solver and not _is_importing(frame):
            watch.refuse(f"it asks a solver ({module}): a reduction translates, without knowing the answer")
        return line

    with _alarm(_SECONDS, watch):
        sys.settrace(call)
        try:
            yield watch
        finally:
            sys.settrace(before)
            watch.seconds = time.process_time() - begun
    if watch.refused is not None:
        raise watch.refused


@contextmanager
def _handlers_put_back() -> Iterator[None]:
    """Put back the handlers of signals that the function changes, which it can on the main thread alone."""
    numbers = range(1, signal.NSIG) if threading.current_thread() is threading.main_thread() else ()
    before = {number: signal.getsignal(number) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            if handler is not None and signal.getsignal(number) != handler:  # None is no handler of Python
                signal.signal(number, handler)


def _is_importing(frame: FrameType | None) -> bool:
    """Test whether a frame runs since the function imports a module: that asks for nothing yet."""
    while frame is not None and frame.f_globals.get("__name__") != __name__:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False


@contextmanager
def _alarm(seconds: float, watch: _Watch) -> Iterator[None]:
    """End what takes so many seconds, where the system has an alarm and this is the thread that hears it."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        watch.refuse(f"this instance takes more than {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
