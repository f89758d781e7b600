"""The playground: what it answers, and that the page does so in a browser, without a network once it was loaded."""

import functools
import http.server
import json
import shutil
import threading
from pathlib import Path

import pytest

from benchmarks.stress.devtools import Page, Quiet
from tests.browser import CHROMIUM, MEASURE, WIDTHS
from website.npm import Unavailable
from website.playground_page import build_playground, link

ROOT = Path(__file__).parents[3]


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


def text(page, id):
    return page.evaluate(f"document.getElementById({json.dumps(id)}).textContent")


CONTRADICTION = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n"


# ---- in a browser


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
    hidden = page.evaluate("document.getElementById('results').hidden")
    assert name == "solving" or hidden == (name in ("failed", "stopped", "loading"))


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
        page.wait("document.getElementById('verdict').textContent.includes('refused: (count)')")

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
        asked = {"kind": "trap", "name": "digraph", "parameters": "size=5", "seconds": "2"}
        assert page.evaluate("location.hash") == "#" + link(asked)

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
