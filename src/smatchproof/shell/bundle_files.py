"""The folder of a comparison: ``compare -o`` writes it, ``verify`` checks it.

Its evidence is the question, the rows, the certificates and ``table.json``. The table is computed from these and the
corpora: for ``compare``, which writes it, and for ``verify``, which compares its values. Other files are renderings of
the same table; their bytes are not compared.
"""

from __future__ import annotations

import gzip
import json
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from msgspec import to_builtins

from smatchproof.base.errors import UsageError, quoted, short
from smatchproof.base.files import file_errors, opened_regular, temporary_folder
from smatchproof.base.records import read_json
from smatchproof.base.result import Result, fact
from smatchproof.base.text import many
from smatchproof.exact.certificate import UNLIMITED
from smatchproof.exact.checker import Limits
from smatchproof.graphs.corpus import Corpus
from smatchproof.reports.tables.system_tables import SYSTEM_FORMATS, system_object
from smatchproof.scoring.corpus.verification import VerificationError
from smatchproof.scoring.metrics.alignment_scores import PairScore
from smatchproof.scoring.metrics.corpus_metrics import ScoredPair
from smatchproof.scoring.systems.bundle_evidence import (
    HINT,
    TOLERANCE,
    BackedSystems,
    difference,
    row_of,
)
from smatchproof.scoring.systems.fingerprint import fingerprint
from smatchproof.scoring.systems.question import Question
from smatchproof.scoring.systems.system_table import SystemTable, system_table
from smatchproof.scoring.systems.systems import System, Watch, opened, score_all
from smatchproof.shell.bundle_pages import PAGE, PAIR_PAGES, RENDERINGS, PairTexts, render
from smatchproof.shell.bundle_question import BundleQuestion, evidence_files, located

QUESTION, TABLE, EVIDENCE = "question.json", "table.json", ("rows", "certificates")
"""The files and folders of the evidence; the names of the files in these depend on the question."""
_OTHER = "move it away, or name a new folder"


def _read(path: Path, kind: Any) -> Any:
    with opened_regular(path, HINT) as file:
        return read_json(file.read().decode(errors="replace"), str(path), kind, HINT)


def _append(path: Path, text: str) -> None:
    with path.open("a", encoding="utf-8", newline="\n") as file:
        file.write(text)


def _append_row(path: Path, row: dict[str, Any]) -> None:
    _append(path, json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")


# ---- writing


def write_bundle(
    folder: Path, record: BundleQuestion, question: Question, watch: Watch
) -> tuple[SystemTable, list[System]]:
    """Compare the systems, and write the folder; when something fails before the end, the folder stays as it was.

    What is written is made of the evidence, as when it is verified. The folders of an earlier comparison are replaced.
    Raises :class:`UsageError` for a folder that holds other files of these names, and :class:`InputError` for one that
    cannot be written.
    """
    _refuse_other_folder(folder)
    with ExitStack() as stack:
        new, evidence = stack.enter_context(temporary_folder(folder)), stack.enter_context(temporary_folder())
        systems = score_evidence(question, evidence, watch)
        (checked := evidence / "checked").mkdir()
        texts = PairTexts(stack.enter_context(TemporaryFile()))
        answer = stack.enter_context(_answered(question, evidence))
        for system, name, pair in answer.pairs(UNLIMITED):
            _append_row(checked / name, row_of(pair.score))
            if system.choice.label == question.choices[0].label:
                texts.add(system.name, pair)
        table = _table(answer)
        stack.enter_context(file_errors(folder, "name a folder that can be written"))
        for kind, source in zip(EVIDENCE, ("checked", "certificates"), strict=True):
            (new / kind).mkdir()
            for path in (evidence / source).iterdir():
                (new / kind / path.name).write_bytes(gzip.compress(path.read_bytes(), mtime=0))
        _append(new / QUESTION, json.dumps(to_builtins(record), indent=2, ensure_ascii=False) + "\n")
        _append(new / TABLE, SYSTEM_FORMATS["json"](table, record.style))
        files = [
            f"{kind}/{file}" for file in answer.files.values() for kind in EVIDENCE if (new / kind / file).exists()
        ]
        render(new, answer, table, record.style, texts, [QUESTION, TABLE, *RENDERINGS.values(), *files])
        _take_places(new, folder)
        return table, systems


def score_evidence(question: Question, folder: Path, watch: Watch) -> list[System]:
    """Score all systems, and write their evidence into a folder."""
    files = evidence_files(question)

    def keep(system: System, pair: ScoredPair) -> None:
        name = files[system.name, system.choice.label]
        _append_row(folder / "rows" / name, row_of(pair))
        if isinstance(pair, PairScore):
            _append(folder / "certificates" / name, f"{pair.certificate}\n" if pair.certificate else "")

    for kind in EVIDENCE:
        (folder / kind).mkdir()
    with opened(question, certified_counts=True) as systems:
        score_all(systems, watch, keep)
    return systems


def _refuse_other_folder(folder: Path) -> None:
    """Raise :class:`UsageError` for a folder with files where ours go that no earlier comparison has written."""
    if (folder / QUESTION).exists():
        if not str(_read(folder / QUESTION, dict[str, Any]).get("format")).startswith("smatchproof-comparison"):
            raise UsageError(f"{folder / QUESTION}: is not of compare -o; {_OTHER}")
        found = [path for kind in (*EVIDENCE, PAIR_PAGES) for path in (folder / kind).glob("*")]
        found = [path for path in found if not path.name.endswith((".jsonl.gz", ".html"))]
    else:
        names = (TABLE, PAGE, *RENDERINGS.values(), *EVIDENCE, PAIR_PAGES)
        found = [folder / name for name in names if (folder / name).exists()]
    for path in found:
        name = quoted(path.relative_to(folder).as_posix())
        raise UsageError(f"{folder}: {name} is not of an earlier compare -o; {_OTHER}")


def _take_places(new: Path, folder: Path) -> None:
    """Move all files and folders to the same places in another folder, whose folders of an earlier comparison go."""
    with file_errors(folder, _OTHER):
        for kind in (*EVIDENCE, PAIR_PAGES):
            shutil.rmtree(folder / kind, ignore_errors=True)
        for path in sorted(new.iterdir(), reverse=True):
            path.replace(folder / path.name)


# ---- the answer


@contextmanager
def _answered(question: Question, evidence: Path) -> Iterator[BackedSystems]:
    """The systems of a question, whose pairs are according to a folder of evidence and the corpora."""
    with opened(question, certified_counts=True) as systems:
        yield BackedSystems(systems, evidence, evidence_files(question))


def _table(answer: BackedSystems) -> SystemTable:
    with Corpus(answer.systems[0].question.reference) as reference:
        return system_table(answer.systems, fingerprint(reference.blocks()))


# ---- verifying


@dataclass(frozen=True, slots=True, repr=False)
class VerifiedBundle(Result):
    """A folder that holds: its question and table, and the numbers of what was verified."""

    question: BundleQuestion
    table: SystemTable
    counted: dict[str, int]
    certificates, recounted = fact("certificates"), fact("recounted")
    rows_compared, corpora = fact("rows_compared"), fact("corpora")

    def __str__(self) -> str:
        accepted = f"{many(self.counted['certificates'], 'certificate')} accepted by the checker"
        recounted = f"{many(self.counted['recounted'], 'alignment')} recounted without one"
        values = f"every value of {TABLE} (whole numbers and settings exactly, others within {TOLERANCE})"
        compared = f"{many(self.counted['rows_compared'], 'row')}; {values}"
        corpora = f"{many(self.counted['corpora'], 'corpus file')} by SHA-256"
        files = f"{', '.join(RENDERINGS.values())}, {PAGE}, {PAIR_PAGES}/"
        return f"{accepted}; {recounted}; {compared}; {corpora}; not checked: {files}, which compare -o makes again"

    def summary(self) -> dict[str, object]:
        """The numbers of what was verified, which ``verify --format json`` prints."""
        return {**self.counted}


def verify_bundle(folder: str | Path, limits: Limits = Limits(), corpora: Sequence[str | Path] = ()) -> VerifiedBundle:
    """Check the certificates of a bundle against the corpora, compute rows and table again and compare their values.

    Corpora that are not where the question says are found by their SHA-256 among the files and folders `corpora`, under
    any name. Raises :class:`VerificationError` for what does not hold, and :class:`InputError` for corpora that are
    lost or have changed and for what cannot be read. Takes as long as to check all certificates; metrics that align
    nothing are computed.
    """
    folder = Path(folder)
    record: BundleQuestion = _read(folder / QUESTION, BundleQuestion)
    files, counted = record.files(), Counter(certificates=0, recounted=0, rows_compared=0)
    try:
        record.question({file: file.path for file in files})
    except UsageError as error:
        raise VerificationError(f"{folder / QUESTION}: {error}") from None
    with _answered(record.question(located(files, folder, corpora)), folder) as answer:
        for _, name, pair in answer.pairs(limits):
            if isinstance(pair.score, PairScore):
                counted["certificates" if pair.row.get("certificate") is True else "recounted"] += 1
            counted["rows_compared"] += 1
            at = f"pair {short(pair.score.id, 60)}"
            _demand_same(folder / "rows" / name, row_of(pair.score), pair.row, at)
        table = _table(answer)
    expected, shown = json.loads(json.dumps(system_object(table))), _read(folder / TABLE, dict[str, Any])
    _demand_same(folder / TABLE, _without_versions(expected), _without_versions(shown))
    return VerifiedBundle(record, table, {**counted, "corpora": len({*files})})


def _demand_same(path: Path, expected: dict[str, Any], found: dict[str, Any], at: str = "") -> None:
    """Raise :class:`VerificationError` where two records have other values."""
    if where := difference(expected, found, at):
        raise VerificationError(f"{path}: is not what question, corpora and evidence give: {where}; {HINT}")


def _without_versions(table: dict[str, Any]) -> dict[str, Any]:
    """The table with signatures that do not end with the version of the program: another one may find the same."""
    signatures = table.get("signatures")
    if not isinstance(signatures, dict):
        return table
    return table | {"signatures": {metric: str(each).rpartition("|")[0] for metric, each in signatures.items()}}
