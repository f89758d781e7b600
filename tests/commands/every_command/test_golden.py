"""The output of commands, format by format, in ``golden/FORMAT.txt``: a command after each ``$``, its output below.

``python -m tests.commands.every_command.test_golden`` writes the outputs again: look at what has changed.
"""

import re
import shlex
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from smatchproof.base.version import VERSION
from tests.commands.every_command.test_refusals import folder, make
from tests.commands.running import run

__all__ = ["folder"]  # a fixture

GOLDEN = sorted(Path(__file__).with_name("golden").glob("*.txt"))


def parts(file):
    """The commands of a file with their outputs."""
    return re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", file.read_text("utf-8"), re.MULTILINE)


def printed(line, folder):
    """The exit code, if it is not 0, and what a command prints, without times and versions."""
    done = run(*shlex.split(line), cwd=folder)
    text = f"exit code {done.returncode}\n" * (done.returncode != 0) + done.stdout
    for pattern, other in (
        (r'"seconds": ?[-+.e0-9]+', '"seconds": 0'),
        (r"(,(?:certified|heuristic)),[-+.e0-9]+(?=,[0-9a-f]{64},)", r"\1,0"),  # in CSV
        (rf"v:{re.escape(VERSION)}\b", "v:VERSION"),
        (rf"smatchproof {re.escape(VERSION)}\b", "smatchproof VERSION"),
    ):
        text = re.sub(pattern, other, text)
    return text if text.endswith("\n") else f"{text}\n"


CASES = [(file.stem, *part) for file in GOLDEN for part in parts(file)]


@pytest.mark.parametrize(("form", "line", "output"), CASES, ids=[f"{form} {line}" for form, line, _ in CASES])
def test_output(form, line, output, folder):
    assert printed(line, folder) == output


if __name__ == "__main__":
    with TemporaryDirectory() as made:
        make(Path(made))
        for file in GOLDEN:
            file.write_text("".join(f"$ {line}\n{printed(line, Path(made))}" for line, _ in parts(file)), "utf-8")
