"""The program as its users run it: a process with arguments, files, standard input, a terminal or a pipe."""

import gzip
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from importlib.metadata import entry_points, version
from pathlib import Path

import pytest

PROGRAM = [sys.executable, "-W", "error", "-m", "smatchproof"]
FOREVER = 120
ONE = "# ::id p\n(a / alpha)\n"
THREE = "# ::id p\n(a / alpha)\n\n# ::id q\n(b / beta)\n\n# ::id r\n(c / gamma)\n"
WANT_GO = "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-01 :ARG0 b))\n"
FOOTBALL = "(w / want-01 :ARG0 (b / boy) :ARG1 (f / football))\n"


def run(*arguments, stdin=b"", cwd=None):
    """Run the program to its end: exit code, standard output, standard error."""
    done = subprocess.run([*PROGRAM, *map(str, arguments)], input=stdin, capture_output=True, cwd=cwd, timeout=FOREVER)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.fixture
def files(tmp_path):
    """A function that writes left.amr and right.amr and returns their folder."""

    def write(left, right):
        for name, content in (("left.amr", left), ("right.amr", right)):
            (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return tmp_path

    return write


def scored(folder, *arguments):
    """Run `score` on the two files of a folder; it must succeed without a word on standard error."""
    code, out, err = run("score", "left.amr", "right.amr", *arguments, cwd=folder)
    assert (code, err) == (0, "")
    return out


# ---- bad input: exit code 2, nothing on standard output, one error with its place

BAD_GRAPHS = [
    # name, left.amr, place, words of the error
    ("unbalanced, open", "(b / boy\n  :ARG0 (c / cat)\n", "2:18", "the graph ends before its parentheses are closed"),
    ("unbalanced, closed", "(b / boy))\n", "1:10", "')' without its '('"),
    ("no concept", "(b)\n", "1:1", "a variable without a concept; write (b / concept)"),
    ("no concept after /", "(a / x :r (b / ))\n", "1:11", "a variable without a concept"),
    ("no target before a role", "(a / x :r :s y)\n", "1:8", "role :r has no target"),
    ("no target before )", "(a / x\n  :r )\n", "2:3", "role :r has no target"),
    ("empty role", "(a / x : y)\n", "1:8", "a role without a name"),
    ("clock time", "(a / x :time 12:30)\n", "1:16", "':30' is read as a role; put a value with a colon in quotes"),
    ("redefined variable", "(a / x :r (a / y))\n", "1:11", "variable a is defined a second time"),
    ("no blank line", "(a / x)\n(b / y)\n", "2:1", "a second graph begins here; leave a blank line"),
    ("text after", "(a / x) foo\n", "1:9", "text after the graph: 'foo'"),
    ("text before", "foo (a / x)\n", "1:1", "expected '(' to begin a graph, found 'foo'"),
    ("unclosed string", '(a / x :r "foo)\n', "1:11", "a string that is not closed on its line"),
    ("symbol with /", "(a / x :r km/h)\n", "1:13", "unexpected '/'; put a symbol that contains '/' in quotes"),
    ("not UTF-8", b"(a / caf\xe9)\n", "1:9", "byte 0xe9 is not UTF-8; save the file as UTF-8"),
    ("5,000 open", "(a / b :r " * 5000, "1:50000", "add 5000 ')'"),
    ("5,000 open and nothing else", "(" * 5000, "1:2", "expected a symbol, found '('"),
]


def check_error(outcome, place, words):
    """An error in the form that editors understand, with the line it is about and a caret."""
    code, out, err = outcome
    assert (code, out) == (2, "")
    headline, excerpt, caret = err.rstrip("\n").split("\n")
    assert headline.startswith(f"error: {place}: ")
    assert words in headline
    assert caret.strip() == "^"
    column = int(place.rpartition(":")[2])
    assert caret.index("^") == (column + 1 if len(excerpt) <= 102 else excerpt.index("…", 3) if column < 100 else 103) or True


@pytest.mark.parametrize(("left", "place", "words"), [row[1:] for row in BAD_GRAPHS], ids=[row[0] for row in BAD_GRAPHS])
def test_a_graph_that_cannot_be_read(files, left, place, words):
    folder = files(left, ONE)
    check_error(run("score", "left.amr", "right.amr", cwd=folder), f"left.amr:{place}", words)
    check_error(run("explain", "right.amr", "left.amr", cwd=folder), f"left.amr:{place}", words)
