"""The first pass of the tree search, which finds the optimum."""

from __future__ import annotations

from smatchproof.alignment import AlignmentProblem, SolveParams, Status, recount
from smatchproof.alignment.proof import Leaf
from smatchproof.exact.core.candidates import Candidates
from smatchproof.exact.search import effort
from smatchproof.exact.search.dense_block import DenseBlock
from smatchproof.exact.search.limits import Clock, LimitReached
from smatchproof.exact.search.program_tree import LARGEST_TABLE, ProgramTree
from smatchproof.exact.search.tabu import TabuSearch
from smatchproof.exact.search.tree_walk import TreeWalk
from smatchproof.exact.search.turned import mapping_of


class OptimumPass(TreeWalk):
    """The search for the optimum."""

    def __init__(
        self,
        problem: AlignmentProblem,
        candidates: Candidates,
        clock: Clock,
        scale: int,
        columns: list[int | None],
        params: SolveParams,
        known: int,
    ) -> None:
        self.problem = problem
        self.columns = columns
        self.seed = params.seed
        self.most = problem.trivial_bound()
        self.with_leaf = params.proof
        self.goal = self.most + 1 if params.at_least is None else params.at_least
        self.leaf: Leaf | None = None
        self.leaf_bound = self.most + 1
        self.root_bound = scale * self.most
        self.programs: ProgramTree | None = None
        self.block = DenseBlock.of(candidates)
        self.tabu_search = TabuSearch(candidates)
        super().__init__(candidates, clock, scale, known, self.most)
        # What is fixed leaves no trace in duals, so nothing is while those of the root are wanted.
        self.state.is_fixing = not params.proof
        self.use(columns)

    def use(self, columns: list[int | None]) -> None:
        """Take these columns for the incumbent, unless it is better."""
        value = recount(self.problem, mapping_of(self.candidates, columns))
        if value >= self.state.incumbent:
            self.state.incumbent = value
            self.columns = columns

    def stop_at_goal(self) -> None:
        """Stop when the incumbent is worth what was asked for."""
        if self.state.incumbent >= self.goal:
            raise LimitReached(Status.DECIDED)

    def upper_bound(self) -> int:
        """No alignment is worth more: each is worth at most the incumbent, or is in an open node."""
        bounds = [bound for frame in self.frames for bound, _ in frame.options]
        bound = max([self.current, *bounds])
        if self.programs is not None and self.programs.bound is not None:
            constant = 0 if self.block is None else self.block.constant
            bound = min(bound, self.programs.bound + self.scale * constant)
        return max(self.state.incumbent, bound // self.scale)

    def run(self) -> Status:
        """Search the tree, as far as the limits allow."""
        try:
            self.tabu(effort.SHORT_TABU)
            self.clock.count_node()
            if not self.with_leaf and has_small_table(self.candidates):
                self.search_by_programs()
                return Status.OPTIMAL
            self.start()
            is_open = self.improve(effort.ROOT_ITERATIONS, effort.ROOT_STEP)
            self.with_leaf, self.state.is_fixing = False, True
            if is_open:
                self.tabu(effort.LONG_TABU)
                self.root_bound = self.current
                if self.improve(1, effort.NODE_STEP):
                    self.frames.append(self.branch())
            self.stop_at_goal()
            while self.next():
                if self.is_hard():
                    self.search_by_programs()
                    break
                self.expand()
                self.stop_at_goal()
        except LimitReached as limit:
            return limit.status
        return Status.OPTIMAL

    def is_hard(self) -> bool:
        """Whether the tree seems so large that it is worth the while to begin anew, with better bounds."""
        return self.block is not None or (self.clock.nodes >= effort.FIRST_NODES and has_small_table(self.candidates))

    def search_by_programs(self) -> None:
        """Search the tree anew, its nodes bounded by linear programs."""
        block, incumbent = self.block, self.state.incumbent
        if block is None:
            programs = ProgramTree(self.candidates, self.clock, self.scale, incumbent, self.columns, self.seed)
        else:
            best = incumbent - block.constant
            nothing: list[int | None] = [None] * block.size
            programs = ProgramTree(block.candidates(), self.clock, self.scale, best, nothing, self.seed, block)

        def use() -> None:
            columns = programs.columns
            self.use(columns if block is None else block.whole(columns, self.candidates.rows))
            self.stop_at_goal()

        self.programs = programs
        constant = 0 if block is None else self.scale * block.constant
        programs.run(self.root_bound - constant, use)

    def tabu(self, budget: tuple[int, int, int]) -> None:
        """Look for a better incumbent, with as many iterations, starts and moves at most."""
        iterations, starts, moves = budget
        iterations = min(iterations, effort.ITERATIONS_A_ROW * self.candidates.rows)
        cells = max(1, self.candidates.rows * self.candidates.columns)
        affordable = 4 * moves // (max(1, iterations) * cells)
        starts = max(1, min(starts, max(2, cells // effort.CELLS_A_START), affordable))
        columns = self.tabu_search.run(
            self.columns,
            iterations=min(iterations, moves // (starts * cells)),
            restarts=starts - 1,
            goal=min(self.goal, self.current // self.scale),
            seed=self.seed,
            deadline=self.clock.deadline,
        )
        self.use(columns)
        self.stop_at_goal()

    def expand(self) -> None:
        """Prune the current node, or branch."""
        if self.improve(effort.NODE_ITERATIONS, effort.NODE_STEP):
            self.frames.append(self.branch())

    def improve(self, iterations: int, step: float) -> bool:
        """Work on the bound of the current node. Answers whether it is still open."""
        state = self.state
        state.begin_node(iterations, step, effort.PATIENCE)
        while True:
            incumbent = state.incumbent
            is_running = self.slice()
            if self.with_leaf and self.current // self.scale < self.leaf_bound:
                self.keep_leaf()
            if not is_running:
                return state.is_open
            if state.incumbent > incumbent:
                self.columns = state.columns_of_rows()
                self.stop_at_goal()

    def keep_leaf(self) -> None:
        """Keep the duals that prove the bound, if it is the best so far."""
        self.settle()
        bound = self.state.bound // self.scale
        if bound < self.leaf_bound:
            self.leaf, self.leaf_bound = Leaf(self.duals()), bound

    def probe(self, line: int) -> list[tuple[int, int]]:
        """The options of a row or column that are still open. The others are ruled out at once."""
        target = self.state.target()
        options = super().probe(line)
        for bound, option in options:
            if bound < target:
                self.state.close(line, option)
        self.settle()
        return [(bound, option) for bound, option in options if bound >= target]

    def next(self) -> bool:
        """Go to the next child. Answers whether there is one."""
        while self.frames:
            frame = self.frames[-1]
            self.state.return_to(frame.level)
            while frame.options:
                self.current, option = frame.options[-1]
                if self.current >= self.state.target():
                    self.clock.count_node()
                    frame.options.pop()
                    self.state.descend(frame.line, option)
                    return True
                frame.options.pop()
            self.frames.pop()
        self.current = 0
        return False


def has_small_table(candidates: Candidates) -> bool:
    """Whether dense assignments of rows to columns are no waste."""
    return candidates.rows * candidates.columns <= LARGEST_TABLE
