"""The folder of a comparison: ``compare -o`` writes it, ``verify`` checks it.

Its evidence is the question, the rows, the certificates and ``table.json``. The table is computed from these and the
corpora: for ``compare``, which writes it, and for ``verify``, which compares its values. Other files are renderings of
the same table: they are not compared, but ``verify`` can make them again.
"""

from __future__ import annotations

import gzip
import json
import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from smatchproof.base.errors import UsageError, quoted, short
from smatchproof.base.files import file_errors, opened_regular, temporary_folder
from smatchproof.base.record import Record, replace
from smatchproof.base.records import read_json
from smatchproof.base.result import Result
from smatchproof.base.text import many
from smatchproof.exact.checker import Limits
from smatchproof.reports.pages.pair_page import template
from smatchproof.reports.tables.system_tables import (
    TableStyle,
    changed_tables,
    formatted_systems,
    system_in_format,
    system_object,
)
from smatchproof.scoring.corpus.verification import VerificationError
from smatchproof.scoring.metrics import ScoredPair
from smatchproof.scoring.metrics.alignment_scores import PairScore
from smatchproof.scoring.systems.bundle_evidence import HINT, TOLERANCE, backed_pairs, difference, row_of
from smatchproof.scoring.systems.question import Question
from smatchproof.scoring.systems.system_table import SystemTable, system_table
from smatchproof.scoring.systems.systems import System, Watch, opened, score_all
from smatchproof.shell.bundle_question import BundleQuestion, evidence_files, located

QUESTION, TABLE, ROWS, CERTIFICATES = "question.json", "table.json", "rows", "certificates"
"""The files and folders of the evidence; the names of the files in the folders depend on the question."""
PAGE = "index.html"
_ENDINGS = {"text": "txt", "markdown": "md", "latex": "tex", "csv": "csv"}
RENDERINGS = {format: f"table.{ending}" for format, ending in _ENDINGS.items()}
"""The files that show the table, by format."""
_FOLDERS = {ROWS: ".jsonl.gz", CERTIFICATES: ".jsonl.gz"}
"""The endings of the files in each folder."""
MOST_CHANGED = 5
"""The number of pairs of each system that the page lists."""


def _read(path: Path, kind: Any) -> Any:
    with opened_regular(path, "name a folder of smatchproof compare -o, or write it again") as file:
        return read_json(file.read().decode(errors="replace"), str(path), kind, HINT)


def _append(path: Path, text: str) -> None:
    with path.open("a", encoding="utf-8", newline="\n") as file:
        file.write(text)


# ---- writing


def write_bundle(
    folder: Path, record: BundleQuestion, question: Question, style: TableStyle, watch: Watch
) -> tuple[SystemTable, list[System]]:
    """Compare the systems, and write the folder; when something fails before the end, the folder stays as it was.

    Raises :class:`UsageError` for a folder of other files, and :class:`InputError` for one that cannot be written.
    """
    _refuse_other_folder(folder)
    question = replace(question, names=tuple(record.names))
    files = evidence_files(question)
    with temporary_folder(folder) as new:
        for kind in _FOLDERS:
            (new / kind).mkdir()

        def keep(system: System, pair: ScoredPair) -> None:
            name = files[system.name, system.choice.label]
            row = row_of(pair, bool(pair.certificate))
            _append(new / ROWS / name, json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")
            if isinstance(pair, PairScore):
                _append(new / CERTIFICATES / name, f"{pair.certificate}\n" if pair.certificate else "")

        with opened(question, certified_counts=True) as systems:
            score_all(systems, watch, keep)
            table = system_table(systems)
            with file_errors(folder, "name a folder that can be written"):
                _render(new, systems, table, style)
                for path in (*(new / ROWS).iterdir(), *(new / CERTIFICATES).iterdir()):
                    path.write_bytes(gzip.compress(path.read_bytes(), mtime=0))
                _append(new / QUESTION, json.dumps(to_builtins(record), indent=2, ensure_ascii=False) + "\n")
                _append(new / TABLE, system_in_format(table, style, "json"))
        _take_places(new, folder)
    return table, systems


def _refuse_other_folder(folder: Path) -> None:
    """Raise :class:`UsageError` for a folder that is neither empty nor of an earlier comparison, and for one with what
    no comparison writes where the evidence and the pages go. Hidden files do not count.
    """
    found = [path for path in folder.iterdir() if not path.name.startswith(".")]
    if (question := folder / QUESTION) in found:
        is_ours = str(_read(question, dict[str, Any]).get("format")).startswith("smatchproof-comparison")
        found = [*_not_ours(folder)] if is_ours else [question]
    for path in found:
        name = quoted(path.relative_to(folder).as_posix())
        raise UsageError(f"{folder}: {name} is not of an earlier compare -o; name a new folder, or move it away")


def _not_ours(folder: Path) -> Iterator[Path]:
    """Yield what no comparison has written, where one writes; it would be deleted, or end the writing half way."""
    for name in (QUESTION, TABLE, PAGE, *RENDERINGS.values()):
        if (folder / name).is_dir():
            yield folder / name
    for kind, ending in _FOLDERS.items():
        place = folder / kind
        if place.is_symlink() or place.is_file():
            yield place
        for path in place.glob("*"):
            if not path.name.endswith(ending) or path.is_symlink() or not path.is_file():
                yield path


def _take_places(new: Path, folder: Path) -> None:
    """Move all files and folders to the same places in another folder, whose folders of these names go."""
    with file_errors(folder, "name a new folder"):
        for path in sorted(new.iterdir(), reverse=True):
            if path.is_dir():
                shutil.rmtree(folder / path.name, ignore_errors=True)
            path.replace(folder / path.name)


def _render(folder: Path, systems: Sequence[System], table: SystemTable, style: TableStyle) -> None:
    """Write the table in all formats, and the page of the comparison."""
    for format, name in RENDERINGS.items():
        _append(folder / name, system_in_format(table, style, format))
    page = template("comparison.html.j2").render(
        title=f"{many(len(table.systems), 'system')} on {many(table.reference.graphs, 'graph')}",
        table=formatted_systems(table, style),
        systems=table,
        graphs=many(table.reference.graphs, "graph"),
        changed=changed_tables(systems, MOST_CHANGED, style),
    )
    _append(folder / PAGE, page)


# ---- verifying


class VerifiedBundle(Result, Record):
    """A folder that holds: its question and table, and the numbers of what was verified."""

    question: BundleQuestion
    table: SystemTable
    certificates: int
    recounted: int
    """Pairs without a certificate, whose alignments were counted again."""
    rows_compared: int
    corpora: int
    written: bool
    """Whether the renderings were made again."""

    def __str__(self) -> str:
        numbers = f"whole numbers and settings exactly, others within {TOLERANCE}"
        shown = ", ".join([*RENDERINGS.values(), PAGE])
        parts = (
            f"{many(self.certificates, 'certificate')} accepted by the checker",
            f"{many(self.recounted, 'alignment')} recounted without one",
            f"{many(self.rows_compared, 'row')}",
            f"every value of {TABLE} but the version of smatchproof ({numbers})",
            f"{many(self.corpora, 'corpus file')} by SHA-256",
            f"written again: {shown}" if self.written else f"not checked: {shown}, which --write makes again",
        )
        return "; ".join(parts)

    def summary(self) -> dict[str, object]:
        """The numbers of what was verified, which ``verify --format json`` prints."""
        return {name: getattr(self, name) for name in ("certificates", "recounted", "rows_compared", "corpora")}


def verify_bundle(
    folder: str | Path, limits: Limits = Limits(), corpora: Sequence[str | Path] = (), write: bool = False
) -> VerifiedBundle:
    """Check the certificates of a bundle against the corpora, compute rows and table again and compare their values.

    Corpora that are not where the question says are found by their SHA-256 among the files and folders `corpora`, under
    any name. With `write` the page and the tables in other formats are made again. Raises :class:`VerificationError`
    for what does not hold, and :class:`InputError` for what cannot be read and for corpora that are lost or have
    changed. Takes as long as to check all certificates; metrics that align nothing are computed.
    """
    folder = Path(folder)
    record: BundleQuestion = _read(folder / QUESTION, BundleQuestion)
    if write:  # before the work
        _refuse_other_folder(folder)
    files, recounted, certificates, rows = record.files(), 0, 0, 0
    try:
        names = evidence_files(record.question({file: file.path for file in files}))
    except (UsageError, ValueError) as error:  # paths of the question may be none, with a null
        raise VerificationError(f"{folder / QUESTION}: {error}") from None
    for path in (*(folder / ROWS).glob("*"), *(folder / CERTIFICATES).glob("*")):
        if path.name not in names.values() or not path.is_file():
            raise VerificationError(f"{path}: is no evidence of this comparison; move it away")
    with opened(record.question(located(files, folder, corpora)), certified_counts=True) as systems:
        for system in systems:
            name = names[system.name, system.choice.label]
            for pair in backed_pairs(system, folder / ROWS / name, folder / CERTIFICATES / name, limits):
                at = f"pair {short(pair.row['id'], 60)}"
                _demand_same(folder / ROWS / name, pair.row, pair.found, at)
                rows += 1
                certificates += pair.row.get("certificate") is True
                recounted += pair.row.get("certificate") is False
        table = system_table(systems)
        expected, shown = json.loads(json.dumps(system_object(table))), _read(folder / TABLE, dict[str, Any])
        _demand_same(folder / TABLE, _without_versions(expected), _without_versions(shown))
        if write:
            with temporary_folder(folder) as new:
                _render(new, systems, table, TableStyle())
                _take_places(new, folder)
    return VerifiedBundle(record, table, certificates, recounted, rows, len({*files}), write)


def _demand_same(path: Path, expected: dict[str, Any], found: dict[str, Any], at: str = "") -> None:
    """Raise :class:`VerificationError` where two records have other values."""
    if where := difference(expected, found, at):
        raise VerificationError(f"{path}: is not what question, corpora and evidence give: {where}; {HINT}")


def _without_versions(table: dict[str, Any]) -> dict[str, Any]:
    """The table with signatures of version 0, whatever version they name: another one may find the same."""
    signatures = table.get("signatures")
    if not isinstance(signatures, dict):
        return table
    return table | {"signatures": {metric: _VERSION.sub("0", str(each)) for metric, each in signatures.items()}}


_VERSION = re.compile(r"(?<=\|v:)\d[\w.+!]*\Z", re.ASCII)
"""The version at the end of a signature."""
