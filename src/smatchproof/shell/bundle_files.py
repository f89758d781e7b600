"""The folder of a comparison: ``compare -o`` writes it, ``verify`` checks it.

Its evidence is the question, the rows, the certificates and ``table.json``. The table is computed from these and the
corpora: for ``compare``, which writes it, and for ``verify``, which compares its values. Other files are renderings of
the same table; their bytes are not compared.

``question.json`` has the options of ``compare`` by name, ``null`` where one was not given, with each file by its path
(from the folder) and its SHA-256. What cannot be checked, such as the limits of a search, is not in it.
"""

from __future__ import annotations

import gzip
import json
import os
import posixpath
import shutil
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, structs, to_builtins

from smatchproof.base.errors import SmatchproofError, UsageError, quoted, short
from smatchproof.base.files import CHECK_PATH, STANDARD_INPUT, file_errors, opened_regular
from smatchproof.base.limits import LARGEST_DENOMINATOR, LARGEST_SEED, MOST_DECIMALS, MOST_SAMPLES
from smatchproof.base.output_files import temporary_folder
from smatchproof.base.records import Natural, read_json
from smatchproof.base.result import Result, fact
from smatchproof.base.text import many
from smatchproof.conventions.conventions import Top
from smatchproof.conventions.triples import Duplicates
from smatchproof.exact.certificate import UNLIMITED
from smatchproof.exact.checker import Limits
from smatchproof.graphs.corpus import DOCUMENTS, Corpus, with_place
from smatchproof.inference import SAMPLES
from smatchproof.reports.pages.comparison_page import SystemPairs, compared_pair_page, comparison_page
from smatchproof.reports.tables.system_tables import SYSTEM_FORMATS, TableStyle, system_object
from smatchproof.scoring.bundle_evidence import HINT, TOLERANCE, backed_pairs, check_held, difference, row_of
from smatchproof.scoring.metrics.alignment_scores import PairScore
from smatchproof.scoring.metrics.corpus_metrics import ScoredPair
from smatchproof.scoring.metrics.smatch import AlignmentMetric
from smatchproof.scoring.settings import OnError
from smatchproof.scoring.systems.changed_pairs import changed_most
from smatchproof.scoring.systems.fingerprint import fingerprint
from smatchproof.scoring.systems.question import Question
from smatchproof.scoring.systems.submissions import left_out
from smatchproof.scoring.systems.system_table import SystemTable, system_names, system_table
from smatchproof.scoring.systems.systems import System, Watch, by_file, opened, score_all
from smatchproof.scoring.verification import VerificationError
from smatchproof.shell.bundle_corpora import CHANGED, Corpora, HashedFile, located, sha256_of
from smatchproof.shell.metric_options import read_comparison
from smatchproof.shell.options import LIMITS
from smatchproof.shell.pair_files import FileNames
from smatchproof.similarity.grading import Graded

QUESTION, TABLE, PAGE = "question.json", "table.json", "index.html"
_ENDINGS = {"text": "txt", "markdown": "md", "latex": "tex", "html": "html", "csv": "csv"}
RENDERINGS = {format: f"table.{ending}" for format, ending in _ENDINGS.items()}
"""The files that show the table, by format."""
EVIDENCE, PAIR_PAGES = ("rows", "certificates"), "pairs"
"""The folders of a bundle; the names of the files in them depend on the question."""
MOST_CHANGED = 5
"""The number of pairs of each system that have pages."""
_NOT_RECORDED = "map", "time_limit", "memory_limit", "node_limit", "proof_limit", "solver", "scheduler", "output"
"""Options of ``compare`` that cannot be checked, or decide nothing."""
_OTHER = "move it away, or name a new folder"


# ---- the question


_Unit = Annotated[float, Meta(ge=0, le=1)]


class BundleQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """The options that decide a comparison and how it is printed.

    `baseline` is the number of the system that others are compared to. Of a comparison of submissions `left_out` are
    those that are not scored, of another one ``None``. With `hide_reference` the path of the reference is its name
    alone.
    """

    format: Literal["smatchproof-comparison 6"]
    reference: HashedFile
    systems: Annotated[list[HashedFile], Meta(min_length=1)]
    left_out: list[HashedFile] | None
    metric: Annotated[list[str], Meta(min_length=1)]
    fine_grained: bool
    convention: str | None
    top: Top | None
    duplicates: Duplicates | None
    method: str | None
    vectors: HashedFile | None
    similarities: HashedFile | None
    asymmetric: Literal[True] | None
    threshold: _Unit | None
    sense: _Unit | None
    graded: Graded | None
    denominator: Annotated[int, Meta(ge=1, le=LARGEST_DENOMINATOR)] | None
    on_error: OnError | None
    samples: Annotated[int, Meta(ge=1, le=MOST_SAMPLES)]
    seed: Annotated[int, Meta(ge=0, le=LARGEST_SEED)]
    clusters: str | None
    baseline: Natural
    decimals: Annotated[int, Meta(ge=0, le=MOST_DECIMALS)]
    percent: bool
    layout: Literal["long", "wide"]
    columns: list[str]
    plus_minus: bool
    rank: bool
    hide_reference: bool

    @property
    def style(self) -> TableStyle:
        """The layout of the table and of its numbers."""
        return TableStyle(self.decimals, self.percent, self.layout, tuple(self.columns), self.plus_minus)

    @property
    def names(self) -> list[str]:
        """The names of the systems in tables."""
        return system_names([system.path for system in self.systems])

    def files(self) -> list[HashedFile]:
        """All files that the answer is made of; the reference is the first."""
        given = self.reference, *self.systems, *(self.left_out or ()), self.vectors, self.similarities
        return [file for file in given if file]

    def question(self, folder: Path) -> Question:
        """The question that was asked, about the files as they are found from the folder of the bundle.

        Raises :class:`UsageError` where nothing can be compared so.
        """
        given = structs.asdict(self) | {"systems": [system.found(folder) for system in self.systems]}
        files = {name: value.found(folder) for name, value in given.items() if isinstance(value, HashedFile)}
        question = read_comparison(Namespace(**dict.fromkeys(_NOT_RECORDED), **given | files, jobs=1))
        self.style.shown([choice.label for choice in question.choices])  # raises for an unknown column
        for path in (paths := [system.path for system in self.systems]):
            if paths.count(path) > 1:
                raise UsageError(f"{quoted(path)} is a system twice; name each file once")
        if self.baseline >= len(self.systems):
            raise UsageError("no baseline among the systems")
        return question

    def evidence_files(self, question: Question) -> dict[tuple[str, str], str]:
        """The names of the files of rows and certificates, by the file of the system and the label of the metric."""
        given, systems = FileNames(), zip(question.candidates, self.names, strict=True)
        named = [(file, name, choice.label) for file, name in systems for choice in question.choices]
        return {
            (file, label): given.of(f"{name}.{label.replace(' ', '.')}", at) + ".jsonl.gz"
            for at, (file, name, label) in enumerate(named, 1)
        }


def bundle_question(options: Namespace, asked: Question, folder: Path, baseline: int, decimals: int) -> BundleQuestion:
    """The record of what the options of ``compare`` ask, with the question made of them; all files are read once.

    Raises :class:`UsageError` where a system is there twice, or a hidden reference would be published.
    """
    given: dict[str, Any] = {name: getattr(options, name) for name in BundleQuestion.__struct_fields__}
    for name in ("reference", "vectors", "similarities"):
        given[name] = given[name] and _hashed_for(folder, given[name])
    for name in ("systems", "left_out"):
        given[name] = given[name] and [_hashed_for(folder, file) for file in given[name]]
    given |= {"metric": [*dict.fromkeys(choice.name for choice in asked.choices)]}
    given |= {"method": given["method"] and asked.choices[0].settings.method, "samples": given["samples"] or SAMPLES}
    given |= {"format": "smatchproof-comparison 6", "seed": given["seed"] or 0}
    record = BundleQuestion(**given | {"baseline": baseline, "decimals": decimals})
    record.question(folder)
    if not record.hide_reference:
        return record
    for file in record.files():
        if file.sha256 == record.reference.sha256 and not file.path.removeprefix(DOCUMENTS).startswith("../"):
            what = f"{quoted(file.path)} is the reference, in the folder to be published without it"
            raise UsageError(f"{what}; move it away")
    if limits := [name for name in LIMITS if getattr(options, name.replace("-", "_")) is not None]:
        what = f"--{limits[0]} is not for --hide-reference, which is verified by searching again"
        raise UsageError(f"{what}; leave it out")
    name = with_place(record.reference.path, posixpath.basename)
    return structs.replace(record, reference=HashedFile(name, record.reference.sha256))


def _hashed_for(folder: Path, path: str) -> HashedFile:
    """A file that is compared, named from the folder of the bundle; its own name stays, links above are resolved.

    Raises :class:`UsageError` for standard input, :class:`InputError` for a path that is no regular file.
    """
    if path == STANDARD_INPUT:
        raise UsageError("a bundle names its corpora, and standard input has no name; give files")
    file = Path(path.removeprefix(DOCUMENTS))
    place = Path(os.path.realpath(file.parent), file.name)
    try:
        name = os.path.relpath(place, os.path.realpath(folder)).replace(os.sep, "/")
    except ValueError:  # on another drive
        name = str(place)
    if name.encode(errors="ignore").decode() != name:
        raise UsageError(f"{quoted(name)} is not in UTF-8; give the file another name")
    return HashedFile(with_place(path, lambda _: name), sha256_of(file, CHECK_PATH))


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


@dataclass(slots=True)
class Answer:
    """What question, corpora and a folder of evidence give, and how many certificates the checker has accepted,
    alignments were recounted without one, and rows were compared.
    """

    record: BundleQuestion
    evidence: Path
    files: dict[tuple[str, str], str]
    systems: list[System]
    table: SystemTable
    counted: Counter[str]


@contextmanager
def answered(
    record: BundleQuestion, question: Question, evidence: Path, limits: Limits, rewritten: Path | None = None
) -> Iterator[Answer]:
    """Compute the table of a question from a folder of evidence. The rows that the evidence gives are compared with
    those that are there, or `rewritten` to another folder; a hidden reference has no rows.

    Raises :class:`VerificationError` where the evidence does not hold. Takes as long as to check all certificates;
    metrics that align nothing are computed.
    """
    files, counted = record.evidence_files(question), Counter(certificates=0, recounted=0, rows_compared=0)
    with opened(question, certified_counts=True) as systems, Corpus(question.reference) as reference:
        for system in systems:
            _check_system(system, files[system.file, system.choice.label], record, evidence, limits, counted, rewritten)
        table = system_table(systems, record.names, record.baseline, fingerprint(reference.blocks()))
        yield Answer(record, evidence, files, systems, table, counted)


def _check_system(
    system: System,
    name: str,
    record: BundleQuestion,
    evidence: Path,
    limits: Limits,
    counted: Counter[str],
    rewritten: Path | None = None,
) -> None:
    """Add the pairs of a system as evidence and corpora have them; compares or writes rows, as for :func:`answered`."""
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
        answer = stack.enter_context(answered(record, question, evidence, UNLIMITED, checked))
        stack.enter_context(file_errors(folder, "name a folder that can be written"))
        for kind, source in () if record.hide_reference else zip(EVIDENCE, ("checked", "certificates"), strict=True):
            (new / kind).mkdir()
            for path in (evidence / source).iterdir():
                (new / kind / path.name).write_bytes(gzip.compress(path.read_bytes(), mtime=0))
        _append(new / QUESTION, json.dumps(to_builtins(record), indent=2, ensure_ascii=False) + "\n")
        _append(new / TABLE, SYSTEM_FORMATS["json"](answer.table, record.style))
        _render(new, answer)
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


def _render(folder: Path, answer: Answer) -> None:
    """Write the table in all formats, the page of the comparison, and those of the pairs that changed most under the
    first metric.
    """
    record, names = answer.record, answer.record.names
    for format, name in RENDERINGS.items():
        _append(folder / name, SYSTEM_FORMATS[format](answer.table, record.style))
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
            _append(folder / page, compared_pair_page(pair, system.metric, id, name))
    names = [f"{kind}/{file}" for file in answer.files.values() for kind in EVIDENCE if not record.hide_reference]
    files = [QUESTION, TABLE, *RENDERINGS.values(), *(name for name in names if (answer.evidence / name).exists())]
    _append(folder / PAGE, comparison_page(answer.table, record.style, pairs, pages, files, record.hide_reference))


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
        again = "scores computed again; " * self.question.hide_reference
        accepted = f"{again}{many(self.counted['certificates'], 'certificate')} accepted by the checker"
        recounted = f"{many(self.counted['recounted'], 'alignment')} recounted without one"
        values = f"every value of {TABLE} (whole numbers and settings exactly, others within {TOLERANCE})"
        compared = f"{many(self.counted['rows_compared'], 'row')}; {values}"
        corpora = f"{many(self.counted['corpora'], 'corpus file')} by SHA-256"
        shown = f"the renderings ({', '.join(RENDERINGS.values())}, {PAGE}, {PAIR_PAGES}/), which --write makes again"
        return f"{accepted}; {recounted}; {compared}; {corpora}; not checked: {shown}"

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
    :class:`UsageError` for a reference that is missing, :class:`VerificationError` for what does not hold and for
    corpora that have changed, :class:`InputError` for lost ones and for what cannot be read. The notes of an error
    about corpora say what was checked without them.
    """
    folder = Path(folder)
    record: BundleQuestion = _read(folder / QUESTION, BundleQuestion)
    try:
        record.question(folder)
    except UsageError as error:
        raise VerificationError(f"{folder / QUESTION}: {error}") from None
    given = [str(path).removeprefix(DOCUMENTS) for path in (*corpora, *([reference] if reference else []))]
    if reference and sha256_of(Path(given[-1]), "name the file of the reference") != record.reference.sha256:
        raise VerificationError(f"{given[-1]}: {CHANGED}")
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
        answer = stack.enter_context(answered(record, question, evidence, limits))
        expected, shown = json.loads(json.dumps(system_object(answer.table))), _read(folder / TABLE, dict[str, Any])
        _demand_same(folder / TABLE, _without_versions(expected), _without_versions(shown))
        if write:
            _rewrite(folder, answer)
        return VerifiedBundle(record, answer.table, {**answer.counted, "corpora": len({*files})})


def _rewrite(folder: Path, answer: Answer) -> None:
    """Make the pages and tables of a bundle again."""
    _refuse_other_folder(folder)
    with temporary_folder(folder) as new:
        with file_errors(folder, "verify a folder that can be written"):
            _render(new, answer)
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
                _check_system(system, files[system.file, system.choice.label], record, folder, limits, counted)
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
    """The error about a file that has changed or is lost, with notes about the others and about what was checked."""
    error, *others = sorted(found.faults, key=lambda fault: not isinstance(fault, VerificationError))
    for note in (*others, *found.others, checked):
        error.add_note(str(note))
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
