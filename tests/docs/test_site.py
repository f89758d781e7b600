"""The web site: links lead somewhere, nothing is asked of another host, every page can be read at two widths."""

import base64
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from smatchproof.generators import TRAPS
from smatchproof.teaching.playground import small_parameters
from tests.browser import CHROMIUM, WIDTHS
from tests.devtools import Page
from tests.docs.test_playground import address  # noqa: F401  # a fixture
from website.build import Failed, _first_page, _linked, _titled, _traps, build
from website.playground_page import link
from website.pyodide import FILES, Unavailable, fetch

ROOT = Path(__file__).parents[2]


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


# ---- in parts


def test_links_of_documents_are_kept_and_those_to_code_become_names():
    text = "[a](docs/audit.md) [b](smatchproof/exact/checker.py) [c](https://x.org) [d](#here) ![e](docs/pair.svg)"
    assert _linked("README.md", text, ["docs/audit.md"]) == (
        "[a](docs/audit.md) b (`smatchproof/exact/checker.py`) [c](https://x.org) [d](#here) ![e](docs/pair.svg)"
    )
    assert _linked("docs/x.md", "[t](np-completeness.ipynb)", []) == "[t](np-completeness.md)"
    assert _linked("README.md", "```\n[x](nowhere.md)\n```", []) == "```\n[x](nowhere.md)\n```"
    with pytest.raises(Failed, match=r"README\.md links nowhere\.md, which is not there"):
        _linked("README.md", "[x](nowhere.md)", [])


def test_an_archive_that_is_another_one_is_refused(tmp_path):
    (tmp_path / "pyodide-314.0.7.tgz").write_bytes(b"something")
    with pytest.raises(Unavailable, match="has the SHA-256"):
        fetch(tmp_path)
    assert not list(tmp_path.iterdir())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", str(tmp_path))
        with pytest.raises(Unavailable, match="npm is not installed"):
            fetch(tmp_path)


def test_nothing_of_pyodide_is_in_the_repository():
    assert not [
        path for path in (ROOT / "website").rglob("*") if path.name in FILES or path.suffix in (".wasm", ".tgz")
    ]


def test_a_link_to_the_playground_can_hold_any_text():
    words = link({"kind": "pair", "left": '(a / 你好 :op "?&#")'})
    assert re.fullmatch(r"[\w-]+", words)


def test_without_the_playground_nothing_links_it():
    assert all("playground/" in page for page in (_first_page([], True), _traps(True)))
    for page in (_first_page([], False), _traps(False)):
        assert "playground" not in page.lower()
    assert "**Tutorial**" in _first_page([], False)


def test_every_trap_is_linked_as_one_that_can_be_watched():
    asked = re.findall(r"playground/index\.html#([\w-]+)", _traps(True))
    requests = [json.loads(base64.urlsafe_b64decode(each + "==")) for each in asked]
    assert requests == [{"kind": "trap", "name": name, "parameters": small_parameters(name)} for name in TRAPS]


def test_the_readme_has_a_title_that_is_not_that_of_the_site():
    assert _titled("README.md", "# smatchproof\n\ntext\n") == "# Overview\n\ntext\n"
    assert (ROOT / "README.md").read_text(encoding="utf-8").startswith("# smatchproof\n")


# ---- as a whole


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("web") / "site"
    try:
        build(folder, ROOT / "build" / "pyodide")
    except Unavailable as reason:
        pytest.skip(str(reason))
    return folder


def pages(folder):
    return {path: Links(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.html"))}


@pytest.mark.stress
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


@pytest.mark.stress
def test_every_page_can_be_read(folder, address, tmp_path):  # noqa: F811
    if not CHROMIUM:
        pytest.skip("no Chromium on this machine (Debian: apt-get install chromium)")
    start, _ = address
    with Page(tmp_path / "profile") as page:
        for path in pages(folder):
            name = path.relative_to(folder).as_posix()
            if name in ("genindex.html", "search.html", "playground/index.html"):
                continue
            page.open(start + name)
            for width in WIDTHS:
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
