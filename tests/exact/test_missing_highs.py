"""The methods that need HiGHS say so in one line where it is not installed, and others are not disturbed."""

import subprocess
import sys

import pytest

from smatchproof.base.optional import install

pytest.importorskip("mip")

WITHOUT = """
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("highspy", "highsbox"):
            raise ModuleNotFoundError(f"No module named '{name}'", name=name)

sys.meta_path.insert(0, Absent())
from smatchproof.cli import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize(("solver", "code", "jobs"), [("highs", 2, 2), ("cbc", 0, 1)])
def test_one_line_without_highs(samples, solver, code, jobs):
    files = [str(samples / f"annotator-{name}.amr") for name in "ab"]
    words = ["score", *files, "--method", "ilp-tight", "--solver", solver, "--jobs", str(jobs)]
    done = subprocess.run([sys.executable, "-c", WITHOUT, *words], capture_output=True, text=True, timeout=120)
    assert done.returncode == code
    missing = f"error: method ilp-tight needs HiGHS; {install('ilp')}, or choose --solver cbc\n"
    assert done.stderr == (missing if code else "")
