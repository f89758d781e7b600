"""The program on a terminal."""

import os
import pty
import re
import select
import subprocess
import time

from tests.commands.running import FOREVER, PROGRAM


class OnTerminal:
    """The program with its standard error on a terminal, and standard output in a pipe."""

    def __init__(self, *arguments, cwd=None):
        self.terminal, inner = pty.openpty()
        self.process = subprocess.Popen(
            [*PROGRAM, *map(str, arguments)], cwd=cwd, env=os.environ | {"TERM": "xterm", "COLUMNS": "100"},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=inner, start_new_session=True,
        )  # fmt: skip
        os.close(inner)
        self.shown = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.terminal)
        self.process.stdout.close()
        self.process.kill()
        self.process.wait()

    def read_until(self, pattern):
        """Read the terminal until it shows what is looked for, or the program closes it."""
        end = time.monotonic() + FOREVER
        while not re.search(pattern, self.shown):
            assert time.monotonic() < end, self.shown
            if select.select([self.terminal], [], [], 1)[0]:
                try:
                    self.shown += os.read(self.terminal, 4096)
                except OSError:  # how Linux says that the terminal is not open any more
                    return

    def finish(self):
        """The exit code, standard output, and all that the terminal showed."""
        out = self.process.stdout.read().decode()
        self.read_until(b"(?!)")
        return self.process.wait(FOREVER), out, self.shown.decode()
