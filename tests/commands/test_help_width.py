"""How wide help is: as argparse makes it, which is not asked before help is wanted."""

import subprocess
import sys

from smatchproof.cli import parser


def test_the_terminal_is_not_measured_for_options_that_are_declared():
    code = "import sys; from smatchproof.cli import parser; parser('score'); print('shutil' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "False\n"


def test_help_is_no_wider_than_the_terminal(monkeypatch):
    widths = []
    for columns in (60, 120):
        monkeypatch.setenv("COLUMNS", str(columns))
        options = parser("score").format_help().split("options:")[1].split("\n\n")[0]
        widths.append(max(map(len, options.splitlines())))
        assert widths[-1] <= columns - 2
    assert widths[0] < widths[1]
