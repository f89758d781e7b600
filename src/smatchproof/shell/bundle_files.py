"""The folder of a comparison: ``compare -o`` writes it, ``verify`` checks it, and both make its renderings.

Its evidence is the question, the rows, the certificates and ``table.json``. The table is computed from these and the
corpora: for ``compare``, which writes it, and for ``verify``, which compares its values. Other files are renderings of
the same table; their bytes are not compared.
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
from smatchproof.exact.certificate import UNLIMITED
from smatchproof.exact.checker import Limits
from smatchproof.graphs.corpus import Corpus
from smatchproof.reports.figures.figure_style import merged
from smatchproof.reports.pages.comparison_page import Sentence, SystemPairs, comparison_page, pair_texts, sentences_page
from smatchproof.reports.tables.system_tables import TableStyle, system_in_format, system_object
from smatchproof.scoring.corpus.verification import VerificationError
from smatchproof.scoring.metrics import ScoredPair
from smatchproof.scoring.metrics.alignment_scores import PairScore
from smatchproof.scoring.systems.bundle_evidence import (
    HINT,
    TOLERANCE,
    BackedPair,
    backed_pairs,
    difference,
    row_of,
)
from smatchproof.scoring.systems.question import Question
from smatchproof.scoring.systems.system_table import SystemTable, system_table
from smatchproof.scoring.systems.systems import System, Watch, by_file, changed_most, opened, score_all
from smatchproof.shell.bundle_question import BundleQuestion, evidence_files, located

QUESTION, TABLE, ROWS, CERTIFICATES = "question.json", "table.json", "rows", "certificates"
"""The files and folders of the evidence; the names of the files in the folders depend on the question."""
PAGE, PAIR_PAGES = "index.html", "pairs"
_ENDINGS = {"text": "txt", "markdown": "md", "latex": "tex", "html": "html", "csv": "csv"}
RENDERINGS = {format: f"table.{ending}" for format, ending in _ENDINGS.items()}
"""The files that show the table, by format."""
_FOLDERS = {ROWS: ".jsonl.gz", CERTIFICATES: ".jsonl.gz", PAIR_PAGES: ".html"}
"""The endings of the files in each folder."""
MOST_CHANGED = 5
"""The number of pairs of each system that the page lists."""
_SENTENCES = 50
"""The sentences of a page: with three systems about 300 kB."""
_NAMED = 5
"""The pairs of a dot that are named."""

PairTexts = dict[tuple[str, int], str]
"""The texts of pairs under the first metric as HTML, some 2 kB each, by the system and the place of the reference's
graph."""
_Addresses = dict[int, tuple[str, str]]
"""The id of each sentence and the address of its texts, by the place of the reference's graph."""


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

    What is written is made of the evidence, as when it is verified. Raises :class:`UsageError` for a folder of other
    files, and :class:`InputError` for one that cannot be written.
    """
    _refuse_other_folder(folder)
    question, texts = replace(question, names=tuple(record.names)), PairTexts()
    with temporary_folder(folder) as new:
        for kind in ("scored", ROWS, CERTIFICATES):
            (new / kind).mkdir()
        scored = score_evidence(question, new / "scored", new / CERTIFICATES, watch)
        with opened(question, certified_counts=True) as systems:
            for name, system, pair in _backed(systems, new / "scored", new / CERTIFICATES, UNLIMITED):
                _append_row(new / ROWS / name, pair.row)
                _keep_texts(texts, system, pair)
            table = system_table(systems)
            with file_errors(folder, "name a folder that can be written"):
                render(new, systems, table, record.style, texts)
                shutil.rmtree(new / "scored")
                for path in (*(new / ROWS).iterdir(), *(new / CERTIFICATES).iterdir()):
                    path.write_bytes(gzip.compress(path.read_bytes(), mtime=0))
                _append(new / QUESTION, json.dumps(to_builtins(record), indent=2, ensure_ascii=False) + "\n")
                _append(new / TABLE, system_in_format(table, record.style, "json"))
        _take_places(new, folder)
    return table, scored


def score_evidence(question: Question, rows: Path, certificates: Path, watch: Watch) -> list[System]:
    """Score all systems, and write their rows and certificates into folders."""
    files = evidence_files(question)

    def keep(system: System, pair: ScoredPair) -> None:
        name = files[system.name, system.choice.label]
        _append_row(rows / name, row_of(pair, bool(pair.certificate)))
        if isinstance(pair, PairScore):
            _append(certificates / name, f"{pair.certificate}\n" if pair.certificate else "")

    with opened(question, certified_counts=True) as systems:
        score_all(systems, watch, keep)
    return systems


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
        for kind in (PAIR_PAGES, *(path.name for path in new.iterdir() if path.is_dir())):
            shutil.rmtree(folder / kind, ignore_errors=True)
        for path in sorted(new.iterdir(), reverse=True):
            path.replace(folder / path.name)


# ---- the answer


def _backed(
    systems: Sequence[System], rows: Path, certificates: Path, limits: Limits
) -> Iterator[tuple[str, System, BackedPair]]:
    """Add all pairs to their systems, according to corpora and evidence; yields each with the name of its files."""
    files = evidence_files(systems[0].question)
    for system in systems:
        name = files[system.name, system.choice.label]
        for pair in backed_pairs(system, rows / name, certificates / name, limits):
            yield name, system, pair


def _keep_texts(texts: PairTexts, system: System, pair: BackedPair) -> None:
    """Keep the texts of a pair, if its metric is the first one and aligns."""
    if pair.comparison and pair.graphs and system.choice.label == system.question.choices[0].label:
        texts[system.name, pair.place] = pair_texts(pair.comparison, pair.graphs, system.name)


# ---- renderings


def render(folder: Path, systems: Sequence[System], table: SystemTable, style: TableStyle, texts: PairTexts) -> None:
    """Write the table in all formats, the page of the comparison and, of the `texts`, the pages of sentences."""
    firsts = [group[0] for group in by_file(systems)]
    for format, name in RENDERINGS.items():
        _write(folder / name, system_in_format(table, style, format))
    sentences = _sentence_pages(folder / PAIR_PAGES, firsts, texts) if texts else {}
    base = firsts[systems[0].question.baseline]
    pairs = [_compared(system, base, style, sentences) for system in firsts if system is not base]
    _write(folder / PAGE, comparison_page(table, style, pairs, {at: page for at, (_, page) in sentences.items()}))


def _sentence_pages(folder: Path, systems: Sequence[System], texts: PairTexts) -> _Addresses:
    """Write the texts of all systems sentence by sentence."""
    number = systems[0].number
    pages = [f"sentences.{at}.html" for at in range(1, 1 + -(-number // _SENTENCES))]
    addresses, sentences = _Addresses(), list[Sentence]()
    with Corpus(systems[0].question.reference) as corpus:
        for position, block in enumerate(corpus.blocks(), 1):
            id, at = block.id or str(position), (position - 1) // _SENTENCES
            addresses[block.offset] = id, f"{PAIR_PAGES}/{pages[at]}#{position}"
            pairs = [(system.name, texts[system.name, block.offset]) for system in systems]
            sentences.append(Sentence(position, id, block.sentence, pairs))
            if position in (number, _SENTENCES * (at + 1)):
                ways = (("Sentences before", at - 1), ("Sentences after", at + 1))
                neighbours = [(words, pages[to]) for words, to in ways if 0 <= to < len(pages)]
                _write(folder / pages[at], sentences_page(sentences, number, neighbours))
                sentences = []
    return addresses


def _compared(system: System, base: System, style: TableStyle, sentences: _Addresses) -> SystemPairs:
    """The pairs of a system next to those of the baseline; each dot links to the sentence of its first pair."""
    scores = [(one.value, two.value) for one, two in zip(base.counts(), system.counts(), strict=True)]
    places, links = base.places, dict[tuple[float, float], tuple[str, str]]()
    for dot, members in merged(scores).items() if sentences else ():
        named = [sentences[places[member]] for member in members]
        ids = ", ".join(id for id, _ in named[:_NAMED]) + f" and {len(named) - _NAMED} more" * (len(named) > _NAMED)
        ends = [style.ends((min(each), max(each))) for each in zip(*(scores[at] for at in members), strict=True)]
        words = f"{many(len(named), 'pair')}, {base.name} {ends[0]}, {system.name} {ends[1]}: {ids}"
        links[dot] = named[0][1], words
    return SystemPairs(system.name, scores, changed_most(system, base, MOST_CHANGED), links)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


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
    """True if the renderings were made again."""

    def __str__(self) -> str:
        numbers = f"whole numbers and settings exactly, others within {TOLERANCE}"
        files = f"{', '.join(RENDERINGS.values())}, {PAGE}, {PAIR_PAGES}/"
        parts = (
            f"{many(self.certificates, 'certificate')} accepted by the checker",
            f"{many(self.recounted, 'alignment')} recounted without one",
            f"{many(self.rows_compared, 'row')}",
            f"every value of {TABLE} but the version of smatchproof ({numbers})",
            f"{many(self.corpora, 'corpus file')} by SHA-256",
            f"written again: {files}" if self.written else f"not checked: {files}, which --write makes again",
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
    any name. With `write` pages and tables in other formats are made again. Raises :class:`VerificationError` for what
    does not hold, and :class:`InputError` for what cannot be read and for corpora that are lost or have changed. Takes
    as long as to check all certificates; metrics that align nothing are computed.
    """
    folder = Path(folder)
    record: BundleQuestion = _read(folder / QUESTION, BundleQuestion)
    files, texts, recounted, certificates, rows = record.files(), PairTexts(), 0, 0, 0
    try:
        names = {*evidence_files(record.question({file: file.path for file in files})).values()}
    except (UsageError, ValueError) as error:  # paths of the question may be none, with a null
        raise VerificationError(f"{folder / QUESTION}: {error}") from None
    for path in (*(folder / ROWS).glob("*"), *(folder / CERTIFICATES).glob("*")):
        if path.name not in names or not path.is_file():
            raise VerificationError(f"{path}: is no evidence of this comparison; move it away")
    with opened(record.question(located(files, folder, corpora)), certified_counts=True) as systems:
        for name, system, pair in _backed(systems, folder / ROWS, folder / CERTIFICATES, limits):
            at = f"pair {short(pair.row['id'], 60)}"
            _demand_same(folder / ROWS / name, pair.row, pair.found, at)
            rows += 1
            certificates += pair.row.get("certificate") is True
            recounted += pair.row.get("certificate") is False
            if write:
                _keep_texts(texts, system, pair)
        table = system_table(systems)
        expected, shown = json.loads(json.dumps(system_object(table))), _read(folder / TABLE, dict[str, Any])
        _demand_same(folder / TABLE, _without_versions(expected), _without_versions(shown))
        if write:
            _refuse_other_folder(folder)
            with temporary_folder(folder) as new:
                render(new, systems, table, record.style, texts)
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
