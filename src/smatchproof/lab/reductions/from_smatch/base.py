"""The common parts of the reductions from Smatch: names of variables, the text of a file, and reading solutions
back.
"""

from __future__ import annotations

import math
import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar

from smatchproof.base.errors import CheckFailedError, Place, plain, quoted
from smatchproof.lab.reductions.from_smatch.solution_files import Answer, OneToOne, Status, Variables
from smatchproof.lab.reductions.reduction import Affine, Reduction
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


@dataclass(frozen=True, slots=True)
class TripleGraphPair:
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

    def pair(self, pair: Pair) -> str:
        """A pair of variables in words."""
        return f"{self.left[pair[0]]} -> {self.right[pair[1]]}"

    def match(self, first: Pair, second: Pair) -> str:
        """Two pairs that earn something together, in words."""
        return " together with ".join(f"{self.left[i].name} -> {self.right[j].name}" for i, j in (first, second))


Solution_contra = TypeVar("Solution_contra", contravariant=True)


class Instance(Protocol[Solution_contra]):
    """An instance of another field's problem."""

    def lines(self) -> Iterator[str]:
        """The instance in its format, line by line."""

    def value(self, solution: Solution_contra) -> int:
        """Return the value of a solution there. Raises ``ValueError`` for an object that is no solution."""


Solution = TypeVar("Solution")
Target = TypeVar("Target", bound="Instance[Any]")
Name = TypeVar("Name", int, str)


@dataclass(frozen=True, slots=True)
class Claim:
    """The number of matched triples that a solution file claims, and the place of the claim."""

    matched: int
    place: Place

    @property
    def slack(self) -> int:
        """The error of large values, since solvers take numbers for 0 or 1 that are a millionth away."""
        return abs(self.matched) // 10**6


@dataclass(frozen=True, slots=True)
class SolutionFile(Generic[Solution]):
    """The output of a solver: a solution, and the value and the status that the file states, if any."""

    solution: Solution
    claim: Claim | None = None
    status: Status | None = None

    def remark(self, matched: int, unit: int = 1) -> str:
        """Describe the file's claim about its solution, whose alignment matches `matched` triples, or units of them.

        >>> SolutionFile(None, Claim(7, Place("out"))).remark(8)
        'not proved to be the most; the solver claims 7 only'
        """
        if self.status is None:
            words = "not proved to be the most"
        elif self.status.is_optimal:
            words = f"the most within the gap of the solver, which says {quoted(self.status.words)}; not proved"
        else:
            words = f"a lower bound: the solver says {quoted(self.status.words)}"
        if self.claim is not None and self.claim.matched + self.claim.slack < matched:
            words += f"; the solver claims {in_units(self.claim.matched, unit)} only"
        return words


def in_units(number: int, unit: int) -> str:
    """Format a number of triples when a match of equal triples counts `unit` units.

    >>> in_units(785, 100), in_units(7, 1)
    ('785/100', '7')
    """
    return str(number) if unit == 1 else f"{number}/{unit}"


class FalseClaim(CheckFailedError):
    """A solution file that claims more matched triples than its alignment has."""

    heading = "refused"


class FromSmatch(Reduction[AlignmentProblem, Alignment, Target, Solution], Generic[Target, Solution]):
    """A reduction from Smatch. Its relation is affine with the factor 1 or -1, its gadgets the foreign variables."""

    relation: Affine
    suffix: ClassVar[str]
    """The usual end of the name of such a file."""
    comment: ClassVar[str]
    """The beginning of a comment line."""
    goal: ClassVar[str]
    """The goal of the target: ``minimum cost``."""
    comments_after: ClassVar[int] = 0
    """The number of lines that have to stand before the first comment."""

    @classmethod
    @abstractmethod
    def apply(cls, source: AlignmentProblem, names: Names | None = None) -> Self:
        """Carry a problem over; `names` of its variables make the text readable."""

    @classmethod
    def of_triples(cls, couple: TripleGraphPair) -> Self:
        """Carry two graphs over, and name their variables in the text."""
        return cls.apply(couple.problem(), Names.of(couple))

    @abstractmethod
    def backward(self, solution: Solution) -> Alignment:
        """The alignment of a solution of the target; variables that the solution leaves open are not aligned.

        Raises ``ValueError`` if a variable has two partners, which no solution of the target gives.
        """

    @abstractmethod
    def read_solution(self, text: str, source: str = "solution") -> SolutionFile[Solution]:
        """The solution that a solver has written; `source` is the name under which errors are reported.

        Raises :class:`~smatchproof.base.errors.InputError` for a text without a solution, for a variable that is
        not of this problem, and where the variables contradict each other.
        """

    def lines(self, title: Iterable[str] = ()) -> Iterator[str]:
        """The text that a solver reads, line by line: a description in comments, and the instance.

        The comments are the lines of `title`, how the optimum there is that of the alignment, and what each variable
        stands for.
        """
        body = self.target.lines()
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

    def alignment(self, read: SolutionFile[Solution]) -> Alignment:
        """The alignment of a solution file, recounted.

        Raises :class:`FalseClaim` if the file claims more matched triples than there are.
        """
        alignment = self.backward(read.solution)
        matched = recount(self.source, alignment)
        if read.claim and read.claim.matched > matched + read.claim.slack:
            claimed, counted = (in_units(number, self.source.unit) for number in (read.claim.matched, matched))
            raise FalseClaim(
                f"{read.claim.place}: the solver claims {claimed} matched triples, its alignment has {counted}; "
                "is this the solution of another pair?"
            )
        return alignment

    def claimed(self, value: Word | None) -> Claim | None:
        """The claim of a file that gives the solution that value. Raises :class:`InputError` for no number."""
        return None if value is None else self.claim(value.number(), value.place)

    def claim(self, value: float, place: Place) -> Claim:
        """The claim of a file that gives the solution that value."""
        matched = self.relation.factor * (value - self.relation.constant)
        if not self.relation.constant:  # SYMPHONY turns a maximum into a minimum
            matched = abs(value)
        nearest = round(matched)
        is_whole = abs(matched - nearest) <= 1e-6 * max(1.0, abs(matched))
        return Claim(nearest if is_whole else math.ceil(matched), place)  # part of one more is one more


class FromVariables(FromSmatch[Target, frozenset[Name]], Generic[Target, Name]):
    """A reduction with 0-1 variables, some of which stand for candidates. A solution is the set of those that are 1.

    The keys of `gadgets` are the names of the variables in the file, without what distinguishes a negated one.
    """

    pattern: ClassVar[str]
    """An expression for such names; empty if no program writes values after them."""

    @property
    @abstractmethod
    def pairs(self) -> Mapping[str, Pair]:
        """The candidates by the names of their variables."""

    @abstractmethod
    def named(self, name: str) -> Name:
        """The variable of that name, as solutions of the target contain it."""

    def in_file(self) -> tuple[str, ...]:
        """The variables in the order in which the file names them first."""
        words = (word for line in self.target.lines() for word in re.findall(r"\w+", line))
        return tuple(dict.fromkeys(word for word in words if word in self.gadgets))

    def read_solution(self, text: str, source: str = "solution") -> SolutionFile[frozenset[Name]]:
        """Read a solution in any of the formats of :mod:`smatchproof.lab.reductions.from_smatch.solution_files`.

        See :meth:`~smatchproof.lab.reductions.from_smatch.base.FromSmatch.read_solution`.
        """
        pairs = self.pairs
        answer = Answer.read(text, source, Variables(self.gadgets, self.in_file(), self.pattern, pairs))
        taken = OneToOne(self.gadgets)
        for name, word in answer.ones.items():
            if name in pairs:
                taken.take(pairs[name], name, word)
        return SolutionFile(frozenset(map(self.named, answer.ones)), self.claimed(answer.objective), answer.status)


class FromCandidates(FromVariables[Target, int], Generic[Target]):
    """A reduction with one 0-1 variable for each candidate, then one for each match, numbered from 1.

    A solution is the set of the numbers of the variables that are 1.
    """

    @property
    def pairs(self) -> Mapping[str, Pair]:
        """See :attr:`FromVariables.pairs`."""
        return dict(zip(self.gadgets, self.source.candidates, strict=False))

    def named(self, name: str) -> int:
        """See :meth:`FromVariables.named`."""
        return int(name.lstrip("x"))

    def forward(self, solution: Alignment) -> frozenset[int]:
        """Its candidates and matches."""
        pairs, matches = chosen(self.source, solution)
        return frozenset((*(p + 1 for p in pairs), *(e + 1 + len(self.source.candidates) for e in matches)))

    def backward(self, solution: frozenset[int]) -> Alignment:
        """The candidates that are 1; their matches are recounted, whatever the values of other variables."""
        pairs = (pair for number, pair in enumerate(self.source.candidates, 1) if number in solution)
        return mapping_of(pairs, self.source.left_size)


def chosen(problem: AlignmentProblem, mapping: Alignment) -> tuple[list[int], list[int]]:
    """The candidates that an alignment contains, and the matches that it earns, both by index. Linear.

    >>> chosen(AlignmentProblem.from_weights(2, 2, {(0, 0): 1}, {((0, 0), (1, 1)): 1}), (0, 1))
    ([0, 1], [0])
    """
    pairs = [p for p, (left, right) in enumerate(problem.candidates) if mapping[left] == right]
    there = set(pairs)
    return pairs, [e for e, (p, q, _) in enumerate(problem.matches) if p in there and q in there]


def mapping_of(pairs: Iterable[Pair], left_size: int) -> Alignment:
    """The alignment of those pairs. Raises ``ValueError`` if they are not one-to-one.

    >>> mapping_of([(1, 0)], 2)
    (None, 0)
    """
    partners: dict[int, int] = {}
    for left, right in pairs:
        if partners.get(left, right) != right:
            raise ValueError(f"left variable {left} is aligned with {partners[left]} and {right}")
        partners[left] = right
    if len(set(partners.values())) < len(partners):
        raise ValueError("a right variable is aligned with two left variables")
    return tuple(partners.get(left) for left in range(left_size))


def names_or_numbers(names: Names | None, problem: AlignmentProblem) -> Names:
    """The names that were given, or numbers from 1. Raises ``ValueError`` if there are not as many as variables.

    >>> names_or_numbers(None, AlignmentProblem.from_weights(1, 2, {}, {})).pair((0, 1))
    '1 -> 2'
    """
    sizes = problem.left_size, problem.right_size
    if names is None:
        return Names(*(tuple(Variable(str(number)) for number in range(1, size + 1)) for size in sizes))
    if (len(names.left), len(names.right)) != sizes:
        raise ValueError(f"names for {len(names.left)} x {len(names.right)} variables")
    return names
