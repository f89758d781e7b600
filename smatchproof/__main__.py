"""``python -m smatchproof`` and the command ``smatchproof`` are the command line."""

import signal
import sys


def main() -> int:
    """Run the command line. Ctrl-C while Python loads or leaves it ends the process at once, without a word."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from smatchproof.cli import main as command_line  # after the line above: this takes a while

    return command_line()


if __name__ == "__main__":
    sys.exit(main())
