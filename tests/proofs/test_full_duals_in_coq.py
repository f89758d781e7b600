"""The nodes cover, full, fullfix and symmetry: smatchproof-checker says what src/smatchproof/exact/checker.py says."""

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator

import pytest

from benchmarks.stress.proofs.campaign import below, file_difference, line_difference, printed, refusal, run
from benchmarks.stress.proofs.full_duals import lines_of, mutants, record_of
from benchmarks.stress.proofs.mutants import originals_of_optima
from smatchproof.exact.checker import FORMAT, Combined, Tree, coverable
from tests.exact.test_full_duals import FULL as PAID_IN_FULL, ONE, REFUSED, Prover, in_full, random_dense, sparse
from tests.proofs.in_coq import needs_coq

pytestmark = needs_coq


def test_valid_proofs_are_accepted_in_both_formats(program, tmp_path):
    rng, records = random.Random(11), []
    for _ in range(40):
        prover = Prover(random_dense(rng), rng)
        records.append(record_of(prover.problem, prover.proof(), prover.best, prover.best))
    for name, lines in (("4", map(json.dumps, records)), ("5", [line for each in records for line in below(each)])):
        path = tmp_path / f"{name}.jsonl"
        path.write_text("".join(f"{line}\n" for line in lines))
        assert not file_difference(program, path)
        assert subprocess.run([program, path], capture_output=True).stdout.startswith(b"40 certificates verified")


def test_mutants_get_the_same_answer_and_none_is_false(program):
    held, total = 0, 0
    for problem, mutant, best in mutants(random.Random(12), 60):
        true, false = lines_of(problem, mutant, best)
        assert refusal(false), mutant
        assert not [why for line in (true, false) if (why := line_difference(program, line))]
        held, total = held + (refusal(true) is None), total + 1
    assert 60 < held < total - 200, (held, total)


def leaves_with_a_negative_dual(rng: random.Random) -> Iterator[tuple[dict, bool]]:
    """Certificates that hold just if one line is required, behind cover; and whether it is."""
    for _ in range(60):
        problem = sparse(rng)
        m, n = problem.size
        enough = sum(problem.unary.values()) + sum(weight for _, _, weight in problem.matches) + 1
        tree = Tree(problem, 0, 1)
        lines = {*coverable(tree.root, n, tree.work)}
        paid = Counter[tuple[int, int]]()
        for p, q, weight in problem.matches:
            paid[p, q // n] += weight
        stars = [number for (p, row), dual in paid.items() for number in (p, row, dual)]
        for side, line in [(0, i) for i in range(m)] + [(1, j) for j in range(n)]:
            parts = [[0] * m, [0] * n]
            parts[1 - side] = [enough] * len(parts[1 - side])
            parts[side][line] = -1
            leaf = rng.choice((["leaf", 1, *parts, []], ["full", 1, *parts, in_full(stars, m, n)]))
            yield record_of(problem, [["cover"], leaf], 0, sum(parts[0]) + sum(parts[1])), (side, line) in lines


def test_the_lines_that_cover_requires_are_the_same(program):
    required = 0
    for record, is_required in leaves_with_a_negative_dual(random.Random(13)):
        line, without = (json.dumps(record | {"proof": record["proof"][k:]}).encode() for k in (0, 1))
        assert (refusal(line) is None) == is_required
        assert refusal(without)
        assert not [why for each in (line, without) if (why := line_difference(program, each))]
        required += is_required
    assert required > 80


# pairs owe something by their own rows
OWN = [number for p in range(4) for number in (p, p // 2, -1)]
OWED = ["full", 1, [0, 0], [1, 1], in_full([0, 1, 1, 3, 0, 1, 1, 1, 1, 2, 0, 1, *OWN], 2, 2)]
STRANGE = [
    *[proof for proof, _ in REFUSED],
    [["cover", []], PAID_IN_FULL],
    [PAID_IN_FULL],
    [["fullfix", *PAID_IN_FULL[1:]], ["empty"]],
    [["cover"], ["fullfix", *PAID_IN_FULL[1:]]],
    [["cover"], ["fullfix", *PAID_IN_FULL[1:]], PAID_IN_FULL],
    [["cover"], OWED],
    *[
        [["cover"], ["full", 1, [1, 1], [1, 1], stars]]
        for stars in (
            *[in_full(triple, 2, 2) for triple in ([0, 1, -1], [-1, 0, 1])],
            *[PAID_IN_FULL[4] + in_full([p, 0, 0], 2, 2) for p in (3, 4, -1)],
            PAID_IN_FULL[4][:-4],
            [*PAID_IN_FULL[4], 0],
            [[], *PAID_IN_FULL[4][1:]],
            [*PAID_IN_FULL[4][:-1], "0"],
        )
    ],
    *[
        [["cover"], ["symmetry", *parts], PAID_IN_FULL]
        for parts in (
            *[([0, 1], [0, 1]), ([1, 0], [1, 0]), ([1, 0], [0, 1]), ([0, 2], [0, 1]), ([0, -1], [0, 1])],
            *[([0, 1, 0, 1], []), ([0, 1], [0, 1], [])],
        )
    ],
    [["branch", 0, 0], ["symmetry", [1, 0], [0, 1]], PAID_IN_FULL, PAID_IN_FULL],
    [["branch", 0, 0], ["symmetry", [1, 0], [1, 0]], PAID_IN_FULL, PAID_IN_FULL],
    [["cover"], ["branch", 0, 0], PAID_IN_FULL, ["symmetry", [0, 1], [1, 0]], ["empty"]],
    [["branch", 0, 0], PAID_IN_FULL, ["symmetry", [0, 1], [1, 0]], ["empty"]],
    [["cover"], ["branch", 0, 0], ["branch", 0, 1], ["symmetry", [0, 1], [1, 0]], ["empty"], ["empty"], PAID_IN_FULL],
    [["cover"], ["branch", 0, 0], ["branch", 0, 1], ["symmetry", [1, 0], [1, 0]], ["empty"], ["empty"], PAID_IN_FULL],
]
"""Proofs that the optimum is 4, most of which are none."""

# with columns exchanged, what the first half has shown would serve the second
EXCHANGED = [["cover"], ["branch", 0, 1], ["full", 1, [1, 1], [], []], ["symmetry", [0, 1], [1, 0]], ["empty"]]
ALIKE = Combined((2, 2), dict.fromkeys(range(4), 1), [], 0)
WRONG = [
    # another weight, another match, and what is no permutation
    (ALIKE._replace(unary=ALIKE.unary | {0: 5}), EXCHANGED, 2),
    (ALIKE._replace(matches=[(0, 3, 4)]), EXCHANGED, 2),
    (ALIKE, [["symmetry", [0, 0], [0, 1]], ["leaf", 1, [1, 1], [], []]], 2),
    (ALIKE, [["symmetry", [0, 1], [1, 1]], ["leaf", 1, [1, 1], [], []]], 2),
]


@pytest.mark.parametrize(("problem", "proof", "bound"), WRONG)
def test_what_is_no_symmetry_is_refused_by_both(program, problem, proof, bound):
    line = json.dumps(record_of(problem, proof, 0, bound)).encode()
    assert "symmetry" in (refusal(line) or "")
    assert not line_difference(program, line)


@pytest.mark.parametrize("proof", STRANGE, ids=json.dumps)
def test_strange_nodes_get_the_same_answer(program, proof):
    for record in (record_of(ONE, proof, 4, 4), record_of(ONE, proof, 0, 3)):
        assert not line_difference(program, json.dumps(record).encode())


def test_all_optima_with_lines_that_are_covered(program):
    """Further requirements leave each proof about all optima one, with weights and rows of its own."""
    seen = 0
    for record, _ in originals_of_optima(40, random.Random(15)):
        if record["format"] == FORMAT and record["proof"][0] not in (["count"], ["cover"]):
            line = json.dumps(record | {"proof": [["cover"], *record["proof"]]}).encode()
            assert refusal(line) is None
            assert not line_difference(program, line)
            seen += 1
    assert seen > 20


GRID = [[abs(i // 4 - j // 4) + abs(i % 4 - j % 4) for j in range(8)] for i in range(8)]


@pytest.mark.compiled
def test_the_proof_of_a_quadratic_assignment_problem(program, tmp_path):
    """As the solver writes it: a grid has symmetries."""
    rng, flow = random.Random(5), [[0] * 8 for _ in range(8)]
    for i in range(8):
        for j in range(i):
            flow[i][j] = flow[j][i] = rng.choice((0, 0, 1, 2, 3, 5))
    matrices = "\n\n".join("\n".join(" ".join(map(str, row)) for row in matrix) for matrix in (GRID, flow))
    (tmp_path / "grid.dat").write_text(f"8\n\n{matrices}\n")
    for command in (
        ["reduce", "qap", "grid.dat", "-o", "left.amr", "right.amr"],
        ["score", "left.amr", "right.amr", "--map", "left.map.json", "--certificates", "proof.jsonl"],
    ):
        subprocess.run([sys.executable, "-m", "smatchproof", *command], cwd=tmp_path, check=True, capture_output=True)
    path = tmp_path / "proof.jsonl"
    kinds = {node[0] for node in json.loads(path.read_text())["proof"]}
    assert {"cover", "full", "symmetry"} <= kinds
    assert run(program, path) == printed(path)
    assert printed(path)[0] == 0
