"""The program from its arguments to its exit code.

Most tests run it in their own process, where what it imports is imported once.
"""

import contextlib
import io
import subprocess
import sys
from unittest.mock import patch

from smatchproof.cli import main

PROGRAM = [sys.executable, "-W", "error", "-m", "smatchproof"]
FOREVER = 120
"""Seconds."""


def run(*arguments, cwd=".", stdin=""):
    """Run to the end in a folder: what it has printed, and its exit code, as of a process. Input: text or bytes."""
    given = stdin if isinstance(stdin, bytes) else stdin.encode()
    streams = [
        io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors=errors, newline="\n")
        for errors in ("strict", "backslashreplace")  # those of Python
    ]
    words = list(map(str, arguments))
    with (
        contextlib.chdir(cwd),
        patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8")),
        contextlib.redirect_stdout(streams[0]),
        contextlib.redirect_stderr(streams[1]),
    ):
        try:
            code = main(words)
        except SystemExit as stopped:
            code = stopped.code or 0
    for stream in streams:
        stream.flush()
    return subprocess.CompletedProcess(words, code, *(stream.buffer.getvalue().decode() for stream in streams))


def said(folder, command, *arguments, code=0):
    """The standard output of a command that runs in a folder; of a refusal, with its exit code, the standard error."""
    done = run(command, *arguments, cwd=folder)
    assert done.returncode == code, done.stderr
    return done.stdout if code == 0 else done.stderr


def printed(done):
    """The exit code and both streams of a command that succeeded without output on standard error."""
    code, out, err = done
    assert (code, err) == (0, ""), err
    return out


def run_as_process(*arguments, cwd=None, stdin=""):
    """The same in a process of its own, with warnings as errors."""
    command = [*PROGRAM, *map(str, arguments)]
    return subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", cwd=cwd, input=stdin, timeout=FOREVER
    )
