"""The folder of a comparison: ``compare -o`` writes it, ``verify`` checks it.

Its evidence is the question, the rows, the certificates and ``table.json``. :func:`answered` computes the table from
these and the corpora: for ``compare``, which writes it, and for ``verify``, which compares its values. Other files are
renderings of the same table; their bytes are not compared.
"""

from __future__ import annotations

import json
import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from smatchproof.base.errors import AccessError, InputError, Place, SmatchproofError, UsageError, quoted, short
from smatchproof.base.files import file_errors
from smatchproof.base.output_files import compressed, temporary_folder
from smatchproof.base.result import Result
from smatchproof.base.text import many
from smatchproof.exact.certificate import UNLIMITED
from smatchproof.exact.checker import Limits
from smatchproof.graphs.corpus import DOCUMENTS, Corpus, with_place
from smatchproof.reports.pages.comparison_page import SystemPairs, compared_pair_page, comparison_page
from smatchproof.reports.tables.system_tables import SYSTEM_FORMATS, system_object
from smatchproof.scoring.bundle_evidence import HINT, TOLERANCE, BackedPair, backed_pairs, difference, row_of
from smatchproof.scoring.metrics.alignment_scores import PairScore
from smatchproof.scoring.metrics.corpus_metrics import ScoredPair
from smatchproof.scoring.metrics.smatch import AlignmentMetric
from smatchproof.scoring.systems.changed_pairs import changed_most
from smatchproof.scoring.systems.fingerprint import fingerprint
from smatchproof.scoring.systems.question import Question
from smatchproof.scoring.systems.submissions import left_out
from smatchproof.scoring.systems.system_table import SystemTable, system_table
from smatchproof.scoring.systems.systems import System, Watch, by_file, opened, score_all
from smatchproof.scoring.verification import VerificationError
from smatchproof.shell.bundle_question import FORMAT, QUESTION, BundleQuestion, changed_corpus, read_record
from smatchproof.shell.pair_files import FileNames

TABLE, PAGE = "table.json", "index.html"
RENDERINGS = {
    "text": "table.txt",
    "markdown": "table.md",
    "latex": "table.tex",
    "html": "table.html",
    "csv": "table.csv",
}
"""The files that show the table, by format."""
EVIDENCE, PAIR_PAGES = ("rows", "certificates"), "pairs"
"""The folders of a bundle; the names of the files in them depend on the question."""
MOST_CHANGED = 5
"""The number of pairs of each system that have pages."""


@dataclass(slots=True)
class Answer:
    """What question, corpora and a folder of evidence give. Of `recounted` alignments no proof shows that they are
    best.
    """

    record: BundleQuestion
    evidence: Path
    files: dict[tuple[str, str], str]
    systems: list[System]
    table: SystemTable
    certificates: int
    recounted: int


@contextmanager
def answered(
    record: BundleQuestion,
    question: Question,
    evidence: Path,
    take: Callable[[str, BackedPair], None],
    limits: Limits = Limits(),
) -> Iterator[Answer]:
    """Compute the table of a question from a folder of evidence; `take` gets each pair with the name of its file.

    Raises :class:`VerificationError` where the evidence does not hold. Takes as long as to check all certificates;
    metrics that align nothing are computed.
    """
    files, has_certificate = record.evidence_files(question), Counter[bool]()
    with opened(question, certified_counts=True) as systems, Corpus(question.reference) as reference:
        for system in systems:
            name = files[system.file, system.choice.label]
            for pair in backed_pairs(evidence, name, system, limits):
                if isinstance(pair.score, PairScore):
                    system.note_place(pair.place)
                    has_certificate.update([pair.row.get("certificate") is True])
                system.add(pair.score)
                take(name, pair)
        table = system_table(systems, record.names, record.baseline, fingerprint(reference.blocks()))
        yield Answer(record, evidence, files, systems, table, has_certificate[True], has_certificate[False])


def score_evidence(
    record: BundleQuestion,
    question: Question,
    folder: Path,
    watch: Watch = lambda scored, label, number: scored,
) -> list[System]:
    """Score all systems, and write their evidence into a folder."""
    files = record.evidence_files(question)

    def keep(system: System, _: str, pair: ScoredPair) -> None:
        name = files[system.file, system.choice.label]
        _append(folder / "rows" / name, [_line(row_of(pair))])
        if isinstance(pair, PairScore):
            _append(folder / "certificates" / name, [f"{pair.certificate}\n"] if pair.certificate else ())

    for kind in EVIDENCE:
        (folder / kind).mkdir()
    with opened(question, certified_counts=True) as systems:
        score_all(systems, record.names, watch, keep)
    return systems


def _line(row: dict[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n"


def _append(path: Path, parts: Iterable[str]) -> None:
    with path.open("ab") as file:
        file.writelines(part.encode() for part in parts)


# ---- writing


def write_bundle(
    folder: Path, record: BundleQuestion, question: Question, watch: Watch
) -> tuple[SystemTable, list[System]]:
    """Compare the systems, and write the folder; when something fails, the folder stays as it was.

    What is written is made of the evidence, as when it is verified. Raises :class:`UsageError` for a folder that holds
    other files, and :class:`InputError` for one that cannot be written.
    """
    _refuse_other_folder(folder, record)
    with ExitStack() as stack:
        new, evidence = stack.enter_context(temporary_folder(folder)), stack.enter_context(temporary_folder())
        systems = score_evidence(record, question, evidence, watch)
        _demand_unchanged(record, folder, question)
        (evidence / "checked").mkdir()

        def keep(name: str, pair: BackedPair) -> None:
            _append(evidence / "checked" / name, [_line(row_of(pair.score))])

        answer = stack.enter_context(answered(record, question, evidence, keep, UNLIMITED))
        stack.enter_context(file_errors(folder, "name a folder that can be written"))
        for kind, source in () if record.hide_reference else zip(EVIDENCE, ("checked", "certificates"), strict=True):
            (new / kind).mkdir()
            for path in (evidence / source).iterdir():
                with path.open("rb") as plain, (new / kind / path.name).open("wb") as file, compressed(file) as packed:
                    shutil.copyfileobj(plain, packed)
        _write(new / QUESTION, record.text)
        _write(new / TABLE, SYSTEM_FORMATS["json"](answer.table, record.style))
        _render(new, answer)
        _demand_unchanged(record, folder, question)
        _take_places(new, folder, (*EVIDENCE, PAIR_PAGES))
        return answer.table, systems


def _demand_unchanged(record: BundleQuestion, folder: Path, question: Question) -> None:
    if path := changed_corpus(record, folder, question.reference):
        raise InputError("has changed while it was compared", Place(str(path)), "compare it again")


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")


def _refuse_other_folder(folder: Path, record: BundleQuestion) -> None:
    """Raise :class:`UsageError` for a folder whose files are not those of an earlier comparison or the corpora."""
    with file_errors(folder, _OTHER):
        for path in (folder / name for name in (*EVIDENCE, PAIR_PAGES)):
            if path.is_symlink():
                raise UsageError(f"{path}: is a link; put the folder itself there")
        if (folder / QUESTION).exists():
            found = str(read_record(folder, QUESTION, dict[str, Any]).get("format"))
            if not found.startswith(FORMAT.rstrip("0123456789")):
                raise UsageError(f"{folder / QUESTION}: is not of compare -o; {_OTHER}")
            return
        corpora = {os.path.realpath(file.found(folder).removeprefix(DOCUMENTS)) for file in record.files()}
        for path in folder.rglob("*"):
            if not path.is_dir() and os.path.realpath(path) not in corpora:
                raise UsageError(f"{folder}: {quoted(path.name)} is not of an earlier compare -o; {_OTHER}")


_OTHER = "move it away, or name a new folder"


def _take_places(new: Path, folder: Path, kinds: Sequence[str]) -> None:
    """Move all files of a folder to the same places in another one; older files of these `kinds` are removed."""
    with file_errors(folder, _OTHER):
        names = [path.relative_to(new) for path in sorted(new.rglob("*"), reverse=True) if path.is_file()]
        for name in names:
            (folder / name).parent.mkdir(exist_ok=True)
            (new / name).replace(folder / name)
        for kind in kinds:
            for path in {*(folder / kind).glob("*.jsonl.gz"), *(folder / kind).glob("*.html")}:
                if path.relative_to(folder) not in names:
                    path.unlink()
            with suppress(OSError):  # it holds files
                (folder / kind).rmdir()


def _render(folder: Path, answer: Answer) -> None:
    """Write the table in all formats, the page of the comparison, and those of the pairs that changed most under the
    first metric.
    """
    record, names = answer.record, answer.record.names
    for format, name in RENDERINGS.items():
        _write(folder / name, SYSTEM_FORMATS[format](answer.table, record.style))
    systems = [group[0] for group in by_file(answer.systems)]
    base, file_names, pages = systems[record.baseline], FileNames(), dict[tuple[str, int], str]()
    wanted: dict[str, dict[int, str]] = {name: {} for name in names}
    pairs = list[SystemPairs]()
    for system, name in zip(systems, names, strict=True):
        if system is not base:
            changed = changed_most(system, base, MOST_CHANGED)
            values = zip(base.counts(), system.counts(), strict=True)
            pairs.append(SystemPairs(name, [(one.value, two.value) for one, two in values], changed))
            for side in (name, names[record.baseline]):
                wanted[side] |= {pair.place: pair.id for pair in changed}
    for system, name in zip(systems, names, strict=True):
        if not isinstance(system.metric, AlignmentMetric) or not wanted[name] or record.hide_reference:
            continue
        (folder / PAIR_PAGES).mkdir(exist_ok=True)
        file = answer.files[system.file, system.choice.label]
        for pair in backed_pairs(answer.evidence, file, system, UNLIMITED, wanted=wanted[name]):
            id = wanted[name][pair.place]
            page = f"{PAIR_PAGES}/{file_names.of(f'{name}.{id}', len(pages) + 1)}.html"
            pages[name, pair.place] = page
            _write(folder / page, compared_pair_page(pair, system.metric, id, name))
    names = [f"{kind}/{file}" for file in answer.files.values() for kind in EVIDENCE if not record.hide_reference]
    files = [QUESTION, TABLE, *RENDERINGS.values(), *(name for name in names if (answer.evidence / name).exists())]
    _write(folder / PAGE, comparison_page(answer.table, record.style, pairs, pages, files, record.hide_reference))


# ---- verifying


@dataclass(frozen=True, slots=True, repr=False)
class VerifiedBundle(Result):
    """A folder that holds: its question and table, and how many certificates the checker has accepted, alignments were
    recounted without one, rows and corpora agree.
    """

    question: BundleQuestion
    table: SystemTable
    certificates: int
    recounted: int
    rows_compared: int

    def __str__(self) -> str:
        again = "scores computed again; " * self.question.hide_reference
        recounted = f"{many(self.recounted, 'alignment')} recounted without one; {many(self.rows_compared, 'row')}"
        values = f"every value of {TABLE} (whole numbers and settings exactly, others within {TOLERANCE})"
        corpora = f"{many(len({*self.question.files()}), 'corpus file')} by SHA-256"
        shown = f"the renderings ({', '.join(RENDERINGS.values())}, {PAGE}, {PAIR_PAGES}/), which --write makes again"
        accepted = f"{again}{many(self.certificates, 'certificate')} accepted by the checker"
        return f"{accepted}; {recounted}; {values}; {corpora}; not checked: {shown}"

    def summary(self) -> dict[str, object]:
        """The numbers of what was verified."""
        return {"certificates": self.certificates, "recounted": self.recounted, "rows_compared": self.rows_compared}

    def to_dict(self) -> dict[str, Any]:
        """The object that ``verify --format json`` prints."""
        return {**self.summary(), "corpora": len({*self.question.files()})}


def verify_bundle(
    folder: str | Path,
    limits: Limits = Limits(),
    reference: str | Path | None = None,
    jobs: int = 1,
    write: bool = False,
) -> VerifiedBundle:
    """Check the certificates of a bundle against the corpora, compute rows and table again and compare their values.

    A hidden `reference` has to be given, and no other. Then all scores are computed again, by `jobs` processes, since
    the folder has no evidence. With `write` pages and tables in all formats are written again. Raises
    :class:`UsageError` for a reference that is missing or too much, :class:`VerificationError` for what does not hold,
    :class:`InputError` for lost corpora.
    """
    folder = Path(folder)
    with _refusing():
        record: BundleQuestion = read_record(folder, QUESTION, BundleQuestion)
    with _refusing(f"{folder / QUESTION}: "):
        question = record.question(folder)
    question = _with_reference(record, question, folder, reference, jobs)
    if path := changed_corpus(record, folder, reference):
        what = "is not the file that was compared; its SHA-256 is another; put that file there again"
        raise VerificationError(f"{path}: {what}")
    rows_compared = 0

    def compare(name: str, pair: BackedPair) -> None:
        nonlocal rows_compared
        if not record.hide_reference:
            rows_compared += 1
            _demand_same(folder / "rows" / name, row_of(pair.score), pair.row, f"pair {short(pair.score.id, 60)}")

    with _refusing(), ExitStack() as stack:
        question, evidence = _with_left_out(record, question, folder), folder
        if record.hide_reference:
            evidence = stack.enter_context(temporary_folder())
            score_evidence(record, question, evidence)
        answer = stack.enter_context(answered(record, question, evidence, compare, limits))
        expected = json.loads(json.dumps(system_object(answer.table)))
        found = read_record(folder, TABLE, dict[str, Any])
        _demand_same(folder / TABLE, _without_versions(expected), _without_versions(found))
        if write:
            new = stack.enter_context(temporary_folder(folder))
            with file_errors(folder, "verify a folder that can be written"):
                _render(new, answer)
            _take_places(new, folder, (PAIR_PAGES,))
        return VerifiedBundle(record, answer.table, answer.certificates, answer.recounted, rows_compared)


def _with_reference(
    record: BundleQuestion, question: Question, folder: Path, reference: str | Path | None, jobs: int
) -> Question:
    """The question about a hidden reference that is given."""
    if not record.hide_reference:
        if reference is not None:
            raise UsageError(f"{folder}: says itself where its reference is; leave out --reference")
        return question
    if reference is None:
        raise UsageError(f"{folder}: its reference is hidden; give the file, --reference FILE")
    place = with_place(question.reference, lambda _: str(reference).removeprefix(DOCUMENTS))
    certifying = tuple(choice.with_certificates() for choice in question.choices)
    return replace(question, reference=place, choices=certifying, jobs=jobs)


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


def _with_left_out(record: BundleQuestion, question: Question, folder: Path) -> Question:
    """The question with the notes about submissions that are left out, for the reasons that are found again."""
    if record.left_out is None:
        return question
    files = [file.found(folder) for file in record.left_out]
    notes = left_out([*question.candidates, *files], question)
    if wrong := {*files} ^ {*notes}:
        what = "is left out, and can be scored" if next(iter(wrong)) in files else "is scored, and has to be left out"
        raise VerificationError(f"{folder / QUESTION}: {quoted(Path(wrong.pop()).name)} {what}")
    return replace(question, left_out=tuple(notes.values()))


@contextmanager
def _refusing(file: str = "") -> Iterator[None]:
    """Refuse the folder for whatever is wrong with it, or with that `file` of it."""
    try:
        yield
    except (VerificationError, AccessError):  # what cannot be read refutes nothing
        raise
    except SmatchproofError as error:
        raise VerificationError(f"{file}{error}") from None
