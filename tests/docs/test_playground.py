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


def test_every_source_and_trap_that_is_offered_is_solved():
    offered = json.loads(choices())
    assert [each["name"] for each in offered["sources"]] == [*EXAMPLES]
    for each in offered["sources"]:
        found = solved(kind=each["name"], text=each["example"], size=each["size"])
        assert found["status"] == "certified" and found["answer"] and found["drawing"]["svg"], found
        assert check(found["certificate"])["matched"] == found["matched"]
        assert len(found["found"]) == 20 and max(found["found"]) <= found["matched"]
    assert [each["name"] for each in offered["traps"]] == [*TRAPS]


@pytest.mark.parametrize("name", sorted({*TRAPS} - {"digraph", "tournament"}))
def test_a_trap_catches_climbs(name):
    (parameters,) = [each["parameters"] for each in json.loads(choices())["traps"] if each["name"] == name]
    found = solved(kind="trap", name=name, parameters=parameters)
    assert found["status"] == "certified" and found["known"].startswith(f"{found['matched']} triples are the optimum")
    assert min(found["found"]) < found["matched"]


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ({"kind": "pair", "left": "(a / b", "right": "(a / b)"}, "left:1:7"),
        ({"kind": "sat", "text": "p cnf 1 1\n2 0\n"}, "the text:2:1"),
        ({"kind": "clique", "text": "a b", "size": "x"}, "invalid literal"),
        ({"kind": "trap", "name": "ring", "parameters": "size=two"}, "expected NAME=NUMBER"),
        ({"kind": "trap", "name": "ring", "parameters": "length=2"}, "has no parameter 'length'"),
        ({"kind": "chess"}, "unknown kind 'chess'"),
        ({}, "expected a text as the kind of the request, found None"),
        ({"kind": "pair", "left": 1, "right": "(a / b)"}, "expected a text as the left of the request, found 1"),
        ({"kind": "trap", "name": "chess"}, "unknown trap 'chess'; choose "),
        ({"kind": "clique", "text": "a b"}, "invalid literal"),
    ],
)
def test_what_is_wrong_is_said(request_, words):
    assert words in solved(**request_)["error"]


def test_what_is_too_large_is_not_drawn_but_solved():
    large = "(a / x " + " ".join(f":r{at} (v{at} / y{at})" for at in range(70)) + ")"
    found = solved(kind="pair", left=large, right=large)
    assert found["status"] == "certified" and not found["drawing"]["svg"] and found["proof"] == found["climb"] == []


def test_a_spoiled_certificate_is_refused():
    line = solved(kind="pair", left=PAPER[0], right=PAPER[1])["certificate"]
    assert check_certificate(line).startswith("1 certificates verified: at most 4, proved")
    assert "refused: (C2) the alignment is worth 4, not 5" in check_certificate(
        line.replace('"matched":4', '"matched":5')
    )


def test_climbs_are_counted():
    drawing = climbs_drawing((3, 5, 3), 6)
    assert drawing.description == "Climbs from 3 random starts: 1 matches 5; 2 match 3."
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


def ask(page, kind, **fields):
    """Choose a kind, fill in, and wait for the answer."""
    before = page.evaluate("document.body.dataset.answered")
    page.evaluate(f"""(() => {{
      const kind = document.getElementById("kind");
      if (kind.value !== {json.dumps(kind)}) {{
        kind.value = {json.dumps(kind)};
        kind.dispatchEvent(new Event("change"));
      }}
      Object.entries({json.dumps(fields)}).forEach(([id, value]) => {{
        document.getElementById(id).value = value;
        document.getElementById(id).dispatchEvent(new Event("input"));
      }});
      if (Object.keys({json.dumps(fields)}).length) {{ document.getElementById("question").requestSubmit(); }}
    }})()""")
    page.wait(f"document.body.dataset.answered !== {json.dumps(before)} && document.getElementById('stop').disabled")
    page.wait("document.getElementById('verdict').textContent.includes('verified')")


def text(page, id):
    return page.evaluate(f"document.getElementById({json.dumps(id)}).textContent")


@pytest.mark.stress
def test_the_page_solves_the_example_a_formula_and_a_trap_and_works_offline(folder, address, tmp_path):
    start, server = address
    with Page(tmp_path / "profile") as page:
        page.view(1280)
        page.open(start + "index.html")
        page.wait("document.body.dataset.answered === '1'")
        page.wait("document.getElementById('verdict').textContent.includes('at most 4, proved; at least 4, attained')")
        assert text(page, "optimum").startswith(
            "4 of 6 and 5 triples match; precision 66.7 %, recall 80.0 %, F1 72.7 %."
        )
        assert page.evaluate("document.querySelectorAll('#drawing .link').length") == 3

        ask(page, "sat", text=CONTRADICTION)
        assert text(page, "answer") == "not satisfiable: the optimum is proved to be 15 < 16"
        ask(page, "sat", text="p cnf 1 1\n1 0\n")
        assert text(page, "answer") == "satisfiable: x1 = true"

        ask(page, "trap ring")
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
            assert text(page, "optimum").startswith("4 of 6 and 5")
        finally:
            shutil.move(folder / "gone.zip", folder / "smatchproof.zip")
