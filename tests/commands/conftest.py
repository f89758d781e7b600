"""What the tests of commands share."""

import pytest

from smatchproof.cli import main


@pytest.fixture
def paths(samples):
    """Two files of the same sentences."""
    return samples / "annotator-a.amr", samples / "annotator-b.amr"


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
