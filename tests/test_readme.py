"""The README says what the program does."""

import re

import pytest

from benchmarks.library.records import read_library
from tests.readme import AUDIT, COMMANDS, README, with_help, with_papers


@pytest.mark.parametrize("document", [README, COMMANDS], ids=lambda path: path.name)
def test_help_texts_are_those_of_the_program(document):
    text = document.read_text(encoding="utf-8")
    assert text == with_help(text), "run `python -m tests.readme` to bring the documents up to date"


def test_the_rows_of_the_paper_are_those_of_the_program():
    text = AUDIT.read_text(encoding="utf-8")
    assert text == with_papers(text), "run `python -m tests.readme` to bring the documents up to date"


def test_every_command_has_its_help_in_the_documents():
    listed = re.search(r"\n  COMMAND\n(.*?)\n\n", README.read_text(encoding="utf-8"), re.DOTALL)[1]
    commands = [line.split()[0] for line in listed.splitlines() if line.startswith("    ") and line[4] != " "]
    text = COMMANDS.read_text(encoding="utf-8")
    assert len(commands) >= 6
    assert [name for name in commands if f"<!-- help: smatchproof {name} -->" not in text] == []


def test_files_that_the_readme_links_exist():
    for target in re.findall(r"\]\((?!http)([^)#]+)\)", README.read_text(encoding="utf-8")):
        assert (README.parent / target).exists(), target


def test_as_many_hard_pairs_as_the_library_has():
    said = int(re.search(r"holds (\d+) hard pairs", README.read_text(encoding="utf-8"))[1])
    library = README.parent / "benchmarks" / "library"
    assert len(read_library(library)) == said
