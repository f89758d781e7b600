"""The program as its users run it: with arguments, files, standard input, a terminal or a pipe.

What it answers is tested in this process; that a process of its own answers the same, by one command of each kind.
"""

import gc
import gzip
import json
import os
import re
import signal
import subprocess
import sys
from importlib.metadata import entry_points, version
from importlib.util import find_spec

import pytest

from smatchproof.__main__ import main as program
from smatchproof.cli import COMMANDS
from tests.commands import running
from tests.commands.running import FOREVER, PROGRAM, printed
from tests.commands.terminal import OnTerminal

ONE = "# ::id p\n(a / alpha)\n"
THREE = "# ::id p\n(a / alpha)\n\n# ::id q\n(b / beta)\n\n# ::id r\n(c / gamma)\n"
WANT_GO = "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-01 :ARG0 b))\n"
FOOTBALL = "(w / want-01 :ARG0 (b / boy) :ARG1 (f / football))\n"


def run(*arguments, stdin=b"", cwd="."):
    """Run the program to its end: exit code, standard output, standard error."""
    done = running.run(*arguments, cwd=cwd, stdin=stdin)
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def files(tmp_path):
    """A function that writes left.amr and right.amr and returns their folder."""

    def write(left, right):
        for name, content in (("left.amr", left), ("right.amr", right)):
            (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return tmp_path

    return write


def scored(folder, *arguments):
    """Run `score` on the two files of a folder; it must succeed without a word on standard error."""
    return printed(run("score", "left.amr", "right.amr", *arguments, cwd=folder))


IN_A_PROCESS = [
    "score --help",
    "score left.amr right.amr --per-pair --jobs 2",
    "score left.amr right.amr --format json --method ilp-tight --require-proof --time-limit 0.000001",
    "score - right.amr",
    "score broken.amr right.amr",
]


@pytest.mark.usefixtures("processes")
@pytest.mark.parametrize("command", IN_A_PROCESS)
def test_a_process_of_its_own_answers_the_same(files, command):
    folder = files(THREE, THREE.replace("beta", "gamma"))
    (folder / "broken.amr").write_text(THREE.replace("(b / beta)", "(b / beta :r )"))
    answers = [start(*command.split(), cwd=folder, stdin=THREE) for start in (running.run, running.run_as_process)]
    here, there = [(answer.returncode, answer.stdout, answer.stderr) for answer in answers]
    seconds = re.compile(r'"seconds": [-+.e0-9]+')
    assert [seconds.sub("", str(part)) for part in here] == [seconds.sub("", str(part)) for part in there]


def test_nothing_at_all_prints_the_help():
    assert run() == run("--help")


# ---- scores

TEXT = """\
precision  0.6667
recall     0.8000
F1         0.7273
macro F1   0.7273
matched    4 of 6 candidate and 5 reference triples
proved     1 of 1 pair
signature  smatch|conv:paper|dup:set|top:none|method:exact|certified:1/1|v:{}
""".format(version("smatchproof"))
PAPER = ["--convention", "paper"]


def test_an_id_that_is_missing_alone_is_named_once(files):
    """All graphs pair by position then, which is likely an accident; a file without any id is none."""
    folder = files(THREE.replace("# ::id q\n", ""), THREE)
    words = 'left.amr:4: this graph has no "# ::id", and others of this file have one; so all graphs pair by position\n'
    assert run("score", "left.amr", "right.amr", cwd=folder)[2] == words
    assert run("compare", "right.amr", "left.amr", "--metric", "smatch", "--metric", "sembleu", cwd=folder)[2] == words
    files(re.sub("# .*\n", "", THREE), THREE)
    assert run("score", "left.amr", "right.amr", cwd=folder)[2] == ""


def test_text(files):
    row = "1  P 0.6667  R 0.8000  F1 0.7273  matched 4 of 6 and 5  certified\n"
    assert scored(files(WANT_GO, FOOTBALL), *PAPER, "--per-pair") == row + TEXT


SUMMARY_KEYS = [
    *("pairs", "matched", "upper_bound", "left_triples", "right_triples", "precision", "recall", "f1", "proved"),
    *("certified", "statuses", "macro", "changes", "errors", "signature"),
]  # fmt: skip
PAIR_KEYS = [
    *("id", "matched", "upper_bound", "left_triples", "right_triples", "precision", "recall", "f1", "status"),
    *("seconds", "alignment", "sha256"),
]  # fmt: skip


def check_pair(pair):
    assert list(pair) == PAIR_KEYS
    assert pair["seconds"] >= 0
    assert [pair[key] for key in PAIR_KEYS[:5]] == ["1", 4, 4, 6, 5]
    assert [pair["precision"], pair["recall"], pair["f1"]] == pytest.approx([4 / 6, 4 / 5, 8 / 11])
    assert pair["status"] == "certified" and len(pair["sha256"]) == 64
    assert pair["alignment"] == [["w", "w"], ["b", "b"], ["g", "f"]]


def test_json(files):
    asked = [files(WANT_GO, FOOTBALL), *PAPER, "--format", "json"]
    answer = json.loads(scored(*asked, "--per-pair"))
    check_pair(*answer.pop("per_pair"))
    assert list(answer) == SUMMARY_KEYS and answer == json.loads(scored(*asked))
    counts = [answer[key] for key in ("pairs", "matched", "upper_bound", "left_triples", "right_triples", "proved")]
    assert counts == [1, 4, 4, 6, 5, 1]
    assert [answer["precision"], answer["recall"], answer["f1"]] == pytest.approx([4 / 6, 4 / 5, 8 / 11])
    assert answer["macro"] == {key: answer[key] for key in ("precision", "recall", "f1")}
    assert (answer["changes"], answer["errors"]) == ({"left": {}, "right": {}}, [])
    assert answer["signature"] == TEXT.split()[-1]


@pytest.mark.parametrize("per_pair", [[], ["--per-pair"]])
def test_jsonl(files, per_pair):
    out = scored(files(WANT_GO, FOOTBALL), *PAPER, "--format", "jsonl", *per_pair)
    [row] = map(json.loads, out.splitlines())
    assert row.pop("signature") == TEXT.split()[-1]  # a row stands alone, so it says what its score means
    check_pair(row)


@pytest.mark.parametrize("jobs", [1, 2])
def test_rows_come_in_the_order_of_the_candidates(files, jobs):
    parts = THREE.split("\n\n")
    folder = files(THREE, "\n\n".join(reversed(parts)))
    rows = [json.loads(row) for row in scored(folder, "--format", "jsonl", "--jobs", jobs).splitlines()]
    assert [(row["id"], row["f1"]) for row in rows] == [("p", 1.0), ("q", 1.0), ("r", 1.0)]
    answer = json.loads(scored(folder, "--format", "json", "--per-pair", "--jobs", jobs))
    assert [pair["id"] for pair in answer["per_pair"]] == ["p", "q", "r"]
    text = scored(folder, "--per-pair", "--jobs", jobs).splitlines()
    assert [line.split()[0] for line in text[:3]] == ["p", "q", "r"]


SETTINGS = [
    ([], "conv:smatch|dup:set|top:const|method:"),
    (["--top", "concept"], "conv:smatch|dup:set|top:concept|method:"),
    (["--top", "none", "--duplicates", "multiset"], "conv:smatch|dup:multiset|top:none|method:"),
    (["--convention", "smatch-1.0.4"], "conv:smatch-1.0.4|dup:product|top:const|method:"),
    (["--convention", "smatchpp-amr", "--duplicates", "product"], "conv:smatchpp-amr|dup:product|top:concept|method:"),
    (["--convention", "paper", "--method", "ilp"], "conv:paper|dup:set|top:none|method:ilp|"),
    (["--on-error", "empty"], "conv:smatch|dup:set|top:const|on-error:empty|method:"),
    (["--method", "ilp", "--solver", "cbc"], "conv:smatch|dup:set|top:const|method:ilp|"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "settings"), SETTINGS, ids=[" ".join(row[0]) or "default" for row in SETTINGS])
def test_the_signature_names_what_changes_the_score(files, arguments, settings):
    answer = json.loads(scored(files(ONE, ONE), "--format", "json", *arguments))
    assert answer["signature"].startswith(f"smatch|{settings}")
    assert answer["signature"].endswith(f"|certified:1/1|v:{version('smatchproof')}")


def test_what_a_convention_changed_is_told(files):
    folder = files("(a / x :r 1 :r 1 :r 1)", "(a / x :r 1)")
    change = "duplicate triple counted once"
    assert f"\ncandidate  2 x {change}\n" in scored(folder)
    answer = json.loads(scored(folder, "--format", "json", "--per-pair"))
    assert answer["changes"] == {"left": {change: 2}, "right": {}}
    assert answer["per_pair"][0]["changes"] == {"left": {change: 2}, "right": {}}
    out = scored(folder, "--duplicates", "product")
    assert "F1         1.2500" in out
    assert "\nnote       under dup:product repeated triples match n x m times; a score can exceed 1\n" in out


# ---- intervals and proofs

CUT_SHORT = ["--method", "ilp-tight", "--time-limit", "0.000001", "--jobs", "1"]


def test_an_interval_where_not_all_is_proved(samples):
    paths = samples / "annotator-a.amr", samples / "annotator-b.amr"
    out = printed(run("score", *paths, *CUT_SHORT, "--per-pair"))
    *rows, precision, recall, f1, macro, matched, proved, heuristic, signature = out.splitlines()
    for line in (precision, recall, f1, macro):
        low, high = re.fullmatch(r"[a-zF1 ]+ (0\.\d{4}) to ([01]\.\d{4})", line).groups()
        assert float(low) < float(high)
    assert re.fullmatch(r"matched +\d+ \(at most \d+\) of 752 candidate and 740 reference triples", matched)
    assert any(re.search(r"matched 0 \(at most \d+\) of \d+ and \d+  heuristic$", row) for row in rows)
    by_counting = int(re.fullmatch(r"proved +(\d+) of 24 pairs", proved)[1])
    assert (
        by_counting < 24
        and heuristic == f"heuristic  {24 - by_counting} pairs: at least as many triples match as are counted here"
    )
    assert f"|certified:{by_counting}/24|" in signature


def test_an_interval_in_json(samples):
    paths = samples / "annotator-a.amr", samples / "annotator-b.amr"
    code, out, _ = run("score", *paths, *CUT_SHORT, "--per-pair", "--format", "json")
    answer = json.loads(out)
    assert code == 0
    assert answer["matched"] < answer["upper_bound"] and answer["f1"] < answer["f1_upper"] <= 1
    assert answer["macro"]["f1"] < answer["macro_upper"]["f1"]
    for pair in answer["per_pair"]:
        proved = pair["matched"] == pair["upper_bound"]
        assert ("f1_upper" in pair) != proved
        assert proved or (pair["status"], pair["reason"]) == ("heuristic", "time limit")


@pytest.mark.parametrize("form", ["text", "jsonl"])
@pytest.mark.parametrize(("arguments", "expected"), [([], 0), (CUT_SHORT, 1)], ids=["proved", "not proved"])
def test_require_proof(samples, form, arguments, expected):
    paths = samples / "annotator-a.amr", samples / "annotator-b.amr"
    code, out, err = run("score", *paths, *arguments, "--require-proof", "--format", form)
    assert (code, err) == (expected, "")
    assert out


# ---- graphs that are scored as empty


@pytest.mark.parametrize("jobs", [1, 2])
def test_on_error_empty(files, jobs):
    folder = files(THREE.replace("(b / beta)", "(b / beta :r )"), THREE)
    arguments = ["score", "left.amr", "right.amr", "--on-error", "empty", "--jobs", jobs]
    error = "left.amr:5:11: role :r has no target (id q); write :r value, :r variable or :r (x / concept)"
    warning = f"scored as empty: {error}\n  (b / beta :r )\n            ^\n"
    code, out, err = run(*arguments, "--per-pair", cwd=folder)
    assert (code, err) == (0, warning)
    assert "\nq  P 0.0000  R 0.0000  F1 0.0000  matched 0 of 0 and 2  certified  scored as empty: 1\n" in out
    assert "\nmatched    4 of 4 candidate and 6 reference triples\n" in out
    assert "\nerrors     1 graph could not be read and was scored as empty\n" in out
    code, out, err = run(*arguments, "--per-pair", "--format", "json", cwd=folder)
    answer = json.loads(out)
    assert (code, err, answer["errors"]) == (0, warning, [error])
    assert [pair.get("errors") for pair in answer["per_pair"]] == [None, [error], None]
    code, out, err = run(*arguments, "--format", "jsonl", cwd=folder)
    assert (code, err) == (0, warning)
    assert json.loads(out.splitlines()[1])["errors"] == [error]


# ---- files of other kinds


@pytest.mark.parametrize("jobs", [1, 2])
def test_gzip_and_standard_input_score_like_files(samples, tmp_path, jobs):
    left, right = samples / "annotator-a.amr", samples / "annotator-b.amr"
    packed = tmp_path / "packed"
    packed.write_bytes(gzip.compress(left.read_bytes()))
    plain = run("score", left, right, "--jobs", jobs)
    assert plain[0] == 0
    assert run("score", packed, right, "--jobs", jobs) == plain
    assert run("score", "-", right, "--jobs", jobs, stdin=left.read_bytes()) == plain
    assert run("score", "-", right, "--jobs", jobs, stdin=packed.read_bytes()) == plain
    assert run("score", left, "-", "--jobs", jobs, stdin=right.read_bytes()) == plain
    with left.open("rb") as redirected:
        done = subprocess.run([*PROGRAM, "score", "-", right], stdin=redirected, capture_output=True, timeout=FOREVER)
    assert (done.returncode, done.stdout.decode(), done.stderr) == (*plain[:2], b"")


# ---- explain

EXPLAINED = """\
candidate: He wants to go.
  instance(w, want-01) ∧
  instance(b, boy) ∧
  instance(g, go-01) ∧
  ARG0(w, b) ∧
  ARG1(w, g) ∧
  ARG0(g, b)

reference
  instance(w, want-01) ∧
  instance(b, boy) ∧
  instance(f, football) ∧
  ARG0(w, b) ∧
  ARG1(w, f)

alignment (3)
  w / want-01  ↔  w / want-01
  b / boy      ↔  b / boy
  g / go-01    ↔  f / football

matched (4)
  instance(w, want-01)  =  instance(w, want-01)
  instance(b, boy)  =  instance(b, boy)
  ARG0(w, b)  =  ARG0(w, b)
  ARG1(w, g)  =  ARG1(w, f)

only in the candidate (2)
  instance(g, go-01)
  ARG0(g, b)

only in the reference (1)
  instance(f, football)

matched 4 of 6 and 5 triples (proved: no alignment matches more)
precision 0.6667  recall 0.8000  F1 0.7273
alignment: the canonical optimum, the first by the names of variables
conv:paper|dup:set|top:none|method:exact
"""


def test_explain_the_only_pair(files):
    folder = files("# ::snt He wants to go.\n" + WANT_GO, FOOTBALL)
    assert run("explain", "left.amr", "right.amr", *PAPER, cwd=folder) == (0, EXPLAINED, "")


REPEATED_LEFT = "(a / x :r 1 :r 1 :r 1 :s (b / y) :s b)"
REPEATED_RIGHT = "(c / x :r 1 :r 1 :s (d / z) :s d :s d)"
REPEATED = {
    # how often each shared triple counts, what is only in the candidate, what is only in the reference
    "set": ("", ["instance(b, y)"], ["instance(d, z)"]),
    "multiset": ("  (2 times)", ["instance(b, y)", "r(a, 1)"], ["instance(d, z)", "s(c, d)"]),
    "product": ("  (6 times)", ["instance(b, y)"], ["instance(d, z)"]),
}


@pytest.mark.parametrize("duplicates", REPEATED)
def test_explain_repeated_triples(files, duplicates):
    folder = files(REPEATED_LEFT, REPEATED_RIGHT)
    code, out, _ = run("explain", "left.amr", "right.amr", *PAPER, "--duplicates", duplicates, cwd=folder)
    sections = {part.split(" (")[0]: part.split("\n")[1:] for part in out.split("\n\n")}
    assert code == 0
    times, left_only, right_only = REPEATED[duplicates]
    matched = ["instance(a, x)  =  instance(c, x)", f"r(a, 1)  =  r(c, 1){times}", f"s(a, b)  =  s(c, d){times}"]
    for name, expected in (("matched", matched), ("candidate", left_only), ("reference", right_only)):
        found = sections[name if name == "matched" else f"only in the {name}"]
        assert found == ["  " + line for line in expected]
    assert ("(3 x duplicate triple counted once)" in out) == (duplicates == "set")


def test_explain_nothing_in_common_and_an_unaligned_variable(files):
    folder = files("(a / x :r (b / y))", "(c / z)")
    code, out, _ = run("explain", "left.amr", "right.amr", *PAPER, cwd=folder)
    assert code == 0
    assert "\nalignment (2)\n  a / x  ↔  (nothing)\n  b / y  ↔  (nothing)\n\nmatched (0)\n\n" in out


FIND = [
    # arguments, the node of both graphs that are explained
    (["--id", "q"], "b / beta"),
    (["--id", "r"], "c / gamma"),
    (["--id", "1"], "a / alpha"),
    (["--id", "3"], "c / gamma"),
]


@pytest.mark.parametrize(("arguments", "node"), FIND)
@pytest.mark.parametrize("order", [1, -1])
def test_explain_finds_a_pair_by_id_or_position(files, arguments, node, order):
    folder = files(THREE, "\n\n".join(THREE.strip().split("\n\n")[::order]))
    code, out, _ = run("explain", "left.amr", "right.amr", *arguments, cwd=folder)
    assert code == 0
    assert f"\n  {node}  ↔  {node}\n" in out


def test_explain_prefers_an_id_to_a_position(files):
    numbered = THREE.replace("id p", "id 3").replace("id q", "id 1").replace("id r", "id 2")
    _, out, _ = run("explain", "left.amr", "right.amr", "--id", "1", cwd=files(numbered, numbered))
    assert "b / beta  ↔  b / beta" in out


def test_explain_reads_no_other_graph(files):
    folder = files(THREE.replace("(b / beta)", "(b / )"), THREE)
    assert run("explain", "left.amr", "right.amr", "--id", "r", cwd=folder)[0] == 0


# ---- help and version


def test_version():
    assert run("--version") == (0, f"smatchproof {version('smatchproof')}\n", "")


def test_the_installed_command_is_this_program():
    (script,) = entry_points(group="console_scripts", name="smatchproof")
    assert script.value in ("smatchproof.__main__:main", "smatchproof.cli:main")  # where it was installed earlier


# ---- what a short run must not load


HEAVY = {"mip", "numpy", "scipy", "matplotlib", "networkx", "rich", "numba", "dask", "highspy"}
UNUSED = {
    *("exact.models", "heuristics.climbing", "heuristics.iterated", "scoring.methods.user_methods"),
    *("scoring.metrics.presets", "scoring.metrics.sembleu", "scoring.metrics.user_metrics"),
    *("scoring.systems.significance", "similarity.similarity", "similarity.similarity_files"),
    "scoring.workers",
}


@pytest.mark.parametrize(
    ("arguments", "unused"),
    [
        ("score left.amr right.amr", HEAVY | UNUSED | {"pickle", "multiprocessing", "concurrent"}),
        ("score left.amr right.amr --method brute-force --format json --per-pair --jobs 1", HEAVY),
        ("explain left.amr right.amr", HEAVY),
        ("score left.amr none.amr", HEAVY),
    ],
)
def test_what_is_not_needed_is_not_imported(files, monkeypatch, arguments, unused):
    monkeypatch.delenv("SMATCHPROOF_START_METHOD", raising=False)
    names = {f"smatchproof.{name}" if name in UNUSED else name for name in unused}
    assert all(find_spec(name) for name in names if name.startswith("smatchproof"))
    script = (
        f"import sys; from smatchproof.cli import main; main(sys.argv[1:]); sys.exit(str({names} & {{*sys.modules}}))"
    )
    command = [sys.executable, "-c", script, *arguments.split()]
    done = subprocess.run(command, capture_output=True, text=True, cwd=files(ONE, ONE), timeout=FOREVER)
    assert done.stderr.splitlines()[-1] == "set()"


# ---- terminals and pipes


def test_a_progress_bar_on_a_terminal_only(samples):
    arguments = ["score", samples / "annotator-a.amr", samples / "annotator-b.amr"]
    out = printed(run(*arguments))
    with OnTerminal(*arguments) as program:
        code, out_on_terminal, shown = program.finish()
    assert (code, out_on_terminal) == (0, out)
    assert "scoring" in shown and "24/24" in shown


def test_the_line_that_is_verified_is_shown_on_a_terminal_only(files):
    folder = files(ONE, ONE)
    assert run("score", folder / "left.amr", folder / "right.amr", "--certificates", folder / "c.jsonl")[0] == 0
    line = (folder / "c.jsonl").read_text()
    number = 2000
    named = [line.replace('"id":"', f'"id":"{place}-', 1) for place in range(number)]
    (folder / "many.jsonl").write_text("".join(named))
    out = printed(run("verify", folder / "many.jsonl"))
    assert f"{number:,} certificates" in out
    with OnTerminal("verify", folder / "many.jsonl") as program:
        code, out_on_terminal, shown = program.finish()
    assert (code, out_on_terminal) == (0, out)
    assert re.search(r"verifying line .*[0-9]+/\?", shown)
    with OnTerminal("verify", folder / "many.jsonl") as program:
        program.read_until(rb"[1-9][0-9]*/\?")  # of the first line that was read
        os.killpg(program.process.pid, signal.SIGINT)
        code, _, shown = program.finish()
    assert code == 130
    words = r"many.jsonl: no verdict: stopped in line [0-9,]+; [0-9,]+ certificates before it hold\r\ninterrupted"
    assert re.search(words, shown)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("verify", "wrong.jsonl", "--keep-going"), 1),
        (("verify", "wrong.jsonl", "--keep-going", "--format", "json"), 1),
        (("verify", "c.jsonl"), 0),
        (("check", "unread.amr"), 1),
        (("score", "left.amr", "right.amr", "--no-check", "--require-proof"), 2),
        (("score", "left.amr", "right.amr", "--method", "S", "--require-proof"), 1),
        (("score", "left.amr", "right.amr"), 0),
        (("compare", "right.amr", "left.amr", "--method", "S", "--require-proof"), 1),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, tuple) else "",
)
def test_a_reader_that_leaves_changes_no_exit_code(files, words, code):
    folder = files(ONE, "(z / zebra)")
    assert run("score", "left.amr", "right.amr", "--certificates", "c.jsonl", cwd=folder)[0] == 0
    record = json.loads((folder / "c.jsonl").read_text())
    (folder / "wrong.jsonl").write_text(json.dumps(record | {"matched": record["matched"] - 1}) + "\n")
    (folder / "unread.amr").write_text("(a / b")
    reader, writer = os.pipe()
    os.close(reader)
    try:
        command = [*PROGRAM, *words]
        done = subprocess.run(command, cwd=folder, stdout=writer, stderr=subprocess.PIPE, timeout=FOREVER)
    finally:
        os.close(writer)
    assert done.returncode == code, done.stderr


def repeated(samples, folder, times):
    """Two files with all samples that many times."""
    for name in ("annotator-a.amr", "annotator-b.amr"):
        folder.joinpath(name).write_text("\n\n".join([(samples / name).read_text()] * times))
    return folder / "annotator-a.amr", folder / "annotator-b.amr"


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_leaves_what_was_finished(samples, tmp_path, jobs):
    many = repeated(samples, tmp_path, 200)  # a minute's work
    arguments = ["score", *many, "--method", "ilp", "--jobs", jobs, "--format", "json", "--per-pair"]
    with OnTerminal(*arguments) as program:
        program.read_until(rb"[1-9]\d*/4800")
        os.killpg(program.process.pid, signal.SIGINT)
        code, out, shown = program.finish()
    answer = json.loads(out)
    assert code == 130
    assert 0 < answer["pairs"] == len(answer["per_pair"]) < 4800
    assert answer["pairs"] + answer["missing"] == 4800
    assert answer["signature"].split("|")[-2] == f"certified:{answer['certified']}/{answer['pairs']}"
    assert shown.rstrip().endswith(f"interrupted: {answer['missing']:,} of 4,800 pairs are not in this score")
    assert "Traceback" not in shown


def test_certificates_that_an_interrupt_has_lost_are_not_called_written(samples, tmp_path, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("smatchproof.commands.score._tell", interrupted)
    words = "score", samples / "annotator-a.amr", samples / "annotator-b.amr", "--jobs", 1, "--certificates", "c.jsonl"
    for more in ((), ("--format", "json")):
        code, out, err = run(*words, *more, cwd=tmp_path)
        assert code == 130 and "F1" in out.replace("f1", "F1") and "written" not in out and '"certificates"' not in out
        assert "c.jsonl: no certificate was written" in err and not (tmp_path / "c.jsonl").exists()


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_reader_that_has_seen_enough_is_no_error(samples, tmp_path, jobs):
    many = repeated(samples, tmp_path, 12)  # more rows than a pipe holds
    arguments = [*PROGRAM, "score", *many, "--format", "jsonl", "--jobs", str(jobs)]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        first = program.stdout.readline()
        program.stdout.close()
        err = program.stderr.read()
    assert json.loads(first)["id"] == "sample.1"
    assert (program.returncode, err) == (0, b"")


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh"])
def test_a_script_completes_every_command(shell):
    pytest.importorskip("shtab", reason="shtab is not installed")
    out = printed(run("completion", shell))
    assert all(name in out for name in COMMANDS)
    assert "--certificates" in out or shell == "tcsh"


def test_the_end_of_the_program_looks_for_no_garbage(monkeypatch, capsys):
    """Python looks through all objects as it ends, for a fifth of a short command, unless they are frozen."""
    monkeypatch.setattr(sys, "argv", ["smatchproof", "score", "--help"])
    threshold, handler = gc.get_threshold(), signal.getsignal(signal.SIGINT)
    try:
        with pytest.raises(SystemExit):
            program()
        assert gc.get_freeze_count() > 10_000
    finally:
        gc.unfreeze()
        gc.set_threshold(*threshold)
        signal.signal(signal.SIGINT, handler)
    assert "certificates" in capsys.readouterr().out
