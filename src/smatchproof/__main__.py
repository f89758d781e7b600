"""``python -m smatchproof`` and the command ``smatchproof`` are the command line."""

import os
import sys

_HOME = os.path.dirname(os.path.dirname(__file__))  # noqa: PTH120  # pathlib may be somebody's file
if __name__ == "__main__" and not sys.flags.safe_path and sys.path[0] != _HOME:
    sys.path.append(sys.path.pop(0))  # the folder that one is in: its json.py is not Python's

import gc  # noqa: E402
import signal  # noqa: E402

_OBJECTS_BETWEEN_COLLECTIONS = 100_000
"""New objects between two searches for cyclic garbage. Python's default, 700, costs a twentieth of a score, which makes
hardly any cycles.
"""


def main() -> int:
    """Run the command line. Ctrl-C while Python loads or leaves it ends the process at once, without a word."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS, *gc.get_threshold()[1:])
    from smatchproof.base.process import exit_code, interruptible  # after the lines above: this takes a while
    from smatchproof.cli import main as command_line

    try:
        with interruptible():
            return command_line()
    except KeyboardInterrupt as error:  # between two lines of the command
        return exit_code(error)
    finally:
        gc.freeze()  # Python would look through all objects as it ends: a fifth of the time of a short command


if __name__ == "__main__":
    sys.exit(main())
