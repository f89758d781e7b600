"""What ``smatchproof compare -o`` writes: rows and certificates on the way, tables and pages at the end."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO, BinaryIO, cast

from smatchproof.alignment.output_files import compressed
from smatchproof.reports.comparison_page import PAGE, PAIR_PAGES, SystemPairs, compared_pair_page, comparison_page
from smatchproof.reports.system_tables import SYSTEM_FORMATS, NumberFormat
from smatchproof.scoring.bundle import (
    CERTIFICATES,
    QUESTION,
    ROWS,
    BundleQuestion,
    pairs_file,
    question_text,
    write_bundle,
)
from smatchproof.scoring.bundle_rows import row_line
from smatchproof.scoring.changed_pairs import changed_most, explained_pairs
from smatchproof.scoring.metrics.metric import ScoredPair
from smatchproof.scoring.metrics.smatch import AlignmentMetric
from smatchproof.scoring.system_table import SystemTable
from smatchproof.scoring.systems import System, by_file
from smatchproof.shell.pair_files import FileNames

TABLES = {
    "text": "table.txt",
    "markdown": "table.md",
    "latex": "table.tex",
    "json": "table.json",
    "csv": "table.csv",
}
"""The files of the table, by format."""
MOST_CHANGED = 5
"""So many pairs of each system have pages."""
_IN_MEMORY = 1 << 20


class BundleOutput:
    """The files of a bundle while systems are scored: they wait until all is known. Use it in a ``with`` block."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._files: dict[str, BinaryIO] = {}
        self._texts: dict[str, BinaryIO] = {}

    def __enter__(self) -> BundleOutput:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def add(self, system: System, name: str, pair: ScoredPair) -> None:
        """Keep the row of a pair and its certificate."""
        self._text(ROWS, system, name).write(row_line(pair).encode())
        if isinstance(system.metric, AlignmentMetric):
            certificates = self._text(CERTIFICATES, system, name)
            if pair.certificate:
                certificates.write(pair.certificate.encode() + b"\n")

    def write(
        self,
        folder: Path,
        systems: Sequence[System],
        table: SystemTable,
        record: BundleQuestion,
        inputs: Sequence[str],
    ) -> None:
        """Write all files of the bundle together."""
        for compressing in self._texts.values():
            compressing.close()
        numbers = NumberFormat(record.decimals, record.percent)
        texts = {QUESTION: question_text(record)}
        texts |= {file: SYSTEM_FORMATS[format](table, numbers) for format, file in TABLES.items()}
        texts |= _pages(systems, table, record, numbers, [*texts, *self._files])
        for name, text in texts.items():
            self._spool(name).write(text.encode())
        write_bundle(folder, self._files, inputs)

    def _text(self, kind: str, system: System, name: str) -> BinaryIO:
        file = pairs_file(kind, name, system.choice.label)
        if file not in self._texts:
            self._texts[file] = compressed(self._spool(file))
        return self._texts[file]

    def _spool(self, name: str) -> BinaryIO:
        import tempfile

        self._files[name] = file = cast(
            BinaryIO, self._stack.enter_context(cast(IO[bytes], tempfile.SpooledTemporaryFile(_IN_MEMORY)))
        )
        return file


def _pages(
    systems: Sequence[System], table: SystemTable, record: BundleQuestion, numbers: NumberFormat, files: Sequence[str]
) -> dict[str, str]:
    """The page of the comparison, and those of the pairs that changed most."""
    firsts = [group[0] for group in by_file(systems)]
    names = record.names
    base = firsts[record.baseline]
    pairs, pages, written, file_names = [], {}, {}, FileNames()
    for system, name in zip(firsts, names, strict=True):
        if system is base:
            continue
        changed = changed_most(system, base, MOST_CHANGED)
        values = zip(base.counts(), system.counts(), strict=True)
        pairs.append(SystemPairs(name, [(one.value, two.value) for one, two in values], changed))
        ids = {pair.place: pair.id for pair in changed}
        for side, its_name in ((system, name), (base, names[record.baseline])):
            wanted = [pair for pair in changed if (its_name, pair.place) not in pages]
            for number, pair in enumerate(explained_pairs(side, wanted), 1):
                file = f"{PAIR_PAGES}/{file_names.of(f'{its_name}.{ids[pair.place]}', number)}.html"
                pages[its_name, pair.place] = file
                written[file] = compared_pair_page(pair, ids[pair.place], its_name)
    return {PAGE: comparison_page(table, numbers, pairs, pages, files), **written}
