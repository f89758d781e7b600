"""The evidence of a comparison: the alignment of each pair and, where there is one, its certificate.

All other parts of a row follow from these and from the corpora, by the checker or by counting. So a pair without a
certificate is certified only if it matches all triples of one graph. Otherwise it is called heuristic, even after a
complete search, because a reader cannot check that.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from smatchproof.base.errors import short
from smatchproof.base.records import read_lines
from smatchproof.conventions.triples import Duplicates
from smatchproof.exact.checker import Limits
from smatchproof.exact.outline import counting_bound
from smatchproof.problem.solution import Solution, Status
from smatchproof.scoring.corpus.corpus_scores import parsed
from smatchproof.scoring.corpus.verification import Problem, VerificationError, checked_certificates, refusal
from smatchproof.scoring.metrics import ScoredPair
from smatchproof.scoring.metrics.alignment_scores import PairScore
from smatchproof.scoring.metrics.smatch import AlignmentMetric
from smatchproof.scoring.pairs.comparison import ClaimStatus, Comparison, asked, recounted, status_of
from smatchproof.scoring.settings import ScoreSettings
from smatchproof.scoring.systems.systems import System, scored_together
from smatchproof.similarity.grading import GradedPair

HINT = "write a new folder, by smatchproof compare -o"
TOLERANCE = 1e-9
"""The largest difference of scores, ends of intervals and p-values: libraries round the last digits differently."""


def row_of(pair: ScoredPair, has_certificate: bool) -> dict[str, Any]:
    """Return the row of a pair as JSON values; the row of a metric without alignments has only the score.

    A pair is called certified with a certificate, or if it matches all triples of one graph.
    """
    counts = pair.certified_counts
    row: dict[str, Any] = {"id": pair.id, "score": counts.value}
    if isinstance(pair, PairScore):
        row |= {
            "matched": counts.matched,
            "bound": counts.upper_bound,
            "left_triples": counts.left_triples,
            "right_triples": counts.right_triples,
            **({"denominator": counts.denominator} if counts.denominator > 1 else {}),
            "status": str(ClaimStatus.HEURISTIC if pair.status is ClaimStatus.SEARCHED else pair.status),
            "certificate": has_certificate,
            "alignment": [list(couple) for couple in pair.alignment],
        }
    return row


class BackedPair(NamedTuple):
    """A pair according to corpora and evidence: its row, and the row that was found."""

    row: dict[str, Any]
    found: dict[str, Any]


def backed_pairs(system: System, path: Path, certificates: Path, limits: Limits) -> Iterator[BackedPair]:
    """Add the pairs to a system and yield them, according to corpora and evidence: files of rows and of certificates.

    Metrics that align nothing are computed. Raises :class:`VerificationError` if the evidence is not that of these
    pairs.
    """
    rows = (row for _, row in read_lines(path, dict[str, Any], HINT))
    if not isinstance(system.metric, AlignmentMetric):
        for (score,) in scored_together([system]):
            system.add(score)
            yield BackedPair(row_of(score, False), _next_row(rows, score.id, path))
        return _refuse_more(rows, path)
    settings, on_error = system.metric.settings, system.question.on_error
    checked = checked_certificates(certificates, limits)
    for position, blocks in enumerate(system.blocks(), 1):
        id = blocks[0].id or str(position)
        row, where, record = _next_row(rows, id, path), str(path), None
        if row.get("certificate") is True:
            if (found := next(checked, None)) is None:
                raise VerificationError(f"{certificates}: expected the certificate of pair {short(id, 60)}; {HINT}")
            where, record = found
        if isinstance(record, Problem):
            raise VerificationError(record.text)
        where = f"{where}: pair {short(id, 60)}"
        if record and (record["id"] != id or record["links"] is not None):
            raise VerificationError(f"{where}: the certificate is about another pair, or about all optima; {HINT}")
        (one, other), errors = parsed(blocks, on_error)
        proved = _proved(settings, asked(one, other, settings, id)[0], row.get("alignment"), record, where)
        score = PairScore(id, proved.counts, proved.status, 0.0, proved.alignment, errors=errors)
        system.add(score)
        yield BackedPair(row_of(score, bool(record)), row)
    _refuse_more(rows, path)
    _refuse_more(checked, certificates)


def _next_row(rows: Iterator[dict[str, Any]], id: str, path: Path) -> dict[str, Any]:
    row = next(rows, {})
    if row.get("id") != id:
        raise VerificationError(f"{path}: expected the row of pair {short(id, 60)}; {HINT}")
    return row


def _refuse_more(rest: Iterator[object], path: Path) -> None:
    if next(rest, None) is not None:
        raise VerificationError(f"{path}: more rows or certificates than pairs; {HINT}")


def _proved(
    settings: ScoreSettings, pair: GradedPair, alignment: Any, record: dict[str, Any] | None, where: str
) -> Comparison:
    """Return the comparison that the evidence of a pair proves: a certificate, or the alignment of its row, counted."""
    (left, right, similarities), duplicates = pair, settings.convention.duplicates
    if record:
        if why := refusal(settings, record, pair):
            raise VerificationError(f"{where}: {why}; {HINT}")
        partners = dict(record["alignment"])
        mapping = tuple(map(partners.get, range(len(left.variables))))
        matched = record["matched"]
        accepted = bound = record["at_most"]
    else:
        try:
            named, places = dict(alignment), {variable: at for at, variable in enumerate(right.variables)}
            mapping = tuple([places[named[name]] if name in named else None for name in left.variables])
            matched = recounted(left, right, mapping, duplicates, similarities)
        except (LookupError, ValueError, TypeError):
            raise VerificationError(f"{where}: the row holds no alignment of these graphs; {HINT}") from None
        bound = counting_bound(left, right, duplicates, similarities)
        accepted = bound if matched == bound and duplicates is not Duplicates.PRODUCT else None
    solution = Solution(mapping, matched, bound, Status.HEURISTIC)
    status, _ = status_of(solution, accepted)
    return Comparison(left, right, None, solution, similarities, status, duplicates=duplicates)


def difference(expected: Any, found: Any, at: str = "") -> str:
    """Return the first difference of two JSON values, or an empty text. Numbers that are not integers agree within
    :data:`TOLERANCE`, all other values exactly.

    >>> difference({"p": [0.1, 2]}, {"p": [0.1 + 1e-12, 2]})
    ''
    >>> difference({"p": [0.1, 2]}, {"p": [0.1, 2.0]})
    'p[1]: expected 2, found 2.0'
    """
    if isinstance(expected, dict) and isinstance(found, dict) and expected.keys() == found.keys():
        keys = [(key, f"{at}.{key}".removeprefix(".")) for key in expected]
        return next(filter(None, (difference(expected[key], found[key], where) for key, where in keys)), "")
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        parts = enumerate(zip(expected, found, strict=True))
        return next(filter(None, (difference(*values, f"{at}[{number}]") for number, values in parts)), "")
    if isinstance(expected, float) and isinstance(found, float):
        is_same = abs(expected - found) <= TOLERANCE
    else:
        is_same = type(expected) is type(found) and expected == found
    return "" if is_same else f"{at}: expected {short(repr(expected), 60)}, found {short(repr(found), 60)}"
