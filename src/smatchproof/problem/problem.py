"""The alignment problem of two graphs: weights of candidate pairs and of their matches, without the graphs."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain, repeat
from math import gcd
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple

from smatchproof.base.forms import plain
from smatchproof.base.record import PartlyCompared, replace
from smatchproof.conventions.triples import Alignment, Duplicates, TripleGraph, is_one_to_one
from smatchproof.problem.core import heaviest, joins, values
from smatchproof.problem.number_table import NumberTable, PackedTable, flattened
from smatchproof.similarity.grading import Label, Similarities

if TYPE_CHECKING:
    from smatchproof.problem.core.flat import Flat

Pair = tuple[int, int]
"""A left variable and a right variable, by index."""


class AlignmentProblem(PartlyCompared):
    """Find an alignment of greatest weight: a one-to-one partial map of left to right variables.

    An alignment that contains the candidate pair ``candidates[p]`` earns ``unary[p]``; one that contains both
    ``candidates[p]`` and ``candidates[q]`` earns the weight of each match ``(p, q, weight)``. All weights are
    nonnegative Python integers, because those of NumPy overflow (:meth:`from_weights` converts them). Pairs that are
    not candidates earn nothing. Candidates come in lexicographic order, each match once with ``p < q``, and a match
    never joins two candidates of one variable. `unit` is the weight of one triple: it changes no optimum, but is the
    scale by which a solver calls a gap small. `same_concept` are the pairs of variables with the same concept, or
    ``None`` if that is not known: no weight depends on it, but the smart start of the paper does. It is made from
    `concept_keys`, left * `right_size` + right for each pair.
    """

    uncompared = ("unit", "concept_keys")

    left_size: int
    right_size: int
    candidates: Sequence[Pair]
    unary: Sequence[int]
    matches: Sequence[tuple[int, int, int]]
    unit: int = 1
    concept_keys: Sequence[int] | None = None

    @classmethod
    def from_weights(
        cls,
        left_size: int,
        right_size: int,
        unary: Mapping[Pair, int],
        matches: Mapping[tuple[Pair, Pair], int],
    ) -> AlignmentProblem:
        """Return the problem of these weights of pairs and of unordered couples of pairs. Zero weights are left out.

        Raises ``ValueError`` for weights that are negative or not integers, pairs outside of the sizes, and couples
        that no alignment contains. NumPy integers become Python integers, which do not overflow.

        >>> AlignmentProblem.from_weights(2, 2, {(0, 1): 2}, {((1, 0), (0, 1)): 1})
        AlignmentProblem(left_size=2, right_size=2, candidates=((0, 1), (1, 0)), unary=(2, 0), matches=((0, 1, 1),))
        """
        couples: Counter[tuple[Pair, Pair]] = Counter()
        for (first, second), weight in matches.items():
            if first[0] == second[0] or first[1] == second[1]:
                raise ValueError(f"no alignment contains both {first} and {second}")
            couples[(first, second) if first < second else (second, first)] += _integer(weight)
        positive = {pair: weight for pair, each in unary.items() if (weight := _integer(each))}
        if min([0, *positive.values(), *couples.values()]) < 0:
            raise ValueError("weights of an alignment problem are nonnegative")
        couples = +couples
        left_size, right_size, number = _integer(left_size), _integer(right_size), dict[Pair, int]()
        for left, right in sorted({*positive, *chain.from_iterable(couples)}):
            if not (0 <= left < left_size and 0 <= right < right_size):
                raise ValueError(f"pair {(left, right)} is outside a problem of {left_size} x {right_size}")
            number[_integer(left), _integer(right)] = len(number)
        return cls(
            left_size,
            right_size,
            tuple(number),
            tuple([positive.get(pair, 0) for pair in number]),
            tuple(sorted([(number[one], number[two], weight) for (one, two), weight in couples.items()])),
        )

    @property
    def same_concept(self) -> frozenset[Pair] | None:
        """The pairs of variables with the same concept. Computed at each call, linear in their number."""
        keys = self.concept_keys
        return None if keys is None else frozenset([divmod(key, self.right_size) for key in keys])

    @property
    def step(self) -> int:
        """The greatest common divisor of all weights, which divides every value; 1 if there are no weights.

        >>> AlignmentProblem.from_weights(2, 2, {(0, 0): 6, (0, 1): 9}, {}).step
        3
        """
        if 1 in self.unary:
            return 1
        return gcd(*self.unary, *self._match_weights()) or 1

    def _match_weights(self) -> Sequence[int]:
        if isinstance(self.matches, NumberTable):
            return self.matches.flat[2::3]
        return [weight for _, _, weight in self.matches]

    def alignment(self, picks: Sequence[int]) -> tuple[int | None, ...]:
        """Return the alignment that uses these candidates.

        >>> AlignmentProblem.from_weights(2, 2, {(0, 0): 2, (1, 0): 3}, {}).alignment([1])
        (None, 0)
        """
        mapping: list[int | None] = [None] * self.left_size
        if isinstance(self.candidates, NumberTable):
            flat = self.candidates.flat
            for p in picks:
                mapping[flat[2 * p]] = flat[2 * p + 1]
        else:
            for left, right in map(self.candidates.__getitem__, picks):
                mapping[left] = right
        return tuple(mapping)

    def listed(self) -> AlignmentProblem:
        """Return the same problem in tuples, whose items Python reads faster one by one."""
        if not isinstance(self.candidates, NumberTable):
            return self
        return replace(self, candidates=tuple(self.candidates), unary=tuple(self.unary), matches=tuple(self.matches))

    def flat(self) -> tuple[Flat, Flat, Flat]:
        """Return the candidates, their own weights, and their matches as flat lists; those of tables are not copied.

        >>> AlignmentProblem.from_weights(2, 2, {(0, 0): 2}, {((0, 0), (1, 1)): 3}).flat()
        (array('q', [0, 0, 1, 1]), array('q', [2, 0]), array('q', [0, 1, 3]))
        """
        return flattened(self.candidates), flattened(self.unary), flattened(self.matches)

    @property
    def total_weight(self) -> int:
        """The sum of all weights, which no value exceeds.

        Raises ``ValueError`` if it is not a Python integer; :meth:`from_weights` converts other integers.

        >>> AlignmentProblem.from_weights(2, 2, {(0, 0): 6, (0, 1): 9}, {}).total_weight
        15
        """
        total = sum(self.unary) + sum(self._match_weights())
        if type(total) is not int:
            raise ValueError(f"weights are integers of Python, unlike {type(total).__name__}; use from_weights")
        return total

    def divided(self, step: int) -> AlignmentProblem:
        """Return the same problem with all weights divided by a common divisor."""
        return AlignmentProblem(
            self.left_size,
            self.right_size,
            self.candidates,
            tuple([weight // step for weight in self.unary]),
            tuple([(p, q, weight // step) for p, q, weight in self.matches]),
            max(1, self.unit // step),
            self.concept_keys,
        )

    def trivial_bound(self) -> int:
        """Return the counting bound: each variable takes its best candidate, whatever the others do.

        Half of a match is charged to each of its two pairs, and a pair can win at most one match for each of the
        other left variables, and one for each of the other right ones. The bound is the smaller of the two sides' sums,
        so that it is never more than the triples of either graph. Linear in the size of the problem.

        >>> AlignmentProblem.from_weights(2, 2, {(0, 0): 2, (0, 1): 1}, {((0, 0), (1, 1)): 3}).trivial_bound()
        5
        """
        return min(sum(self.best_of_side(side).values()) for side in (0, 1)) // 2

    def best_of_side(self, side: int) -> dict[int, int]:
        """Return twice what each left (0) or right (1) variable adds to :meth:`trivial_bound`, where it is not 0."""
        best: dict[int, int] = {}
        for pair, unary, shared in zip(self.candidates, self.unary, self._of_matches("shared_most", side), strict=True):
            worth = 2 * unary + shared
            if worth >= best.get(pair[side], 0):
                best[pair[side]] = worth
        return best

    def best_matches(self, side: int) -> Sequence[tuple[int, int, int]]:
        """Return the heaviest match of each candidate with each other left (0) or right (1) variable, as
        (candidate, variable, weight), in order.
        """
        return NumberTable(self._of_matches("best_matches", side), 3)

    def _of_matches(self, what: str, side: int) -> Any:
        pairs, _, matches = self.flat()
        form = heaviest if isinstance(matches, array) else plain(heaviest.__name__)
        return getattr(form, what)(pairs, matches, side, (self.left_size, self.right_size)[side])


class ProblemSize(NamedTuple):
    """An upper bound for the number of `candidates` of a problem, and its number of `matches`, couples of triples."""

    candidates: int
    matches: int

    @property
    def memory(self) -> int:
        """An estimate of the bytes that building and solving the problem take."""
        return CANDIDATE_BYTES * self.candidates + MATCH_BYTES * self.matches

    @property
    def seconds(self) -> float:
        """An estimate of the seconds that building the problem and a first bound take."""
        return SECONDS * (self.candidates + self.matches)


CANDIDATE_BYTES, MATCH_BYTES = 700, 1_300
SECONDS = 5e-6
"""Measured on chains of 100 to 500 variables with one role, on one core of 2020; stars whose matches compete cost
more."""


def problem_size(left: TripleGraph, right: TripleGraph, similarities: Similarities | None = None) -> ProblemSize:
    """Return the size of the problem of two graphs from the number of triples with each label, without building it.

    Linear in the triples and similarities. A pair that matches by several triples is counted for each of them, but
    there are no more candidates than pairs of variables.

    >>> chain = TripleGraph(("a", "b"), (), (("next", 0, 1), ("next", 1, 0)))
    >>> problem_size(chain, chain)
    ProblemSize(candidates=4, matches=4)
    """
    labels = [
        Counter(Label(kind, role, value) for kind, role, _, value in set(graph.attributes)) for graph in (left, right)
    ]
    roles = [Counter((role, i == k) for role, i, k in set(graph.relations)) for graph in (left, right)]
    alone = sum(number * labels[1][label] for label, number in labels[0].items())
    loops = sum(number * roles[1][role, True] for (role, is_loop), number in roles[0].items() if is_loop)
    matches = sum(number * roles[1][role, False] for (role, is_loop), number in roles[0].items() if not is_loop)
    if similarities is not None:
        alone += sum(labels[0][one] * labels[1][other] for one, other in similarities.values)
    pairs = len(left.variables) * len(right.variables)
    return ProblemSize(min(pairs, alone + loops + 2 * matches), matches)


def recount(problem: AlignmentProblem, mapping: Alignment) -> int:
    """Return the value of an alignment under the weights of a problem. Linear in the size of the problem.

    Raises ``ValueError`` if `mapping` is not one-to-one. Every solver's alignment is recounted before it is used.

    >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 1, (1, 1): 1}, {((0, 0), (1, 1)): 1})
    >>> recount(problem, [0, 1]), recount(problem, [1, 0])
    (3, 0)
    """
    if not is_one_to_one(mapping, problem.left_size, problem.right_size):
        raise ValueError(f"not an alignment of {problem.left_size} x {problem.right_size} variables: {mapping}")
    pairs, unary, matches = problem.flat()
    form = values if type(unary) is type(matches) is array else plain(values.__name__)
    worth: int = form.value(mapping, pairs, unary, matches)
    return worth


def picked(problem: AlignmentProblem, mapping: Alignment) -> list[int]:
    """Return the candidates that an alignment uses. Linear in the size of the problem.

    >>> picked(AlignmentProblem.from_weights(2, 2, {(0, 0): 1, (0, 1): 1, (1, 0): 1}, {}), [1, 0])
    [1, 2]
    """
    return [p for p, (left, right) in enumerate(problem.candidates) if mapping[left] == right]


def build_problem(
    left: TripleGraph, right: TripleGraph, duplicates: Duplicates, similarities: Similarities | None = None
) -> AlignmentProblem:
    """Return the problem whose weights count the triples that `left` and `right` match.

    With `similarities` different values match too, and weights are in units of 1 / denominator. Takes time and memory
    in proportion to the couples of triples that match.

    >>> w = TripleGraph(("a",), (("instance", "instance", 0, "boy"),))
    >>> build_problem(w, w, Duplicates.SET).unary
    (1,)
    """
    sizes = len(left.variables), len(right.variables)
    unit = 1 if similarities is None else similarities.denominator
    fits = sizes[0] * sizes[1] < MOST_PAIRS and unit * (left.size + 1) * (right.size + 1) < MOST_WEIGHT
    form = joins if fits else plain(joins.__name__)
    has_copies = duplicates is not Duplicates.SET  # in a set each triple counts once
    found = form.Joins(*sizes, has_copies, duplicates is Duplicates.PRODUCT)
    if has_copies:
        found.join_attributes(left.copies(left.attributes), right.copies(right.attributes))
        found.join_relations(left.copies(left.relations), right.copies(right.relations))
    else:
        found.join_attributes(left.attributes, right.attributes)
        found.join_relations(left.relations, right.relations)
    if similarities is not None:
        _grade(found, similarities, left, right)
    pairs, unary, matches = found.parts()
    is_large = len(pairs) + len(matches) > LARGE and isinstance(unary, array) and isinstance(matches, array)
    table = PackedTable if is_large else NumberTable
    return AlignmentProblem(*sizes, table(pairs, 2), table(unary), table(matches, 3), unit, flattened(found.same))


LARGE = 30_000_000
"""Tables of more numbers are compressed: a search copies what it needs, so that memory would have them twice."""
MOST_PAIRS, MOST_WEIGHT = 1 << 31, 1 << 62
"""Below the first number of pairs of variables 64 bits hold the key of a couple of pairs; and they hold all weights if
the product of the sizes of both graphs and the denominator is below the second, as no more couples can match."""


def _grade(found: Any, similarities: Similarities, left: TripleGraph, right: TripleGraph) -> None:
    """Count the joined couples in units of 1 / denominator, and add those that match by similarity."""
    unit = found.unit = similarities.denominator
    found.alone_worth = [unit * worth for worth in found.alone_worth or repeat(1, len(found.alone))]
    for triple, partner, worth in similarities.matches(left, right):
        found.alone.append(triple.variable * found.width + partner)
        found.alone_worth.append(worth)


def _integer(number: int) -> int:
    """Return a number as a Python integer. Raises ``ValueError`` if it is not an integer."""
    try:
        return int(index(number))
    except TypeError:
        raise ValueError(f"an alignment problem has whole numbers, unlike {number!r}") from None
