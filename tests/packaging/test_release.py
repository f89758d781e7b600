"""The metadata of a release, equal in all places; the files in it besides the package."""

import json
import re
import subprocess
import sys
import tomllib
from importlib.metadata import metadata
from pathlib import Path

import pytest
import yaml

from release import metadata as made
from smatchproof.base.version import VERSION

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
REPOSITORY = "https://code.example/someone/smatchproof"


@pytest.mark.parametrize("name", made.FILES)
def test_made_files_are_up_to_date(name):
    assert (ROOT / name).read_text(encoding="utf-8") == made.FILES[name](), "run `python -m release.metadata`"


@pytest.mark.parametrize("name", made.FILES)
def test_one_setting_fills_the_addresses(monkeypatch, name):
    empty = made.FILES[name]()
    facts = made.project() | {"repository": REPOSITORY}
    monkeypatch.setattr(made, "project", lambda: facts)
    assert REPOSITORY not in empty and REPOSITORY in made.FILES[name]()
    yaml.safe_load(made.FILES[name]())


def test_title_authors_and_version_are_the_same_everywhere():
    cff = yaml.safe_load(made.citation())
    (authors,) = ([each["name"] for each in project["authors"]] for project in [PROJECT["project"]])
    assert [author["name"] for author in cff["authors"]] == authors
    assert cff["version"] == VERSION == json.loads(made.codemeta())["version"]
    assert (cff["license"], cff["cff-version"]) == (PROJECT["project"]["license"], "1.2.0")


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_run_what_is_there(path):
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    text = path.read_text(encoding="utf-8")
    commands = [step["run"] for job in yaml.safe_load(text)["jobs"].values() for step in job["steps"] if "run" in step]
    made_of = [word for line in commands if line.startswith("make ") for word in line.split()[1:] if "=" not in word]
    assert {*made_of} <= targets
    named = [
        word for line in commands for word in re.findall(r"[\w./]+/[\w./]+\b", line) if not word.endswith(("/", "*"))
    ]
    assert [word for word in named if "." not in word.split("/")[0] and not (ROOT / word).exists()] == []


def test_the_recipe_needs_what_the_package_needs():
    recipe = yaml.safe_load((ROOT / "release" / "recipe" / "recipe.yaml").read_text())
    needed = {each.replace(" ", "") for each in recipe["requirements"]["run"]} - {"python"}
    assert needed == {*PROJECT["project"]["dependencies"]}
    built = {each.replace(" ", "") for each in recipe["requirements"]["host"]} - {"python", "pip"}
    assert built == {*PROJECT["build-system"]["requires"]}
    assert (ROOT / "release" / "recipe" / recipe["source"][1]["path"]).resolve().is_file()


def test_the_trial_of_a_release_passes_here():
    done = subprocess.run(
        [sys.executable, ROOT / "release" / "trial.py"], cwd=ROOT / "release", capture_output=True, text=True
    )
    assert done.returncode == 0 and f": {metadata('smatchproof')['version']}, " in done.stdout, done.stderr
