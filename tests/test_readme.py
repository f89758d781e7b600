"""The README says what the program does."""

import re

from tests.readme import README, with_help


def test_help_texts_are_those_of_the_program():
    text = README.read_text(encoding="utf-8")
    assert text == with_help(text), "run `python -m tests.readme` to bring the README up to date"


def test_every_command_has_its_help_in_the_readme():
    text = README.read_text(encoding="utf-8")
    commands = re.search(r"\n  COMMAND\n(.*?)\n\n", text, re.DOTALL)[1]
    for line in commands.splitlines():
        assert f"<!-- help: smatchproof {line.split()[0]} -->" in text


def test_the_first_commands_are_the_demo_and_the_tests():
    first_block = README.read_text(encoding="utf-8").split("```")[1]
    assert [line.split("#")[0].strip() for line in first_block.splitlines()[1:] if line] == [
        "$ make demo",
        "$ make test",
    ]


def test_files_that_the_readme_links_exist():
    for target in re.findall(r"\]\((?!http)([^)#]+)\)", README.read_text(encoding="utf-8")):
        assert (README.parent / target).exists(), target
