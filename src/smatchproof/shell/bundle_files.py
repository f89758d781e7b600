"""The folder of a comparison: ``compare -o`` writes it, ``verify`` checks it.

Its evidence is the question, the rows, the certificates and ``table.json``. The table is computed from these and the
corpora: for ``compare``, which writes it, and for ``verify``, which compares its values. Other files are renderings of
the same table; their bytes are not compared.
"""

from __future__ import annotations

import gzip
import json
import shutil
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from msgspec import structs, to_builtins

from smatchproof.base.errors import SmatchproofError, UsageError, quoted, short
from smatchproof.base.files import file_errors, opened_regular
from smatchproof.base.output_files import temporary_folder
from smatchproof.base.records import read_json
from smatchproof.base.result import Result, fact
from smatchproof.base.text import many
from smatchproof.exact.certificate import UNLIMITED
from smatchproof.exact.checker import Limits
from smatchproof.graphs.corpus import DOCUMENTS, Corpus, with_place
from smatchproof.reports.tables.system_tables import SYSTEM_FORMATS, system_object
from smatchproof.scoring.corpus.verification import VerificationError
from smatchproof.scoring.metrics.alignment_scores import PairScore
from smatchproof.scoring.metrics.corpus_metrics import ScoredPair
from smatchproof.scoring.systems.bundle_evidence import (
    HINT,
    TOLERANCE,
    BackedPair,
    backed_pairs,
    check_held,
    difference,
    row_of,
)
from smatchproof.scoring.systems.fingerprint import fingerprint
from smatchproof.scoring.systems.question import Question
from smatchproof.scoring.systems.submissions import left_out
from smatchproof.scoring.systems.system_table import SystemTable, system_table
from smatchproof.scoring.systems.systems import System, Watch, opened, score_all
from smatchproof.shell.bundle_corpora import Corpora, changed_file, located, sha256_of
from smatchproof.shell.bundle_pages import PAGE, PAIR_PAGES, RENDERINGS, PairTexts, render
from smatchproof.shell.bundle_question import Answer, BundleQuestion

QUESTION, TABLE, EVIDENCE = "question.json", "table.json", ("rows", "certificates")
"""The files and folders of the evidence; the names of the files in these depend on the question."""
_OTHER = "move it away, or name a new folder"


def _read(path: Path, kind: Any) -> Any:
    with opened_regular(path, HINT) as file:
        return read_json(file.read().decode(errors="replace"), str(path), kind, HINT)


# ---- evidence and answer


def score_evidence(
    record: BundleQuestion, question: Question, folder: Path, watch: Watch = lambda scored, label, number: scored
) -> list[System]:
    """Score all systems, and write their evidence into a folder."""
    files = record.evidence_files(question)

    def keep(system: System, _: str, pair: ScoredPair) -> None:
        name = files[system.file, system.choice.label]
        _append(folder / "rows" / name, _line(row_of(pair)))
        if isinstance(pair, PairScore):
            _append(folder / "certificates" / name, f"{pair.certificate}\n" if pair.certificate else "")

    for kind in EVIDENCE:
        (folder / kind).mkdir()
    with opened(question, certified_counts=True) as systems:
        score_all(systems, record.names, watch, keep)
    return systems


def _line(row: dict[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n"


def _append(path: Path, text: str) -> None:
    with path.open("a", encoding="utf-8", newline="\n") as file:
        file.write(text)


@contextmanager
def answered(
    record: BundleQuestion,
    question: Question,
    evidence: Path,
    limits: Limits,
    rewritten: Path | None = None,
    texts: PairTexts | None = None,
) -> Iterator[Answer]:
    """Compute the table of a question from a folder of evidence. The rows that the evidence gives are compared with
    those that are there, or `rewritten` to another folder; a hidden reference has no rows. The `texts` of the pairs
    under the first metric are kept, unless the reference is hidden.

    Raises :class:`VerificationError` where the evidence does not hold. Takes as long as to check all certificates;
    metrics that align nothing are computed.
    """
    files, counted = record.evidence_files(question), Counter(certificates=0, recounted=0, rows_compared=0)
    with opened(question, certified_counts=True) as systems, Corpus(question.reference) as reference:
        for system in systems:
            name = files[system.file, system.choice.label]
            is_shown = system.choice.label == question.choices[0].label and not record.hide_reference
            for pair in _checked_pairs(system, name, record, evidence, limits, counted, rewritten):
                if is_shown and texts is not None:
                    texts.add(record.names[question.candidates.index(system.file)], pair)
        table = system_table(systems, record.names, record.baseline, fingerprint(reference.blocks()))
        yield Answer(record, evidence, files, systems, table, counted)


def _checked_pairs(
    system: System,
    name: str,
    record: BundleQuestion,
    evidence: Path,
    limits: Limits,
    counted: Counter[str],
    rewritten: Path | None = None,
) -> Iterator[BackedPair]:
    """Add the pairs of a system as evidence and corpora have them, and yield them; compares or writes rows, as for
    :func:`answered`.
    """
    for pair in backed_pairs(evidence, name, system, limits):
        if isinstance(pair.score, PairScore):
            system.note_place(pair.place)
            counted["certificates" if pair.row.get("certificate") is True else "recounted"] += 1
        system.add(pair.score)
        row = row_of(pair.score)
        if rewritten is not None:
            _append(rewritten / name, _line(row))
        elif not record.hide_reference:
            counted["rows_compared"] += 1
            _demand_same(evidence / "rows" / name, row, pair.row, f"pair {short(pair.score.id, 60)}")
        yield pair


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
        systems = score_evidence(record, question, evidence, watch)
        (checked := evidence / "checked").mkdir()
        texts = PairTexts(stack.enter_context(TemporaryFile()))
        answer = stack.enter_context(answered(record, question, evidence, UNLIMITED, checked, texts))
        stack.enter_context(file_errors(folder, "name a folder that can be written"))
        for kind, source in () if record.hide_reference else zip(EVIDENCE, ("checked", "certificates"), strict=True):
            (new / kind).mkdir()
            for path in (evidence / source).iterdir():
                (new / kind / path.name).write_bytes(gzip.compress(path.read_bytes(), mtime=0))
        _append(new / QUESTION, json.dumps(to_builtins(record), indent=2, ensure_ascii=False) + "\n")
        _append(new / TABLE, SYSTEM_FORMATS["json"](answer.table, record.style))
        _render(new, answer, texts)
        _take_places(new, folder, (*EVIDENCE, PAIR_PAGES))
        return answer.table, systems


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


def _take_places(new: Path, folder: Path, kinds: tuple[str, ...]) -> None:
    """Move all files and folders to the same places in another folder, from which its folders `kinds` are removed."""
    with file_errors(folder, _OTHER):
        for kind in kinds:
            shutil.rmtree(folder / kind, ignore_errors=True)
        for path in sorted(new.iterdir(), reverse=True):
            path.replace(folder / path.name)


def _render(folder: Path, answer: Answer, texts: PairTexts) -> None:
    """Write what shows an answer; `texts` are those of :func:`answered`."""
    kinds = () if answer.record.hide_reference else EVIDENCE
    names = [f"{kind}/{file}" for file in answer.files.values() for kind in kinds]
    files = [QUESTION, TABLE, *RENDERINGS.values(), *(name for name in names if (answer.evidence / name).exists())]
    render(folder, answer, texts, files)


# ---- verifying


@dataclass(frozen=True, slots=True, repr=False)
class VerifiedBundle(Result):
    """A folder that holds: its question and table, and the numbers of what was verified."""

    question: BundleQuestion
    table: SystemTable
    counted: dict[str, int]
    is_written: bool = False
    """Whether the renderings were made again."""
    certificates, recounted = fact("certificates"), fact("recounted")
    rows_compared, corpora = fact("rows_compared"), fact("corpora")

    def __str__(self) -> str:
        again = "scores computed again; " * self.question.hide_reference
        accepted = f"{again}{many(self.counted['certificates'], 'certificate')} accepted by the checker"
        recounted = f"{many(self.counted['recounted'], 'alignment')} recounted without one"
        values = f"every value of {TABLE} (whole numbers and settings exactly, others within {TOLERANCE})"
        compared = f"{many(self.counted['rows_compared'], 'row')}; {values}"
        corpora = f"{many(self.counted['corpora'], 'corpus file')} by SHA-256"
        files = f"{', '.join(RENDERINGS.values())}, {PAGE}, {PAIR_PAGES}/"
        shown = f"made again: {files}" if self.is_written else f"not checked: {files}, which --write makes again"
        return f"{accepted}; {recounted}; {compared}; {corpora}; {shown}"

    def summary(self) -> dict[str, object]:
        """The numbers of what was verified, which ``verify --format json`` prints."""
        return {**self.counted}


def verify_bundle(
    folder: str | Path,
    limits: Limits = Limits(),
    reference: str | Path | None = None,
    jobs: int = 1,
    write: bool = False,
    corpora: Sequence[str | Path] = (),
) -> VerifiedBundle:
    """Check the certificates of a bundle against the corpora, compute rows and table again and compare their values.

    Corpora that are not where the question says are found by their SHA-256 among the files and folders `corpora`, under
    any name. A hidden `reference` has to be given, or to be one of them. Then all scores are computed again, by `jobs`
    processes, since the folder has no evidence. With `write` pages and tables in all formats are written again. Raises
    :class:`UsageError` for a reference that is missing, :class:`VerificationError` for what does not hold, and
    :class:`InputError` for corpora that are lost or have changed and for what cannot be read. The notes of an error
    about corpora name the others, and say what was checked without them.
    """
    folder = Path(folder)
    record: BundleQuestion = _read(folder / QUESTION, BundleQuestion)
    try:
        record.question(folder)
    except UsageError as error:
        raise VerificationError(f"{folder / QUESTION}: {error}") from None
    given = [str(path).removeprefix(DOCUMENTS) for path in (*corpora, *([reference] if reference else []))]
    if reference and sha256_of(Path(given[-1]), "name the file of the reference") != record.reference.sha256:
        raise changed_file(given[-1])
    with ExitStack() as stack:
        files = record.files()
        if record.hide_reference:  # its path is its name, which a submission may have
            files[0] = structs.replace(files[0], path=with_place(files[0].path, lambda name: f"hidden/{name}"))
        found = stack.enter_context(located(files, folder, given))
        if record.hide_reference and files[0] in found.lost:
            raise UsageError(f"{folder}: its reference is hidden; give the file, --reference FILE")
        question = _asked(record, found, jobs)
        if found.lost:
            raise _incomplete(found, _checked_without(record, question, found, folder, limits))
        question = _with_left_out(record, question, folder, found)
        evidence = folder
        if record.hide_reference:
            evidence = stack.enter_context(temporary_folder())
            score_evidence(record, question, evidence)
        texts = PairTexts(stack.enter_context(TemporaryFile())) if write else None
        answer = stack.enter_context(answered(record, question, evidence, limits, texts=texts))
        expected, shown = json.loads(json.dumps(system_object(answer.table))), _read(folder / TABLE, dict[str, Any])
        _demand_same(folder / TABLE, _without_versions(expected), _without_versions(shown))
        if texts is not None:
            _rewrite(folder, answer, texts)
        return VerifiedBundle(record, answer.table, {**answer.counted, "corpora": len({*files})}, write)


def _rewrite(folder: Path, answer: Answer, texts: PairTexts) -> None:
    """Make the pages and tables of a bundle again."""
    _refuse_other_folder(folder)
    with temporary_folder(folder) as new:
        with file_errors(folder, "verify a folder that can be written"):
            _render(new, answer, texts)
        _take_places(new, folder, (PAIR_PAGES,))


def _asked(record: BundleQuestion, found: Corpora, jobs: int) -> Question:
    """The question of a bundle about the files that were found."""
    question = record.question(found.folder)
    if record.hide_reference:
        path = str(found.paths[record.reference.sha256])
        certifying = tuple(choice.certifying() for choice in question.choices)
        place = with_place(question.reference, lambda _: path)
        return replace(question, reference=place, choices=certifying, jobs=jobs)
    return question


def _with_left_out(record: BundleQuestion, question: Question, folder: Path, found: Corpora) -> Question:
    """The question with its notes about submissions that are left out, made again.

    Raises :class:`VerificationError` where others are left out.
    """
    if record.left_out is None:
        return question
    files = [file.found(found.folder) for file in record.left_out]
    notes = left_out([*question.candidates, *files], question)
    if wrong := {*files} ^ {*notes}:
        what = "is left out, and can be scored" if next(iter(wrong)) in files else "is scored, and has to be left out"
        raise VerificationError(f"{folder / QUESTION}: {quoted(Path(wrong.pop()).name)} {what}")
    return replace(question, left_out=tuple(notes.values()))


def _checked_without(record: BundleQuestion, question: Question, found: Corpora, folder: Path, limits: Limits) -> str:
    """Check what can be checked without the files that are lost, and say what that is.

    Systems that are there are checked as always, if the reference is; of others the certificates, against the graphs
    that they hold, and the rows against these. Raises :class:`VerificationError` for what does not hold.
    """
    if record.hide_reference:
        return "checked: nothing, as the folder has no evidence without its files"
    files, counted, alone = record.evidence_files(question), Counter[str](), 0
    others = {record.reference, record.vectors, record.similarities}
    kept = [file.found(found.folder) for file in record.systems if file not in found.lost]
    if kept and others.isdisjoint(found.lost):
        with opened(replace(question, candidates=tuple(kept)), certified_counts=True) as systems:
            for system in systems:
                name = files[system.file, system.choice.label]
                deque(_checked_pairs(system, name, record, folder, limits, counted), maxlen=0)
    else:
        kept = []
    for (file, _), name in files.items():
        if file not in kept and (folder / "certificates" / name).exists():
            alone += check_held(folder, name, limits)
    whole = f"{many(counted['certificates'], 'certificate')} against the corpora, " if kept else ""
    return (
        f"checked: {whole}{many(alone, 'certificate')} against the graphs that they hold, and their rows; "
        f"not checked: whose graphs these are, and {TABLE}"
    )


def _incomplete(found: Corpora, checked: str) -> SmatchproofError:
    """The error about the files that are lost or have changed: one is raised, the others are notes, as is what was
    checked.
    """
    *others, error = found.faults
    for note in (*found.others, checked, *(f"error: {fault}" for fault in others)):
        error.add_note(note)
    return error


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
