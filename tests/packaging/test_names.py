"""One name: a user's own modules called alignment, exact or reports change nothing."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from smatchproof.exact.core import is_compiled

ROOT = Path(__file__).parents[2]
LINKS = ("exact", "generators", "heuristics", "reductions", "reports")
COMMON = ("alignment", *LINKS, "scoring", "audits", "experiments", "shell", "commands", "cli", "api")
"""Names that files of users and packages of others have, too."""
TRAP = "raise AssertionError(f'{__name__} of somebody else was imported')\n"


@pytest.fixture
def crowded(tmp_path):
    """A folder with a file or a package for each of these names; who imports one fails."""
    for number, name in enumerate(COMMON):
        path = tmp_path / f"{name}.py" if number % 2 else tmp_path / name / "__init__.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(TRAP)
    return tmp_path


def python(*arguments, cwd, path=()):
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    if path:
        environment["PYTHONPATH"] = os.pathsep.join(map(str, path))
    return subprocess.run([sys.executable, *arguments], cwd=cwd, env=environment, capture_output=True, text=True)


PUBLIC = "import smatchproof; print(smatchproof.score_strings('(a / b)', '(a / b)').counts.matched)"


def test_the_python_package_works_among_common_names(crowded):
    """The current folder comes first for ``python -c``."""
    done = python("-c", PUBLIC, cwd=crowded, path=[ROOT / "src"])
    assert (done.returncode, done.stdout) == (0, "2\n"), done.stderr


@pytest.mark.parametrize("words", ["score {a} {b} --metric sembleu", "explain {a} {b} --id sample.1"])
def test_the_program_works_among_common_names(crowded, samples, words):
    files = {"a": samples / "annotator-a.amr", "b": samples / "annotator-b.amr"}
    done = python("-m", "smatchproof", *words.format(**files).split(), cwd=crowded, path=[ROOT / "src"])
    assert done.returncode == 0, done.stderr


# ---- the links at the top


def tracked():
    """The files of the checkout by their mode in the index, which says what is a link."""
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        pytest.skip("this is no git checkout")
    listed = subprocess.run(["git", "ls-files", "-s"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [(line.split()[0], line.split("\t", 1)[1]) for line in listed.splitlines()]


def test_the_links_lead_into_the_package():
    links = [name for mode, name in tracked() if mode == "120000"]
    assert sorted(links) == sorted(LINKS)
    for name in LINKS:
        place = Path("src", "smatchproof", *([] if name in ("exact", "reports") else ["lab"]), name)
        assert (ROOT / name).readlink() == place


def test_python_in_the_clone_runs_what_was_installed():
    """The sources lie in ``src``, so that nothing at the top shadows the installed package, which may be compiled."""
    assert not (ROOT / "smatchproof").exists()
    code = "import smatchproof; from smatchproof.exact.core import is_compiled; print(is_compiled())"
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    for command in (["-c", code], ["-m", "smatchproof", "--version"], ["-m", "pytest", "--version"]):
        done = subprocess.run([sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        if command[0] == "-c":
            assert done.stdout.strip() == str(is_compiled())
