"""The evidence of a comparison: the alignment of each pair and, where there is one, its certificate.

All else that a row says is made of these and of the corpora, by the checker or by counting. So a pair without a
certificate is certified only where it matches all triples of one graph; it is called heuristic otherwise, also where a
search was complete, for nobody can check that.
"""

from __future__ import annotations

import json
from collections.abc import Container, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct

from smatchproof.base.errors import short
from smatchproof.base.files import opened_plain
from smatchproof.base.records import read_lines
from smatchproof.conventions.triples import Duplicates, TripleGraph
from smatchproof.exact.certificate import certificate_line, similarity_part
from smatchproof.exact.checker import Limits, Lines, Refused, check
from smatchproof.exact.outline import counting_bound
from smatchproof.graphs.graph import Graph
from smatchproof.problem.solution import Solution, Status
from smatchproof.scoring.bundles.bundle_folder import CERTIFICATES, HINT, ROWS, pairs_file
from smatchproof.scoring.corpus_scores import parsed
from smatchproof.scoring.metrics.alignment_scores import PairScore
from smatchproof.scoring.metrics.corpus_metrics import ScoredPair
from smatchproof.scoring.metrics.metric import Sentences
from smatchproof.scoring.metrics.smatch import AlignmentMetric
from smatchproof.scoring.pairs.comparison import Claim, ClaimStatus, Comparison, recounted
from smatchproof.scoring.systems.systems import System
from smatchproof.scoring.verification import VerificationError
from smatchproof.similarity.grading import Similarities


class _Row(Struct, frozen=True):
    """What is evidence in a row: its id, whether the next certificate is its own, and its alignment."""

    id: str
    certificate: bool
    alignment: list[tuple[str, str]]


def row_line(pair: ScoredPair) -> str:
    """The row of a pair as a line of JSON; that of a metric that aligns nothing has the score alone."""
    counts = pair.certified_counts
    members: dict[str, Any] = {"id": pair.id, "score": counts.value}
    if isinstance(pair, PairScore):
        members |= {
            "matched": counts.matched,
            "bound": counts.upper_bound,
            "left_triples": counts.left_triples,
            "right_triples": counts.right_triples,
            **({"denominator": counts.denominator} if counts.denominator > 1 else {}),
            "status": pair.status,
            "certificate": pair.certificate is not None,
            "alignment": pair.alignment,
        }
    return json.dumps(members, ensure_ascii=False, separators=(",", ":")) + "\n"


class BackedPair(NamedTuple):
    """A pair as its evidence has it. `place` is that of the reference's graph."""

    place: int
    score: PairScore
    claim: Claim
    sentences: Sentences


def checked_pairs(
    folder: Path, system: System, name: str, limits: Limits = Limits(), wanted: Container[int] | None = None
) -> Iterator[BackedPair]:
    """The pairs of a system whose metric aligns, as corpora and evidence have them; or those at `wanted` places alone.

    The evidence is in rows and certificates in a folder, named as in a bundle. Raises :class:`VerificationError` where
    it is not that of these pairs. Takes as long as to check the certificates; memory does not grow with them.
    """
    assert isinstance(system.metric, AlignmentMetric)
    rows_path, lines_path = (folder / pairs_file(kind, name, system.choice.label) for kind in (ROWS, CERTIFICATES))
    with opened_plain(lines_path, hint=HINT) as file:
        lines = Lines(file, limits)
        rows = (row for _, row in read_lines(rows_path, _Row, HINT))
        for position, blocks in enumerate(system.blocks(), 1):
            id = blocks[0].id or str(position)
            row = next(rows, None)
            if row is None or row.id != id:
                raise VerificationError(f"{rows_path}: expected the row of pair {short(id, 60)}; {HINT}")
            line = next(lines, b"") if row.certificate else None
            if line == b"":
                raise VerificationError(f"{lines_path}: expected the certificate of pair {short(id, 60)}; {HINT}")
            if wanted is not None and blocks[1].offset not in wanted:
                if line is not None:
                    lines.skip_nodes()
                continue
            (left, right), errors = parsed(blocks, system.question.on_error)
            try:
                claim = _claim(system.metric, left, right, row, line, lines)
            except (Refused, LookupError, ValueError) as error:
                what = error if isinstance(error, Refused) else f"the row holds no alignment of these graphs; {HINT}"
                raise VerificationError(f"{lines_path if line else rows_path}: pair {short(id, 60)}: {what}") from None
            score = PairScore(
                id, claim.comparison.counts, claim.comparison.status, 0.0, claim.comparison.alignment,
                errors=errors, certificate=claim.certificate,
            )  # fmt: skip
            yield BackedPair(blocks[1].offset, score, claim, (blocks[0].sentence, blocks[1].sentence))
        if next(lines, None) is not None or next(rows, None):
            raise VerificationError(f"{rows_path}: more rows or certificates than pairs; {HINT}")


def _claim(metric: AlignmentMetric, left: Graph, right: Graph, row: _Row, line: bytes | None, lines: Lines) -> Claim:
    """The claim that the evidence of a pair proves: a certificate, or the alignment of its row, counted."""
    rule, grading = metric.settings.convention, metric.settings.grading
    graphs = rule.triples(left), rule.triples(right)
    similarities, text = grading.similarities(*graphs) if grading else None, None
    if line is not None:
        record, text = _accepted(metric.settings.counted, *graphs, similarities, row.id, line, lines)
        matched, bound, partners = record["matched"], record["at_most"], dict(record["alignment"])
        mapping = tuple(map(partners.get, range(len(graphs[0].variables))))
        status = ClaimStatus.CERTIFIED if matched == bound else ClaimStatus.BOUNDED
    else:
        named, places = dict(row.alignment), {name: at for at, name in enumerate(graphs[1].variables)}
        mapping = tuple([places[named[name]] if name in named else None for name in graphs[0].variables])
        matched = recounted(*graphs, mapping, rule.duplicates, similarities)
        bound = counting_bound(*graphs, rule.duplicates, similarities)
        is_counted = matched == bound and rule.duplicates is not Duplicates.PRODUCT
        status = ClaimStatus.CERTIFIED if is_counted else ClaimStatus.HEURISTIC
    solution = Solution(mapping, matched, bound, Status.HEURISTIC)
    return Claim(Comparison(*graphs, None, solution, similarities, status, duplicates=rule.duplicates), text)


def _accepted(
    counted: str,
    left: TripleGraph,
    right: TripleGraph,
    similarities: Similarities | None,
    id: str,
    line: bytes,
    lines: Lines,
) -> tuple[dict[str, Any], str]:
    """A certificate as the checker reads it, and its text: the one that is written about these graphs."""
    nodes = list[bytes]()
    record = check(line, lines.limits, _noted(lines, nodes))
    matched, bound, step = record["matched"], record["at_most"], record["step"]
    claim = {
        "matched": matched,
        **({"at_most": bound} if bound != matched else {}),
        **({"step": step} if step > 1 else {}),
        "alignment": sorted(record["alignment"]),
        "proof": record["proof"],
    }
    graded = None if similarities is None else similarity_part(similarities)
    text = certificate_line(id, counted, left, right, graded, claim)
    text = "\n".join([text, *[json.dumps(json.loads(node), separators=(",", ":")) for node in nodes]])
    if b"\n".join([line, *nodes]) != text.encode():
        raise Refused("the certificate is about other graphs, or not as it is written")
    return record, text


def _noted(lines: Iterator[bytes], noted: list[bytes]) -> Iterator[bytes]:
    """The lines, each of which is noted when it is taken."""
    for line in lines:
        noted.append(line)
        yield line
