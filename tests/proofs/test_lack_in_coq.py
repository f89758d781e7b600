"""The node lack: smatchproof-checker says what src/smatchproof/exact/checker.py says, and neither is wrong."""

import json
import random
from collections import Counter

import pytest

from benchmarks.stress.proofs.campaign import below, file_difference, line_difference, refusal
from benchmarks.stress.proofs.full_duals import record_of
from benchmarks.stress.proofs.lacks import certificates
from smatchproof.conventions.triples import Duplicates
from smatchproof.exact import exact
from smatchproof.exact.certificate import certificate
from smatchproof.exact.checker import Combined
from smatchproof.lab.reductions.to_smatch.satisfiability import SatisfiabilityToSmatch
from smatchproof.problem.problem import build_problem
from smatchproof.problem.solution import SolveParams
from tests.lab.reductions.cases import random_formula
from tests.proofs.in_coq import needs_coq

pytestmark = needs_coq


@pytest.mark.parametrize("number", [400, pytest.param(10_000, marks=pytest.mark.stress)])
def test_both_say_the_same_of_random_trees_and_nothing_false_is_accepted(program, number):
    seen = Counter[tuple[bool, bool]]()
    for record, is_true in certificates(random.Random(number), number):
        line = json.dumps(record).encode()
        is_accepted = refusal(line) is None
        assert is_true or not is_accepted, record
        assert not line_difference(program, line)
        seen[is_true, is_accepted] += 1
    assert seen[True, True] > number / 10 and seen[False, False] > number / 10, seen


def test_formulas_in_both_formats(program, tmp_path):
    rng, lines = random.Random(5), []
    while len(lines) < 40:
        left, right = SatisfiabilityToSmatch.apply(random_formula(rng, 9, 30, 3)).target.triples()
        problem = build_problem(left, right, Duplicates.SET)
        solution = exact(problem, SolveParams(at_least=left.size, proof=True))
        record = json.loads(certificate("formula", "dup:set", left, right, problem, solution))
        if ["lack"] in record["proof"]:
            lines += [json.dumps(record), *below(record)]
    path = tmp_path / "formulas.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines))
    assert not file_difference(program, path)


STRANGE = (
    [["lack"], ["lack"]],
    [["lack", 0]],
    [["lack", []]],
    [[["lack"]]],
    [["Lack"]],
    [["cover"], ["lack"]],
    [["fix", 1, [], [], []], ["lack"]],
    [["branch", 0, 0], ["lack"], ["lack"]],
    [["branch", 0, 0], ["lack"]],
    [["branch", 0, 0], ["branch", 0, 0], ["lack"], ["lack"], ["lack"]],
    [["symmetry", [1, 0], [0, 1]], ["lack"]],
    [["lack"], ["count"]],
)


@pytest.mark.parametrize("proof", STRANGE, ids=json.dumps)
def test_strange_nodes_get_the_same_answer(program, proof):
    for unary, bound in (({0: 1, 2: 1}, 1), ({0: 1, 2: 1}, 0), ({0: 1, 2: 1}, 2), ({0: 1, 3: 1}, 1), ({}, 0)):
        record = record_of(Combined((2, 2), unary, [], 0), proof, 0, bound)
        assert not line_difference(program, json.dumps(record).encode())
