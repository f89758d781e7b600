"""What the tests of commands share."""

import pytest

from smatchproof.cli import main


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
