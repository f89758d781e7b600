"""``smatchproof generate``: the files it writes hold what was asked for, and always the same."""

import argparse
import json
import re
from dataclasses import replace
from functools import partial

import pytest

from smatchproof.base.errors import InputError
from smatchproof.exact import exact
from smatchproof.graphs.corpus import Corpus
from smatchproof.lab.commands.generate import add_parser
from smatchproof.lab.experiments.experiment import read_experiment
from smatchproof.lab.experiments.made_pairs import DigraphsSource
from smatchproof.lab.generators import TRAPS
from smatchproof.lab.generators.parameters import ANNOTATIONS, DIGRAPHS, GRAPHS
from smatchproof.problem.pairs import GraphPair
from smatchproof.problem.solution import SolveParams
from tests.commands import running

run = partial(running.run, "generate")


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
    changes = sum(len(row["operations"]) for row in rows)
    assert changes > 10 and f"{changes} changes" in done.stderr


def test_digraphs_of_several_sizes_are_those_of_an_experiment(tmp_path):
    shape = ("--number", 2, "--nodes", "5,7", "--overlap", 0.5, "--seed", 3)
    assert run("digraphs", *shape, "-o", "left.amr", "right.amr", cwd=tmp_path).returncode == 0
    made = list(DigraphsSource("d", 2, (5, 7), overlap=0.5, seed=3).pairs())
    for side in ("left", "right"):
        written = graphs(tmp_path / f"{side}.amr")
        assert [replace(each, id=None) for each in written] == [getattr(pair, side) for pair in made]


# ---- the parameters of the generators: options and keys are one declaration


def options_of(kind, *arguments):
    """The arguments as the command's parser reads them."""
    parser = argparse.ArgumentParser()
    add_parser(parser.add_subparsers())
    needed = {"graphs": "-o x", "annotations": "a.amr -o x", "digraphs": "-o x y", "adversary": "-o x y"}[kind]
    return parser.parse_args(["generate", kind, *needed.split(), *arguments])


def source_of(kind, folder, line=""):
    """A line as an experiment's reader reads it."""
    file = 'file = "a.amr"' if kind == "annotations" else ""
    text = f'methods = ["S"]\n[[sources]]\nkind = "{kind}"\n{file}\n{line}'
    return read_experiment(text, "e.toml", folder).sources[0]


DECLARED = {"graphs": GRAPHS, "annotations": ANNOTATIONS, "digraphs": DIGRAPHS}
VALUES = {  # as an option, as a value of a file; then what neither takes
    **{"number": ("3", "3", "0"), "variables": ("4,9", "[4, 9]", "100001"), "seed": ("7", "7", "-1")},
    **{"noise": ("1.5", "1.5", "-1"), "nodes": ("8-10", '"8-10"', "2001"), "degree": ("2.5", "2.5", "2000.5")},
    **{"labels": ("2", "2", "1000001"), "concepts": ("4", "4", "0"), "overlap": ("0.25", "0.25", "1.25")},
}


@pytest.mark.parametrize(("kind", "parameter"), [(kind, each) for kind in DECLARED for each in DECLARED[kind]])
def test_an_option_is_a_key_of_the_experiment_with_the_same_default_and_range(kind, parameter, tmp_path, capsys):
    (tmp_path / "a.amr").write_text("(a / b)")
    name = parameter.name
    assert getattr(options_of(kind), name) == getattr(source_of(kind, tmp_path), name) == parameter.default
    if parameter.is_file:
        assert options_of(kind, f"--{name}", "a.amr").fit == "a.amr"
        assert source_of(kind, tmp_path, f'{name} = "a.amr"').fit == tmp_path / "a.amr"
        return
    option, value, wrong = VALUES[name]
    chosen = getattr(options_of(kind, f"--{name}", option), name)
    assert chosen == getattr(source_of(kind, tmp_path, f"{name} = {value}"), name) != parameter.default
    with pytest.raises(InputError, match=f"^e.toml:5:1: {name}: expected "):
        source_of(kind, tmp_path, f"{name} = {wrong}")
    with pytest.raises(SystemExit):
        options_of(kind, f"--{name}={wrong}")
    assert f"argument --{name}: " in capsys.readouterr().err


@pytest.mark.parametrize("family", TRAPS)
def test_every_trap(family, tmp_path):
    done = run("trap", family, "-o", "left.amr", "right.amr", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    (left,), (right,) = graphs(tmp_path / "left.amr"), graphs(tmp_path / "right.amr")
    trap = TRAPS[family].make()
    assert f"the optimum is {trap.optimum}: " in done.stderr
    assert GraphPair(left, right).matched(trap.planted) == trap.optimum


@pytest.mark.parametrize("options", [("--copies",), ()], ids=["copies", "pairs"])
def test_adversary(options, tmp_path):
    budget = ("--method", "R", "--variables", 5, "--evaluations", 60)
    done = run("adversary", *budget, *options, "-o", "left.amr", "right.amr", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    words = r"the optimum is (\d+) triples; R misses it in (\d+) of 300 runs with new seeds: ([\d.]+)% \(95%: "
    best, missed, rate = re.match(words, done.stderr).groups()
    (left,), (right,) = graphs(tmp_path / "left.amr"), graphs(tmp_path / "right.amr")
    assert exact(GraphPair(left, right).problem(), SolveParams()).matched == int(best)
    assert len(left.variables) <= 5 and float(rate) == round(int(missed) / 3, 1) > 0


def test_an_adversary_that_is_not_found_is_not_written(tmp_path):
    (tmp_path / "left.amr").write_text("old")
    words = ("--method", "exact", "--variables", 3, "--evaluations", 20, "-o", "left.amr", "right.amr")
    done = run("adversary", *words, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("nothing found: exact missed nothing in 300 runs on the worst pair of 20 evaluations")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("left.amr", "old")]
