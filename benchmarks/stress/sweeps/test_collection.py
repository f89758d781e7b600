"""The suite is the same list in every process, whatever the hash seed: workers could not share it otherwise.

They compare their lists themselves whenever `make test` shares the work between several.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_the_order_of_the_tests_does_not_depend_on_the_hash_seed():
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", "tests"]
    running = [
        subprocess.Popen(
            command, cwd=ROOT, env=os.environ | {"PYTHONHASHSEED": seed}, stdout=subprocess.PIPE, text=True
        )
        for seed in ("1", "2")
    ]
    first, second = ([line for line in process.communicate()[0].splitlines() if "::" in line] for process in running)
    assert len(first) > 1000
    assert first == second
    assert len(set(first)) == len(first)
