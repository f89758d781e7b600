"""The playground: what it answers, and that the page does so in a browser, without a network once it was loaded."""

import json
import os
import subprocess
import sys

import pytest

from smatchproof.exact.checker import check
from smatchproof.lab.teaching import EXERCISES
from smatchproof.lab.teaching.playground import EXAMPLES, PAPER, check_certificate, choices, solve
from tests.docs.exercise_answers import RIGHT, WRONG
from website.playground_page import pack


def solved(**request):
    return json.loads(solve(json.dumps(request)))


# ---- what it answers


OFFERED = json.loads(choices())["questions"]
SOLVED = [each for each in OFFERED if not each["runs"]]


@pytest.mark.parametrize("offered", SOLVED, ids=lambda offered: offered["label"])
def test_what_is_offered_is_solved_and_a_trap_is_climbed_and_proved_step_by_step(offered):
    found = solved(**offered["request"], **{field["name"]: field["value"] for field in offered["fields"]})
    assert found["status"] == "certified" and found["drawing"]["svg"], found
    assert check(found["certificate"])["matched"] == found["matched"]
    weights = ", with weights of triples" * (offered["label"] in ("qap", "ged"))
    assert found["counted"] == f"Counted as by smatchproof score --top const, its default{weights}."
    assert len(found["found"]) == 20 and max(found["found"]) <= found["matched"]
    if offered["request"]["kind"] == "trap":
        assert found["known"].startswith(f"{found['matched']} triples are the optimum")
        assert min(found["found"]) < found["matched"] and found["climb"] and found["proof"]
    else:
        assert bool(found["answer"]) == (offered["label"] in EXAMPLES)


def test_the_top_of_a_pair_is_chosen_and_said():
    counted = {top: solved(kind="pair", left=PAPER[0], right=PAPER[1], top=top) for top in ("const", "none", "concept")}
    assert [found["sizes"] for found in counted.values()] == [[7, 6], [6, 5], [7, 6]]
    assert counted["none"]["counted"] == "Counted as by smatchproof score --top none."
    assert solved(kind="pair", left=PAPER[0], right=PAPER[1]) == counted["const"]


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ({"kind": "pair", "left": "(a / b", "right": "(a / b)"}, "left:1:7"),
        ({"kind": "sat", "text": "p cnf 1 1\n2 0\n"}, "the text:2:1"),
        ({"kind": "clique", "text": "a b", "size": "x"}, "a whole number from 0 to 1,000 as the size k, found 'x'"),
        ({"kind": "pair", "left": "(a / b)", "right": "(a / b)", "top": "zzz"}, "unknown top 'zzz'; choose from const"),
        ({"kind": "trap", "name": "ring", "parameters": "size=two"}, "expected NAME=NUMBER"),
        ({"kind": "trap", "name": "ring", "parameters": "length=2"}, "has no parameter 'length'"),
        ({"kind": "chess"}, "the page offers no 'chess'"),
        ({"kind": "clique", "text": "a b"}, "as the size k, found ''"),
        ({"kind": "judge", "source": "sat", "target": "chess", "function": "def f(c): return c"}, "chess"),
        ({"kind": "exercise", "number": "99", "answer": "1"}, "there are exercises 1 to 29, not 99"),
    ],
)
def test_what_is_wrong_is_said(request_, words):
    assert words in solved(**request_)["error"]


def test_an_option_of_a_source_is_taken():
    path, triangle = "a b\nb c\n", "p q\nq r\nr p\n"
    found = {
        induced: solved(kind="subgraph", pattern=path, host=triangle, induced=induced) for induced in ("no", "yes")
    }
    assert found["no"]["answer"].startswith("the pattern is a subgraph of the host: ")
    assert found["yes"]["answer"].startswith("the pattern is no subgraph of the host: ")


@pytest.mark.parametrize("number", [number for number in EXERCISES if not callable(RIGHT.get(number))])
def test_an_answer_to_an_exercise_may_be_written_as_text(number):
    def judged(answer):
        text = answer if isinstance(answer, str) else repr(answer)
        return solved(kind="exercise", number=str(number), answer=text)["said"]

    assert judged(RIGHT[number]) == f"Exercise {number}: right."
    for answer in WRONG[number]:
        if not callable(answer):
            assert judged(answer).startswith(f"Exercise {number}: not yet.")


COMPLEMENT = """
def complement(vertices, edges, size):
    joined = set(edges)
    return vertices, [(a, b) for b in range(vertices) for a in range(b) if (a, b) not in joined], size
"""


def test_a_function_is_judged():
    asked = {"kind": "judge", "source": "clique", "target": "independent-set"}
    assert solved(**asked, function=COMPLEMENT)["said"].startswith("not refuted: ")
    refuted = solved(**asked, function="same = lambda vertices, edges, size: (vertices, edges, size)")
    assert refuted["said"] == "refuted: a no became a yes"
    assert "the instance: vertices 2, edges [], size 2" in refuted["judged"] and refuted["judged"].count("<svg") == 1
    marked = solved(**asked, function="def f(vertices, edges, size):\n    raise ValueError('<b>')")
    assert "&lt;b&gt;" in marked["judged"] and "<b>" not in marked["judged"]
    three = "def first(n, edges): return '(a / b)', '(a / b)', 3\n\nLIMIT = 3"
    assert solved(kind="exercise", number="20", answer=three)["said"].startswith("Exercise 20: not yet. refuted")


def test_a_spoiled_certificate_is_refused():
    line = solved(kind="pair", left=PAPER[0], right=PAPER[1], top="none")["certificate"]
    assert check_certificate(line).startswith("1 certificates verified: at most 4, proved")
    assert "refused: (C2) the alignment is worth 4, not 5" in check_certificate(
        line.replace('"matched":4', '"matched":5')
    )


@pytest.mark.parametrize("plain", ["", "1"])
def test_what_the_page_gets_is_enough(tmp_path, plain):
    """The archive alone, in a Python without any installed package, as it is in the browser; plain if asked to be."""
    archive = tmp_path / "smatchproof.zip"
    pack(archive)
    asked = [{"kind": "pair", "left": PAPER[0], "right": PAPER[1]}, {"kind": "sat", **EXAMPLES["sat"]},
             {"kind": "trap", "name": "ring", "parameters": "size=8"}, {"kind": "chess"}]  # fmt: skip
    code = (
        f"import sys, json; sys.path.insert(0, {str(archive)!r})\n"
        "from smatchproof.lab.teaching import playground\n"
        "playground.choices()\n"
        f"for asked in {asked!r}: print(json.loads(playground.solve(json.dumps(asked))).get('status'))\n"
        "print(playground.check_certificate('{}').split(':')[1])"
    )
    environment = os.environ | {"SMATCHPROOF_PLAIN": plain}
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, env=environment)
    assert done.stdout.split() == ["certified"] * 3 + ["None", "refused"], done.stderr
