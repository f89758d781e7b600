"""The web site: links lead somewhere, nothing is asked of another host, every page can be read at two widths."""

from pathlib import Path

import pytest

from website.build import Failed, _linked

ROOT = Path(__file__).parents[2]


# ---- in parts


def test_links_of_documents_are_kept_and_those_to_code_become_names():
    text = "[a](docs/audit.md) [b](src/smatchproof/exact/checker.py) [c](https://x.org) [d](#here) ![e](docs/pair.svg)"
    assert _linked("README.md", text, ["docs/audit.md"]) == (
        "[a](docs/audit.md) b (`src/smatchproof/exact/checker.py`) [c](https://x.org) [d](#here) ![e](docs/pair.svg)"
    )
    assert _linked("docs/x.md", "[t](np-completeness.ipynb)", []) == "[t](np-completeness.md)"
    assert _linked("README.md", "```\n[x](nowhere.md)\n```", []) == "```\n[x](nowhere.md)\n```"
    with pytest.raises(Failed, match=r"README\.md links nowhere\.md, which is not there"):
        _linked("README.md", "[x](nowhere.md)", [])
