"""The playground: what it answers, and that the page does so in a browser, without a network once it was loaded."""

import functools
import http.server
import json
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from smatchproof.exact.checker import check
from smatchproof.generators import TRAPS
from smatchproof.teaching.playground import EXAMPLES, PAPER, check_certificate, choices, climbs_drawing, solve
from tests.browser import CHROMIUM, MEASURE, WIDTHS
from tests.devtools import Page, Quiet
from website.playground_page import build_playground, link, pack
from website.pyodide import Unavailable

ROOT = Path(__file__).parents[2]
CONTRADICTION = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n"


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


# ---- in a browser


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    if not CHROMIUM:
        pytest.skip("no Chromium on this machine (Debian: apt-get install chromium)")
    folder = tmp_path_factory.mktemp("site")
    try:
        build_playground(folder, ROOT / "build" / "pyodide")
    except Unavailable as reason:
        pytest.skip(str(reason))
    return folder


@pytest.fixture
def address(folder):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/", server
    server.shutdown()
    server.server_close()


def ask(page, label, **fields):
    """Choose a kind, fill in, and wait for the answer."""
    before = page.evaluate("document.body.dataset.answered")
    choose(page, label)
    page.evaluate(f"""(() => {{
      Object.entries({json.dumps(fields)}).forEach(([id, value]) => {{
        document.getElementById(id).value = value;
        document.getElementById(id).dispatchEvent(new Event("input"));
      }});
      if (Object.keys({json.dumps(fields)}).length) {{ document.getElementById("question").requestSubmit(); }}
    }})()""")
    page.wait(f"document.body.dataset.answered !== {json.dumps(before)} && document.getElementById('stop').disabled")
    page.wait("document.getElementById('verdict').textContent.includes('verified')")


def choose(page, label):
    """Choose what is called so, if it is not chosen."""
    page.evaluate(f"""(() => {{
      const kind = document.getElementById("kind");
      if (kind.selectedOptions[0].textContent !== {json.dumps(label)}) {{
        kind.value = Array.from(kind.options).find((each) => each.textContent === {json.dumps(label)}).value;
        kind.dispatchEvent(new Event("change"));
      }}
    }})()""")


def say(page, id, value, event="input"):
    """Write into a field, as a hand would."""
    page.evaluate(f"""(() => {{ const field = document.getElementById({json.dumps(id)});
      field.value = {json.dumps(value)}; field.dispatchEvent(new Event({json.dumps(event)})); }})()""")


def click(page, id):
    page.evaluate(f"document.getElementById({json.dumps(id)}).click()")


def in_view(page, name):
    """Wait for a view, and see that what it shows is all that is shown."""
    page.wait(f"document.body.dataset.view === {json.dumps(name)}", seconds=90)
    assert page.evaluate("document.getElementById('error').hidden") == (name != "failed")
    assert page.evaluate("document.getElementById('results').hidden") == (name in ("failed", "stopped", "loading"))


def text(page, id):
    return page.evaluate(f"document.getElementById({json.dumps(id)}).textContent")


@pytest.mark.stress
def test_the_page_solves_the_example_a_formula_and_a_trap_and_works_offline(folder, address, tmp_path):
    start, server = address
    with Page(tmp_path / "profile") as page:
        page.view(1280)
        page.open(start + "index.html")
        page.wait("document.body.dataset.answered === '1'")
        page.wait("document.getElementById('verdict').textContent.includes('at most 5, proved; at least 5, attained')")
        assert text(page, "counted").endswith("--top const, its default.")
        say(page, "top", "none")
        page.wait("document.getElementById('verdict').textContent.includes('at most 4, proved; at least 4, attained')")
        assert text(page, "optimum").startswith(
            "4 of 6 and 5 triples match; precision 66.7 %, recall 80.0 %, F1 72.7 %."
        )
        assert page.evaluate("document.querySelectorAll('#drawing .link').length") == 3

        ask(page, "sat", text=CONTRADICTION)
        assert text(page, "answer") == "not satisfiable: the optimum is proved to be 15 < 16"
        ask(page, "sat", text="p cnf 1 1\n1 0\n")
        assert text(page, "answer") == "satisfiable: x1 = true"

        ask(page, "ring")
        assert "20 stop below the optimum, 17" in text(page, "climb-words")
        assert page.evaluate("document.querySelectorAll('#climb figure:not([hidden])').length") == 1
        page.evaluate(
            "Array.from(document.querySelectorAll('#results button')).find(b => b.textContent === 'Next step').click()"
        )

        page.evaluate("""(() => { const line = document.getElementById("certificate");
          line.value = line.value.replace('"matched":17', '"matched":16');
          document.getElementById("check").click(); })()""")
        page.wait("document.getElementById('verdict').textContent.includes('refused: (C2)')")

        for width in WIDTHS:
            for dark in (False, True):
                page.view(width, dark)
                page.evaluate(MEASURE)
                found = json.loads(page.evaluate("document.body.dataset.figures"))
                assert found["wrong"] == [] and found["scroll"] <= width == found["width"], found["wide"]

        page.open(f"{start}index.html#{link({'kind': 'clique', 'text': 'a b', 'size': '2'})}")
        page.wait("document.getElementById('answer').textContent.includes('there is such a clique: {a, b}')")
        page.wait("navigator.serviceWorker.controller !== null || navigator.serviceWorker.ready.then(() => true)")
        assert page.said == [] and {"/".join(each.split("/")[:3]) + "/" for each in page.requested} == {start}

        server.shutdown()
        server.server_close()
        shutil.move(folder / "smatchproof.zip", folder / "gone.zip")
        try:
            page.open(start + "index.html?again")
            page.wait("document.body.dataset.answered === '1'")
            assert text(page, "optimum").startswith("5 of 7 and 6")
        finally:
            shutil.move(folder / "gone.zip", folder / "smatchproof.zip")


@pytest.mark.stress
def test_the_page_shows_one_state_at_a_time_whatever_is_done_to_it(folder, address, tmp_path):
    start, _ = address
    with Page(tmp_path / "profile") as page:
        page.view(1280)
        shutil.move(folder / "smatchproof.zip", folder / "gone.zip")
        page.open(start + "index.html")
        in_view(page, "failed")
        assert "Python does not start" in text(page, "error")
        shutil.move(folder / "gone.zip", folder / "smatchproof.zip")
        page.said.clear()
        page.evaluate("document.getElementById('question').requestSubmit()")
        in_view(page, "solved")

        say(page, "left", "(a / b")  # an error: the result before it is gone, and comes back with a good question
        in_view(page, "failed")
        assert "left:1:7" in text(page, "error")
        say(page, "left", "(a / b)")
        in_view(page, "solved")

        choose(page, "digraph")  # stopped at work, and asked anew while Python is loaded
        say(page, "parameters", "size=60")
        page.evaluate("document.getElementById('question').requestSubmit()")
        in_view(page, "solving")
        click(page, "stop")
        in_view(page, "stopped")
        say(page, "parameters", "size=5")
        page.evaluate("document.getElementById('question').requestSubmit()")
        in_view(page, "solved")
        page.wait("document.getElementById('verdict').textContent.includes('verified')")

        before = page.evaluate("document.body.dataset.answered")  # a link is made: nothing is solved anew
        click(page, "share")
        page.wait("document.getElementById('shared').textContent !== ''")
        page.wait("new Promise((resolve) => setTimeout(() => resolve(true), 1000))")
        assert text(page, "shared") in ("Copied.", "The link is in the address bar.")
        assert page.evaluate("document.body.dataset.answered") == before
        assert page.evaluate("location.hash") == "#" + link({"kind": "trap", "name": "digraph", "parameters": "size=5"})

        for spoiled, words in (("[" * 100_000, "nested"), ('{"a":' * 50_000, "nested"), ("\ud800", "not JSON")):
            say(page, "certificate", spoiled)
            click(page, "check")
            page.wait(f"document.getElementById('verdict').textContent.includes('refused: {words}')")
            in_view(page, "solved")
        say(page, "certificate", "")
        assert page.evaluate("document.getElementById('check').disabled && document.getElementById('download').hidden")

        say(page, "parameters", "size=6")
        in_view(page, "solved")
        say(page, "parameters", "size=60")  # a check that is asked for while Python is loaded waits for it
        page.evaluate("document.getElementById('question').requestSubmit()")
        in_view(page, "solving")
        say(page, "parameters", "size=6")
        page.evaluate("document.getElementById('question').requestSubmit()")
        page.evaluate("document.getElementById('check').click()")
        in_view(page, "solved")
        page.wait("document.getElementById('verdict').textContent.includes('verified')")

        depth = (
            3000  # far beyond what a stack holds in some browsers: whatever comes of it, the next question is answered
        )
        choose(page, "a pair of AMRs")
        say(page, "left", " ".join(f"(v{at} / b :r" for at in range(depth)) + " 1" + ")" * depth)
        page.wait("document.body.dataset.view === 'solving'")
        page.wait("['solved', 'failed'].includes(document.body.dataset.view)", seconds=120)
        say(page, "left", "(a / b)")
        page.wait("document.getElementById('left-graph').textContent.trim() === '(a / b)'", seconds=90)
        in_view(page, "solved")

        for request, words in (
            ({"kind": "pair", "left": "(a / b)"}, "no text as the right graph"),
            ({"kind": "pair", "left": {}, "right": "(a / b)"}, "no text as the left graph"),
            ({"kind": "pair", "left": "(a / b)", "right": "(a / b)", "top": "zzz"}, "an unknown TOP"),
            ({"kind": "trap", "name": "chess", "parameters": ""}, "does not know"),
            ({"kind": "toString"}, "does not know"),
            ({"kind": "sat", "text": "p cnf 1 1 1 0", "top": "none"}, "more than the question"),
            (None, "holds no question"),
        ):
            page.evaluate(f"location.hash = {json.dumps(link(request))}")
            page.wait(f"document.getElementById('error').textContent.includes({json.dumps(words)})")
            in_view(page, "failed")
        for hash in ("%%%", "abc", "_-8"):
            page.evaluate(f"location.hash = {json.dumps(hash)}")
            page.wait("document.getElementById('error').textContent.includes('cut off or changed')")
        request = {"kind": "pair", "left": "(a / b)", "right": "(a / b)", "top": "none"}
        page.evaluate(f"location.hash = {json.dumps(link(request))}")
        in_view(page, "solved")
        assert page.evaluate("document.getElementById('top').value") == "none" and "--top none" in text(page, "counted")
        assert page.said == []
