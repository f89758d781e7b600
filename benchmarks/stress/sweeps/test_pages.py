"""Pages in a browser: links lead somewhere, all can be read at two widths, and the playground answers, offline too."""

import functools
import http.server
import json
import shutil
import threading
from contextlib import contextmanager
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

import pytest

from benchmarks.stress.devtools import Page, Quiet
from smatchproof.base.version import VERSION
from tests.browser import CHROMIUM, MEASURE, WIDTHS
from tests.docs.test_site import ROOT
from website.build import build
from website.npm import Unavailable
from website.playground_page import build_playground, link
from website.versions import write_versions

CONTRADICTION = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n"


class Links(HTMLParser):
    """The links of a page, the addresses that it loads, its ids and its elements."""

    def __init__(self, text):
        super().__init__()
        self.links, self.loaded, self.ids, self.tags = [], [], set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.tags.append(tag)
        self.ids |= {values[name] for name in ("id", "name") if values.get(name)}
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        for name in ("src", "href", "data"):
            if values.get(name) and tag in ("script", "img", "link", "iframe", "object", "source"):
                self.loaded.append(values[name])


@contextmanager
def served(folder):
    """The address of a folder on a server."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture
def page(tmp_path):
    if not CHROMIUM:
        pytest.skip("no Chromium on this machine (Debian: apt-get install chromium)")
    with Page(tmp_path / "profile") as page:
        yield page


# ---- the site


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("web") / VERSION
    try:
        build(folder, ROOT / "build" / "pyodide")
    except Unavailable as reason:
        pytest.skip(str(reason))
    write_versions(folder.parent)
    return folder


def pages_of(folder):
    return {path: Links(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.html"))}


def test_every_link_leads_somewhere_and_no_page_loads_from_another_host(site):
    found = pages_of(site)
    assert len(found) > 30
    for path, page in found.items():
        assert not [target for target in page.loaded if urlsplit(target).netloc], path
        for target in page.links + page.loaded:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                continue
            goal = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            goal = goal / "index.html" if goal.is_dir() else goal
            assert goal.is_file(), f"{path.relative_to(site)} links {target}"
            if parts.fragment and goal in found and "playground" not in goal.parts and "?" not in parts.fragment:
                assert unquote(parts.fragment) in found[goal].ids, f"{path.relative_to(site)} links {target}"
        assert "title" in page.tags and ("h1" in page.tags or path.name == "search.html"), path


def test_every_page_can_be_read(site, page):
    with served(site) as start:
        for path in pages_of(site):
            name = path.relative_to(site).as_posix()
            if name in ("genindex.html", "search.html", "playground/index.html"):
                continue
            page.open(start + name)
            for width in (*WIDTHS, 1024):
                page.view(width)
                wide = page.evaluate("document.documentElement.scrollWidth")
                assert wide <= width, f"{name} is {wide} pixels wide at {width}"
            missing = "Array.from(document.images).filter(i => !i.alt || i.alt.length < 20).map(i => i.src)"
            assert page.evaluate(missing) == [], f"{name} has images without a description"
        assert [each for each in page.said if "favicon.ico" not in each] == []
        assert {"/".join(each.split("/")[:3]) + "/" for each in page.requested if each[:5] != "data:"} == {start}


# ---- the playground


@pytest.fixture(scope="module")
def playground(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    try:
        build_playground(folder, ROOT / "build" / "pyodide")
    except Unavailable as reason:
        pytest.skip(str(reason))
    return folder


def text(page, id):
    return page.evaluate(f"document.getElementById({json.dumps(id)}).textContent")


def visit(page, words, **request):
    """Follow a link to a question, and wait until the page says some words."""
    page.evaluate(f"location.hash = {json.dumps(link(request))}")
    page.wait(f"document.body.textContent.includes({json.dumps(words)})", seconds=90)


def test_the_playground_solves_judges_stops_and_works_offline(playground, page):
    with served(playground) as start:
        page.view(1280)
        page.open(start + "index.html")
        page.wait("document.getElementById('verdict').textContent.includes('at most 5, proved; at least 5, attained')")
        assert text(page, "optimum").startswith("5 of 7 and 6") and page.evaluate("history.length") == 2
        no = "not satisfiable: it is proved that at most 21 triples can be matched, and 22 are needed"
        visit(page, no, kind="sat", text=CONTRADICTION)
        visit(page, "satisfiable: x1 = true", kind="sat", text="p cnf 1 1\n1 0\n")
        visit(page, "left:1:7", kind="pair", left="(a / b", right="(a / b)")
        page.evaluate("history.back()")
        page.wait("document.getElementById('answer').textContent === 'satisfiable: x1 = true'")
        visit(page, "20 stop below the optimum, 17", kind="trap", name="ring", parameters="size=8")
        page.wait("document.getElementById('stop').disabled")
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
        judged = {"kind": "judge", "source": "independent-set", "target": "vertex-cover"}
        same = "def same(vertices, edges, size):\n    return vertices, edges, size"
        visit(page, "Not judged yet: Solve runs this Python.", **judged, function=same)
        page.evaluate("document.getElementById('question').requestSubmit()")
        page.wait("document.getElementById('judged').textContent.includes('refuted: a no became a yes')", seconds=90)
        visit(page, "", kind="trap", name="digraph", parameters="size=80 density=0.3 seed=0", seconds="300")
        page.wait("document.body.dataset.view === 'solving'")
        page.evaluate("document.getElementById('stop').click()")
        page.wait("document.body.dataset.view === 'stopped'")
        page.wait("navigator.serviceWorker.controller !== null || navigator.serviceWorker.ready.then(() => true)")
        assert page.said == [] and {"/".join(each.split("/")[:3]) + "/" for each in page.requested} == {start}
    shutil.move(playground / "smatchproof.zip", playground / "gone.zip")
    page.open(start + "index.html?again")
    page.wait("document.body.dataset.answered === '1'", seconds=90)
    assert text(page, "optimum").startswith("5 of 7 and 6")
