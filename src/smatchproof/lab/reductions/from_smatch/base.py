"""The common parts of the exports: names of variables, the text of a file, and reading solutions back."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, NamedTuple, Self

from smatchproof.base.errors import CheckFailedError, plain, quoted
from smatchproof.base.record import Record
from smatchproof.lab.reductions.from_smatch.solution_files import Variables, is_optimal, read_answer
from smatchproof.lab.reductions.reduction import Affine
from smatchproof.lab.reductions.words import Word
from smatchproof.public import (
    Alignment,
    AlignmentProblem,
    Duplicates,
    Pair,
    Similarities,
    TripleGraph,
    build_problem,
    recount,
)


class TripleGraphPair(Record):
    """Two graphs as triples, the rule for repeated triples, and similarities: the data of an alignment problem."""

    left: TripleGraph
    right: TripleGraph
    duplicates: Duplicates = Duplicates.SET
    similarities: Similarities | None = None

    @property
    def unit(self) -> int:
        """The weight of a match of equal triples."""
        return 1 if self.similarities is None else self.similarities.denominator

    def problem(self) -> AlignmentProblem:
        """The alignment problem of the couple."""
        return build_problem(self.left, self.right, self.duplicates, self.similarities)


class Variable(NamedTuple):
    """A variable of a graph: its name, and its concept if it is known."""

    name: str
    concept: str | None = None

    def __str__(self) -> str:
        return self.name if self.concept is None else f"{self.name} / {self.concept}"


class Names(NamedTuple):
    """The variables of both sides of an alignment problem."""

    left: tuple[Variable, ...]
    right: tuple[Variable, ...]

    @classmethod
    def of(cls, couple: TripleGraphPair) -> Self:
        """The names and concepts that two graphs give their variables.

        >>> from smatchproof.public import GraphPair
        >>> from smatchproof.public import parse_graph
        >>> boy = parse_graph("(b / boy)")
        >>> names = Names.of(TripleGraphPair(*GraphPair(boy, boy).triples()))
        >>> names.pair((0, 0))
        'b / boy -> b / boy'
        """
        sides = []
        for graph in (couple.left, couple.right):
            concepts = {triple.variable: triple.value for triple in graph.attributes if triple.kind == "instance"}
            sides.append(tuple(Variable(name, concepts.get(index)) for index, name in enumerate(graph.variables)))
        return cls(*sides)

    @classmethod
    def numbers(cls, problem: AlignmentProblem) -> Self:
        """Numbers from 1 as the names of both sides.

        >>> Names.numbers(AlignmentProblem.from_weights(1, 2, {}, {})).pair((0, 1))
        '1 -> 2'
        """
        sizes = problem.left_size, problem.right_size
        return cls(*(tuple(Variable(str(number)) for number in range(1, size + 1)) for size in sizes))

    def pair(self, pair: Pair) -> str:
        """A pair of variables in words."""
        return f"{self.left[pair[0]]} -> {self.right[pair[1]]}"

    def match(self, first: Pair, second: Pair) -> str:
        """Two pairs that earn something together, in words."""
        return " together with ".join(f"{self.left[i].name} -> {self.right[j].name}" for i, j in (first, second))

    def of_variables(self, problem: AlignmentProblem) -> list[str]:
        """The candidates of a problem in words, then its matches."""
        candidates = problem.candidates
        matches = (self.match(candidates[p], candidates[q]) for p, q, _ in problem.matches)
        return [*map(self.pair, candidates), *matches]


class Chosen(NamedTuple):
    """A pair of variables that a solution aligns, the foreign variable that says so, and its place in the file."""

    pair: Pair
    name: str
    word: Word


class Read(NamedTuple):
    """The parts of a solution file: pairs, the place of the value that it states, and its status, if any."""

    chosen: list[Chosen]
    objective: Word | None = None
    status: Word | None = None


class SolutionFile(NamedTuple):
    """The output of a solver: an alignment, the number of matches that the file claims, and its status, if any."""

    alignment: Alignment
    claim: int | None = None
    status: str | None = None

    def remark(self, matched: int, unit: int = 1) -> str:
        """Describe the file's claim about its solution, whose alignment matches `matched` triples, or units of them.

        >>> SolutionFile((), 7).remark(8)
        'not proved to be the most; the solver claims 7 only'
        """
        if self.status is None:
            words = "not proved to be the most"
        elif is_optimal(self.status):
            words = f"the most within the gap of the solver, which says {quoted(self.status)}; not proved"
        else:
            words = f"a lower bound: the solver says {quoted(self.status)}"
        if self.claim is not None and self.claim + _slack(self.claim) < matched:
            words += f"; the solver claims {in_units(self.claim, unit)} only"
        return words


def _slack(claim: int) -> int:
    """The error of large values, since solvers take numbers for 0 or 1 that are a millionth away."""
    return abs(claim) // 10**6


def in_units(number: int, unit: int) -> str:
    """Format a number of triples when a match of equal triples counts `unit` units.

    >>> in_units(785, 100), in_units(7, 1)
    ('785/100', '7')
    """
    return str(number) if unit == 1 else f"{number}/{unit}"


class FalseClaim(CheckFailedError):
    """A solution file that claims more matched triples than its alignment has."""

    heading = "refused"


class FromSmatch(ABC):
    """An alignment problem as an instance of another field's problem.

    Its optimum is the largest number of matched triples by `relation`, whose factor is 1 or -1. `gadgets` says what
    each of its variables stands for; `names` of the variables of both graphs make that readable.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    suffix: ClassVar[str]
    """The usual end of the name of such a file."""
    comment: ClassVar[str]
    """The beginning of a comment line."""
    goal: ClassVar[str]
    """The goal of the target: ``minimum cost``."""
    comments_after: ClassVar[int] = 0
    """The number of lines that have to stand before the first comment."""

    relation: Affine
    gadgets: Mapping[str, str]

    def __init__(self, source: AlignmentProblem, names: Names | None = None) -> None:
        self.source, self.names = source, names or Names.numbers(source)

    @classmethod
    def of_triples(cls, couple: TripleGraphPair) -> Self:
        """Carry two graphs over, and name their variables in the text."""
        return cls(couple.problem(), Names.of(couple))

    @abstractmethod
    def body(self) -> Iterator[str]:
        """The instance in its format, line by line, without comments."""

    @abstractmethod
    def read(self, text: str, source: str) -> Read:
        """Read what a solver has written.

        Raises :class:`~smatchproof.base.errors.InputError` for a text without a solution, and for a variable that is
        not of this problem.
        """

    def lines(self, title: Iterable[str] = ()) -> Iterator[str]:
        """The text that a solver reads, line by line: a description in comments, and the instance.

        The comments are the lines of `title`, how the optimum there is that of the alignment, and what each variable
        stands for.
        """
        body = self.body()
        for _ in range(self.comments_after):
            yield next(body)
        about = (f"{name}: {words}" for name, words in self.gadgets.items())
        for line in (*title, self.relation_in_words, *about):
            yield f"{self.comment} {plain(' '.join(line.split()))}"
        yield from body

    def text(self, title: Iterable[str] = ()) -> str:
        """All lines as one text."""
        return "".join(f"{line}\n" for line in self.lines(title))

    @property
    def relation_in_words(self) -> str:
        """Describe the relation of the target's optimum to the largest number of matched triples."""
        relation, unit = self.relation, self.source.unit
        sign = "" if relation.factor > 0 else f"{relation.constant} minus " if relation.constant else "minus "
        times = "" if unit == 1 else f"{unit} times "
        return f"the {self.goal} is {sign}{times}the largest number of matched triples"

    def read_solution(self, text: str, source: str = "solution") -> SolutionFile:
        """The alignment that a solver has written; `source` is the name under which errors are reported.

        Raises :class:`~smatchproof.base.errors.InputError` as :meth:`read`, and for a solution that is no alignment,
        and :class:`FalseClaim` if it claims more matched triples than the alignment has.
        """
        chosen, value, status = self.read(text, source)
        alignment = self._alignment(chosen)
        claim = None if value is None else self.claimed(value.number())
        matched, unit = recount(self.source, alignment), self.source.unit
        if value is not None and claim is not None and claim > matched + _slack(claim):
            raise FalseClaim(
                f"{value.place}: the solver claims {in_units(claim, unit)} matched triples, its alignment has "
                f"{in_units(matched, unit)}; is this the solution of another pair?"
            )
        return SolutionFile(alignment, claim, None if status is None else status.text)

    def _alignment(self, chosen: Iterable[Chosen]) -> Alignment:
        """The alignment of some pairs. Raises :class:`InputError` for the first that excludes an earlier one."""
        taken: tuple[dict[int, Chosen], dict[int, Chosen]] = {}, {}
        for each in chosen:
            for side in (0, 1):
                other = taken[side].setdefault(each.pair[side], each)
                if other.pair != each.pair:
                    both = " and ".join(f"{one.name} ({self.gadgets[one.name]})" for one in (other, each))
                    raise each.word.error(f"no alignment: {both} exclude each other")
        return tuple(taken[0][i].pair[1] if i in taken[0] else None for i in range(self.source.left_size))

    def claimed(self, value: float) -> int:
        """The number of matched triples that a file claims by stating a value of its solution."""
        matched = self.relation.factor * (value - self.relation.constant)
        if not self.relation.constant:  # SYMPHONY turns a maximum into a minimum
            matched = abs(value)
        nearest = round(matched)
        is_whole = abs(matched - nearest) <= 1e-6 * max(1.0, abs(matched))
        return nearest if is_whole else math.ceil(matched)  # part of one more is one more


class FromVariables(FromSmatch):
    """A problem with 0-1 variables, some of which stand for candidates: these are `pairs`.

    The keys of `gadgets` are the names of the variables in the file, without what distinguishes a negated one.
    """

    pattern: ClassVar[str]
    """An expression for such names; empty if no program writes values after them."""

    pairs: Mapping[str, Pair]

    def read(self, text: str, source: str) -> Read:
        """Read a solution in any of the formats of :mod:`smatchproof.lab.reductions.from_smatch.solution_files`.

        Only candidates are read: what they earn is recounted. See :meth:`FromSmatch.read`.
        """
        pairs = self.pairs
        variables = Variables(self.gadgets, self.pattern, pairs)
        ones, objective, status = read_answer(text, source, variables)
        return Read(
            [Chosen(pairs[name], name, word) for name, word in ones.items() if name in pairs], objective, status
        )
