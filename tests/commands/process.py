"""The program as a process of its own."""

import subprocess
import sys


def run(*arguments, cwd=None, stdin=""):
    """Run to the end, warnings as errors: what it has printed, and its exit code."""
    command = [sys.executable, "-W", "error", "-m", "smatchproof", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", cwd=cwd, input=stdin, timeout=120)
