"""Programs of others as methods: they search on the problem that our methods get, as seeded, and are recounted."""

import random

import pytest

from smatchproof.base.optional import RELEASES
from smatchproof.conventions.conventions import convention
from smatchproof.graphs.writing import write_graph
from smatchproof.lab.experiments.made_pairs import GraphsSource
from smatchproof.lab.generators import Noise
from smatchproof.problem.problem import build_problem
from smatchproof.problem.solution import SolveParams
from smatchproof.scoring.methods.peers import _seeded
from smatchproof.scoring.methods.registry import METHODS
from tests import peers

PAIRS = list(GraphsSource("g", 12, range(4, 14), Noise.parse("2"), seed=5).pairs())
SMATCH = convention("smatch")


@pytest.fixture(autouse=True)
def _installed(request):
    """A test that runs a peer needs it."""
    callspec = getattr(request.node, "callspec", None)
    if name := callspec and callspec.params.get("name"):
        peers.require(name, RELEASES[name])


def both(pair, rule=SMATCH):
    return rule.triples(pair.left), rule.triples(pair.right)


def found(name, problem, seed=0):
    solution = METHODS[name].solve(problem, SolveParams(seed=seed))
    assert 0 < solution.seconds < 10
    return solution


# ---- what they find


@pytest.mark.parametrize("name", ["smatch"])
def test_under_its_own_convention_smatch_finds_what_the_program_finds(name):
    """The same search on the same triples: with the same random numbers it finds the same."""
    rule = convention("smatch-1.0.4")
    for pair in PAIRS:
        triples = both(pair, rule)
        problem = build_problem(*triples, rule.duplicates)
        texts = [" ".join(write_graph(graph).split("\n")[1:]) for graph in (pair.left, pair.right)]
        for seed in range(5):
            with peers.real_smatch() as (module, _), pytest.MonkeyPatch.context() as patch:
                patch.setattr(module, "random", _seeded(seed))
                counts = module.get_amr_match(*texts)
            assert counts == (found(name, problem, seed).matched, *[each.size for each in triples])


@pytest.mark.parametrize("name", ["smatchpp"])
def test_under_its_own_convention_smatchpp_finds_what_its_aligner_finds(name):
    from smatchpp import align, score, solvers

    rule = convention("smatchpp-generic")
    for pair in PAIRS:
        sides = []
        for prefix, graph in zip(("aa_", "bb_"), both(pair, rule), strict=True):
            names = [f"{prefix}{number}" for number in range(len(graph.variables))]
            triples = [(names[at], f"{kind} {role}", f"={value}") for kind, role, at, value in graph.attributes]
            sides.append((names, [*triples, *((names[s], role, names[t]) for role, s, t in graph.relations)]))
        (lefts, one), (rights, other) = sides
        aligner = align.GraphAligner(score.IDTripleMatcher(), solvers.HillClimber())
        index = {name: number for names in (lefts, rights) for number, name in enumerate(names)}
        tables = aligner._compute_match_dicts(one, other, lefts, rights, index)
        problem = build_problem(*both(pair, rule), rule.duplicates)
        for seed in range(3):
            random.seed(seed)
            _, claimed, _ = aligner.solver.solve(*tables, max(len(lefts), len(rights)))
            assert found(name, problem, seed).matched == claimed
