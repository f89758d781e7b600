"""Proofs of optima, and of upper bounds, that VeriPB checks: a program that shares nothing with ours.

VeriPB (https://veripb.org) reads a pseudo-Boolean problem, here the OPB file of
:class:`~smatchproof.lab.reductions.from_smatch.boolean.OpbFromSmatch`, and a log of derived constraints. The proof
trees of :mod:`smatchproof.problem.proof` are such derivations in other words, because the rows of the OPB file are the
rows that their duals multiply. All constraints are sums that are at least a number. With x for a candidate, y for a
match:

* Row(i): ``sum of -x >= -1`` over the candidates of a variable; Star(p, k): ``x_p - sum of y >= 0`` over the matches
  of p with the variable k;
* the goal: what is assumed until it leads to a contradiction, that an alignment is worth more than the bound B. For
  the optimum VeriPB adds it when it is shown the best alignment (``soli``). Where B is above the best alignment known,
  a new variable z is defined to say so (``red``, twice), and z takes part in all clauses as a first decision. The goal
  is divided by the step g, the greatest common divisor of all weights, and multiplied again, which rounds it up;
* delta: the clause that one of the decisions of a node does not hold.

A *leaf* adds up scale times the goal, its stars, and its rows (``pol``); where the dual of a required row is negative,
the clause that requires it instead, and nothing where a forced pair requires it. On live pairs every coefficient is
then at most 0 and the sum is at least 1, so that unit propagation from the decisions contradicts: ``rup`` derives
delta. A *fix* adds up the same; ``rup`` derives that a pair with too little slack does not hold, or delta; and, from
the sum without the row, that a required row is covered, or delta. A *branch* has delta by ``rup`` from its two nodes,
*empty* at once. The delta of the root is the contradiction ``0 >= 1``.

A leaf or fix with *cliques* adds that at most one of the couples of a clique is chosen, dual times: ``sum of -x - sum
of y >= -1``, where a couple is the x of a candidate or the y of a match; one without a variable is left out. That is
derived once for all nodes, and never deleted. Of two couples ``rup`` derives it: each y needs its two x, by its stars,
and a row holds an x of each. For k couples ``pol`` adds k - 2 times what is known of the first k - 1 of them to the
clauses of the last one with each of these, and divides by k - 1. Of one couple alone it is an axiom of VeriPB.

The format is 3.0, that of VeriPB 3.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from smatchproof.base.errors import plain
from smatchproof.base.record import Struct, field
from smatchproof.lab.reductions.from_smatch.boolean import OpbFromSmatch, Sum, written
from smatchproof.public import Solution, models, proof

Index = tuple[int, int]
"""A left variable (0, i) or a right variable (1, j)."""
Couple = tuple[int, int]
"""The numbers of the two pairs of a match, in order; or that of a pair alone, twice."""
Part = tuple[int | str, int]
"""A constraint by its number, or a literal that is at least 0, and how many times it is added."""


def proof_lines(reduction: OpbFromSmatch, solution: Solution, title: Iterable[str] = ()) -> Iterator[str]:
    r"""The lines of a proof that the optimum of the OPB file is between minus the bound and minus the matched triples.

    `solution` is one of the problem of `reduction`, with a proof that no alignment is worth more than its proved bound,
    or than its upper bound where it states none; that is not checked here, VeriPB will do it. The lines of `title`
    become comments. Raises ``ValueError`` for a solution without a proof, or with one that counts triples or ends too
    early or too late. Takes time and space in proportion to the proof, times the depth of the tree for clauses, to the
    candidates for each fix and to each two couples of a clique; lines are made as they are read.

    >>> from smatchproof.public import AlignmentProblem
    >>> from smatchproof.public import SolveParams
    >>> from smatchproof.public import exact
    >>> problem = AlignmentProblem.from_weights(1, 2, {(0, 0): 2, (0, 1): 3}, {})
    >>> solution = exact(problem, SolveParams(proof=True))
    >>> print("\n".join(proof_lines(OpbFromSmatch(problem), solution)))
    pseudo-Boolean proof version 3.0
    f 3 ;
    soli ~x1 x2 ;
    pol 4 1 3 * + ;
    rup >= 1 ;
    output NONE ;
    conclusion BOUNDS -3 : 6 -3 ;
    end pseudo-Boolean proof ;
    """
    if solution.proof is None:
        raise ValueError("the solution carries no proof")
    return _Derivation(reduction, solution).lines(title)


class _Log(Struct):
    """Lines that wait to be written, and the number that VeriPB gives to each constraint.

    What is derived below a branch can be deleted when the branch is done; `scopes` lists it, the innermost last.
    """

    last: int
    lines: list[str] = field(default_factory=list)
    scopes: list[list[int]] = field(default_factory=list)

    def rule(self, words: str) -> None:
        """Write a line."""
        self.lines.append(f"{words} ;")

    def derived(self) -> int:
        """The number of the constraint that the last line has derived."""
        self.last += 1
        if self.scopes:
            self.scopes[-1].append(self.last)
        return self.last

    def sum(self, parts: Iterable[Part], divisor: int = 1) -> int:
        """Derive a sum of constraints, each times a positive integer, divided and rounded up."""
        words = [f"{constraint} {times} *" if times > 1 else str(constraint) for constraint, times in parts]
        divided = f" {divisor} d" if divisor > 1 else ""
        self.rule(f"pol {words[0]}{''.join(f' {word} +' for word in words[1:])}{divided}")
        return self.derived()

    def rounded(self, constraint: int, step: int) -> int:
        """Derive the stronger constraint that follows when all coefficients are multiples of `step`."""
        self.rule(f"pol {constraint} {step} d {step} *")
        return self.derived()

    def clause(self, literals: Iterable[str]) -> int:
        """Derive by unit propagation that one of these literals is true."""
        self.rule(f"rup {''.join(f'1 {literal} ' for literal in literals)}>= 1")
        return self.derived()

    def one_of(self, literals: Sequence[str]) -> int:
        """Derive that at most one of two or more literals is true, each two of which exclude each other.

        It is kept, and what led to it is deleted.
        """
        self.scopes.append([])
        at_most = self.clause([f"~{literal}" for literal in literals[:2]])
        for number, last in enumerate(literals[2:], 2):
            clauses = [self.clause((f"~{literal}", f"~{last}")) for literal in literals[:number]]
            at_most = self.sum([(at_most, number - 1), *((clause, 1) for clause in clauses)], divisor=number)
        self.delete(self.scopes.pop()[:-1])
        return at_most

    def delete(self, constraints: Sequence[int]) -> None:
        """Delete constraints by their numbers."""
        if constraints:
            self.rule(f"del id {' '.join(map(str, constraints))}")

    def defined(self, constraint: str, variable: str, value: int) -> int:
        """Add a constraint about a new variable that holds when the variable has that value."""
        self.rule(f"red {constraint} : {variable} -> {value}")
        return self.derived()

    def close(self, literals: Iterable[str]) -> int:
        """Derive the clause that ends a node, and delete what led to it; the root keeps all."""
        inside = self.scopes.pop()
        clause = self.clause(literals)
        self.delete(inside if self.scopes else [])
        return clause

    def taken(self) -> list[str]:
        """The lines since the last time."""
        lines, self.lines = self.lines, []
        return lines


class _Node(NamedTuple):
    """The candidates that a node forces and forbids, and the variables that it requires, each with its clause's number.

    `delta` are the literals that say that one of its decisions does not hold. Where a forced pair alone requires a
    variable, there is no clause.
    """

    delta: tuple[str, ...] = ()
    forced: frozenset[int] = frozenset()
    forbidden: frozenset[int] = frozenset()
    required: Mapping[Index, int | None] = {}


class _Derivation:
    """A proof on its way into the log.

    `members` are the candidates of a variable; `rows` and `stars` the numbers of their constraints. `target` is the
    least value above the bound that there can be, `goal` the constraint that says that it is reached. For an interval
    `at_most` says that it is not, or that a new variable is true, whose coefficient is `excess`. Of sets of couples
    `cliques` has the constraint that at most one is chosen.
    """

    def __init__(self, reduction: OpbFromSmatch, solution: Solution) -> None:
        self.problem, self.opb, self.solution = reduction.source, reduction, solution
        self.variables = len(reduction.gadgets)
        self.log = _Log(len(self.opb.constraints))
        self.members: dict[Index, list[int]] = defaultdict(list)
        for candidate, pair in enumerate(self.problem.candidates):
            for side in (0, 1):
                self.members[side, pair[side]].append(candidate)
        self.rows = {variable: number for number, variable in enumerate(sorted(self.members), 1)}
        self.stars = {star: number for number, star in enumerate(models.stars(self.problem), len(self.rows) + 1)}
        self.bound = solution.upper_bound if solution.proved_bound is None else solution.proved_bound
        self.step = math.gcd(*(coefficient for coefficient, _ in self.opb.objective)) or 1
        self.target = self.step * (self.bound // self.step + 1)
        self.goal = self.at_most = self.excess = 0
        self.cliques: dict[frozenset[Couple], int | str] = {}

    def lines(self, title: Iterable[str]) -> Iterator[str]:
        """The whole proof."""
        log = self.log
        yield "pseudo-Boolean proof version 3.0"
        yield from (f"% {plain(' '.join(line.split()))}" for line in title)
        log.rule(f"f {len(self.opb.constraints)}")
        log.rule(f"soli {' '.join(self._best())}")
        self.goal = log.derived()
        root = _Node() if self.solution.matched == self.bound else self._supposed()
        if self.step > 1:
            self.goal = log.rounded(self.goal, self.step)
        for _ in self._steps(root):
            yield from log.taken()
        self._conclude()
        yield from log.taken()

    def _best(self) -> Iterator[str]:
        """The best alignment known, as literals of all variables."""
        problem, mapping = self.problem, self.solution.mapping
        true = [mapping[left] == right for left, right in problem.candidates]
        true += [true[p] and true[q] for p, q, _ in problem.matches]
        values = [*true, *[False] * (self.variables - len(true))]
        return (f"{'' if value else '~'}x{variable}" for variable, value in enumerate(values, 1))

    def _supposed(self) -> _Node:
        """Define a variable: more than the bound is reached if and only if it is true. It is the root's decision."""
        new, bound = f"x{self.variables + 1}", self.bound
        self.excess = max(1, sum(-weight for weight, _ in self.opb.objective) - bound)
        self.at_most = self.log.defined(f"{written(self.opb.objective)}{self.excess:+} {new} >= {-bound}", new, 1)
        more = f"{written(_negated(self.opb.objective))}{bound + 1:+} ~{new} >= {bound + 1}"
        self.goal = self.log.defined(more, new, 0)
        return _Node((f"~{new}",))

    def _steps(self, root: _Node) -> Iterator[None]:
        """Derive the clause of the root, step by step; it is the last constraint then."""
        nodes = iter(self.solution.proof or ())
        stack = [(root, False)]
        while stack:
            here, is_done = stack.pop()
            if is_done:
                self.log.close(here.delta)
            else:
                self.log.scopes.append([])
                here, children = self._visited(nodes, here)
                stack += [(here, True), *((child, False) for child in reversed(children))]
            yield
        if next(nodes, None) is not None:
            raise ValueError("the tree of the proof is complete before its last node")

    def _visited(self, nodes: Iterator[proof.ProofNode], here: _Node) -> tuple[_Node, tuple[_Node, ...]]:
        """Derive the constraints of a node; returns the node with all that is fixed there, and its children."""
        for node in nodes:
            match node:
                case proof.Leaf(proof.Duals() as duals, in_full=False):
                    self.log.sum(self._parts(duals, here))
                    return here, ()
                case proof.Empty():
                    return here, ()
                case proof.Fix(proof.Duals() as duals, in_full=False):
                    here = self._fixed(duals, here)
                case proof.Count():
                    raise ValueError("a proof that counts triples is about no problem")
                case proof.Branch(candidate):
                    return here, self._children(candidate, here)
                case _:
                    raise ValueError(f"a proof with {type(node).__name__} cannot be written")
        raise ValueError("the proof ends before its tree is complete")

    def _children(self, candidate: int, here: _Node) -> tuple[_Node, _Node]:
        """The node that forces a candidate, and the node that forbids it."""
        covered: dict[Index, int | None] = {(side, self.problem.candidates[candidate][side]): None for side in (0, 1)}
        variable = f"x{candidate + 1}"
        inside = here._replace(
            delta=(*here.delta, f"~{variable}"), forced=here.forced | {candidate}, required={**covered, **here.required}
        )
        return inside, here._replace(delta=(*here.delta, variable), forbidden=here.forbidden | {candidate})

    def _fixed(self, duals: proof.Duals, here: _Node) -> _Node:
        """Derive a clause for each candidate that the duals forbid and each variable that they require."""
        limit = duals.scale * self.target - 1
        slacks = self._slacks(duals, here)
        self.log.sum(self._parts(duals, here))
        dead = [candidate for candidate, slack in slacks.items() if duals.total - slack <= limit]
        for candidate in dead:
            self.log.clause(dict.fromkeys((f"~x{candidate + 1}", *here.delta)))
        required = dict(here.required)
        for side, table in ((0, duals.rows), (1, duals.columns)):
            for index, dual in enumerate(table):
                variable = (side, index)
                if dual and duals.total - dual <= limit and variable not in required:
                    self.log.sum(self._parts(duals, here, without=variable))
                    covering = [f"x{member + 1}" for member in self.members.get(variable, ()) if member in slacks]
                    required[variable] = self.log.clause(dict.fromkeys((*covering, *here.delta)))
        return here._replace(forbidden=here.forbidden.union(dead), required=required)

    def _parts(self, duals: proof.Duals, here: _Node, without: Index | None = None) -> Iterator[Part]:
        """The constraints that the duals add up, each with its factor; what cliques need is derived on the way.

        A variable without candidates has no row, a star without matches neither: they pay for nothing. Nor do couples
        without weight, which have no variable.
        """
        yield self.goal, duals.scale
        for star, dual in proof.spelled_out(self.problem, duals, self._live(here)).items():
            if dual and star in self.stars:
                yield self.stars[star], dual
        for side, table in ((0, duals.rows), (1, duals.columns)):
            for index, dual in enumerate(table):
                variable = (side, index)
                row = self.rows.get(variable) if dual > 0 else here.required.get(variable)
                if dual and row is not None and variable != without:
                    yield row, abs(dual)
        for dual, *pairs in duals.cliques:
            couples = {*zip(pairs[::2], pairs[1::2], strict=True)}
            if dual and (known := couples & self.variable_of.keys()):
                yield self._one_of(frozenset(known)), dual

    @cached_property
    def variable_of(self) -> dict[Couple, int]:
        """The variables of couples: of candidates alone, and of matches."""
        pairs = [i * self.problem.right_size + j for i, j in self.problem.candidates]
        couples = [*((pair, pair) for pair in pairs), *((pairs[p], pairs[q]) for p, q, _ in self.problem.matches)]
        return {(min(couple), max(couple)): variable for variable, couple in enumerate(couples, 1)}

    def _one_of(self, couples: frozenset[Couple]) -> int | str:
        """The constraint that at most one of some couples is chosen, derived where it is needed first."""
        if couples not in self.cliques:
            literals = [f"x{variable}" for variable in sorted(self.variable_of[couple] for couple in couples)]
            self.cliques[couples] = self.log.one_of(literals) if len(literals) > 1 else f"~{literals[0]}"
        return self.cliques[couples]

    def _live(self, here: _Node) -> list[int]:
        """The candidates that are possible in a node."""
        taken = [{self.problem.candidates[candidate][side] for candidate in here.forced} for side in (0, 1)]
        if min(map(len, taken)) < len(here.forced) or here.forced & here.forbidden:
            return []
        return [
            candidate
            for candidate, (i, j) in enumerate(self.problem.candidates)
            if candidate in here.forced or (i not in taken[0] and j not in taken[1] and candidate not in here.forbidden)
        ]

    def _slacks(self, duals: proof.Duals, here: _Node) -> dict[int, int]:
        """Return the reduced cost of each live candidate: what remains of the duals that it is charged."""
        problem, live = self.problem, self._live(here)
        rows = duals.rows + [0] * (problem.left_size - len(duals.rows))
        columns = duals.columns + [0] * (problem.right_size - len(duals.columns))
        slacks, paid = {}, duals.paid_by_cliques
        for candidate in live:
            i, j = problem.candidates[candidate]
            pair = i * problem.right_size + j
            slacks[candidate] = (
                rows[i] + columns[j] - duals.scale * problem.unary[candidate] + paid.get((pair, pair), 0)
            )
        for (candidate, _, _), dual in proof.spelled_out(problem, duals, live).items():
            if candidate in slacks:
                slacks[candidate] -= dual
        return slacks

    def _conclude(self) -> None:
        """Write the conclusion of the last constraint."""
        log = self.log
        if self.at_most:
            log.sum([(self.at_most, 1), (log.last, self.excess)])
        log.rule("output NONE")
        log.rule(f"conclusion BOUNDS {-self.bound} : {log.last} {-self.solution.matched}")
        log.rule("end pseudo-Boolean proof")


def _negated(terms: Sum) -> Sum:
    return tuple((-coefficient, variable) for coefficient, variable in terms)
