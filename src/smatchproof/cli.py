"""The command line: one module per subcommand, each with ``add_parser`` and ``run``."""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from smatchproof.base.errors import CheckFailedError, SmatchproofError, short
from smatchproof.base.messages import BEFORE
from smatchproof.base.optional import of_missing_module
from smatchproof.base.process import exit_code
from smatchproof.base.version import VERSION
from smatchproof.shell.command_parser import COMMANDS, CommandParser

# 2 is argparse's own; 70 is EX_SOFTWARE of sysexits.h; 141 is what a shell reports of SIGPIPE
OK, CHECK_FAILED, BAD_INPUT, OUR_ERROR, READER_LEFT = 0, 1, 2, 70, 141
OF_THE_LAB = ("audit", "experiment", "export", "generate", "judge", "reduce")
"""The commands whose modules lie in the lab."""
TRACEBACK = "SMATCHPROOF_TRACEBACK"
"""The environment variable that has the effect of ``--traceback``, unless it is empty or 0."""

_EPILOG = """\
exit codes: 0 ok; 1 a check failed; 2 bad input or usage; 70 an error of
smatchproof; 130 interrupted; 129 hung up; 141 its output is not read;
143 terminated
"""


def parser(wanted: str | None = None) -> argparse.ArgumentParser:
    """Return the parser of all commands, or of the `wanted` one: a score should not wait for what it does not use.

    If no command is called `wanted`, the parser knows the names of commands, and nothing of their options.
    """
    top = CommandParser(
        prog="smatchproof",
        description="Exact, proved Smatch for meaning-representation graphs.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"smatchproof {VERSION}")
    top.add_argument("--traceback", action="store_true", help=f"show a traceback for errors; also {TRACEBACK}=1")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=CommandParser)
    for name, words in COMMANDS.items():
        if wanted in (None, name):
            import_module(f"smatchproof.{'lab.' if name in OF_THE_LAB else ''}commands.{name}").add_parser(commands)
        elif wanted not in COMMANDS:
            commands.add_parser(name, help=words)
    top.set_defaults(whole_parser=parser)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    for name, mode in ("stdin", "r"), ("stdout", "w"):
        if getattr(sys, name) is None:  # closed before the start: its number must not become that of another file
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))
    try:
        return _flushed(_run(words, "--traceback" in words or os.environ.get(TRACEBACK, "0") not in ("", "0")))
    except SystemExit as end:  # help was printed, or what is wrong with the options
        sys.exit(_flushed(int(end.code or OK)))


def _flushed(code: int) -> int:
    """The exit code of a command whose output is all written, or whatever else went wrong with it before."""
    try:
        sys.stdout.flush()
    except OSError as error:
        failed = _not_written(error)
        return code if code != OK else failed
    return code


def _run(words: Sequence[str], traceback: bool) -> int:
    """Run a command; what goes wrong is one line, or with `traceback` all that Python says of it."""
    try:
        if not words:
            parser("").print_help()
            return OK
        BEFORE[:] = [_show_messages]
        warnings.filterwarnings("ignore", ".* is an old spelling", DeprecationWarning)  # a message says so
        options = parser(next((word for word in words if not word.startswith("-")), "")).parse_args(words)
        from smatchproof.shell.options import refuse_one_stream_twice  # a version or help need not wait for it

        if hasattr(sys.stdout, "reconfigure"):  # a terminal that cannot show a sign gets its number
            sys.stdout.reconfigure(errors="backslashreplace")
        refuse_one_stream_twice(options)
        code: int = options.run(options)
        return code
    except CheckFailedError as error:
        _tell(f"{error.heading}: {error}")
        return CHECK_FAILED
    except SmatchproofError as error:
        _tell(f"{getattr(error, 'traceback', '')}error: {error}")  # the traceback of code of a user
        return BAD_INPUT
    except ModuleNotFoundError as error:  # of an optional package that was not asked for before it was needed
        if (missing := of_missing_module(error)) is None:
            return _own_error(error, traceback)
        _tell(f"error: {missing}")
        return BAD_INPUT
    except KeyboardInterrupt as error:
        _tell(" ".join(["interrupted", *getattr(error, "__notes__", ())]))  # a note says where
        return exit_code(error)
    except OSError as error:
        return _not_written(error)
    except Exception as error:  # whatever it is, it is ours
        if isinstance(stop := error.__cause__ or error.__context__, KeyboardInterrupt):  # which Python has wrapped
            _tell("interrupted")
            return exit_code(stop)
        return _own_error(error, traceback)


def _tell(text: str) -> None:
    """Print a message; one that cannot be printed changes no exit code."""
    with suppress(OSError):
        print(text, file=sys.stderr)


def _not_written(error: OSError) -> int:
    """Give up the output, in one line; without a word where its reader has seen enough."""
    with suppress(OSError, ValueError):  # of a stream without a number
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python flushes once more as it ends
    if isinstance(error, BrokenPipeError):
        return READER_LEFT
    where = f"{short(str(error.filename), 100)}: " if error.filename else ""
    _tell(f"error: {where}{short(str(error.strerror or error)).lower()}; the output is not complete")
    return BAD_INPUT


def _own_error(error: Exception, traceback: bool) -> int:
    """One line about an error that is no user's to repair, or with `traceback` all that Python says of it."""
    if traceback:
        from traceback import print_exception  # not needed for a run that ends well

        print_exception(error)
        return OUR_ERROR
    if isinstance(error, MemoryError):
        what = "there is not enough memory; give smaller files, or fewer --jobs"
    elif isinstance(error, RecursionError):
        what = "something is nested too deeply for this program"
    else:
        what = f"{type(error).__name__}: {short(str(error), 300)}" if str(error) else type(error).__name__
    _tell(f"error of smatchproof: {what}; please tell its authors, with what --traceback shows")
    return OUR_ERROR


def _show_messages() -> None:
    """Print the messages that lower floors have for standard error, each once: that one of them is compiling, say."""
    import logging

    handler, told = logging.StreamHandler(), set[str]()

    def is_new(record: logging.LogRecord) -> bool:
        before = len(told)
        told.add(record.getMessage())
        return len(told) > before

    handler.addFilter(is_new)
    logging.getLogger("smatchproof").setLevel(logging.INFO)
    logging.getLogger("smatchproof").handlers = [handler]
