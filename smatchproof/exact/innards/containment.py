"""Whether an alignment can match everything of one graph at once: a constraint problem, searched with sets of bits.

No alignment is worth more than the sum of what each left variable can earn alone at most, and each couple of them
together. Where as much is asked for (subgraph isomorphism and cliques ask for it), each variable and each couple has to
earn its most: a variable then has a set of columns, a couple tells which columns of the one go with which of the other,
and no column is taken twice. Filters and search are those of subgraph isomorphism: arc consistency with enough
different partners (Solnon 2010), then the smallest set first, weighted by how often it has failed (Boussemart et al.
2004).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from smatchproof.alignment import AlignmentProblem

_MOST_NODES = 200_000
"""Beyond so many, which take some seconds, other searches may do better."""


class GaveUp(Exception):
    """The search has not ended."""


@dataclass(slots=True)
class Containment:
    """The constraint problem. Sets are integers: bit j says whether column j is in them.

    `domains` holds the columns in which each row earns its most, for all rows that earn anything. ``support[i][k][j]``
    are the columns of row k that go with column j of row i.
    """

    domains: dict[int, int]
    support: dict[int, dict[int, dict[int, int]]]
    failures: dict[int, int] = field(default_factory=lambda: defaultdict(lambda: 1))
    nodes: int = 0

    @classmethod
    def of(cls, problem: AlignmentProblem, at_least: int) -> Containment | None:
        """The constraint problem of this question; ``None`` where less than everything is asked for, or more. Linear.

        >>> edge = AlignmentProblem.from_weights(2, 2, {}, {((0, 0), (1, 1)): 1, ((0, 1), (1, 0)): 1})
        >>> Containment.of(edge, 1).domains, Containment.of(edge, 2)
        ({0: 3, 1: 3}, None)
        """
        alone: dict[int, int] = {}
        together: dict[tuple[int, int], int] = {}
        candidates = problem.candidates
        for (row, _), unary in zip(candidates, problem.unary, strict=True):
            if unary > alone.get(row, 0):
                alone[row] = unary
        for p, q, weight in problem.matches:
            couple = candidates[p][0], candidates[q][0]
            if weight > together.get(couple, 0):
                together[couple] = weight
        if sum(alone.values()) + sum(together.values()) != at_least:
            return None
        domains: dict[int, int] = defaultdict(int)
        for (row, column), unary in zip(candidates, problem.unary, strict=True):
            if unary == alone.get(row, 0):
                domains[row] |= 1 << column
        support: dict[int, dict[int, dict[int, int]]] = defaultdict(dict)
        for i, k in together:
            support[i][k], support[k][i] = defaultdict(int), defaultdict(int)
        for p, q, weight in problem.matches:
            (i, own), (k, other) = candidates[p], candidates[q]
            if weight == together[i, k]:
                support[i][k][own] |= 1 << other
                support[k][i][other] |= 1 << own
        wanted = {row: domains[row] for row in sorted({*alone, *support})}
        return cls(wanted, support)

    def solve(self, tick: Callable[[], None] = lambda: None) -> dict[int, int] | None:
        """The column of each row, or ``None`` if there is no alignment. Raises :class:`GaveUp`.

        `tick` is called again and again; what it raises ends the search.
        """
        domains = dict(self.domains)
        if not self.filter(domains):
            return None
        if not domains:
            return {}
        stack = [(domains, dict[int, int](), self._values(domains))]
        while stack:
            domains, chosen, values = stack[-1]
            step = next(values, None)
            if step is None:
                stack.pop()
                continue
            self.nodes += 1
            if self.nodes & 0xFF == 0:
                tick()
            if self.nodes > _MOST_NODES:
                raise GaveUp
            below, taken = dict(domains), dict(chosen)
            if self._assign(below, taken, *step):
                if not below:
                    return taken
                stack.append((below, taken, self._values(below)))
        return None

    def filter(self, domains: dict[int, int]) -> bool:
        """Remove columns whose partners are missing, or are too few. Answers whether every row is left one."""
        waiting = dict.fromkeys(domains)
        while waiting:
            row, _ = waiting.popitem()
            supports = self.support.get(row, {})
            kept = 0
            for column in _bits(domains[row]):
                union = 0
                for other, partners in supports.items():
                    found = partners.get(column, 0) & domains[other]
                    if not found:
                        break
                    union |= found
                else:
                    if union.bit_count() >= len(supports):
                        kept |= 1 << column
            if kept != domains[row]:
                if not kept:
                    return False
                domains[row] = kept
                waiting.update(dict.fromkeys(supports))
        union = 0
        for domain in domains.values():
            union |= domain
        return union.bit_count() >= len(domains)

    def _values(self, domains: dict[int, int]) -> Iterator[tuple[int, int]]:
        """The row to decide, with each of its columns."""
        failures = self.failures
        row = min(domains, key=lambda i: (domains[i].bit_count() / failures[i], i))
        return ((row, column) for column in _bits(domains[row]))

    def _assign(self, domains: dict[int, int], chosen: dict[int, int], row: int, column: int) -> bool:
        """Let an open row take a column, and others what follows from it. Answers whether nothing fails."""
        decided = [(row, column)]
        while decided:
            row, column = decided.pop()
            if row not in domains:
                continue
            if not domains[row] >> column & 1:
                self.failures[row] += 1
                return False
            del domains[row]
            chosen[row] = column
            others, supports = ~(1 << column), self.support.get(row, {})
            for other, domain in domains.items():
                left = domain & others
                if other in supports:
                    left &= supports[other].get(column, 0)
                if left != domain:
                    if not left:
                        self.failures[other] += 1
                        return False
                    domains[other] = left
                    if left & (left - 1) == 0:
                        decided.append((other, left.bit_length() - 1))
        return True


def _bits(number: int) -> Iterator[int]:
    """The places of the bits of a number, from the lowest."""
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low
