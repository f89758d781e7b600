"""Decision problems in the plain forms in which students write them: numbers, lists and texts.

Each has small instances, the smallest first, and an answer with what shows a yes. Cycles, cuts, subgraphs and Smatch
are answered by a reduction to Smatch and its certified optimum. Sets of vertices, colours and formulas have a small
search of their own: what a function makes of a small instance may be too large for the way by Smatch.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from itertools import combinations, product
from operator import index
from typing import Any

from smatchproof.base.errors import InputError, short
from smatchproof.base.record import Record
from smatchproof.lab.generators.designed import PairDesign, designed_pair
from smatchproof.lab.reductions.problems.graphs import Edge, HamiltonianCycle, MaxCut, SimpleGraph, SubgraphIsomorphism
from smatchproof.lab.reductions.reduction import Threshold, ToSmatch
from smatchproof.lab.reductions.to_smatch.hamiltonian_cycle import HamiltonianCycleToSmatch
from smatchproof.lab.reductions.to_smatch.max_cut import MaxCutToSmatch
from smatchproof.lab.reductions.to_smatch.subgraphs import SubgraphIsomorphismToSmatch
from smatchproof.lab.teaching.answer_forms import Wrong, demand, listed, pair
from smatchproof.public import GraphPair, NamedAlignment, SolveParams, exact, parse_graph, write_graph

Instance = tuple[Any, ...]
"""The arguments of a function that takes an instance."""
LARGEST = 100_000
"""An instance with a list of more members than this, or with more vertices, is not read, and not judged."""
_SECONDS, _STEPS = 2.0, 50_000
"""The limits of the solver and of an enumeration for an instance; instances open after that are not judged."""


class Open(Exception):
    """The answer of an instance is not known in the time there is."""


class TooLarge(Open):
    """An instance is not read, so that nothing is known of it: :data:`LARGEST` is a limit of ours."""


def _step(left: Iterator[int]) -> None:
    """Take one of the steps that are left to an enumeration. Raises :class:`Open` if there is none."""
    if next(left, None) is None:
        raise Open


class PlainProblem(Record):
    """A decision problem: the names of the `members` of an instance, small instances, and the answer.

    `read` takes the members of an instance, or raises :class:`Wrong`; `solve` takes an instance that was read, and says
    in words what shows that the answer is yes, or ``None``. It raises :class:`Open` where that would take too long.
    """

    name: str
    form: str
    members: tuple[str, ...]
    small: Callable[[], Iterator[Instance]]
    read: Callable[..., Instance]
    solve: Callable[..., str | None]

    def taken(self, answer: Any) -> Instance:
        """The instance that a function has returned.

        Raises :class:`Wrong` if it is none, and :class:`TooLarge` if that is not known.
        """
        demand(answer is not None, "The function returns None: is a `return` missing?")
        wanted = len(self.members)
        given = [answer] if wanted == 1 else listed(answer)
        demand(len(given) == wanted, f"An instance has {wanted} members: {', '.join(self.members)}.")
        try:
            return self.read(*given)
        except (InputError, ValueError) as error:
            raise Wrong(f"{str(error).splitlines()[0]}.") from None

    def described(self, instance: Instance) -> str:
        """An instance on one line, its members by their names."""
        return ", ".join(f"{name} {member!r}" for name, member in zip(self.members, instance, strict=True))


# ---- Graphs


def whole(answer: Any) -> int:
    """Return a whole number of Python, and nothing that only looks like one: a reduction makes instances, not texts.

    >>> whole(3)
    3
    >>> for other in ("3", 3.0, True):
    ...     try:
    ...         whole(other)
    ...     except Wrong as wrong:
    ...         print(wrong)
    A whole number is asked for, not '3'.
    A whole number is asked for, not 3.0.
    A whole number is asked for, not True.
    """
    with suppress(TypeError):
        if not isinstance(answer, bool):
            return index(answer)
    raise Wrong(f"A whole number is asked for, not {short(repr(answer), 40)}.")


def _many(answer: Any) -> list[Any]:
    """The members of a list. Raises :class:`TooLarge` if there are more than :data:`LARGEST`."""
    return listed(answer, LARGEST, too_long=TooLarge)


def _graph(vertices: Any, edges: Any) -> tuple[int, list[Edge]]:
    """A graph as students write it: a number of vertices, and edges between them, in any order."""
    number = whole(vertices)
    demand(number >= 0, "A number of vertices is asked for, which is not below 0.")
    couples = [pair(edge) for edge in _many(edges)]
    if number > LARGEST:
        raise TooLarge
    return number, [*SimpleGraph.of(number, [(whole(one), whole(other)) for one, other in couples]).edges]


def _sized(vertices: Any, edges: Any, size: Any) -> Instance:
    return (*_graph(vertices, edges), whole(size))


@cache
def _graphs() -> tuple[tuple[int, tuple[Edge, ...]], ...]:
    """Small graphs: all of up to four vertices, and some of five to eight.

    Among the last are the spindle of Moser (1961), whose seven vertices have no colouring though no four of them are
    joined to each other, and the crown, in whose order of vertices the greedy colouring takes four colours, not two.
    """
    couples = [[*combinations(range(size), 2)] for size in range(9)]
    found = [(n, edges) for n in range(1, 5) for m in range(7) for edges in combinations(couples[n], m)]
    rng = random.Random(1)
    for size, chance in product((5, 6, 7, 8), (0.3, 0.5, 0.7) * 5):
        found.append((size, tuple(edge for edge in couples[size] if rng.random() < chance)))
    spindle = ((0, 1), (0, 2), (0, 4), (0, 5), (1, 2), (1, 3), (2, 3), (3, 6), (4, 5), (4, 6), (5, 6))
    crown = tuple((a, b) for a, b in couples[8] if (a + b) % 2 and a // 2 != b // 2)
    found += [(7, spindle), (8, crown), (6, tuple(couples[6]))]
    return tuple(sorted(found, key=lambda graph: (graph[0], len(graph[1]))))


def _small_graphs() -> Iterator[Instance]:
    return ((size, list(edges)) for size, edges in _graphs())


def _with_sizes(most: Callable[[int, int], int]) -> Callable[[], Iterator[Instance]]:
    """Small graphs with a number from 1 to the most that makes sense."""

    def small() -> Iterator[Instance]:
        for size, edges in _graphs():
            yield from ((size, list(edges), number) for number in range(1, most(size, len(edges)) + 1))

    return small


def _small_couples() -> Iterator[Instance]:
    graphs = [graph for graph in _graphs() if graph[0] <= 3 or (graph[0] == 4 and graph[1][:1] in ((), ((0, 1),)))]
    couples = sorted(product(graphs, graphs), key=lambda each: (each[0][0] + each[1][0], len(each[0][1] + each[1][1])))
    for (size, edges), (host, there) in couples[:900]:
        yield size, list(edges), host, list(there)


def _most_independent(vertices: int, edges: list[Edge]) -> frozenset[int]:
    """A largest set of independent vertices: a vertex of the largest degree is in, or it is not."""
    near: dict[int, set[int]] = {at: set() for at in range(vertices)}
    for one, other in edges:
        near[one].add(other)
        near[other].add(one)
    steps = iter(range(_STEPS))

    def most(left: frozenset[int]) -> frozenset[int]:
        _step(steps)
        busiest = max(left, key=lambda at: len(near[at] & left), default=None)
        if busiest is None or not near[busiest] & left:
            return left
        without = left - {busiest}
        return max(most(without), most(without - near[busiest]) | {busiest}, key=len)

    return most(frozenset(range(vertices)))


def _vertices(chosen: Iterable[int]) -> str:
    return "vertices {" + ", ".join(map(str, sorted(chosen))) + "}"


def _independent(vertices: int, edges: list[Edge], size: int) -> str | None:
    if size <= 0:
        return "no vertex is asked for"
    most = _most_independent(vertices, edges)
    return _vertices(sorted(most)[:size]) if size <= len(most) else None


def _clique(vertices: int, edges: list[Edge], size: int) -> str | None:
    if vertices * (vertices - 1) // 2 - len(edges) > LARGEST:  # the complement would be too large
        raise Open
    joined = {*edges}
    return _independent(vertices, [edge for edge in combinations(range(vertices), 2) if edge not in joined], size)


def _cover(vertices: int, edges: list[Edge], size: int) -> str | None:
    """A cover: the vertices outside of one are independent."""
    if size < 0:
        return None
    cover = {*range(vertices)} - _most_independent(vertices, edges)
    return _vertices(cover) if len(cover) <= size else None


def _colourable(vertices: int, edges: list[Edge], colours: int) -> str | None:
    """Return a colouring, found vertex by vertex; all new colours are equivalent."""
    near = [[one for one, other in edges if other == at] for at in range(vertices)]
    steps = iter(range(_STEPS))

    def extended(given: list[int]) -> list[int] | None:
        _step(steps)
        if len(given) == vertices:
            return given
        taken = {given[other] for other in near[len(given)]}
        fresh = max(given, default=-1) + 1
        choices = (colour for colour in range(min(fresh + 1, colours)) if colour not in taken)
        return next(filter(None, (extended([*given, colour]) for colour in choices)), None)

    found = extended([]) if vertices else []
    return None if found is None else f"colours {found} of the vertices, in order"


# ---- By way of Smatch


def _reached(problem: GraphPair, least: int) -> NamedAlignment | None:
    """Return an alignment that matches `least` triples, or ``None``. Raises :class:`Open` after some seconds."""
    solution = exact(problem.problem(), SolveParams(at_least=least, time_limit=_SECONDS))
    if solution.matched < least <= solution.upper_bound:
        raise Open
    return problem.names(solution.mapping) if solution.matched >= least else None


def _by_smatch(reduction: ToSmatch[Any, Any], value: int = 0) -> str | None:
    """Return a solution of the source if its answer is yes, or one that is worth `value`."""
    relation = reduction.relation
    least = relation.least if isinstance(relation, Threshold) else relation.target_value(value)  # type: ignore[union-attr]
    alignment = _reached(reduction.target, least)
    return None if alignment is None else str(reduction.source.describe(reduction.backward(alignment)))


def _cuts(vertices: int, edges: list[Edge], size: int) -> str | None:
    return _by_smatch(MaxCutToSmatch.apply(MaxCut(SimpleGraph.of(vertices, edges))), size)


def _has_cycle(vertices: int, edges: list[Edge]) -> str | None:
    return _by_smatch(HamiltonianCycleToSmatch.apply(HamiltonianCycle(SimpleGraph.of(vertices, edges))))


def _contains(pattern: int, wanted: list[Edge], host: int, there: list[Edge]) -> str | None:
    graphs = SimpleGraph.of(pattern, wanted), SimpleGraph.of(host, there)
    return _by_smatch(SubgraphIsomorphismToSmatch.apply(SubgraphIsomorphism(*graphs)))


def _matches(left: str, right: str, least: int) -> str | None:
    alignment = _reached(GraphPair(parse_graph(left), parse_graph(right)), least)
    return None if alignment is None else ", ".join(f"{one} → {other}" for one, other in alignment.items())


def _amr_pair(left: Any, right: Any, least: Any) -> Instance:
    demand(isinstance(left, str) and isinstance(right, str), "Two AMRs as texts and a threshold are asked for.")
    for text in (left, right):
        parse_graph(text)
    return left, right, whole(least)


def _small_amrs() -> Iterator[Instance]:
    """Pairs of AMRs of one to four variables, of few concepts and roles, with thresholds up to one too many."""
    rng = random.Random(1)
    designs = [PairDesign(size, size // 3, 0.5, labels=2, overlap=0.6) for size in (1, 2, 3, 4) for _ in range(16)]
    pairs = [designed_pair(design, rng).pair for design in designs]
    couples = [(one.left, other.right) for at, one in enumerate(pairs) for other in (pairs[at // 2], one)]
    for graphs in sorted(couples, key=lambda graphs: sum(len(graph.variables) for graph in graphs)):
        left, right = (" ".join(write_graph(graph).split()) for graph in graphs)
        yield from ((left, right, least) for least in range(1, 3 + left.count("/") + left.count(":")))


# ---- Formulas


def _formula(clauses: Any) -> Instance:
    """A formula as students write it: a list of clauses of literals as in DIMACS."""
    read = [[*map(whole, _many(clause))] for clause in _many(clauses)]
    demand(all(literal for clause in read for literal in clause), "A literal is 1, -1, 2, -2 and so on.")
    return (read,)


def _short_formula(clauses: Any) -> Instance:
    [read] = _formula(clauses)
    long = next((clause for clause in read if len(clause) > 3), None)
    demand(long is None, f"The clause {long} has more than three literals.")
    return (read,)


def _satisfiable(clauses: list[list[int]]) -> str | None:
    """Literals that satisfy a formula: one of the shortest clause is true, or it is not (Davis et al. 1962)."""
    steps = iter(range(_STEPS))

    def true(clauses: list[list[int]]) -> list[int] | None:
        _step(steps)
        shortest = min(clauses, key=len, default=[0])
        if shortest in ([], [0]):
            return [] if shortest else None
        for literal in (shortest[0], -shortest[0]):
            left = [[each for each in clause if each != -literal] for clause in clauses if literal not in clause]
            if (others := true(left)) is not None:
                return [literal, *others]
        return None

    found = true(clauses)
    return None if found is None else f"literals {sorted(found, key=abs)} are true"


@cache
def _formulas() -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Small formulas without empty clauses, repeated literals and clauses that hold by themselves.

    All of two variables and up to three clauses, for up to five variables all clauses of all of them, which nothing
    satisfies, with and without the last; one or two clauses of all of them and units, which settle most of these;
    and some at random.
    """
    clauses = [*_signed((1,)), *_signed((2,)), *_signed((1, 2))]
    found = [each for number in (1, 2, 3) for each in combinations(clauses, number)]
    for variables in (2, 3, 4, 5):
        signs = tuple(_signed(range(1, variables + 1)))
        found += [signs, signs[:-1]]
        units = [(-at,) for at in range(1, variables + 1)]
        for number, more in product(range(variables + 1), ((), signs[1:2], signs[-3:-2])):
            found.append((signs[0], *more, *units[:number]))
    rng = random.Random(1)
    for number in range(160):
        variables = 3 + number % 3
        drawn = (rng.sample(range(1, variables + 1), rng.randint(1, variables)) for _ in range(rng.randint(2, 9)))
        found.append(tuple(tuple(rng.choice((-at, at)) for at in sorted(clause)) for clause in drawn))
    return tuple(sorted(dict.fromkeys(found), key=lambda each: (sum(map(len, each)), len(each))))


def _signed(variables: Iterable[int]) -> Iterator[tuple[int, ...]]:
    """The clauses of all of these variables."""
    return product(*((at, -at) for at in variables))


def _small_formulas(longest: int) -> Iterator[Instance]:
    return (([*map(list, each)],) for each in _formulas() if max(map(len, each)) <= longest)


_VERTICES, _GRAPH = "a number of vertices, a list of edges", ("vertices", "edges")
_AND_SIZE, _SIZED, _UP_TO_ALL = f"{_VERTICES}, a size", (*_GRAPH, "size"), _with_sizes(lambda n, m: n)
_ENTRIES = (
    PlainProblem("sat", "a list of clauses", ("clauses",), lambda: _small_formulas(9), _formula, _satisfiable),
    PlainProblem(
        "3-sat", "a list of clauses of three literals at most", ("clauses",), lambda: _small_formulas(3),
        _short_formula, _satisfiable,
    ),
    PlainProblem("clique", _AND_SIZE, _SIZED, _UP_TO_ALL, _sized, _clique),
    PlainProblem("independent-set", _AND_SIZE, _SIZED, _UP_TO_ALL, _sized, _independent),
    PlainProblem("vertex-cover", _AND_SIZE, _SIZED, _UP_TO_ALL, _sized, _cover),
    PlainProblem("max-cut", _AND_SIZE, _SIZED, _with_sizes(lambda n, m: m), _sized, _cuts),
    PlainProblem("colouring", f"{_VERTICES}, colours", (*_GRAPH, "colours"), _UP_TO_ALL, _sized, _colourable),
    PlainProblem("3-colouring", _VERTICES, _GRAPH, _small_graphs, _graph, lambda n, edges: _colourable(n, edges, 3)),
    PlainProblem("hamiltonian-cycle", _VERTICES, _GRAPH, _small_graphs, _graph, _has_cycle),
    PlainProblem(
        "subgraph", f"{_VERTICES} of the pattern, and both of the host", ("pattern", "its edges", "host", "its edges"),
        _small_couples, lambda a, b, c, d: (*_graph(a, b), *_graph(c, d)), _contains,
    ),
    PlainProblem(
        "smatch", "two AMRs as texts, a threshold", ("left", "right", "threshold"), _small_amrs, _amr_pair, _matches,
    ),
)  # fmt: skip
PROBLEMS: dict[str, PlainProblem] = {entry.name: entry for entry in _ENTRIES}
"""The problems by name."""
