"""``smatchproof reduce``: from an instance to a pair, to a proof, to the answer in the source's words."""

import json
import shlex

import pytest

from smatchproof.lab.reductions.registry import SOURCES
from tests.browser import Document
from tests.commands.running import run
from tests.tables import tables

TABLES = tables(__file__)

SATISFIABLE = "p cnf 3 3\n1 2 0\n-1 3 0\n-2 -3 0\n"
UNSATISFIABLE = "c each clause excludes one assignment\np cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n"
TRIANGLE = "a b\nb c\na c\n"


def write(folder, texts):
    names = [f"source{number}.txt" for number in range(len(texts))]
    for name, text in zip(names, texts, strict=True):
        (folder / name).write_text(text)
    return names


EVERY_SOURCE = pytest.mark.parametrize(
    ("source", "texts", "options", "words"),
    TABLES["answers"],
    ids=lambda value: value if isinstance(value, str) else "",
)


@EVERY_SOURCE
def test_the_page_of_a_source_says_the_answer(source, texts, options, words, tmp_path):
    names = write(tmp_path, texts)
    files = "-o", "left.amr", "right.amr", "--solve", "--html", "source.html"
    said = run("reduce", source, *names, *files, *options, cwd=tmp_path)
    assert said.returncode == 0 and words in said.stdout
    document = Document((tmp_path / "source.html").read_text())
    (answer,) = [each for each in document.all("p") if each.get("class") == "headline"]
    assert words in answer["text"]
    ids = [each["id"] for each in document.elements if "id" in each]
    assert len(ids) == len({*ids})
    before_the_pair = (tmp_path / "source.html").read_text().partition('id="pair"')[0]
    assert ("<svg" in before_the_pair) == (source not in ("packing", "packing-degree-3", "common-partition"))


@EVERY_SOURCE
def test_there_and_back(source, texts, options, words, tmp_path):
    names = write(tmp_path, texts)
    at_once = run("reduce", source, *names, *options, "--solve", cwd=tmp_path)
    assert at_once.returncode == 0 and words in at_once.stdout
    assert [line.split(": ")[0] for line in at_once.stderr.splitlines()] == names
    there = run("reduce", source, *names, *options, "-o", "left.amr", "right.amr", cwd=tmp_path)
    assert there.returncode == 0, there.stderr
    assert there.stdout == "" and "map: left.map.json" in there.stderr
    counted = ("--map", "left.map.json") if "score with --map" in there.stderr else ()
    assert bool(counted) == (source in ("qap", "ged") and "--copies" not in options)
    options = (*counted, "--certificates", "proof.jsonl", "--format", "jsonl")
    score = run("score", "left.amr", "right.amr", *options, cwd=tmp_path)
    assert (score.returncode, score.stderr) == (0, "")
    (tmp_path / "row.jsonl").write_text(score.stdout)
    from_proof = run("reduce", "--back", "left.map.json", "proof.jsonl", cwd=tmp_path)
    from_row = run("reduce", "--back", "left.map.json", "row.jsonl", cwd=tmp_path)
    assert (from_proof.returncode, from_proof.stderr) == (0, "")
    settled = not any(word in words for word in ("proved", "no subgraph", "no such"))
    assert (from_row.returncode, from_row.stderr) == (0 if settled else 1, "")
    assert settled == (from_row.stdout == from_proof.stdout)
    assert "proved" not in from_row.stdout
    assert words in from_proof.stdout and from_proof.stdout.count("\n") == 1


def test_every_source_is_answered_here():
    assert {source for source, *_ in TABLES["answers"]} == set(SOURCES)


@pytest.mark.parametrize("top", ["const", "concept", "none"])
def test_the_command_that_is_printed_decides(top, tmp_path):
    (tmp_path / "path.txt").write_text("a b\nb c\n")
    made = run("reduce", "clique", "path.txt", "--size", 3, "--top", top, "-o", "my l.amr", "r.amr", cwd=tmp_path)
    command = shlex.split(made.stderr.rpartition("match: smatchproof ")[2])
    said = run(*command, "--certificates", "proof.jsonl", cwd=tmp_path)
    assert ": no, certified" in said.stdout
    back = run("reduce", "--back", "my l.map.json", "proof.jsonl", cwd=tmp_path)
    assert back.stdout.startswith("there is no clique of size 3")


def test_how_the_value_follows_is_said(tmp_path):
    (tmp_path / "path.txt").write_text("a b\nb c\n")
    made = run("reduce", "max-cut", "path.txt", "-o", "l.amr", "r.amr", cwd=tmp_path)
    assert made.stderr.endswith("\nmatched triples = 8 + cut edges\n")


def test_nothing_is_to_be_decided_of_graphs_without_triples(tmp_path):
    (tmp_path / "none.txt").write_text("0 3\n")
    made = run("reduce", "packing-degree-3", "none.txt", "--top", "none", "-o", "l.amr", "r.amr", cwd=tmp_path)
    assert made.returncode == 0 and "--at-least" not in made.stderr


# ---- an answer is as good as what backs it


@pytest.mark.parametrize(
    ("limit", "reason"),
    [("--proof-limit", "the proof is over the size limit"), ("--node-limit", "over the node limit")],
)
def test_an_answer_without_proof_names_the_limit(tmp_path, limit, reason):
    signs = [[(-1) ** (number >> place & 1) * (place + 1) for place in range(3)] for number in range(8)]
    formula = tmp_path / "all.cnf"
    formula.write_text("p cnf 3 8\n" + "".join(f"{a} {b} {c} 0\n" for a, b, c in signs))
    assert run("reduce", "sat", formula, "--solve").stdout.startswith("not satisfiable")
    stopped = run("reduce", "sat", formula, "--solve", limit, 1)
    assert stopped.returncode == 1 and stopped.stdout.startswith("not settled")
    assert f"{reason}; a higher limit may allow one" in stopped.stderr


@pytest.fixture(scope="module")
def scored(tmp_path_factory):
    """Two pairs of the same source, with their maps, rows and certificates: a formula with a solution, one without."""
    folder = tmp_path_factory.mktemp("scored")
    for name, formula in (("yes", SATISFIABLE), ("no", UNSATISFIABLE)):
        (folder / f"{name}.cnf").write_text(formula)
        graphs = f"{name}-left.amr", f"{name}-right.amr"
        command = ("reduce", "sat", f"{name}.cnf", "-o", *graphs, "--map", f"{name}.map.json")
        assert run(*command, cwd=folder).returncode == 0
        score = run("score", *graphs, "--certificates", f"{name}.proof", "--format", "jsonl", cwd=folder)
        (folder / f"{name}.row").write_text(score.stdout)
    return folder


@pytest.mark.parametrize(("asked", "answered"), [("yes", "no"), ("no", "yes")])
def test_rows_and_certificates_of_other_pairs_are_refused(scored, asked, answered):
    row = run("reduce", "--back", f"{asked}.map.json", f"{answered}.row", cwd=scored)
    assert (row.returncode, row.stdout) == (2, "") and "about other graphs" in row.stderr
    proof = run("reduce", "--back", f"{asked}.map.json", f"{answered}.proof", cwd=scored)
    assert (proof.returncode, proof.stdout) == (1, "") and "about other graphs" in proof.stderr


@pytest.mark.parametrize("name", ["yes", "no"])
@pytest.mark.parametrize("bound", [0, 1, 5, 10**18])
@pytest.mark.parametrize("alignment", [[], None])
def test_whatever_bound_a_row_states_nothing_is_proved_by_it(scored, tmp_path, name, bound, alignment):
    record = json.loads((scored / f"{name}.row").read_text())
    changed = record | {"upper_bound": bound} | ({} if alignment is None else {"alignment": alignment})
    for kept in (changed, {key: value for key, value in changed.items() if key != "sha256"}):
        path = tmp_path / "row"
        path.write_text(json.dumps(kept))
        back = run("reduce", "--back", f"{name}.map.json", path, cwd=scored)
        assert "proved" not in back.stdout
        assert back.returncode in (1, 2) or (name, alignment) == ("yes", None)


def test_a_refused_certificate_is_no_answer(tmp_path):
    names = write(tmp_path, [TRIANGLE])
    run("reduce", "max-cut", *names, "-o", "left.amr", "right.amr", cwd=tmp_path)
    run("score", "left.amr", "right.amr", "--certificates", "proof.jsonl", cwd=tmp_path)
    line = (tmp_path / "proof.jsonl").read_text()
    record = json.loads(line)
    (tmp_path / "proof.jsonl").write_text(json.dumps({**record, "matched": record["matched"] + 1}))
    refused = run("reduce", "--back", "left.map.json", "proof.jsonl", cwd=tmp_path)
    assert (refused.returncode, refused.stdout) == (1, "") and refused.stderr.startswith("refused: proof.jsonl:1: (C2)")
