"""Containment as a constraint problem: the columns that each row may take, and what one row's column leaves others.

Propagation rules out what has no partner (arc consistency), or leaves several rows too few columns (Hall's condition).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from smatchproof.problem.problem import AlignmentProblem

State = tuple[dict[int, int], dict[int, int]]
"""The columns that open rows have left, and those that rows have taken, as bits."""


@dataclass(slots=True)
class Constraints:
    """The constraint problem. Sets are integers: bit j says whether column j is in them.

    `domains` holds the columns in which each row earns its most, for all rows that earn anything. For a column of a
    row, as a bit, ``support[row][bit]`` tells of each row beside it which of its columns go with that one. `shared` are
    the columns that more than one row can take. What an open row rules out is looked at where it has `few` columns, and
    `failures` counts how often that has left a row none.
    """

    domains: dict[int, int]
    support: dict[int, dict[int, dict[int, int]]]
    shared: int = 0
    few: int = 1
    failures: dict[int, int] = field(default_factory=lambda: defaultdict(lambda: 1))

    @classmethod
    def of(cls, problem: AlignmentProblem, at_least: int) -> Constraints | None:
        """The constraint problem of this question; ``None`` where less than everything is asked for, or more. Linear.

        >>> edge = AlignmentProblem.from_weights(2, 2, {}, {((0, 0), (1, 1)): 1, ((0, 1), (1, 0)): 1})
        >>> Constraints.of(edge, 1).domains, Constraints.of(edge, 2)
        ({0: 3, 1: 3}, None)
        """
        rows = [row for row, _ in problem.candidates]
        bits = [1 << column for _, column in problem.candidates]
        alone: dict[int, int] = {}
        for row, unary in zip(rows, problem.unary, strict=True):
            if unary > alone.get(row, 0):
                alone[row] = unary
        together, matches = _heaviest(problem, rows)
        # for less a row may earn less than its most, and the constraints below would be wrong
        if sum(alone.values()) + together != at_least:
            return None
        partners: list[dict[int, int]] = [{} for _ in rows]
        beside: dict[int, set[int]] = defaultdict(set)
        for p, q, _ in matches:
            i, k = rows[p], rows[q]
            own, others = partners[p], partners[q]
            own[k] = own.get(k, 0) | bits[q]
            others[i] = others.get(i, 0) | bits[p]
        for row, own in zip(rows, partners, strict=True):
            if own:
                beside[row].update(own)
        # in order of rows, so that the search does not depend on that of the matches
        support: dict[int, dict[int, dict[int, int]]] = {row: {} for row in sorted({*alone, *beside})}
        domains = dict.fromkeys(support, 0)
        for row, bit, unary, own in zip(rows, bits, problem.unary, partners, strict=True):
            # a column without a partner for some row beside earns less than the most with that row
            if row in domains and unary == alone.get(row, 0) and len(own) == len(beside[row]):
                domains[row] |= bit
                support[row][bit] = own
        return cls(domains, support)

    def filter(self, domains: dict[int, int]) -> bool:
        """Remove columns whose partners are missing, or are too few. Returns whether every row is left one."""
        waiting = dict.fromkeys(domains)  # each row waits once, in an order that is always the same
        while waiting:
            row, _ = waiting.popitem()
            support, domain, kept = self.support[row], domains[row], 0
            others: dict[int, int] = {}
            rest = domain
            while rest:
                bit = rest & -rest
                rest ^= bit
                union, others = 0, support[bit]
                for other, partners in others.items():
                    found = partners & domains[other]
                    if not found:
                        break
                    union |= found
                else:
                    # Hall's condition for all rows beside at once, not for each set of them: necessary, and one count
                    if union.bit_count() >= len(others):
                        kept |= bit
            if kept != domain:
                if not kept:
                    return False
                domains[row] = kept
                waiting.update(dict.fromkeys(others))  # each column of a row has the same rows beside it
        union = 0
        for domain in domains.values():
            union |= domain
        # columns differ; and a domain that was empty from the start has not changed above
        return union.bit_count() >= len(domains) and all(domains.values())

    def spread(self, state: State, waiting: set[int]) -> int | None:
        """Rule out what these rows rule out, and so on. Returns how many columns; ``None`` if a row is left none."""
        (domains, chosen), support, few, number = state, self.support, self.few, 0
        while waiting:
            row = waiting.pop()
            own = domains[row]
            bit = own & -own
            masks, others, keep = support[row][bit], None, -1
            for each in bits_of(own ^ bit) if own != bit else ():
                masks = {other: mask | masks[other] for other, mask in support[row][each].items()}
            if own == bit:
                chosen[row] = bit
                del domains[row]
                if bit & self.shared:
                    others, keep = domains, ~bit
            for other in masks if others is None else others:
                domain = domains.get(other, 0)
                left = domain & masks.get(other, -1) & keep
                if left == domain:
                    continue
                if not left:
                    self.failures[other] += 1  # decided sooner from now on
                    return None
                domains[other] = left
                size = left.bit_count()
                number += domain.bit_count() - size
                if size <= few:
                    waiting.add(other)
        return number

    def urgency(self, domains: dict[int, int]) -> Callable[[int], float]:
        """The rows with the least go first."""
        failures = self.failures
        return lambda row: domains[row].bit_count() / failures[row]


def _heaviest(problem: AlignmentProblem, rows: list[int]) -> tuple[int, Sequence[tuple[int, int, int]]]:
    """What all couples of rows can earn, and the matches that earn as much as any of their couple."""
    weights = {weight for _, _, weight in problem.matches}
    if len(weights) <= 1:
        # all are heaviest; p < q, and candidates come in order of rows, so that a couple has one name
        return sum(weights) * len({(rows[p], rows[q]) for p, q, _ in problem.matches}), problem.matches
    most: dict[tuple[int, int], int] = {}
    for p, q, weight in problem.matches:
        couple = rows[p], rows[q]
        if weight > most.get(couple, 0):
            most[couple] = weight
    heaviest = [(p, q, weight) for p, q, weight in problem.matches if weight == most[rows[p], rows[q]]]
    return sum(most.values()), heaviest


def bits_of(number: int) -> Iterator[int]:
    """The bits of a number, from the lowest."""
    while number:
        bit = number & -number
        yield bit
        number ^= bit
