"""Whether an alignment can match everything of one graph at once: a constraint problem, searched with sets of bits.

No alignment is worth more than the sum of what each left variable can earn alone at most, and each couple of them
together. Where as much is asked for (subgraph isomorphism and cliques ask for it), each variable and each couple has to
earn its most: a variable then has a set of columns, a couple tells which columns of the one go with which of the other,
and no column is taken twice. Filters and search are those of subgraph isomorphism: arc consistency with enough
different partners (Solnon 2010), then the smallest set first, weighted by how often it has failed (Boussemart et al.
2004). A no is proved by branch and bound on the star relaxation, without any step of its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from smatchproof.exact.core.forms import is_compiled
from smatchproof.exact.search.known import Evidence, Known, Task
from smatchproof.exact.search.limits import Clock
from smatchproof.exact.search.star_node import SCALE, Node
from smatchproof.problem.problem import AlignmentProblem
from smatchproof.problem.proof import Branch, Fix, Leaf, Proof, ProofNode, ProofOutcome
from smatchproof.problem.solution import Status

_LARGEST_WORK = 1_000_000 if is_compiled() else 10_000_000
"""How many candidates and halves may be looked at. Where that is not enough the compiled tree search is quicker."""


def absence_proof(problem: AlignmentProblem, at_least: int, tick: Callable[[], None]) -> Proof | None:
    """The proof that no alignment is worth so much, which is all that the left graph can earn; ``None`` if too long.

    Exponential at worst. `tick` is called again and again; what it raises ends this.

    >>> arrow = AlignmentProblem.from_weights(2, 2, {}, {((0, 0), (1, 1)): 1})
    >>> [type(node).__name__ for node in absence_proof(arrow, 2, lambda: None)]
    ['Leaf']
    """
    proof: list[ProofNode] = []
    stack, work = [Node.root(problem)], 0
    while stack:
        tick()
        node, is_open = _fixed(stack.pop(), at_least, proof)
        work += node.work
        if work > _LARGEST_WORK:
            return None
        if is_open:
            candidate, with_it, without = node.children(node.relaxation.narrowest())
            proof.append(Branch(candidate))
            stack += without, with_it  # in prefix order: the node with it comes next
    return tuple(proof)


def _fixed(node: Node, at_least: int, proof: list[ProofNode]) -> tuple[Node, bool]:
    """What is left of a node when nothing more can be forbidden, and whether anything in it can be worth so much."""
    while True:
        bound = node.relaxation.bound()
        if bound < SCALE * at_least:
            proof.append(Leaf(node.duals()))
            return node, False
        # an alignment worth so much can lose no more than this against the bound, in all of its pairs
        spare = bound - SCALE * at_least
        alive = node.relaxation.surviving(spare)
        if alive is None:
            return node, True
        proof.append(Fix(node.duals(spare)))
        node = node.only(alive)


_MOST_NODES = 200_000
"""Beyond so many, which take some seconds, other searches may do better."""


class TooManyNodes(Exception):
    """The search has taken more than :data:`_MOST_NODES` nodes."""


def asks_for_all(problem: AlignmentProblem, at_least: int) -> bool:
    """Whether so much is what counting says that the left graph can earn. Linear, and fast where there are arrays.

    Where less than all is asked for it says no, but for few problems.

    >>> edge = AlignmentProblem.from_weights(2, 2, {}, {((0, 0), (1, 1)): 1, ((0, 1), (1, 0)): 1})
    >>> asks_for_all(edge, 1), asks_for_all(edge, 2)
    (True, False)
    """
    # twice, since half a match is charged to each end
    return sum(problem.best_of_side(0).values()) == 2 * at_least


def decided(task: Task, known: Known) -> Known:
    """What is known when all of the left graph has been looked for; the same where that is not what is asked for.

    Raises :class:`smatchproof.exact.search.limits.LimitReached`.
    """
    problem, asked, tick = task.problem, task.params.at_least, Clock(task.params.deadline(task.start)).check
    question = None if asked is None else Containment.of(problem, asked)
    if asked is None or question is None:
        return known
    try:
        columns = question.solve(tick)
    except TooManyNodes:
        return known
    if columns is not None:
        # all of the left graph: no side counts more
        mapping = [columns.get(row) for row in range(problem.left_size)]
        return known.with_alignment(mapping, asked, problem)._replace(counted=asked).met(task)
    known = known.with_greedy(problem)._replace(is_refused=True)
    proof = absence_proof(problem, asked, tick) if task.params.proof else ()
    if proof is None:
        return known
    result = Evidence(task.floor(known.value), lambda: proof)
    return known._replace(status=Status.OPTIMAL, result=result, outcome=ProofOutcome.COMPLETE, nodes=question.nodes)


@dataclass(slots=True)
class Containment:
    """The constraint problem. Sets are integers: bit j says whether column j is in them.

    `domains` holds the columns in which each row earns its most, for all rows that earn anything. For a column of a
    row, as a bit, ``support[row][bit]`` tells of each row beside it which of its columns go with that one.
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

    def solve(self, tick: Callable[[], None] = lambda: None) -> dict[int, int] | None:
        """The column of each row, or ``None`` if there is no alignment. Raises :class:`TooManyNodes`.

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
                raise TooManyNodes
            below, taken = dict(domains), dict(chosen)
            if self._assign(below, taken, *step):
                if not below:
                    return taken
                stack.append((below, taken, self._values(below)))
        return None

    def filter(self, domains: dict[int, int]) -> bool:
        """Remove columns whose partners are missing, or are too few. Answers whether every row is left one."""
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

    def _values(self, domains: dict[int, int]) -> Iterator[tuple[int, int]]:
        """The row to decide, with each of its columns as a bit."""
        failures = self.failures
        row = min(domains, key=lambda i: (domains[i].bit_count() / failures[i], i))
        return ((row, bit) for bit in _bits(domains[row]))

    def _assign(self, domains: dict[int, int], chosen: dict[int, int], row: int, bit: int) -> bool:
        """Let an open row take a column, and others what follows from it. Answers whether nothing fails."""
        decided = [(row, bit)]
        while decided:
            row, bit = decided.pop()
            if row not in domains:
                continue
            if not domains[row] & bit:
                self.failures[row] += 1  # decided sooner from now on
                return False
            del domains[row]
            chosen[row] = bit.bit_length() - 1
            supports = self.support[row][bit]
            for other, domain in domains.items():
                left = domain & ~bit
                if other in supports:
                    left &= supports[other]
                if left != domain:
                    if not left:
                        self.failures[other] += 1
                        return False
                    domains[other] = left  # a value and no key: the loop may go on
                    if left & (left - 1) == 0:  # one bit is left
                        decided.append((other, left))
        return True


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


def _bits(number: int) -> Iterator[int]:
    """The bits of a number, from the lowest."""
    while number:
        bit = number & -number
        yield bit
        number ^= bit
