"""The playground: what it answers, and that the page does so in a browser, without a network once it was loaded."""

import json
import subprocess
import sys

import pytest

from smatchproof.exact.checker import check
from smatchproof.generators import TRAPS
from smatchproof.teaching.playground import EXAMPLES, PAPER, check_certificate, choices, climbs_drawing, solve
from website.playground_page import pack


def solved(**request):
    return json.loads(solve(json.dumps(request)))


# ---- what it answers


OFFERED = json.loads(choices())["questions"]


def test_every_source_and_trap_is_offered():
    kinds = [each["request"]["kind"] for each in OFFERED]
    assert kinds == ["pair", *EXAMPLES, *["trap"] * len(TRAPS)]
    assert [each["request"]["name"] for each in OFFERED if "name" in each["request"]] == [*TRAPS]


@pytest.mark.parametrize("offered", OFFERED, ids=lambda offered: offered["label"])
def test_what_is_offered_is_solved_and_a_trap_is_climbed_and_proved_step_by_step(offered):
    found = solved(**offered["request"], **{field["name"]: field["value"] for field in offered["fields"]})
    assert found["status"] == "certified" and found["drawing"]["svg"], found
    assert check(found["certificate"])["matched"] == found["matched"]
    assert found["counted"] == "Counted as by smatchproof score --top const, its default."
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


@pytest.mark.parametrize("size", [4, 1000])
def test_a_clique_larger_than_the_graph_is_no_at_once(size):
    assert solved(kind="clique", text="a b\nb c\nc a", size=str(size))["answer"].startswith("there is no such clique")


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ({"kind": "pair", "left": "(a / b", "right": "(a / b)"}, "left:1:7"),
        ({"kind": "sat", "text": "p cnf 1 1\n2 0\n"}, "the text:2:1"),
        (
            {"kind": "clique", "text": "a b", "size": "x"},
            "expected a whole number from 0 to 1,000 as the size k, found 'x'",
        ),
        ({"kind": "clique", "text": "a b", "size": "100000000000"}, "from 0 to 1,000 as the size k"),
        ({"kind": "pair", "left": "(a / b)", "right": "(a / b)", "top": "zzz"}, "unknown top 'zzz'; choose from const"),
        ({"kind": "trap", "name": "ring", "parameters": "self=2"}, "has no parameter 'self'"),
        ({"kind": "pair", "left": "(a / b :r " * 10_000, "right": "(a / b)"}, "add 10000 ')'"),
        ({"kind": "trap", "name": "ring", "parameters": "size=two"}, "expected NAME=NUMBER"),
        ({"kind": "trap", "name": "ring", "parameters": "length=2"}, "has no parameter 'length'"),
        ({"kind": "chess"}, "unknown kind 'chess'"),
        ({}, "expected a text as the kind of the request, found None"),
        ({"kind": "pair", "left": 1, "right": "(a / b)"}, "expected a text as the left of the request, found 1"),
        ({"kind": "trap", "name": "chess"}, "unknown trap 'chess'; choose "),
        ({"kind": "clique", "text": "a b"}, "as the size k, found ''"),
    ],
)
def test_what_is_wrong_is_said(request_, words):
    assert words in solved(**request_)["error"]


def test_what_is_too_large_is_not_drawn_but_solved():
    large = "(a / x " + " ".join(f":r{at} (v{at} / y{at})" for at in range(70)) + ")"
    found = solved(kind="pair", left=large, right=large)
    assert found["status"] == "certified" and not found["drawing"]["svg"] and found["proof"] == found["climb"] == []


def test_a_spoiled_certificate_is_refused():
    line = solved(kind="pair", left=PAPER[0], right=PAPER[1], top="none")["certificate"]
    assert check_certificate(line).startswith("1 certificates verified: at most 4, proved")
    assert "refused: (C2) the alignment is worth 4, not 5" in check_certificate(
        line.replace('"matched":4', '"matched":5')
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[" * 100_000, "line 1: refused: nested more than 64 deep"),
        ('{"a":' * 50_000, "line 1: refused: nested more than 64 deep"),
        ('{"a": "[[["}', "line 1: refused: the format is not"),
        ('"' + "[" * 100, "line 1: refused: not JSON"),
        ("\ud800", "line 1: refused: not JSON"),
        ('{"a": "\ud800"}', "line 1: refused: not JSON"),
        ("", "line 1: refused: not JSON"),
    ],
)
def test_any_text_is_refused_in_words(text, words):
    assert check_certificate(text).startswith(words)


def test_climbs_are_counted():
    drawing = climbs_drawing((3, 5, 3), 6)
    assert drawing.description == "Climbs from 3 random starts: 1 matches 5; 2 match 3. None finds the optimum, 6."
    assert "found by none" in drawing.svg


def test_what_the_page_gets_is_enough(tmp_path):
    """The archive alone, in a Python without any installed package, as it is in the browser."""
    archive = tmp_path / "smatchproof.zip"
    pack(archive)
    asked = [{"kind": "pair", "left": PAPER[0], "right": PAPER[1]}, {"kind": "sat", "text": EXAMPLES["sat"]},
             {"kind": "trap", "name": "ring", "parameters": "size=8"}, {"kind": "chess"}]  # fmt: skip
    code = (
        f"import sys, json; sys.path.insert(0, {str(archive)!r})\n"
        "from smatchproof.teaching import playground\n"
        "playground.choices()\n"
        f"for asked in {asked!r}: print(json.loads(playground.solve(json.dumps(asked))).get('status'))\n"
        "print(playground.check_certificate('{}').split(':')[1])"
    )
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True)
    assert done.stdout.split() == ["certified"] * 3 + ["None", "refused"], done.stderr
