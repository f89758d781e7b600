"""The alignment problem: what is left of two graphs once only the matching of their triples counts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from smatchproof.alignment.grading import Similarities
from smatchproof.alignment.triples import Alignment, Attribute, Duplicates, Relation, TripleGraph, is_one_to_one

Pair = tuple[int, int]
"""A left variable and a right variable, by index."""


@dataclass(frozen=True, slots=True)
class AlignmentProblem:
    """Find an alignment of greatest weight: a one-to-one partial map of left to right variables.

    An alignment that contains the candidate pair ``candidates[p]`` earns ``unary[p]``; one that contains both
    ``candidates[p]`` and ``candidates[q]`` earns the weight of each match ``(p, q, weight)``. All weights are
    nonnegative integers. Pairs that are no candidates earn nothing. Candidates come in lexicographic order, each
    match once with ``p < q``, and a match never joins two candidates of one variable. `unit` is what one triple is
    worth: it changes no optimum, but is the scale by which a solver calls a gap small.
    """

    left_size: int
    right_size: int
    candidates: tuple[Pair, ...]
    unary: tuple[int, ...]
    matches: tuple[tuple[int, int, int], ...]
    unit: int = field(default=1, repr=False)

    @classmethod
    def from_weights(
        cls,
        left_size: int,
        right_size: int,
        unary: Mapping[Pair, int],
        matches: Mapping[tuple[Pair, Pair], int],
    ) -> AlignmentProblem:
        """A problem from weights of pairs and of unordered couples of pairs. Zero weights are left out.

        Raises ``ValueError`` for negative weights, pairs outside of the sizes, and couples that no alignment contains.

        >>> AlignmentProblem.from_weights(2, 2, {(0, 1): 2}, {((1, 0), (0, 1)): 1})
        AlignmentProblem(left_size=2, right_size=2, candidates=((0, 1), (1, 0)), unary=(2, 0), matches=((0, 1, 1),))
        """
        couples: Counter[tuple[Pair, Pair]] = Counter()
        for (first, second), weight in matches.items():
            if first[0] == second[0] or first[1] == second[1]:
                raise ValueError(f"no alignment contains both {first} and {second}")
            couples[(first, second) if first < second else (second, first)] += weight
        if min([0, *unary.values(), *couples.values()]) < 0:
            raise ValueError("weights of an alignment problem are nonnegative")
        positive = {pair: weight for pair, weight in unary.items() if weight}
        positive_couples = {couple: weight for couple, weight in couples.items() if weight}
        problem = cls._from_positive(left_size, right_size, positive, positive_couples)
        for left, right in problem.candidates:
            if not (0 <= left < left_size and 0 <= right < right_size):
                raise ValueError(f"pair {(left, right)} is outside a problem of {left_size} x {right_size}")
        return problem

    @classmethod
    def _from_positive(
        cls,
        left_size: int,
        right_size: int,
        unary: Mapping[Pair, int],
        couples: Mapping[tuple[Pair, Pair], int],
        unit: int = 1,
    ) -> AlignmentProblem:
        """A problem from weights that are known to be positive, each couple with its smaller pair first."""
        pairs = set(unary)
        for first, second in couples:
            pairs.add(first)
            pairs.add(second)
        candidates = tuple(sorted(pairs))
        number = {pair: p for p, pair in enumerate(candidates)}
        matches = sorted([(number[first], number[second], weight) for (first, second), weight in couples.items()])
        own = tuple([unary.get(c, 0) for c in candidates])
        return cls(left_size, right_size, candidates, own, tuple(matches), unit)

    def trivial_bound(self) -> int:
        """An upper bound that needs no search: each left variable takes its best, whatever the others do.

        Half of a match is charged to each of its two pairs, and a pair can win at most one match for each of the
        other left variables. Linear in the size of the problem.

        >>> AlignmentProblem.from_weights(2, 2, {(0, 0): 2, (0, 1): 1}, {((0, 0), (1, 1)): 3}).trivial_bound()
        5
        """
        best_match: list[dict[int, int]] = [{} for _ in self.candidates]
        for p, q, weight in self.matches:
            for one, other in ((p, q), (q, p)):
                row = self.candidates[other][0]
                best_match[one][row] = max(best_match[one].get(row, 0), weight)
        best: dict[int, int] = {}
        for p, (left, _) in enumerate(self.candidates):
            best[left] = max(best.get(left, 0), 2 * self.unary[p] + sum(best_match[p].values()))
        return sum(best.values()) // 2


def recount(problem: AlignmentProblem, mapping: Alignment) -> int:
    """The value of an alignment under the weights of a problem. Linear in the size of the problem.

    Raises ``ValueError`` when `mapping` is not one-to-one. Every solver's answer is checked by this before it is used.

    >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 1, (1, 1): 1}, {((0, 0), (1, 1)): 1})
    >>> recount(problem, [0, 1]), recount(problem, [1, 0])
    (3, 0)
    """
    if not is_one_to_one(mapping, problem.left_size, problem.right_size):
        raise ValueError(f"not an alignment of {problem.left_size} x {problem.right_size} variables: {mapping}")
    chosen = [mapping[left] == right for left, right in problem.candidates]
    unary = sum(weight for weight, taken in zip(problem.unary, chosen, strict=True) if taken)
    return unary + sum(weight for p, q, weight in problem.matches if chosen[p] and chosen[q])


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
    unary: dict[Pair, int] = defaultdict(int)
    matches: dict[tuple[Pair, Pair], int] = defaultdict(int)
    as_set = duplicates is Duplicates.SET
    attributes: dict[tuple[str, str, str], list[tuple[int, int]]] = defaultdict(list)
    for (kind, role, variable, value), copies in _counted(right.attributes, duplicates):
        attributes[kind, role, value].append((variable, copies))
    for (kind, role, variable, value), copies in _counted(left.attributes, duplicates):
        for partner, others in attributes.get((kind, role, value), ()):
            unary[variable, partner] += 1 if as_set else duplicates.matched(copies, others)
    relations: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
    for (role, source, target), copies in _counted(right.relations, duplicates):
        relations[role].append((source, target, copies))
    for (role, source, target), copies in _counted(left.relations, duplicates):
        for other_source, other_target, others in relations.get(role, ()):
            weight = 1 if as_set else duplicates.matched(copies, others)
            if (source == target) != (other_source == other_target):
                continue
            if source < target:
                matches[(source, other_source), (target, other_target)] += weight
            elif source > target:
                matches[(target, other_target), (source, other_source)] += weight
            else:
                unary[source, other_source] += weight
    sizes = len(left.variables), len(right.variables)
    if similarities is None:
        return AlignmentProblem._from_positive(*sizes, unary, matches)
    unit = similarities.denominator
    unary = defaultdict(int, {pair: unit * weight for pair, weight in unary.items()})
    for triple, partner, worth in similarities.matches(left, right):
        unary[triple.variable, partner] += worth
    return AlignmentProblem._from_positive(*sizes, unary, {c: unit * weight for c, weight in matches.items()}, unit)


_Triple = TypeVar("_Triple", Attribute, Relation)


def _counted(triples: Iterable[_Triple], duplicates: Duplicates) -> Iterable[tuple[_Triple, int]]:
    if duplicates is Duplicates.SET:  # a set already: nothing to count
        return ((triple, 1) for triple in triples)
    return Counter(triples).items()
