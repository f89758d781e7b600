"""Functions that make pairs of graphs: random problems by seed, and real data by name. A source is a call of one."""

from __future__ import annotations

import ast
import random
from functools import lru_cache
from pathlib import Path

from benchmarks import common
from benchmarks.scores.documents import merged
from smatchproof.base.errors import UsageError
from smatchproof.lab.generators import (
    DEFAULT,
    TRAPS,
    TYPICAL,
    AdversarialSearch,
    AdversaryParams,
    annotate,
    overlapping_digraph_pair,
    random_digraph_pair,
    random_graph,
    rooted_pair,
)
from smatchproof.lab.reductions.registry import SourceText, reduce
from smatchproof.public import METHODS, Graph, GraphPair, SolveParams


class AbsentSourceError(Exception):
    """The files that a pair is made from are not on this machine; the text says which."""


# ---- random graphs


def random_digraphs(nodes: int, degree: float, labels: int, concepts: int, seed: int, undirected: bool) -> GraphPair:
    """Two independent digraphs; `undirected` lets an arc match an edge in either direction."""
    return rooted_pair(*random_digraph_pair(nodes, degree, labels, concepts, seed, both_ways=undirected))


def hidden_copy(nodes: int, degree: float, labels: int, concepts: int, overlap: float, seed: int) -> GraphPair:
    """A digraph and its copy in hidden order, of whose arcs a share was rewired."""
    pair = overlapping_digraph_pair(nodes, degree, labels, concepts, overlap, seed)
    return rooted_pair(pair.left, pair.right)


def circulants(nodes: int, left: tuple[int, ...], right: tuple[int, ...]) -> GraphPair:
    """Two circulant graphs: node i has arcs to i + d for each d. All nodes look the same."""
    graphs = [[(str(i), str((i + d) % nodes)) for i in range(nodes) for d in jumps] for jumps in (left, right)]
    return reduced("common-subgraph", *(_edge_list(arcs) for arcs in graphs))


def trap(family: str, **parameters: float) -> GraphPair:
    """A trap of the family with these parameters."""
    return TRAPS[family].make(**parameters).pair


def annotators(variables: int, noise: float, seed: int) -> GraphPair:
    """Two noisy copies of a random AMR, as two annotators might write them."""
    rng = random.Random(seed)
    graph = random_graph(DEFAULT, variables, rng)
    left, right = (annotate(graph, TYPICAL.scaled(noise), rng).graph for _ in range(2))
    return GraphPair(left, right)


def adversary(variables: int, seed: int) -> GraphPair:
    """The graph and its copy that a search of 200 evaluations finds worst for hill-climbing from five starts."""

    def found(pair: GraphPair, run: int) -> int:
        return METHODS["S+4R"].solve(pair.problem(), SolveParams(seed=run)).matched

    params = AdversaryParams(evaluations=200, seeds=3, seed=seed, copies=True, variables=variables)
    return AdversarialSearch(found, params=params).run().pair


# ---- other problems, carried over


def reduced(problem: str, *texts: str, **options: int | bool) -> GraphPair:
    """The pair that an instance of another problem becomes."""
    named = [SourceText(f"{problem}-{number}", text) for number, text in enumerate(texts, 1)]
    pair: GraphPair = reduce(problem, named, options).reduction.target
    return pair


def random_max_sat(variables: int, clauses: int, seed: int) -> GraphPair:
    """MAX-SAT of random clauses of three different variables."""
    return reduced("max-sat", formula_question(variables, clauses, seed))


def formula_question(variables: int, clauses: int, seed: int) -> str:
    """The formula of :func:`random_max_sat` in DIMACS CNF."""
    rng = random.Random(seed)
    lines = [
        " ".join(str(rng.choice((1, -1)) * variable) for variable in rng.sample(range(1, variables + 1), 3)) + " 0"
        for _ in range(clauses)
    ]
    return "\n".join([f"p cnf {variables} {clauses}", *lines])


def random_subgraph(pattern: int, host: int, degree: float, is_planted: bool, seed: int) -> GraphPair:
    """Subgraph isomorphism: a connected part of a random host graph, or a random pattern of the same density."""
    return reduced("subgraph", *subgraph_question(pattern, host, degree, is_planted, seed))


def subgraph_question(pattern: int, host: int, degree: float, is_planted: bool, seed: int) -> tuple[str, str]:
    """Pattern and host of :func:`random_subgraph` as lists of edges."""
    rng = random.Random(seed)
    edges = _random_edges(host, degree, rng)
    if is_planted:
        chosen = _connected_part(edges, pattern, host, rng)
        names = dict(zip(chosen, rng.sample(range(pattern), pattern), strict=True))
        part = [(names[a], names[b]) for a, b in edges if a in names and b in names]
    else:
        part = _random_edges(pattern, degree, rng)
    first, second = (_edge_list([(f"v{a}", f"v{b}") for a, b in each]) for each in (part, edges))
    return first, second


def _connected_part(edges: list[tuple[int, int]], size: int, nodes: int, rng: random.Random) -> list[int]:
    """So many nodes, connected as far as the graph is, one by one."""
    neighbours: list[set[int]] = [set() for _ in range(nodes)]
    for a, b in edges:
        neighbours[a].add(b)
        neighbours[b].add(a)
    chosen = [rng.randrange(nodes)]
    while len(chosen) < size:
        around = sorted({other for one in chosen for other in neighbours[one]} - {*chosen})
        chosen.append(rng.choice(around or [other for other in range(nodes) if other not in chosen]))
    return chosen


def random_common_subgraph(nodes: int, degree: float, seed: int) -> GraphPair:
    """Maximum common edge subgraph of two random graphs."""
    rng = random.Random(seed)
    graphs = [_random_edges(nodes, degree, rng) for _ in range(2)]
    return reduced("common-subgraph", *(_edge_list([(f"v{a}", f"v{b}") for a, b in each]) for each in graphs))


def random_max_cut(nodes: int, degree: float, seed: int) -> GraphPair:
    """Maximum cut of a random graph."""
    edges = _random_edges(nodes, degree, random.Random(seed))
    return reduced("max-cut", _edge_list([(f"v{a}", f"v{b}") for a, b in edges]))


def random_clique(nodes: int, density: float, size: int, seed: int) -> GraphPair:
    """A clique of that size in a random graph."""
    edges = _random_edges(nodes, density * (nodes - 1), random.Random(seed))
    return reduced("clique-subgraph", _edge_list([(f"v{a}", f"v{b}") for a, b in edges]), size=size)


def random_assignment(size: int, largest: int, density: float, seed: int) -> GraphPair:
    """Quadratic assignment: random flows on a grid, as Nugent, Vollmann & Ruml (1968) made theirs."""
    rng = random.Random(seed)
    width = next(w for w in range(int(size**0.5), 0, -1) if size % w == 0)
    places = [divmod(place, width) for place in range(size)]
    distances = [[abs(a - c) + abs(b - d) for c, d in places] for a, b in places]
    flows = [[0] * size for _ in range(size)]
    for i in range(size):
        for k in range(i):
            flows[i][k] = flows[k][i] = rng.randint(1, largest) if rng.random() < density else 0
    rows = [" ".join(map(str, row)) for row in (*flows, *distances)]
    return reduced("qap", "\n".join([str(size), *rows]), copies=True)


def _random_edges(nodes: int, degree: float, rng: random.Random) -> list[tuple[int, int]]:
    couples = [(a, b) for b in range(nodes) for a in range(b)]
    return rng.sample(couples, min(len(couples), round(nodes * degree / 2)))


def _edge_list(edges: list[tuple[str, str]]) -> str:
    return "".join(f"{a} {b}\n" for a, b in edges)


# ---- real data


def sentence_pair(corpus: str, position: int) -> GraphPair:
    """The pair at a position, from 1, of a corpus."""
    left, right = _pairs(corpus)[position - 1]
    return GraphPair(left, right)


def document(corpus: str, sentences: int) -> GraphPair:
    """The first sentences of a corpus as one document."""
    left, right = zip(*_pairs(corpus)[:sentences], strict=True)
    return GraphPair(merged(list(left)), merged(list(right)))


def qaplib(name: str) -> GraphPair:
    """An instance of QAPLIB (Burkard, Karisch & Rendl 1997)."""
    return reduced("qap", _require(common.DATA / f"qaplib/{name}.dat").read_text(encoding="ascii"), copies=True)


@lru_cache(maxsize=2)
def _pairs(corpus: str) -> list[tuple[Graph, Graph]]:
    """Two releases of The Little Prince (lpp), or parsed sentence pairs of BAMBOO (Opitz et al. 2021)."""
    named = common.corpus(corpus)
    for file in named[1:]:
        _require(file)
    return common.sentences(named)


def _require(file: Path) -> Path:
    if not file.is_file():
        name = file.relative_to(common.DATA)
        raise AbsentSourceError(f"{name} is not on this machine; let SMATCHPROOF_CORPORA name the folder of real data")
    return file


# ---- calls

FUNCTIONS = {
    each.__name__: each
    for each in (
        *(random_digraphs, hidden_copy, circulants, trap, annotators, adversary, random_max_sat, random_subgraph),
        *(random_common_subgraph, random_max_cut, random_clique, random_assignment, sentence_pair, document, qaplib),
    )
}


def made(source: str) -> GraphPair:
    """The pair that a call of one of these functions makes.

    Raises :class:`AbsentSourceError` where its data is not there, and :class:`UsageError` for another text.

    >>> len(made("circulants(5, (1, 2), (1, 4))").left.variables)
    6
    """
    try:
        call = ast.parse(source, mode="eval").body
        assert isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
        make = FUNCTIONS[call.func.id]
        arguments = [ast.literal_eval(each) for each in call.args]
        named = {each.arg or "": ast.literal_eval(each.value) for each in call.keywords}
    except (AssertionError, KeyError, SyntaxError, ValueError):
        raise UsageError(
            f"{source!r} makes no pair; call one of {', '.join(FUNCTIONS)} with numbers or names"
        ) from None
    return make(*arguments, **named)
