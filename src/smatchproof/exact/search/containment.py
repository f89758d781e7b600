"""Alignments that match everything of one graph at once: a constraint problem, searched with sets of bits.

No alignment is worth more than the sum of what each left variable can earn alone at most, and each couple of them
together. Where as much is asked for (subgraph isomorphism, cliques and formulas ask for it), each variable and each
couple has to earn its most: a variable then has a set of columns, a couple tells which columns of the one go with which
of the other, and no column is taken twice. Filters are those of subgraph isomorphism: they rule out columns that have
no partner (arc consistency), and at the root those that leave other rows too few (Hall's condition; Solnon 2010).

The smallest set is decided first, weighted by how often it has failed (Boussemart et al. 2004). What takes longer
begins again, knowing more about failures (Gomes et al. 1998); where sets are small, with *lookahead*, as solvers of
random formulas do (Heule & van Maaren 2009): of several rows each column is tried, and the row is decided whose columns
rule out the most. A no is proved by the tree of the search itself; a leaf is a
:class:`~smatchproof.problem.proof.Lack`: what follows from its branches is found out again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from math import prod

from smatchproof.base.record import Struct, field
from smatchproof.exact.search.known import Evidence, Known, Task
from smatchproof.exact.search.limits import Clock
from smatchproof.problem.problem import AlignmentProblem
from smatchproof.problem.proof import Branch, Lack, Proof, ProofOutcome
from smatchproof.problem.solution import Status

_GUESSES = 100
"""The columns tried before lookahead begins, some milliseconds."""
_FIRST_RUN, _LONGER = 300, 3
"""Elsewhere, the columns tried in the first run, and the factor from a run to the next. In 12 random graphs with 40
vertices and a fifth of all edges 10 Hamiltonian cycles are found (else 3); trees of cliques have a third of the leaves.
"""
_WIDTH = 20
"""The rows whose columns lookahead tries. Of 10, proofs of formulas have half as many nodes again."""
_FEW = 3
"""Where a row has more columns left, what they rule out together is seldom worth the look; else, where it has two."""
_MOST_NODES = 200_000
"""The most columns tried, which take half a minute; beyond them other searches may do better."""


_LONGEST, _LONGEST_AHEAD = 200_000_000, 20_000_000
"""Candidates in all leaves, of trees by lookahead the second. Where there are more there is no proof: a checker takes
half a minute, and looks at each of these about 4 times, after lookahead 10 to 40 times.
"""

State = tuple[dict[int, int], dict[int, int]]
"""The columns that open rows have left, and those that rows have taken, as bits."""


class Constraints(Struct):
    """The constraint problem. Sets are integers: bit j says whether column j is in them.

    `domains` holds the columns in which each row earns its most, for all rows that earn anything. For a column of a
    row, as a bit, ``support[row][bit]`` tells of each adjacent row which of its columns go with that one. `shared` are
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
        adjacent: dict[int, set[int]] = defaultdict(set)
        for p, q, _ in matches:
            i, k = rows[p], rows[q]
            own, others = partners[p], partners[q]
            own[k] = own.get(k, 0) | bits[q]
            others[i] = others.get(i, 0) | bits[p]
        for row, own in zip(rows, partners, strict=True):
            if own:
                adjacent[row].update(own)
        # in order of rows, so that the search does not depend on that of the matches
        support: dict[int, dict[int, dict[int, int]]] = {row: {} for row in sorted({*alone, *adjacent})}
        domains = dict.fromkeys(support, 0)
        for row, bit, unary, own in zip(rows, bits, problem.unary, partners, strict=True):
            # a column without a partner for some adjacent row earns less than the most with that row
            if row in domains and unary == alone.get(row, 0) and len(own) == len(adjacent[row]):
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
                    # Hall's condition for all adjacent rows at once, not for each set of them: necessary, and one count
                    if union.bit_count() >= len(others):
                        kept |= bit
            if kept != domain:
                if not kept:
                    return False
                domains[row] = kept
                waiting.update(dict.fromkeys(others))  # each column of a row has the same adjacent rows
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
    """The sum of what each couple of rows can earn, and the matches that earn as much as any of their couple."""
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


class TooManyNodes(Exception):
    """The search has taken as many nodes as it may."""


def asks_for_all(problem: AlignmentProblem, at_least: int) -> bool:
    """Test whether counting says that the left graph can earn `at_least`. Linear, and fast where there are arrays.

    Where less than all is asked for it says no, but for few problems.

    >>> edge = AlignmentProblem.from_weights(2, 2, {}, {((0, 0), (1, 1)): 1, ((0, 1), (1, 0)): 1})
    >>> asks_for_all(edge, 1), asks_for_all(edge, 2)
    (True, False)
    """
    # twice, since half a match is charged to each end
    return sum(problem.best_of_side(0).values()) == 2 * at_least


def decided(task: Task, known: Known) -> Known:
    """Return what is known after a search for all of the left graph; the same where less is asked for.

    Raises :class:`smatchproof.exact.search.limits.LimitReached`.
    """
    problem, asked, tick = task.problem, task.params.at_least, Clock(task.params.deadline(task.start)).check
    constraints = None if asked is None else Constraints.of(problem, asked)
    if asked is None or constraints is None:
        return known
    limit = task.params.node_limit
    question = Containment(constraints) if limit is None else Containment(constraints, limit)
    try:
        columns = question.solve(tick)
    except TooManyNodes:
        return known
    if columns is not None:
        # all of the left graph: no side counts more
        mapping = [columns.get(row) for row in range(problem.left_size)]
        return known.with_alignment(mapping, asked, problem)._replace(counted=asked).met(task)
    known = known.with_greedy(problem)
    result = Evidence(task.floor(known.value), _proof_of(question, task) if task.params.proof else None)
    return known._replace(status=Status.OPTIMAL, result=result, outcome=ProofOutcome.COMPLETE, nodes=question.nodes)


def _proof_of(question: Containment, task: Task) -> Callable[[], Proof] | None:
    """The function that makes the proof of a no, unless it takes too long to check."""
    looks = question.steps.count(None) * task.candidates
    is_ahead = question.constraints.few == _FEW
    longest = max(_LONGEST_AHEAD if is_ahead else _LONGEST, task.params.proof_limit or 0)
    return None if looks > longest else lambda: question.proof(task.problem)


_Tried = tuple[int, int, State | None]
"""A row, one of its columns as a bit, and what that leaves, if it has been tried."""


class Containment(Struct):
    """The search for an alignment that meets all constraints.

    `steps` are the nodes of the proof of a no: a row and a column that are decided, or ``None`` where nothing is
    possible.
    """

    constraints: Constraints
    limit: int = _MOST_NODES
    steps: list[tuple[int, int] | None] = field(default_factory=list)
    nodes: int = 0

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
        constraints, seen = self.constraints, 0
        domains = dict(constraints.domains)
        root: State = domains, {}
        is_possible = constraints.filter(domains)
        for domain in domains.values():
            constraints.shared, seen = constraints.shared | (seen & domain), seen | domain
        decided = {row for row, domain in domains.items() if domain & (domain - 1) == 0}
        if not is_possible or constraints.spread(root, decided) is None:
            self.steps = [None]
            return None
        # elsewhere a look ahead costs more than the branches that it saves
        has_few = sum(domain.bit_count() for domain in domains.values()) <= _FEW * len(domains)
        most, limit = _GUESSES if has_few else _FIRST_RUN, min(self.limit, _MOST_NODES)
        while self.nodes + most < limit:
            with suppress(TooManyNodes):
                return _numbered(self._search(_copied(root), 1, most, tick))
            if has_few:
                return _numbered(self._search(root, _WIDTH, limit - self.nodes, tick))
            most *= _LONGER
        return _numbered(self._search(root, 1, limit - self.nodes, tick))

    def _search(self, root: State, width: int, most: int, tick: Callable[[], None]) -> dict[int, int] | None:
        """The column of each row, as a bit. Where there is none, `steps` are the tree."""
        self.steps, stack = [], [iter([root])]
        self.constraints.few = _FEW if width > 1 else 1
        most, due = most + self.nodes, self.nodes
        while stack:
            state = next(stack[-1], None)
            if state is None:
                stack.pop()
                continue
            if self.nodes >= due:
                due = self.nodes + 256
                tick()
            if self.nodes > most:
                raise TooManyNodes
            if not state[0]:
                return state[1]
            stack.append(self._children(state, width))
        return None

    def _children(self, state: State, width: int) -> Iterator[State]:
        """Decide a row. Yields what each of its columns leaves, where that is possible."""
        if width > 1:
            tried = self._looked_ahead(state, width)
        else:
            row = min(state[0], key=self.constraints.urgency(state[0]))
            tried = [(row, bit, None) for bit in bits_of(state[0][row])]
        for number, (row, bit, below) in enumerate(tried, 1):
            # where all its other columns are ruled out, a row takes the last one without a decision
            if number < len(tried):
                self.steps.append((row, bit))
            if below := below or self._assigned(state, row, bit)[0]:
                yield below
            else:
                self.steps.append(None)
        if not tried:
            self.steps.append(None)

    def _looked_ahead(self, state: State, width: int) -> list[_Tried]:
        """Of the `width` most urgent rows the one whose columns leave the least, which go first.

        Nothing if nothing is possible.
        Columns that are impossible are ruled out.
        """
        domains = state[0]
        best, most, rows = list[_Tried](), 0.0, sorted(domains, key=self.constraints.urgency(domains))[:width]
        while rows:
            row = rows.pop(0)
            tried, gone = list[_Tried](), list[int]()
            for bit in bits_of(domains[row]):
                below, number = self._assigned(state, row, bit)
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
            if self.constraints.spread(state, {row}) is None:
                return []
            if not domains:
                return [(row, 0, state)]
            best, most, rows = [], 0.0, sorted(domains, key=self.constraints.urgency(domains))[:width]
        return best

    def _assigned(self, state: State, row: int, bit: int) -> tuple[State | None, int]:
        """Return the rest when a row takes a column, if anything, and how many columns of other rows that rules out."""
        self.nodes += 1
        below = _copied(state)
        below[0][row] = bit
        gone = self.constraints.spread(below, {row})
        return (None, 0) if gone is None else (below, gone + 1)


def _numbered(chosen: dict[int, int] | None) -> dict[int, int] | None:
    """The numbers of columns that are given as bits."""
    return None if chosen is None else {row: bit.bit_length() - 1 for row, bit in chosen.items()}


def _copied(state: State) -> State:
    """Another one that may be changed."""
    return dict(state[0]), dict(state[1])
