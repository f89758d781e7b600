"""Pages with commands are true: these run on the files that a page shows or names, and print what it says."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path

import pytest

from smatchproof.base.version import VERSION
from smatchproof.lab.reductions.registry import SOURCES
from smatchproof.lab.teaching.plain_problems import PROBLEMS
from tests.commands.running import run

ROOT = Path(__file__).parents[2]
TEXTS = {name: (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8") for name in ("extending", "judge", "umr")}


def page_files():
    """The files that the page on UMR shows, by name."""
    return dict(re.findall(r"^`([\w.]+)`:\n\n```text\n(.*?)```$", TEXTS["umr"], re.MULTILINE | re.DOTALL))


def commands(page):
    """The commands of a page, each with what it prints."""
    shown = "".join(re.findall(r"^```console\n(.*?)```$", TEXTS[page], re.MULTILINE | re.DOTALL))
    return re.findall(r"^\$ smatchproof (.*)\n((?:(?!\$ ).*\n)*)", shown, re.MULTILINE)


def test_every_source_of_a_reduction_has_its_row():
    page = (ROOT / "docs" / "reductions.md").read_text(encoding="utf-8")
    assert {*re.findall(r"^\| `([\w-]+)` \| ", page.partition("\n## ")[0], re.MULTILINE)} == {*SOURCES}


@pytest.fixture
def folder(tmp_path):
    """A folder with the files of all pages."""
    shutil.copytree(ROOT / "examples", tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    judged = re.search(r"```python\n# mine.py\n(.*?)```", TEXTS["judge"], re.DOTALL)[1]
    for name, text in (*page_files().items(), ("mine.py", judged)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.usefixtures("processes")
@pytest.mark.parametrize("page", TEXTS)
def test_commands_print_what_the_page_says(folder, page):
    assert len(commands(page)) > 1
    for command, expected in commands(page):
        done = run(*shlex.split(command), cwd=folder)
        assert done.returncode == expected.startswith("refuted"), done.stderr
        printed = done.stdout.replace(f"v:{VERSION}", "v:VERSION").strip() + "\n"
        assert not expected.strip() or OutputChecker().check_output(expected.strip() + "\n", printed, ELLIPSIS), printed


def test_code_about_extending_is_the_beginning_of_an_example():
    examples = [path.read_text("utf-8").split('"""\n\n', 1)[1] for path in (ROOT / "examples").glob("*.py")]
    blocks = re.findall(r"```python\n(.*?)```", TEXTS["extending"], re.DOTALL)
    assert len(blocks) == 3
    for block in blocks:  # with the imports, so that a copy runs
        assert any(example.startswith(block) for example in examples), block


def test_the_suite_takes_a_method_of_a_file(folder):
    words = ["--method", "greedy.py:greedy", "--family", "subgraph, induced"]
    done = run("experiment", "suite", *words, cwd=folder)
    assert done.returncode == 0 and "greedy.py:greedy" in done.stdout


def test_a_package_registers_a_method(folder):
    shutil.copy(folder / "greedy.py", folder / "toy_methods.py")
    info = folder / "toy_methods-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-methods\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[smatchproof.methods]\ntoy = toy_methods:greedy\n")
    words = [sys.executable, "-m", "smatchproof", "score", "a.amr", "b.amr", "--jobs", "2", "--method"]
    environment = {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"}
    done = [subprocess.run([*words, name], cwd=folder, env=environment, capture_output=True) for name in ("toy", "tyo")]
    assert b"|method:toy|" in done[0].stdout
    assert b"did you mean toy?" in done[1].stderr


def test_the_lines_of_python_about_the_judge_hold(folder):
    blocks = re.findall(r"```python\n(.*?)```", TEXTS["judge"], re.DOTALL)
    code = "\n".join(block for block in blocks if not block.startswith("# mine"))
    subprocess.run([sys.executable, "-c", code], cwd=folder, check=True)


def test_the_table_of_the_judge_names_each_problem():
    assert re.findall(r"^\| `([a-z0-9-]+)` \|", TEXTS["judge"], re.MULTILINE) == [*PROBLEMS]
