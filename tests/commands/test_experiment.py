"""``smatchproof experiment`` as its users run it."""

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import replace

import pytest

from smatchproof.base.optional import install
from smatchproof.cli import main
from smatchproof.lab.experiments import study
from smatchproof.lab.experiments.rows import read_rows
from tests.commands import running
from tests.commands.running import PROGRAM, printed
from tests.commands.terminal import OnTerminal
from tests.tables import tables

TABLES = tables(__file__)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "circles.toml").write_text(TABLES["circles"])
    return tmp_path


def run(folder, *arguments, stdin=""):
    """Run to the end, in one process where nothing else is said: exit code, standard output, standard error."""
    is_plain = arguments[:1] == ("run",) and not {"--jobs", "--scheduler"} & {*arguments}
    arguments += ("--jobs", "1") * is_plain
    done = running.run("experiment", *arguments, cwd=folder, stdin=stdin)
    return done.returncode, done.stdout, done.stderr


# ---- run


def test_a_run_its_tables_and_its_report(folder, monkeypatch):
    monkeypatch.setattr("smatchproof.lab.experiments.experiment_page._drawn", lambda *_: [])
    assert run(folder, "run", "circles.toml", "-o", "out") == (0, "", "out: 8 pairs\n")
    assert len(list(read_rows(folder / "out" / "rows.jsonl"))) == 8 * 6
    lines = printed(run(folder, "table2", "out")).splitlines()
    found = [line.split()[1] for line in lines if line.startswith("circles")]
    assert found == ["Base", "S", "exact", "optimum"]
    overall = next(line.split()[3] for line in lines if line.split()[:3] == ["all", "sources", "S"])
    table = printed(run(folder, "table2", "out", "--paper")).partition("Tables of Cai & Knight")[2].splitlines()
    assert [line.split()[:7] for line in table if line.startswith(("S ", "R "))] == [
        ["R", "33", "of", "50", "66%", "66.5%", "–"],
        ["S", "46", "of", "50", "92%", "92%", overall],
    ]
    assert "R: 66.5% is no number of 50 documents: an average over runs." in table
    assert "| circles | left | right | circle | 3 |" in printed(run(folder, "table1", "out", "--format", "markdown"))
    assert printed(run(folder, "gaps", "out", "--by-size")).count("\ngraphs ") >= 3, "a line for each method"
    assert "circles: persons=8" in printed(run(folder, "gaps", "out"))
    assert "Differences from S\n" in printed(run(folder, "gaps", "out", "--against", "S"))
    worst = printed(run(folder, "worst", "2", "out")).splitlines()
    assert [line.split()[:2] for line in worst[2:6]] == [
        [method, f"persons={persons}"] for method in ("Base", "S") for persons in (8, 6)
    ]
    assert run(folder, "report", "out") == (0, "out/report.html\n", "")
    assert "circles" in (folder / "out" / "report.html").read_text()


def test_paths_are_relative_to_the_file_or_to_here_for_standard_input(folder, samples):
    (folder / "below").mkdir()
    (folder / "below" / "a.amr").write_bytes((samples / "annotator-a.amr").read_bytes())
    text = 'methods = ["S"]\n[[sources]]\nkind = "self"\nfile = "a.amr"\n'
    (folder / "below" / "e.toml").write_text(text)
    assert run(folder, "run", "below/e.toml", "-o", "out") == (0, "", "out: 24 pairs\n")
    from_here = text.replace("a.amr", "below/a.amr")
    assert run(folder, "run", "-", "-o", "out2", stdin=from_here) == (0, "", "out2: 24 pairs\n")


def test_what_could_not_run_and_what_is_not_proved_is_told(folder):
    hard = 'kind = "digraphs"\nnumber = 2\nnodes = 12\noverlap = 0.3\n'
    text = f'optimum_time_limit = 0.000001\nmethods = ["brute-force"]\n[[sources]]\n{hard}'
    code, out, err = run(folder, "run", "-", "-o", "out", stdin=text)
    assert (code, out) == (1, "")
    assert "\nthe optimum of 2 pairs is not proved within 1e-06 s (optimum_time_limit)" in err
    assert run(folder, "report", "out")[0] == 0
    assert "The optimum of 2 pairs is not proved. Their numbers are" in (folder / "out" / "report.html").read_text()
    assert "\nbrute-force could not run 2 times: method brute-force refuses a problem with " in err


# ---- Ctrl-C and the terminal


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_keeps_the_rows(folder, jobs):
    (folder / "long.toml").write_text(TABLES["long"])
    command = [*PROGRAM, "experiment", "run", "long.toml", "-o", "out", "--jobs", str(jobs)]
    with subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, start_new_session=True, text=True) as process:
        rows = folder / "out" / "rows.jsonl"
        deadline = time.monotonic() + 60
        while not rows.exists() or rows.read_bytes().count(b"\n") < 6:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    done = len(list(read_rows(rows))) // 2
    assert err == f"{done} of 200 pairs are done; the same command with --resume goes on\ninterrupted\n"
    assert 3 <= done < 200 and not (folder / "out" / "rows.csv").exists()


def test_there_is_a_bar_on_a_terminal_only(folder):
    with OnTerminal("experiment", "run", "circles.toml", "-o", "out", cwd=folder) as program:
        code, out, shown = program.finish()
    assert (code, out) == (0, "")
    assert all(words in shown for words in ("8/8", "0:00:0", "out: 8 pairs"))


@pytest.fixture
def with_methods(monkeypatch):
    """A function that gives the shipped study other methods."""

    def change(others):
        @contextmanager
        def some(name):
            with shipped(name) as whole:
                yield replace(whole, **others(whole))

        shipped = study.shipped
        monkeypatch.setattr(study, "shipped", some)

    return change


def test_without_a_folder_a_table_is_that_of_the_study_but_for_what_is_missing(monkeypatch, capsys, with_methods):
    with_methods(lambda _: {"methods": ("Base", "ILP", "S", "exact"), "once": ("ILP", "exact"), "seeds": (0,)})
    monkeypatch.setitem(sys.modules, "mip", None)
    code = main(["experiment", "table2"])
    out, err = capsys.readouterr()
    assert code == 0 and err.startswith(f"ILP is left out: method ILP needs python-mip; {install('ilp')}\n")
    rows = [line.split()[:3] for line in out.splitlines()[2:6]]
    assert rows[0][0] == "Base" and rows[-1] == ["optimum", "100.0%", "50"] and "ILP" not in out


def test_the_shipped_study_under_a_convention(capsys, with_methods):
    def two_annotators(whole):
        sources = (replace(whole.sources[0], files=whole.sources[0].files[:2]),)
        return {"methods": ("R",), "once": (), "seeds": (0, 1, 2), "sources": sources}

    with_methods(two_annotators)
    for rule, top, first in (("smatch", "const", "0.6406*3/3"), ("paper", "none", "0.6237*3/3")):
        assert main(["experiment", "table1", "--convention", rule]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[-1].startswith(f"Signature: smatch|conv:{rule}|dup:set|top:{top}|v:")
        assert lines[2].split()[:5] == ["A", "B", "g1", "4", first]
