"""The playground: a page that runs the product's own Python, with all that it needs in one folder."""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
import zipfile
from importlib.metadata import files
from pathlib import Path

from smatchproof.reports.pages.pair_page import template
from website.npm import PYODIDE, fetch

HERE = Path(__file__).parent
ROOT = HERE.parent
PAGES = HERE / "playground"
LEFT_OUT = (
    "commands/",
    "shell/",
    "lab/commands/",
    "lab/experiments/",
    "lab/audits/",
    "samples/",
    "cli.py",
    "__main__.py",
)
"""Parts of the package that no page uses: the command line, and what measures."""


def build_playground(folder: Path, downloads: Path) -> None:
    """Write the playground into a folder. Raises :class:`website.npm.Unavailable` where Pyodide cannot be had."""
    python = fetch(downloads)
    (folder / "pyodide").mkdir(parents=True, exist_ok=True)
    for name in PYODIDE.files:
        shutil.copyfile(python / name, folder / "pyodide" / name)
    pack(folder / "smatchproof.zip")
    shutil.copyfile(ROOT / "src" / "smatchproof" / "exact" / "checker.py", folder / "checker.py")
    for name in ("index.html", "worker.js"):
        shutil.copyfile(PAGES / name, folder / name)
    style = template("style.css.j2").render() + "\n" + (PAGES / "playground.css").read_text(encoding="utf-8")
    (folder / "style.css").write_text(style, encoding="utf-8")
    script = (PAGES / "app.js").read_text(encoding="utf-8")
    (folder / "app.js").write_text(script.replace("//STEPS", template("steps.js.j2").render()), encoding="utf-8")
    _keep_offline(folder)


def link(request: dict[str, str]) -> str:
    """The part of an address after ``#`` that makes the playground solve this; as the page itself writes it.

    >>> link({"kind": "pair"})
    'eyJraW5kIjoicGFpciJ9'
    """
    text = json.dumps(request, separators=(",", ":"), ensure_ascii=False).encode()
    return base64.urlsafe_b64encode(text).decode().rstrip("=")


def pack(archive: Path) -> None:
    """Write what the page needs of the package, and penman, as they are, into one file."""
    package = ROOT / "src" / "smatchproof"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in sorted((*package.rglob("*.py"), *package.rglob("*.toml"))):
            if not path.relative_to(package).as_posix().startswith(LEFT_OUT):
                packed.writestr(_entry(path.relative_to(ROOT / "src").as_posix()), path.read_bytes())
        for part in files("penman") or ():
            if part.suffix == ".py" and part.parts[0] == "penman":
                packed.writestr(_entry(part.as_posix()), part.read_binary())


def _entry(name: str) -> zipfile.ZipInfo:
    """An entry without a time of its own, so that the same files make the same archive."""
    entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def _keep_offline(folder: Path) -> None:
    """The script that keeps all files, under a name that changes when they do."""
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    names = [name for name in names if name != "offline.js"]
    hashed = hashlib.sha256(b"".join((folder / name).read_bytes() for name in names)).hexdigest()[:16]
    script = (PAGES / "offline.js").read_text(encoding="utf-8")
    script = script.replace("@HASH@", hashed).replace("@FILES@", json.dumps(["./", *names]))
    (folder / "offline.js").write_text(script, encoding="utf-8")
