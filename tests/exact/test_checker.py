"""The checker accepts what is right and refuses what is not: files, and mutants of certificates that branch."""

import ast
import json
import pickle
import random
import re
import subprocess
import sys
import tracemalloc
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import smatchproof.exact.checker
from benchmarks.stress.exact import campaign
from smatchproof.exact import brute_force
from smatchproof.exact.certificate import certificate
from smatchproof.exact.checker import Graph, Inequalities, Limits, Live, Question, Refused, Tree, check, main
from smatchproof.problem.problem import build_problem
from tests.exact.attacks import FOLDER, rehashed
from tests.exact.forms import has_duals, scaled
from tests.exact.random_pairs import random_pair
from tests.exact.random_proofs import random_proof


def files(folder: str) -> list[Path]:
    return sorted((FOLDER / folder).glob("*.jsonl"))


@pytest.mark.parametrize("path", files("correct"), ids=lambda path: path.stem)
def test_correct(path, capsys):
    assert main([str(path)]) == 0
    assert capsys.readouterr().out.startswith("1 certificates verified")


REASONS = dict(line.split(": ", 1) for line in (FOLDER / "reasons.txt").read_text("utf-8").splitlines())


@pytest.mark.parametrize("name", REASONS)
def test_incorrect_and_malformed(name, capsys):
    path = FOLDER / f"{name}.jsonl"
    with pytest.raises(Refused, match="^" + re.escape(REASONS[name])):
        check(path.read_bytes().removesuffix(b"\n"))
    assert main([str(path)]) == 1
    assert capsys.readouterr().out.startswith("line 1: refused: ")


def test_an_empty_file_proves_nothing(tmp_path, capsys):
    (tmp_path / "none").touch()
    assert main([str(tmp_path / "none")]) == 1


def test_it_runs_alone(tmp_path):
    """As a script, in a folder and an interpreter that know nothing of the project."""
    alone = tmp_path / "checker.py"
    alone.write_text(Path(smatchproof.exact.checker.__file__).read_text(encoding="utf-8"), encoding="utf-8")
    path = FOLDER / "correct" / "sat-chain.jsonl"
    run = subprocess.run([sys.executable, "-I", "-S", alone, path], capture_output=True, text=True, cwd=tmp_path)
    assert (run.returncode, run.stderr) == (0, "")


def test_it_keeps_its_promises():
    """Standard library only, no floats, no recursion, short enough to be read."""
    source = Path(smatchproof.exact.checker.__file__).read_text(encoding="utf-8")
    tree = ast.parse(source)
    imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    imported |= {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    known = "array collections collections.abc fractions functools hashlib itertools json operator sys typing"
    assert imported <= {*known.split()}
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, float)]
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Div)]
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        called = {
            node.func.id
            for node in ast.walk(function)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert function.name not in called
    length = len(source.splitlines())
    assert length <= 1406
    assert f"checker of {length} lines" in (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def random_record(rng: random.Random, factor: int = 1) -> dict:
    """The certificate of a random pair with a random proof of its optimum, whose scale is multiplied by a factor."""
    left, right, rule = random_pair(rng)
    problem = build_problem(left, right, rule)
    best = brute_force(problem)
    solution = replace(best, upper_bound=best.matched, proof=random_proof(problem, best.matched, rng))
    record = json.loads(certificate("p", f"conv:test|dup:{rule}|top:none", left, right, problem, solution))
    return record | {"proof": [scaled(node, factor) if has_duals(node) else node for node in record["proof"]]}


def check_mutants(number: int, seed: int) -> Counter:
    """Change the certificates of random proofs. Returns how many changed ones were refused (``None``) and true."""
    rng = random.Random(seed)
    made = [record for record in (random_record(rng) for _ in range(300)) if len(record["proof"]) > 4]
    pool = [pickle.dumps(record) for record in made]
    verdicts = Counter(campaign.falsely_accepted(campaign.mutated(rng.choice(pool), pool, rng)) for _ in range(number))
    assert not verdicts[True]
    return verdicts


def test_no_mutant_with_a_false_claim_is_accepted():
    verdicts = check_mutants(600, seed=1)
    assert verdicts[False] > 50 < verdicts[None]


def changed(record: dict, number: int, rng: random.Random) -> list[dict]:
    """The certificate, and a number of changed ones."""
    pickled = pickle.dumps(record)
    return [record, *(campaign.mutated(pickled, [pickled], rng) for _ in range(number))]


def verdict(record: dict) -> str:
    """Why the checker refuses a certificate; empty if it accepts it."""
    try:
        check(json.dumps(record))
    except Refused as refused:
        return str(refused)
    return ""


def test_what_the_nodes_below_look_at_changes_no_verdict(monkeypatch):
    """Trees that fix and branch a lot, right and wrong: all the same where every node looks at all weights again."""
    rng, records, kept = random.Random(7), [], []
    while len(records) < 60:
        record = random_record(rng)
        if sum(node[0] == "fix" for node in record["proof"]) > 1:
            records += changed(record, 9, rng)
    keep = Tree.restrict
    monkeypatch.setattr(Tree, "restrict", lambda tree, *parts: keep(tree, *parts) or kept.append(tree.above.forbidden))
    verdicts = [*map(verdict, records)]
    assert sum(not why for why in verdicts) >= 6 and len({*verdicts}) > 10 and sum(map(bool, kept)) > 20
    monkeypatch.setattr(Tree, "restrict", lambda tree, *parts: None)
    for dense in (0, 10**9):  # dictionaries alone, or lists alone
        monkeypatch.setattr(smatchproof.exact.checker, "DENSE", dense)
        assert [*map(verdict, records)] == verdicts


@pytest.mark.parametrize("listed", [-1, 2], ids=["never", "a few"])
def test_without_lists_of_matches_the_verdict_is_the_same(listed, monkeypatch):
    """As large graphs are looked at, also where 64 bits do not hold duals. Of several faults another may be named."""
    rng, records = random.Random(8), [json.loads(path.read_text()) for path in files("correct") + files("incorrect")]
    while len(records) < 110:
        records += changed(random_record(rng, 2 ** rng.choice((0, 66))), 4, rng)
    verdicts = [verdict(record).split(" for ")[0] for record in records]
    assert sum(not why for why in verdicts) > 20 and len({*verdicts}) > 8
    large = []
    monkeypatch.setattr(smatchproof.exact.checker, "LISTED", listed)
    slacks = Inequalities.slacks
    monkeypatch.setattr(
        Inequalities,
        "slacks",
        lambda each, live, duals: large.append(live.marks is not None) or slacks(each, live, duals),
    )
    assert [verdict(record).split(" for ")[0] for record in records] == verdicts
    assert {*large} == {True, False}


def test_the_weights_of_the_chosen_pairs_add_up_to_what_an_alignment_is_worth():
    """Of any alignment, under each rule for duplicates, and as the definition has it."""
    rng, seen = random.Random(11), set()
    for _ in range(300):
        left, right, rule = random_pair(rng)
        sides = [
            Graph(len(one.variables), [*one.copies(one.attributes)], [*one.copies(one.relations)], copies)
            for one in (left, right)
            for copies in [{**one.copies(one.attributes), **one.copies(one.relations)}]
        ]
        question = Question(*sides, rule.value)
        m, n = sides[0].variables, sides[1].variables
        size = rng.randint(0, min(m, n))
        partner = dict(zip(rng.sample(range(m), size), rng.sample(range(n), size), strict=True))
        value = question.value(partner)
        assert Live(*question.weights(10**6)).value({i * n + j for i, j in partner.items()}) == value
        seen.add((rule, value > 0, max([1, *sides[0].copies.values()]) > 1))
    assert len(seen) == 10  # no copy is ever seen of a set


# ---- what it costs, and what it prints


def stars(size: int) -> dict:
    """A variable with many relations of one role: a short line with a match for each two of them."""
    star = {
        "variables": [f"v{number}" for number in range(size + 1)],
        "attributes": [],
        "relations": [["r", 0, 1 + number] for number in range(size)],
    }
    return rehashed(boy() | {"left": star, "right": star, "matched": 0, "alignment": []})


def boy() -> dict:
    return json.loads((FOLDER / "correct" / "boy-smatch.jsonl").read_text(encoding="utf-8"))


def cost(line: str | bytes, limits: Limits = Limits()) -> tuple[str, int]:
    """The checker's message about a line that it refuses, and the bytes of memory that it needed."""
    tracemalloc.start()
    try:
        with pytest.raises(Refused) as caught:
            check(line, limits)
        return str(caught.value), tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_million_matches_are_refused_before_any_is_made():
    why, memory = cost(json.dumps(stars(1_001)))
    assert "1002001 weights to look at, which is more than 1000000" in why
    assert memory < 5_000_000
    assert "(I3) fails" in cost(json.dumps(stars(50)))[0]
    assert "2500 weights to look at" in cost(json.dumps(stars(50)), Limits(weights=2_499))[0]


def test_work_is_limited():
    line = json.dumps(boy() | {"proof": [["branch", 0, 0], ["fix", 1, [99, 99, 99], [], []]]})
    assert "nodes are missing" in cost(line)[0]
    assert "more work than the limit allows" in cost(line, Limits(work=5))[0]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-32-be"])
def test_a_line_is_read_as_utf_8_alone(encoding):
    line = json.dumps(boy() | {"id": "é"}, ensure_ascii=False)
    assert check(line.encode())["id"] == "é"
    assert cost(line.encode(encoding))[0].startswith("not JSON: ")
    assert cost(line.replace("é", "\ud800").encode(errors="surrogatepass"))[0].startswith("not JSON: ")


@pytest.mark.parametrize("depth", [100, 900, 950, 980, 100_000])
@pytest.mark.parametrize("key", ["id", "similarity", "proof", "alignment", "left"])
def test_depth_is_refused(key, depth):
    rest = {name: part for name, part in boy().items() if name != key}
    if key == "similarity":
        rest = rehashed(rest | {"convention": rest["convention"] + "|sim:x"})
    cost(json.dumps(rest)[:-1] + f', "{key}": ' + "[" * depth + "]" * depth + "}")


def test_sizes_and_scores_follow_the_rule_for_duplicates(tmp_path, capsys):
    """Triples that are listed again count once under `set`, and each time under the others."""
    record = boy()
    for side, copies in (("left", 6), ("right", 3)):
        record[side] = {name: part * (1 if name == "variables" else copies) for name, part in record[side].items()}
    once = check(json.dumps(boy()))["sizes"]
    assert check(json.dumps(rehashed(record)))["sizes"] == once
    path = tmp_path / "certificate.jsonl"
    path.write_text(json.dumps(rehashed(record)))
    assert main([str(path)]) == 0
    said = capsys.readouterr().out
    assert f"at most {record['matched']}, proved; at least {record['matched']}, attained" in said
    assert str(Fraction(2 * record["matched"], sum(once))) in said
