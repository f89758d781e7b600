"""VeriPB proofs: a small checker of our own accepts them, VeriPB too where it is there, and nothing accepts a lie."""

import itertools

import pytest

from smatchproof.conventions.conventions import Top, convention
from smatchproof.graphs.corpus import Corpus, pair_blocks
from smatchproof.problem.problem import build_problem
from tests.reductions.test_veripb import (  # noqa: F401  # fixtures
    accepted,
    check_branching,
    every_format,
    solved,
    spoil,
    verifies,
    veripb,
)

# ---- what is accepted


@pytest.fixture(scope="session")
def real_pairs(shared_data):
    """The pairs of a development set of parser output, all triples marked as by different rules for the root."""
    folder = shared_data / "bamboo" / "para" / "main"
    rules = itertools.cycle(convention("smatch", top=top) for top in Top)
    with Corpus(folder / "src.dev.amr") as left, Corpus(folder / "tgt.dev.amr") as right:
        pairs = [[block.parse() for block in blocks] for blocks in pair_blocks(left, right, None)]
    return [
        build_problem(*map(rule.triples, graphs), rule.duplicates) for graphs, rule in zip(pairs, rules, strict=False)
    ]


@every_format
def test_50_pairs_that_branch(format):
    check_branching(format, 50)


@every_format
def test_all_real_pairs(format, real_pairs):
    for problem in real_pairs:
        accepted(problem, solved(problem), format)


# ---- VeriPB itself, where it is there


def test_veripb_accepts_real_pairs(veripb, real_pairs, tmp_path):
    for format in veripb[1]:
        for problem in real_pairs[::40]:
            assert verifies(veripb, tmp_path, *accepted(problem, solved(problem), format))


# ---- what is refused


def test_20_000_spoilt_proofs_are_refused_and_the_others_prove_nothing_false():
    spoil(20_000, seed="spoilt more")
