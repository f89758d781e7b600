"""HiGHS that is missing or broken: the methods that need it say so in one line."""

import os
import subprocess
import sys

import msgspec
import pytest

from smatchproof.base.optional import install, release_of

pytest.importorskip("mip")

MISSING = "raise ModuleNotFoundError(f\"No module named '{__name__}'\", name=__name__)"
BROKEN = "raise RuntimeError('built for another machine')"
WITHOUT_C = f"""
import sys
_core = sys.modules["highspy._core"] = type(sys)("highspy._core")
_core.__file__ = {msgspec._core.__file__!r}  # a library, as that of highspy 1.16, but not of HiGHS
"""
STATES = {
    "python-mip is removed": {"mip": MISSING},
    "HiGHS is broken": {"highsbox": BROKEN, "highspy": BROKEN},
    "HiGHS lacks its C functions": {"highsbox": MISSING, "highspy": WITHOUT_C},
}
"""Substitutes for packages, by their names."""


@pytest.fixture(params=STATES)
def state(request):
    return request.param


@pytest.fixture
def run(state, tmp_path):
    """A function that runs a command where packages are in that state."""
    for name, code in STATES[state].items():
        (tmp_path / "packages" / name).mkdir(parents=True)
        (tmp_path / "packages" / name / "__init__.py").write_text(code)
    paths = str(tmp_path / "packages"), os.environ.get("PYTHONPATH", "")
    environment = {key: value for key, value in os.environ.items() if key != "PMIP_HIGHS_LIBRARY"}
    environment |= {"PYTHONPATH": os.pathsep.join(filter(None, paths))}

    def run(*words):
        command = [sys.executable, "-m", "smatchproof", *map(str, words)]
        return subprocess.run(command, capture_output=True, text=True, timeout=300, env=environment)

    return run


@pytest.mark.parametrize("method", ["ilp", "ilp-tight"])
def test_methods_that_need_highs_say_so_in_one_line(run, state, samples, method):
    files = [samples / f"annotator-{name}.amr" for name in "ab"]
    done = run("score", *files, "--method", method, "--jobs", 2)
    assert done.returncode == 2
    if "python-mip" in state:
        is_broken = "broken" in state
        reason = ", which does not load (built for another machine)" if is_broken else ""
        way_out = "pip install --force-reinstall mip" if is_broken else install("ilp")
        assert done.stderr == f"error: method {method} needs python-mip{reason}; {way_out}\n"
        return
    there = " or ".join(f"{name} {release_of(name)}" for name in ("highsbox", "highspy") if release_of(name))
    found = f"which python-mip {release_of('mip')} cannot use from {there}"
    way_out = "pip install 'mip==2.0.0' 'highsbox==1.15.1'"
    assert done.stderr == f"error: method {method} needs HiGHS, {found}; {way_out}\n"
