"""The pairs of an experiment that are stored with their graphs and alignments, so that a report can show the errors.

Rows only have numbers. While an experiment runs, a pair that some method misses by more than all but a few before it
is stored, too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from heapq import heappop, heappush
from pathlib import Path

from msgspec import Struct

from smatchproof.base.errors import InputError, Place, SmatchproofError, quoted
from smatchproof.base.record import Record
from smatchproof.base.records import read_lines
from smatchproof.lab.experiments.results import PairResult, Results
from smatchproof.lab.experiments.rows import Row
from smatchproof.public import (
    Alignment,
    Duplicates,
    TripleGraph,
    by_names,
    convention,
    fingerprint,
    parse_graph,
    recounted,
)

OF_A_METHOD = 3
"""The number of pairs of a source that are stored for each method: those with the largest gaps."""


class WorstSoFar:
    """The largest gaps of each method in each source among the pairs so far; memory does not grow with these."""

    def __init__(self) -> None:
        self._gaps = defaultdict[tuple[str, str], list[int]](list)

    def has(self, rows: Sequence[Row]) -> bool:
        """Add the rows of a pair. Test whether a gap is one of the largest of its method in the pair's source.

        Ties go to the first pair.
        """
        gaps = defaultdict[str, int](int)
        for row in rows:
            if row.proved and not row.failed:
                gaps[row.method] = max(gaps[row.method], row.gap)
        is_one = False
        for method, gap in gaps.items():
            largest = self._gaps[rows[0].source, method]
            if gap and (len(largest) < OF_A_METHOD or gap > largest[0]):
                heappush(largest, gap)
                is_one = True
            if len(largest) > OF_A_METHOD:
                heappop(largest)
        return is_one


class MissedPair(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the file: graphs in PENMAN notation, alignments as couples of variables, by method in `found`."""

    source: str
    pair: str
    left: str
    right: str
    optimal: list[tuple[str, str]]
    found: dict[str, list[tuple[str, str]]]


class StoredPair(Record):
    """A pair of an experiment with its graphs, the best alignment that is known, and what methods have found."""

    left: TripleGraph
    right: TripleGraph
    duplicates: Duplicates
    optimal: Alignment
    found: Mapping[str, Alignment]


def read_stored_pairs(path: Path, results: Results) -> dict[tuple[str, str], StoredPair]:
    """The pairs of a JSONL file by source and id, their alignments recounted; none if there is no such file.

    A last line that was cut off by a kill, or that is before its rows, is left out. Raises :class:`InputError` for a
    line that is none, or contradicts the rows.
    """
    pairs = {pair.key: pair for pair in results.pairs}
    stored: dict[tuple[str, str], StoredPair] = {}
    hint = "run the experiment again"
    lines = [*read_lines(path, MissedPair, hint, cut=True)] if path.exists() else []
    for number, record in lines:
        key = record.source, record.pair
        if key not in pairs and number == len(lines):
            break
        try:
            if key not in pairs:
                raise ValueError(f"there is no row of pair {quoted(record.pair)}")
            stored[key] = _stored(record, pairs[key], results.signatures[0])
        except (ValueError, SmatchproofError) as error:
            message = f"not a pair of this experiment ({str(error).splitlines()[0]})"
            raise InputError(message, Place(str(path), number), hint) from None
    return stored


def _stored(record: MissedPair, pair: PairResult, signature: str) -> StoredPair:
    """The pair of a line, its alignments recounted. Raises ``ValueError`` if the rows say something else."""
    counted = dict(part.partition(":")[::2] for part in signature.split("|"))
    rule = convention(counted.get("conv", ""), top=counted.get("top"), duplicates=counted.get("dup"))
    left, right = (rule.triples(parse_graph(text)) for text in (record.left, record.right))
    if fingerprint(rule.signature, left, right) != pair.row.sha256:
        raise ValueError("its graphs are not those that its rows are about")
    optimal = by_names(left, right, dict(record.optimal))
    found = {method: by_names(left, right, dict(each)) for method, each in record.found.items()}
    values = [recounted(left, right, mapping, rule.duplicates) for mapping in (optimal, *found.values())]
    if max(values) != values[0] or values[0] != pair.counts.matched:
        raise ValueError(f"the optimal alignment matches {values[0]} triples, the rows say {pair.counts.matched}")
    return StoredPair(left, right, rule.duplicates, optimal, found)
