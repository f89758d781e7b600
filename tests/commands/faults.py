"""A campaign against the commands that write: interrupted, terminated and killed at random moments.

    python -m tests.commands.faults --moments 30 --kills 40 --seed 1 --shard 0/2 --state FILE

Each command runs as a process of its own, on small inputs, over files that are there already. Half of the signals come
at a moment of the whole run, half at one after the first file was opened for writing. Afterwards each file has to be
the old one or the new one, byte for byte, and files that belong together have to be all old or all new; no temporary
file and no process may be left; an experiment is resumed, and its rows have to be those of a run without interruption.
After SIGKILL, which no program can handle, temporary files may be left, and a group may be half old and half new.

The state is a file of one JSON object, written after every run; the same command goes on from there. Exit code 0:
nothing wrong; 1: something is, and is printed. Shard i/k has the commands i, i + k, ...
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from smatchproof.alignment.interrupts import ENDING

SAMPLES = Path(__file__).parents[2] / "smatchproof" / "samples"
PROGRAM = (sys.executable, "-m", "smatchproof")
PLAN = """\
name = "plan"
methods = ["S", "R"]
seeds = "0-1"

[[sources]]
kind = "graphs"
name = "random"
number = 8
variables = "3-6"
"""
MODE = 0o600
"""Of the old files; the new ones have to keep it."""
LONGEST = 60.0
"""Seconds until a run counts as hanging."""


@dataclass(frozen=True)
class Command:
    """A command that writes: {data} is the folder of inputs, {out} that of outputs.

    Each group of files changes together; without groups, the command is an experiment's run, whose files come one after
    another. `begins_with` is a folder of the data to begin with.
    """

    name: str
    arguments: str
    groups: tuple[tuple[str, ...], ...] = ()
    begins_with: str = ""

    @property
    def files(self) -> tuple[str, ...]:
        """All files that are written."""
        return tuple(name for group in self.groups for name in group)

    def words(self, data: Path, out: Path) -> list[str]:
        """The command line."""
        return [*PROGRAM, *self.arguments.format(data=data, out=out).split()]


BOTH = "{data}/left.amr {data}/right.amr"
PAIR = ("left.amr", "right.amr")
IDS = [str(number) for number in range(1, 9)]
COMMANDS = (
    Command("score --certificates", f"score {BOTH} --jobs 2 --certificates {{out}}/proofs.jsonl", (("proofs.jsonl",),)),
    Command("explain --html", f"explain {BOTH} --id sample.3 --html {{out}}/page.html", (("page.html",),)),
    Command("generate graphs", "generate graphs --number 60 --variables 5-12 -o {out}/graphs.amr", (("graphs.amr",),)),
    Command(
        "generate annotations",
        "generate annotations {data}/left.amr --noise 1.5 -o {out}/noisy.amr",
        (("noisy.amr",),),
    ),
    Command(
        "generate digraphs", "generate digraphs --nodes 40 --overlap 0.8 -o {out}/left.amr {out}/right.amr", (PAIR,)
    ),
    Command("generate trap", "generate trap circle persons=40 -o {out}/left.amr {out}/right.amr", (PAIR,)),
    Command(
        "generate adversary",
        "generate adversary --method Base --variables 5 --evaluations 40 -o {out}/left.amr {out}/right.amr",
        (PAIR,),
    ),
    Command(
        "reduce",
        "reduce clique {data}/graph.txt --size 3 -o {out}/left.amr {out}/right.amr",
        ((*PAIR, "left.map.json"),),
    ),
    Command("export", f"export {BOTH} --id sample.3 --to wcnf -o {{out}}/pair.wcnf", (("pair.wcnf",),)),
    Command(
        "export --all", f"export {BOTH} --all --to lp -o {{out}}", tuple((f"sample.{number}.lp",) for number in IDS)
    ),
    Command(
        "export --to veripb",
        f"export {BOTH} --id sample.3 --to veripb -o {{out}}/pair",
        (("pair.opb", "pair.pbp"),),
    ),
    Command(
        "export --all --to veripb",
        f"export {BOTH} --all --to veripb -o {{out}}",
        tuple((f"sample.{number}.opb", f"sample.{number}.pbp") for number in IDS),
    ),
    Command(
        "audit -o",
        f"audit {BOTH} --metric sembleu --no-bias --runs 2 --jobs 2 -o {{out}}",
        (("audit.txt", "audit.json", "densities.svg", "symmetry.svg"),),
    ),
    Command(
        "compare -o",
        "compare {data}/left.amr {data}/right.amr --jobs 2 -o {out}",
        (
            (
                "question.json",
                "manifest.json",
                "index.html",
                *(f"table.{end}" for end in ("txt", "md", "tex", "json", "csv")),
            ),
        ),
    ),
    Command("experiment run", "experiment run {data}/plan.toml --jobs 2 -o {out}/run"),
    Command("experiment report", "experiment report {out}", (("report.html",),), begins_with="run"),
)


# ---- inputs, and what a run without faults writes


def make_data(folder: Path) -> Path:
    """Write the inputs of all commands."""
    folder.mkdir(parents=True)
    for side, name in zip(("left", "right"), ("annotator-a.amr", "annotator-b.amr"), strict=True):
        blocks = (SAMPLES / name).read_text(encoding="utf-8").strip().split("\n\n")
        chosen = [block for block in blocks if "::id sample." in block][: len(IDS)]
        (folder / f"{side}.amr").write_text("\n\n".join(chosen) + "\n", encoding="utf-8")
    (folder / "graph.txt").write_text("a b\nb c\na c\nc d\n")
    (folder / "plan.toml").write_text(PLAN)
    words = next(command for command in COMMANDS if not command.groups).words(folder, folder)
    subprocess.run(words, check=True, capture_output=True)
    return folder


@dataclass
class Undisturbed:
    """A command without faults: what it writes, and its seconds until the first file is opened, and in all."""

    contents: dict[str, bytes]
    before_files: float
    seconds: float


def undisturbed(command: Command, data: Path, folder: Path) -> Undisturbed:
    """Run a command to its end."""
    with outputs(command, data, folder) as out, started(command, data, out) as run:
        run.wait_for_files()
        before = run.seconds
        code = run.end()
        assert code == 0, f"{command.name}: {code}, {run.errors()}"
        found = contents(out)
        assert not command.groups or {*command.files} <= found.keys(), f"{command.name}: {sorted(found)}"
        assert all(found[name] != old(name) for name in command.files), command.name
        return Undisturbed(found, before, run.seconds)


def old(name: str) -> bytes:
    """What is in a file before the command runs."""
    return f"the old {name}\n".encode()


@contextmanager
def outputs(command: Command, data: Path, folder: Path) -> Iterator[Path]:
    """A new folder with the old files, and one more, in `folder`."""
    out = Path(tempfile.mkdtemp(dir=folder))
    try:
        if command.begins_with:
            shutil.copytree(data / command.begins_with, out, dirs_exist_ok=True)
        for name in (*command.files, "another"):
            (out / name).write_bytes(old(name))
            (out / name).chmod(MODE)
        yield out
    finally:
        shutil.rmtree(out)


def contents(folder: Path) -> dict[str, bytes]:
    """All files below a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# ---- a process


@dataclass
class Run:
    """A command that runs in a session of its own, so that all its processes are known."""

    process: subprocess.Popen[bytes]
    out: Path
    temporary: Path
    stderr: Path
    begin: float = field(default_factory=time.monotonic)

    @property
    def seconds(self) -> float:
        """Since its start."""
        return time.monotonic() - self.begin

    def wait_for_files(self) -> None:
        """Wait until it has opened a file for writing, or has ended."""
        before = {*self.out.rglob("*")}
        while self.process.poll() is None and {*self.out.rglob("*")} <= before and self.seconds < LONGEST:
            time.sleep(0.001)

    def end(self) -> int | None:
        """Wait for its exit code; ``None`` if it hangs, and is killed."""
        try:
            return self.process.wait(LONGEST)
        except subprocess.TimeoutExpired:
            return None

    def left(self, seconds: float = 10) -> list[str]:
        """Its processes that have not ended so long after it has."""
        deadline = time.monotonic() + seconds
        while (found := processes_of(self.process.pid)) and time.monotonic() < deadline:
            time.sleep(0.02)
        return found

    def errors(self) -> str:
        """What it has said on standard error."""
        return self.stderr.read_text(encoding="utf-8", errors="replace")


@contextmanager
def started(command: Command, data: Path, out: Path) -> Iterator[Run]:
    """Start a command; whatever is left of it at the end is killed."""
    with tempfile.TemporaryDirectory() as folder:
        temporary, stderr = Path(folder, "tmp"), Path(folder, "stderr")
        temporary.mkdir()
        environment = {**os.environ, "TMPDIR": str(temporary)}
        with stderr.open("wb") as errors:
            process = subprocess.Popen(
                command.words(data, out), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors,
                env=environment, start_new_session=True, preexec_fn=let_signals_end_it,
            )  # fmt: skip
        try:
            yield Run(process, out, temporary, stderr)
        finally:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def let_signals_end_it() -> None:
    """Undo what a shell does to the processes in its background: they ignore Ctrl-C."""
    for number in ENDING:
        signal.signal(number, signal.SIG_DFL)


def processes_of(session: int) -> list[str]:
    """The processes of a session that have not ended."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, _, _, its_session = path.read_text(errors="replace").rpartition(")")[2].split()[:4]
            if int(its_session) == session and state != "Z":
                found.append((path.parent / "cmdline").read_text(errors="replace").replace("\0", " "))
    return found


# ---- what a fault may leave


def wrong_files(command: Command, expected: dict[str, bytes], out: Path, *, killed: bool = False) -> str:
    """What is wrong with the files that a fault has left, or nothing."""
    found = contents(out)
    temporary = [name for name in found if Path(name).name.startswith(".smatchproof-")]
    if temporary and not killed:
        return f"temporary files are left: {temporary}"
    if not command.groups:
        return wrong_rows(expected, found)
    known = expected.keys() | {*command.files}
    if strange := found.keys() - known - {*temporary}:
        return f"strange files: {sorted(strange)}"
    for name in known - {*command.files}:
        was_absent = "/" in name  # the rows and certificates of a bundle, which come with its manifest
        if found.get(name, expected[name] if was_absent else None) != expected[name]:
            return f"{name} has changed"
    for group in command.groups:
        states = {state(found.get(name), name, expected) for name in group}
        if "neither" in states:
            return f"neither old nor new: {group}"
        if len(states) > 1 and not killed:
            return f"some are old, some new: {group}"
        modes = [oct(stat.S_IMODE((out / name).stat().st_mode)) for name in group]
        if {*modes} != {oct(MODE)}:
            return f"other modes: {modes}"
    return ""


def state(content: bytes | None, name: str, expected: dict[str, bytes]) -> str:
    """Whether a file is the old one or the new one."""
    if content is None:
        return "neither"
    same = without_seconds(content) == without_seconds(expected[name])
    return "old" if content == old(name) else "new" if same else "neither"


def without_seconds(content: bytes) -> bytes:
    """A page, or rows, but for what differs between runs."""
    varies = rb'(?:seconds|load|workers)": ?(?:[-+.e0-9]+|null)|[.0-9]+ seconds|"trace": ?.*?(?=, ?"features")'
    return re.sub(varies, b"SECONDS", content)


def wrong_rows(expected: dict[str, bytes], found: dict[str, bytes]) -> str:
    """What is wrong with the folder of an experiment that was disturbed, or nothing. Its rows may be cut off."""
    if found.get("another") != expected["another"]:
        return "another file has changed"
    for name, content in found.items():
        whole = expected.get(name, content)  # temporary files have been judged already
        if name == "run/rows.jsonl":
            complete = content[: content.rfind(b"\n") + 1]
            if not without_seconds(whole).startswith(without_seconds(complete)):
                return "the rows are others"
        elif name == "run/rows.csv":
            if content.count(b"\n") != whole.count(b"\n"):
                return "the table is not complete"
        elif content != whole:
            return f"{name} is not complete"
    return ""


def wrong_resumed(command: Command, expected: dict[str, bytes], data: Path, out: Path) -> str:
    """What is wrong with an experiment that is resumed, or nothing."""
    words = [*command.words(data, out), "--resume"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=LONGEST)
    if done.returncode:
        return f"resumed, it ends with {done.returncode}: {done.stderr}"
    found = contents(out)
    for name, content in expected.items():
        if name.endswith(("rows.jsonl", "rows.csv")):
            if found.get(name, b"").count(b"\n") != content.count(b"\n"):
                return f"resumed, {name} has other lines"
            if name.endswith("l") and without_seconds(found[name]) != without_seconds(content):
                return "resumed, it has other rows"
        elif found.get(name) != content:
            return f"resumed, {name} differs"
    return ""


# ---- a signal


KINDS = ("SIGINT to all", "SIGINT", "SIGTERM", "SIGTERM to all", "SIGKILL")
"""Which signal, and whether its workers get it, too, as those of a terminal do."""


@dataclass(frozen=True)
class Outcome:
    """What came of a signal: the exit code, whether the files are new, seconds until it ended, and what is wrong."""

    code: int | None
    is_new: bool
    seconds: float
    wrong: str


def signalled(
    command: Command, expected: Undisturbed, kind: str, rng: random.Random, data: Path, folder: Path
) -> Outcome:
    """Send one signal at a random moment, and judge what is left."""
    number = signal.Signals[kind.split()[0]]
    with outputs(command, data, folder) as out, started(command, data, out) as run:
        if rng.random() < 0.5:
            time.sleep(rng.uniform(0, 1.05 * expected.seconds))
        else:
            run.wait_for_files()
            time.sleep(rng.uniform(0, 1.2 * (expected.seconds - expected.before_files)))
        had_ended = run.process.poll() is not None
        if not had_ended:
            with suppress(ProcessLookupError):
                (os.killpg if kind.endswith("all") else os.kill)(run.process.pid, number)
        begin = time.monotonic()
        code = run.end()
        seconds = time.monotonic() - begin
        killed = number == signal.SIGKILL
        wrong = wrong_end(run, code, number) or wrong_files(command, expected.contents, out, killed=killed)
        if not wrong and not command.groups:
            wrong = wrong_resumed(command, expected.contents, data, out)
        is_new = all((out / name).read_bytes() != old(name) for name in command.files)
        if code == 0 and not is_new:
            wrong = wrong or "exit code 0, but not all files are new"
        if code == 0 and not had_ended and seconds > 1:
            wrong = wrong or f"it went on for {seconds:.1f} s"
        return Outcome(code, is_new, seconds, f"{run.errors()}: {wrong}" if wrong else "")


def wrong_end(run: Run, code: int | None, number: int) -> str:
    """What is wrong with the end of a process after a signal, or nothing.

    Before Python has begun with our code, and after it has ended, a signal ends the process itself: a shell gives the
    same exit code to that.
    """
    if code is None:
        return "it hangs"
    if code == 1 and "KeyboardInterrupt" in run.errors() and "smatchproof" not in run.errors():
        code = -number  # Python was still loading its own modules
    if code not in (0, -number, 128 + number):
        return f"exit code {code}"
    if left := run.left():
        return f"processes are left: {left}"
    if number != signal.SIGKILL:
        if code >= 0 and "Traceback" in run.errors():
            return "a traceback"
        if code >= 0 and (files := [*run.temporary.rglob("*")]):
            return f"temporary files are left: {files}"
    return ""


# ---- the campaign


def kinds(moments: int, kills: int) -> list[str]:
    """The signals of a command, in turn: so many of Ctrl-C and of SIGTERM, each half to all its processes."""
    found = []
    for turn in range(max(moments, kills)):
        if turn < moments:
            found += [KINDS[turn % 2], KINDS[2 + turn % 2]]
        if turn < kills:
            found.append(KINDS[4])
    return found


def campaign(commands: list[Command], moments: int, kills: int, seed: int, path: Path | None) -> dict[str, list[dict]]:
    """Go through the signals of each command, from where the state says; returns the outcomes by command."""
    done: dict[str, list[dict]] = {}
    if path is not None and path.exists():
        done = json.loads(path.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as temporary:
        data = make_data(Path(temporary, "data"))
        for command in commands:
            outcomes = done.setdefault(command.name, [])
            expected = undisturbed(command, data, Path(temporary))
            for case, kind in enumerate(kinds(moments, kills)):
                if case < len(outcomes):
                    continue
                rng = random.Random(f"{seed}/{command.name}/{case}")
                outcome = signalled(command, expected, kind, rng, data, Path(temporary))
                outcomes.append({"kind": kind, **vars(outcome)})
                if outcome.wrong:
                    sys.stdout.write(f"{command.name}, case {case}, {kind}: {outcome.wrong}\n")
                    sys.stdout.flush()
                if path is not None:
                    beside = path.with_name(f"{path.name}.part")
                    beside.write_text(json.dumps(done), encoding="utf-8")
                    beside.replace(path)
    return done


def table(done: dict[str, list[dict]]) -> str:
    """The outcomes as a table in Markdown."""
    lines = [
        "| command | Ctrl-C | SIGTERM | SIGKILL | ended early | all new | slowest end s | wrong |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for name, outcomes in done.items():
        numbers = [sum(each["kind"].startswith(kind) for each in outcomes) for kind in ("SIGINT", "SIGTERM", "SIGKILL")]
        early = sum(each["code"] != 0 for each in outcomes)
        new = sum(each["is_new"] for each in outcomes) if name != "experiment run" else "–"
        slowest = max(each["seconds"] for each in outcomes if each["code"] != 0)
        wrong = sum(bool(each["wrong"]) for each in outcomes)
        lines.append(f"| `{name}` | {' | '.join(map(str, numbers))} | {early} | {new} | {slowest:.2f} | {wrong} |")
    return "\n".join(lines)


def main() -> int:
    """Run the campaign that the arguments ask for."""
    parser = argparse.ArgumentParser(description="Interrupt, terminate and kill the commands that write.")
    parser.add_argument("--moments", type=int, default=30, help="of Ctrl-C, and as many of SIGTERM")
    parser.add_argument("--kills", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shard", default="0/1")
    parser.add_argument("--state", type=Path)
    options = parser.parse_args()
    index, shards = map(int, options.shard.split("/"))
    done = campaign([*COMMANDS[index::shards]], options.moments, options.kills, options.seed, options.state)
    sys.stdout.write(f"{table(done)}\n")
    return 1 if any(each["wrong"] for outcomes in done.values() for each in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
