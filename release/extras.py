"""All extras with the newest releases that the index has, whatever the tests passed with: a command of each is used."""

import os
import pty
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from release.environment import ROOT, Environment, check, clean, say

LACKING = {
    "score {a} {b} --method ilp": "ilp",
    "score {a} {b} --method ilp-tight": "ilp",
    "score {a} {b} --interval": "stats",
    "score {a} {b} --scheduler 127.0.0.1:8786": "cluster",
    "explain {a} {b} --id sample.1 --html pair.html": "pages",
    "experiment gaps rows": "stats",
    "experiment report rows": "pages",
    "audit {a} {b}": "stats",
    "compare {a} {b} -o table": "stats",
    "completion bash": "completion",
    "reduce max-cut triangle.dot --solve": "graphs",
    "reduce max-cut triangle.gml --solve": "graphs",
    "reduce max-cut triangle.mtx --solve": "graphs",
}
"""Commands that take an extra, which they ask for where it is missing."""
MORE = (
    "score {a} {b} --method ilp-tight --solver cbc",
    "verify table",
)
"""Others that take extras."""
CLUSTER = """\
from distributed import LocalCluster

if __name__ == "__main__":
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        print(cluster.scheduler_address, flush=True)
        input()
"""
"""A Dask cluster that tells its address, and ends with a line of its input."""


def use_extras(wheel: Path, folder: Path) -> None:
    """Install a wheel with each of its extras, without constraints, into an empty environment, and use them."""
    stranger = Environment(folder)
    stranger.pip("install", f"{wheel}[all]")
    say(f"newer than the tests' own: {', '.join(newer_releases(stranger)) or 'nothing'}")
    experiment = stranger.work / "experiment.toml"
    experiment.write_text(experiment.read_text().replace('"S"', '"S", "ILP"'))
    stranger.must_run("experiment run experiment.toml -o rows")
    with cluster(stranger) as address:
        for words in (*LACKING, *MORE):
            stranger.must_run(words.replace("127.0.0.1:8786", address))
            say(f"works: smatchproof {words}")
    check("\N{BOX DRAWINGS HEAVY HORIZONTAL}" in on_terminal(stranger, "score {a} {b}"), "a terminal shows no progress")
    say("a terminal shows progress")
    notebook = ROOT / "docs" / "np-completeness.ipynb"
    must_end_well(stranger, "nbconvert", "--to", "html", "--execute", notebook, "--output-dir", stranger.work)
    say("the tutorial runs")
    stranger.pip("install", f"{wheel}[dev]")
    must_end_well(stranger, "website", "--without-playground", "-o", stranger.work / "site", cwd=ROOT)
    say("the site is built")
    must_end_well(stranger, "pytest", "-q", "-p", "no:cacheprovider", "tests/problem", "tests/inference", cwd=ROOT)
    say("tests run")


def newer_releases(stranger: Environment) -> list[str]:
    """The packages there whose releases are not those of constraints.txt."""
    command = [str(stranger.bin / "python"), "-m", "pip", "freeze", "--exclude", "smatchproof"]
    there = subprocess.run(command, check=True, capture_output=True, text=True, env=clean()).stdout.split()
    known = (ROOT / "constraints.txt").read_text().lower().replace("_", "-").split()
    return [line for line in there if line.lower().replace("_", "-") not in known]


def must_end_well(stranger: Environment, module: str, *words: str | Path, cwd: Path | None = None) -> None:
    """Run a module of the environment, as a script that has to end well."""
    command = [str(stranger.bin / "python"), "-m", module, *map(str, words)]
    done = subprocess.run(command, cwd=cwd or stranger.work, env=clean(), capture_output=True, text=True)
    check(done.returncode == 0, f"{module} ends with {done.returncode}:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")


@contextmanager
def cluster(stranger: Environment) -> Iterator[str]:
    """The address of a Dask cluster of one worker, in the environment."""
    script = stranger.work / "cluster.py"
    script.write_text(CLUSTER)
    command, pipe = [stranger.bin / "python", script], subprocess.PIPE
    with subprocess.Popen(
        command, cwd=stranger.work, env=clean(), stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.communicate("\n", timeout=60)


def on_terminal(stranger: Environment, words: str) -> str:
    """Return the output of the program on a terminal."""
    outside, inside = pty.openpty()
    shown = b""
    command, silent = stranger.command(words), subprocess.DEVNULL
    with subprocess.Popen(command, cwd=stranger.work, env=clean(), stdout=silent, stderr=inside):
        os.close(inside)
        with suppress(OSError):  # where the terminal is closed Linux fails, and others return nothing
            while part := os.read(outside, 4096):
                shown += part
    os.close(outside)
    return shown.decode()
