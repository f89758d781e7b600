"""The playground in use: history, stale answers, Stop, all sources, readers' Python, keyboard, screen readers."""

import json

import pytest

from benchmarks.stress.devtools import Page
from benchmarks.stress.sweeps.test_playground import (  # noqa: F401  # fixtures
    ROOT,
    address,
    choose,
    click,
    folder,
    in_view,
    say,
    text,
)
from smatchproof.reductions.registry import SOURCES
from smatchproof.teaching.playground import EXAMPLES, PAPER, choices, solve
from tests.browser import WIDTHS
from website.npm import NpmPackage, Unavailable, fetch
from website.playground_page import link

AXE = NpmPackage(
    "axe-core", "4.14.1", "e6b0ce02b84d892e2e33e403485e7f3d6c29e2be6df65daf44d89ba564139745", ("axe.min.js",)
)
ENDLESS = "sum(iter(int, 1))"
"""Python that never comes back to its interpreter's loop: only the end of the worker ends it."""
JUDGED = {"kind": "judge", "source": "independent-set", "target": "vertex-cover"}


@pytest.fixture
def page(address, tmp_path):
    with Page(tmp_path / "profile") as page:
        page.view(1280)
        page.open(address[0] + "index.html")
        page.wait("document.body.dataset.answered === '1'")
        yield page
        assert page.said == []


def value(page, id):
    return page.evaluate(f"document.getElementById({json.dumps(id)}).value")


def write(page, id, words):
    """Replace what a field holds, as a hand does."""
    page.evaluate(f"(() => {{ const field = document.getElementById('{id}'); field.focus(); field.select(); }})()")
    page.call("Input.insertText", text=words)


def go(page, steps):
    """Go back or forward in the history."""
    page.evaluate(f"history.go({steps})")
    page.wait("new Promise((resolve) => setTimeout(() => resolve(true), 300))")


def visit(page, request):
    """Follow a link to a question."""
    page.evaluate(f"location.hash = {json.dumps(link(request))}")
    page.wait("new Promise((resolve) => setTimeout(() => resolve(true), 50))")


def answered(page, view="solved"):
    in_view(page, view)
    page.wait("document.getElementById('stop').disabled", seconds=90)


def focused(page):
    return page.evaluate("document.activeElement.id || document.activeElement.tagName")


def test_back_and_forward_restore_the_question_its_setting_and_the_answer(page, address):
    example = value(page, "left")
    assert page.evaluate("history.length") == 2  # the empty page, and this one
    write(page, "left", "(a / b :op 1)")
    answered(page)
    page.call("Input.insertText", text="\n")  # more of the same edit is no entry of its own
    page.wait("document.body.dataset.answered === '3'")
    write(page, "right", "(a / b)")
    answered(page)
    page.evaluate("document.getElementById('top').focus()")
    say(page, "top", "none")
    answered(page)
    assert text(page, "optimum").startswith("1 of 2 and 1 triples match")
    choose(page, "sat")
    answered(page)
    assert page.evaluate("history.length") == 6
    go(page, -1)
    answered(page)
    assert (value(page, "left"), value(page, "top")) == ("(a / b :op 1)\n", "none")
    assert text(page, "optimum").startswith("1 of 2 and 1 triples match")
    go(page, -1)
    answered(page)
    assert value(page, "top") == "const" and text(page, "optimum").startswith("2 of 3 and 2 triples match")
    go(page, -2)
    answered(page)
    assert value(page, "left") == example and text(page, "optimum").startswith("5 of 7 and 6")
    go(page, 4)
    answered(page)
    assert text(page, "answer").startswith("satisfiable: ") and value(page, "text") == EXAMPLES["sat"]["text"]
    shared = page.evaluate("location.href")
    page.call("Page.reload")
    page.wait("document.body.dataset.answered === '1'")
    assert text(page, "answer").startswith("satisfiable: ")
    page.open(address[0] + "index.html?other")
    page.open(shared)
    page.wait("document.body.dataset.answered === '1'")
    assert page.evaluate("location.href") == shared and text(page, "answer").startswith("satisfiable: ")


def test_a_question_that_is_too_long_for_an_address_is_in_the_history(page):
    long = "(a / b " + " ".join(f":r{at} {at}" for at in range(12_000)) + ")"
    write(page, "left", long)
    page.wait("location.hash === ''", seconds=90)
    answered(page)
    click(page, "share")
    assert text(page, "shared") == "This is too long for a link."
    write(page, "right", "(a / b)")
    answered(page)
    go(page, -1)
    answered(page)
    assert value(page, "left") == long and value(page, "right").strip() == PAPER[1].strip()
    go(page, -1)
    answered(page)
    assert value(page, "left").strip() == PAPER[0].strip()


STATE = """(() => { const results = document.getElementById("results");
  return [document.body.dataset.view, results.hidden, results.inert, results.getAttribute("aria-busy")]; })()"""


def test_a_stale_answer_is_busy_as_soon_as_the_input_changes(page):
    edit = "(() => { say(); return STATE; })()".replace("STATE", STATE)
    edit = edit.replace("say()", "const f = document.getElementById('left'); f.value += ' '; "
                                 "f.dispatchEvent(new Event('input'))")  # fmt: skip
    assert page.evaluate(STATE) == ["solved", False, False, "false"]
    assert page.evaluate(edit) == ["edited", False, True, "true"]  # within the same turn: nobody sees it as an answer
    assert text(page, "status").startswith("Changed:")
    answered(page)
    assert page.evaluate(STATE) == ["solved", False, False, "false"]
    choose(page, "digraph")
    assert page.evaluate("document.getElementById('results').hidden")  # the answer to another question is gone
    answered(page)
    say(page, "parameters", "size=60")
    page.evaluate("document.getElementById('question').requestSubmit()")
    in_view(page, "solving")
    say(page, "parameters", "size=5")
    answered(page)
    assert value(page, "parameters") == "size=5" and text(page, "optimum").startswith(
        str(json.loads(solve(json.dumps({"kind": "trap", "name": "digraph", "parameters": "size=5"})))["matched"])
    )


@pytest.mark.parametrize("request_", [
    {**JUDGED, "function": f"def endless(vertices, edges, size):\n    {ENDLESS}"},
    {"kind": "exercise", "number": "1", "answer": f"answer = {ENDLESS}"},
    {"kind": "exercise", "number": "1", "answer": ENDLESS},
    {"kind": "trap", "name": "digraph", "parameters": "size=80 density=0.3 seed=0", "seconds": "300"},
], ids=["judge", "program", "expression", "search"])  # fmt: skip
def test_stop_stops_everything_and_the_page_goes_on(page, request_):
    visit(page, request_)
    page.evaluate("document.getElementById('question').requestSubmit()")
    in_view(page, "solving")
    page.wait("new Promise((resolve) => setTimeout(() => resolve(true), 1500))")  # it is at work
    page.evaluate("document.getElementById('stop').focus()")
    click(page, "stop")
    in_view(page, "stopped")
    assert page.evaluate("document.getElementById('stop').disabled") and focused(page) == "solve"
    visit(page, {"kind": "pair", "left": "(a / b)", "right": "(a / b)", "top": "none"})
    answered(page)
    assert text(page, "optimum").startswith("1 of 1 and 1 triples match")


def test_every_source_is_answered_as_by_the_program(page):
    assert [*EXAMPLES] == [*SOURCES]
    for question in json.loads(choices())["questions"]:
        if question["label"] in SOURCES:
            request = question["request"] | {field["name"]: field["value"] for field in question["fields"]}
            choose(page, question["label"])
            answered(page)
            found = json.loads(solve(json.dumps(request)))
            assert text(page, "answer") == found["answer"] and value(page, "certificate") == found["certificate"]
            assert "verified: " in text(page, "verdict")
            assert page.evaluate("location.hash") == "#" + link(request)


def test_a_ring_of_60_is_settled_or_honestly_open_within_5_seconds(page):
    ring = "".join(f"v{at} v{(at + 1) % 60}\n" for at in range(60))
    for kind, texts in EXAMPLES.items():
        if kind not in (
            "sat",
            "max-sat",
            "packing",
            "packing-degree-3",
            "common-partition",
            "max-qap",
            "qap",
            "graph-matching",
        ):
            request = {"kind": kind, **dict.fromkeys(texts, ring)} | ({".costs": ""} if ".costs" in texts else {})
            visit(page, request | ({"size": "3"} if kind == "clique" else {}))
            assert page.wait("document.body.dataset.view === 'solved'", seconds=90) < 5
            proved = "Proved: no alignment matches more." in text(page, "optimum")
            assert proved or "Not proved in this time: at most " in text(page, "optimum")
            page.wait("document.getElementById('stop').disabled", seconds=90)


def test_readers_python_runs_when_they_say_so_and_leaves_nothing_behind(page):
    spoils = "from smatchproof.exact import checker\nchecker.main = lambda files: print('all verified')\nanswer = 24"
    visit(page, {"kind": "exercise", "number": "1", "answer": spoils})
    page.wait("document.body.dataset.view === 'edited' && document.getElementById('stop').disabled")
    assert text(page, "status") == "Not judged yet: Solve runs this Python."
    assert page.evaluate("document.getElementById('results').hidden")
    page.evaluate("document.getElementById('question').requestSubmit()")
    answered(page)
    assert text(page, "judged") == "Exercise 1: right."
    visit(page, {"kind": "pair", "left": "(a / b)", "right": "(a / b)"})
    answered(page)
    page.wait("document.getElementById('verdict').textContent.includes('at most 2, proved')", seconds=90)
    go(page, -1)  # what has been run before is run again
    answered(page)
    assert text(page, "judged") == "Exercise 1: right."


def test_a_reduction_is_judged_and_drawn(page):
    visit(page, {**JUDGED, "function": "def same(vertices, edges, size):\n    return vertices, edges, size"})
    assert text(page, "source-note") == "an instance: a number of vertices, a list of edges, a size"
    page.evaluate("document.getElementById('question').requestSubmit()")
    answered(page)
    assert "refuted: a no became a yes" in text(page, "judged") and text(page, "status") in text(page, "judged")
    assert page.evaluate("document.querySelectorAll('#judged svg[aria-label]').length") == 1
    assert page.evaluate("document.getElementById('solution').hidden")
    write(page, "function", "def same(vertices, edges, size):\n    return vertices, edges, vertices - size")
    assert page.evaluate("document.getElementById('results').hidden")
    page.evaluate("document.getElementById('question').requestSubmit()")
    answered(page)
    assert text(page, "judged").startswith("not refuted")
    write(page, "function", "def same(vertices:\n")
    page.evaluate("document.getElementById('question').requestSubmit()")
    answered(page, "failed")
    assert text(page, "error").startswith("line 1: SyntaxError")


# ---- keyboard and screen reader


def press(page, key):
    codes = {"Tab": 9, "Enter": 13, " ": 32}
    for kind in ("keyDown", "keyUp"):
        extra = {"text": "\r"} if key == "Enter" and kind == "keyDown" else {}
        page.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=codes[key], **extra)


OUTLINE = """(() => { const style = getComputedStyle(document.activeElement);
  return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1; })()"""


def test_all_is_reached_and_done_by_the_keyboard(page):
    reached = []
    page.evaluate("document.activeElement.blur()")
    for _ in range(40):
        press(page, "Tab")
        if focused(page) == "BODY":
            break
        reached.append(focused(page))
        assert page.evaluate(OUTLINE), reached
    wanted = ["A", "kind", "left", "right", "top", "seconds", "solve", "share", "drawing", "SUMMARY"]
    assert reached[: len(wanted)] == wanted and {"certificate", "check", "download"} <= {*reached}
    visit(page, {"kind": "trap", "name": "digraph", "parameters": "size=60", "seconds": "300"})
    in_view(page, "solving")
    page.evaluate("document.getElementById('solve').focus()")
    press(page, "Tab")
    assert focused(page) == "stop"
    press(page, "Enter")
    in_view(page, "stopped")
    assert focused(page) == "solve"
    visit(page, {"kind": "trap", "name": "ring", "parameters": "size=8"})
    answered(page)
    page.evaluate("[...document.querySelectorAll('#results button')].find(b => b.textContent === 'Next step').focus()")
    while page.evaluate("document.activeElement.textContent") == "Next step":
        press(page, "Enter")
    assert page.evaluate("document.activeElement.textContent") == "Previous step"  # not lost at the end
    go(page, -1)
    assert focused(page) == "solve"  # the results are gone, and what had the focus with them


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_to_mend(page, dark):
    try:
        script = (fetch(ROOT / "build" / "npm", AXE) / "axe.min.js").read_text(encoding="utf-8")
    except Unavailable as reason:
        pytest.skip(str(reason))
    page.evaluate(script + "; 0")
    function = "def same(vertices, edges, size):\n    return vertices, edges, size"
    for request, view in (
        (None, "solved"),
        ({"kind": "trap", "name": "ring", "parameters": "size=8"}, "solved"),
        ({"kind": "max-cut", "text": EXAMPLES["max-cut"]["text"]}, "solved"),
        ({**JUDGED, "function": function}, "edited"),
        ({**JUDGED, "function": function}, "solved"),
        ({"kind": "pair", "left": "(a", "right": "(a / b)"}, "failed"),
    ):
        if request is not None:
            visit(page, request)
        if request is not None and request["kind"] == "judge" and view == "solved":
            page.evaluate("document.getElementById('question').requestSubmit()")
        page.wait(f"document.body.dataset.view === '{view}' && document.getElementById('stop').disabled", seconds=90)
        for width in WIDTHS:
            page.view(width, dark)
            page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
            found = json.loads(page.evaluate(
                "axe.run(document, {resultTypes: ['violations']}).then((found) => JSON.stringify(found.violations.map("
                "(each) => [each.id, each.help, each.nodes.map((node) => node.html.slice(0, 200))])))"
            ))  # fmt: skip
            assert found == [], (request, width)


def test_no_question_is_wider_than_a_telephone(page):
    page.view(390)
    for question in json.loads(choices())["questions"]:
        choose(page, question["label"])
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, question["label"]
