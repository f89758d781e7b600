"""The program as its users run it: with arguments, files, standard input, a terminal or a pipe.

What it answers is tested in this process; that a process of its own answers the same, by one command of each kind.
"""

import gzip
import os
import re
import signal
import subprocess

import pytest

from tests.commands import running
from tests.commands.running import FOREVER, PROGRAM, printed
from tests.commands.terminal import OnTerminal

THREE = "# ::id p\n(a / alpha)\n\n# ::id q\n(b / beta)\n\n# ::id r\n(c / gamma)\n"


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


# ---- intervals and proofs


@pytest.mark.parametrize(("least", "expected"), [("0.8672", 0), ("0.8673", 1), ("1", 1), ("0", 0)])
def test_fail_below(paths, least, expected):
    """F1 is 0.867292...; what is not proved does not count."""
    code, out, err = run("score", *paths, "--fail-below", least, "-b")
    assert (code, out) == (expected, "0.8673\n")
    assert err == f"{paths[0]}: F1 is 0.86729223, below {least}\n" * expected
    cut_short = "--method", "ilp-tight", "--time-limit", "0.000001", "--jobs", "1"
    code, _, err = run("score", *paths, *cut_short, "--fail-below", "0.86")
    assert code == 1 and ", as far as it is proved, below 0.86" in err


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
    assert code == 0 and f"\n  {node}  ↔  {node}\n" in out


# ---- terminals and pipes


def test_a_progress_bar_on_a_terminal_only(samples):
    arguments = ["score", samples / "annotator-a.amr", samples / "annotator-b.amr"]
    out = printed(run(*arguments))
    with OnTerminal(*arguments) as program:
        code, out_on_terminal, shown = program.finish()
    assert (code, out_on_terminal) == (0, out)
    assert "scoring" in shown and "24/24" in shown


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_prints_nothing_more(samples, tmp_path, jobs):
    many = [tmp_path / name for name in ("annotator-a.amr", "annotator-b.amr")]
    for file in many:
        file.write_text("\n\n".join([(samples / file.name).read_text()] * 200))  # a minute's work
    arguments = ["score", *many, "--method", "ilp", "--jobs", jobs, "--per-pair"]
    with OnTerminal(*arguments) as program:
        program.read_until(rb"[1-9]\d*/4800")
        os.killpg(program.process.pid, signal.SIGINT)
        code, out, shown = program.finish()
    assert (code, out) == (130, "") and shown.rstrip().endswith("interrupted")
    assert "Traceback" not in shown
