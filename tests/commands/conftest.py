"""Fixtures of the tests of commands."""

from functools import partial

import pytest

from smatchproof.cli import main


@pytest.fixture
def folder(request, tmp_path):
    """A folder with two files of graphs, those that the test's module calls ``LEFT`` and ``RIGHT``."""
    (tmp_path / "left.amr").write_text(request.module.LEFT)
    (tmp_path / "right.amr").write_text(request.module.RIGHT)
    return tmp_path


@pytest.fixture
def program(capsys):
    """A function that runs a command with arguments: exit code, standard output, standard error."""

    def call(command, *arguments):
        try:
            code = main([command, *map(str, arguments)])
        except SystemExit as stopped:
            code = stopped.code
        return code, *capsys.readouterr()

    return call


@pytest.fixture
def run(request, program):
    """The same of one command, the test's module's ``COMMAND``."""
    return partial(program, request.module.COMMAND)
