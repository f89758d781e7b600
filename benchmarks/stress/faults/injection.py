"""Faults on demand, inside a process: the n-th call of a kind fails, or a signal arrives as it is made.

Python itself says when it opens, renames, links or removes a file, makes a folder, forks or starts a program (audit
events); what it does not say (reading, writing, flushing to the disk, closing, pipes) is counted where it is done. No
code of the program knows of it. The files of Python, of packages and of the program itself are not counted.

Only the process that asked for it is disturbed, not its workers; it stays so until it ends.
"""

import builtins
import errno
import io
import os
import signal
import stat
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import smatchproof
from smatchproof.base import output_files

EVENTS = {
    "os.rename": "rename",
    "os.link": "link",
    "os.remove": "unlink",
    "os.rmdir": "unlink",
    "os.mkdir": "mkdir",
    "os.chmod": "chmod",
    "os.truncate": "truncate",
    "os.listdir": "list",
    "os.scandir": "list",
    "os.fork": "fork",
    "subprocess.Popen": "fork",
    "socket.__new__": "pipe",
    "fcntl.lockf": "lock",
}
"""What is counted, by the event that tells of it."""
ERRORS = {
    "open": ("EACCES", "EIO", "EMFILE", "EINTR"),
    "create": ("ENOSPC", "EACCES", "EIO", "EMFILE", "EINTR"),
    "read": ("EIO", "EINTR"),
    "write": ("ENOSPC", "EIO", "EINTR", "half"),
    "close": ("EIO", "ENOSPC"),
    "fsync": ("EIO", "ENOSPC"),
    "rename": ("EACCES", "EIO", "ENOSPC"),
    "link": ("EPERM", "ENOSPC", "EIO"),
    "unlink": ("EACCES", "EIO"),
    "mkdir": ("EACCES", "EIO", "ENOSPC"),
    "chmod": ("EPERM", "EIO"),
    "truncate": ("EIO", "EINTR"),
    "list": ("EACCES", "EIO"),
    "fork": ("EAGAIN", "ENOMEM"),
    "pipe": ("EMFILE",),
    "lock": ("ENOLCK", "EIO"),
}
"""How each call may fail. ``half``: half of it is written, and then the disk is full."""
LASTING = {
    *((call, "ENOSPC") for call in ("create", "write", "fsync", "rename", "link", "mkdir")),
    *(("write", "half"), ("link", "EPERM"), ("chmod", "EPERM"), ("fork", "ENOMEM"), ("pipe", "EMFILE")),
}
"""After these every further call of the kind fails as well."""
SIGNALS = "SIGINT", "SIGTERM", "SIGKILL"
"""What may arrive at any call."""
ANY = "any call"


@dataclass(frozen=True)
class Fault:
    """What happens at which call of a kind, counted from 1: an error of :data:`ERRORS`, or a signal."""

    call: str
    number: int
    what: str

    def __str__(self) -> str:
        return f"{self.what} at {self.call} {self.number}"


class Injection:
    """The calls that were made, and the fault that is made of one of them."""

    def __init__(self, fault: Fault | None) -> None:
        self.fault = fault
        self.calls: Counter[str] = Counter()
        self.has_come = self.is_over = False
        self.process = os.getpid()

    def at(self, call: str, *names: object) -> bool:
        """Count a call about a file of that name, and let the fault come. Returns whether half of it is to be done."""
        if self.is_over or os.getpid() != self.process:
            return False
        self.calls[call] += 1
        fault, number = self.fault, self.calls[call]
        if fault is None:
            return False
        if fault.what in SIGNALS:
            if self.calls.total() == fault.number:
                self.has_come = True
                signal.raise_signal(signal.Signals[fault.what])
        elif call == fault.call and (
            number == fault.number or (number > fault.number and (call, fault.what) in LASTING)
        ):
            self.has_come = True
            if fault.what == "half" and number == fault.number:
                return True
            code = getattr(errno, "ENOSPC" if fault.what == "half" else fault.what)
            raise OSError(code, os.strerror(code), *names)
        return False

    def hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        """An audit event of Python."""
        if event == "open":
            path, _, flags = arguments
            if not isinstance(path, int) and is_counted(path):
                self.at("create" if flags & os.O_CREAT else "open", path)
        elif call := EVENTS.get(event):
            self.at(call, *(name for name in arguments[:1] if isinstance(name, str)))

    def begin(self) -> None:
        """Listen from now on, in the whole process."""
        Raw.injection = self
        sys.addaudithook(self.hear)
        io.open = builtins.open = opened
        os.fsync, os.pipe = self.before("fsync", os.fsync), self.before("pipe", os.pipe)
        output_files._Output = type("_Output", (output_files._Output, Raw), {})

    def before(self, call: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """A function that is counted."""

        def counted(*arguments: Any) -> Any:
            self.at(call)
            return function(*arguments)

        return counted


PROGRAM = sys.prefix, sys.base_prefix, str(Path(smatchproof.__file__).parent)
"""The folders of Python, of installed packages and of ours."""


def is_counted(path: str | bytes) -> bool:
    """Whether a file is no part of the program."""
    return not os.fsdecode(path).startswith(PROGRAM) and path != os.devnull


class Raw(io.FileIO):
    """An open file, below all buffers, whose calls are counted if it is a regular file."""

    injection: Injection | None = None

    @property
    def is_counted(self) -> bool:
        is_code = not isinstance(self.name, int) and not is_counted(self.name)
        return self.injection is not None and not is_code and stat.S_ISREG(os.fstat(self.fileno()).st_mode)

    def at(self, call: str) -> bool:
        return self.is_counted and self.injection.at(call)

    def readinto(self, buffer: Any) -> Any:
        self.at("read")
        return super().readinto(buffer)

    def readall(self) -> Any:
        self.at("read")
        return super().readall()

    def write(self, data: Any) -> Any:
        if self.at("write"):
            data = memoryview(data)[: len(data) // 2]
        return super().write(data)

    def truncate(self, size: int | None = None) -> int:
        self.at("truncate")
        return super().truncate(size)

    def close(self) -> None:
        counts = not self.closed and self.writable() and self.is_counted
        super().close()
        if counts:
            self.injection.at("close")


def opened(
    file: Any,
    mode: str = "r",
    buffering: int = -1,
    encoding: str | None = None,
    errors: str | None = None,
    newline: str | None = None,
    closefd: bool = True,
    opener: Any = None,
) -> Any:
    """What ``open`` does, with such files."""
    file = os.fspath(file) if isinstance(file, os.PathLike) else file
    raw = Raw(file, mode.replace("b", "").replace("t", ""), closefd, opener)
    if buffering == 0:
        return raw
    size = buffering if buffering > 1 else io.DEFAULT_BUFFER_SIZE
    kind = io.BufferedRandom if "+" in mode else io.BufferedReader if raw.readable() else io.BufferedWriter
    buffered = kind(raw, size)
    if "b" in mode:
        return buffered
    text = io.TextIOWrapper(buffered, encoding, errors, newline, line_buffering=buffering == 1)
    text.mode = mode
    return text
