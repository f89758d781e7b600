"""Methods that are programs: the examples in C and awk, and what a program may do wrong."""

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from smatchproof.problem.problem import AlignmentProblem, recount
from smatchproof.problem.solution import SolveParams
from smatchproof.scoring.methods.registry import allowed_method, method
from smatchproof.scoring.methods.user_methods import MethodFailure
from tests.commands import running
from tests.instances import random_problem

EXAMPLES = Path(__file__).parents[2] / "examples"


def heaviest_first(problem):
    """The algorithm of greedy.c."""
    partners, taken = [None] * problem.left_size, set()
    for p in sorted(range(len(problem.candidates)), key=lambda p: -problem.unary[p]):
        left, right = problem.candidates[p]
        if partners[left] is None and right not in taken:
            partners[left] = right
            taken.add(right)
    return tuple(partners)


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_the_example_in_c_gives_the_rows_of_the_same_in_python(tmp_path):
    subprocess.run(["cc", "-O2", "-o", tmp_path / "greedy", EXAMPLES / "greedy.c"], check=True)
    in_c = method(allowed_method(f"cmd:{tmp_path}/greedy"))
    for seed in range(50):
        problem = random_problem(random.Random(seed))
        found = in_c.solve(problem, SolveParams(seed=seed))
        assert found.mapping == heaviest_first(problem) and found.matched == recount(problem, found.mapping)


@pytest.mark.skipif(shutil.which("awk") is None, reason="there is no awk")
def test_the_example_in_awk(tmp_path):
    script = shutil.copy(EXAMPLES / "greedy.awk", tmp_path / "first.awk")
    problem = AlignmentProblem.from_weights(2, 2, {(0, 1): 2, (1, 0): 1, (1, 1): 5}, {})
    assert method(allowed_method(f"cmd:{script}")).solve(problem, SolveParams()).mapping == (1, 0)
    words = ["score", EXAMPLES / "a.amr", EXAMPLES / "b.amr", "--jobs", "2", "--method", f"cmd:{script}"]
    done = running.run(*map(str, words), cwd=tmp_path)
    assert done.returncode == 0 and "|method:cmd:first.awk|" in done.stdout, done.stderr


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("echo broken >&2; exit 3", "ended with exit code 3: broken"),
        ("echo 0", "printed '0'; expected LEFT RIGHT"),
        ("echo 0 0; echo 0 1", "and not twice"),
        ("cat; echo 7 7", "with LEFT below 2"),  # which would wait for a terminal
        ("echo 7 0", "with LEFT below 2"),
        ("echo 0 7", "partner 7, expected None or the index of a right variable"),
        ("echo 0 1; echo 1 1", "two left variables have partner 1"),
    ],
)
def test_what_a_program_may_do_wrong_is_told_in_a_line(tmp_path, body, told):
    program = tmp_path / f"wrong{abs(hash(body))}"
    program.write_text(f"#!/bin/sh\n{body}\n")
    program.chmod(0o755)
    problem = AlignmentProblem.from_weights(2, 2, {(0, 1): 2}, {})
    with pytest.raises(MethodFailure) as caught:
        method(allowed_method(f"cmd:{program}")).solve(problem, SolveParams())
    assert told in str(caught.value) and str(caught.value).startswith(f"cmd:{program.name}")


def test_what_is_no_program_of_this_machine(tmp_path):
    script = tmp_path / "headless"
    script.write_text("echo 0 0\n")
    script.chmod(0o755)
    with pytest.raises(MethodFailure, match="cannot be run: Exec format error; a script begins with #!"):
        method(allowed_method(f"cmd:{script}")).solve(
            AlignmentProblem.from_weights(1, 1, {(0, 0): 1}, {}), SolveParams()
        )
