"""The command line: one module per subcommand, each with ``add_parser`` and ``run``."""

from __future__ import annotations

import argparse
import logging
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from smatchproof.alignment import VERSION, CheckFailedError, SmatchproofError, of_missing_module
from smatchproof.alignment.interrupts import interrupted_by, interruptible

COMMANDS = ("score", "verify", "explain", "generate", "reduce", "export", "experiment", "audit")

OK, CHECK_FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130

_EPILOG = """\
exit codes: 0 ok; 1 a check failed; 2 bad input or usage; 130 interrupted (what was finished is printed);
143 terminated
"""


def parser(wanted: str | None = None) -> argparse.ArgumentParser:
    """The parser of all commands, or of the one that is wanted: a score should not wait for what it does not use."""
    top = argparse.ArgumentParser(
        prog="smatchproof",
        description="Exact, proved Smatch for meaning-representation graphs.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"smatchproof {VERSION}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name in (wanted,) if wanted in COMMANDS else COMMANDS:
        import_module(f"smatchproof.commands.{name}").add_parser(commands)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. Signals that ask the program to end are handled as Ctrl-C is."""
    with interruptible():
        code = _run(sys.argv[1:] if arguments is None else list(arguments))
    return 128 + interrupted_by() if code == INTERRUPTED and interrupted_by() else code


def _run(words: Sequence[str]) -> int:
    """Run a command; what goes wrong is one line."""
    try:
        options = parser(words[0] if words else None).parse_args(words)
        if hasattr(sys.stdout, "reconfigure"):  # a terminal that cannot show a sign gets its number
            sys.stdout.reconfigure(errors="backslashreplace")
        _show_words_of("smatchproof")
        code: int = options.run(options)
        sys.stdout.flush()
        return code
    except CheckFailedError as error:
        print(f"{error.heading}: {error}", file=sys.stderr)
        return CHECK_FAILED
    except SmatchproofError as error:
        print(f"error: {error}", file=sys.stderr)
        return BAD_INPUT
    except ModuleNotFoundError as error:  # of an optional package that nobody has asked for before it was needed
        if (missing := of_missing_module(error)) is None:
            raise
        print(f"error: {missing}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output has seen enough
        _discard_output()
        return OK
    except OSError as error:
        print(f"error: {error.strerror or error}; the output is not complete", file=sys.stderr)
        _discard_output()
        return BAD_INPUT


def _show_words_of(logger: str) -> None:
    """Print what a floor has to tell on standard error: that it compiles, for instance."""
    handler = logging.StreamHandler()
    logging.getLogger(logger).setLevel(logging.INFO)
    logging.getLogger(logger).handlers = [handler]


def _discard_output() -> None:
    """Keep Python from failing once more when it flushes what nobody takes."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
