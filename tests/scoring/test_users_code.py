"""Code of users of every kind, which raises, prints and forks what it likes: the program goes its way."""

import json

import pytest

from smatchproof.base.errors import UsageError
from smatchproof.base.interrupts import Stop
from smatchproof.plugins import users_code
from tests.commands.running import run, run_as_process

RAISED = ("ValueError", "SystemExit", "GeneratorExit", "StopIteration", "BaseException", "KeyboardInterrupt")
GRAPHS = "(b / boy :ARG0-of (r / run-02))\n\n(g / girl)\n"
MINE = """
import atexit
import io
import os
import sys
import threading
import time

from smatchproof.graphs.reading import parse_graph

print("loaded")


def draw():
    raise {raised}("no")
    yield


def fail(*arguments):
    raise {raised}("no")


def prints(problem, params):
    print("here I am")
    return [None] * problem.left_size


def leaves(*arguments):
    os._exit(0)


def leaves_later(*arguments):
    leaver = threading.Thread(target=os._exit, args=(0,))
    leaver.start()
    leaver.join()


def forks_to_leave(*arguments):
    child = os.fork()
    if not child:
        os._exit(3)
    return float(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 3)


def writes(*arguments):
    os.write(1, b"here I am\\n")
    return 0.5


def prints_later(*arguments):
    def go():
        while threading.main_thread().is_alive():
            print("here I am")
            time.sleep(0.0005)
        print("here I am at last")

    threading.Thread(target=go).start()
    atexit.register(lambda: (print("and here"), sys.stdout.flush(), os.write(1, b"in the end\\n")))
    return 0.5


def closes(*arguments):
    sys.stdout.close()
    sys.stderr.close()
    print("here I am")
    return 0.5


def takes_apart(*arguments):
    io.TextIOWrapper(sys.stdout.detach()).write("here I am\\n")
    sys.stderr = None
    return 0.5


def wraps(*arguments):
    sys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8")
    print("here I am")
    return 0.5


def forks(problem, params):
    os.fork()
    return [0] + [None] * (problem.left_size - 1)
"""
KINDS = {
    "method": ["--method", "mine.py:fail"],
    "metric": ["--metric", "mine.py:fail"],
    "convention": ["--convention", "mine.py:fail"],
    "similarity": ["--metric", "graded-smatch", "--similarities", "mine.py:fail"],
}


@pytest.fixture
def place(tmp_path):
    """A folder with two files of two graphs, and code of a user."""
    (tmp_path / "a.amr").write_text(GRAPHS)
    (tmp_path / "b.amr").write_text(GRAPHS.replace("boy", "man").replace("girl", "woman"))
    (tmp_path / "mine.py").write_text(MINE.format(raised="ValueError"))
    return tmp_path


@pytest.mark.parametrize(("kind", "jobs"), [*((kind, 1) for kind in KINDS), ("method", 2)])
@pytest.mark.parametrize("raised", RAISED)
def test_whatever_it_raises_is_one_line(place, kind, raised, jobs):
    (place / "mine.py").write_text(MINE.format(raised=raised))
    done = run("score", "a.amr", "b.amr", *KINDS[kind], "--jobs", jobs, cwd=place)
    if raised == "KeyboardInterrupt" and jobs == 1:  # it cannot be told from Ctrl-C
        assert done.returncode == 130
    else:
        assert done.returncode == 2 and done.stdout == ""
        last = done.stderr.splitlines()[-1]
        assert last.startswith("error: pair 1 of a.amr and b.amr: mine.py:fail raised ")
        assert raised in last and last.endswith(": no")


@pytest.mark.parametrize("raised", RAISED[:-1])
def test_a_source_that_raises_is_one_line(place, raised):
    (place / "mine.py").write_text(MINE.format(raised=raised))
    for number, name in enumerate(("draw", "fail")):
        (place / "e.toml").write_text(f'methods = ["S"]\n[[sources]]\nkind = "mine.py:{name}"\n')
        done = run("experiment", "run", "e.toml", "-o", f"out{number}", "--plugin", "mine.py", cwd=place)
        assert done.returncode == 2 and f"mine.py:{name} raised " in done.stderr and raised in done.stderr


SOURCE = """
from smatchproof.graphs.reading import parse_graph

CALLS = []


def pairs(sizes):
    CALLS.append(0)
    for variable in range(sizes[len(CALLS) - 1]):
        yield parse_graph(f"(a / {'boy' if sizes[2:] else len(CALLS)})"), parse_graph("(a / boy)")
"""


@pytest.mark.parametrize(
    ("sizes", "error"),
    [
        ([0], "mine.py:pairs makes no pairs; an experiment needs one at least of each source"),
        ([2, 2], "pair 1 of mine.py:pairs is not that of its first call; let it make the same pairs at every call"),
        ([2, 1, 0], "pair 2 of mine.py:pairs is not that of its first call; let it make the same pairs at every call"),
        ([2, 3, 0], "pair 3 of mine.py:pairs is not that of its first call; let it make the same pairs at every call"),
    ],
)
def test_a_source_without_pairs_or_with_others_at_each_call_is_refused(place, sizes, error):
    (place / "mine.py").write_text(SOURCE)
    (place / "e.toml").write_text(f'methods = ["S"]\n[[sources]]\nkind = "mine.py:pairs"\nsizes = {sizes}\n')
    done = run("experiment", "run", "e.toml", "-o", "out", "--plugin", "mine.py", cwd=place)
    assert done.returncode == 2 and done.stderr.splitlines()[-1].startswith(f"error: {error}")
    assert (place / "out").exists() == any(sizes)


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_it_prints_is_not_among_the_data(place, jobs):
    options = ["--method", "mine.py:prints", "--format", "jsonl", "--jobs", jobs]
    done = run_as_process("score", "a.amr", "b.amr", *options, cwd=place)
    assert done.returncode == 0
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == ["1", "2"]
    assert "loaded\n" in done.stderr and "here I am\n" in done.stderr


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_its_finalisers_raise_is_passed_over(place, jobs):
    (place / "mine.py").write_text(
        "class Loud:\n    def __del__(self): raise OSError\n\ndef fail(*_): Loud(); raise OSError"
    )
    done = run_as_process("score", "a.amr", "b.amr", "--method", "mine.py:fail", "--jobs", jobs, cwd=place)
    assert (done.returncode, done.stderr) == (2, "error: pair 1 of a.amr and b.amr: mine.py:fail raised OSError\n")


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_process_that_it_forks_and_forgets_gives_no_second_answer(place, jobs):
    """Sent by a worker, that would be taken for the answer about the next pair."""
    options = ["--method", "mine.py:forks", "--format", "jsonl", "--jobs", jobs]
    done = run_as_process("score", "a.amr", "b.amr", *options, cwd=place)
    assert done.returncode == 0 and "error" not in done.stderr
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(row["id"], row["alignment"]) for row in rows] == [("1", [["b", "b"]]), ("2", [["g", "g"]])]


@pytest.mark.parametrize(("name", "said"), [("leaves", "raised SystemExit:"), ("leaves_later", "ended the program by")])
def test_no_command_ends_without_a_word_where_the_code_ends_the_process(place, name, said):
    searched = ["generate", "adversary", "--variables", 5, "--evaluations", 50, "-o", "x.l", "x.r", "--method"]
    scored = ["score", "a.amr", "b.amr", "--jobs", 1, "--metric"]
    for words in (searched, scored):
        done = run_as_process(*words, f"mine.py:{name}", cwd=place)
        assert (done.returncode, done.stdout) == (2, "") and len(done.stderr.splitlines()) == 2, done  # loaded, error
        assert done.stderr.endswith("\n") and f"mine.py:{name} {said} os._exit(0)" in done.stderr


def test_a_file_that_ends_the_process_is_named(place):
    (place / "mine.py").write_text("import os\nos._exit(0)\n")
    done = run_as_process("score", "a.amr", "b.amr", "--metric", "mine.py:fail", cwd=place)
    assert done.returncode == 2 and "mine.py:2: cannot be loaded: SystemExit: os._exit(0)" in done.stderr


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_processes_that_code_forks_and_workers_end_as_they_like(place, jobs):
    words = ["score", "a.amr", "b.amr", "--jobs", jobs, "--metric"]
    done = run_as_process(*words, "mine.py:forks_to_leave", "--format", "json", cwd=place)
    assert done.returncode == 0 and json.loads(done.stdout)["value"] == 1, done
    if jobs == 2:
        done = run_as_process(*words, "mine.py:leaves", cwd=place)
        assert done.returncode == 2
        assert done.stderr.endswith(
            "error: pair 1 of a.amr and b.amr: its worker process died (killed, or out of memory)\n"
        )


@pytest.mark.parametrize("words", [["score", "--jobs", 1], ["score", "--jobs", 2], ["audit", "--runs", 2, "--no-bias"]])
def test_what_it_writes_to_the_descriptor_is_not_among_the_data(place, words):
    done = run_as_process(*words, "a.amr", "b.amr", "--metric", "mine.py:writes", "--format", "json", cwd=place)
    assert done.returncode == 0 and json.loads(done.stdout) and "here I am\n" in done.stderr


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_it_prints_after_it_has_returned_is_not_among_the_data(place, jobs):
    words = ["--metric", "mine.py:prints_later", "--format", "json", "--jobs", jobs]
    done = run_as_process("score", "a.amr", "b.amr", *words, cwd=place)
    assert done.returncode == 0 and json.loads(done.stdout)["value"] == 0.5, done
    ends = ["here I am at last", "and here", "in the end"] if jobs == 1 else []  # workers end at once
    assert {"here I am", *ends} <= {*done.stderr.splitlines()}


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("name", ["closes", "takes_apart", "wraps"])
def test_the_streams_that_it_closes_are_its_own(place, name, jobs):
    words = ["--metric", f"mine.py:{name}", "--format", "json", "--jobs", jobs]
    done = run_as_process("score", "a.amr", "b.amr", *words, cwd=place)
    assert done.returncode == 0 and json.loads(done.stdout)["value"] == 0.5, done
    assert done.stderr.splitlines()[-2:] == ["here I am"] * 2


def test_what_ends_code_from_outside_is_no_error_of_it():
    for error in (Stop(), KeyboardInterrupt()):
        with pytest.raises(type(error)), users_code("mine.py:greedy"):
            raise error
    with pytest.raises(UsageError, match="greedy ran out of memory"), users_code("mine.py:greedy"):
        raise MemoryError
