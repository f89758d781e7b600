"""All docstrings are restructured text that Sphinx can read: an indentation that it refuses would end `make site`."""

import ast
import io
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "src"
KNOWN = ("Unknown interpreted text role", "No role entry", "Trying")  # those of Sphinx, which docutils alone lacks


def test_docutils_reads_every_docstring():
    core = pytest.importorskip("docutils.core", reason="docutils comes with the extra site")
    wrong = []
    for path in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) or not (
                text := ast.get_docstring(node)
            ):
                continue
            said = io.StringIO()
            core.publish_doctree(text, settings_overrides={"warning_stream": said, "report_level": 2})
            lines = [line for line in said.getvalue().splitlines() if line.startswith("<string>")]
            wrong += [f"{path}: {line}" for line in lines if not any(word in line for word in KNOWN)]
    assert not wrong, "\n".join(wrong)
