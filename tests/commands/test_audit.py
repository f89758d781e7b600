"""`audit`: what it prints and writes, and what it refuses."""

import json
import xml.etree.ElementTree as ElementTree

import pytest

from smatchproof.lab.audits.published import paper_rows
from tests import peers
from tests.commands.running import printed

COMMAND = "audit"
QUICK = ("--no-bias", "--runs", "2", "--jobs", "1")
FILES = ["audit.json", "audit.txt", "densities.svg", "symmetry.svg"]


@pytest.fixture
def written(tmp_path):
    """A function that writes a file and returns its path."""

    def write(name, text):
        path = tmp_path / name
        path.write_text(text)
        return path

    return write


# ---- what it prints


def test_files(run, paths, tmp_path):
    folder = tmp_path / "new" / "audit"
    out = printed(run(*paths, "--jobs", 1, "--runs", 2, "--metric", "sembleu", "--output", folder))
    assert sorted(path.name for path in folder.iterdir()) == FILES  # and nothing half written
    assert (folder / "audit.txt").read_text() == out
    assert json.loads((folder / "audit.json").read_text())["pairs"] == 24
    for name in FILES[2:]:
        assert ElementTree.parse(folder / name).getroot().tag.endswith("svg")


# ---- what else can be asked


def test_the_metrics_of_the_paper(run, paths, written):
    words = [*paths, "--paper", "--jobs", 1, "--no-bias", "--format", "json"]
    code, out, err = run(*words)
    found = json.loads(out)
    assert (code, err, found["runs"]) == (0, "", 10)
    signatures = {each["name"]: each["signature"] for each in found["metrics"]}
    assert [*signatures] == ["bamboo-smatch", "bamboo-smatch:method=S+4R", "sembleu:commit=530bc05"]
    assert "|conv:amr-metric-suite|dup:product|top:concept|" in signatures["bamboo-smatch"]
    with_table = run(*words, "--runs", 2, "--similarities", written("table.tsv", "boy\tgirl\t0.5\n"))
    assert [each["name"] for each in json.loads(with_table[1])["metrics"]][2] == "s2match"
    code, out, err = run(*words, "--metric", "smatch")
    assert (code, out) == (2, "") and "--paper says the metrics itself" in err


def test_the_numbers_of_the_paper(run):
    rows = paper_rows()
    found = json.loads(printed(run("--paper", "--format", "json")))["rows"]
    assert [(row["table"], row["name"], row["paper"]) for row in found] == [(r.table, r.name, r.paper) for r in rows]
    lines = printed(run("--paper")).splitlines()
    assert [line for line in lines if line.startswith("Table ")] == [*dict.fromkeys(r.table for r in rows)][:10]
    assert sum(line.startswith("  paper  ") for line in lines) == len(rows)
    assert max(map(len, lines)) <= 120
    at = lines.index("SB footnote 9")
    assert lines[at + 1] == "  paper  d leaves = 3d, root = d^2+d+1, branching node = d^2+2d+3"
    assert lines[at + 2].startswith("  ours   counted: d leaves = 6 9 12 15 18 21 24, root = 7 13 21 31 43 57 73, ")
    assert lines[at + 3].startswith("  why    ours are counted on trees of degree d = 2 to 8")
    code, out, err = run("--paper", "--metric", "smatch")
    assert (code, out) == (2, "") and "leave out --metric, or name two files" in err


def test_role_confusion(run, paths, written):
    code, out, _ = run(*paths, *QUICK, "--role-confusion")
    assert code == 0 and "of 12" in next(line for line in out.splitlines() if "couples right" in line)
    three = written("three.amr", "(a / b)\n\n(a / b)\n\n(a / b)\n")
    code, out, err = run(three, three, *QUICK, "--role-confusion")
    assert (code, out) == (2, "") and "--role-confusion needs an even number of pairs, found 3" in err


# ---- what it refuses


def test_what_cannot_be_read(run, written):
    broken, whole = written("broken.amr", "(a / b)\n\n(c / d\n"), written("whole.amr", "(a / b)\n\n(c / d)\n")
    code, out, err = run(broken, whole, *QUICK)
    assert (code, out) == (2, "") and "broken.amr:3:7: the graph ends before its parentheses are closed" in err
    code, out, err = run(broken, whole, *QUICK, "--on-error", "empty")
    assert code == 0 and err.startswith("scored as empty: ") and "broken.amr:3:7" in err
    assert "2 pairs, 1 of the same graph, 1 graph scored as empty" in out and "|on-error:empty|method:exact" in out


# ---- real corpora


def test_the_program_smatch_beside_ours(run, paths):
    peers.require("smatch", "1.0.4")
    code, out, _ = run(*paths, *QUICK, "--metric", "smatch:method=smatch", "--format", "json")
    (found,) = json.loads(out)["metrics"]
    assert code == 0 and "method:smatch" in found["signature"] and found["proved"] < found["scores"]
