"""Judges of answers to "which assumption can be dropped?": each of the others comes with an instance on which the
statement fails without it. What the statement says of an instance is computed; no instance is stored as the right one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from inspect import signature
from itertools import chain, combinations, combinations_with_replacement, permutations, product
from typing import Any

from smatchproof.exact import exact
from smatchproof.graphs.building import lay_out
from smatchproof.graphs.graph import Graph
from smatchproof.graphs.reading import parse_graph
from smatchproof.problem.pairs import GraphPair
from smatchproof.problem.solution import SolveParams
from smatchproof.reductions.problems.graphs import Edge, SimpleGraph
from smatchproof.reductions.problems.satisfiability import Formula, MaxSat
from smatchproof.reductions.problems.subgraphs import SubgraphIsomorphism
from smatchproof.teaching.answer_forms import Wrong, demand, listed, pair, two_graphs, whole

Instance = tuple[Any, ...]
Tested = tuple[bool, str]
"""The truth of the statement for an instance, and what is the case there, in words."""


@dataclass(frozen=True, eq=False)
class Theorem:
    """A statement about instances under `assumptions`, by letter: each tests an instance, or is ``None`` if it is about
    the construction. `tested` tries the statement; the letter says which part of the construction to leave out.
    `small` has instances, the smallest first.
    """

    read: Callable[..., Instance]
    assumptions: Mapping[str, Callable[..., bool] | None]
    tested: Callable[..., Tested]
    small: Callable[[], Iterator[Instance]]

    def fault(self, letter: str, instance: Instance) -> str:
        """The reason why this instance does not show that an assumption is needed; empty if it does."""
        for each, holds in self.assumptions.items():
            if holds is not None and holds(*instance) == (each == letter):
                return f"It meets ({each}), too." if each == letter else f"It does not meet ({each}) either."
        is_true, words = self.tested(*instance, without=letter)
        return f"The statement holds there: {words}." if is_true else ""

    @cache  # noqa: B019  theorems stay as long as the program
    def counterexample(self, letter: str) -> Instance | None:
        """The first small instance on which the statement fails without this assumption, or ``None``."""
        return next((instance for instance in self.small() if not self.fault(letter, instance)), None)

    def judge(self, answer: Any) -> None:
        """Judge a dictionary of instances by the letter of the assumption that each shows to be needed."""
        form = f"A dictionary is asked for, from letters ({', '.join(self.assumptions)}) to instances."
        demand(isinstance(answer, Mapping) and answer.keys() <= self.assumptions.keys(), form)
        for letter, given in answer.items():
            parts, names = listed(given), signature(self.read).parameters
            demand(len(parts) == len(names), f"The instance for ({letter}) has {len(names)} parts, not {len(parts)}.")
            fault = self.fault(letter, self.read(*parts))
            demand(not fault, f"The instance for ({letter}) does not show it. {fault}")
        for letter in self.assumptions.keys() - answer.keys():
            demand(not self.counterexample(letter), "One that is left out is needed, too: a small instance shows it.")


def _optimum(amrs: GraphPair) -> int:
    solution = exact(amrs.problem(), SolveParams(time_limit=5))
    demand(solution.upper_bound == solution.matched, "That instance takes too long; a smaller one will do.")
    return solution.matched


def _small_pairs(concepts: str, labels: str) -> Iterator[GraphPair]:
    """Pairs of AMRs of one and two variables."""

    def amrs(name: str) -> list[str]:
        two = (f"({name}1 / {a} :{r} ({name}2 / {b}))" for a, b, r in product(concepts, concepts, labels))
        return [*(f"({name}1 / {concept})" for concept in concepts), *two]

    return (GraphPair(parse_graph(left), parse_graph(right)) for left, right in product(amrs("a"), amrs("b")))


# ---- A verifier that takes any list of pairs


def _read_claim(left: Any, right: Any, least: Any, couples: Any) -> Instance:
    amrs = two_graphs(left, right, 6)
    listed_pairs = [(str(one), str(other)) for one, other in map(pair, listed(couples))]
    names = {*product(amrs.left.variables, amrs.right.variables)}
    demand(names.issuperset(listed_pairs), "A pair has a variable of the left AMR and one of the right AMR.")
    return amrs, whole(least), tuple(sorted({*listed_pairs}))


def _counted(amrs: GraphPair, couples: tuple[tuple[str, str], ...]) -> int:
    """The left triples that some choice of partners makes a right one."""
    left, right = amrs.triples()
    joined = {(left.variables.index(one), right.variables.index(other)) for one, other in couples}
    attributes = {
        one for one, other in product(left.attributes, right.attributes)
        if one._replace(variable=0) == other._replace(variable=0) and (one.variable, other.variable) in joined
    }  # fmt: skip
    relations = {
        one for one, other in product(left.relations, right.relations)
        if one.role == other.role and {(one.source, other.source), (one.target, other.target)} <= joined
    }  # fmt: skip
    return len(attributes) + len(relations)


def _accepts_the_right(amrs: GraphPair, least: int, couples: tuple[tuple[str, str], ...], without: str) -> Tested:
    counted, best = _counted(amrs, couples), _optimum(amrs)
    return not best < least <= counted, f"{counted} triples count, an alignment matches {best}, and k is {least}"


def _small_claims() -> Iterator[Instance]:
    for amrs in _small_pairs("pq", "r"):
        couples = [*product(amrs.left.variables, amrs.right.variables)]
        for chosen in chain(*(combinations(couples, size) for size in range(len(couples) + 1))):
            yield amrs, _counted(amrs, chosen), chosen


def _once(side: int) -> Callable[..., bool]:
    return lambda amrs, least, couples: len({each[side] for each in couples}) == len(couples)


def _everywhere(amrs: GraphPair, least: int, couples: tuple[tuple[str, str], ...]) -> bool:
    return {one for one, _ in couples} == {*amrs.left.variables}


VERIFIER = Theorem(_read_claim, {"a": _once(0), "b": _once(1), "c": _everywhere}, _accepts_the_right, _small_claims)

# ---- The parts of a construction


def edges_of_two(pattern: Any, host: Any) -> tuple[list[Edge], list[Edge]]:
    """The edges of two graphs on vertices 0 to 6, each with its smaller end first."""
    edges = [[sorted(map(whole, listed(edge))) for edge in listed(graph)] for graph in (pattern, host)]
    good = all(graph and all(len(edge) == 2 and 0 <= edge[0] < edge[1] <= 6 for edge in graph) for graph in edges)
    demand(good, "Edges between vertices 0 to 6.")
    first, second = (sorted({(a, b) for a, b in graph}) for graph in edges)
    return first, second


def is_subgraph(pattern: list[Edge], host: list[Edge], *, directed: bool = False) -> bool:
    """Test whether a pattern is a subgraph of a host; all vertices up to the largest of an edge are there."""
    one, other = (SimpleGraph.of(1 + max(map(max, edges)), edges, directed=directed) for edges in (pattern, host))
    return SubgraphIsomorphism(one, other).brute_force() is not None


def _starred(edges: list[Edge], name: str, without: str, *, both: bool) -> Graph:
    """The AMR of a graph: without `b` vertex 0 is the root, without `c` the root has the concept of the vertices."""
    vertices = [f"{name}{at}" for at in range(1 + max(map(max, edges)))]
    root = [] if without == "b" else [name]
    arcs = [("edge", vertices[a], vertices[b]) for one in edges for a, b in ((one, one[::-1]) if both else (one,))]
    arcs += [("member", above, vertex) for above, vertex in product(root, vertices)]
    concepts = ["vertex" if without == "c" else "root"] * len(root) + ["vertex"] * len(vertices)
    try:
        return lay_out(root + vertices, concepts, [], arcs)
    except ValueError:
        raise Wrong("Where vertex 0 is the root, both graphs have to be connected.") from None


def _tells_subgraphs(pattern: list[Edge], host: list[Edge], without: str) -> Tested:
    graphs = _starred(pattern, "h", without, both=False), _starred(host, "g", without, both=without != "a")
    amrs = GraphPair(*graphs)
    fits, triples, best = is_subgraph(pattern, host), amrs.triples()[0].size, _optimum(amrs)
    words = f"the pattern is {'a' if fits else 'no'} subgraph, and {best} of {triples} triples match"
    return fits == (best == triples), words


def _small_edges() -> Iterator[Instance]:
    edges = [(0, 1), (0, 2), (1, 2)]
    return product([edges[:1], *(list(each) for size in (2, 3) for each in combinations(edges, size))], repeat=2)


CONSTRUCTION = Theorem(edges_of_two, {"a": None, "b": None, "c": None}, _tells_subgraphs, _small_edges)

# ---- The numbers behind a gap


def _read_formula(variables: Any, clauses: Any) -> Instance:
    number, read = whole(variables), [tuple(map(whole, listed(clause))) for clause in listed(clauses, 20)]
    demand(0 <= number <= 12, "12 variables at most.")
    demand(all(read), "A clause has a literal at least.")
    demand(all(1 <= abs(literal) <= number for literal in chain(*read)), f"Literals are ±1 to ±{number}.")
    return number, tuple(read)


def _is_19_fold(variables: int, clauses: tuple[tuple[int, ...], ...], without: str) -> Tested:
    problem = MaxSat(Formula(variables, clauses))
    most = problem.value(problem.brute_force())
    triples = 2 + 2 * (variables + len(clauses)) + most
    return triples <= 19 * most, f"k is {most}, and 2 + 2 (N + m) + k is {triples}"


def _small_formulas() -> Iterator[Instance]:
    for variables in range(10):
        yield variables, ()
        for last, times in product(range(1, variables + 1), range(1, 5)):
            yield variables, ((*range(1, last + 1),) * times,)


GAP = Theorem(
    _read_formula,
    {
        "a": lambda variables, clauses: len(clauses) > 0,
        "b": lambda variables, clauses: all(len(clause) <= 3 for clause in clauses),
        "c": lambda variables, clauses: {abs(each) for each in chain(*clauses)} == {*range(1, variables + 1)},
        "d": lambda variables, clauses: all(len({*clause}) == len(clause) for clause in clauses),
    },
    _is_19_fold,
    _small_formulas,
)

# ---- Items and bins


def _read_packing(sizes: Any, bins: Any, capacity: Any) -> Instance:
    items, numbers = tuple(map(whole, listed(sizes))), (whole(bins), whole(capacity))
    demand(min((*items, *numbers)) >= 0 and numbers[0], "Numbers from 0 on, and one bin at least.")
    demand(max(sum(items), numbers[0] * numbers[1]) <= 12 and len(items) + numbers[0] <= 12, "12 units at most.")
    return items, *numbers


def _fill(items: tuple[int, ...], rooms: tuple[int, ...]) -> bool:
    if not items:
        return not any(rooms)
    placed = ((*rooms[:at], room - items[0], *rooms[at + 1 :]) for at, room in enumerate(rooms) if room >= items[0])
    return any(_fill(items[1:], left) for left in placed)


def _spider(legs: tuple[int, ...], name: str) -> Graph:
    lines = ("".join(f" :next ({name}{leg}u{at} / unit" for at in range(size)) for leg, size in enumerate(legs))
    return parse_graph(f"({name} / unit{''.join(line + ')' * line.count('(') for line in lines)})")


def _tells_packings(items: tuple[int, ...], bins: int, capacity: int, without: str) -> Tested:
    rooms = (capacity,) * bins
    fill, best = _fill(items, rooms), _optimum(GraphPair(_spider(items, "r"), _spider(rooms, "s")))
    least = 2 * sum(rooms) + 2 - len(items) + bins
    words = f"the items {'fill' if fill else 'do not fill'} the bins; {best} triples match, and {least} are asked for"
    return fill == (best >= least), words


def _small_packings() -> Iterator[Instance]:
    chosen = chain(*(combinations_with_replacement(range(4), size) for size in range(5)))
    return iter(sorted(product(chosen, range(1, 3), range(4)), key=lambda each: (sum(each[0]), each[1] * each[2])))


PACKING = Theorem(
    _read_packing,
    {
        "a": lambda items, bins, capacity: all(items),
        "b": lambda items, bins, capacity: sum(items) == bins * capacity,
        "c": lambda items, bins, capacity: all(size <= capacity for size in items),
        "d": lambda items, bins, capacity: capacity > 0,
    },
    _tells_packings,
    _small_packings,
)

# ---- Equal concepts


def _read_pair(left: Any, right: Any) -> Instance:
    amrs = two_graphs(left, right, 4)
    constants = any(len(each.attributes) != len(each.variables) + 1 for each in amrs.triples())
    demand(not constants, "Variables with a concept, and arcs between them, are enough.")
    return (amrs,)


def _concepts(amrs: GraphPair) -> list[dict[str, str]]:
    """The concepts of both AMRs by variable, the root first, as they are matched: p, P and "p" are one."""
    return [
        {graph.variables[each.variable]: each.value for each in graph.attributes if each.kind == "instance"}
        for graph in amrs.triples()
    ]


def _aligns_equals(amrs: GraphPair, without: str) -> Tested:
    left, right = _concepts(amrs)
    partners = permutations([*right, *[""] * len(left)], len(left))
    chosen = [{i: j for i, j in zip(left, each, strict=True) if j} for each in partners]
    equal = (each for each in chosen if all(left[i] == right[j] for i, j in each.items()))
    best, optimum = max(map(amrs.matched, equal)), _optimum(amrs)
    return best == optimum, f"with equal concepts {best} triples match, without that {optimum}"


EQUAL_CONCEPTS = Theorem(
    _read_pair,
    {
        "a": lambda amrs: all(len({*own.values()}) == len(own) for own in _concepts(amrs)),
        "b": lambda amrs: not set.intersection(*({arc.role for arc in each.relations} for each in amrs.triples())),
        "c": lambda amrs: len({next(iter(own.values())) for own in _concepts(amrs)}) == 1,
    },
    _aligns_equals,
    lambda: ((amrs,) for amrs in _small_pairs("pqs", "re")),
)

THEOREMS = {
    "verifier": VERIFIER, "construction": CONSTRUCTION, "gap": GAP, "packing": PACKING, "equal concepts": EQUAL_CONCEPTS
}  # fmt: skip
"""The theorems by the names that ``exercises.toml`` has for them."""
