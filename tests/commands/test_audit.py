"""`audit`: what it prints and writes, and what it refuses."""

import json
import xml.etree.ElementTree as ElementTree

from smatchproof.lab.audits.published import paper_rows
from tests.commands.running import printed

COMMAND = "audit"
FILES = ["audit.json", "audit.txt", "densities.svg", "symmetry.svg"]


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


def test_the_metrics_of_the_paper(run, paths, samples):
    words = [*paths, "--paper", "--jobs", 1, "--no-bias", "--format", "json"]
    code, out, err = run(*words)
    found = json.loads(out)
    assert (code, err, found["runs"]) == (0, "", 10)
    signatures = {each["name"]: each["signature"] for each in found["metrics"]}
    assert [*signatures] == ["bamboo-smatch", "bamboo-smatch:method=S+4R", "sembleu:commit=530bc05"]
    assert "|conv:amr-metric-suite|dup:product|top:concept|" in signatures["bamboo-smatch"]
    with_table = run(*words, "--runs", 2, "--similarities", samples / "similarity.tsv")
    assert [each["name"] for each in json.loads(with_table[1])["metrics"]][2] == "s2match"


def test_the_numbers_of_the_paper(run):
    rows = paper_rows()
    found = json.loads(printed(run("--paper", "--format", "json")))["rows"]
    assert [(row["table"], row["name"], row["paper"]) for row in found] == [(r.table, r.name, r.paper) for r in rows]
    lines = printed(run("--paper")).splitlines()
    assert sum(line.startswith("  paper  ") for line in lines) == len(rows) and max(map(len, lines)) <= 120
    assert "  paper  d leaves = 3d, root = d^2+d+1, branching node = d^2+2d+3" in lines
