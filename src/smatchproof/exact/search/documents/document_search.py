"""The optimum of a large problem by linear programs: the root, alignments near its solution, and a tree.

Most of the time is spent at the root. If the root stays open, the search branches on candidates on which the linear
program is undecided. The open node with the highest bound is next, so that the bound falls as fast as possible. When
the search ends early, the nodes so far are a proof of a bound.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from smatchproof.exact.core.candidates import Candidates
from smatchproof.exact.core.star_bound import Relaxation
from smatchproof.exact.search.documents.alignments import best_of_support, climb_on, wander
from smatchproof.exact.search.documents.cliques import exceeded
from smatchproof.exact.search.documents.document_node import (
    GONE,
    INSIDE,
    SUPPORT,
    Bound,
    Node,
    add_cliques,
    run,
    scale_of,
    whole_of,
)
from smatchproof.exact.search.documents.probing import Drops, Probe
from smatchproof.exact.search.limits import Clock, LimitReached
from smatchproof.exact.search.parts import mapping_of
from smatchproof.exact.search.proof_tree import NO_EVIDENCE, Evidence, Place, ProofTree, Store
from smatchproof.problem.problem import AlignmentProblem
from smatchproof.problem.proof import Branch, Proof
from smatchproof.problem.solution import SolveParams, Status

ROOT_ITERATIONS, NODE_ITERATIONS = 150, 100
"""Iterations between two evaluations of a bound: at the root, and elsewhere at least."""
MOST_ITERATIONS, NODE_WORK = 1000, 3_000_000
"""The most iterations of a node at a time, and the work (iterations times candidates) that sets their number."""
SLOW, SLOW_NODE = 10, 20
"""A bound falls slowly if it falls by less than a unit of weight divided by this, at the root and elsewhere."""
FIXED_SHARE = 3
"""Candidates are forbidden if they are at least one in this number: in a proof each time costs as much as a leaf."""
NODE_ROUNDS = 20
"""The most rounds that improve the bound of a node: the method oscillates, and some rounds lose."""
MANY_NODES = 16
"""An integer program is asked for an alignment when the tree has this number of nodes, twice as many, and so on."""
GAP_SHARE = 8
"""Each tree is to close the root's gap divided by this, or 1: weights, and so gaps, may be of any size."""
MOST_OPEN = 100
"""If more nodes are open, the last one is next, so that memory is that of a path through the tree."""
LITTLE = 50
"""Less than a unit of weight divided by this is little."""
SUPPORT_A_ROW = 4
"""The candidates in use are searched if there are at most this many for each row, as in documents."""
SLOW_ROUNDS = 2
"""After this number of slow rounds the root is improved until one more is slow."""
ROUNDS = 20
"""Rounds at the root, at most."""
CUT_ROUNDS, CUT_ITERATIONS = 10, 500
"""The most searches for cliques of a node, and the iterations on part of its program before each of them."""
NEAR = 5
"""That part has the candidates with less slack than a unit of weight divided by this, of 100 merged sentences (PARA)
one in five. With a quarter of this slack its own bound falls as far, but that of the program falls less."""
CUT_SHARE = 20
"""Cliques pay if they close at least the gap divided by this. Those of random digraphs close less."""
SETTLING = 5
"""Cliques move much of the solution: the root has at least this number of rounds before a slow one ends them."""


class _Place(Place):
    """A place with its node and the node's best bound so far, from which evidence is made if a proof is wanted."""

    def __init__(self, node: Node, bound: Bound, above: int | None = None) -> None:
        super().__init__(bound.total, NO_EVIDENCE, bound.total if above is None else above)
        self.node = node
        self.bound = bound

    def accept(self, bound: Bound) -> None:
        """Set the bound of the node."""
        self.bound, self.total, self.evidence = bound, bound.total, NO_EVIDENCE

    def prove(self, store: Store) -> Evidence:
        """Make the evidence of the bound, if it has not been made."""
        if self.evidence is NO_EVIDENCE:
            self.evidence = Evidence.of(self.node.duals(self.bound), store)
        return self.evidence

    def forget(self) -> None:
        """Free the memory that only an open place needs: its node and its bound, which are large."""
        for name in ("node", "bound"):
            self.__dict__.pop(name, None)


class DocumentSearch:
    """The search, and the best alignment found: `columns` holds the column of each row or -1, worth `best`."""

    def __init__(self, problem: AlignmentProblem, params: SolveParams, start: float) -> None:
        self.problem = problem
        self.params = params
        self.clock = Clock(params.deadline(start), params.node_limit)
        self.whole = whole_of(problem, scale_of(problem))
        self.scale = self.whole.scale
        self.best = -1
        self.columns = [-1] * self.whole.rows
        self.counted: int | None = None  # the counting bound, if the root has not been closed without it
        self.root: _Place | None = None
        self.tree: ProofTree | None = None
        self.done: ProofTree | None = None
        self.has_cuts = False
        self.next_ask = MANY_NODES
        self.experience: dict[int, Drops] = {}
        self.longest_proof = params.longest_tree if params.proof else 0
        self.store = Store()

    @property
    def nodes(self) -> int:
        """The number of nodes of the tree so far."""
        return self.clock.nodes

    @property
    def floor(self) -> int:
        """The value that an alignment has to exceed to be of interest."""
        asked = self.params.at_least
        return self.best if asked is None else max(self.best, asked - 1)

    @property
    def goal(self) -> int:
        """The bound that the tree is to prove: no alignment is worth more."""
        return self.floor if self.tree is None else max(self.floor, self.tree.goal)

    def _trees(self) -> list[ProofTree]:
        return [tree for tree in (self.done, self.tree) if tree is not None]

    def _least(self, bounds: Iterable[int]) -> int | None:
        """The least bound of the root and of the trees."""
        # each of these bounds holds for all alignments of the problem, so that the least one does
        return None if self.root is None else max(self.best, min([self.root.total // self.scale, *bounds]))

    @property
    def upper_bound(self) -> int | None:
        """The upper bound for all alignments; ``None`` before the first bound."""
        return self._least(tree.bound for tree in self._trees())

    @property
    def proved_bound(self) -> int | None:
        """The bound that the proof proves: `upper_bound`, or more if the tree is too long."""
        return self._least(tree.proved_bound for tree in self._trees())

    @property
    def has_proof(self) -> bool:
        """Test whether the root's bound can be proved within the limit of a proof."""
        return self.root is not None and 1 + self.root.prove(self.store).size <= self.longest_proof

    @property
    def keeps_proof(self) -> bool:
        """Test whether the upper bound can be proved within that limit."""
        return self.proved_bound == self.upper_bound

    def mapping(self) -> tuple[int | None, ...]:
        """The best alignment found."""
        return mapping_of(self.whole, [None if column < 0 else column for column in self.columns])

    def run(self) -> Status:
        """Search until the optimum is proved or a limit is reached. Returns the status."""
        try:
            self.clock.count_node()
            if not self._close_root():
                self._branch()
        except LimitReached as limit:
            return limit.status
        return Status.OPTIMAL

    def rest(self) -> None:
        """Free the memory that only the search needs, which is most of it; the mapping is not available afterwards.

        The values stay, and so does the proof, if one is wanted. To be called once.
        """
        if self.root is not None and self.params.proof:
            self.root.prove(self.store)
        for place in (self.root, *[leaf for tree in self._trees() for leaf in tree.leaves()]):
            if isinstance(place, _Place):
                place.forget()
        del self.whole

    def proof(self) -> Proof:
        """The proof that no alignment is worth more than `proved_bound`."""
        assert self.root is not None
        total = self.root.total
        place = Place(total, self.root.prove(self.store), total)
        root = ProofTree(place, total // self.scale, self.scale, self.longest_proof)
        return min([root, *self._trees()], key=lambda tree: tree.proved_bound).whole_proof()

    def _excess(self, place: Place) -> int:
        """By how much the bound of a place, times the scale, is too high for the goal; not positive if it is not."""
        # values are integers: an alignment worth more than the goal is worth goal + 1 at least
        return place.total + 1 - self.scale * (self.goal + 1)

    def _is_closed(self, place: Place) -> bool:
        return self._excess(place) <= 0

    def _close_root(self) -> bool:
        """Improve the bound and the alignment of the root. Returns whether they have met."""
        node = Node.root(self.whole, self.clock.check)
        self._climb(node.members())  # an alignment before the first bound: limits may come at any time
        if self._settle(node):
            return True
        self._count()
        # climbs follow the solution, so that the walk waits until that hardly changes
        assert self.root is not None
        self._climb([*self.root.bound.x])
        self._search_support(self.root.bound, with_program=False)
        return self._is_closed(self.root) or self._cut_root()

    def _count(self) -> None:
        """Compute the counting bound, and stop if it is enough: the linear program may stay far above it for long."""
        if not self.params.is_close:
            self.counted = self.problem.trivial_bound()
            self._stop_if_met()

    def _stop_if_met(self) -> None:
        """Stop the search if its alignment is worth what was asked for, or no alignment can be."""
        asked, most = self.params.at_least, self.counted
        is_met = any(each is not None and self.best >= each for each in (asked, most))
        if is_met or (asked is not None and most is not None and most < asked):
            raise LimitReached(Status.DECIDED)

    def _settle(self, node: Node, least: int = 0) -> bool:
        """Improve the root until that is slow, in at least `least` rounds. Returns whether the root is closed."""
        scale, iterations, slow = self.scale, ROOT_ITERATIONS * (1 if self.root is None else 2), 0
        for number in range(ROUNDS):
            bound = node.improve(iterations, None if self.root is None else self.root.bound)
            gained = scale if self.root is None else self.root.total - bound.total
            # iterations go on from where they are, but the best bound counts: some rounds lose
            if self.root is None or gained > 0:
                self.root = _Place(node, bound)
            self._accept(*node.rounded())
            if self._is_closed(self.root):
                return True
            if gained < scale:  # less than 1: the splits settle, and evaluations cost more than they tell
                iterations = 2 * ROOT_ITERATIONS
            slow += gained < scale // SLOW
            if number >= least and slow > SLOW_ROUNDS and gained < scale // SLOW:
                break
            del bound  # evaluations are large: no more of them than have to be
        return False

    def _cut_root(self) -> bool:
        """Add cliques to the root while they lower its bound by much. Returns whether the root is closed."""
        assert self.root is not None
        first, is_worthwhile = self.root.total, True
        while is_worthwhile and self._cut(self.root):
            before = self.root.total
            if self._settle(self.root.node, SETTLING):
                return True
            is_worthwhile = self._is_much(before)
        self.has_cuts = self._is_much(first)
        # small now, so that an integer program has a chance; and cheaper than the tree, which needs a good alignment
        for with_program in (False, True):
            if not self._is_closed(self.root):
                self._search_support(self.root.bound, with_program)
        return self._is_closed(self.root)

    def _is_much(self, before: int) -> bool:
        """Test whether the bound of the root has fallen by a good part of the remaining gap."""
        assert self.root is not None
        return CUT_SHARE * (before - self.root.total) >= self._excess(self.root)

    def _cut(self, place: _Place) -> bool:
        """Add cliques whose inequalities the program of a node violates. Returns whether there are any.

        The search is among the candidates with little slack, whose program is small and soon settles.
        """
        node, whole, near = place.node, self.whole, bytearray(self.whole.candidates)
        place.bound.evaluation.mark_near(node.membership, self.scale // NEAR, near)
        part = self._part(near, node.forced)
        members, places, known, program = whole.members(), part.pairs(), len(node.cliques), node.program
        assert program is not None
        for _ in range(CUT_ROUNDS):
            parent, program = program, whole.program(part)
            add_cliques(program, node.cliques, members, node.forced)
            program.inherit(parent)
            run(program, CUT_ITERATIONS, self.clock.check)
            found = exceeded(places, program.matched(), *program.values(), self.clock.check)
            named = [tuple((members[p], members[q]) for p, q in clique) for clique in found]
            new = [clique for clique in named if clique not in node.cliques]
            if not new:
                break
            node.cliques = [*node.cliques, *new]
        node.is_changed |= len(node.cliques) > known
        return len(node.cliques) > known

    def _branch(self) -> None:
        """Grow one tree after the other until no node is open; each is to prove a bound a little lower than the last.

        A tree for the whole gap at once would take exponentially longer, and leave nothing proved until then.
        """
        assert self.root is not None and self.upper_bound is not None
        self.root.node.rest()
        # a low goal forbids little: reduced costs exclude what the bound exceeds by less than the distance to it
        step = max(1, (self.upper_bound - self.floor) // GAP_SHARE)
        while self.upper_bound > self.floor:
            goal = max(self.floor, self.upper_bound - step)
            # a copy: candidates of no use above this goal may be in an alignment that the next tree looks for
            root = _Place(self.root.node.copy(), self.root.bound)
            if self.params.proof:
                root.evidence = self.root.prove(self.store)
            self.tree = ProofTree(root, goal, self.scale, self.longest_proof)
            self._grow(self.tree, root)
            self.done, self.tree = self.tree, None

    def _grow(self, tree: ProofTree, root: _Place) -> None:
        """Branch until no place is open: on the one with the highest bound, or the last one if many are open."""
        has_fixed = self._fix(root)
        tree.count_root()
        if has_fixed and not root.node.live:  # nothing to branch on: a new bound says so
            root.accept(root.node.improve(self._iterations(root.node)))
            root.most = min(root.total, root.most)
            self._prove(root)
            tree.count_root()
        if tree.goal <= self.floor:  # the last tree: nothing is fixed by this evaluation any more
            root.bound.evaluation.rest()
        is_open = [root]
        while is_open:
            # the highest bound first, so that the bound of all falls and a limit leaves the best interval
            highest = max(range(len(is_open)), key=lambda number: is_open[number].most)
            place = is_open.pop(highest if len(is_open) <= MOST_OPEN else -1)
            if self.nodes >= self.next_ask and not self._is_closed(place):
                self.next_ask *= 2
                self._search_support(place.bound, with_program=True, forced=place.node.forced)
            if self._is_closed(place):
                place.forget()
                continue
            candidate = self._undecided(place)
            children = [place.node.child(candidate, is_forced) for is_forced in (True, False)]
            place.forget()
            below = []
            for child in children:
                self.clock.count_node()
                below.append(self._improved(child, place.most))
            # a proof names candidates by their numbers before the problem was turned
            tree.branch(place, [(Branch(self.whole.original_number(candidate)), below[0])], below[1])
            is_open += below

    def _improved(self, node: Node, above: int) -> _Place:
        """Improve the bound of a new node (:meth:`_work_on`), and forbid the candidates that it excludes."""
        place = _Place(node, node.improve(self._iterations(node)), above)
        self._accept(*node.rounded())
        self._work_on(place)
        if self.has_cuts and not self._is_closed(place) and self._cut(place):
            self._work_on(place)
        place.most = min(place.total, above)  # its alignments are the parent's, too
        node.rest()  # open nodes may be many
        self._prove(place)
        place.bound.evaluation.rest()
        return place

    def _work_on(self, place: _Place) -> None:
        """Improve the bound of a node while that goes fast, or while the bound is worse than that of the node above."""
        node, little = place.node, self.scale // LITTLE
        for _ in range(NODE_ROUNDS):
            if self._is_closed(place):
                break
            has_fixed = self._fix(place)
            bound = node.improve(self._iterations(node), None if has_fixed else place.bound)
            self._accept(*node.rounded())
            gained, rest = place.total - bound.total, self._excess(place)
            if gained > 0 or has_fixed:
                place.accept(bound)
            is_slow = not has_fixed and SLOW_NODE * gained <= rest + little
            if is_slow and place.total <= place.most + little:
                break

    def _prove(self, place: _Place) -> None:
        """Make the evidence of the bound of a place, if a proof is wanted."""
        if self.params.proof:
            place.prove(self.store)

    def _iterations(self, node: Node) -> int:
        """The number of iterations of a node at a time: more if they are cheap."""
        return min(MOST_ITERATIONS, max(NODE_ITERATIONS, NODE_WORK // (1 + node.size)))

    def _fix(self, place: _Place) -> bool:
        """Forbid the candidates that the bound excludes, if they are many. The node then has to be evaluated again."""
        node, evaluation, excess = place.node, place.bound.evaluation, self._excess(place)
        if not node.forbid(evaluation, excess, FIXED_SHARE):
            return False
        node.rest()  # its lists are made again now
        # the duals that exclude them, before others take their place
        duals = node.duals(place.bound, excess) if self.params.proof else None
        if self.root is None or place.bound is not self.root.bound:  # that of the root is the next tree's, too
            evaluation.rest()  # of what is left it says nothing
        if self.tree is not None and duals is not None:
            place.fixed.append(Evidence.of(duals, self.store))
        return True

    def _undecided(self, place: _Place) -> int:
        """The candidate to branch on."""
        node, bound, whole = place.node, place.bound, self.whole
        x = {p: x for p, x in bound.x.items() if node.membership[p] != GONE}
        core = bytearray(whole.candidates)
        for p in x:
            core[p] = INSIDE
        part = self._part(core, node.forced)
        program = whole.program(part)
        add_cliques(program, node.cliques, whole.members(), node.forced)
        probe = Probe(program, node.program, self.experience, self.clock.check)
        best = probe.best(self._excess(place) / whole.scale)
        if best is not None:
            return whole.candidate_at(*part.place(best))
        if not x:  # all that the linear program uses has been forbidden since
            x = {p: 0.5 for p, state in enumerate(node.membership) if state != GONE}
        # sorted: ties are broken in the same way however x was filled
        return max(sorted(x), key=lambda p: min(x[p], 1 - x[p]) * whole.promise(p))

    def _part(self, membership: bytearray, forced: Sequence[int] = ()) -> Relaxation:
        """The part with the candidates inside the working set."""
        self.whole.enter(membership, forced)
        return self.whole.part()

    def _search_support(self, bound: Bound, with_program: bool, forced: Sequence[int] = ()) -> None:
        """Search for the best alignment among the candidates that the linear program uses, and the picks."""
        whole, used = self.whole, bytearray(self.whole.candidates)
        for p in (*bound.x, *forced, *self._picks(whole)):  # with the picks, so that searches begin with what is known
            used[p] = INSIDE
        self.clock.check()
        if used.count(INSIDE) > SUPPORT_A_ROW * whole.rows:
            return
        part = self._part(used)
        if with_program:
            pairs, unary, matches = part.listed()
            problem = AlignmentProblem(whole.rows, whole.columns, tuple(pairs), tuple(unary), tuple(matches))
            mapping = tuple(None if column < 0 else column for column in self.columns)
            found = best_of_support(problem, mapping, self.best, self.clock.deadline, self.params.seed)
            # the climb recounts its value; it may have pairs that are no candidates
            picks = [whole.candidate_at(i, j) for i, j in enumerate(found) if j is not None]
            self._climb([p for p in picks if p >= 0])
        else:
            numbers = [whole.candidate_at(*part.place(k)) for k in range(part.candidates)]
            # picks that the program does not use count as decided: a walk begins where it wavers
            undecided = [k for k, p in enumerate(numbers) if bound.x.get(p, 1.0) < 1 - SUPPORT]
            self._accept(
                *wander(whole.climb(part), part, self._picks(part), undecided, self.params.seed, self.clock.check)
            )

    def _picks(self, part: Candidates) -> list[int]:
        """The candidates of the best alignment, by their numbers in a part."""
        return [part.candidate_at(i, j) for i, j in enumerate(self.columns) if j >= 0]

    def _climb(self, wanted: Sequence[int]) -> None:
        """Take these candidates in order, skipping those that compete with an earlier one, and climb from there."""
        climb = self.whole.climb(self.whole)
        climb.begin(wanted)
        value = climb_on(climb, self.whole.candidates, self.clock.check)
        self._accept(value, climb.columns_of())

    def _accept(self, value: int, columns: list[int]) -> None:
        """Keep an alignment if it is the best so far. Stops the search if no better one is needed."""
        if value > self.best:
            self.best, self.columns = value, columns
            self._stop_if_met()
