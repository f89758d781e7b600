"""What a release says of itself, in each place the same; what it takes beside the package."""

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
from release.index import VERSIONS, served
from smatchproof.base.version import VERSION
from smatchproof.scoring.systems.citations import citations
from website.versions import write_versions

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


@pytest.mark.parametrize("address", ["", f"{REPOSITORY}/"])
def test_the_build_takes_the_addresses_from_the_same_setting(tmp_path, address):
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert text.count('\nrepository = ""\n') == 1
    (tmp_path / "pyproject.toml").write_text(text.replace('\nrepository = ""\n', f'\nrepository = "{address}"\n'))
    (tmp_path / "smatchproof").symlink_to(ROOT / "smatchproof")
    for name in ("setup.py", "README.md", "LICENSE"):
        (tmp_path / name).write_text((ROOT / name).read_text(encoding="utf-8"))
    code = "from setuptools.build_meta import prepare_metadata_for_build_wheel as p; p('out')"
    (tmp_path / "out").mkdir()
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env={"SMATCHPROOF_PLAIN": "1"},
                          capture_output=True, text=True)  # fmt: skip
    assert done.returncode == 0, done.stderr
    lines = next(tmp_path.glob("out/*/METADATA")).read_text(encoding="utf-8").splitlines()
    urls = [line for line in lines if line.startswith("Project-URL: ")]
    assert len(urls) == (4 if address else 0)
    assert all(f", {REPOSITORY}" in line and "smatchproof//" not in line for line in urls)


def test_title_authors_and_version_are_the_same_everywhere():
    cff = yaml.safe_load(made.citation())
    (authors,) = ([each["name"] for each in project["authors"]] for project in [PROJECT["project"]])
    (ours,) = (text for text in citations([]) if text.startswith("@software"))
    assert f'title = "{cff["title"]}"' in ours and f'version = "{cff["version"]}"' in ours
    assert [author["name"] for author in cff["authors"]] == authors and f"{{{authors[0]}}}" in ours
    assert cff["version"] == VERSION == json.loads(made.codemeta())["version"]
    assert (cff["license"], cff["cff-version"]) == (PROJECT["project"]["license"], "1.2.0")


def test_a_version_without_a_date_is_no_release(monkeypatch):
    monkeypatch.setattr(made, "VERSION", "9.9.9")
    with pytest.raises(ValueError, match=r"'## 9\.9\.9 - YYYY-MM-DD'"):
        made.citation()


def test_the_versions_of_python_are_the_same_everywhere():
    listed = {line.rpartition(" ")[2] for line in PROJECT["project"]["classifiers"] if ":: 3." in line}
    wheels = re.findall(r"cp3(\d+)-", PROJECT["tool"]["cibuildwheel"]["build"])
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "tests.yml").read_text())["jobs"]
    tested = jobs["linux"]["strategy"]["matrix"]["python"]
    assert [*VERSIONS] == sorted(listed) == [f"3.{number}" for number in wheels] == tested
    assert PROJECT["project"]["requires-python"] == f">={VERSIONS[0]}"
    assert {*jobs["elsewhere"]["strategy"]["matrix"]["python"]} <= {*VERSIONS}


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


def test_only_the_job_that_publishes_may_ask_for_an_identity():
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text())
    asking = [name for name, job in workflow["jobs"].items() if "id-token" in job.get("permissions", {})]
    assert asking == ["publish"] and workflow["permissions"] == {"contents": "read"}
    assert workflow["jobs"]["publish"]["if"] == "github.ref_type == 'tag'"
    assert "password" not in str(workflow)


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


def test_an_index_is_served_on_this_machine_alone(tmp_path):
    from urllib.request import urlopen

    (tmp_path / "smatchproof").mkdir()
    (tmp_path / "smatchproof" / "a.whl").write_text("")
    with served(tmp_path) as address:
        assert address.startswith("http://127.0.0.1:")
        assert b'href="a.whl"' in urlopen(f"{address}/smatchproof/").read()


def test_versions_of_the_site_are_listed_newest_first(tmp_path):
    for name in ("0.2.0", "0.10.0", "0.9.1"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "index.html").write_text("")
    links = re.findall(r'href="(.*?)"', write_versions(tmp_path).read_text(encoding="utf-8"))
    assert links == ["0.10.0/index.html", "0.9.1/index.html", "0.2.0/index.html"]
    assert all((tmp_path / link).is_file() for link in links)
