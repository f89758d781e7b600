"""Families of hard pairs: random instances of a problem of any number and size, mapped by its reduction.

A family makes an instance as the text that ``smatchproof reduce`` reads, and perhaps a solution that was planted in it.
The reduction then gives the pair, its map, and the planted alignment.

>>> member = family("max-cut").member(0, size=4, planted=True)
>>> member.pair.matched(member.planted), member.stored.reduction.relation
(14, Affine(factor=1, constant=10, unit=1))
"""

from __future__ import annotations

import inspect
import math
import random
from collections.abc import Callable, Collection, Mapping
from itertools import combinations
from typing import Any, NamedTuple

from smatchproof.base.errors import UsageError, quoted, unknown
from smatchproof.base.record import Record
from smatchproof.lab.reductions.registry import SourceText, StoredReduction, reduce
from smatchproof.public import GraphPair, NamedAlignment

Value = int | float | bool
"""A parameter's value: an integer, a share or a ratio, yes or no."""
MOST = 1_000
"""The largest value of a parameter: a graph with that number of vertices gives a pair with a million triples."""


class Instance(NamedTuple):
    """An instance of a problem: its files by name, the options of its reduction, and what was planted in it.

    `solution` is optimal by the construction of the instance; ``None`` if none was planted. The certified answer is
    compared with this claim.
    """

    files: Mapping[str, str]
    options: Mapping[str, Any] = {}
    solution: Any = None


class Member(Record):
    """A pair of a family with its parameters, its reduction and map, and a planted alignment that is optimal."""

    parameters: Mapping[str, Value]
    stored: StoredReduction
    planted: NamedAlignment | None

    @property
    def pair(self) -> GraphPair:
        """The two graphs."""
        return self.stored.reduction.target


class Family(Record):
    """Random instances of a problem, and the name of the reduction that makes pairs of them.

    `make` gets random numbers, and parameters by name, each with a default; it raises ``ValueError`` for values that
    make no instance.
    """

    summary: str
    reduction: str
    make: Callable[..., Instance]
    name: str = ""

    @property
    def parameters(self) -> dict[str, Value]:
        """The parameters with their defaults.

        >>> Family("", "clique", lambda rng, size=8, planted=True: Instance({})).parameters
        {'size': 8, 'planted': True}
        """
        _, *found = inspect.signature(self.make).parameters.values()
        return {each.name: each.default for each in found}

    def member(self, seed: int, /, **values: Value) -> Member:
        """The pair of these parameters and that seed; the same ones give the same pair.

        Raises :class:`UsageError` for values that make no instance.
        """
        chosen = self.parameters
        for name, value in values.items():
            chosen[name] = self._checked(name, value)
        rng = random.Random(f"{self.name} {sorted(chosen.items())} {seed}")
        try:
            instance = self.make(rng, **chosen)
        except ValueError as error:
            raise UsageError(f"family {self.name}: {error}") from None
        texts = tuple(SourceText(*file) for file in instance.files.items())
        stored = reduce(self.reduction, texts, instance.options)
        planted = None if instance.solution is None else stored.reduction.forward(instance.solution)
        return Member(chosen, stored, planted)

    def _checked(self, name: str, value: Value) -> Value:
        known = self.parameters
        if name not in known:
            raise UsageError(f"family {self.name} has no parameter {quoted(name)}; it has {', '.join(known)}")
        wanted = type(known[name])
        if wanted is float and type(value) is int:
            value = float(value)
        if type(value) is not wanted or not 0 <= value <= MOST:
            words = {bool: "true or false", int: f"a whole number from 0 to {MOST:,}"}
            expected = words.get(wanted, f"a number from 0 to {MOST:,}")
            raise UsageError(f"family {self.name} needs {expected} for {name}, not {str(value).lower()}")
        return value


# ---- graphs

Edge = tuple[int, int]


def subgraph(
    rng: random.Random, size: int = 8, ratio: float = 2.0, density: float = 0.4, planted: bool = True,
    induced: bool = False,
) -> Instance:  # fmt: skip
    """A random pattern, and a host of `ratio` times its vertices.

    Planted, the pattern is a part of a host of that density. Otherwise the host has the density at which one embedding
    of the pattern is expected: there the answer turns from no to yes (McCreesh, Prosser, Solnon & Trimble 2018).
    """
    vertices = round(size * ratio)
    if vertices > MOST:
        raise ValueError(f"a host of {vertices:,} vertices, {MOST:,} at most are made (ratio)")
    if size < 2 or vertices < size:
        raise ValueError("a pattern has 2 vertices at least, and a host as many as the pattern (ratio)")
    if planted:
        host, places = _random_edges(vertices, density, rng), rng.sample(range(vertices), size)
        pattern = [(a, b) for a, b in combinations(range(size), 2) if _edge(places[a], places[b]) in host]
        if not induced and pattern:  # a part of the edges: the pattern is sparser than its place
            pattern = rng.sample(pattern, math.ceil(len(pattern) * 0.9))
        return _subgraph(size, pattern, vertices, host, induced, tuple(places))
    wanted = _random_edges(size, density, rng)
    if not induced:
        density = math.exp(-math.log(math.perm(vertices, size)) / max(1, len(wanted)))
    return _subgraph(size, wanted, vertices, _random_edges(vertices, density, rng), induced, None)


def clique(rng: random.Random, size: int = 20, density: float = 0.5, planted: bool = True) -> Instance:
    """A clique in a random graph of `size` vertices, as large as the largest that is expected there.

    Planted, there is one that has one vertex more.
    """
    if not 0 < density < 1 or size < 2:
        raise ValueError("a clique is hidden in a graph of 2 vertices or more, of a density between 0 and 1")
    logs = (math.log(math.comb(size, k)) + math.comb(k, 2) * math.log(density) for k in range(1, size + 1))
    largest = sum(each >= 0 for each in logs)  # sizes at which one or more are expected
    members = tuple(rng.sample(range(size), min(size, largest + 1))) if planted else None
    edges = {*_random_edges(size, density, rng), *(_edge(*ends) for ends in combinations(members or (), 2))}
    wanted = len(members) if members else largest
    return Instance({"graph.txt": written(size, edges)}, {"size": wanted}, members)


def common_subgraph(rng: random.Random, size: int = 12, degree: float = 3.0, planted: bool = False) -> Instance:
    """Two random graphs of that average degree. Planted, the right one has all edges of the left one, and as many more.

    The most that both can have is then all edges of the left graph.
    """
    density = min(1.0, degree / max(1, size - 1))
    left, places = _random_edges(size, density, rng), rng.sample(range(size), size)
    right = _random_edges(size, density, rng)
    if planted:
        right |= {_edge(places[a], places[b]) for a, b in left}
    solution = dict(enumerate(places)) if planted else None
    return Instance({"left.txt": written(size, left), "right.txt": written(size, right)}, {}, solution)


def max_cut(rng: random.Random, size: int = 16, degree: float = 4.0, planted: bool = False) -> Instance:
    """The maximum cut of a random graph of that average degree. Planted, its edges join two halves, and all are cut."""
    side = rng.sample(range(size), size // 2)
    couples = [(a, b) for a, b in combinations(range(size), 2) if not planted or (a in side) != (b in side)]
    edges = rng.sample(couples, min(len(couples), round(size * degree / 2)))
    return Instance({"graph.txt": written(size, edges)}, {}, tuple(side) if planted else None)


def tour(rng: random.Random, size: int = 16, degree: float = 3.0, planted: bool = True) -> Instance:
    """A Hamiltonian cycle of a random graph of that average degree. Planted, there is one."""
    if size < 3:
        raise ValueError("a tour has 3 vertices at least")
    order = rng.sample(range(size), size)
    ring = {_edge(a, b) for a, b in zip(order, [*order[1:], order[0]], strict=True)} if planted else set()
    rest = [couple for couple in combinations(range(size), 2) if couple not in ring]
    more = rng.sample(rest, min(len(rest), max(0, round(size * degree / 2) - len(ring))))
    edges = {*ring, *more}
    if not planted and len({vertex for edge in edges for vertex in edge}) < size:  # no tour, and too easy to see
        lonely = set(range(size)) - {vertex for edge in edges for vertex in edge}
        edges |= {_edge(vertex, rng.choice([each for each in range(size) if each != vertex])) for vertex in lonely}
    return Instance({"graph.txt": written(size, edges)}, {}, tuple(order) if planted else None)


def written(vertices: int, edges: Collection[Edge]) -> str:
    r"""Vertices and edges in DIMACS format, where vertices count from 1.

    >>> written(3, [(0, 1)])
    'p edge 3 1\ne 1 2\n'
    """
    lines = [f"p edge {vertices} {len(edges)}", *(f"e {a + 1} {b + 1}" for a, b in sorted(edges))]
    return "".join(f"{line}\n" for line in lines)


def _subgraph(
    size: int, pattern: Collection[Edge], vertices: int, host: Collection[Edge], induced: bool,
    solution: tuple[int, ...] | None,
) -> Instance:  # fmt: skip
    files = {"pattern.txt": written(size, pattern), "host.txt": written(vertices, host)}
    return Instance(files, {"induced": True} if induced else {}, solution)


def _random_edges(vertices: int, density: float, rng: random.Random) -> set[Edge]:
    """That share of all couples."""
    if not 0 <= density <= 1:
        raise ValueError(f"a density is from 0 to 1, not {density}")
    couples = [*combinations(range(vertices), 2)]
    return set(rng.sample(couples, round(density * len(couples))))


def _edge(a: int, b: int) -> Edge:
    return min(a, b), max(a, b)


# ---- formulas with three literals a clause

THRESHOLD = 4.27
"""Clauses for each variable, about where random formulas turn from satisfiable to not (Mertens, Mezard & Zecchina)."""
MOST_CLAUSES = 500
"""The chain of reductions makes a graph of three vertices for each clause, nearly all of them joined."""


def formula(rng: random.Random, size: int = 3, ratio: float = THRESHOLD, planted: bool = False) -> Instance:
    """A random formula of `size` variables and `ratio` times as many clauses. Planted, one assignment satisfies all."""
    clauses = round(ratio * size)
    if size < 3 or clauses > MOST_CLAUSES:
        raise ValueError(f"a formula has 3 variables at least and {MOST_CLAUSES} clauses at most")
    values = [rng.random() < 0.5 for _ in range(size)]
    lines = [f"p cnf {size} {clauses}"]
    for _ in range(clauses):
        chosen = rng.sample(range(size), 3)
        signs = [rng.random() < 0.5 for _ in chosen]
        while planted and all(sign != values[at] for at, sign in zip(chosen, signs, strict=True)):
            signs = [rng.random() < 0.5 for _ in chosen]
        literals = (at + 1 if sign else -at - 1 for at, sign in zip(chosen, signs, strict=True))
        lines.append(" ".join(map(str, [*literals, 0])))
    return Instance({"formula.cnf": "\n".join(lines) + "\n"}, {}, tuple(values) if planted else None)


# ---- matrices of quadratic assignment

_LARGEST_FLOW, _LARGEST_DISTANCE = 4, 9
"""Weights that copies of triples can still stand for: products of larger ones make graphs of many thousand triples."""
Rows = list[list[int]]


def max_qap(rng: random.Random, size: int = 10, density: float = 0.5, planted: bool = False) -> Instance:
    """0-1 Max-QAP of two random matrices of that density. Planted, one has all ones of the other, and as many more."""
    left, right = (_random_ones(size, density, rng) for _ in range(2))
    images = rng.sample(range(size), size)
    if planted:
        left = [[one and int(rng.random() < 0.5) for one in row] for row in left]
        for i, k in combinations(range(size), 2):
            for a, b in ((i, k), (k, i)):
                right[images[a]][images[b]] |= left[a][b]
    return Instance({"matrices.dat": _written_rows(left, right)}, {}, tuple(images) if planted else None)


def grid(rng: random.Random, size: int = 9, density: float = 0.4) -> Instance:
    """Random flows between the places of a grid, as those of Nugent, Vollmann & Ruml (1968)."""
    width = next((wide for wide in range(int(size**0.5), 0, -1) if size % wide == 0), 1)
    places = [divmod(place, width) for place in range(size)]
    distances = [[abs(a - c) + abs(b - d) for c, d in places] for a, b in places]
    joined = [couple for couple in combinations(range(size), 2) if rng.random() < density]
    flows = _symmetric(size, _LARGEST_FLOW, joined, rng)
    return Instance({"grid.dat": _written_rows(flows, distances)}, {"copies": True})


def tree(rng: random.Random, size: int = 8) -> Instance:
    """Flows along a random tree between places at random distances, as those of Christofides & Benavent (1989)."""
    branches = [(rng.randrange(vertex), vertex) for vertex in range(1, size)]
    flows = _symmetric(size, _LARGEST_FLOW, branches, rng)
    distances = _symmetric(size, _LARGEST_DISTANCE, [*combinations(range(size), 2)], rng)
    return Instance({"tree.dat": _written_rows(flows, distances)}, {"copies": True})


def _random_ones(size: int, density: float, rng: random.Random) -> Rows:
    if not 0 <= density <= 1:
        raise ValueError(f"a density is from 0 to 1, not {density}")
    places = [(i, k) for i in range(size) for k in range(size) if i != k]
    ones = {*rng.sample(places, round(density * len(places)))}
    return [[int((i, k) in ones) for k in range(size)] for i in range(size)]


def _symmetric(size: int, largest: int, places: list[tuple[int, int]], rng: random.Random) -> Rows:
    """A symmetric matrix with random numbers from 1 at these places."""
    rows = [[0] * size for _ in range(size)]
    for i, k in places:
        rows[i][k] = rows[k][i] = rng.randint(1, largest)
    return rows


def _written_rows(left: Rows, right: Rows) -> str:
    if not left:
        raise ValueError("matrices have 1 row at least")
    return "\n".join([str(len(left)), *(" ".join(map(str, row)) for row in (*left, *right))]) + "\n"


# ---- the families

FAMILIES: dict[str, Family] = {
    name: Family(summary, reduction, make, name=name)
    for name, reduction, make, summary in (
        ("max-qap", "max-qap", max_qap, "0-1 Max-QAP of two random matrices"),
        ("qap-grid", "qap", grid, "quadratic assignment: random flows on a grid, as nug of QAPLIB"),
        ("qap-tree", "qap", tree, "quadratic assignment: flows along a tree, as chr of QAPLIB"),
        ("subgraph", "subgraph", subgraph, "a random pattern in a host: planted, or where yes turns to no"),
        ("clique", "clique-subgraph", clique, "a clique in a random graph: planted, or where yes turns to no"),
        ("common-subgraph", "common-subgraph", common_subgraph, "common edges of two random graphs"),
        ("max-cut", "max-cut", max_cut, "the maximum cut of a random graph"),
        ("tour", "hamiltonian-cycle", tour, "a Hamiltonian cycle of a random graph"),
        ("sat", "sat-clique", formula, "a random 3-SAT formula by way of clique: satisfiable or not"),
        ("max-sat", "max-sat", formula, "a random 3-SAT formula directly: how many clauses"),
    )
}
"""All built-in families."""


def family(name: str) -> Family:
    """Return the family of this name, one of :data:`FAMILIES`. Raises :class:`UsageError` for another name."""
    if name not in FAMILIES:
        raise unknown("family", name, FAMILIES)
    return FAMILIES[name]
