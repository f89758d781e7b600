"""Fixtures of the tests of commands."""

import pickle
from functools import partial

import pytest

from smatchproof.cli import main
from smatchproof.reports.pages import comparison_page


@pytest.fixture(scope="session", autouse=True)
def drawn_once():
    """The figures of the same comparison are drawn once in a process: many tests write it, and verify it, again."""
    drawing = {name: getattr(comparison_page, name) for name in ("scatter_figure",)}
    svg, drawn = comparison_page.svg, {}

    def drawn_before(figure, *words):
        if (key := pickle.dumps((figure, words))) not in drawn:
            name, arguments = figure
            drawn[key] = svg(drawing[name](*arguments), *words)
        return drawn[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(comparison_page, "svg", drawn_before)
        for name in drawing:
            patch.setattr(comparison_page, name, lambda *arguments, name=name: (name, arguments))
        yield


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
