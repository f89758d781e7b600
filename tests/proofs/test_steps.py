"""The maps that count their steps: what they build is what Python builds, in as many steps as the theorems allow.

They are those of ``proofs/Steps.v``, extracted. Bits are those of ``proofs/NP.v`` and ``proofs/Bits.v``: numbers are in
binary.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from smatchproof.conventions.triples import Duplicates, matched_triples
from smatchproof.lab.reductions.problems.satisfiability import Formula, MaxSat
from smatchproof.lab.reductions.to_smatch.max_cut import MaxCutToSmatch
from smatchproof.lab.reductions.to_smatch.satisfiability import MaxSatToSmatch, SatisfiabilityByClique
from smatchproof.lab.reductions.to_smatch.subgraphs import (
    CliqueBySubgraph,
    CommonSubgraphToSmatch,
    SubgraphIsomorphismToSmatch,
)
from smatchproof.problem.pairs import GraphPair
from tests.exact.random_pairs import random_pair
from tests.lab.reductions.cases import clique, common, max_cut, random_formula, subgraph
from tests.proofs.constructions import (
    INSTANCE,
    Triple,
    answers,
    clauses,
    cut_number,
    edges,
    formula_number,
    graph,
    read_graphs,
    renamed,
    star_number,
    triples,
)
from tests.proofs.in_coq import needs_coq

INSTANCES = 200


class Counted(NamedTuple):
    """The result of the extracted map."""

    steps: int
    most: int
    """The polynomial of the theorem."""

    asked: int
    """The score that is asked for."""

    graphs: list[Counter[Triple]]

    @property
    def size(self) -> int:
        """The number of triples of both graphs."""
        return sum(graph.total() for graph in self.graphs)

    @property
    def bits(self) -> int:
        """``input_bits`` of ``proofs/NP.v``."""
        return bits(self.asked) + sum(triple_bits(triple) * n for graph in self.graphs for triple, n in graph.items())


def bits(number: int) -> int:
    """The binary digits of a number; 0 has one."""
    return max(1, number.bit_length())


def triple_bits(triple: Triple) -> int:
    """One for the kind, and the numbers: an instance triple has no name."""
    kind, *numbers = triple
    return 1 + sum(map(bits, numbers[kind == INSTANCE :]))


def clauses_bits(formula: Formula) -> int:
    return sum(1 + sum(1 + bits(abs(literal) - 1) for literal in clause) for clause in formula.clauses)


def graph_bits(size: int, couples: Iterable[tuple[int, int]]) -> int:
    return size + sum(1 + bits(a) + bits(b) for a, b in couples)


def counted(extracted: str, instances: Sequence[Iterable[int]]) -> list[Counted]:
    found = []
    for numbers in answers(extracted, instances):
        steps, most, asked = next(numbers), next(numbers), next(numbers)
        found.append(Counted(steps, most, asked, read_graphs(numbers)))
    return found


def in_python(pair: GraphPair, number: Callable[[str, str], int]) -> list[Counter[Triple]]:
    return [renamed(part, number) for part in pair.triples()]


@needs_coq
def test_max_sat(extracted):
    """``max_sat_value``, ``max_sat_steps`` and ``max_sat_steps_cnf``; ``max_sat_bits`` in ``proofs/Bits.v``."""
    rng = random.Random(21)
    formulas = [random_formula(rng, 5, 8, 4) for _ in range(INSTANCES)]
    wanted = [rng.randrange(len(formula.clauses) + 3) for formula in formulas]
    lines = [[21, formula.variables, k, *clauses(formula)] for formula, k in zip(formulas, wanted, strict=True)]
    for formula, k, found in zip(formulas, wanted, counted(extracted, lines), strict=True):
        reduction = MaxSatToSmatch.apply(MaxSat(formula))
        assert found.graphs == in_python(reduction.target, formula_number)
        assert found.asked == reduction.relation.target_value(k)
        read = formula.variables + clauses_bits(formula)
        assert found.most == 376 * (3 + read + bits(k)) ** 3
        assert found.size < found.steps <= min(found.most, 376 * (1 + read) * (3 + bits(read + k)) ** 2)
        assert found.bits <= 450 * (read + bits(k)) ** 2


@needs_coq
def test_the_chain_from_sat(extracted):
    """``chain_value`` and ``chain_steps``; ``sat_bits`` in ``proofs/Bits.v``."""
    rng = random.Random(22)
    formulas = [random_formula(rng, 4, 5, 3) for _ in range(INSTANCES)]
    for formula, found in zip(formulas, counted(extracted, [[22, *clauses(f)] for f in formulas]), strict=True):
        pair = SatisfiabilityByClique.apply(formula).target
        assert found.graphs == in_python(pair, star_number)
        assert found.asked == found.graphs[0].total()
        assert found.most == 60 * (3 + clauses_bits(formula)) ** 3
        assert found.size < found.steps <= found.most
        assert found.bits <= 70 * (1 + clauses_bits(formula)) ** 3


@needs_coq
def test_encoded_graphs(extracted):
    """``subgraph_value`` and ``subgraph_steps``; ``subgraph_bits`` in ``proofs/Bits.v``."""
    rng = random.Random(23)
    draw = subgraph(induced=False, directed=False)
    patterns, both = [draw(rng) for _ in range(INSTANCES)], [common(rng) for _ in range(INSTANCES)]
    made = [SubgraphIsomorphismToSmatch.apply(source).target for source in patterns]
    made += [CommonSubgraphToSmatch.apply(source).target for source in both]
    couples = [(s.pattern, s.host) for s in patterns] + [(s.left, s.right) for s in both]
    lines = [[23, len(one), len(other), *edges(one.edges), *edges(other.edges)] for one, other in couples]
    for pair, (one, other), found in zip(made, couples, counted(extracted, lines), strict=True):
        assert found.graphs == in_python(pair, star_number)
        assert found.asked == found.graphs[0].total()
        read = graph_bits(len(one), one.edges) + graph_bits(len(other), other.edges)
        assert found.most == 20 * (2 + read) ** 2
        assert found.size < found.steps <= found.most
        assert found.bits <= 35 * (1 + read) ** 2


@needs_coq
def test_clique(extracted):
    """``clique_value``, ``clique_steps``, and ``clique_bits`` in ``proofs/Bits.v``: also of sizes beyond the graph."""
    rng = random.Random(25)
    sources = [clique(rng) for _ in range(INSTANCES)]
    sizes = [10**6 if rng.random() < 0.1 else source.size for source in sources]
    lines = [[24, size, *graph(source.graph)] for source, size in zip(sources, sizes, strict=True)]
    for source, size, found in zip(sources, sizes, counted(extracted, lines), strict=True):
        assert found.graphs == in_python(CliqueBySubgraph.apply(replace(source, size=size)).target, star_number)
        assert found.asked == found.graphs[0].total()
        read = graph_bits(len(source.graph), source.graph.edges)
        assert found.most == 30 * (4 + read) ** 3
        assert found.size < found.steps <= found.most
        assert found.bits <= 70 * (read + bits(size)) ** 3


@needs_coq
def test_max_cut(extracted):
    """``max_cut_value`` and ``max_cut_steps``; ``max_cut_bits`` in ``proofs/Bits.v``."""
    rng = random.Random(27)
    sources = [max_cut(rng) for _ in range(INSTANCES)]
    wanted = [rng.randrange(len(source.graph.edges) + 2) for source in sources]
    lines = [[26, len(source.graph), k, *edges(source.graph.edges)] for source, k in zip(sources, wanted, strict=True)]
    for source, k, found in zip(sources, wanted, counted(extracted, lines), strict=True):
        reduction = MaxCutToSmatch.apply(source)
        assert found.graphs == in_python(reduction.target, cut_number(source.graph.edges))
        assert found.asked == reduction.relation.target_value(k)
        read = graph_bits(len(source.graph), source.graph.edges) + bits(k)
        assert found.most == 376 * (3 + read) ** 3
        assert found.size < found.steps <= found.most
        assert found.bits <= 450 * read**2


@needs_coq
def test_the_verifier(extracted):
    """``verify_value`` and ``verify_steps`` in ``proofs/Verifier.v``: it accepts what ``matched_triples`` counts."""
    rng = random.Random(26)
    lines, wanted = [], []
    while len(lines) < 5 * INSTANCES:
        left, right, rule = random_pair(rng)
        if rule is not Duplicates.SET:
            continue
        n, m = len(left.variables), len(right.variables)
        pairs = list(zip(rng.sample(range(n), min(n, m)), rng.sample(range(m), min(n, m)), strict=True))
        mapping = [dict(pairs).get(i) for i in range(n)]
        matched = sum(matched_triples(left, right, mapping, rule).values())
        asked, twice = max(0, matched + rng.choice((-1, 0, 1))), bool(pairs) and rng.random() < 0.2
        labels: dict[tuple[str, str], int] = {}
        graphs = [triples(left, labels), triples(right, labels)]
        shown = [*pairs, (n, pairs[0][1])] if twice else pairs
        lines.append([25, asked, *graphs[0], *graphs[1], *edges(shown)])
        read = bits(asked) + sum(
            triple_bits((graph[i], *graph[i + 1 : i + 4])) for graph in graphs for i in range(1, len(graph), 4)
        )
        short = sum(bits(a) + bits(b) for a, b in shown) <= read
        wanted.append((asked <= matched and not twice, read if short else None))
    verdicts = [
        (accepted, list(answer)) for (accepted, _), answer in zip(wanted, answers(extracted, lines), strict=True)
    ]
    assert all(accepted == bool(answer[1]) for accepted, answer in verdicts)
    assert {accepted for accepted, _ in verdicts} == {True, False}
    costs = [(answer[0], read) for (_, read), (_, answer) in zip(wanted, verdicts, strict=True) if read]
    assert len(costs) > INSTANCES
    assert all(0 < steps <= 7 * (1 + read) ** 3 for steps, read in costs)
