"""The alignment problem: what is left of two graphs once only the matching of their triples counts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import chain, compress, repeat
from math import gcd
from operator import index, itemgetter
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from smatchproof.alignment.grading import Label, Similarities
from smatchproof.alignment.large_problem import LargeParts, best_large_matches, best_of_large_side, large_parts, pays
from smatchproof.alignment.number_table import NumberTable, as_array
from smatchproof.alignment.triples import Alignment, Attribute, Duplicates, Relation, TripleGraph, is_one_to_one

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Pair = tuple[int, int]
"""A left variable and a right variable, by index."""


@dataclass(frozen=True, slots=True)
class AlignmentProblem:
    """Find an alignment of greatest weight: a one-to-one partial map of left to right variables.

    An alignment that contains the candidate pair ``candidates[p]`` earns ``unary[p]``; one that contains both
    ``candidates[p]`` and ``candidates[q]`` earns the weight of each match ``(p, q, weight)``. All weights are
    nonnegative integers of Python: those of NumPy overflow (:meth:`from_weights` converts them). Pairs that are no
    candidates earn nothing. Candidates come in lexicographic order, each match once with ``p < q``, and a match never
    joins two candidates of one variable. `unit` is what one triple is worth: it changes no optimum, but is the scale by
    which a solver calls a gap small. `same_concept` are the pairs of variables with the same concept, ``None`` where
    that is not known: no weight depends on it, but the smart start of the paper does.
    """

    left_size: int
    right_size: int
    candidates: Sequence[Pair]
    unary: Sequence[int]
    matches: Sequence[tuple[int, int, int]]
    unit: int = field(default=1, repr=False)
    same_concept: Set[Pair] | None = field(default=None, repr=False, compare=False)

    @classmethod
    def from_weights(
        cls,
        left_size: int,
        right_size: int,
        unary: Mapping[Pair, int],
        matches: Mapping[tuple[Pair, Pair], int],
    ) -> AlignmentProblem:
        """A problem from weights of pairs and of unordered couples of pairs. Zero weights are left out.

        Raises ``ValueError`` for weights that are negative or no integers, pairs outside of the sizes, and couples that
        no alignment contains. Integers of NumPy become Python's, which do not overflow.

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
        positive_couples = {couple: weight for couple, weight in couples.items() if weight}
        left_size, right_size, number = _integer(left_size), _integer(right_size), dict[Pair, int]()
        for left, right in sorted({*positive, *chain.from_iterable(positive_couples)}):
            if not (0 <= left < left_size and 0 <= right < right_size):
                raise ValueError(f"pair {(left, right)} is outside a problem of {left_size} x {right_size}")
            number[left, right] = _integer(left) * right_size + _integer(right)
        size = left_size * right_size
        return cls._from_positive(
            left_size,
            right_size,
            {number[pair]: weight for pair, weight in positive.items()},
            {number[one] * size + number[two]: weight for (one, two), weight in positive_couples.items()},
        )

    @classmethod
    def _from_positive(
        cls,
        left_size: int,
        right_size: int,
        unary: Mapping[int, int],
        couples: Mapping[int, int],
        unit: int = 1,
        same_concept: Set[Pair] | None = None,
    ) -> AlignmentProblem:
        """A problem from weights that are known to be positive.

        The pair (i, j) is the number i * `right_size` + j, and a couple is the number of its smaller pair times how
        many pairs there are plus that of the other: numbers are hashed and sorted in a fraction of the time of tuples.
        """
        size, ordered = left_size * right_size, sorted(couples)
        ends = [divmod(couple, size) for couple in ordered]
        pairs = sorted({*unary, *chain.from_iterable(ends)})
        number = {pair: p for p, pair in enumerate(pairs)}
        return cls(
            left_size,
            right_size,
            tuple([divmod(pair, right_size) for pair in pairs]),
            tuple([unary.get(pair, 0) for pair in pairs]),
            tuple([(number[one], number[two], couples[each]) for (one, two), each in zip(ends, ordered, strict=True)]),
            unit,
            same_concept,
        )

    @property
    def step(self) -> int:
        """The greatest common divisor of all weights, which divides every value; 1 where there are none.

        >>> AlignmentProblem.from_weights(2, 2, {(0, 0): 6, (0, 1): 9}, {}).step
        3
        """
        if 1 in self.unary:
            return 1
        return gcd(*self.unary, *[weight for _, _, weight in self.matches]) or 1

    def listed(self) -> AlignmentProblem:
        """The same problem in tuples, which Python reads faster than arrays, item by item."""
        if not isinstance(self.candidates, NumberTable):
            return self
        return replace(self, candidates=tuple(self.candidates), unary=tuple(self.unary), matches=tuple(self.matches))

    @property
    def total_weight(self) -> int:
        """The sum of all weights, which no value exceeds.

        Raises ``ValueError`` where it is no integer of Python; from others :meth:`from_weights` makes some.

        >>> AlignmentProblem.from_weights(2, 2, {(0, 0): 6, (0, 1): 9}, {}).total_weight
        15
        """
        if isinstance(self.candidates, NumberTable):
            return int(as_array(self.unary).sum() + as_array(self.matches)[:, 2].sum())
        total = sum(self.unary) + sum(map(itemgetter(2), self.matches))
        if type(total) is not int:
            raise ValueError(f"weights are integers of Python, unlike {type(total).__name__}; use from_weights")
        return total

    def divided(self, step: int) -> AlignmentProblem:
        """The same problem with all weights divided by a common divisor."""
        return AlignmentProblem(
            self.left_size,
            self.right_size,
            self.candidates,
            tuple([weight // step for weight in self.unary]),
            tuple([(p, q, weight // step) for p, q, weight in self.matches]),
            max(1, self.unit // step),
            self.same_concept,
        )

    def trivial_bound(self) -> int:
        """An upper bound that needs no search: each variable takes its best, whatever the others do.

        Half of a match is charged to each of its two pairs, and a pair can win at most one match for each of the
        other left variables, and one for each of the other right ones. The bound is the lesser of the two sides', so
        it is never more than the triples of either graph. Linear in the size of the problem.

        >>> AlignmentProblem.from_weights(2, 2, {(0, 0): 2, (0, 1): 1}, {((0, 0), (1, 1)): 3}).trivial_bound()
        5
        """
        return min(sum(self.best_of_side(side).values()) for side in (0, 1)) // 2

    def best_of_side(self, side: int) -> dict[int, int]:
        """Twice what each left (0) or right (1) variable adds to :meth:`trivial_bound`; those without are left out."""
        if isinstance(self.candidates, NumberTable):
            size = (self.left_size, self.right_size)[side]
            return best_of_large_side(self.candidates, as_array(self.unary), as_array(self.matches), side, size)
        best: dict[int, int] = {}
        for pair, unary, shared in zip(self.candidates, self.unary, self._shared_most(side), strict=True):
            worth = 2 * unary + shared
            if worth >= best.get(pair[side], 0):
                best[pair[side]] = worth
        return best

    def _shared_most(self, side: int) -> list[int]:
        """What the best matches of each candidate with the other left (0) or right (1) variables are worth in all.

        Nearly always all matches weigh the same; then it is enough to know which variables they are with: a bit each.
        """
        weights = {weight for _, _, weight in self.matches}
        if len(weights) > 1:
            most = [0] * len(self.candidates)
            for p, _, weight in self.best_matches(side):
                most[p] += weight
            return most
        bits = [1 << pair[side] for pair in self.candidates]
        variables = [0] * len(bits)
        for p, q, _ in self.matches:
            variables[p] |= bits[q]
            variables[q] |= bits[p]
        weight = max(weights, default=0)
        return [weight * each.bit_count() for each in variables]

    def best_matches(self, side: int) -> Iterator[tuple[int, int, int]]:
        """The heaviest match of each candidate with each other left (0) or right (1) variable, as
        (candidate, variable, weight).
        """
        size = (self.left_size, self.right_size)[side]
        if isinstance(self.candidates, NumberTable):
            found = best_large_matches(self.candidates, as_array(self.matches), side, size)
            yield from zip(*(part.tolist() for part in found), strict=True)
            return
        variables = [pair[side] for pair in self.candidates]
        best: dict[int, int] = {}
        known = best.get
        for p, q, weight in self.matches:
            key = p * size + variables[q]
            if weight > known(key, 0):
                best[key] = weight
            key = q * size + variables[p]
            if weight > known(key, 0):
                best[key] = weight
        for key, weight in best.items():
            yield *divmod(key, size), weight


class ProblemSize(NamedTuple):
    """How large a problem can become: its `candidates`, at most, and its couples of matching triples, `matches`."""

    candidates: int
    matches: int

    @property
    def memory(self) -> int:
        """Bytes that building and solving the problem take, about."""
        return CANDIDATE_BYTES * self.candidates + MATCH_BYTES * self.matches

    @property
    def seconds(self) -> float:
        """Seconds that building the problem and a first bound take, about."""
        return SECONDS * (self.candidates + self.matches)


CANDIDATE_BYTES, MATCH_BYTES = 700, 1_300
SECONDS = 5e-6
"""Measured on chains of 100 to 500 variables with one role, on one core of 2020; stars whose matches compete cost
more."""


def problem_size(left: TripleGraph, right: TripleGraph, similarities: Similarities | None = None) -> ProblemSize:
    """The size of the problem of two graphs, from the number of triples with each label, without building it.

    Linear in the triples and similarities. A pair that matches by several triples is counted for each of them, but
    there are no more candidates than pairs of variables.

    >>> chain = TripleGraph(("a", "b"), (), (Relation("next", 0, 1), Relation("next", 1, 0)))
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
    """The value of an alignment under the weights of a problem. Linear in the size of the problem.

    Raises ``ValueError`` when `mapping` is not one-to-one. Every solver's answer is checked by this before it is used.

    >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 1, (1, 1): 1}, {((0, 0), (1, 1)): 1})
    >>> recount(problem, [0, 1]), recount(problem, [1, 0])
    (3, 0)
    """
    if not is_one_to_one(mapping, problem.left_size, problem.right_size):
        raise ValueError(f"not an alignment of {problem.left_size} x {problem.right_size} variables: {mapping}")
    if isinstance(problem.candidates, NumberTable):
        return _recounted(problem.candidates, problem, mapping)
    chosen = [mapping[left] == right for left, right in problem.candidates]
    return sum(compress(problem.unary, chosen)) + sum(
        [weight for p, q, weight in problem.matches if chosen[p] and chosen[q]]
    )


def picked(problem: AlignmentProblem, mapping: Alignment) -> list[int]:
    """The candidates that an alignment uses. Linear in the size of the problem.

    >>> picked(AlignmentProblem.from_weights(2, 2, {(0, 0): 1, (0, 1): 1, (1, 0): 1}, {}), [1, 0])
    [1, 2]
    """
    if not isinstance(problem.candidates, NumberTable):
        return [p for p, (left, right) in enumerate(problem.candidates) if mapping[left] == right]
    found: list[int] = _is_picked(problem.candidates, mapping).nonzero()[0].tolist()
    return found


def _is_picked(candidates: NumberTable[Pair], mapping: Alignment) -> npt.NDArray[np.bool_]:
    import numpy as np

    partner = np.array([-1 if right is None else right for right in mapping], dtype=np.int64)
    used: npt.NDArray[np.bool_] = partner[candidates.array[:, 0]] == candidates.array[:, 1]
    return used


def _of_parts(left: TripleGraph, right: TripleGraph, parts: LargeParts) -> AlignmentProblem:
    sizes = len(left.variables), len(right.variables)
    return AlignmentProblem(*sizes, parts.candidates, parts.unary, parts.matches, same_concept=parts.same_concept)


def _recounted(candidates: NumberTable[Pair], problem: AlignmentProblem, mapping: Alignment) -> int:
    """The value of an alignment of a problem in arrays."""
    chosen, matches = _is_picked(candidates, mapping), as_array(problem.matches)
    both = chosen[matches[:, 0]] & chosen[matches[:, 1]]
    return int(as_array(problem.unary)[chosen].sum() + matches[both, 2].sum())


def build_problem(
    left: TripleGraph, right: TripleGraph, duplicates: Duplicates, similarities: Similarities | None = None
) -> AlignmentProblem:
    """The problem whose weights count the triples that `left` and `right` match.

    With `similarities` different values match too, and weights are in units of 1 / denominator. Takes time and memory
    in proportion to the couples of triples that match.

    >>> w = TripleGraph(("a",), (Attribute("instance", "instance", 0, "boy"),))
    >>> build_problem(w, w, Duplicates.SET).unary
    (1,)
    """
    if similarities is None and pays(left, right, duplicates):
        return _of_parts(left, right, large_parts(left, right, duplicates))
    sizes = len(left.variables), len(right.variables)
    unary: dict[int, int] = defaultdict(int)
    matches: dict[int, int] = defaultdict(int)
    same_concept: list[Pair] = []
    _match_attributes(left, right, duplicates, unary, same_concept)
    _match_relations(left, right, duplicates, unary, matches)
    equal = frozenset(same_concept)
    if similarities is None:
        return AlignmentProblem._from_positive(*sizes, unary, matches, same_concept=equal)
    unit = similarities.denominator
    unary = defaultdict(int, {pair: unit * weight for pair, weight in unary.items()})
    for triple, partner, worth in similarities.matches(left, right):
        unary[triple.variable * sizes[1] + partner] += worth
    couples = {couple: unit * weight for couple, weight in matches.items()}
    return AlignmentProblem._from_positive(*sizes, unary, couples, unit, equal)


def _match_attributes(
    left: TripleGraph, right: TripleGraph, duplicates: Duplicates, unary: dict[int, int], same_concept: list[Pair]
) -> None:
    """Add what attributes match to `unary`, and the pairs of variables with the same concept to the list."""
    width, as_set = len(right.variables), duplicates is Duplicates.SET
    found: dict[tuple[str, str, str], list[tuple[int, int]]] = defaultdict(list)
    for (kind, role, variable, value), copies in _counted(right, right.attributes, duplicates):
        found[kind, role, value].append((variable, copies))
    for (kind, role, variable, value), copies in _counted(left, left.attributes, duplicates):
        if (partners := found.get((kind, role, value))) is None:
            continue
        row = variable * width
        for partner, others in partners:
            unary[row + partner] += 1 if as_set else duplicates.matched(copies, others)
        if kind == "instance":
            same_concept += [(variable, partner) for partner, _ in partners]


def _match_relations(
    left: TripleGraph, right: TripleGraph, duplicates: Duplicates, unary: dict[int, int], matches: dict[int, int]
) -> None:
    """Add what relations match to `matches`, and what loops match to `unary`."""
    width, as_set = len(right.variables), duplicates is Duplicates.SET
    pairs = len(left.variables) * width
    found: dict[tuple[str, bool], list[tuple[int, int, int]]] = defaultdict(list)
    for (role, source, target), copies in _counted(right, right.relations, duplicates):
        found[role, source == target].append((source, target, copies))
    for (role, source, target), copies in _counted(left, left.relations, duplicates):
        first, second = source * width, target * width
        for other_source, other_target, others in found.get((role, source == target), ()):
            weight = 1 if as_set else duplicates.matched(copies, others)
            if source < target:
                matches[(first + other_source) * pairs + second + other_target] += weight
            elif source > target:
                matches[(second + other_target) * pairs + first + other_source] += weight
            else:
                unary[first + other_source] += weight


def _integer(number: int) -> int:
    """A number as an integer of Python. Raises ``ValueError`` for what is none."""
    try:
        return int(index(number))
    except TypeError:
        raise ValueError(f"an alignment problem has whole numbers, unlike {number!r}") from None


_Triple = TypeVar("_Triple", Attribute, Relation)


def _counted(graph: TripleGraph, triples: Iterable[_Triple], duplicates: Duplicates) -> Iterable[tuple[_Triple, int]]:
    if duplicates is Duplicates.SET:  # a set already: nothing to count
        return zip(triples, repeat(1), strict=False)
    return graph.copies(triples).items()
