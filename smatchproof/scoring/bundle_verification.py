"""Verifying a bundle: its table is made anew from its certificates and the corpora that it names, and nothing else.

The rows have to say what was found so; the written tables are compared to the new one by who can print it. Pages are
held to their SHA-256 alone. A pair without a certificate counts with its alignment, recounted from its row, and the
bound that all triples of a graph match.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from math import isclose
from pathlib import Path

from smatchproof.alignment import Block, Corpus, Counts, Duplicates, InputError, SmatchproofError, quoted, short
from smatchproof.alignment.files import opened_bytes
from smatchproof.exact.outline import counting_bound
from smatchproof.scoring.bundle import (
    CERTIFICATES,
    MANIFEST,
    QUESTION,
    ROWS,
    BundleQuestion,
    is_inside,
    pairs_file,
    read_manifest,
    read_question,
    sha256_of,
)
from smatchproof.scoring.bundle_rows import ComparedPair, read_rows
from smatchproof.scoring.comparison import ClaimStatus, recounted
from smatchproof.scoring.corpus_scores import parsed
from smatchproof.scoring.fingerprint import fingerprint
from smatchproof.scoring.metrics.alignment_scores import PairScore
from smatchproof.scoring.metrics.metric import ScoredPair
from smatchproof.scoring.metrics.smatch import AlignmentMetric
from smatchproof.scoring.settings import OnError
from smatchproof.scoring.system_table import SystemTable, system_table
from smatchproof.scoring.systems import System, opened, scored_together
from smatchproof.scoring.verification import CertificateQuestion, Problem, VerificationError, verify_corpora

_PRINTED = 14
"""Numbers with more characters have all their digits."""


@dataclass(frozen=True, slots=True)
class VerifiedBundle:
    """What a bundle proves: the question, the table made anew, and how many files and certificates were checked."""

    question: BundleQuestion
    table: SystemTable
    files: int
    certificates: int


def verify_bundle(folder: Path, required: Iterable[str] = ()) -> VerifiedBundle:
    """Check a bundle. Raises :class:`VerificationError` for what does not hold, :class:`InputError` for lost corpora.

    The list has to name the `required` files. The tables that were written are still to be compared. Takes as long as
    to check all certificates; metrics that align nothing are computed again.
    """
    files = _check_files(folder, {QUESTION, *required})
    try:
        record = read_question(folder)
        question = record.question(folder)
    except SmatchproofError as error:
        raise VerificationError(str(error)) from None
    _check_corpora(record, folder)
    certificates = 0
    with opened(question, backed=True) as systems:
        names = dict(zip(question.candidates, record.names, strict=True))
        for system in systems:
            name, label = names[system.file], system.choice.label
            rows = _Rows(folder / pairs_file(ROWS, name, label))
            if isinstance(system.metric, AlignmentMetric):
                certificates += _add_certified(system, folder / pairs_file(CERTIFICATES, name, label), rows)
            else:
                _add_counted(system, rows)
            rows.end()
        with Corpus(question.reference) as reference:
            identity = fingerprint(reference.blocks())
        table = system_table(systems, record.names, record.baseline, identity)
    return VerifiedBundle(record, table, files, certificates)


# ---- files


def _check_files(folder: Path, required: set[str]) -> int:
    """Hold all files of a bundle to its list; returns how many there are."""
    try:
        hashes = read_manifest(folder)
    except SmatchproofError as error:
        raise VerificationError(str(error)) from None
    if missing := required - hashes.keys():
        raise VerificationError(f"{folder / MANIFEST}: does not name {min(missing)}")
    for name, sha256 in hashes.items():
        if not is_inside(name):
            raise VerificationError(f"{folder / MANIFEST}: {quoted(name)} is no name of a file of the bundle")
        try:
            with opened_bytes(folder / name) as file:
                found = sha256_of(file)
        except InputError as error:
            raise VerificationError(str(error)) from None
        if found != sha256:
            raise VerificationError(f"{folder / name}: has changed since the bundle was written")
    return len(hashes)


def _check_corpora(record: BundleQuestion, folder: Path) -> None:
    for file in record.files():
        path = folder / file.path
        with opened_bytes(path, "the bundle names it by its path; put it there again") as content:
            if sha256_of(content) != file.sha256:
                raise VerificationError(f"{path}: is not the file that was compared; its SHA-256 is another")


# ---- what certificates say


class _Rows:
    """The rows of a system under a metric, in the order of its pairs."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._rows = self._read()

    def _read(self) -> Iterator[ComparedPair]:
        try:
            yield from read_rows(self.path)
        except InputError as error:
            raise VerificationError(str(error)) from None

    def next_of(self, id: str) -> ComparedPair:
        """The next row, which has to be that of this pair."""
        row = next(self._rows, None)
        if row is None or row.id != id:
            raise VerificationError(f"{self.path}: expected the row of pair {short(id, 60)}")
        return row

    def end(self) -> None:
        """There is no further row."""
        if next(self._rows, None) is not None:
            raise VerificationError(f"{self.path}: more rows than pairs")


def _add_certified(system: System, path: Path, rows: _Rows) -> int:
    """Count the pairs of a system as their certificates say; returns how many certificates there are."""
    metric, question = system.metric, system.question
    assert isinstance(metric, AlignmentMetric)
    rule = CertificateQuestion(metric.settings.convention, metric.settings.grading, on_error=question.on_error)
    proved: dict[str, Counts] = {}
    for found in verify_corpora(path, system.file, question.reference, rule, keep_going=True):
        if not isinstance(found, Problem):
            proved[found.id] = found.counts
        elif not found.missing and "no certificate in this file" not in found.text:
            raise VerificationError(found.text)
    for position, (left, right) in enumerate(system.blocks(), 1):
        id = left.id or str(position)
        row = rows.next_of(id)
        counts = proved.get(id)
        if counts is None:
            counts = _recounted(metric, (left, right), row, question.on_error)
            by_counting = counts.proved and rule.convention.duplicates is not Duplicates.PRODUCT
            status = ClaimStatus.CERTIFIED if by_counting else ClaimStatus.HEURISTIC
        else:
            status = ClaimStatus.CERTIFIED if counts.proved else ClaimStatus.BOUNDED
        if row.counts != counts or row.score != counts.value:
            raise VerificationError(f"{rows.path}: pair {short(id, 60)} is not as proved")
        system.note_place(right.offset)
        system.add(PairScore(id, counts, status, 0.0, ()))
    return len(proved)


def _recounted(metric: AlignmentMetric, blocks: Sequence[Block], row: ComparedPair, on_error: OnError) -> Counts:
    """What the alignment of a row is worth, and the bound that needs no proof."""
    rule, grading = metric.settings.convention, metric.settings.grading
    left, right = (rule.triples(parsed(block, on_error, [])) for block in blocks)
    similarities = grading.similarities(left, right) if grading else None
    partners, places = dict(row.alignment or ()), {variable: at for at, variable in enumerate(right.variables)}
    try:
        mapping = [places[partners[each]] if each in partners else None for each in left.variables]
        matched = recounted(left, right, mapping, rule.duplicates, similarities)
    except (KeyError, ValueError):
        raise VerificationError(f"pair {short(row.id, 60)}: its row holds no alignment") from None
    bound = max(matched, counting_bound(left, right, rule.duplicates, similarities))
    unit = similarities.denominator if similarities else 1
    return Counts.in_units(matched, bound, left.size, right.size, unit)


def _add_counted(system: System, rows: _Rows) -> None:
    """Count the pairs of a system by a metric that needs no proof, computed again."""
    with closing(scored_together([system])) as pairs:
        for scores in pairs:
            pair: ScoredPair = scores[0]
            row = rows.next_of(pair.id)
            if row.counts is not None or row.score != pair.counts.value:
                raise VerificationError(f"{rows.path}: pair {short(pair.id, 60)} is not as computed")
            system.add(pair)


_NUMBER = re.compile(r"(?<![\w.])[-+]?\d+\.\d+(?:e[-+]?\d+)?(?![\w.])")


def says_the_same(path: Path, text: str) -> bool:
    """Whether a file holds that text; numbers with all their digits may differ in the last, as between machines."""
    with opened_bytes(path) as file:
        found = file.read().decode(errors="replace")
    if _NUMBER.sub("0", found) != _NUMBER.sub("0", text):
        return False
    numbers = zip(_NUMBER.findall(found), _NUMBER.findall(text), strict=True)
    return all(one == two or (len(one) > _PRINTED and isclose(float(one), float(two), rel_tol=1e-9, abs_tol=1e-12))
               for one, two in numbers)  # fmt: skip
