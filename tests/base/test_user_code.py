"""Objects in files of users: which files run, what their names are, and what becomes of their exceptions."""

import pytest

from smatchproof.base.errors import InputError, UsageError
from smatchproof.base.user_code import UserCodeError, adopt, allow, allowed, find, register, users_code
from tests.commands.running import run, run_as_process

GRAPHS = "(b / boy :ARG0-of (r / run-02))\n\n(g / girl)\n"
MINE = """
import beside

class Search:
    "Some searches."
    def run(problem, params):
        return [None] * problem.left_size

def fail(*arguments):
    raise ValueError("no\\nluck")
"""


@pytest.fixture
def place(tmp_path, monkeypatch):
    (tmp_path / "beside.py").write_text("")
    (tmp_path / "mine.py").write_text(MINE)
    for name in ("a.amr", "b.amr"):
        (tmp_path / name).write_text(GRAPHS.replace("boy", name[0]))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_an_object_is_found_by_the_name_of_its_file_once_that_is_allowed(place):
    with pytest.raises(UsageError, match=r"'mine.py:fail' would run code; allow it with --plugin mine.py, or give"):
        find("mine.py:fail")
    assert allow(str(place / "mine.py:Search.run")) == "mine.py:Search.run" == allow("mine.py:Search.run")
    assert find("mine.py:fail") is find("mine.py:fail") and callable(find("mine.py:Search.run"))
    with pytest.raises(UsageError, match=r"mine\.py has no 'greedy'; it has Search, fail"):
        find("mine.py:greedy")


def test_files_that_are_not_there_or_have_the_same_name_are_refused(place):
    with pytest.raises(InputError, match=r"gone\.py: no such file"):
        allow("gone.py:fail")
    (place / "other").mkdir()
    (place / "other" / "mine.py").write_text("")
    allow("mine.py:fail")
    with pytest.raises(UsageError, match=r"two files are called mine\.py: "):
        allow("other/mine.py:fail")
    assert allow("S+4R") == "S+4R"


@pytest.mark.parametrize(("text", "choices"), [(MINE, "mine.py:Search or mine.py:fail"), ("def", "mine.py:NAME")])
def test_a_file_without_a_name_is_told_what_it_has_and_is_not_run(place, text, choices):
    (place / "mine.py").write_text(f"raise SystemExit\n{text}\ndef _hidden(): pass\n")
    done = run("score", "a.amr", "b.amr", "--method", "mine.py", cwd=place)
    assert done.returncode == 2 and f"'mine.py' is a file; name a method in it: {choices} (see" in done.stderr


def test_a_worker_gets_files_and_what_can_be_pickled(place):
    allow("mine.py:fail")
    names = register(users_code), register(lambda: 0)
    assert names == ("smatchproof.base.user_code:users_code", "tests.base.test_user_code:lambda")
    assert register(lambda: 1) == "tests.base.test_user_code:lambda-2"
    files, objects = allowed()
    assert files == {"mine.py": str(place / "mine.py")} and [*objects] == [names[0]]
    adopt((files, objects))


def test_an_exception_keeps_its_traceback():
    with pytest.raises(UserCodeError, match=r"^it raised ValueError: no luck$") as caught, users_code("it"):
        raise ValueError("no\nluck")
    assert "test_user_code.py" in caught.value.traceback
    with pytest.raises(KeyboardInterrupt), users_code("it"):
        raise KeyboardInterrupt


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("kind", ["method", "metric", "convention"])
def test_a_command_shows_the_traceback_and_names_the_pair(place, kind, jobs):
    done = run("score", "a.amr", "b.amr", f"--{kind}", "mine.py:fail", "--jobs", jobs, cwd=place)
    assert (done.returncode, done.stdout) == (2, "")
    first, *rest, last = done.stderr.splitlines()
    assert first == "Traceback (most recent call last):" and any('mine.py", line 10, in fail' in each for each in rest)
    assert last == "error: pair 1 of a.amr and b.amr: mine.py:fail raised ValueError: no luck"


def test_a_file_that_does_not_run_shows_its_own_traceback(place):
    (place / "mine.py").write_text("1 / 0\n")
    done = run("score", "a.amr", "b.amr", "--metric", "mine.py:fail", cwd=place)
    assert done.returncode == 2 and 'mine.py", line 1' in done.stderr
    assert done.stderr.endswith("error: mine.py raised ZeroDivisionError: division by zero\n")


def test_a_certificate_and_a_map_run_nothing_that_was_not_allowed(place):
    (place / "rule.py").write_text(
        "from smatchproof.conventions.triple_draft import TripleDraft\n"
        "def rule(graph): return TripleDraft.of_concepts(graph.variables, graph.concepts)\n"
    )
    words = ["--convention", "rule.py:rule"]
    assert run("score", "a.amr", "b.amr", *words, "--certificates", "c.jsonl", cwd=place).returncode == 0
    assert run("verify", "c.jsonl", "a.amr", "b.amr", *words, cwd=place).returncode == 0
    done = run("verify", "c.jsonl", "a.amr", "b.amr", cwd=place)
    assert done.returncode == 1 and "conv:rule.py:rule" in done.stderr
    (place / "rule.py").write_text(
        (place / "rule.py").read_text().replace("graph.concepts)", "['x' for _ in graph.concepts])")
    )
    done = run_as_process("verify", "c.jsonl", "a.amr", "b.amr", *words, cwd=place)
    assert done.returncode == 1 and done.stderr.startswith("refused: ")
