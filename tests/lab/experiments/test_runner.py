"""Running experiments: what rows say, and that neither interruptions nor dying workers change them."""

import csv
import json
from contextlib import closing
from dataclasses import replace
from functools import partial
from multiprocessing import active_children
from unittest.mock import Mock

import pytest
from msgspec import structs

from smatchproof.base.errors import InputError
from smatchproof.base.version import VERSION
from smatchproof.conventions.conventions import convention
from smatchproof.exact import SolverDisagreement, brute_force
from smatchproof.graphs.reading import parse_graph
from smatchproof.graphs.writing import write_graph
from smatchproof.lab.experiments import pair_rows
from smatchproof.lab.experiments.experiment import Experiment, read_experiment
from smatchproof.lab.experiments.made_pairs import GraphsSource, TrapSource
from smatchproof.lab.experiments.pair_rows import run_pair
from smatchproof.lab.experiments.results import gather
from smatchproof.lab.experiments.rows import read_rows
from smatchproof.lab.experiments.runner import PAIRS, ROWS, SPECIFICATION, TABLE, read_results, run_experiment
from smatchproof.lab.experiments.sources import CorpusSource, SourcePair
from smatchproof.lab.experiments.stored_pairs import read_stored_pairs
from smatchproof.lab.generators import TRAPS, Noise
from smatchproof.lab.heuristics.starts import run_seed
from smatchproof.problem.problem import build_problem, recount
from smatchproof.problem.solution import Solution, SolveParams, Status
from smatchproof.scoring.corpus.workers import WorkersLost, open_workers
from smatchproof.scoring.methods.registry import METHODS, Method, method
from smatchproof.scoring.pairs.comparison import ClaimStatus, Comparison
from tests.commands.running import run_as_process

SMATCH = convention("smatch")
LITTLE = Experiment(
    "little",
    (GraphsSource("graphs", 6, (3, 6), Noise.parse("2")), TrapSource("Kreise ⟳", "circle", (("persons", (3, 4)),))),
    ("Base", "R", "S", "S+4R", "ILS", "primal", "exact"),
    (0, 1, 2),
    once=("exact",),
)


def plan(*methods, **settings):
    return Experiment("plan", LITTLE.sources, methods, **settings)


def pair(left, right, planted=None):
    return SourcePair("source", "id", "group", "A", "B", parse_graph(left), parse_graph(right), planted)


def run(experiment, folder, jobs=2, **settings):
    """Run to the end; all that was told on the way."""
    return list(run_experiment(experiment, folder, partial(open_workers, jobs), **settings))


def timeless(row):
    """The row, but for what differs from run to run."""
    trace = tuple(moment._replace(seconds=0.0) for moment in row.trace)
    return structs.replace(row, seconds=0.0, optimum_seconds=0.0, trace=trace)


def rows_of(folder):
    return [timeless(row) for row in read_rows(folder / ROWS)]


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """The folder of a run of the little experiment that nothing has disturbed."""
    folder = tmp_path_factory.mktemp("experiment") / "finished"
    run(LITTLE, folder)
    return folder


# ---- what rows say


def test_rows_say_what_brute_force_and_the_methods_say(finished):
    pairs = {(source.name, pair.id): pair for source in LITTLE.sources for pair in source.pairs()}
    triples = {key: (SMATCH.triples(pair.left), SMATCH.triples(pair.right)) for key, pair in pairs.items()}
    problems = {key: build_problem(*sides, SMATCH.duplicates) for key, sides in triples.items()}
    optima = {key: brute_force(problem).matched for key, problem in problems.items()}
    rows = list(read_rows(finished / ROWS))
    seeds = [(name, seed) for name in LITTLE.methods for seed in (LITTLE.seeds if name != "exact" else (0,))]
    assert [row.key for row in rows] == [(*key, *run) for key in pairs for run in seeds]
    with (finished / TABLE).open(newline="") as file:
        table = [(line["pair"], line["method"], int(line["gap"])) for line in csv.DictReader(file)]
    assert table == [(row.pair, row.method, row.gap) for row in rows]
    for row in rows:
        origin, problem = pairs[row.source, row.pair], problems[row.source, row.pair]
        left, right = triples[row.source, row.pair]
        assert row.optimum == row.bound == optima[row.source, row.pair]
        assert row.proved
        seed = run_seed(row.seed, row.source, row.pair)
        solution = method(row.method).solve(problem, SolveParams(seed=seed))
        assert (row.matched, row.status) == (recount(problem, solution.mapping), solution.status)
        assert (row.left_triples, row.right_variables) == (left.size, len(right.variables))
        assert (row.left, row.right, row.group) == (origin.left_name, origin.right_name, origin.group)
        assert row.signature == f"smatch|conv:smatch|dup:set|top:const|method:{row.method}|v:{VERSION}"
        assert 0 < row.seconds < 10 and 0 < row.optimum_seconds < 10 and row.machine


def test_limits_are_those_of_the_experiment_and_stand_in_the_signature(monkeypatch):
    asked = []
    spy = lambda problem, params: asked.append(params) or brute_force(problem)  # noqa: E731
    monkeypatch.setitem(METHODS, "spy", Method("spy", "notes what it is asked", spy))
    limits = SolveParams(time_limit=2.5, node_limit=7)
    rows = run_pair(pair("(a / x)", "(b / x)"), plan("spy", seeds=(4, 5), time_limit=2.5, node_limit=7))
    seeds = [run_seed(seed, "source", "id") for seed in (4, 5)]
    assert asked[-2:] == [replace(limits, seed=seed) for seed in seeds]
    assert {row.signature.partition("method:")[2] for row in rows} == {f"spy|time-limit:2.5|node-limit:7|v:{VERSION}"}


# ---- what cannot run


def test_a_method_that_refuses_a_pair_says_why():
    large = "(a / x " + " ".join(f":r (b{number} / x)" for number in range(30)) + ")"
    refused, done = run_pair(pair(large, large), plan("brute-force", "S"))
    assert refused.failed and refused.status.startswith("method brute-force refuses a problem with ")
    assert (refused.seconds, refused.optimum, refused.proved) == (0.0, 62, True) and not done.failed


def test_a_solver_whose_answer_does_not_hold_says_so(monkeypatch):
    error = SolverDisagreement("the answer of highs does not withstand a recount")
    monkeypatch.setitem(METHODS, "ilp", Method("ilp", "says no", Mock(side_effect=error)))
    failed, done = run_pair(pair("(a / x)", "(b / x)"), plan("ilp", "exact"))
    assert (failed.matched, failed.status) == (-1, "the answer of highs does not withstand a recount")
    assert done.matched == 2


# ---- the optimum is the best that is known

TWO_BOYS = "(a / and :op1 (b / boy :mod (t / tall)) :op2 (b2 / boy :mod (s / small)))"
OTHER_ORDER = "(a / and :op2 (b / boy :mod (t / tall)) :op1 (b2 / boy :mod (s / small)))"


def stopped(bound):
    """A certified solver that stops at once, with nothing found."""
    return lambda problem, params: Solution((None,) * problem.left_size, 0, bound, Status.TIME_LIMIT)


def stopped_optimum(bound):
    """The certified solver's result for a pair when it stops at once."""

    def compare(left, right, settings):
        problem = build_problem(left, right, settings.convention.duplicates)
        return Comparison(left, right, problem, stopped(bound)(problem, None), status=ClaimStatus.BOUNDED)

    return compare


def test_a_method_or_the_making_of_a_pair_can_know_better_than_a_solver_that_was_stopped(monkeypatch):
    monkeypatch.setattr(pair_rows, "compare_triples", stopped_optimum(bound=50))
    monkeypatch.setitem(METHODS, "lazy", Method("lazy", "aligns nothing", stopped(bound=8)))
    rows = run_pair(pair(TWO_BOYS, OTHER_ORDER), plan("exact", "lazy"))
    assert [(row.matched, row.optimum, row.bound, row.proved) for row in rows] == [(8, 8, 50, False), (0, 8, 50, False)]
    planted = {name: name for name in ("a", "b", "t", "b2", "s")}
    (row,) = run_pair(pair(TWO_BOYS, OTHER_ORDER, planted), plan("lazy"))
    assert (row.optimum, row.proved) == (8, False)  # the bound that the method claims is not proved
    monkeypatch.setattr(pair_rows, "compare_triples", stopped_optimum(bound=8))
    (row,) = run_pair(pair(TWO_BOYS, OTHER_ORDER, planted), plan("lazy"))
    assert row.proved


def test_an_alignment_above_the_certified_bound_is_an_error_of_ours(monkeypatch):
    monkeypatch.setattr(pair_rows, "compare_triples", stopped_optimum(bound=7))
    with pytest.raises(AssertionError, match=r"^pair id of source: the certified bound is 7, an alignment is worth 8$"):
        run_pair(pair(TWO_BOYS, OTHER_ORDER), plan("exact"))


# ---- the folder


@pytest.mark.parametrize("jobs", [1, 3])
def test_the_rows_do_not_depend_on_who_does_the_work(finished, tmp_path, jobs):
    assert run(LITTLE, tmp_path / "out", jobs) == [(done, 8) for done in range(9)]
    assert rows_of(tmp_path / "out") == rows_of(finished)
    for name in (SPECIFICATION, PAIRS):
        assert (tmp_path / "out" / name).read_text() == (finished / name).read_text()


def test_pairs_that_were_missed_are_kept_with_their_alignments(finished):
    rows = list(read_rows(finished / ROWS))
    stored = read_stored_pairs(finished / PAIRS, gather(rows))
    missed = {(row.source, row.pair) for row in rows if row.gap}
    assert stored and stored.keys() <= missed
    for (source, id), kept in stored.items():
        gaps = {row.method: row.gap for row in rows if (row.source, row.pair) == (source, id) and row.gap}
        assert kept.found.keys() == gaps.keys()
    worst = max(rows, key=lambda row: row.gap)
    assert (worst.source, worst.pair) in stored


def test_the_pairs_of_a_run_that_goes_on_are_those_of_one_that_was_not_cut_off(finished, tmp_path):
    whole, rows = (finished / PAIRS).read_bytes(), (finished / ROWS).read_bytes()
    for done in (3, 7):
        folder = tmp_path / str(done)
        cut(finished, folder, len(b"".join(rows.splitlines(keepends=True)[: done * LITTLE.rows])))
        keys = {(row.source, row.pair) for row in read_rows(folder / ROWS)}
        before = [line for line in whole.splitlines(keepends=True) if tuple(json.loads(line).values())[:2] in keys]
        (folder / PAIRS).write_bytes(b"".join(before) + whole[:30])  # the beginning of a line
        assert read_stored_pairs(folder / PAIRS, gather(read_rows(folder / ROWS))).keys() <= keys
        run(LITTLE, folder, resume=True)
        assert (folder / PAIRS).read_bytes() == whole


def test_a_new_run_needs_a_new_folder(tmp_path, finished):
    for folder in (finished, finished / ROWS):
        with pytest.raises(InputError, match=rf"^{folder}: there is something already; name a new folder, "):
            run(LITTLE, folder)


def test_nothing_is_written_for_input_that_cannot_be_read(tmp_path):
    broken = tmp_path / "broken.amr"
    broken.write_text("(a / b :r )")
    experiment = replace(LITTLE, sources=(*LITTLE.sources, CorpusSource("broken", broken, broken)))
    with pytest.raises(InputError, match=r"broken\.amr:1:8: role :r has no target"):
        run(experiment, tmp_path / "out")
    with pytest.raises(WorkersLost):
        list(run_experiment(LITTLE, tmp_path / "out", lambda: (_ for _ in ()).throw(WorkersLost("lost"))))
    assert not (tmp_path / "out").exists()


# ---- interruptions


def cut(finished, folder, size):
    """A folder as a kill would leave it: the first bytes of the rows, and nothing after them."""
    folder.mkdir()
    (folder / SPECIFICATION).write_bytes((finished / SPECIFICATION).read_bytes())
    (folder / ROWS).write_bytes((finished / ROWS).read_bytes()[:size])


def test_a_run_goes_on_from_wherever_it_was_cut_off(finished, tmp_path):
    whole = (finished / ROWS).read_bytes()
    ends = [at + 1 for at, byte in enumerate(whole) if byte == ord("\n")]
    rows = LITTLE.rows
    assert len(ends) == 8 * rows
    places = {0, 100, ends[0], ends[rows - 1] - 1, ends[rows - 1], ends[rows - 1] + 1, ends[3 * rows + 4] - 7}
    places |= {ends[-2], ends[-1] - 1, ends[-1], whole.rindex("⟳".encode()) + 1}  # within a letter, too
    for size in places:
        folder = tmp_path / str(size)
        cut(finished, folder, size)
        told = run(LITTLE, folder, jobs=1, resume=True)
        done = sum(end <= size for end in ends) // rows
        assert told[0][0] == done and told[-1] == (8, 8) and (folder / TABLE).exists()
        assert rows_of(folder) == rows_of(finished), size
        assert (folder / ROWS).read_bytes().startswith(whole[: [0, *ends][done * rows]])


def test_to_resume_what_was_not_begun_or_has_ended(finished, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / ".smatchproof-0123456789abcdef.tmp").write_text("{")  # of a run that was killed
    run(LITTLE, folder, resume=True)
    assert rows_of(folder) == rows_of(finished)
    before = (folder / ROWS).read_bytes()
    run(LITTLE, folder, resume=True)
    assert (folder / ROWS).read_bytes() == before


def test_another_experiment_does_not_go_on(finished, tmp_path):
    cut(finished, tmp_path / "out", 5000)
    before = (tmp_path / "out" / ROWS).read_bytes()
    for change in ({"seeds": (0, 1)}, {"time_limit": 3.0}, {"convention": convention("paper")}):
        words = f"this run was begun with another value of {next(iter(change))}; run the experiment as it was, with"
        with pytest.raises(InputError, match=rf"{SPECIFICATION}: {words}"):
            run(replace(LITTLE, **change), tmp_path / "out", resume=True)
    assert (tmp_path / "out" / ROWS).read_bytes() == before


SPOILED = [  # a file, its text made of what it was, and words of the error
    (SPECIFICATION, lambda lines: ["{"], "json:1:2: this is no JSON"),
    (ROWS, lambda lines: lines[1:], r"expected the row of graphs 1 Base 0, found that of gr"),
    (ROWS, lambda lines: [*lines, lines[0]], "expected no more rows, found that of graphs 1 "),
    (ROWS, lambda lines: ["x\n", *lines], "rows.jsonl:1:1: this is no JSON"),
]


@pytest.mark.parametrize(("name", "change", "words"), SPOILED, ids=["cut", "row lost", "row doubled", "no row"])
def test_a_folder_that_was_changed_does_not_go_on(finished, tmp_path, name, change, words):
    cut(finished, tmp_path / "out", None)
    path = tmp_path / "out" / name
    path.write_text("".join(change(path.read_text().splitlines(keepends=True))))
    before = (tmp_path / "out" / ROWS).read_bytes()
    with pytest.raises(InputError, match=words):
        run(LITTLE, tmp_path / "out", resume=True)
    (tmp_path / "out" / SPECIFICATION).unlink()
    with pytest.raises(InputError, match=r"there are rows but no experiment\.json; name a new folder"):
        run(LITTLE, tmp_path / "out", resume=True)
    assert (tmp_path / "out" / ROWS).read_bytes() == before


def test_a_worker_that_dies_costs_no_rows(finished, tmp_path):
    before = set(active_children())
    for done, _ in run_experiment(LITTLE, tmp_path / "out", partial(open_workers, 2)):
        if done == 1:
            (set(active_children()) - before).pop().kill()
    assert rows_of(tmp_path / "out") == rows_of(finished)


def test_two_runs_do_not_write_to_one_folder(tmp_path):
    pytest.importorskip("fcntl", reason="this system has no locks of that kind")
    text = 'methods = ["S"]\nsources = [{ kind = "trap", family = "circle" }]'
    (tmp_path / "e.toml").write_text(text)
    with closing(run_experiment(read_experiment(text, "e.toml"), tmp_path / "out", partial(open_workers, 1))) as first:
        next(first)
        second = run_as_process("experiment", "run", "e.toml", "-o", "out", "--resume", cwd=tmp_path)
    assert second.returncode == 2 and second.stderr.startswith("error: out: another run is writing here; ")


def test_a_graph_that_mentions_a_variable_early_comes_back_from_the_folder(tmp_path):
    """A missed pair is stored with its graphs, as they were read."""
    pair = TRAPS["circle"].make(persons=8).pair
    text = write_graph(pair.right)
    early = f"(r0 / w :op1 {text[:-1]} :ARG2 zz :mod (nn / new)) :ARG1 (zz / c))"
    for name, each in (("left.amr", write_graph(pair.left)), ("right.amr", early)):
        (tmp_path / name).write_text(each + "\n")
    source = CorpusSource("corpus", tmp_path / "left.amr", tmp_path / "right.amr")
    run(Experiment("early", (source,), ("Base",)), tmp_path / "out")
    results, _ = read_results(tmp_path / "out")
    assert [*read_stored_pairs(tmp_path / "out" / PAIRS, results)] == [("corpus", results.pairs[0].row.pair)]
