"""``smatchproof score --metric sembleu``: the SemBleu of two files, with what it is made of."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, field

from smatchproof.alignment import Block, Corpus, UsageError, check_pairing, pair_blocks
from smatchproof.scoring.measuring import Measured, measure
from smatchproof.scoring.metrics import SemBleuMetric
from smatchproof.scoring.metrics.sembleu import SemBleuCounts
from smatchproof.scoring.workers import default_jobs

_NOT_FOR_SEMBLEU = {
    "certificates": "it searches nothing, so there is nothing to prove",
    "require_proof": "it searches nothing, so there is nothing to prove",
    "fine_grained": "it counts paths, not triples",
    "bootstrap": "resampling is of matched triples",
    "versus": "the tests are of matched triples; score each file alone",
    "top": "it has no TOP triple",
    "duplicates": "it counts paths, not triples",
}


@dataclass(slots=True)
class _Total:
    """What is known of the corpus so far."""

    counts: SemBleuCounts
    pairs: int = 0
    sum: float = 0.0
    errors: list[str] = field(default_factory=list)

    def add(self, pair: Measured) -> SemBleuCounts:
        """Count one more pair; returns its counts."""
        assert isinstance(pair.value, SemBleuCounts)
        self.counts = self.counts.plus(pair.value)
        self.pairs += 1
        self.sum += pair.value.score
        for error in pair.errors:
            self.errors.append(error.splitlines()[0])
            print(f"scored as empty: {error}", file=sys.stderr)
        return pair.value

    @property
    def macro(self) -> float:
        """The mean of the pairs' scores."""
        return self.sum / self.pairs if self.pairs else 0.0


def run(options: argparse.Namespace, metric: SemBleuMetric) -> int:
    """Score and print. Nothing is printed before the whole input was read; Ctrl-C ends with what was finished."""
    _refuse(options)
    total = _Total(SemBleuCounts((0,) * metric.n, (0,) * metric.n, 0, 0))
    rows: list[str] = []
    interrupted = False
    with Corpus(options.candidate) as left, Corpus(options.reference) as right:
        number, places = check_pairing(left, right)
        with closing(_measured(options, metric, pair_blocks(left, right, places), number)) as pairs:
            try:
                for pair in pairs:
                    counts = total.add(pair)
                    if options.per_pair or options.format == "jsonl":
                        rows.append(_row(pair, counts, metric, options.format))
            except KeyboardInterrupt:
                interrupted = True
    _print(total, rows, metric, options.format)
    if interrupted:
        print(f"interrupted: {number - total.pairs} of {number} pairs are not in this score", file=sys.stderr)
        return 130
    return 0


def _refuse(options: argparse.Namespace) -> None:
    for name, why in _NOT_FOR_SEMBLEU.items():
        if getattr(options, name, None):
            raise UsageError(f"--{name.replace('_', '-')} is not for sembleu: {why}")


def _measured(
    options: argparse.Namespace, metric: SemBleuMetric, pairs: Iterator[tuple[Block, Block]], number: int
) -> Generator[Measured, None, None]:
    jobs = options.jobs if options.scheduler else options.jobs or min(default_jobs(), number)
    return measure(metric, pairs, jobs, number, metric.on_error, options.scheduler)


def _object(counts: SemBleuCounts) -> dict[str, object]:
    return {
        "sembleu": counts.score,
        "precisions": [float(each) for each in counts.smoothed_precisions],
        "brevity_penalty": counts.brevity_penalty,
        "matched": counts.matched,
        "total": counts.total,
        "left_length": counts.left_length,
        "right_length": counts.right_length,
    }


def _row(pair: Measured, counts: SemBleuCounts, metric: SemBleuMetric, format: str) -> str:
    if format == "text":
        empty = f"  scored as empty: {len(pair.errors)}" if pair.errors else ""
        matched = ", ".join(f"{n} of {of}" for n, of in zip(counts.matched, counts.total, strict=True))
        return f"{pair.id}  SemBleu {counts.score:.4f}  k-grams {matched}  BP {counts.brevity_penalty:.4f}{empty}"
    row: dict[str, object] = {"id": pair.id, **_object(counts), "seconds": round(pair.seconds, 6)}
    if pair.errors:
        row["errors"] = [error.splitlines()[0] for error in pair.errors]
    if format == "jsonl":
        row["signature"] = metric.signature
    return json.dumps(row, ensure_ascii=False)


def _print(total: _Total, rows: list[str], metric: SemBleuMetric, format: str) -> None:
    if not total.pairs:
        return
    if format == "json":
        whole = {
            "pairs": total.pairs,
            **_object(total.counts),
            "macro": total.macro,
            "errors": total.errors,
            "signature": metric.signature,
            **({"per_pair": [json.loads(row) for row in rows]} if rows else {}),
        }
        print(json.dumps(whole, indent=2, ensure_ascii=False))
        return
    for row in rows:
        print(row)
    if format == "text":
        print(_summary(total, metric))


def _summary(total: _Total, metric: SemBleuMetric) -> str:
    counts = total.counts
    lines = [("SemBleu", f"{counts.score:.4f}")]
    parts = zip(counts.smoothed_precisions, counts.matched, counts.total, strict=False)
    for k, (precision, matched, of) in enumerate(parts, 1):
        lines.append((f"{k}-grams", f"{float(precision):.4f} ({matched:,} of {of:,} candidate paths matched)"))
    lengths = f"{counts.left_length:,} candidate and {counts.right_length:,} reference nodes and edges"
    lines += [
        ("brevity", f"{counts.brevity_penalty:.4f} ({lengths})"),
        ("macro", f"{total.macro:.4f} (mean of {total.pairs:,} pairs)"),
    ]
    if total.errors:
        number = len(total.errors)
        lines.append(("errors", f"{number} graph{'s' * (number > 1)} could not be read and scored as empty"))
    lines.append(("signature", metric.signature))
    return "\n".join(f"{name:<10} {value}" for name, value in lines)
