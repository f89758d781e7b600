"""The folder of a comparison: ``compare -o`` writes it, ``verify`` checks it.

Its evidence is the question, the rows, the certificates and ``table.json``. The table is computed from these and the
corpora: for ``compare``, which writes it, and for ``verify``, which compares its values. Other files are renderings of
the same table; their bytes are not compared.
"""

from __future__ import annotations

import gzip
import json
import re
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from msgspec import to_builtins

from smatchproof.base.errors import InputError, UsageError, quoted, short
from smatchproof.base.files import file_errors, opened_regular, temporary_folder
from smatchproof.base.record import Record, replace
from smatchproof.base.records import read_json
from smatchproof.base.result import Result, fact
from smatchproof.base.text import many
from smatchproof.exact.certificate import UNLIMITED
from smatchproof.exact.checker import Limits
from smatchproof.graphs.corpus import Corpus
from smatchproof.reports.tables.system_tables import SYSTEM_FORMATS, system_object
from smatchproof.scoring.corpus.verification import Problem, VerificationError, checked_certificates
from smatchproof.scoring.metrics import ScoredPair
from smatchproof.scoring.metrics.alignment_scores import PairScore
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
from smatchproof.shell.bundle_question import BundleQuestion, Located, evidence_files, located

QUESTION, TABLE, EVIDENCE = "question.json", "table.json", ("rows", "certificates")
"""The files and folders of the evidence; the names of the files in these depend on the question."""
_TOLD = 8
"""The most files that are named of those that are none of a bundle's."""
_OTHER = "move it away, or name a new folder"


def _read(path: Path, kind: Any) -> Any:
    with opened_regular(path, "name a folder of smatchproof compare -o, or write it again") as file:
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
    question = replace(question, names=tuple(record.names))
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
        _render(new, answer, table, record, texts, new)
        _take_places(new, folder, (*EVIDENCE, PAIR_PAGES))
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
        found = _unknown_evidence(folder, _evidence_names(folder))
        found += [path for path in (folder / PAIR_PAGES).glob("*") if path.suffix != ".html"]
    else:
        names = (TABLE, PAGE, *RENDERINGS.values(), *EVIDENCE, PAIR_PAGES)
        found = [folder / name for name in names if (folder / name).exists()]
    for path in found:
        name = quoted(path.relative_to(folder).as_posix())
        raise UsageError(f"{folder}: {name} is not of an earlier compare -o; {_OTHER}")


def _evidence_names(folder: Path) -> set[str] | None:
    """The names of the files of rows and certificates in a folder; ``None`` if its question is of another version."""
    with suppress(InputError, UsageError):
        record: BundleQuestion = _read(folder / QUESTION, BundleQuestion)
        return {*evidence_files(record.question({file: file.path for file in record.files()})).values()}
    return None


def _unknown_evidence(folder: Path, names: set[str] | None) -> list[Path]:
    """The files in the folders of the evidence that have none of these names, or another ending if they are unknown."""
    found = [path for kind in EVIDENCE for path in sorted((folder / kind).glob("*"))]
    return [path for path in found if (path.name not in names if names else not path.name.endswith(".jsonl.gz"))]


def _render(
    new: Path, answer: BackedSystems, table: SystemTable, record: BundleQuestion, texts: PairTexts, evidence: Path
) -> None:
    """Write the renderings into a new folder; their page links the files of the evidence."""
    paths = (f"{kind}/{file}" for file in answer.files.values() for kind in EVIDENCE)
    files = [path for path in paths if (evidence / path).exists()]
    render(new, answer, table, record.style, texts, [QUESTION, TABLE, *RENDERINGS.values(), *files])


def _take_places(new: Path, folder: Path, kinds: Sequence[str]) -> None:
    """Move all files and folders to the same places in another folder, whose folders of these names go."""
    with file_errors(folder, _OTHER):
        for kind in kinds:
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


class VerifiedBundle(Result, Record):
    """A folder that holds: its question and table, and the numbers of what was verified."""

    question: BundleQuestion
    table: SystemTable
    counted: dict[str, int]
    written: bool
    """True if the renderings were made again."""
    certificates, recounted = fact("certificates"), fact("recounted")
    rows_compared, corpora = fact("rows_compared"), fact("corpora")

    def __str__(self) -> str:
        accepted = f"{many(self.counted['certificates'], 'certificate')} accepted by the checker"
        recounted = f"{many(self.counted['recounted'], 'alignment')} recounted without one"
        numbers = f"whole numbers and settings exactly, others within {TOLERANCE}"
        values = f"every value of {TABLE} but the version of smatchproof ({numbers})"
        compared = f"{many(self.counted['rows_compared'], 'row')}; {values}"
        corpora = f"{many(self.counted['corpora'], 'corpus file')} by SHA-256"
        files = f"{', '.join(RENDERINGS.values())}, {PAGE}, {PAIR_PAGES}/"
        rest = f"written again: {files}" if self.written else f"not checked: {files}, which --write makes again"
        return f"{accepted}; {recounted}; {compared}; {corpora}; {rest}"

    def summary(self) -> dict[str, object]:
        """The numbers of what was verified, which ``verify --format json`` prints."""
        return {**self.counted}


def verify_bundle(
    folder: str | Path, limits: Limits = Limits(), corpora: Sequence[str | Path] = (), write: bool = False
) -> VerifiedBundle:
    """Check the certificates of a bundle against the corpora, compute rows and table again and compare their values.

    Corpora that are not where the question says are found by their SHA-256 among the files and folders `corpora`, under
    any name. With `write` pages and tables in other formats are made again. Raises :class:`VerificationError` for what
    does not hold, and :class:`InputError` for what cannot be read and for corpora that are lost or have changed, with
    notes of what holds without them. Takes as long as to check all certificates; metrics that align nothing are
    computed.
    """
    folder = Path(folder)
    record: BundleQuestion = _read(folder / QUESTION, BundleQuestion)
    files, counted = record.files(), Counter(certificates=0, recounted=0, rows_compared=0)
    try:
        question = record.question({file: file.path for file in files})
    except UsageError as error:
        raise VerificationError(f"{folder / QUESTION}: {error}") from None
    names = evidence_files(question).values()
    for path in _unknown_evidence(folder, {*names}):
        raise VerificationError(f"{path}: is no evidence of this comparison; move it away")
    found = located(files, folder, corpora)
    if found.faults:
        raise _incomplete(found, [folder / "certificates" / name for name in names], limits)
    with ExitStack() as stack:
        texts = PairTexts(stack.enter_context(TemporaryFile()))
        answer = stack.enter_context(_answered(record.question(found.places), folder))
        for system, name, pair in answer.pairs(limits):
            if write and system.choice.label == question.choices[0].label:
                texts.add(system.name, pair)
            if isinstance(pair.score, PairScore):
                counted["certificates" if pair.row.get("certificate") is True else "recounted"] += 1
            counted["rows_compared"] += 1
            at = f"pair {short(pair.score.id, 60)}"
            _demand_same(folder / "rows" / name, row_of(pair.score), pair.row, at)
        table = _table(answer)
        expected, shown = json.loads(json.dumps(system_object(table))), _read(folder / TABLE, dict[str, Any])
        _demand_same(folder / TABLE, _without_versions(expected), _without_versions(shown))
        if write:
            _refuse_other_folder(folder)
            new = stack.enter_context(temporary_folder(folder))
            _render(new, answer, table, record, texts, folder)
            _take_places(new, folder, (PAIR_PAGES,))
    return VerifiedBundle(record, table, {**counted, "corpora": len({*files})}, write)


def _incomplete(found: Located, certificates: Sequence[Path], limits: Limits) -> InputError:
    """The error of the last file that is lost or has changed, with notes of the others and of what holds without them.

    Raises :class:`VerificationError` for a certificate that the checker refuses.
    """
    alone = 0
    for path in certificates:
        for _, record, _ in checked_certificates(path, limits) if path.exists() else ():
            if isinstance(record, Problem):
                raise VerificationError(record.text)
            alone += 1
    *others, error = found.faults
    if found.others:
        looked = f"{', '.join(map(str, found.others[:_TOLD]))}{' and others' * (len(found.others) > _TOLD)}"
        error.add_note(f"no file of this comparison, by SHA-256, or a changed copy of one: {looked}")
    held = f"{many(alone, 'certificate')} against the graphs that they hold"
    error.add_note(f"checked: {held}; not checked: whose graphs these are, the rows and {TABLE}")
    for fault in others:
        error.add_note(f"error: {fault}")
    return error


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
