"""Long proofs, checked by several processes: each takes subtrees of its own, and all have to accept."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from itertools import islice
from multiprocessing import parent_process
from pathlib import Path
from typing import Any, BinaryIO

from smatchproof.base.errors import CheckFailedError, SmatchproofError
from smatchproof.base.files import opened_plain
from smatchproof.base.long_text import LongText, Text
from smatchproof.base.processors import usable_processors
from smatchproof.exact.certificate import check_text
from smatchproof.exact.checker import STREAMED, Limits, Lines, Refused, Tree
from smatchproof.exact.older_formats import check
from smatchproof.exact.quick_tree import QuickTree

Told = Callable[[int], None]


class CertificateLines(Lines):
    """The lines of a file of certificates, and the SHA-256 of those since the last :meth:`begin`.

    `told` is called with the number of each line that is read: a long proof has many of them.
    """

    def __init__(self, file: BinaryIO, limits: Limits, told: Told = lambda number: None) -> None:
        super().__init__(file, limits)
        self.sha256, self.told = hashlib.sha256(), told

    def __next__(self) -> bytes:
        line = super().__next__()
        self.sha256.update(line + b"\n")
        self.told(self.number)
        return line

    def begin(self, line: bytes) -> None:
        """Let this line, which has been read, be the first one that counts."""
        self.sha256 = hashlib.sha256(line + b"\n")


def check_in_parts(
    path: Path, line: bytes, lines: CertificateLines, limits: Limits, jobs: int, walk: type[Tree] = Tree
) -> dict[str, Any]:
    """Check the certificate that begins with a line of a file, by so many processes where its proof is long.

    Answers and raises what :func:`smatchproof.exact.checker.check` does; of several faults, the first of those that
    one part finds. The others read the file again, so that it has to be a regular one. Raises
    :class:`CheckFailedError` where a process is lost, or has read another certificate.
    """
    is_long = STREAMED.encode() in line
    if jobs == 1 or not is_long or not path.is_file() or parent_process() is not None:
        return check(line, limits, lines, walk=walk)
    from smatchproof.scoring.workers import open_workers

    lines.begin(line)
    number = lines.number
    with open_workers(jobs - 1) as workers:
        futures = [workers.submit(_check_part, path, number, limits, (part, jobs), walk) for part in range(1, jobs)]
        record = check(line, limits, lines, (0, jobs), walk)
        try:
            answers = [workers.result(future) for future in futures]
        except BrokenExecutor:
            text = "a process that checked a part of the proof has ended; --jobs 1 needs no other"
            raise CheckFailedError(f"{path}:{number}: {text}") from None
    for refusal, sha256 in answers:
        if refusal:
            raise Refused(refusal)
        if sha256 != lines.sha256.hexdigest():
            # else a part might have been looked at in one text and not in the other
            raise CheckFailedError(f"{path}:{number}: the file has changed meanwhile")
    return record


def check_text_in_parts(text: Text, limits: Limits) -> dict[str, Any]:
    """Check the text of a certificate as :func:`smatchproof.exact.certificate.check_text` does, by all processors.

    All read the file of a long one. Where another is lost, or the file cannot be read, this process checks it alone.
    """
    jobs = usable_processors()
    if jobs == 1 or parent_process() is not None or not isinstance(text, LongText):
        return check_text(text, limits, QuickTree)
    try:
        with opened_plain(text.path) as file:
            lines = CertificateLines(file, limits)
            record = check_in_parts(text.path, next(lines), lines, limits, jobs, QuickTree)
            if next(lines, None) is not None:
                raise Refused("the certificate has ended, but the text has not")
            return record
    except (OSError, SmatchproofError):
        return check_text(text, limits, QuickTree)


def _check_part(path: Path, number: int, limits: Limits, part: tuple[int, int], walk: type[Tree]) -> tuple[str, str]:
    """Check a part of the certificate at a line of a file: why it is refused, and the SHA-256 of its lines."""
    with opened_plain(path) as file:
        lines = CertificateLines(file, limits)
        line = next(islice(lines, number - 1, None), b"")
        if not line:
            return "", ""  # the file is shorter now: no lines have that SHA-256
        lines.begin(line)
        try:
            check(line, limits, lines, part, walk)
        except Refused as refused:
            return str(refused), ""
    return "", lines.sha256.hexdigest()
