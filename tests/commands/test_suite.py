"""``smatchproof experiment suite``: the standard suite, and its traces for another program."""

import csv
import subprocess
import sys
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from smatchproof.cli import main
from smatchproof.lab.experiments import study
from smatchproof.lab.experiments.results import ALL, gather
from smatchproof.lab.experiments.rows import read_rows
from smatchproof.lab.experiments.study import reference, suite_rows
from smatchproof.lab.reductions.families import FAMILIES
from tests.browser import Document


@pytest.fixture(scope="module")
def few():
    """The suite with one pair of the smallest size of a few families."""
    with study.shipped("suite") as whole:
        sources = [replace(each, number=1) for each in whole.sources if each.family in ("max-qap", "tour")]
        least = [replace(each, parameters=((each.parameters[0][0], each.parameters[0][1][:1]),)) for each in sources]
        return replace(whole, sources=tuple(least))


@pytest.fixture
def small(monkeypatch, few, tmp_path):
    """A folder where it runs, and a method of a user."""
    monkeypatch.setattr(study, "shipped", lambda _: nullcontext(few))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text("def nothing(problem, params):\n    return [None] * problem.left_size\n")
    return tmp_path


@pytest.fixture(scope="module")
def ran(few, tmp_path_factory):
    """A folder where it has run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(study, "shipped", lambda _: nullcontext(few))
        patch.chdir(tmp_path_factory.mktemp("suite"))
        assert main(["experiment", "suite", "--method", "ILS", "--method", "S", "-o", "out", "--jobs", "1"]) == 0
        return Path.cwd()


def test_a_method_of_a_user_stands_beside_the_reference(small, capsys):
    run = ["experiment", "suite", "--method", "mine.py:nothing", "-o", "out", "--jobs", "1", "--format", "text"]
    assert main(run) == 0
    out, _ = capsys.readouterr()
    assert "mine.py:nothing" in out and "smatchpp" in out and "max-qap, dense" in out and "tour" in out
    found = suite_rows(gather(read_rows("out/rows.jsonl")))
    assert {row.method for row in found} == {"mine.py:nothing"} and all(row.missed.low == 1 for row in found)
    assert main(["experiment", "suite", "--resume"]) == 2


def test_without_a_folder_it_writes_to_one_that_resume_finds(small, capsys):
    run = ["experiment", "suite", "--method", "mine.py:nothing", "--jobs", "1"]
    assert main([*run, "--resume"]) == 2 and "there is no folder suite-N here" in capsys.readouterr().err
    assert main(run) == main(run) == 0
    assert sorted(path.name for path in small.glob("suite-*")) == ["suite-1", "suite-2"]
    assert capsys.readouterr().err.startswith("writing to the folder suite-1\n")
    rows = Path("suite-2/rows.jsonl")
    rows.write_text("".join(rows.read_text().splitlines(keepends=True)[:1]))
    assert main([*run, "--resume"]) == 0
    _, err = capsys.readouterr()
    assert len(list(read_rows(rows))) == 3 and "suite-2: 3 pairs" in err


def test_families_can_be_chosen(small, capsys):
    run = ["experiment", "suite", "--method", "mine.py:nothing", "--jobs", "1", "-o", "out"]
    assert main([*run, "--family", "tour"]) == 0
    out, _ = capsys.readouterr()
    assert "tour" in out and "smatchpp" in out and "max-qap" not in out
    assert {row.source for row in read_rows("out/rows.jsonl")} == {"tour"}
    both = ["--family", "tour", "--family", "max-qap, dense", "--family", "tour"]
    assert main([*run, *both, "--resume"]) == 2
    assert "this run was begun with another value of sources; " in capsys.readouterr().err
    assert main([*run[:-1], "both", *both]) == 0
    assert [row.source for row in read_rows("both/rows.jsonl")] == ["max-qap, dense", "tour"]
    capsys.readouterr()
    assert main([*run[:-1], "new", "--family", "max-qap"]) == 2 and not Path("new").exists()
    words = "choose from 'max-qap, dense', 'max-qap, sparse', 'tour'; did you mean 'max-qap, dense'?"
    assert capsys.readouterr().err == f"error: unknown family 'max-qap'; {words}\n"


def test_the_smallest_sizes_can_be_chosen(monkeypatch, tmp_path, capsys):
    """For a run of seconds: the first values of the first parameter, which is the size, with all of the others."""
    with study.shipped("suite") as whole:
        (family,) = (replace(each, number=1) for each in whole.sources if each.name == "subgraph")
        some = replace(whole, sources=(family,))
    monkeypatch.setattr(study, "shipped", lambda _: nullcontext(some))
    monkeypatch.chdir(tmp_path)
    assert main(["experiment", "suite", "--method", "S", "--sizes", "2", "--jobs", "1", "-o", "out"]) == 0
    found = [row.pair for row in read_rows("out/rows.jsonl")]
    assert [id.partition(" ")[0].rstrip(",") for id in found] == ["size=5"] * 2 + ["size=7"] * 2
    assert "(1 of" not in capsys.readouterr().err


def test_an_earlier_report_is_made_again(small):
    """Where a run goes on."""
    run = ["experiment", "suite", "--method", "mine.py:nothing", "--jobs", "1", "-o", "out"]
    assert main(run) == 0
    rows, page = Path("out/rows.jsonl"), Path("out/report.html")
    assert not page.exists()
    for name in ("rows.csv", "pairs.jsonl"):
        Path("out", name).unlink()
    rows.write_text(rows.read_text().splitlines(keepends=True)[0])
    assert main(["experiment", "report", "out"]) == 0
    assert "certified optimum of 1 pairs" in page.read_text()
    assert main([*run, "--resume"]) == 0
    assert "certified optimum of 3 pairs" in page.read_text()


def test_families_of_other_sizes_have_no_curve_and_no_rows_over_all(small, capsys):
    """They would go up and down with the families that have a size."""
    assert main(["experiment", "suite", "--jobs", "1", "-o", "out"]) == main(["experiment", "report", "out"]) == 0
    page = Path("out/report.html").read_text()
    assert "enough pairs: source by source" in page and "enough pairs: all" not in page
    capsys.readouterr()
    assert main(["experiment", "gaps", "out", "--by-size"]) == 0
    out, _ = capsys.readouterr()
    assert "\ntour " in out and f"\n{ALL} " not in out
    assert main(["experiment", "suite", "--family", "tour", "--jobs", "1", "-o", "one"]) == 0
    assert main(["experiment", "report", "one"]) == 0
    assert "enough pairs: tour" in Path("one/report.html").read_text()


def test_the_report_has_the_reference_too_unless_another_experiment_has_the_name(small):
    assert main(["experiment", "suite", "--method", "mine.py:nothing", "--jobs", "1", "-o", "out"]) == 0
    assert main(["experiment", "report", "out"]) == 0
    document = Document(Path("out/report.html").read_text())
    assert "100%" in document.column("suite", 3)[0] and "smatchpp" in document.one("table", id="suite")["text"]
    rows = Path("out/rows.jsonl")
    rows.write_text(rows.read_text().replace('"source":"tour"', '"source":"mine"'))
    Path("out/pairs.jsonl").unlink()
    assert main(["experiment", "report", "out"]) == 0
    assert not Document(Path("out/report.html").read_text()).all("table", id="suite")


def test_a_method_that_always_fails_is_said_first_and_by_the_exit_code(small, capsys):
    (small / "bad.py").write_text("def none(problem, params):\n    return None\n")
    assert main(["experiment", "suite", "--method", "bad.py:none", "--jobs", "1"]) == 1
    out, told = capsys.readouterr()
    assert told.endswith("failed on every pair: bad.py:none\n") and "The standard suite" not in out
    _, said = out.split("Runs that failed")
    assert "max-qap, dense" in said and "bad.py:none returned None, expected the index" in said


def test_the_shipped_suite_has_twelve_families_and_its_reference_their_sizes():
    with study.shipped("suite") as suite:
        assert len(suite.sources) == 12 and {source.family for source in suite.sources} == {*FAMILIES}
        assert sum(source.count() for source in suite.sources) == 248
        sizes = {source.name: set() for source in suite.sources}
        for source in suite.sources:
            for pair in replace(source, number=1).pairs():
                sizes[source.name].add(max(len(pair.left.variables), len(pair.right.variables)))
    shipped = {source: {row.sizes[1] for row in reference() if row.family == source} for source in sizes}
    assert shipped == sizes


def test_traces_for_iohanalyzer(ran, tmp_path):
    script = Path(__file__).parents[2] / "examples" / "ioh.py"
    words = [sys.executable, str(script), str(ran / "out" / "rows.jsonl"), str(tmp_path / "traces.csv")]
    subprocess.run(words, check=True)
    with (tmp_path / "traces.csv").open(newline="", encoding="utf-8") as file:
        found = list(csv.DictReader(file))
    rows = list(read_rows(ran / "out" / "rows.jsonl"))
    assert len(found) == sum(len(row.trace) for row in rows) > 0
    assert {each["algorithm"] for each in found} == {"ILS", "S"}
    ends = {(each["function"], each["run"], each["algorithm"]): int(each["missed"]) for each in found}
    for row in rows:
        assert ends[row.source, f"{row.pair} {row.seed}", row.method] == row.gap
