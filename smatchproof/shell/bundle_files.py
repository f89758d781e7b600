"""The files of a comparison, made of its evidence: by who writes the folder, and once more by who verifies it.

What is believed is the question, the corpora that it names by SHA-256, and of rows and certificates what
:mod:`smatchproof.scoring.bundles.bundle_evidence` takes. Everything else is written anew, and compared byte for byte.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import IO, Any, BinaryIO, cast

from smatchproof.base.errors import AccessError, SmatchproofError, UsageError, quoted
from smatchproof.base.files import opened_regular
from smatchproof.base.long_text import line_of
from smatchproof.base.output_files import compressed, temporary_folder
from smatchproof.base.result import Result
from smatchproof.base.text import many
from smatchproof.exact.checker import Limits
from smatchproof.graphs.corpus import DOCUMENTS, Corpus, with_place
from smatchproof.reports.pages.comparison_page import PAGE, SystemPairs, compared_pair_page, comparison_page
from smatchproof.reports.tables.system_tables import SYSTEM_FORMATS
from smatchproof.scoring.bundles.bundle_differences import differs_by_rounding, first_difference
from smatchproof.scoring.bundles.bundle_evidence import checked_pairs, row_line
from smatchproof.scoring.bundles.bundle_folder import (
    CERTIFICATES,
    HINT,
    MANIFEST,
    PAIR_PAGES,
    PIECE,
    QUESTION,
    ROWS,
    check_listed,
    manifest_text,
    pairs_file,
    path_in,
)
from smatchproof.scoring.metrics.corpus_metrics import ScoredPair
from smatchproof.scoring.metrics.smatch import AlignmentMetric
from smatchproof.scoring.systems.changed_pairs import changed_most
from smatchproof.scoring.systems.fingerprint import fingerprint
from smatchproof.scoring.systems.question import Question
from smatchproof.scoring.systems.submissions import left_out
from smatchproof.scoring.systems.system_table import SystemTable, system_table
from smatchproof.scoring.systems.systems import System, Watch, by_file, opened, score_all
from smatchproof.scoring.verification import VerificationError
from smatchproof.shell.bundle_question import (
    BundleQuestion,
    OtherProgramError,
    check_corpora,
    other_versions,
    read_question,
)
from smatchproof.shell.pair_files import FileNames

TABLES = {
    "text": "table.txt",
    "markdown": "table.md",
    "latex": "table.tex",
    "html": "table.html",
    "json": "table.json",
    "csv": "table.csv",
}
"""The files of the table, by format."""
MOST_CHANGED = 5
"""The number of pairs of each system that have pages."""
_DECIDED_BY = {
    ROWS: ("zlib",),
    CERTIFICATES: ("zlib",),
    "tables": ("numpy", "scipy"),
    "page": ("jinja2", "matplotlib", "numpy", "scipy"),
    "pages of pairs": ("jinja2", "matplotlib", "numpy", "scipy"),
}
"""The libraries that decide bytes of a file, by its kind: of a compressed one the bytes, not its content; of a table
the last digits of its numbers.
"""
_LARGEST_PAGE = 2**28
"""The most bytes of a page that are searched for its question: 2,300 times one of two systems and 1,501 pairs."""


def keep_evidence(folder: Path, system: System, name: str, pair: ScoredPair) -> None:
    """Add the row of a pair, and its certificate, to a folder of evidence."""
    if not isinstance(system.metric, AlignmentMetric):
        return  # it will be computed again
    written = line_of(pair.certificate) if pair.certificate else ()
    for kind, parts in ((ROWS, (row_line(pair),)), (CERTIFICATES, written)):
        path = folder / pairs_file(kind, name, system.choice.label)
        path.parent.mkdir(exist_ok=True)
        with path.open("ab") as file:
            file.writelines(part.encode() for part in parts)


@dataclass(slots=True)
class BundleFiles:
    """All files of a bundle but their list, by name, while they wait in temporary ones; and what was made on the way.

    `certificates` is how many the checker has accepted; of `recounted` alignments there is no proof that they are best.
    """

    stack: ExitStack
    files: dict[str, BinaryIO] = field(default_factory=dict)
    table: SystemTable | None = None
    certificates: int = 0
    recounted: int = 0

    def add(self, name: str, text: str = "") -> BinaryIO:
        """A new file."""
        import tempfile

        spool = tempfile.SpooledTemporaryFile(PIECE)
        self.files[name] = file = cast(BinaryIO, self.stack.enter_context(cast(IO[bytes], spool)))
        file.write(text.encode())
        return file


@contextmanager
def found_evidence(
    record: BundleQuestion, question: Question, watch: Watch = lambda scored, label, number: scored
) -> Iterator[tuple[Path, list[System]]]:
    """A temporary folder with the evidence of all scores, which are computed, and the systems."""
    with temporary_folder() as evidence:
        with opened(question, certified_counts=True) as systems:
            score_all(systems, record.names, watch, partial(keep_evidence, evidence))
        yield evidence, systems


@contextmanager
def bundle_files(
    record: BundleQuestion, question: Question, evidence: Path, limits: Limits = Limits()
) -> Iterator[BundleFiles]:
    """Make all files of a bundle from the question, the corpora and a folder of evidence.

    Raises :class:`VerificationError` where the evidence does not hold. Takes as long as to check all certificates;
    metrics that align nothing are computed.
    """
    with ExitStack() as stack, opened(question, certified_counts=True) as systems:
        made, names = BundleFiles(stack), dict(zip(question.candidates, record.names, strict=True))
        for system in systems:
            _score(made, system, names[system.file], evidence, limits)
        with Corpus(question.reference) as reference:
            identity = fingerprint(reference.blocks())
        if record.hide_reference:  # both hold its triples or variables
            for name in [name for name in made.files if name.startswith((f"{ROWS}/", f"{CERTIFICATES}/"))]:
                del made.files[name]
        made.table = table = system_table(systems, record.names, record.baseline, identity)
        made.add(QUESTION, record.text)
        for format, name in TABLES.items():
            made.add(name, SYSTEM_FORMATS[format](table, record.style))
        _add_pages(made, [group[0] for group in by_file(systems)], record, evidence, limits)
        yield made


def _score(made: BundleFiles, system: System, name: str, evidence: Path, limits: Limits) -> None:
    """Count the pairs of a system, and write its rows and certificates."""
    files = {kind: pairs_file(kind, name, system.choice.label) for kind in (ROWS, CERTIFICATES)}
    with closing(compressed(made.add(files[ROWS]))) as rows:
        if not isinstance(system.metric, AlignmentMetric):
            for pair in system.pairs():
                system.add(pair)
                rows.write(row_line(pair).encode())
            return
        with closing(compressed(made.add(files[CERTIFICATES]))) as certificates:
            for checked in checked_pairs(evidence, system, name, limits):
                system.note_place(checked.place)
                system.add(checked.score)
                rows.write(row_line(checked.score).encode())
                if checked.score.certificate:
                    certificates.writelines(part.encode() for part in line_of(checked.score.certificate))
                    made.certificates += 1
                else:
                    made.recounted += 1


def _add_pages(
    made: BundleFiles, systems: Sequence[System], record: BundleQuestion, evidence: Path, limits: Limits
) -> None:
    """The page of the comparison, and those of the pairs that changed most under the first metric."""
    assert made.table is not None
    names, base = record.names, systems[record.baseline]
    files, pairs, file_names = [*made.files], list[SystemPairs](), FileNames()
    pages: dict[tuple[str, int], str] = {}
    for system, name in zip(systems, names, strict=True):
        if system is base:
            continue
        changed = changed_most(system, base, MOST_CHANGED)
        values = zip(base.counts(), system.counts(), strict=True)
        pairs.append(SystemPairs(name, [(one.value, two.value) for one, two in values], changed))
        ids = {pair.place: pair.id for pair in changed}
        for side, its_name in ((system, name), (base, names[record.baseline])):
            wanted = {place for place in ids if (its_name, place) not in pages}
            if not isinstance(side.metric, AlignmentMetric) or not wanted or record.hide_reference:
                continue
            for pair in checked_pairs(evidence, side, its_name, limits, wanted):
                id = ids[pair.place]
                file = f"{PAIR_PAGES}/{file_names.of(f'{its_name}.{id}', len(pages) + 1)}.html"
                pages[its_name, pair.place] = file
                made.add(file, compared_pair_page(pair, side.metric, id, its_name))
    told = _sha256(record), record.hide_reference
    made.add(PAGE, comparison_page(made.table, record.style, pairs, pages, files, *told))


# ---- verifying


@dataclass(frozen=True, slots=True, repr=False)
class VerifiedBundle(Result):
    """A folder that holds: its question, its table, the numbers of its certificates, of alignments that were recounted
    without one, and of its files of each kind.
    """

    question: BundleQuestion
    table: SystemTable
    certificates: int
    recounted: int
    kinds: Counter[str]

    def __str__(self) -> str:
        files = ", ".join(f"{kind} ({number:,})" for kind, number in self.kinds.items())
        corpora = len({*self.question.files()})
        accepted = "scores computed anew; " * self.question.hide_reference
        accepted += f"{many(self.certificates, 'certificate')}, accepted by the checker; " if self.certificates else ""
        if self.recounted:
            accepted += f"{many(self.recounted, 'alignment')}, recounted without a certificate; "
        return (
            f"{accepted}files written anew, the same byte for byte: {files}; corpora as the question names them, by "
            f"SHA-256 ({corpora:,}); versions of libraries as the question states them, not checked"
        )

    @property
    def files(self) -> int:
        """The number of files that were written again and compared."""
        return self.kinds.total()

    def summary(self) -> dict[str, object]:
        """The numbers of what was verified."""
        return {"certificates": self.certificates, "recounted": self.recounted, "files": self.files}

    def to_dict(self) -> dict[str, Any]:
        """The object that ``verify --format json`` prints."""
        facts = {"verified": self.certificates, "recounted": self.recounted, "files": self.files}
        return facts | {"kinds": self.kinds}


def verify_bundle(
    folder: str | Path,
    limits: Limits = Limits(),
    reference: str | Path | None = None,
    jobs: int | None = 1,
) -> VerifiedBundle:
    """Make all files of a bundle anew and compare them byte for byte; nothing else may be in the folder.

    A hidden `reference` has to be given, and no other. Then all scores are computed anew, by `jobs` processes, since
    the folder has no evidence. Raises :class:`UsageError` for a reference that is missing or too much,
    :class:`VerificationError` for what does not hold, :class:`OtherProgramError` for a folder that another version has
    written, :class:`InputError` for lost corpora.
    """
    folder = Path(folder)
    with _refusing():
        record, question = read_question(folder)
    if record.hide_reference:
        if reference is None:
            raise UsageError(f"{folder}: its reference is hidden; give the file, --reference FILE")
        plain = str(reference).removeprefix(DOCUMENTS)
        certifying = tuple(choice.with_certificates() for choice in question.choices)
        question = replace(
            question, reference=with_place(question.reference, lambda _: plain), choices=certifying, jobs=jobs
        )
    elif reference is not None:
        raise UsageError(f"{folder}: says itself where its reference is; leave out --reference")
    with _refusing():
        check_listed(folder, [file.file for file in record.public_files()])
    check_corpora(record, folder, reference)
    with _refusing(), ExitStack() as stack:
        _check_page(folder, record)
        question = _with_left_out(record, question, folder)
        evidence = folder
        if record.hide_reference:
            evidence, _ = stack.enter_context(found_evidence(record, question))
        made = stack.enter_context(bundle_files(record, question, evidence, limits))
        made.add(MANIFEST, manifest_text(made.files))
        kinds = Counter(map(_kind, made.files))
        for name, content in made.files.items():
            if not _is_the_same(path_in(folder, name), content):
                raise _other_bytes(record, name, folder / name, content)
        assert made.table is not None
        return VerifiedBundle(record, made.table, made.certificates, made.recounted, kinds)


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


def _other_bytes(record: BundleQuestion, name: str, path: Path, content: BinaryIO) -> VerificationError:
    """The error of a file that is not as it is written here. Other libraries may write others, as far as they decide
    bytes; which ones the folder has had, it says of itself.
    """
    where = first_difference(path, content)
    versions = other_versions(record, _DECIDED_BY.get(kind := _kind(name), ()))
    if kind in (ROWS, CERTIFICATES):
        is_more = where is not None
    else:
        is_more = kind == "tables" and not differs_by_rounding(path, content)
    if is_more or not versions:
        where = where or "the same content, compressed otherwise"
        return VerificationError(f"{path}: is not what question, corpora and evidence give: {where}; {HINT}")
    words = f"is not as it is written here, and the folder says of itself that it was written with {versions}"
    return OtherProgramError(f"{path}: {words}: the file was changed, or verify it with those versions")


def _check_page(folder: Path, record: BundleQuestion) -> None:
    """Refuse a page of another question: a question alone is soon changed, and may take long to answer."""
    with opened_regular(path_in(folder, PAGE), HINT) as file:
        if _sha256(record).encode() not in file.read(_LARGEST_PAGE):
            raise VerificationError(f"{folder / PAGE}: is not the page of this question; {HINT}")


def _sha256(record: BundleQuestion) -> str:
    return hashlib.sha256(record.text.encode()).hexdigest()


@contextmanager
def _refusing() -> Iterator[None]:
    """Refuse the folder for whatever is wrong with it."""
    try:
        yield
    except (VerificationError, AccessError):  # what cannot be read refutes nothing
        raise
    except SmatchproofError as error:
        raise VerificationError(str(error)) from None


def _kind(name: str) -> str:
    first = name.split("/")[0]
    kinds = {ROWS: "rows", CERTIFICATES: "certificates", PAIR_PAGES: "pages of pairs", PAGE: "page"}
    return kinds.get(first, "tables" if name in TABLES.values() else first.removesuffix(".json"))


def _is_the_same(path: Path, content: BinaryIO) -> bool:
    content.seek(0)
    with opened_regular(path, HINT) as file:
        while data := content.read(PIECE):
            if file.read(len(data)) != data:
                return False
        return not file.read(1)
