"""A campaign of command lines made from the parsers.

    python -m benchmarks.stress.commands.campaign --seed 1 --shard 0/2 --state FILE
    python -m benchmarks.stress.commands.campaign --report FILE...

See :mod:`benchmarks.stress.campaigns`. A line is refused where its exit code is 1 or 2. It is wrong with any other
code but 0, a traceback, more than 300 characters in a line of standard error or one that a terminal would obey, after
ten seconds of the processor, with a gigabyte more memory, and with temporary files that are left.
"""

import re
import resource
import shutil
import sys
import tempfile
from contextlib import ExitStack
from functools import cache
from pathlib import Path

from benchmarks.stress.campaigns import Campaign, Kind, Outcome, Verdict, lasting_folder
from benchmarks.stress.commands.command_lines import SINGLE, command_line
from tests.commands.running import run

LONGEST_LINE = 300
LONGEST = 10.0
LARGEST = 10**6
"""Kilobytes."""
FILES = {
    "left.amr": "# ::id p\n(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-01 :ARG0 b))\n\n# ::id q\n(a / x)\n",
    "right.amr": "# ::id p\n(w / want-01 :ARG0 (b / boy) :ARG1 (f / football))\n\n# ::id q\n(a / y)\n",
    "graph.txt": "a b\nb c\na c\n",
    "mine.py": "def identity(*instance):\n    return instance\n",
    "plan.toml": 'methods = ["S"]\n[[sources]]\nkind = "graphs"\nnumber = 2\nvariables = "3-4"\n',
}
OBEYED = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]")


@cache
def data() -> Path:
    """A folder with the inputs of all commands."""
    folder = lasting_folder()
    for name, text in FILES.items():
        (folder / name).write_text(text)
    assert run("score", "left.amr", "right.amr", "--certificates", "proof.jsonl", cwd=folder).returncode == 0
    assert run("experiment", "run", "plan.toml", "-o", "run", "--jobs", 1, cwd=folder).returncode == 0
    return folder


def prepare(number: int) -> None:
    """Make the inputs, which is no part of a case."""
    data()


BEFORE = "benchmarks.stress.commands.campaign:prepare"


def fresh(stack: ExitStack) -> Path:
    """A new folder with the inputs."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "data"
    shutil.copytree(data(), folder)
    return folder


def wrong_words(said: str) -> str:
    """Say what is wrong with standard error, if anything is."""
    if "Traceback" in said or "Exception ignored" in said or "error of smatchproof" in said:
        return said[-2000:]
    if found := OBEYED.search(said):
        return f"{found[0]!a} is printed: {said[:2000]!a}"
    longest = max(map(len, said.split("\n")))
    return f"a line of {longest} characters: {said[:2000]}" if longest > LONGEST_LINE else ""


def line(number: int, seed: int) -> Outcome:
    """Run a command line in this process."""
    kind, words = command_line(number, seed)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with ExitStack() as stack:
        folder = fresh(stack)
        done = run(*words, cwd=folder)
        left = [path.name for path in folder.rglob(".smatchproof-*")]
    wrong = wrong_words(done.stderr) or (f"{left} are left" if left else "")
    if done.returncode not in (0, 1, 2):
        wrong = wrong or f"exit code {done.returncode}"
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    if after > LARGEST and after - before > LARGEST // 10:
        wrong = wrong or f"{after:,} kB of memory"
    if wrong:
        return Outcome(kind, Verdict.WRONG, f"{ascii(words)[:1000]}: {wrong}")
    return Outcome(kind, Verdict.REFUSED if done.returncode else Verdict.TRUE)


CAMPAIGN = Campaign(
    "benchmarks.stress.commands.campaign",
    "Command lines made from the parsers",
    f"Every option and argument of every command with values of all kinds ({SINGLE:,} lines), or two of them at once.",
    (Kind("lines", "benchmarks.stress.commands.campaign:line", SINGLE * 3 // 2, LONGEST, BEFORE),),
)

if __name__ == "__main__":
    sys.exit(CAMPAIGN.main(sys.argv[1:]))
