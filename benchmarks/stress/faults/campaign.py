"""A campaign against all commands: each call to the system fails, and signals arrive at each and between.

    python -m benchmarks.stress.faults.campaign --seed 1 --shard 0/2 --state FILE
    python -m benchmarks.stress.faults.campaign --report FILE...

Each command runs in a process of its own, on small inputs, once in an empty folder and once over files that are there
already. A first run counts its calls (:mod:`.injection`). Then every call of every kind fails in every
way, and every signal arrives at every call; other signals come at random moments, to the command or to all its
processes. Afterwards each file has to be the old one or the new one, byte for byte, and files that belong together all
old or all new; no temporary file and no process may be left; the exit code says what has happened, in one line, and an
experiment is resumed, whose rows have to be those of a run without faults. A command that says that all went well has
written and printed what it does without faults. After SIGKILL, which no program can handle, temporary files may be
left, and files that belong together may be half old and half new.
"""

import argparse
import atexit
import gc
import json
import os
import random
import re
import select
import shutil
import signal
import sys
import tempfile
import threading
import time
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path

from benchmarks.stress.campaigns import Campaign, Kind, Outcome, Verdict
from benchmarks.stress.faults.injection import ANY, ERRORS, SIGNALS, Fault, Injection, opened
from smatchproof.base.interrupts import ENDING
from smatchproof.cli import main as smatchproof

SAMPLES = Path(__file__).parents[3] / "smatchproof" / "samples"
PLAN = """\
name = "plan"
methods = ["S", "R"]
seeds = "0-1"

[[sources]]
kind = "annotators"
name = "three"
files = { A = "left.amr", B = "right.amr", C = "third.amr" }
group_from_id = true
"""
MODE = 0o600
"""Of the old files; the new ones have to keep it."""
LONGEST = 60.0
"""Seconds until a run counts as hanging."""
NUMBER = 3
"""So many sentences are in each file."""


@dataclass(frozen=True)
class Command:
    """A command: {data} is the folder of inputs, {out} that of outputs; standard input is the file of the left graphs.

    What it writes changes together: ``all`` of it, the files of a pair (``stem``), or each file by itself (``each``;
    of an experiment ``rows``). `begins_with` is a folder of the data that is there already; with `is_new` none may be.
    """

    arguments: str
    together: str = "all"
    begins_with: str = ""
    is_new: bool = False

    @property
    def name(self) -> str:
        """Short, and no other's."""
        return self.arguments.replace("{data}/", "").replace("{out}/", "").replace(BARE, "").replace("  ", " ")

    def words(self, data: Path, out: Path) -> list[str]:
        """The command line, without the program."""
        return self.arguments.format(data=data, out=out).split()


BARE = " left.amr right.amr"
BOTH = "{data}/left.amr {data}/right.amr"
COMMANDS = (
    Command(f"score {BOTH} --jobs 2 --per-pair --certificates {{out}}/proofs.jsonl"),
    Command("compare {data}/left.amr {data}/right.amr --jobs 2 -o {out}/table", "each", is_new=True),
    Command("compare {data}/left.amr {data}/third.amr --decimals 3 --jobs 1 -o {out}/bundle", "each", "earlier"),
    Command("check - {data}/right.amr"),
    Command(f"differences {BOTH} --jobs 2"),
    Command(f"decide {BOTH} --at-least 5 --jobs 2 --certificates {{out}}/decided.jsonl"),
    Command(f"matrix {BOTH} --jobs 2 -o {{out}}/best.amr"),
    Command(f"smatch -f {BOTH}"),
    Command(f"verify {{data}}/proofs.jsonl {BOTH}"),
    Command("verify {data}/bundle"),
    Command(f"explain {BOTH} --id group3.1 --html {{out}}/page.html"),
    Command(f"errors {BOTH} --jobs 2 --html {{out}}/errors.html"),
    Command("generate graphs --fit {data}/left.amr --number 20 -o {out}/graphs.amr"),
    Command("generate annotations {data}/left.amr --noise 1.5 -o {out}/noisy.amr --changes {out}/log.jsonl"),
    Command("generate digraphs --nodes 40 -o {out}/left.amr {out}/right.amr"),
    Command("generate trap circle persons=40 -o {out}/left.amr {out}/right.amr"),
    Command("generate family clique size=12 -o {out}/left.amr {out}/right.amr --map {out}/map.json"),
    Command("generate adversary --method Base --variables 5 --evaluations 40 -o {out}/left.amr {out}/right.amr"),
    Command("generate adversary --method Base --variables 5 --evaluations 40 --library {out}", begins_with="library"),
    Command("reduce clique {data}/graph.txt --size 3 -o {out}/left.amr {out}/right.amr --map {out}/map.json"),
    Command("judge {data}/mine.py:identity --from clique --to clique"),
    Command("reduce --back {data}/map.json {data}/proof.jsonl"),
    Command(f"export {BOTH} --id group3.1 --to wcnf -o {{out}}/pair.wcnf"),
    Command(f"export {BOTH} --all --to lp -o {{out}}/new", "stem"),
    Command(f"export {BOTH} --id group3.1 --to veripb -o {{out}}/pair"),
    Command(f"export {BOTH} --all --to veripb -o {{out}}", "stem"),
    Command(f"export {BOTH} --id group3.1 --to wcnf --back {{data}}/answer.txt"),
    Command(f"audit {BOTH} --metric sembleu --no-bias --runs 2 --jobs 2 -o {{out}}"),
    Command("experiment run {data}/plan.toml --jobs 2 -o {out}/run", "rows"),
    *(Command(f"experiment {step} {{data}}/run") for step in ("table1", "table2", "gaps")),
    Command("experiment report {out}", begins_with="run"),
    Command("experiment export {data}/run --to ioh -o {out}/rows.csv"),
    Command("completion bash"),
)
PREPARATION = (
    "generate annotations {data}/left.amr --noise 0.5 -o {data}/third.amr",
    f"score {BOTH} --certificates {{data}}/proofs.jsonl",
    "compare {data}/left.amr {data}/right.amr {data}/third.amr -o {data}/bundle",
    "compare {data}/left.amr {data}/right.amr {data}/third.amr -o {data}/earlier/bundle",
    "reduce clique {data}/graph.txt --size 3 -o {data}/one.amr {data}/other.amr --map {data}/map.json",
    "score {data}/one.amr {data}/other.amr --certificates {data}/proof.jsonl",
    "experiment run {data}/plan.toml -o {data}/run",
    "generate adversary --method Base --variables 5 --evaluations 40 --seed 1 --library {data}/library",
)
"""What makes the inputs of the others."""


def leaves(top: argparse.ArgumentParser, path: tuple[str, ...] = ()) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Every command that has no further ones below it, and its parser."""
    below = [action for action in top._actions if isinstance(action, argparse._SubParsersAction)]
    for action in below:
        for name, its_parser in action.choices.items():
            yield from leaves(its_parser, (*path, name))
    if not below:
        yield " ".join(path), top


# ---- inputs, and what a run without faults does


def make_data(folder: Path) -> Path:
    """Write the inputs of all commands."""
    folder.mkdir(parents=True)
    for side, name in zip(("left", "right"), ("annotator-a.amr", "annotator-b.amr"), strict=True):
        blocks = (SAMPLES / name).read_text(encoding="utf-8").strip().split("\n\n")
        chosen = [
            re.sub(r"::id sample\.(\d+)", r"::id group\1.1", block) for block in blocks if "::id sample." in block
        ]
        (folder / f"{side}.amr").write_text("\n\n".join(chosen[:NUMBER]) + "\n", encoding="utf-8")
    (folder / "graph.txt").write_text("a b\nb c\na c\nc d\n")
    (folder / "mine.py").write_text("def identity(*instance):\n    return instance\n")
    (folder / "plan.toml").write_text(PLAN)
    (folder / "answer.txt").write_text("s OPTIMUM FOUND\nv 1 0\n")
    with tempfile.TemporaryDirectory() as temporary:
        for arguments in PREPARATION:
            ended = run(Command(arguments).words(folder, folder), None, folder, Path(temporary))
            assert ended.code == 0, f"{arguments}: {ended}"
    return folder


@dataclass(frozen=True)
class Undisturbed:
    """A command without faults: the files before and after, and how it ends."""

    before: dict[str, bytes]
    contents: dict[str, bytes]
    ended: "Ended"

    @property
    def changes(self) -> frozenset[str]:
        """The names of the files that it writes."""
        return frozenset(name for name, content in self.contents.items() if self.before.get(name) != content)


def undisturbed(command: Command, data: Path, folder: Path, names: frozenset[str] = frozenset()) -> Undisturbed:
    """Run a command to its end, over old files of these names. What it has loaded, later runs find there."""
    with outputs(command, data, folder, names) as out:
        before = contents(out)
        ended = run(command.words(data, out), None, data, folder)
        assert ended.code == 0, f"{command.name}: {ended}"
        for module in ended.modules:
            with suppress(Exception):
                import_module(module)
        return Undisturbed(before, contents(out), ended)


def without_place(text: str) -> str:
    """What was printed, but for the name of the folder, which is another in each run."""
    return re.sub(r"[^ \n]*/outputs-[^/ \n:]*", "OUT", text)


def old(name: str) -> bytes:
    """What is in a file before the command runs."""
    return f"the old {name}\n".encode()


@contextmanager
def outputs(command: Command, data: Path, folder: Path, names: frozenset[str] = frozenset()) -> Iterator[Path]:
    """A new folder with old files of these names, and one more, in `folder`."""
    out = Path(tempfile.mkdtemp(prefix="outputs-", dir=folder))
    try:
        if command.begins_with:
            shutil.copytree(data / command.begins_with, out, dirs_exist_ok=True)
        for name in (*names, "another"):
            (out / name).parent.mkdir(parents=True, exist_ok=True)
            (out / name).write_bytes(old(name))
        for path in out.rglob("*"):
            if path.is_file():
                path.chmod(MODE)
        yield out
    finally:
        shutil.rmtree(out)


def contents(folder: Path) -> dict[str, bytes]:
    """All files below a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# ---- a process


@dataclass(frozen=True)
class Ended:
    """How a command has ended: its exit code, negative after a signal, and ``None`` where it was still running.

    `left` are processes and temporary files that are there after it; `calls` were made, `modules` are those that it has
    loaded, and `has_come` says whether the fault came.
    """

    code: int | None
    stdout: str
    stderr: str
    left: tuple[str, ...]
    seconds: float
    calls: dict[str, int]
    modules: tuple[str, ...] = field(default=(), repr=False)
    has_come: bool = False


@dataclass(frozen=True)
class Moment:
    """A signal that is sent from outside, so many seconds after the start, to the command or to all its processes."""

    seconds: float
    what: str
    to_all: bool
    call: str = ANY

    def __str__(self) -> str:
        return f"{self.what}{' to all' if self.to_all else ''} after {self.seconds:.3f} s"


def run(words: list[str], fault: Fault | Moment | None, data: Path, folder: Path) -> Ended:
    """Run a command in a process that is forked from this one, in a session of its own."""
    with tempfile.TemporaryDirectory(dir=folder) as name:
        own = Path(name)
        (own / "tmp").mkdir()
        gc.freeze()  # what is here already is copied if it is looked at
        begin = time.monotonic()
        signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)  # until the program has begun, a signal waits
        process = os.fork()
        if not process:
            try:
                _be(words, fault if isinstance(fault, Fault) else None, data, own)
            finally:
                os._exit(99)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
        gc.unfreeze()
        code = _end_of(process, fault if isinstance(fault, Moment) else None)
        seconds = time.monotonic() - begin
        left = tuple(processes_left(process))
        is_whole = (own / "report").exists() and code is not None and code >= 0  # a kill may come while it is written
        report = json.loads((own / "report").read_text()) if is_whole else {"calls": {}}
        if isinstance(fault, Moment):
            report["has_come"] = True
        texts = ((own / stream).read_text(errors="replace") if (own / stream).exists() else "" for stream in STREAMS)
        left += tuple(str(path) for path in (own / "tmp").rglob("*")) if code is not None and code >= 0 else ()
        return Ended(code, *texts, left, seconds, **report)


STREAMS = "stdout", "stderr"


def _be(words: list[str], fault: Fault | None, data: Path, own: Path) -> None:
    """Be the program with these arguments, as if Python had just been started, and end."""
    os.setsid()
    for number in (*ENDING, signal.SIGALRM):
        # at random moments as the program begins and leaves: it ends without a word then
        is_told = number == signal.SIGINT and fault is not None
        signal.signal(number, signal.default_int_handler if is_told else signal.SIG_DFL)
    sys.unraisablehook, threading.excepthook, sys.excepthook = (
        sys.__unraisablehook__, threading.__excepthook__, sys.__excepthook__
    )  # fmt: skip
    warnings.resetwarnings()  # pytest has asked for all
    warnings.simplefilter("ignore")
    tempfile.tempdir = str(own / "tmp")
    for number, path, flags in (
        (0, data / "left.amr", os.O_RDONLY),
        (1, own / "stdout", os.O_WRONLY | os.O_CREAT | os.O_APPEND),
        (2, own / "stderr", os.O_WRONLY | os.O_CREAT | os.O_APPEND),
    ):
        os.dup2(os.open(path, flags, 0o600), number)
    injection = Injection(fault)
    known = {*sys.modules}
    sys.stdin, sys.stdout = opened(0), opened(1, "w")
    sys.stderr = open(2, "w", buffering=1, errors="backslashreplace", closefd=False)
    injection.begin()
    code = _exit_code(words)
    gc.collect()  # what was forgotten is closed now, and may complain
    injection.is_over = True
    report = {
        "calls": injection.calls,
        "modules": [name for name in sys.modules if name not in known],
        "has_come": injection.has_come,
    }
    (own / "report").write_text(json.dumps(report))
    os._exit(code)


def _exit_code(words: list[str]) -> int:
    """Run the program and what Python does as it ends; returns the exit code."""
    from multiprocessing.util import _exit_function

    try:
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        code = smatchproof(words)
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else 1
    except KeyboardInterrupt:
        code = 128 + signal.SIGINT
        if "smatchproof" in traceback.format_exc().partition(__file__)[2].partition("main")[2]:
            traceback.print_exc()
    except BaseException:
        traceback.print_exc()
        code = 1
    signal.pthread_sigmask(signal.SIG_SETMASK, ENDING)  # what comes now is Python's affair, not the program's
    _exit_function()
    try:
        sys.stdout.flush()
    except OSError as error:
        sys.stderr.write(f"Exception ignored in: sys.stdout: {error}\n")
        code = 120
    return code or 0


def _end_of(process: int, moment: Moment | None) -> int | None:
    """Send it the signal, and wait for its exit code; ``None`` if it hangs, and is killed."""
    end = os.pidfd_open(process)
    try:
        if moment and not select.select([end], [], [], moment.seconds)[0]:
            with suppress(ProcessLookupError):
                (os.killpg if moment.to_all else os.kill)(process, signal.Signals[moment.what])
        has_ended = bool(select.select([end], [], [], LONGEST)[0])
        if not has_ended:
            os.kill(process, signal.SIGKILL)
        code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        return code if has_ended else None
    finally:
        os.close(end)


def processes_left(session: int, seconds: float = 10) -> list[str]:
    """The processes of a session that do not end in so many seconds; they are killed then."""
    deadline = time.monotonic() + seconds
    while found := processes_of(session):
        if time.monotonic() > deadline:
            for process in found:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            break
        time.sleep(0.01)
    return [f"process {process}: {line}" for process, line in found.items()]


def processes_of(session: int) -> dict[int, str]:
    """The processes of a session that have not ended, and their command lines."""
    found = {}
    for folder in (path for path in Path("/proc").iterdir() if path.name.isdigit()):
        with suppress(OSError):  # it has ended meanwhile
            state, _, _, its_session = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()[:4]
            if int(its_session) == session and state != "Z":
                found[int(folder.name)] = (folder / "cmdline").read_text(errors="replace").replace("\0", " ")
    return found


# ---- what a fault may leave


def wrong_files(command: Command, expected: Undisturbed, ended: Ended, out: Path, *, killed: bool) -> str:
    """What is wrong with the files that a fault has left, or nothing. An error may name the one that cannot go."""
    found = contents(out)
    temporary = {name for name in found if ".smatchproof-" in name}
    if not killed and any(name not in ended.stderr for name in temporary):
        return f"temporary files are left: {sorted(temporary)}"
    if command.together == "rows":
        return wrong_rows(expected.contents, found)
    if strange := found.keys() - expected.contents.keys() - expected.before.keys() - temporary:
        return f"strange files: {sorted(strange)}"
    groups: dict[str, set[str]] = {}
    for name in {*expected.before, *expected.contents}:
        its_state = state(found.get(name), expected.before.get(name), expected.contents.get(name))
        if its_state == "neither" and "the worst pair so far" in ended.stderr:
            its_state = "new"  # of fewer evaluations, as the user is told
        if its_state == "neither":
            return f"{name} is neither old nor new"
        if name in expected.changes:
            groups.setdefault({"stem": Path(name).stem, "each": name}.get(command.together, ""), set()).add(its_state)
        if (
            command.together != "each"
            and name in expected.before
            and name in found
            and (out / name).stat().st_mode & 0o777 != MODE
        ):
            return f"{name} has another mode"
    if ended.code == 0 and any(states != {"new"} for states in groups.values()):
        return "not all files are new"
    told = re.search(r"new already: (\d+) of ", ended.stderr)
    if told:  # of the pair that could not be written, where each is written by itself; also files that are as they were
        its = [name for name in expected.contents if command.together == "all" or f"{Path(name).stem}." in ended.stderr]
        new = [name for name in its if found.get(name) != expected.before.get(name)]
        same = sum(expected.before.get(name) == expected.contents[name] for name in its)
        return "" if 0 <= int(told[1]) - len(new) <= same else f"{len(new)} files are new"
    is_mixed = any(len(states) > 1 for states in groups.values()) and not killed
    return "some files are old, some new" if is_mixed else ""


def state(content: bytes | None, before: bytes | None, after: bytes | None) -> str:
    """Whether a file is the old one or the new one."""
    if content is not None and after is not None and without_seconds(content) == without_seconds(after):
        return "new"
    return "old" if content == before else "new" if content == after else "neither"


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


def wrong_resumed(command: Command, expected: Undisturbed, data: Path, out: Path, folder: Path) -> str:
    """What is wrong with an experiment that is resumed, or nothing."""
    ended = run([*command.words(data, out), "--resume"], None, data, folder)
    if ended.code:
        return f"resumed, it ends with {ended.code}: {ended.stderr}"
    found = contents(out)
    for name, content in expected.contents.items():
        if name.endswith(("rows.jsonl", "rows.csv")):
            if found.get(name, b"").count(b"\n") != content.count(b"\n"):
                return f"resumed, {name} has other lines"
            if name.endswith("l") and without_seconds(found[name]) != without_seconds(content):
                return "resumed, it has other rows"
        elif found.get(name) != content:
            return f"resumed, {name} differs"
    return ""


def wrong_end(expected: Undisturbed, fault: Fault | Moment, ended: Ended, *, is_steady: bool) -> str:
    """What is wrong with the exit code, what was printed and what is left, or nothing."""
    usual = {*without_place(expected.ended.stderr).splitlines()}
    lines = [line for line in without_place(ended.stderr).splitlines() if line not in usual]
    if ended.code is None:
        return "it hangs"
    could_not_go = ended.code == 0 and fault.call in ("open", "list", "unlink")  # temporary files, in their removal
    if any(left.startswith("process") or not could_not_go for left in ended.left):
        return f"left behind: {ended.left}"
    if ended.code == 0:
        return wrong_success(expected, ended, lines, is_steady=is_steady)
    if any(word in ended.stderr for word in ("Traceback", "Exception ignored", "error of smatchproof")):
        return "a traceback"
    if fault.what in SIGNALS:
        number = signal.Signals[fault.what]
        allowed = (-number, 128 + number) if isinstance(fault, Moment) or fault.what == "SIGKILL" else (128 + number,)
        return "" if ended.code in allowed else f"exit code {ended.code}"
    if ended.code != 2:
        return f"exit code {ended.code}"
    errors = [line for line in lines if not line.endswith("--resume goes on")]
    is_line = len(errors) == 1 and errors[0].startswith("error: ") and len(errors[0]) <= 400
    return "" if is_line else "not one line of an error"


def wrong_success(expected: Undisturbed, ended: Ended, lines: list[str], *, is_steady: bool) -> str:
    """What is wrong with a command that says that all went well."""
    outputs = [without_place(text) for text in (ended.stdout, expected.ended.stdout)]
    if not is_steady:
        outputs = [re.sub(r"[-. 0-9]+", "#", text) for text in outputs]
    if outputs[0] != outputs[1]:
        return "all went well, but it has printed something else"
    return f"all went well, but it says {lines}" if lines else ""


# ---- the campaign


@dataclass(frozen=True)
class Try:
    """A command over old files of some names, and what it does without faults; `is_steady` if it prints the same."""

    command: Command
    names: frozenset[str]
    expected: Undisturbed
    is_steady: bool

    def judged(self, fault: Fault | Moment, data: Path, folder: Path) -> tuple[Ended, str]:
        """Run it with a fault: how it ends, and what is wrong."""
        command, expected = self.command, self.expected
        with outputs(command, data, folder, self.names) as out:
            ended = run(command.words(data, out), fault, data, folder)
            wrong = wrong_end(expected, fault, ended, is_steady=self.is_steady)
            wrong = wrong or wrong_files(command, expected, ended, out, killed=fault.what == "SIGKILL")
            if not wrong and command.together == "rows":
                wrong = wrong_resumed(command, expected, data, out, folder)
            return ended, f"{self.command.name}, {fault}: {ended.code}, {ended.stderr!r}: {wrong}" if wrong else ""

    def faults(self) -> list[Fault]:
        """All faults of the calls that it makes."""
        calls = self.expected.ended.calls
        places = [(call, number) for call, last in calls.items() for number in range(1, last + 1)]
        errors = [Fault(*place, what) for place in places for what in ERRORS[place[0]]]
        return errors + [Fault(ANY, number, what) for number in range(1, len(places) + 1) for what in SIGNALS]

    def sample(self, rng: random.Random) -> list[Fault]:
        """An error in the first call, in the last, and in one between; the same of signals."""
        found = self.faults()
        kinds = [[fault for fault in found if (fault.call == ANY) == is_signal] for is_signal in (False, True)]
        return [kind[place] for kind in kinds for place in (0, rng.randrange(len(kind)), -1)]


def tries(command: Command, data: Path, folder: Path) -> Iterator[Try]:
    """A command over old files, if their place may be taken, and in an empty folder."""
    first = undisturbed(command, data, folder)
    may_be_there = command.together != "rows" and not command.begins_with and not command.is_new
    names = first.changes if may_be_there else frozenset()
    last = undisturbed(command, data, folder, names)
    is_steady = without_place(first.ended.stdout) == without_place(last.ended.stdout)
    yield Try(command, names, last, is_steady)
    if names:
        yield Try(command, frozenset(), undisturbed(command, data, folder), is_steady)


MOMENTS = 1_000
"""Signals at random moments, after all calls."""


@cache
def _all() -> tuple[Path, Path, list[tuple[Try, Fault]]]:
    """A folder, the inputs, and everything that is tried. The folder goes when the process ends."""
    folder = Path(tempfile.mkdtemp(prefix="faults-"))
    atexit.register(shutil.rmtree, folder)
    data = make_data(folder / "data")
    found = [each for command in COMMANDS for each in tries(command, data, folder)]
    wanted = [(each, fault) for each in found for fault in each.faults()]
    random.Random(0).shuffle(wanted)  # so that the first thousand say something of all
    return folder, data, wanted


def case(number: int, seed: int) -> Outcome:
    """Each call fails once in each way; behind the last of them, signals come at random moments."""
    folder, data, wanted = _all()
    if number < len(wanted):
        tried, fault = wanted[number]
        way = f"{fault.what} at each call" if fault.call == ANY else f"{fault.call} fails"
    else:
        rng = random.Random(f"{seed}/{number}")
        tried = rng.choice(wanted)[0]
        fault = Moment(rng.uniform(0, 1.1 * tried.expected.ended.seconds), rng.choice(SIGNALS), rng.random() < 0.5)
        way = f"{fault.what} at random moments"
    ended, wrong = tried.judged(fault, data, folder)
    if wrong or (not ended.has_come and fault.what != "SIGKILL"):
        return Outcome(way, Verdict.WRONG, wrong or f"{tried.command.name}, {fault}: it has not come")
    return Outcome(way, Verdict.REFUSED if ended.code else Verdict.TRUE)


def campaign(number: int) -> Campaign:
    """So many cases."""
    return Campaign(
        "benchmarks.stress.faults.campaign",
        "Commands that write, interrupted and killed",
        f"Every one of {len(COMMANDS)} commands runs over old files and in an empty folder, on small inputs. "
        "Each of its calls (open, create, read, write, close, flush to the disk, rename, link, remove, make a "
        "folder, change a mode, lock, truncate, list, fork, make a pipe) fails once in each way that there is "
        "for it, alone or with all after it; signals come at each call, and at random moments. Refused: the "
        "command has stopped; true: it has done all of its work. Wrong: a file that is neither old nor new, "
        "files that belong together some old and some new, a temporary file or a process that is left, an "
        "exit code that is not 0, 2 or 128 + n, more than one line of error, an experiment that does not "
        "resume to the same rows. After SIGKILL temporary files, and files that belong together half new, are "
        "allowed.",
        (Kind("faults", "benchmarks.stress.faults.campaign:case", number),),
    )


if __name__ == "__main__":
    from benchmarks.stress.faults import campaign as faults  # the module that cases are looked up in

    is_report = "--report" in sys.argv
    sys.exit(faults.campaign(0 if is_report else len(faults._all()[2]) + MOMENTS).main(sys.argv[1:]))
