"""A node of the tree search: its iterations, and the choice of what to branch on."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import without_cython as cython
if not cython.compiled:
    from math import exp

    from .candidates import Candidates
    from .memory import give_back, new_room, take
    from .nested_assignments import DECIDED, INFINITY, NEEDED, OPTIONAL
    from .stars import Stars

STEP_UNIT = 1024
"""The factor of the step is a whole number of such parts of 1."""
WINDOW = 30
"""When its iterations are over, a node gets so many more, as long as the last ones close a tenth of the gap."""
TRIED_EVERY = 8
"""The outer solution is tried as an alignment once in so many iterations."""
LARGEST_EXPONENT = 150
"""A bound of more triples above the target than this is expected to cost no more: exp(300) is still a float."""


class TreeState(Stars):
    """The node of the tree at which the search stands; the nodes above it are the levels below its own.

    Looked for are alignments that are worth more than the `incumbent`: a node is pruned whose bound is below the
    target, the least bound that holds one. When the iterations of a node end, it `is_open`, because its bound has
    stalled, or it is pruned; `least_bound` is the best bound on the way. Where `is_fixing`, they fix by reduced costs
    as they go (Hahn & Grant 1998, "Lower bounds for the quadratic assignment problem
    based upon a dual formulation"), which leaves no trace in the duals.
    """

    def __init__(self, problem: Candidates, scale: int, incumbent: int, is_fixing: bool) -> None:
        super().__init__(problem, scale)
        self.incumbent = incumbent
        self.is_fixing = is_fixing
        self.is_open = self.has_improved = False
        self.least_bound = INFINITY
        self.step = self.patience = self.best_bound = self.window_bound = self.fruitless = 0
        self.iteration = self.last_iteration = 0
        self.tree_room = new_room()
        self.misused = take(self.tree_room, self.halves)

    def __dealloc__(self) -> None:
        give_back(self.tree_room)

    def target(self) -> int:
        """The least bound of a node that may hold something better than the incumbent."""
        return self.scale * (self.incumbent + 1)

    # ---- iterations

    def begin_node(self, iterations: int, step: float, patience: int) -> None:
        """Begin the iterations of a node: how many, the factor of Polyak's step, and when it shrinks."""
        self.step = int(step * STEP_UNIT)
        self.patience = patience
        self.least_bound = self.best_bound = self.window_bound = INFINITY
        self.fruitless = 0
        self.iteration = 0
        self.last_iteration = iterations

    def improve(self, iterations: int) -> bool:
        """Lower the bound of the node by so many subgradient iterations. Answers whether it goes on.

        A match that a star of the outer solution uses, although the other end of the match does not, has moved weight
        to the end where it is not used; the step is Polyak's, aimed at the target. A better alignment is left in the
        outer solution, with its value as the incumbent, and the answer is then True, or the node is pruned.
        """
        is_running = True
        with cython.nogil:
            for _ in range(iterations):
                is_running = self._iterate()
                if not is_running or self.has_improved:
                    break
        return is_running

    def _iterate(self) -> bool:
        """Settle what has changed, then change what the solution contradicts. Answers whether the node goes on."""
        self.is_open = self.has_improved = False
        bound = self.settle_changes()
        self.least_bound = min(self.least_bound, bound)
        excess = bound - self.target()
        if excess < 0:
            return False
        if self.is_fixing and self._fix_all():
            return True
        found = self._find_misused()
        if found == 0 or self.iteration % TRIED_EVERY == 0:
            value = self.evaluate()
            if value > self.incumbent:
                self.incumbent = value
                self.has_improved = True
                return True
        if found == 0 or not self._goes_on(bound, excess):
            self.is_open = True
            return False
        self._shift(found, max(self.step * (excess + 1) // (STEP_UNIT * found), 1))
        return True

    def _fix_all(self) -> bool:
        """Fix by reduced costs, and force what is left alone. Answers whether anything has changed."""
        changes = self.fix(False)
        while self.force_last() >= 0:
            changes += 1
        return changes > 0

    def _find_misused(self) -> int:
        """List the halves that a star of the outer solution uses although the other end of the match does not."""
        found = 0
        for i in range(self.rows):
            p = self.match[i]
            if p >= 0:
                for v in range(self.row_slots[p], self.row_slots[p + 1]):
                    half = self.match[v]
                    if half >= 0 and not self._is_agreed(half - self.candidates):
                        self.misused[found] = half - self.candidates
                        found += 1
        return found

    def _is_agreed(self, h: int) -> bool:
        """Whether both ends of a match that the star at one end uses do so, or the other end is forced."""
        q = self.partner[h]
        if self.need[self.left[q]] == DECIDED:
            return True
        return self.is_matched(q) and self.is_matched(self.candidates + self.mate[h])

    def _shift(self, found: int, step: int) -> None:
        """Move weight of the misused halves to their mates, each by the step or by all that it has."""
        for k in range(found):
            half = self.candidates + self.misused[k]
            mate = self.candidates + self.mate[self.misused[k]]
            amount = min(step, self.value[half])
            self.revalue(half, self.value[half] - amount)
            self.revalue(mate, self.value[mate] + amount)

    def _goes_on(self, bound: int, excess: int) -> bool:
        """Count an iteration, adapt the step, and say whether the node has hope of being pruned without branching."""
        if bound < self.best_bound:
            self.best_bound = bound
            self.fruitless = 0
        else:
            self.fruitless += 1
            if self.fruitless >= self.patience:
                self.fruitless = 0
                self.step = max(self.step * 7 // 10, 1)
        self.iteration += 1
        if self.iteration == self.last_iteration - WINDOW:
            self.window_bound = self.best_bound
        if self.iteration >= self.last_iteration:
            gap = self.best_bound - (bound - excess) + 1
            if self.window_bound == INFINITY or (self.window_bound - self.best_bound) * 10 < gap:
                return False
            self.window_bound = self.best_bound
            self.last_iteration += WINDOW
        return True

    def fix(self, is_trial: bool) -> int:
        """Fix what else would push the bound below the target."""
        return self.fix_beyond(self.value[self.total] - self.target(), is_trial)

    # ---- branching

    def best_branching(self) -> int:
        """The undecided row or column that is expected to be cheapest to branch on; -1 when there is none."""
        best = -1
        least = 0.0
        for v in range(self.outer_nodes):
            if self.need[v] != DECIDED and self.count[v] > 0:
                cost = self._branching_cost(v)
                if best < 0 or cost < least:
                    best = v
                    least = cost
        return best

    def _branching_cost(self, v: int) -> float:
        """The expected cost of branching on a row or column: the sum of what its children are expected to cost.

        A child's bound is at most its reduced cost away from that of its parent, and falls, with new multipliers, by
        roughly a half for each match whose weight is no longer to be divided.
        """
        bound = self.value[self.total]
        cost = 0.0
        if self.need[v] == OPTIONAL:
            cost = self._child_cost(bound - self.dual[v])
        for k in range(self.items_start[v], self.items_start[v] + self.count[v]):
            p = self.items[k]
            rows = self._undecided(self.row_slots[p], self.row_slots[p + 1], self.left)
            columns = self._undecided(self.column_slots[p], self.column_slots[p + 1], self.right)
            cost += self._child_cost(bound - self.slack(p) - self.scale * min(rows, columns) // 2)
        return cost

    def _child_cost(self, bound: int) -> float:
        """The cost of a child with that bound: it grows by a factor of e squared for each triple above the target."""
        excess = min(bound - self.target(), LARGEST_EXPONENT * self.scale)
        excess = max(excess, -4 * LARGEST_EXPONENT * self.scale)
        return exp(2.0 * excess / self.scale)

    def _undecided(self, begin: int, end: int, line: list[int]) -> int:
        """How many of these slots of a star belong to rows, or columns, that have not been decided."""
        found = 0
        for v in range(begin, end):
            if self.count[v] > 0 and self.need[line[self._partner_in(v)]] != DECIDED:
                found += 1
        return found

    def settle(self) -> int:
        """Settle all that has changed. Answers the bound."""
        return self.settle_changes()

    def descend(self, v: int, option: int) -> None:
        """Go to a child: the next level, where an option of a row or column is chosen."""
        self.enter()
        self.choose(v, option)

    def close(self, v: int, option: int) -> None:
        """Decide against an option of a row or column."""
        if option < 0:
            self.require(v, NEEDED)
        else:
            self.forbid(option)

    def force_last(self) -> int:
        """Force a candidate that a required row or column has no alternative to. Answers which, or -1."""
        for v in range(self.outer_nodes):
            if self.need[v] == NEEDED and self.count[v] == 1:
                p = self.items[self.items_start[v]]
                self.force(p)
                return p
        return -1

    def probe(self, v: int) -> list[tuple[int, int]]:
        """Try the options of a row or column: each candidate, and to leave it alone (-1) if that may be.

        Answers each with the bound that it has at once. All must be settled, and is again.
        """
        options = [self.items[k] for k in range(self.items_start[v], self.items_start[v] + self.count[v])]
        if self.need[v] == OPTIONAL:
            options.append(-1)
        return [(self._bound_with(v, option), option) for option in options]

    def _bound_with(self, v: int, option: int) -> int:
        """The bound at once where an option of a row or column is chosen."""
        bound = self.value[self.total] - (self.dual[v] if option < 0 else self.slack(option))
        level = self.level
        self.enter()
        self.choose(v, option)
        bound = min(bound, self.settle_changes())
        self.return_to(level)
        return bound
