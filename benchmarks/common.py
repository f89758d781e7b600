"""Corpora, processes that take turns, tables, and the file of results: the tools of all measurements."""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import threading
import time
import venv
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from smatchproof.base.errors import UsageError
from smatchproof.public import Block, Corpus, Graph, check_pairing, pair_blocks

ROOT = Path(__file__).parents[1]
"""The folder of the source."""

DATA = Path(os.environ.get("SMATCHPROOF_CORPORA") or ROOT.parent / "shared" / "data")
"""The folder of real corpora, which is no part of the project."""

RESULTS = ROOT / "benchmarks" / "RESULTS.md"

_HEAD = """\
# Measurements

Written by `make bench`; the command above a table measures that table alone, again. Seconds are of the wall clock and
differ between machines; what is meant to be compared stands side by side in one table and took turns in the same run.
Medians of three or five runs. "Ratio" is how many times as long the other program took or, in the table about
reading, how many times as long as reading alone.
"""


class Missing(Exception):
    """A program that a section measures is not on this machine; its message says which."""


Corpora = tuple[str, Path, Path]
"""A name and the two files of a corpus pair."""


def corpora() -> list[Corpora]:
    """The real corpora: two releases of one book, and parser output for three sets of sentence pairs."""
    pairs = [("lpp", DATA / "lpp/lpp-v1.6.amr", DATA / "lpp/lpp-v3.0.amr")]
    for name in ("sts", "sick", "para"):
        for variant in ("main", "reify"):
            folder = DATA / "bamboo" / name / variant
            pairs.append((f"{name} dev {variant}", folder / "src.dev.amr", folder / "tgt.dev.amr"))
    return pairs


def corpus(name: str) -> Corpora:
    """The corpora of that name."""
    return next(pair for pair in corpora() if pair[0] == name)


def blocks(pair: Corpora) -> list[tuple[Block, Block]]:
    """The pairs of graphs of a corpus, as they are written."""
    with Corpus(pair[1]) as left, Corpus(pair[2]) as right:
        _, places = check_pairing(left, right)
        return [*pair_blocks(left, right, places)]


def sentences(pair: Corpora) -> list[tuple[Graph, Graph]]:
    """The graphs of a corpus, pair by pair."""
    return [(one.parse(), other.parse()) for one, other in blocks(pair)]


def without_comments(block: Block) -> str:
    """The text of a graph without its comments, as other programs take it."""
    return "\n".join(line for line in block.text.decode().splitlines() if not line.startswith("#")).strip()


def graphs_of(path: Path) -> list[Graph]:
    """The graphs of a file."""
    with Corpus(path) as file:
        return [block.parse() for block in file.blocks()]


def repeated(pair: Corpora, times: int, folder: Path) -> Corpora:
    """The corpora written several times over into new files; graphs then pair by position."""
    name, *files = pair
    copies = []
    for file in files:
        copy = folder / f"{times}-{file.parent.name}-{file.name}"
        copy.write_text("\n\n".join([file.read_text(encoding="utf-8")] * times), encoding="utf-8")
        copies.append(copy)
    return f"{name}, {times} times", copies[0], copies[1]


def score(pair: Corpora, *options: str, python: str = sys.executable) -> list[str]:
    """The command that scores a pair of corpora, with the packages of this `python`."""
    return [python, "-m", "smatchproof", "score", str(pair[1]), str(pair[2]), *options]


def read_with_penman(pair: Corpora, python: str = sys.executable) -> list[str]:
    """A process that reads both files with penman and does nothing else."""
    code = "import sys, penman; [penman.load(path) for path in sys.argv[1:]]"
    return [python, "-c", code, str(pair[1]), str(pair[2])]


def smatch(pair: Corpora) -> list[str]:
    """The hill-climber, as its authors run it."""
    return [sys.executable, "-m", "smatch", "-f", str(pair[1]), str(pair[2]), "--pr"]


def smatchpp_ilp(pair: Corpora, folder: Path) -> list[str]:
    """The program smatchpp with its integer program.

    It takes comments before the first graph of a file for a graph and fails, so it is given copies without them.
    """
    copies = []
    for side, file in zip("ab", pair[1:], strict=True):
        head, separator, graphs = file.read_text(encoding="utf-8").partition("\n\n")
        copy = folder / f"{side}-{file.name}"
        copy.write_text(graphs if "(" not in head else head + separator + graphs, encoding="utf-8")
        copies += [f"-{side}", str(copy)]
    options = ["-solver", "ilp", "-graph_type", "generic", "-score_type", "micro"]
    return [sys.executable, "-m", "smatchpp", *copies, *options]


class Run(NamedTuple):
    """A process that has ended: what it printed, its exit code, its seconds by the clock and those of its processors.

    Megabytes are the most that it has held, at least those of the process that measures, from which it forks.
    """

    said: str
    code: int
    seconds: float
    of_processors: float
    megabytes: float


def run(
    command: Sequence[object],
    environment: dict[str, str] | None = None,
    codes: Sequence[int] = (0,),
    limit: float | None = None,
) -> Run:
    """Run a process to its end, or kill it after `limit` seconds; its exit code is then -9.

    Raises ``CalledProcessError`` for an exit code that is none of `codes`.
    """
    start = time.perf_counter()
    words = [*map(str, command)]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment)
    end = threading.Timer(limit or threading.TIMEOUT_MAX, process.kill)
    end.daemon = True
    end.start()
    assert process.stdout is not None
    with process.stdout:
        said = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    end.cancel()
    process.returncode = code = os.waitstatus_to_exitcode(status)
    if code not in codes:
        raise subprocess.CalledProcessError(code, words, said)
    return Run(said, code, time.perf_counter() - start, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def in_turns(
    commands: Sequence[Sequence[object]], turns: int = 5, environment: dict[str, str] | None = None
) -> list[list[Run]]:
    """The runs of each command. They take turns, so that what slows the machine slows them all.

    A turn before the first, which compiles what Python imports, is not told.
    """
    runs = [[run(command, environment) for command in commands] for _ in range(turns + 1)]
    return [[*each] for each in zip(*runs[1:], strict=True)]


def seconds(runs: Sequence[Run]) -> float:
    """The median seconds by the clock."""
    return statistics.median(each.seconds for each in runs)


def installation(folder: Path) -> str:
    """The Python of a new environment in a folder that has the project, compiled, and nothing that it does not need."""
    venv.create(folder / "installation", with_pip=True)
    python = str(folder / "installation" / "bin" / "python")
    install = [python, "-m", "pip", "install", "--quiet", "-c", "constraints.txt", "."]
    subprocess.run(install, check=True, cwd=ROOT, stderr=subprocess.DEVNULL)
    return python


def as_installed(folder: Path) -> dict[str, str]:
    """The environment, with a place for the compiled modules that an installation has."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPYCACHEPREFIX": str(folder / "compiled")}


def table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A Markdown table; floats with three significant digits."""
    lines = [list(header), ["---"] * len(header), *([_cell(value) for value in row] for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.3g}" if value < 1000 else f"{value:.0f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


Section = Callable[[], str]


def put_section(title: str, part: str, order: Sequence[str] = ()) -> None:
    """Put a section into ``RESULTS.md``, in the place of its older version; what is not measured now stays.

    Sections come in this `order`, then the others: campaigns of the tests, which run for hours.
    """
    text = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else ""
    parts = {part.split("\n", 1)[0]: f"## {part}" for part in text.split("\n## ")[1:]}
    parts[title] = part
    others = [title for title in parts if title not in order]
    ordered = [parts[title].strip("\n") for title in (*order, *others) if title in parts]
    place = RESULTS.with_suffix(".part")
    place.write_text("\n\n".join([_HEAD.strip("\n"), *ordered]) + "\n", encoding="utf-8")
    place.replace(RESULTS)


def put_into_page(name: str, section: str, text: str) -> None:
    """Put a text into a page of the documentation, between the comment that names the section and the next ``end``."""
    page, begin, end = ROOT / "docs" / name, f"<!-- begin: python -m benchmarks {section} -->\n", "\n<!-- end -->"
    before, _, rest = page.read_text(encoding="utf-8").partition(begin)
    page.write_text(before + begin + "\n" + text + "\n" + end + rest.partition(end)[2], encoding="utf-8")


def find_checker() -> str:
    """The path of ``smatchproof-checker``: that of the search path, or that of the source tree.

    Raises :class:`UsageError` where there is none.
    """
    built = ROOT / "proofs" / "_build" / "smatchproof-checker"
    if found := shutil.which(built.name) or shutil.which(built):
        return found
    raise UsageError(f"{built.name} is not built; run `make proofs` in the source of smatchproof")
