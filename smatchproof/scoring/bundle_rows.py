"""The rows of a comparison: what each pair of a system scored under a metric."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from smatchproof.alignment import Counts
from smatchproof.alignment.records import Natural, Positive, read_lines
from smatchproof.scoring.metrics.alignment_scores import PairScore
from smatchproof.scoring.metrics.metric import ScoredPair

_WAY_OUT = "write the bundle again, by smatchproof compare -o"


@dataclass(frozen=True, slots=True)
class ComparedPair:
    """What a pair scored. Metrics that align also have counts, with a bound anybody can check, and alignments."""

    id: str
    score: float
    matched: Natural | None = None
    bound: Natural | None = None
    left_triples: Natural | None = None
    right_triples: Natural | None = None
    denominator: Positive = 1
    status: str | None = None
    alignment: list[tuple[str, str]] | None = None

    @property
    def counts(self) -> Counts | None:
        """The counts of an alignment."""
        if self.matched is None or self.bound is None or self.left_triples is None or self.right_triples is None:
            return None
        return Counts.in_units(self.matched, self.bound, self.left_triples, self.right_triples, self.denominator)


def row_line(pair: ScoredPair) -> str:
    """The row of a pair as a line of JSON."""
    counts = pair.backed
    members: dict[str, Any] = {"id": pair.id, "score": counts.value}
    if isinstance(pair, PairScore):
        members |= {
            "matched": counts.matched,
            "bound": counts.upper_bound,
            "left_triples": counts.left_triples,
            "right_triples": counts.right_triples,
            **({"denominator": counts.denominator} if counts.denominator > 1 else {}),
            "status": pair.status,
            "alignment": pair.alignment,
        }
    return json.dumps(members, ensure_ascii=False, separators=(",", ":")) + "\n"


def read_rows(path: Path) -> Iterator[ComparedPair]:
    """The rows of a file. Raises :class:`InputError`."""
    return (row for _, row in read_lines(path, ComparedPair, _WAY_OUT))
