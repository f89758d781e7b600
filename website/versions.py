"""The page above the folders of several versions of the site: it lists them, the newest first."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

_NUMBERS = re.compile(r"\d+(?:\.\d+)*")
_PAGE = """\
<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>smatchproof: versions of the documentation</title>
<style>body { font: 1.1rem/1.6 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem }</style>
<h1>smatchproof</h1>
<p>The documentation of each version, the newest first.</p>
<ul>
@ITEMS@
</ul>
</html>
"""


def versions(folder: Path) -> list[str]:
    """The versions that have a site in a folder, the newest first.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as name:
    ...     for version in ("0.9.0", "0.10.0", "drafts"):
    ...         Path(name, version).mkdir()
    ...         _ = Path(name, version, "index.html").write_text("")
    ...     versions(Path(name))
    ['0.10.0', '0.9.0']
    """
    there = [path.parent.name for path in folder.glob("*/index.html") if _NUMBERS.fullmatch(path.parent.name)]
    return sorted(there, key=lambda name: [int(number) for number in name.split(".")], reverse=True)


def write_versions(folder: Path) -> Path:
    """Write the page that lists the versions of a folder; returns it."""
    items = [f'<li><a href="{escape(name)}/index.html">{escape(name)}</a></li>' for name in versions(folder)]
    page = folder / "index.html"
    page.write_text(_PAGE.replace("@ITEMS@", "\n".join(items)), encoding="utf-8")
    return page
