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
def _uncompressed(path: Path) -> Iterator[Path]:
    """The file, or a copy of its content where gzip has compressed it: the program reads no compressed files."""
    with opened_bytes(path) as file:
        is_compressed = file.peek(2)[:2] == b"\x1f\x8b"
    if not is_compressed:
        yield path
        return
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as copy, opened_plain(path) as content:
        shutil.copyfileobj(content, copy)
        copy.flush()
        yield Path(copy.name)


def run_checker(program: str, certificates: str | Path, limits: Limits = Limits()) -> CheckerAnswer:
    """Let the program check all certificates of a file; it stops at the first that it refuses.

    Raises :class:`UsageError` for a program that cannot be run, or does not answer as this one: a program that ends
    well and says nothing has checked nothing.
    """
    options = [part for name, value in limits._asdict().items() for part in (f"--{name}", str(value))]
    with _uncompressed(Path(certificates)) as path:
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
