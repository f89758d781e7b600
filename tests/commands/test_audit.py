"""`audit`: what it prints and writes, what it refuses, and what an interrupt leaves."""

import json
import re
import xml.etree.ElementTree as ElementTree

import pytest

from smatchproof.graphs.corpus import Corpus
from tests import peers
from tests.commands.running import printed

COMMAND = "audit"
QUICK = ("--no-bias", "--runs", "2", "--restarts", "0", "--jobs", "1")
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


def test_samples_as_text(run, paths):
    out = printed(run(*paths, "--jobs", 1))
    lines = {line.split("  ")[0]: line.split() for line in out.splitlines() if not line.startswith(" ")}
    assert lines["24 pairs, 5 of the same graph"][-3:] == ["smatch", "sembleu", "smatch@S+4R"]
    rows = {tuple(line.split()[:-3]): line.split()[-3:] for line in out.splitlines() if line.startswith("  ")}
    assert rows["share", "of", "pairs", "violating", "it", "(Eq.", "4)"] == ["0.0000", "0.7500", "0.0000"]
    assert rows["micro", "average"] == ["0.8673", "0.7549", "0.8673"]
    assert rows["at", "the", "root"] == ["0.00", "1.61", "0.00"]
    columns = {line.strip().split("  ")[0]: re.findall(r"\d+ of \d+", line) for line in out.splitlines()}
    assert columns["different pairs that score 1"] == ["0 of 19"] * 3
    assert columns["equal pairs that do not"] == ["0 of 5"] * 3
    for method in ("S", "S+1R", "S+4R", "S+9R"):
        assert f"  smatch@{method} " in out
    assert "determinacy (principle IV), 5 runs" in out and "standard deviation, a pair (Tables 3 and 5)" in out
    assert "agreement with people" not in out


def test_samples_as_json(run, paths):
    code, out, _ = run(*paths, *QUICK, "--format", "json", "--seed", 3, "--restarts", "4,0,4")
    found = json.loads(out)
    assert code == 0
    assert (found["pairs"], found["equal"], found["runs"], found["seed"]) == (24, 5, 2, 3)
    assert [each["name"] for each in found["metrics"]] == ["smatch", "sembleu", "smatch@S+4R"]
    assert [each["name"] for each in found["repeated"]] == ["smatch@S", "smatch@S+4R"]
    assert found["metrics"][0]["bias"] is None and found["metrics"][0]["proved"] == 24 * 5
    assert found["metrics"][0]["determinacy"]["runs"] == 2


def test_any_number_of_processes_prints_the_same(run, paths):
    arguments = (*paths, "--no-bias", "--runs", 3, "--restarts", "0,1", "--metric", "smatch@R", "--format", "json")
    one, two = run(*arguments, "--jobs", 1), run(*arguments, "--jobs", 2)
    assert one == two and one[0] == 0


def test_files(run, paths, tmp_path):
    folder = tmp_path / "new" / "audit"
    out = printed(run(*paths, "--jobs", 1, "--runs", 2, "--metric", "sembleu", "--restarts", 0, "--output", folder))
    assert sorted(path.name for path in folder.iterdir()) == FILES  # and nothing half written
    assert (folder / "audit.txt").read_text() == out
    assert json.loads((folder / "audit.json").read_text())["pairs"] == 24
    for name in FILES[2:]:
        assert ElementTree.parse(folder / name).getroot().tag.endswith("svg")


def test_files_take_their_names_together_or_not_at_all(run, paths, tmp_path):
    (tmp_path / "audit.txt").write_text("of before")
    (tmp_path / "symmetry.svg").mkdir()  # cannot be written
    code, out, err = run(*paths, *QUICK, "--metric", "sembleu", "--output", tmp_path)
    assert (code, out) == (2, "") and "name a file that can be written" in err
    assert (tmp_path / "audit.txt").read_text() == "of before"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["audit.txt", "symmetry.svg"]


def test_an_output_that_is_no_folder_is_refused_before_anything_is_measured(run, paths, written, monkeypatch):
    monkeypatch.setattr("smatchproof.audits.audit.audit_pairs", lambda *_: pytest.fail("measured"))
    code, out, err = run(*paths, *QUICK, "--output", written("taken", ""))
    assert (code, out) == (2, "") and "taken: file exists; name a folder that can be made" in err


# ---- what else can be asked


@pytest.mark.parametrize(("number", "message"), [(23, "23 scores, but 24 pairs"), (25, "25 scores, but 24 pairs")])
def test_human_scores_of_other_pairs(run, paths, written, number, message):
    code, out, err = run(*paths, *QUICK, "--human", written("human.txt", "0.5\n" * number))
    assert (code, out) == (2, "") and message in err and "write one score per pair" in err


def test_the_metrics_of_the_paper(run, paths, written):
    words = [*paths, "--paper", "--jobs", 1, "--restarts", 0, "--no-bias", "--format", "json"]
    code, out, err = run(*words)
    found = json.loads(out)
    assert (code, err, found["runs"]) == (0, "", 10)
    signatures = {each["name"]: each["signature"] for each in found["metrics"]}
    assert [*signatures] == ["bamboo-smatch", "bamboo-smatch@S+4R", "sembleu@530bc05"]
    assert "|conv:amr-metric-suite|dup:product|top:concept|" in signatures["bamboo-smatch"]
    assert found["repeated"][0]["name"] == "bamboo-smatch@S"
    assert {"metrics.determinacy.deviation", "systems.disagreements.found.between"} <= {*found["reproduces"]}
    with_table = run(*words, "--runs", 2, "--similarities", written("table.tsv", "boy\tgirl\t0.5\n"))
    assert [each["name"] for each in json.loads(with_table[1])["metrics"]][2] == "s2match"
    code, out, err = run(*words, "--metric", "smatch")
    assert (code, out) == (2, "") and "--paper says the metrics itself" in err


def test_what_is_said_to_be_reproduced_is_there(run, paths, written):
    worse = written("worse.amr", paths[0].read_text())
    human = written("human.txt", "0.5\n0.25\n" * 12)
    code, out, _ = run(*paths, *QUICK, "--versus", worse, "--human", human, "--role-confusion", "--format", "json")
    found = json.loads(out)
    assert code == 0
    for member in found["reproduces"]:
        value = found
        for name in member.split("."):
            value = (value[0] if isinstance(value, list) else value)[name]
        assert value is not None, member


def test_further_systems(run, paths, written):
    with Corpus(paths[0]) as corpus:
        blocks = [block.text.decode() for block in corpus.blocks()]
    worse = written("worse.amr", "\n".join(text.replace(":ARG1", ":ARG9") for text in blocks[::-1]))
    code, out, _ = run(
        *paths, *QUICK, "--metric", "smatch", "--metric", "sembleu", "--versus", worse, "--format", "json"
    )
    found = json.loads(out)["systems"]
    assert code == 0 and found["names"] == ["annotator-a.amr", "worse.amr"]
    assert found["disagreements"][0]["found"]["sentences"] == 24
    # graphs are found by their ids, not by their places: roles alone do not change the shape
    assert found["structure"]["worse.amr"] == found["structure"]["annotator-a.amr"]


def test_systems_of_one_name_are_told_apart_by_their_folders(run, paths, written, tmp_path):
    (tmp_path / "other").mkdir()
    copies = [written("system.amr", paths[0].read_text()), written("other/system.amr", paths[1].read_text())]
    code, out, _ = run(copies[0], paths[1], *QUICK, "--metric", "smatch", "--versus", copies[1], "--format", "json")
    assert code == 0
    assert json.loads(out)["systems"]["names"] == [str(copy) for copy in copies]


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


# ---- Ctrl-C


def interrupted(monkeypatch, after):
    """The pairs that are measured before the user loses patience."""
    from smatchproof.audits import audit

    whole = audit.audit_pairs

    def some(*arguments):
        for number, pair in enumerate(whole(*arguments)):
            if number == after:
                raise KeyboardInterrupt
            yield pair

    monkeypatch.setattr(audit, "audit_pairs", some)


def test_an_interrupt_leaves_the_audit_of_the_first_pairs(run, paths, monkeypatch, written):
    human = written("human.txt", "".join(f"{number / 23:.3f}\n" for number in range(24)))
    interrupted(monkeypatch, 7)
    code, out, err = run(*paths, *QUICK, "--human", human, "--role-confusion")
    assert code == 130 and "interrupted: 17 of 24 pairs are not in this audit" in err
    assert out.startswith("7 pairs, ") and "of 3" in next(line for line in out.splitlines() if "couples right" in line)


def test_an_interrupt_before_the_first_pair_prints_nothing(run, paths, monkeypatch):
    interrupted(monkeypatch, 0)
    assert run(*paths, *QUICK) == (130, "", "interrupted: 24 of 24 pairs are not in this audit\n")


# ---- real corpora


def test_the_program_smatch_beside_ours(run, paths):
    peers.require("smatch", "1.0.4")
    code, out, _ = run(*paths, *QUICK, "--metric", "smatch@smatch", "--format", "json")
    (found,) = json.loads(out)["metrics"]
    assert code == 0 and "method:smatch" in found["signature"] and found["proved"] < found["scores"]
