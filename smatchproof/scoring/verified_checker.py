"""Running ``smatchproof-checker``, the program that is extracted from the proofs in ``proofs/Program.v``.

What it accepts is true by the theorem ``certified_f1`` in ``proofs/Program.v``. It knows the certificates and nothing
else: that they are about somebody's graphs is for :func:`smatchproof.scoring.verification.verify_corpora` to find.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, BinaryIO

from smatchproof.base.errors import UsageError
from smatchproof.base.files import opened_bytes, opened_plain
from smatchproof.exact.checker import Limits

PROGRAM = "smatchproof-checker"
_ACCEPTED = re.compile(r"([0-9]{1,18}) certificates verified: ")
_BUILT = Path(__file__).parents[2] / "proofs" / "_build" / PROGRAM
_HINT = "run `make proofs` in the source of smatchproof, or name the program with --checker"


@dataclass(frozen=True, slots=True)
class CheckerAnswer:
    """The lines that the program printed, and the number of certificates it accepted; ``None`` where it refused one."""

    lines: tuple[str, ...]
    certificates: int | None


def find_checker(name: str | None = None) -> str:
    """The path of the program: the one that was named, that of the search path, or that of the source tree.

    Raises :class:`UsageError` where there is none.
    """
    candidates = [name] if name else [PROGRAM, str(_BUILT)]
    for candidate in candidates:
        if found := shutil.which(candidate):
            return found
    what = f"{candidates[0]}: no such program" if name else f"{PROGRAM} is not built"
    raise UsageError(f"{what}; {_HINT}")


@contextmanager
def _readable(path: Path, limits: Limits) -> Iterator[tuple[Path, Limits]]:
    """The file, or a copy for the program: it reads no compressed files, and no proofs with a line for each node.

    A line of the copy with such a proof is as long, and takes as much work, as its lines in the file together.
    """
    with opened_bytes(path) as file:
        is_compressed = file.peek(2)[:2] == b"\x1f\x8b"
    with opened_plain(path) as content:
        is_long = any(line.startswith(_BEGINNING) for line in content)
    if not is_compressed and not is_long:
        yield path, limits
        return
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as copy, opened_plain(path) as content:
        most = _join_proofs(content, copy, limits) if is_long else limits
        if not is_long:
            shutil.copyfileobj(content, copy)
        copy.flush()
        yield Path(copy.name), most


_BEGINNING = b'{"format":"smatchproof-certificate 5",'
_END = b'"proof":"below"}\n'


def _join_proofs(content: BinaryIO, copy: IO[bytes], limits: Limits) -> Limits:
    """Write certificates of format 5 in format 4, each in one line, and return the limits that fit the longest.

    Other lines stay as they are, also those that are nearly such certificates: then the program refuses them.
    """
    longest, work, size, nodes = limits.line, limits.work, 0, -1  # nodes: of the proof that is being written, or none
    for line in content:
        if nodes >= 0 and line.startswith(b"["):
            written = b"," * (nodes > 0) + line.removesuffix(b"\n")
            size, nodes = size + len(written), nodes + 1
            copy.write(written)
            continue
        if nodes >= 0:
            copy.write(b"]}\n")
        longest, work, nodes = max(longest, size + 2), max(work, limits.work * nodes), -1
        if line.startswith(_BEGINNING) and line.endswith(_END):
            line = _BEGINNING.replace(b"5", b"4") + line[len(_BEGINNING) : -len('"below"}\n')] + b"["
            size, nodes = len(line), 0
        copy.write(line)
    if nodes >= 0:
        copy.write(b"]}\n")
    return limits._replace(line=max(longest, size + 2), work=max(work, limits.work * nodes))


def run_checker(program: str, certificates: str | Path, limits: Limits = Limits()) -> CheckerAnswer:
    """Let the program check all certificates of a file; it stops at the first that it refuses.

    Raises :class:`UsageError` for a program that cannot be run, or does not answer as this one: a program that ends
    well and says nothing has checked nothing.
    """
    with _readable(Path(certificates), limits) as (path, fitting):
        options = [part for name, value in fitting._asdict().items() for part in (f"--{name}", str(value))]
        try:
            command = [program, *options, str(path.absolute())]
            run = subprocess.run(command, capture_output=True, text=True)
        except OSError as error:
            raise UsageError(f"{program}: {str(error.strerror or error).lower()}; {_HINT}") from None
    if run.returncode not in (0, 1):
        said = (run.stderr.splitlines() or [f"exit code {run.returncode}"])[0]
        raise UsageError(f"{program}: {said[:200]}; {_HINT}")
    lines = tuple(run.stdout.splitlines())
    if run.returncode == 1 and lines:
        return CheckerAnswer(lines, None)
    if not (accepted := _ACCEPTED.match(lines[0] if lines else "")):
        raise UsageError(f"{program}: does not answer as {PROGRAM} does; {_HINT}")
    return CheckerAnswer(lines, int(accepted[1]))
