"""``smatchproof generate`` as a process: the files it writes hold what was asked for, and always the same."""

import json
import re
import subprocess
import sys

import pytest

from smatchproof.alignment import Corpus, GraphPair, SolveParams
from smatchproof.exact import exact
from smatchproof.generators import TRAPS


def run(*arguments, cwd=None):
    command = [sys.executable, "-W", "error", "-m", "smatchproof", "generate", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd)


def graphs(path):
    with Corpus(path) as corpus:
        return [block.parse() for block in corpus.blocks()]


def test_graphs(tmp_path, samples):
    for name, options in {"a": (), "b": (), "c": ("--seed", 1), "d": ("--fit", samples / "annotator-a.amr")}.items():
        done = run("graphs", "--number", 5, "--variables", "6-8", *options, "-o", name, cwd=tmp_path)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        assert [6 <= len(graph.variables) <= 8 for graph in graphs(tmp_path / name)] == [True] * 5
    texts = [(tmp_path / name).read_text() for name in "abcd"]
    assert texts[0] == texts[1] and len(set(texts)) == 3


def test_annotations(tmp_path, samples):
    source = samples / "annotator-a.amr"
    done = run("annotations", source, "--noise", 2, "-o", "noisy.amr", "--changes", "log.jsonl", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    rows = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    originals, copies = graphs(source), graphs(tmp_path / "noisy.amr")
    assert [row["id"] for row in rows] == [graph.id for graph in originals] == [graph.id for graph in copies]
    assert sum(len(row["operations"]) for row in rows) > 10
    assert f"{sum(len(row['operations']) for row in rows)} changes" in done.stderr


def test_no_noise_is_a_self_comparison(tmp_path, samples):
    assert run("annotations", samples / "annotator-a.amr", "--noise", 0, "-o", "copy.amr", cwd=tmp_path).returncode == 0
    for left, right in zip(graphs(samples / "annotator-a.amr"), graphs(tmp_path / "copy.amr"), strict=True):
        pair = GraphPair(left, right)
        assert exact(pair.problem(), SolveParams()).matched == pair.triples()[0].size == pair.triples()[1].size


def test_digraphs(tmp_path):
    shape = ("--number", 3, "--nodes", 7, "--degree", 2, "--labels", 2, "--overlap", 0.5)
    done = run("digraphs", *shape, "-o", "left.amr", "right.amr", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    pairs = list(zip(graphs(tmp_path / "left.amr"), graphs(tmp_path / "right.amr"), strict=True))
    assert [len(left.variables) for left, _ in pairs] == [8] * 3
    best = sum(exact(GraphPair(*pair).problem(), SolveParams()).matched for pair in pairs)
    planted = int(done.stderr.split("match ")[1].split(" ")[0])
    assert best >= planted > 3 * 7


@pytest.mark.parametrize("family", TRAPS)
def test_every_trap(family, tmp_path):
    done = run("trap", family, "-o", "left.amr", "right.amr", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    (left,), (right,) = graphs(tmp_path / "left.amr"), graphs(tmp_path / "right.amr")
    trap = TRAPS[family].make()
    assert f"the optimum is {trap.optimum}: " in done.stderr
    assert GraphPair(left, right).matched(trap.planted) == trap.optimum


@pytest.mark.parametrize("options", [(), ("--pairs",)], ids=["copies", "pairs"])
def test_adversary(options, tmp_path):
    budget = ("--method", "R", "--variables", 5, "--evaluations", 40)
    done = run("adversary", *budget, *options, "-o", "left.amr", "right.amr", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    found, optimum, ratio = re.match(
        r"R finds ([\d.]+) of (\d+) triples on average \((\d+)%\); on random", done.stderr
    ).groups()
    (left,), (right,) = graphs(tmp_path / "left.amr"), graphs(tmp_path / "right.amr")
    assert exact(GraphPair(left, right).problem(), SolveParams()).matched == int(optimum) > float(found)
    assert len(left.variables) <= 5 and int(ratio) < 100


BAD = [
    # arguments, words of the error
    (
        ["graphs", "--variables", "0-3", "-o", "x"],
        "to 100,000 or a range such as 5-30, found '0-3'",
    ),
    (
        ["graphs", "--variables", "9-3", "-o", "x"],
        "to 100,000 or a range such as 5-30, found '9-3'",
    ),
    (["graphs", "--fit", "none.amr", "-o", "x"], "none.amr"),
    (["annotations", "bad.amr", "-o", "x"], "bad.amr:1:1: a variable without a concept"),
    (["annotations", "none.amr", "-o", "x"], "none.amr"),
    (["annotations", "bad.amr", "--noise", "typo=1", "-o", "x"], "unknown noise 'typo'"),
    (["annotations", "bad.amr", "--noise", "-1", "-o", "x"], "choose a factor from 0"),
    (["digraphs", "--overlap", 2, "-o", "x", "y"], "expected a number from 0 to 1, found '2'"),
    (["digraphs", "--nodes", 3, "--degree", 9, "-o", "x", "y"], "3 nodes have no room for"),
    (["digraphs", "-o", "x", "x"], "x: the same file as x; give each output its own name"),
    (["adversary", "--method", "best", "-o", "x", "y"], "unknown method 'best'"),
    (["adversary", "--evaluations", 3, "-o", "x", "y"], "an adversary needs 20 evaluations or more, not 3"),
    (["trap", "hole", "-o", "x", "y"], "unknown trap 'hole'; choose from decoys, "),
    (["trap", "circle", "person=3", "-o", "x", "y"], "trap 'circle' has no parameter 'person'; it has persons"),
    (["trap", "circle", "persons=many", "-o", "x", "y"], "'persons=many' is no parameter; write it as in persons=8"),
]


@pytest.mark.parametrize(("arguments", "words"), BAD, ids=lambda value: value if isinstance(value, str) else "")
def test_bad_input_is_one_error_and_nothing_is_written(arguments, words, tmp_path):
    (tmp_path / "bad.amr").write_text("(a / )\n")
    done = run(*arguments, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr and "Traceback" not in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["bad.amr"]
