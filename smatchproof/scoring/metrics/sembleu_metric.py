"""SemBleu as a metric that corpora are scored with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from smatchproof.base.version import VERSION
from smatchproof.graphs.graph import Graph
from smatchproof.scoring.metrics.counting import CountingMetric
from smatchproof.scoring.metrics.metric import Section
from smatchproof.scoring.metrics.sembleu_graph import DEFAULT_N, Commit, Reader

if TYPE_CHECKING:  # a score that aligns should not wait for it
    from smatchproof.scoring.metrics.sembleu import KGram, SemBleuCounts


@dataclass(frozen=True, slots=True)
class SemBleuMetric(CountingMetric["SemBleuCounts"]):
    """SemBleu with k-grams up to `n`: the left graph is the candidate, the right one the reference.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> boy, girl = parse_graph("(r / run-01 :ARG0 (b / boy))"), parse_graph("(r / run-01 :ARG0 (g / girl))")
    >>> [section.rows for section in SemBleuMetric(2).explain(boy, girl)[:3]]
    [('run-01',), ('boy', 'run-01 :arg0 boy'), ('girl', 'run-01 :arg0 girl')]
    """

    n: int = DEFAULT_N
    commit: Commit = Commit.HEAD
    reader: Reader = Reader.PENMAN

    @property
    def name(self) -> str:
        """``sembleu``, with the longest k-grams, the commit and the reader unless these are the usual ones.

        >>> SemBleuMetric(2, Commit.NOTHING_TURNED).name, SemBleuMetric(reader=Reader.SEMBLEU).name
        ('sembleu-k2@530bc05', 'sembleu@69ff2d4+reader')
        """
        longest = "" if self.n == DEFAULT_N else f"-k{self.n}"
        reader = "+reader" if self.reader is Reader.SEMBLEU else ""
        return f"sembleu{longest}" + (f"@{self.commit}{reader}" if reader or self.commit is not Commit.HEAD else "")

    @property
    def signature(self) -> str:
        """The longest k-grams, the smoothing, the commit of the authors' program and the reader."""
        from smatchproof.scoring.metrics.sembleu import signature

        return f"{signature(self.n, self.commit, self.reader)}|v:{VERSION}"

    def score(self, left: Graph, right: Graph, seed: int = 0) -> SemBleuCounts:
        """The counts of the pair; nothing about them is random."""
        from smatchproof.scoring.metrics.sembleu import sembleu_counts

        return sembleu_counts(left, right, self.n, self.commit, self.reader)

    @property
    def label(self) -> str:
        """The name of the score in text."""
        return "SemBleu"

    @property
    def key(self) -> str:
        """The name of the score in JSON, for any length of k-grams."""
        return "sembleu"

    def pair_words(self, counts: SemBleuCounts) -> str:
        """The numbers of k-grams that match, by their length, and the brevity penalty."""
        matched = ", ".join(f"{n} of {of}" for n, of in zip(counts.matched, counts.total, strict=True))
        return f"k-grams {matched}  BP {counts.brevity_penalty:.4f}"

    def members(self, counts: SemBleuCounts) -> dict[str, object]:
        """The parts of the score."""
        return {
            "precisions": [float(each) for each in counts.smoothed_precisions],
            "brevity_penalty": counts.brevity_penalty,
            "matched": counts.matched,
            "total": counts.total,
            "left_length": counts.left_length,
            "right_length": counts.right_length,
        }

    def count_lines(self, counts: SemBleuCounts) -> list[tuple[str, str]]:
        """The precision of each length, and the brevity penalty."""
        parts = zip(counts.smoothed_precisions, counts.matched, counts.total, strict=False)
        lines = [
            (f"{k}-grams", f"{float(precision):.4f} ({matched:,} of {of:,} candidate paths matched)")
            for k, (precision, matched, of) in enumerate(parts, 1)
        ]
        lengths = f"{counts.left_length:,} candidate and {counts.right_length:,} reference nodes and edges"
        return [*lines, ("brevity", f"{counts.brevity_penalty:.4f} ({lengths})")]

    def parts(self, left: Graph, right: Graph) -> list[Section]:
        """The k-grams that match, and those of either side that do not; by length, then in the order of the text."""
        from smatchproof.scoring.metrics.sembleu import k_grams

        mine, others = (k_grams(graph, self.n, self.commit, self.reader).orders for graph in (left, right))
        orders = list(zip(mine, others, strict=True))
        return [
            Section("matched k-grams", _rows(mine & others for mine, others in orders)),
            Section("only in the candidate", _rows(mine - others for mine, others in orders)),
            Section("only in the reference", _rows(others - mine for mine, others in orders)),
        ]


def _rows(orders: Iterable[Counter[KGram]]) -> tuple[str, ...]:
    return tuple(" ".join(gram) for grams in orders for gram in grams.elements())
