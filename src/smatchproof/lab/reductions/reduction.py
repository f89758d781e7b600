"""The interface of reductions: an instance carried over, the relation of the optima, and maps of solutions.

A reduction takes an instance of one problem to an instance of another, so that a solver of the second can also solve
the first. Each is a class; applied to an instance it holds the target, how the answer of the target is that of the
source (:class:`Threshold`, :class:`Affine` or :class:`SameAnswer`), and which source part became what (`gadgets`).
:meth:`Reduction.forward` takes a solution of the source to one of the target that is worth just as much,
:meth:`Reduction.backward` takes any solution of the target back. All of it is deterministic.

:class:`SourceProblem` declares a reduction to Smatch: its name, its files, its options, and how a source is read.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar

from smatchproof.base.errors import InputError, Place, UsageError
from smatchproof.base.record import Record
from smatchproof.base.text import many
from smatchproof.lab.reductions.problems.graph_files.formats import FoundGraphs, read_graphs
from smatchproof.lab.reductions.problems.graph_files.graph_file import refuse_loops
from smatchproof.lab.reductions.problems.graphs import SimpleGraph
from smatchproof.public import GraphPair, NamedAlignment, Top

Solution = TypeVar("Solution")
Source = TypeVar("Source")
Target = TypeVar("Target")
SourceSolution = TypeVar("SourceSolution")
TargetSolution = TypeVar("TargetSolution")


class Decision(Protocol[Solution]):
    """A problem with the answer yes or no; a solution is the evidence for yes, and anyone can verify it.

    `yes` and `no` are the answer in words. They do not begin with a number, and `no` has the word no, not or cannot.
    """

    yes: ClassVar[str]
    no: ClassVar[str]

    def verify(self, solution: Solution) -> bool:
        """Test whether this is a solution. Polynomial."""

    def brute_force(self) -> Solution | None:
        """A solution, or ``None`` if there is none. Exponential: for small instances."""

    def describe(self, solution: Solution) -> str:
        """A solution in the words of the problem, on one line."""


class Optimisation(Protocol[Solution]):
    """A problem that asks for the best solution; `goal` is ``max`` or ``min``."""

    goal: ClassVar[str]
    quantity: ClassVar[str]
    """The unit: ``satisfied clauses``; a problem may have ``quantity_of_one``, or a method ``counted`` of any value."""

    def value(self, solution: Solution) -> int:
        """Return the value of a solution. Polynomial. Raises ``ValueError`` if it is none."""

    def brute_force(self) -> Solution:
        """A best solution. Exponential: for small instances."""

    def describe(self, solution: Solution) -> str:
        """A solution in the words of the problem, on one line."""


class SameAnswer(Record):
    """Source and target are decision problems with the same answer."""


class Threshold(Record):
    """The source's answer is yes exactly when the optimum of the target is at least `least`."""

    least: int

    @classmethod
    def all_of_left(cls, pair: GraphPair) -> Self:
        """The threshold that only an alignment of all triples of the left graph reaches."""
        return cls(pair.triples()[0].size)


class Affine(Record):
    """The optimum of the target is ``factor * (optimum of the source) / unit + constant``, with `factor` not 0.

    A negative factor turns a minimisation into a maximisation. All values of the source are multiples of `unit`.

    >>> relation = Affine(factor=-1, constant=100)
    >>> relation.target_value(58), relation.source_value(42)
    (42, 58)
    >>> Affine(factor=-1, constant=100, unit=2).source_value(70)
    60
    """

    factor: int
    constant: int
    unit: int = 1

    def target_value(self, source: int) -> int:
        """The value in the target that corresponds to one in the source, which is a multiple of the unit."""
        return self.factor * (source // self.unit) + self.constant

    def source_value(self, target: int) -> int:
        """The value in the source that corresponds to one in the target, rounded where none is exact.

        For a positive factor the optimum of the source is at most the value of an upper bound of the target, and it
        is rounded down; for a negative one it is at least that, and rounded up.
        """
        quotient = (target - self.constant) // self.factor
        exact = quotient * self.factor == target - self.constant
        return self.unit * (quotient if exact or self.factor > 0 else quotient + 1)


@dataclass(frozen=True)
class Reduction(ABC, Generic[Source, SourceSolution, Target, TargetSolution]):
    """An instance of one problem carried over to an instance of another; see the module's text.

    Make one with `apply`. `gadgets` maps each part of the target that stands for a part of the source to that part.
    """

    name: ClassVar[str]
    summary: ClassVar[str]

    source: Source
    target: Target
    relation: SameAnswer | Threshold | Affine
    gadgets: Mapping[str, str]

    @classmethod
    @abstractmethod
    def apply(cls, source: Source) -> Self:
        """Carry an instance over."""

    @abstractmethod
    def forward(self, solution: SourceSolution) -> TargetSolution:
        """The solution of the target that belongs to one of the source."""

    @abstractmethod
    def backward(self, solution: TargetSolution) -> SourceSolution | None:
        """The solution of the source that belongs to one of the target.

        Where the relation is affine, it is worth at least what the solution of the target says, whatever that
        solution is. Otherwise it is ``None`` for a solution of the target that does not show that the answer is yes.
        """


class ToSmatch(Reduction[Source, SourceSolution, GraphPair, NamedAlignment]):
    """A reduction whose target is a pair of AMRs. Its solutions are alignments, its gadgets the variables.

    The gadgets of the left graph have keys such as ``left h0``, those of the right graph ``right g2``.
    """

    @classmethod
    @abstractmethod
    def apply(cls, source: Source, top: Top = Top.CONST) -> Self:
        """Carry an instance over; `top` chooses the content of the AMRs' TOP triples."""

    def backward(self, solution: NamedAlignment) -> SourceSolution | None:
        """See :meth:`Reduction.backward`."""
        if isinstance(self.relation, Threshold) and self.target.matched(solution) < self.relation.least:
            return None
        return self.read(solution)

    @property
    def size(self) -> tuple[int, int]:
        """The number of triples of the left and of the right graph; a triple of the weight p counts as p."""
        left, right = self.target.triples()
        return left.size, right.size

    @abstractmethod
    def read(self, alignment: NamedAlignment) -> SourceSolution:
        """The solution that an alignment spells out; of a decision problem, if it reaches the threshold."""


class Chain(ToSmatch[Any, Any]):
    """Reductions one after the other, each from the target of the one before, the last one to Smatch."""

    links: ClassVar[tuple[Any, ...]]
    """The classes of the reductions."""
    steps: tuple[Reduction[Any, Any, Any, Any], ...]

    def __init__(self, steps: Sequence[Reduction[Any, Any, Any, Any]]) -> None:
        last = steps[-1]
        super().__init__(steps[0].source, last.target, last.relation, last.gadgets)
        object.__setattr__(self, "steps", tuple(steps))

    @classmethod
    def apply(cls, source: Any, top: Top = Top.CONST) -> Self:
        """Carry an instance over, link by link."""
        steps: list[Reduction[Any, Any, Any, Any]] = []
        target = source
        for link in cls.links:
            steps.append(link.apply(target, top) if issubclass(link, ToSmatch) else link.apply(target))
            target = steps[-1].target
        return cls(steps)

    def forward(self, solution: Any) -> Any:
        """Through all steps."""
        for step in self.steps:
            solution = step.forward(solution)
        return solution

    def read(self, alignment: NamedAlignment) -> Any:
        """Back through all steps; ``None`` as soon as one has no solution."""
        solution: Any = alignment
        for step in reversed(self.steps):
            solution = None if solution is None else step.backward(solution)
        return solution


def numbers(first: int, words: Iterable[str], prefix: str = "") -> dict[str, str]:
    """Gadgets that are called by consecutive numbers.

    >>> numbers(1, ["b -> b", "t -> t"], "x")
    {'x1': 'b -> b', 'x2': 't -> t'}
    """
    return {f"{prefix}{number}": each for number, each in enumerate(words, first)}


# ---- what users can name


class SourceText(NamedTuple):
    """The text of a file and the name that errors in it are reported under."""

    source: str
    text: str


Options = Mapping[str, Any]
"""The options that a user chose: ``size`` of a clique, ``directed``, ``induced``, ``lean``, ``copies``,
``graph_format``."""


class Reading(NamedTuple):
    """A source that was read, and a line for each file that says what was found in it."""

    source: Any
    lines: tuple[str, ...]


Reader = Callable[[Sequence[SourceText], Options], Any]
"""A function that reads a source from files and options; it may return a :class:`Reading`."""


class SourceProblem(Record):
    """A reduction that users can name: what its files are, the way to read a source, and its options.

    `read` gets the files and the options, and raises ``ValueError`` unless they hold such a source. Each of our
    reductions declares its entry below itself, as ``SOURCE``, and gives it its name. A user's entry is named as
    ``FILE.py:NAME``.
    """

    reduction: type[ToSmatch[Any, Any]]
    files: str
    read: Reader
    options: tuple[str, ...] = ()
    passed_on: tuple[str, ...] = ()
    """The options that the reduction takes, not the source."""


GRAPH_OPTIONS: tuple[str, ...] = ("graph_format",)
"""The options of all sources that are read from graph files."""


def read_several_graphs(
    texts: Sequence[SourceText],
    number: int,
    options: Options,
    *,
    undirected: bool = False,
    loops_count: bool = True,
) -> Reading:
    """Read `number` graphs from one or more files; the source is their list.

    `loops_count` says whether a loop of an undirected graph changes the answer of the problem: such a graph is refused.
    Raises :class:`UsageError` and :class:`InputError`.
    """
    if not texts:
        raise UsageError("name a file with a graph, such as an edge list, DIMACS or graph6")
    graphs: list[SimpleGraph] = []
    said = []
    for text, found in zip(texts, found_graphs(texts, options), strict=True):
        if loops_count:
            refuse_loops(found.graphs)
        note = ""
        for graph in found.graphs:
            if undirected and graph.graph.directed:
                raise InputError(f"a directed graph ({found.title})", Place(text.source), "give an undirected one")
            note += f"; {many(len(graph.loops), 'loop')} left out" if graph.loops else ""
            graphs.append(graph.graph)
        said.append(found.says(text.source) + note)
    if len(graphs) != number:
        wanted = "one graph" if number == 1 else f"{number} graphs"
        hint = "write one a file, or one a line in graph6"
        raise InputError(f"expected {wanted}, found {len(graphs)}", Place(texts[0].source), hint)
    return Reading(graphs, tuple(said))


def found_graphs(texts: Sequence[SourceText], options: Options) -> list[FoundGraphs]:
    """The graphs of each file, in the format that the options name or that its content decides.

    Raises :class:`UsageError` and :class:`InputError`.
    """
    directed, name = bool(options.get("directed", False)), options.get("graph_format")
    return [read_graphs(text, source, directed=directed, format_name=name) for source, text in texts]


def reader(read: Callable[[str, str], Any], says: Callable[[Any], str]) -> Reader:
    """A reader of one file, from a function of its text and its name.

    `says` tells what was read: its format and its sizes.
    """

    def from_texts(texts: Sequence[SourceText], options: Options) -> Reading:
        if len(texts) != 1:
            raise UsageError(f"expected one file, found {len(texts)}; name the file of the instance, or - for its text")
        [one] = texts
        source = read(one.text, one.source)
        return Reading(source, (f"{one.source}: {says(source)}",))

    return from_texts


def graph_reader(
    number: int, make: Callable[..., Any], *flags: str, undirected: bool = True, loops_count: bool = True
) -> Reader:
    """A reader of that many graphs, of which `make` makes the source, with the options that are named by `flags`."""

    def from_texts(texts: Sequence[SourceText], options: Options) -> Reading:
        graphs, lines = read_several_graphs(texts, number, options, undirected=undirected, loops_count=loops_count)
        return Reading(make(*graphs, **{flag: options.get(flag, False) for flag in flags}), lines)

    return from_texts
