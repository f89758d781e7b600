"""The web site: links lead somewhere, nothing is asked of another host, every page can be read at two widths."""

import base64
import json
import re
from pathlib import Path

import pytest

from smatchproof.generators import TRAPS
from smatchproof.teaching.playground import small_parameters
from website.build import Failed, _first_page, _linked, _titled, _traps
from website.npm import Unavailable, fetch

ROOT = Path(__file__).parents[2]


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
