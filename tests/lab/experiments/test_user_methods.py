"""Methods of users in scores and experiments: what they find counts, what they do wrong is said, and work goes on."""

import json
import re
from collections import Counter
from pathlib import Path

import numpy
import pytest

import smatchproof
from smatchproof.base.errors import UsageError
from smatchproof.base.user_code import allow, find
from smatchproof.cli import main
from smatchproof.lab.experiments.experiment_figures import anytime
from smatchproof.lab.experiments.results import gather
from smatchproof.lab.experiments.rows import read_rows
from smatchproof.problem.problem import AlignmentProblem
from smatchproof.problem.solution import Solution, SolveParams, Status
from smatchproof.scoring.methods.registry import allowed_method, method
from smatchproof.scoring.methods.user_methods import MethodFailure, alignment_of
from tests.tables import tables

TABLES = tables(__file__)
SAMPLES = Path(smatchproof.__file__).parent / "samples"
PAIR = str(SAMPLES / "annotator-a.amr"), str(SAMPLES / "annotator-b.amr")
MINE = TABLES["mine"]
FAILURES = {
    "third": "mine.py:third raised ValueError: it is a third one",
    "twice": "mine.py:twice returned no one-to-one alignment: two left variables have partner 0",
}


# ---- one answer

PROBLEM = AlignmentProblem.from_weights(3, 3, {(0, 0): 1, (0, 1): 2, (1, 0): 2}, {((0, 1), (1, 0)): 1})
SOLUTION = Solution((1, 0, None), 99, 99, Status.OPTIMAL)


def test_an_alignment_may_come_in_any_sequence():
    array, integers = numpy.array([1, 0, None], dtype=object), [numpy.int64(1), numpy.int8(0), None]
    for answer in ([1, 0, None], (1, 0, None), array, integers, SOLUTION):
        found = alignment_of(answer, 3, 3)
        assert found == (1, 0, None) and all(each is None or type(each) is int for each in found)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (None, "None, expected the index of its partner, or None, for each left variable"),
        (7, "int, expected"),
        ("012", "str, expected"),
        ([1, 0], "2 partners for 3 left variables"),
        ([1, 1, None], "no one-to-one alignment: two left variables have partner 1"),
        ([3, None, None], "partner 3, expected None or the index of a right variable, from 0"),
        ([-1, None, None], "partner -1, expected None or the index of a right variable, from 0"),
        ([1.0, None, None], "list, expected"),
        (Solution((0, 0, None), 9, 9, Status.OPTIMAL), "no one-to-one alignment"),
    ],
)
def test_what_is_no_alignment_is_named(answer, message):
    with pytest.raises(ValueError, match=message):
        alignment_of(answer, 3, 3)


def test_nothing_that_a_method_claims_is_believed(mine):
    found = method(allowed_method(f"{mine}:liar")).solve(PROBLEM, SolveParams())
    claims = found.matched, found.upper_bound, found.status, found.proof
    assert claims == (0, PROBLEM.trivial_bound(), "heuristic", None)


def test_an_alignment_that_meets_the_counting_bound_is_proved_by_it():
    problem = AlignmentProblem.from_weights(1, 1, {(0, 0): 2}, {})
    assert method(allowed_method(lambda problem, params: [0])).solve(problem, SolveParams()).status == "optimal"


def test_a_method_that_calls_exit_has_failed(mine):
    mine.write_text("def leaves(problem, params):\n    raise SystemExit(0)\n")
    with pytest.raises(MethodFailure, match="leaves raised SystemExit: 0"):
        method(allowed_method(f"{mine}:leaves")).solve(PROBLEM, SolveParams())


def test_what_cannot_be_called_is_no_method(mine):
    mine.write_text("greedy = 7")
    for wrong in (f"{mine}:greedy", 7):
        with pytest.raises(UsageError, match=r"is no method|is a name or can be called, unlike int"):
            method(allowed_method(wrong))


# ---- scores


def test_a_score_with_a_method_of_a_file(mine, monkeypatch, capsys):
    monkeypatch.setenv("SMATCHPROOF_START_METHOD", "spawn")
    assert main(["score", *PAIR, "--method", f"{mine}:greedy", "--format", "json", "--jobs", "2"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert "|method:mine.py:greedy|" in found["signature"] and found["matched"] < found["upper_bound"]
    assert found["matched"] <= smatchproof.score_files(*PAIR).corpus.counts.matched <= found["upper_bound"]


def test_python_takes_names_and_functions(mine):
    named = smatchproof.score_files(*PAIR, method=f"{mine}:greedy", jobs=2)
    given = smatchproof.score_files(*PAIR, method=find("mine.py:greedy"), jobs=1)
    assert given.corpus.counts == named.corpus.counts
    nothing = smatchproof.score_files(*PAIR, method=lambda problem, params: [None] * problem.left_size)
    assert nothing.corpus.counts.matched < named.corpus.counts.matched


def test_a_method_that_only_one_process_knows_is_refused_in_others(monkeypatch):
    monkeypatch.setenv("SMATCHPROOF_START_METHOD", "spawn")
    with pytest.raises(UsageError, match="not known in this process"):
        smatchproof.score_files(*PAIR, method=lambda problem, params: [None] * problem.left_size, jobs=2)


# ---- experiments


def test_an_experiment_beside_ours(mine, monkeypatch, capsys):
    monkeypatch.setenv("SMATCHPROOF_START_METHOD", "fork")
    (mine.parent / "e.toml").write_text(TABLES["experiment"])
    out = str(mine.parent / "out")
    assert main(["experiment", "run", str(mine.parent / "e.toml"), "-o", out, "--jobs", "2"]) == 1
    assert f"mine.py:twice could not run 9 times: {FAILURES['twice']}" in capsys.readouterr().err
    rows = list(read_rows(f"{out}/rows.jsonl"))
    own = {f"mine.py:{name}": number for name, number in (("greedy", 18), ("third", 9), ("twice", 9))}
    assert Counter(row.method for row in rows) == {"S+4R": 18, **own}
    for row in rows:
        name = row.method.removeprefix("mine.py:")
        if row.failed:
            assert row.status == FAILURES[name] and bool(row.error) == (name == "third")
        else:
            assert row.matched <= row.optimum and row.status in ("heuristic", "optimal")
        assert row.method not in own or f"|method:{row.method}|" in row.signature
    thirds = sum(row.left_variables % 3 == 0 for row in rows if row.method == "mine.py:third")
    failed = Counter(row.method for row in rows if row.failed)
    assert failed == {"mine.py:third": thirds, "mine.py:twice": 9} and 0 < thirds < 9
    assert main(["experiment", "gaps", out]) == 0
    table, _, failures = capsys.readouterr().out.partition("Runs that failed")
    assert all(name in table for name in ("S+4R", "mine.py:greedy", "mine.py:third")) and "mine.py:twice" not in table
    assert FAILURES["twice"] in failures and FAILURES["third"] in failures


def test_a_slow_method_is_not_stopped_which_its_row_and_tables_say(mine, capsys):
    text = 'methods = ["mine.py:sleepy"]\ntime_limit = 0.1\nsources = [{ kind = "trap", family = "circle" }]'
    (mine.parent / "e.toml").write_text(text)
    out = str(mine.parent / "out")
    assert main(["experiment", "run", str(mine.parent / "e.toml"), "-o", out, "--jobs", "1"]) == 0
    (row,) = read_rows(f"{out}/rows.jsonl")
    assert row.matched == 0 and re.fullmatch(r"heuristic, in 0\.2\d* s, over its limit of 0\.1 s", row.status)
    assert main(["experiment", "gaps", out]) == 0
    assert "\nmine.py:sleepy: 1 of 1 runs took longer than their limit.\n" in capsys.readouterr().out


@pytest.fixture
def reporting(tmp_path, monkeypatch):
    (tmp_path / "reporting.py").write_text(TABLES["reporting"])
    monkeypatch.chdir(tmp_path)
    allow("reporting.py")
    return tmp_path


def run_reporting(name):
    text = f'methods = ["reporting.py:{name}"]\ntime_limit = 1\n'
    Path("r.toml").write_text(text + '[[sources]]\nkind = "trap"\nfamily = "circle"\nparameters = {persons = [4, 6]}\n')
    code = main(["experiment", "run", "r.toml", "-o", f"out-{name}", "--jobs", "1"])
    rows = list(read_rows(f"out-{name}/rows.jsonl"))
    assert code == all(row.failed for row in rows)
    return rows


def test_what_a_method_reports_is_its_trace_and_the_best_of_it_its_answer(reporting):
    rows = run_reporting("annealer")
    for row in rows:
        assert [moment.matched for moment in row.trace] == sorted(moment.matched for moment in row.trace)
        assert row.trace[-1].matched == row.matched > 0 and row.trace[0].matched == 0
        assert row.trace[-1].seconds == row.seconds
    (curve,) = anytime(rows, gather(rows))
    assert curve.at_steps[-1] == pytest.approx(curve.at_seconds[-1]) and curve.at_steps[0] <= 1


def test_a_method_that_raises_keeps_its_trace(reporting):
    rows = run_reporting("breaks")
    assert all(row.failed and row.status.endswith("raised RuntimeError: enough") for row in rows)
    assert [[moment.matched for moment in row.trace] for row in rows] == [[0], [0]]


def test_a_report_is_recounted_off_the_clock():
    one = lambda problem, params: params.report([0, None]) or [None, None]  # noqa: E731
    problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 3, (1, 1): 1}, {})
    found = method(allowed_method(one)).solve(problem, SolveParams())
    assert (found.mapping, found.matched) == ((0, None), 3)
    assert [(each.restarts, each.steps, each.matched) for each in found.trace] == [(1, 1, 3), (1, 1, 3)]


@pytest.mark.parametrize(("name", "words"), [("backwards", "4 steps after 5"), ("absurd", "have partner 0")])
def test_reports_that_cannot_be_are_refused(reporting, name, words):
    assert all(row.failed and words in row.status for row in run_reporting(name))


def test_the_first_call_is_before_the_clock_however_long_it_takes(reporting):
    rows = run_reporting("compiling")
    assert all(not row.failed and row.seconds < 0.5 for row in rows)
