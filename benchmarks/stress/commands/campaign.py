"""A campaign of command lines made from the parsers, and of streams that are closed, full or left by their reader.

    python -m benchmarks.stress.commands.campaign --seed 1 --shard 0/2 --state FILE
    python -m benchmarks.stress.commands.campaign --report FILE...

See :mod:`benchmarks.stress.campaigns`. A line is refused where its exit code is 1 or 2. It is wrong with any other
code but 0, a traceback, more than 300 characters in a line of standard error or one that a terminal would obey, after
ten seconds of the processor, with a gigabyte more memory, and with temporary files that are left.
"""

import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from functools import cache
from itertools import product
from pathlib import Path
from unittest.mock import patch

from benchmarks.stress.campaigns import Campaign, Kind, Outcome, Verdict, lasting_folder
from benchmarks.stress.commands.command_lines import BASE, SINGLE, command_line
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
    """A new folder with the inputs, and a pipe that nobody writes into or reads."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "data"
    shutil.copytree(data(), folder)
    os.mkfifo(folder / "pipe")
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
        for module in ("files", "output_files"):
            stack.enter_context(patch(f"smatchproof.base.{module}.PATIENCE", 0.05))
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


# ---- streams

STATES = ("open", "closed", "full", "left")
STREAMS = [*product(("open", "closed"), STATES, STATES)][1:]
"""Of standard input, output and error: as they are, closed, a device that is full, or a pipe whose reader has left."""
LINES = [f"{name} {words}" for name, words in BASE.items()] + [
    "",
    "--help",
    "--version",
    "score --help",
    "score missing.amr right.amr",
    "score left.amr right.amr --jobs 2 --per-pair",
    "score left.amr right.amr --no-such-option",
    "score - right.amr",
    "check -",
    "reduce clique - --size 2 --solve",
    "score left.amr right.amr --certificates new.jsonl",
    "explain left.amr right.amr --id p --html page.html",
    "compare right.amr left.amr -o bundle",
    "export left.amr right.amr --id p --to lp -o /dev/stdout",
]
CHILDREN = len(LINES) * len(STREAMS)


def child(words: str, streams: tuple[str, str, str]) -> tuple[int, bytes, str]:
    """Run a command as a process whose streams are in these states: exit code, standard output and error."""
    with ExitStack() as stack:
        folder = fresh(stack)
        ends = {0: subprocess.DEVNULL, 1: subprocess.PIPE, 2: subprocess.PIPE}
        closed = ""
        for number, state in enumerate(streams):
            if state == "closed":
                closed += f" {number}{'<' if number == 0 else '>'}&-"
            elif state == "full":
                ends[number] = stack.enter_context(Path("/dev/full").open("wb"))
            elif state == "left":
                reader, ends[number] = os.pipe()
                os.close(reader)
                stack.callback(os.close, ends[number])
        command = ["sh", "-c", f'exec "$@"{closed}', "sh", sys.executable, "-m", "smatchproof", *words.split()]
        done = subprocess.run(
            command, cwd=folder, stdin=ends[0], stdout=ends[1], stderr=ends[2], timeout=60, env=os.environ
        )
        return done.returncode, done.stdout or b"", (done.stderr or b"").decode(errors="replace")


@cache
def undisturbed(words: str) -> tuple[int, bool]:
    """The exit code of a command whose streams are open, and whether it prints anything."""
    code, printed, _ = child(words, ("open", "open", "open"))
    return code, bool(printed)


def stream(number: int, seed: int) -> Outcome:
    """Run a command as a process with streams that are closed, full or left by their reader."""
    at = random.Random(seed).sample(range(CHILDREN), CHILDREN)[number % CHILDREN]
    words, streams = LINES[at % len(LINES)], STREAMS[at // len(LINES)]
    code, prints = undisturbed(words)
    found, _, said = child(words, streams)
    expected = {code}
    if "-" in words.split() and streams[0] == "closed":
        expected = {2}
    elif streams[1] == "left":
        expected = {0, code} if prints else {code}
    elif streams[1] != "open" and prints:
        expected = {2} if code == 0 else {code, 2}
    wrong = wrong_words(said)
    if found not in expected:
        wrong = wrong or f"exit code {found}, not {expected}; {said[:1000]}"
    if resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss > LARGEST:
        wrong = wrong or "more than a gigabyte of memory"
    named = zip(("in", "out", "error"), streams, strict=True)
    way = ", ".join(f"{name} {state}" for name, state in named if state != "open")
    if wrong:
        return Outcome(way, Verdict.WRONG, f"{words}: {wrong}")
    return Outcome(way, Verdict.REFUSED if found else Verdict.TRUE)


CAMPAIGN = Campaign(
    "benchmarks.stress.commands.campaign",
    "Command lines made from the parsers",
    f"Every option and argument of every command with values of all kinds ({SINGLE:,} lines), or two of them at once; "
    f"and {len(LINES)} commands as processes with streams that are closed, full or left by their reader.",
    (
        Kind("lines", "benchmarks.stress.commands.campaign:line", SINGLE * 3 // 2, LONGEST, BEFORE),
        Kind("streams", "benchmarks.stress.commands.campaign:stream", CHILDREN, LONGEST, BEFORE),
    ),
)

if __name__ == "__main__":
    sys.exit(CAMPAIGN.main(sys.argv[1:]))
