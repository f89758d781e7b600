"""CITATION.cff, codemeta.json and the conda recipe, from pyproject.toml, version and changelog:
``python -m release.metadata``.
"""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

from smatchproof.base.version import VERSION

ROOT = Path(__file__).parents[1]
_MESSAGE = "If you use smatchproof, please cite it, and the papers of the metrics that you use (docs/references.bib)."
_ABSTRACT = (
    "The largest number of triples that two meaning-representation graphs have in common, with a proof that an "
    "independent checker accepts."
)


def project() -> dict[str, Any]:
    """The table "project" of pyproject.toml, with the address of the repository, which may be empty."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        tables = tomllib.load(file)
    return {**tables["project"], "repository": tables["tool"]["smatchproof"]["repository"].rstrip("/")}


def title() -> str:
    """The name of the program and what it is."""
    facts = project()
    description: str = facts["description"]
    return f"{facts['name']}: {description[0].lower()}{description[1:]}"


def release_date() -> str:
    """The date of this version in the changelog. Raises ``ValueError`` where it has none."""
    heading = rf"^## {re.escape(VERSION)} - (\d{{4}}-\d\d-\d\d)$"
    found = re.search(heading, (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    if found is None:
        raise ValueError(f"CHANGELOG.md has no heading '## {VERSION} - YYYY-MM-DD'")
    return found[1]


def citation() -> str:
    """CITATION.cff, in the format 1.2.0. A text of JSON is one of YAML, too."""
    facts, quoted = project(), json.dumps
    lines = [
        "# Made by `python -m release.metadata`.",
        "cff-version: 1.2.0",
        f"message: {quoted(_MESSAGE)}",
        f"title: {quoted(title())}",
        f"abstract: {quoted(_ABSTRACT)}",
        "type: software",
        "authors:",
        *(f"  - name: {quoted(author['name'])}" for author in facts["authors"]),
        f"version: {quoted(VERSION)}",
        f"date-released: {release_date()}",
        f"license: {facts['license']}",
        *([f"repository-code: {quoted(facts['repository'])}"] if facts["repository"] else []),
        "keywords:",
        *(f"  - {quoted(keyword)}" for keyword in facts["keywords"]),
    ]
    return "\n".join(lines) + "\n"


def codemeta() -> str:
    """codemeta.json, in version 3.0 of CodeMeta."""
    facts = project()
    members: dict[str, Any] = {
        "@context": "https://w3id.org/codemeta/3.0",
        "type": "SoftwareSourceCode",
        "name": facts["name"],
        "headline": title(),
        "description": _ABSTRACT,
        "version": VERSION,
        "dateModified": release_date(),
        "license": f"https://spdx.org/licenses/{facts['license']}",
        "author": [{"type": "Organization", "name": author["name"]} for author in facts["authors"]],
        "keywords": facts["keywords"],
        "programmingLanguage": "Python",
        "runtimePlatform": f"Python {facts['requires-python']}",
        "operatingSystem": "OS independent",
        "softwareRequirements": facts["dependencies"],
        "developmentStatus": "active",
        "isAccessibleForFree": True,
    }
    if facts["repository"]:
        members |= {"codeRepository": facts["repository"], "issueTracker": f"{facts['repository']}/issues"}
    return json.dumps(members, indent=2, ensure_ascii=False) + "\n"


def recipe() -> str:
    """The recipe of the conda package, for rattler-build; it takes the sdist of `make dist`."""
    facts = project()
    with (ROOT / "pyproject.toml").open("rb") as file:
        needed = tomllib.load(file)["build-system"]["requires"]
    spaced = [re.sub(r"(?=[<>=])", " ", each, count=1) for each in (*needed, *facts["dependencies"])]
    build, run = spaced[: len(needed)], spaced[len(needed) :]
    values = {
        "@VERSION@": VERSION,
        "@PYTHON@": facts["requires-python"].replace(">=", "<"),
        "@BUILD@": "\n".join(f"    - {each}" for each in build),
        "@RUN@": "\n".join(f"    - {each}" for each in run),
        "@ABOUT@": "\n".join(
            f"  {key}: {json.dumps(value)}"
            for key, value in (("repository", facts["repository"]), ("summary", facts["description"]))
            if value
        ),
    }
    text = (ROOT / "release" / "recipe.yaml.in").read_text(encoding="utf-8")
    return re.sub("@[A-Z]+@", lambda found: values[found[0]], text)


FILES = {"CITATION.cff": citation, "codemeta.json": codemeta, "release/recipe/recipe.yaml": recipe}
"""The files of the checkout that are made here."""

if __name__ == "__main__":
    for name, text in FILES.items():
        (ROOT / name).write_text(text(), encoding="utf-8")
