"""Decision problems in the plain forms in which students write them: numbers, lists and texts.

Each has small instances, the smallest first, large ones to measure growth, and an answer with what shows a yes. The
answers come from enumeration or, for cycles, cuts, subgraphs and Smatch, from a reduction to Smatch and its certified
optimum.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from typing import Any

from smatchproof.base.errors import InputError
from smatchproof.exact import exact
from smatchproof.graphs.reading import parse_graph
from smatchproof.problem.pairs import GraphPair, NamedAlignment
from smatchproof.problem.solution import SolveParams
from smatchproof.reductions.problems.graphs import Edge, SimpleGraph
from smatchproof.reductions.problems.hamiltonian_cycle import HamiltonianCycle
from smatchproof.reductions.problems.subgraphs import SubgraphIsomorphism
from smatchproof.reductions.problems.vertex_sets import MaxCut
from smatchproof.reductions.reduction import Threshold, ToSmatch
from smatchproof.reductions.to_smatch.hamiltonian_cycle import HamiltonianCycleToSmatch
from smatchproof.reductions.to_smatch.max_cut import MaxCutToSmatch
from smatchproof.reductions.to_smatch.subgraph_isomorphism import SubgraphIsomorphismToSmatch
from smatchproof.teaching.answer_forms import Wrong, demand, listed, pair, whole

Instance = tuple[Any, ...]
"""The arguments of a function that takes an instance."""
LARGEST = 100_000
"""An instance of more elements than this is not read."""
_SECONDS, _STEPS = 2.0, 50_000
"""What the solver and an enumeration may take for an instance; what is open then is not judged."""


class Open(Exception):
    """The answer of an instance is not known in the time there is."""


def _steps() -> Callable[[], None]:
    """A function to be called at each step of an enumeration. Raises :class:`Open` when there are too many."""
    left = iter(range(_STEPS))

    def step() -> None:
        if next(left, None) is None:
            raise Open

    return step


@dataclass(frozen=True, slots=True)
class PlainProblem:
    """A decision problem: the names of the `members` of an instance, small instances, large ones, and the answer.

    `read` takes the members of an instance, or raises :class:`Wrong`; `solve` takes an instance that was read, and says
    in words what shows that the answer is yes, or ``None``. `large` makes an instance of so many vertices, variables or
    triples. :class:`Open` is raised where that would take too long.
    """

    name: str
    form: str
    members: tuple[str, ...]
    small: Callable[[], Iterator[Instance]]
    large: Callable[[int, random.Random], Instance]
    read: Callable[..., Instance]
    solve: Callable[..., str | None]

    @property
    def is_single(self) -> bool:
        """Whether an instance has a single member, which a function returns as it is."""
        return len(self.members) == 1

    def taken(self, answer: Any) -> Instance:
        """The instance that a function has returned. Raises :class:`Wrong` where it is none."""
        demand(answer is not None, "The function returns None: is a `return` missing?")
        if self.is_single:
            demand(
                not isinstance(answer, tuple) or len(answer) != 1, f"An instance is {self.form}, and no tuple of one."
            )
            return self.read(answer)
        given, wanted = listed(answer), len(self.members)
        demand(len(given) == wanted, f"An instance has {wanted} members: {', '.join(self.members)}.")
        return self.read(*given)

    def described(self, instance: Instance) -> str:
        """An instance on one line, its members by their names."""
        return ", ".join(f"{name} {member!r}" for name, member in zip(self.members, instance, strict=True))


# ---- Graphs


def _graph(vertices: Any, edges: Any) -> tuple[int, list[Edge]]:
    """A graph as students write it: a number of vertices, and edges between them, in any order."""
    number = whole(vertices)
    demand(0 <= number <= LARGEST, "A number of vertices is asked for.")
    joined = {(min(ends), max(ends)) for ends in (tuple(map(whole, pair(edge))) for edge in listed(edges, LARGEST))}
    for one, other in joined:
        demand(one >= 0 and other < number, f"The edge {one}-{other} joins no vertices 0 to {number - 1}.")
        demand(one != other, f"The edge {one}-{other} is a loop.")
    return number, sorted(joined)


def _sized(vertices: Any, edges: Any, size: Any) -> Instance:
    return (*_graph(vertices, edges), whole(size))


@cache
def _graphs() -> tuple[tuple[int, tuple[Edge, ...]], ...]:
    """Small graphs: all of up to four vertices, of five one for each row of degrees, and some of six to eight.

    Among the last are the spindle of Moser (1961), whose seven vertices have no colouring though no four of them are
    joined to each other, and the crown, in whose order of vertices the greedy colouring takes four colours, not two.
    """
    found = [(size, edges) for size in range(1, 5) for edges in _edge_sets(size)]
    kinds: dict[object, tuple[Edge, ...]] = {}
    for edges in _edge_sets(5):
        kinds.setdefault(_degrees(5, edges), edges)
    rng = random.Random(1)
    found += [(5, edges) for edges in sorted(kinds.values(), key=len)]
    found += [(size, _random_edges(size, rng)) for size in (6, 7, 8) for _ in range(12)]
    spindle = ((0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (0, 4), (0, 5), (4, 5), (4, 6), (5, 6), (3, 6))
    crown = tuple((a, b) for a, b in combinations(range(8), 2) if (a + b) % 2 and a // 2 != b // 2)
    found += [(7, tuple(sorted(spindle))), (8, crown), (6, tuple(combinations(range(6), 2)))]
    return tuple(sorted(found, key=lambda graph: (graph[0], len(graph[1]))))


def _edge_sets(size: int) -> Iterator[tuple[Edge, ...]]:
    couples = list(combinations(range(size), 2))
    return (edges for number in range(len(couples) + 1) for edges in combinations(couples, number))


def _degrees(size: int, edges: tuple[Edge, ...]) -> object:
    """The degree of each vertex and those of its neighbours, sorted."""
    near = [[a + b - at for a, b in edges if at in (a, b)] for at in range(size)]
    return tuple(sorted((len(around), *sorted(len(near[other]) for other in around)) for around in near))


def _random_edges(size: int, rng: random.Random) -> tuple[Edge, ...]:
    chance = rng.choice((0.3, 0.5, 0.7))
    return tuple(edge for edge in combinations(range(size), 2) if rng.random() < chance)


def _small_graphs() -> Iterator[Instance]:
    return ((size, list(edges)) for size, edges in _graphs())


def _with_sizes(most: Callable[[int, int], int]) -> Callable[[], Iterator[Instance]]:
    """Small graphs with a number from 1 to the most that makes sense."""

    def small() -> Iterator[Instance]:
        for size, edges in _graphs():
            for number in range(1, most(size, len(edges)) + 1):
                yield size, list(edges), number

    return small


def _large_graph(size: int, rng: random.Random) -> Instance:
    return size, [edge for edge in combinations(range(size), 2) if rng.random() < 0.5]


def _large_sized(size: int, rng: random.Random) -> Instance:
    return (*_large_graph(size, rng), max(1, size // 2))


def _most_independent(vertices: int, edges: list[Edge]) -> frozenset[int]:
    """A largest set of independent vertices: a vertex of the largest degree is in, or it is not."""
    near: dict[int, set[int]] = {at: set() for at in range(vertices)}
    for one, other in edges:
        near[one].add(other)
        near[other].add(one)

    step = _steps()

    def most(left: frozenset[int]) -> frozenset[int]:
        step()
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
    joined = {*edges}
    return _independent(vertices, [edge for edge in combinations(range(vertices), 2) if edge not in joined], size)


def _cover(vertices: int, edges: list[Edge], size: int) -> str | None:
    """A cover: the vertices outside of one are independent."""
    if size < 0:
        return None
    cover = {*range(vertices)} - _most_independent(vertices, edges)
    return _vertices(cover) if len(cover) <= size else None


def _colourable(vertices: int, edges: list[Edge], colours: int) -> str | None:
    """So many colours, vertex by vertex; a new colour is as good as any other new one."""
    near = [[other for other in range(at) if (other, at) in {*edges}] for at in range(vertices)]

    step = _steps()

    def extended(given: list[int]) -> list[int] | None:
        step()
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
    """An alignment that matches so many triples, if there is one. Raises :class:`Open` after some seconds."""
    solution = exact(problem.problem(), SolveParams(at_least=least, time_limit=_SECONDS))
    if solution.matched < least <= solution.upper_bound:
        raise Open
    return problem.names(solution.mapping) if solution.matched >= least else None


def _by_smatch(reduction: ToSmatch[Any, Any], value: int = 0) -> str | None:
    """A solution of the source, if its answer is yes, or one that is worth so much."""
    relation = reduction.relation
    least = relation.least if isinstance(relation, Threshold) else relation.target_value(value)  # type: ignore[union-attr]
    alignment = _reached(reduction.target, least)
    if alignment is None:
        return None
    described: str = reduction.source.describe(reduction.backward(alignment))
    return described


def _cuts(vertices: int, edges: list[Edge], size: int) -> str | None:
    if size <= 0 or size > len(edges):
        return "no edge is asked for" if size <= 0 else None
    return _by_smatch(MaxCutToSmatch.apply(MaxCut(SimpleGraph.of(vertices, edges))), size)


def _has_cycle(vertices: int, edges: list[Edge]) -> str | None:
    if vertices < 3:
        return None
    return _by_smatch(HamiltonianCycleToSmatch.apply(HamiltonianCycle(SimpleGraph.of(vertices, edges))))


def _contains(pattern: int, wanted: list[Edge], host: int, there: list[Edge]) -> str | None:
    if pattern > host:
        return None
    graphs = SimpleGraph.of(pattern, wanted), SimpleGraph.of(host, there)
    return _by_smatch(SubgraphIsomorphismToSmatch.apply(SubgraphIsomorphism(*graphs)))


def _matches(left: str, right: str, least: int) -> str | None:
    alignment = _reached(GraphPair(parse_graph(left), parse_graph(right)), least)
    return None if alignment is None else ", ".join(f"{one} → {other}" for one, other in alignment.items())


def _small_couples() -> Iterator[Instance]:
    graphs = [graph for graph in _graphs() if graph[0] <= 3 or (graph[0] == 4 and graph[1][:1] in ((), ((0, 1),)))]
    couples = sorted(product(graphs, graphs), key=lambda each: (each[0][0] + each[1][0], len(each[0][1] + each[1][1])))
    for (size, edges), (host, there) in couples[:900]:
        yield size, list(edges), host, list(there)


def _large_couple(size: int, rng: random.Random) -> Instance:
    return (*_large_graph(size // 2, rng), *_large_graph(size, rng))


# ---- Formulas


def _formula(clauses: Any) -> Instance:
    """A formula as students write it: a list of clauses of literals as in DIMACS."""
    read = [list(dict.fromkeys(map(whole, listed(clause, LARGEST)))) for clause in listed(clauses, LARGEST)]
    demand(all(literal for clause in read for literal in clause), "A literal is 1, -1, 2, -2 and so on.")
    return (read,)


def _short_formula(clauses: Any) -> Instance:
    [read] = _formula(clauses)
    long = next((clause for clause in read if len(clause) > 3), None)
    demand(long is None, f"The clause {long} has more than three literals.")
    return (read,)


def _satisfiable(clauses: list[list[int]]) -> str | None:
    """Literals that satisfy a formula: one of the shortest clause is true, or it is not (Davis et al. 1962)."""
    step = _steps()

    def true(clauses: list[list[int]]) -> list[int] | None:
        step()
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
    satisfies, with and without the last, and some at random.
    """
    clauses = [clause for size in (1, 2) for clause in _clauses(range(1, 3), size)]
    found = [each for number in (1, 2, 3) for each in combinations(clauses, number)]
    for variables in (2, 3, 4, 5):
        signs = tuple(_clauses(range(1, variables + 1), variables))
        found += [signs, signs[:-1]] if variables > 2 else [signs]
    rng = random.Random(1)
    for number in range(160):
        variables = 3 + number % 3
        drawn = (rng.sample(range(1, variables + 1), rng.randint(1, variables)) for _ in range(rng.randint(2, 9)))
        found.append(tuple(tuple(rng.choice((-at, at)) for at in sorted(clause)) for clause in drawn))
    return tuple(sorted(found, key=lambda each: (sum(map(len, each)), len(each))))


def _clauses(variables: range, size: int) -> Iterator[tuple[int, ...]]:
    for chosen in combinations(variables, size):
        for signs in product((1, -1), repeat=size):
            yield tuple(sign * at for sign, at in zip(signs, chosen, strict=True))


def _small_formulas(longest: int) -> Callable[[], Iterator[Instance]]:
    def small() -> Iterator[Instance]:
        for formula in _formulas():
            if max(map(len, formula)) <= longest:
                yield ([list(clause) for clause in formula],)

    return small


def _large_formula(size: int, rng: random.Random) -> Instance:
    def clause() -> list[int]:
        return [rng.choice((-at, at)) for at in rng.sample(range(1, size + 1), min(3, size))]

    return ([clause() for _ in range(3 * size)],)


# ---- Smatch


def _amr_pair(left: Any, right: Any, least: Any) -> Instance:
    demand(isinstance(left, str) and isinstance(right, str), "Two AMRs as texts and a threshold are asked for.")
    for text in (left, right):
        demand(len(text) <= LARGEST, "That text is too long for an AMR.")
        try:
            parse_graph(text)
        except (InputError, ValueError) as error:
            raise Wrong(f"An AMR cannot be read: {str(error).splitlines()[0]}.") from None
    return left, right, whole(least)


def _amr(size: int, rng: random.Random) -> str:
    """A random AMR of few concepts and roles: a tree and, now and then, a re-entrancy."""
    text = [f"(v{at} / {rng.choice('ab')}" for at in range(size)]
    parents = [0] + [rng.randrange(at) for at in range(1, size)]
    edges: list[list[str]] = [[] for _ in range(size)]
    if size > 2 and rng.random() < 0.5:
        edges[rng.randrange(1, size)].append(" :s v0")

    def written(at: int) -> str:
        children = (child for child in range(at + 1, size) if parents[child] == at)
        below = [f" :{'rs'[child % 2]} {written(child)}" for child in children]
        return "".join([text[at], *below, *edges[at], ")"])

    return written(0)


@cache
def _amr_pairs() -> tuple[tuple[str, str], ...]:
    rng = random.Random(1)
    sizes = [(left, right) for left in (1, 2, 3, 4) for right in (1, 2, 3, 4) for _ in range(8)]
    return tuple((_amr(left, rng), _amr(right, rng)) for left, right in sorted(sizes, key=sum))


def _small_amrs() -> Iterator[Instance]:
    for left, right in dict.fromkeys(_amr_pairs()):
        most = 1 + left.count("/") + left.count(":")
        yield from ((left, right, least) for least in range(1, most + 2))


def _large_amrs(size: int, rng: random.Random) -> Instance:
    return _amr(size, rng), _amr(size, rng), size


_VERTICES, _GRAPH = "a number of vertices, a list of edges", ("vertices", "edges")
_AND_SIZE, _SIZED = f"{_VERTICES}, a size", (*_GRAPH, "size")
_ENTRIES = (
    PlainProblem("sat", "a list of clauses", ("clauses",), _small_formulas(9), _large_formula, _formula, _satisfiable),
    PlainProblem(
        "3-sat", "a list of clauses of three literals at most", ("clauses",), _small_formulas(3), _large_formula,
        _short_formula, _satisfiable,
    ),
    PlainProblem("clique", _AND_SIZE, _SIZED, _with_sizes(lambda n, m: n), _large_sized, _sized, _clique),
    PlainProblem(
        "independent-set", _AND_SIZE, _SIZED, _with_sizes(lambda n, m: n), _large_sized, _sized, _independent
    ),
    PlainProblem("vertex-cover", _AND_SIZE, _SIZED, _with_sizes(lambda n, m: n), _large_sized, _sized, _cover),
    PlainProblem("max-cut", _AND_SIZE, _SIZED, _with_sizes(lambda n, m: m), _large_sized, _sized, _cuts),
    PlainProblem(
        "colouring", f"{_VERTICES}, colours", (*_GRAPH, "colours"), _with_sizes(lambda n, m: n), _large_sized, _sized,
        _colourable,
    ),
    PlainProblem(
        "3-colouring", _VERTICES, _GRAPH, _small_graphs, _large_graph, _graph, lambda n, edges: _colourable(n, edges, 3)
    ),
    PlainProblem("hamiltonian-cycle", _VERTICES, _GRAPH, _small_graphs, _large_graph, _graph, _has_cycle),
    PlainProblem(
        "subgraph", f"{_VERTICES} of the pattern, and both of the host", ("pattern", "its edges", "host", "its edges"),
        _small_couples, _large_couple, lambda a, b, c, d: (*_graph(a, b), *_graph(c, d)), _contains,
    ),
    PlainProblem(
        "smatch", "two AMRs as texts, a threshold", ("left", "right", "threshold"), _small_amrs, _large_amrs, _amr_pair,
        _matches,
    ),
)  # fmt: skip
PROBLEMS: dict[str, PlainProblem] = {entry.name: entry for entry in _ENTRIES}
"""The problems by name."""
