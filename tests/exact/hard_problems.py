"""Small pairs of graphs whose proofs have to branch."""

from random import Random

from smatchproof.conventions.triples import Attribute, Duplicates, Relation, TripleGraph
from smatchproof.lab.generators import random_digraph_pair
from smatchproof.lab.reductions.problems.satisfiability import Formula
from smatchproof.lab.reductions.to_smatch.satisfiability import SatisfiabilityByClique
from smatchproof.problem.problem import build_problem

UNSATISFIABLE = Formula(2, ((1, 2), (1, -2), (-1, 2), (-1, -2)))
"""No assignment satisfies more than three of the four clauses."""


def branching_pairs() -> dict[str, tuple[TripleGraph, TripleGraph]]:
    """Pairs that the root does not close, by name."""
    pairs = {"sat-chain": SatisfiabilityByClique.apply(UNSATISFIABLE).target.triples()}
    for nodes, degree, seed in ((7, 3, 5), (7, 3, 9), (7, 3, 10), (8, 3, 1)):
        pairs[f"digraphs-{nodes}-{seed}"] = random_digraph_pair(nodes, degree, 1, 1, seed)
    return pairs


def problem_of(pair: tuple[TripleGraph, TripleGraph]):
    return build_problem(*pair, Duplicates.SET)


def frustrated_triangles(number: int, rng: Random | None = None) -> tuple[TripleGraph, TripleGraph]:
    """Of three rows with two columns each two wish to be alike, two others, too, and the last two to differ.

    Two of the three wishes can come true, as cliques say; without them three halves seem to. Each is a triple, and
    pairs match nothing alone; with random numbers each match weighs 1 to 3, and pairs match up to 2 alone.
    """

    def copies(least: int, most: int) -> range:
        return range(rng.randint(least, most) if rng else least)

    wishes = [
        (t + a, t + b, differ) for t in range(0, 3 * number, 3) for a, b, differ in ((0, 1, 0), (1, 2, 0), (0, 2, 1))
    ]
    matches = [((i, 2 * i + x), (k, 2 * k + (x ^ differ))) for i, k, differ in wishes for x in (0, 1)]
    arcs = [(f"{at}-{copy}", *match) for at, match in enumerate(matches) for copy in copies(1, 3)]
    alone = [(f"{j}-{copy}", (j // 2, j)) for j in range(6 * number) for copy in copies(0, 2)]
    left, right = (
        TripleGraph(
            tuple(f"v{variable}" for variable in range(size)),
            tuple(Attribute("attribute", role, pair[side], "x") for role, pair in alone),
            tuple(Relation(role, p[side], q[side]) for role, p, q in arcs),
        )
        for side, size in ((0, 3 * number), (1, 6 * number))
    )
    return left, right
