"""Whether an alignment can match everything of one graph at once: a constraint problem, searched with sets of bits.

No alignment is worth more than the sum of what each left variable can earn alone at most, and each couple of them
together. Where as much is asked for (subgraph isomorphism, cliques and formulas ask for it), each variable and each
couple has to earn its most: a variable then has a set of columns, a couple tells which columns of the one go with which
of the other, and no column is taken twice. Filters are those of subgraph isomorphism: arc consistency, at the root with
enough different partners (Solnon 2010).

The smallest set is decided first, weighted by how often it has failed (Boussemart et al. 2004). What takes longer
begins anew with *lookahead*, as solvers of random formulas do (Heule & van Maaren 2009): of several rows each column is
tried, and the row is decided whose columns rule out the most. A no is proved by the tree of the search itself; a leaf
is a :class:`~smatchproof.problem.proof.Lack`, and the checker finds out again what follows from its branches.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import prod

from smatchproof.exact.search.known import Evidence, Known, Task
from smatchproof.exact.search.limits import Clock
from smatchproof.problem.problem import AlignmentProblem
from smatchproof.problem.proof import Branch, Lack, Proof, ProofOutcome
from smatchproof.problem.solution import Status

_GUESSES = 100
"""So many columns are tried without lookahead, some milliseconds: most questions about subgraphs need less."""
_WIDTH = 20
"""Lookahead tries the columns of so many rows. Of 10, proofs of formulas have half as many nodes again."""
_FEW = 3
"""Where a row has more columns left, what they rule out together is seldom worth the look; without lookahead, of two."""
_MOST_NODES = 200_000
"""Beyond so many columns, which take half a minute, other searches may do better."""


_LONGEST = 3_000_000
"""A checker takes half a minute to find out what so many candidates lack, in all leaves; longer proofs are left out."""


class TooManyNodes(Exception):
    """The search has taken as many nodes as it may."""


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
    known = known.with_greedy(problem)
    is_long = question.steps.count(None) * task.candidates > _LONGEST
    result = Evidence(task.floor(known.value), None if is_long else lambda: question.proof(problem))
    return known._replace(status=Status.OPTIMAL, result=result, outcome=ProofOutcome.COMPLETE, nodes=question.nodes)


_Tried = tuple[int, int, dict[int, int] | None]
"""A row, one of its columns as a bit, and what that leaves of all rows, if it has been tried."""


@dataclass(slots=True)
class Containment:
    """The constraint problem. Sets are integers: bit j says whether column j is in them.

    `domains` holds the columns in which each row earns its most, for all rows that earn anything. For a column of a
    row, as a bit, ``support[row][bit]`` tells of each row beside it which of its columns go with that one. `alone`
    tells the same of all rows that lose a column if the row takes this one. `steps` are the nodes of the proof of a no:
    a row and a column that are decided, or ``None`` where nothing is possible. Rows with no more columns than `few` are looked at again.
    """

    domains: dict[int, int]
    support: dict[int, dict[int, dict[int, int]]]
    failures: dict[int, int] = field(default_factory=lambda: defaultdict(lambda: 1))
    alone: dict[tuple[int, int], dict[int, int]] = field(default_factory=dict)
    sharing: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    steps: list[tuple[int, int] | None] = field(default_factory=list)
    few: int = 1
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

    def proof(self, problem: AlignmentProblem) -> Proof:
        """The tree of a search that has found nothing."""
        number = {pair: p for p, pair in enumerate(problem.candidates)}
        return tuple(
            Lack() if step is None else Branch(number[step[0], step[1].bit_length() - 1]) for step in self.steps
        )

    def solve(self, tick: Callable[[], None] = lambda: None) -> dict[int, int] | None:
        """The column of each row, or ``None`` if there is no alignment. Raises :class:`TooManyNodes`.

        `tick` is called again and again; what it raises ends the search.
        """
        domains = dict(self.domains)
        if not self.filter(domains):
            self.steps = [None]
            return None
        for row, domain in domains.items():
            for bit in _bits(domain):
                self.sharing[bit].append(row)
        if self._spread(domains, {row for row, domain in domains.items() if domain & (domain - 1) == 0}) is None:
            self.steps = [None]
            return None
        try:
            found = self._search(dict(domains), 1, _GUESSES, tick)
        except TooManyNodes:
            # elsewhere a look ahead costs more than the branches that it saves
            has_few = sum(domain.bit_count() for domain in domains.values()) <= _FEW * len(domains)
            found = self._search(domains, _WIDTH if has_few else 1, _MOST_NODES, tick)
        return None if found is None else {row: domain.bit_length() - 1 for row, domain in found.items()}

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

    def _search(
        self, domains: dict[int, int], width: int, most: int, tick: Callable[[], None]
    ) -> dict[int, int] | None:
        """What is left of all rows when each has one column. Where nothing is, `steps` are the tree."""
        self.steps, self.few, stack = [], _FEW if width > 1 else 1, [iter([domains])]
        most, due = most + self.nodes, self.nodes
        while stack:
            below = next(stack[-1], None)
            if below is None:
                stack.pop()
                continue
            if self.nodes >= due:
                due = self.nodes + 256
                tick()
                if self.nodes > most:
                    raise TooManyNodes
            rows = self._ranked(below)
            if not rows:
                return below
            stack.append(self._children(below, rows, width))
        return None

    def _children(self, domains: dict[int, int], rows: list[int], width: int) -> Iterator[dict[int, int]]:
        """Decide a row. Yields what each of its columns leaves of all rows, where that is possible."""
        tried = [(rows[0], bit, None) for bit in _bits(domains[rows[0]])]
        if width > 1:
            tried = self._looked_ahead(domains, rows, width)
        for number, (row, bit, below) in enumerate(tried, 1):
            # where all its other columns are ruled out, a row takes the last one without a decision
            if number < len(tried):
                self.steps.append((row, bit))
            if below := below or self._assigned(domains, row, bit)[0]:
                yield below
            else:
                self.steps.append(None)
        if not tried:
            self.steps.append(None)

    def _ranked(self, domains: dict[int, int]) -> list[int]:
        """The open rows, the most urgent ones first."""
        failures = self.failures
        rows = [row for row, domain in domains.items() if domain & (domain - 1)]
        return sorted(rows, key=lambda row: domains[row].bit_count() / failures[row])

    def _looked_ahead(self, domains: dict[int, int], rows: list[int], width: int) -> list[_Tried]:
        """Of so many rows the one whose columns leave the least, which go first. Nothing if nothing is possible.

        Columns that are impossible are ruled out.
        """
        best, most = [(0, 0, domains)], 0.0  # in case no row is open
        waiting = rows[:width]
        while waiting:
            row = waiting.pop(0)
            tried, gone = list[_Tried](), list[int]()
            for bit in _bits(domains[row]):
                below, number = self._assigned(domains, row, bit)
                if not below:
                    break
                tried.append((row, bit, below))
                gone.append(number)
            else:
                # of two columns the product, as usual; more columns make more nodes
                if (score := prod(gone) ** (1 / len(gone)) / len(gone)) > most:
                    best, most = [tried[k] for k in sorted(range(len(gone)), key=gone.__getitem__)], score
                continue
            self.steps += (row, bit), None
            domains[row] ^= bit
            if self._spread(domains, {row}) is None:
                return []
            best, most, waiting = [(0, 0, domains)], 0.0, self._ranked(domains)[:width]
        return best

    def _assigned(self, domains: dict[int, int], row: int, bit: int) -> tuple[dict[int, int] | None, int]:
        """What is left of all rows when a row takes a column, if anything, and how many columns that rules out."""
        self.nodes += 1
        below = dict(domains)
        below[row] = bit
        gone = self._spread(below, {row})
        return (None, 0) if gone is None else (below, gone + 1)

    def _alone(self, row: int, bit: int) -> dict[int, int]:
        """What other rows keep if a row takes this column; a partner's column is another one anyway."""
        masks = {other: ~bit for other in self.sharing[bit] if other != row} | self.support[row][bit]
        self.alone[row, bit] = masks
        return masks

    def _spread(self, domains: dict[int, int], waiting: set[int]) -> int | None:
        """Rule out what these rows rule out, and so on. Returns how many columns; ``None`` if a row is left none."""
        number = 0
        while waiting:
            row = waiting.pop()
            own = domains[row]
            bit = own & -own
            masks = self.support[row][bit] if own != bit else self.alone.get((row, bit)) or self._alone(row, bit)
            for each in _bits(own ^ bit):
                masks = {other: mask | masks[other] for other, mask in self.support[row][each].items()}
            for other, mask in masks.items():
                domain = domains[other]
                left = domain & mask
                if left == domain:
                    continue
                if not left:
                    self.failures[other] += 1  # decided sooner from now on
                    return None
                domains[other] = left
                number += (domain ^ left).bit_count()
                if left.bit_count() <= self.few:
                    waiting.add(other)
        return number


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
