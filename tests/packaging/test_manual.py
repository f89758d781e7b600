"""The man page: every command and option, in lines that roff takes."""

import shutil
import subprocess

import pytest

from release.manual import help_of, manual


@pytest.mark.skipif(not shutil.which("groff"), reason="groff is not installed")
def test_roff_prints_the_help_of_every_command():
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww", "-P-cbou"], input=manual().encode(), capture_output=True, check=True
    )
    assert done.stderr == b""
    shown = {line.strip() for line in done.stdout.decode().splitlines()}
    for command in ("score", "experiment run", "generate trap"):
        assert f"smatchproof {command}" in shown
        lines = {line.strip() for line in help_of(*command.split()).splitlines()}
        assert any("--help" in line for line in lines) and lines <= shown | {""}
