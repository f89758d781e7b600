"""The web site: links lead somewhere, nothing is asked of another host, every page can be read at two widths."""

import re
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

import pytest

from benchmarks.stress.devtools import Page
from benchmarks.stress.sweeps.test_playground import address, folder  # noqa: F401  # fixtures
from smatchproof.base.version import VERSION
from tests.browser import CHROMIUM, WIDTHS
from tests.docs.test_site import ROOT
from website.build import build
from website.npm import Unavailable
from website.versions import write_versions


class Links(HTMLParser):
    """What a page links and loads, its ids and its headings."""

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


# ---- as a whole


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("web") / VERSION
    try:
        build(folder, ROOT / "build" / "pyodide")
    except Unavailable as reason:
        pytest.skip(str(reason))
    write_versions(folder.parent)
    return folder


def pages(folder):
    return {path: Links(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.html"))}


def test_every_link_leads_somewhere_and_no_page_loads_from_another_host(folder):
    found = pages(folder)
    assert len(found) > 30
    titles = [re.search("<title>(.*?)</title>", path.read_text(encoding="utf-8"), re.S)[1] for path in found]
    assert len({*titles}) == len(titles), sorted(title for title in titles if titles.count(title) > 1)
    reports = [page for path, page in found.items() if "reports" in path.parts]
    assert reports and all(page.links[0].endswith("../index.html") for page in reports)
    for path, page in found.items():
        for target in page.loaded:
            assert not urlsplit(target).netloc, f"{path} loads {target}"
        for target in page.links + page.loaded:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                continue
            goal = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            goal = goal / "index.html" if goal.is_dir() else goal
            assert goal.is_file(), f"{path.relative_to(folder)} links {target}"
            if parts.fragment and goal in found and "playground" not in goal.parts and "?" not in parts.fragment:
                assert unquote(parts.fragment) in found[goal].ids, f"{path.relative_to(folder)} links {target}"
        assert page.tags.count("title") >= 1 and ("h1" in page.tags or path.name == "search.html"), path


def test_every_page_can_be_read(folder, address, tmp_path):
    if not CHROMIUM:
        pytest.skip("no Chromium on this machine (Debian: apt-get install chromium)")
    start, _ = address
    with Page(tmp_path / "profile") as page:
        for path in pages(folder):
            name = path.relative_to(folder).as_posix()
            if name in ("genindex.html", "search.html", "playground/index.html"):
                continue
            page.open(start + name)
            for width in (*WIDTHS, 1200, 1024):
                for dark in (False, True):
                    page.view(width, dark)
                    wide = page.evaluate("document.documentElement.scrollWidth")
                    assert wide <= width, f"{name} is {wide} pixels wide at {width}"
            missing = page.evaluate(
                "Array.from(document.images).filter(i => !i.alt || i.alt.length < 20).map(i => i.src)"
            )
            assert missing == [], f"{name} has images without a description"
        assert page.said == []
        assert {"/".join(each.split("/")[:3]) + "/" for each in page.requested if each[:5] != "data:"} == {start}
