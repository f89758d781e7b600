"""SemBleu (Song & Gildea, ACL 2019): BLEU's precision of k-grams, read off a graph along its directed paths.

Every variable is a node labelled with its concept, every constant a node of its own. A k-gram is a path of k nodes:
label, role, label, role, ... Candidate (left) and reference (right) are compared as bags of k-grams, so that nothing
is aligned and nothing searched; the variables are lost, and graphs that differ may score 1 (`docs/metrics.md` has two).
As it is a precision with a penalty for short candidates, the two directions of a pair differ as a rule.

The score is that of the authors' program, today's or that of an earlier commit (:class:`~.sembleu_graph.Commit`). If
paper and program differ, the program is followed:

* The rule for an inverse role is the ending ``-of``, so ``:consist-of`` is turned round as well, and ``:ARG0-of-of``
  once.
* Nodes are visited breadth first from all nodes without incoming edges, or from the root of the graph if there are
  none. Nodes on cycles that cannot be reached in this way have no k-grams, though they count in the length.
* If the left side has no path of n nodes, the weights are uniform over the lengths that it has.

Graphs are read as the program reads them, unless the parameter `reader` asks for the one that is used everywhere else
here (:class:`~.sembleu_graph.Reader`). In one point the program is not followed: the weights are 1/n each, as in the
program when n is given (``eval.py CANDIDATE REFERENCE 3``); its default (0.34, 0.33, 0.34) does not add up to 1.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from smatchproof.base.errors import UsageError, setting
from smatchproof.base.record import Record
from smatchproof.base.text import FOUR_DECIMALS, ScoreFormat, Section
from smatchproof.base.version import VERSION
from smatchproof.graphs.graph import Graph
from smatchproof.scoring.metrics.counting import CountingMetric, IntegerCounts
from smatchproof.scoring.metrics.entry import PATH_OPTIONS, MetricEntry
from smatchproof.scoring.metrics.sembleu_graph import DEFAULT_N, Commit, Reader, path_graph
from smatchproof.scoring.parameters import spelled
from smatchproof.scoring.settings import ScoreSettings
from smatchproof.similarity.grading import Grading

KGram: TypeAlias = tuple[str, ...]
"""The label of a node, then in turn a role with its colon and the label that it leads to."""


# ---- from graphs to k-grams


class KGrams(Record):
    """The k-grams of a graph: how often each occurs, by k = 1 to n, and the length of the graph (nodes and edges)."""

    orders: tuple[Counter[KGram], ...]
    length: int


class _Trail(NamedTuple):
    """A path that takes no edge twice: its k-gram, its last node and the numbers of its edges."""

    gram: KGram
    end: int
    edges: tuple[int, ...]


def k_grams(graph: Graph, n: int = DEFAULT_N, commit: Commit = Commit.HEAD, reader: Reader = Reader.SEMBLEU) -> KGrams:
    """Return the k-grams of a graph for k = 1 to n, as defined by Song & Gildea (2019).

    Takes time and memory linear in the graph and in its paths of up to n nodes (in their number times their length),
    at any depth of nesting. The empty graph has no k-grams. Raises :class:`UsageError` if n is below 1.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> grams = k_grams(parse_graph("(b / boy :ARG0-of (w / want-01 :polarity -))"), n=2)
    >>> sorted(grams.orders[0]), grams.length
    ([('-',), ('boy',), ('want-01',)], 5)
    >>> sorted(grams.orders[1])
    [('want-01', ':ARG0', 'boy'), ('want-01', ':polarity', '-')]
    """
    if n < 1:
        raise UsageError(f"SemBleu has no k-grams of up to {n} nodes; choose 1 or more, such as {DEFAULT_N}")
    whole = path_graph(graph, commit, reader)
    labels, edges = whole.labels, whole.edges
    trails = [_Trail(labels[node], node, (node,) if whole.numbers_clash else ()) for node in whole.visited()]
    orders = [Counter(trail.gram for trail in trails)]
    while len(orders) < n:
        trails = [
            _Trail((*trail.gram, edge.role, *labels[edge.target]), edge.target, (*trail.edges, edge.number))
            for trail in trails
            for edge in edges[trail.end]
            if edge.number not in trail.edges
        ]
        orders.append(Counter(trail.gram for trail in trails))
    return KGrams(tuple(orders), whole.length)


# ---- from k-grams to the score


@dataclass(frozen=True)
class SemBleuCounts(IntegerCounts):
    """The counts of a pair, or their sum over pairs; the score is a function of them (Papineni et al. 2002).

    * `matched`: for k = 1 to n, the number of k-grams of the left graph that the right graph has, with multiplicity.
    * `total`: for k = 1 to n, the number of k-grams of the left graph.
    * `left_length`, `right_length`: nodes and edges of the graphs.

    >>> counts = SemBleuCounts(matched=(2, 0, 0), total=(3, 2, 1), left_length=5, right_length=6)
    >>> [str(precision) for precision in counts.precisions], [str(each) for each in counts.smoothed_precisions]
    (['2/3', '0', '0'], ['2/3', '1/4', '1/4'])
    >>> round(counts.brevity_penalty, 4), round(counts.score, 4)
    (0.8187, 0.2838)
    """

    matched: tuple[int, ...]
    total: tuple[int, ...]
    left_length: int
    right_length: int

    @property
    def integers(self) -> tuple[int, ...]:
        """All counts in a row, which are additive.

        >>> SemBleuCounts((2, 0), (3, 2), 5, 6).integers
        (2, 0, 3, 2, 5, 6)
        """
        return (*self.matched, *self.total, self.left_length, self.right_length)

    def with_integers(self, integers: Sequence[int]) -> SemBleuCounts:
        """Return the counts of the same n with these :attr:`integers`."""
        *k_grams, left, right = integers
        n = len(self.matched)
        return SemBleuCounts(tuple(k_grams[:n]), tuple(k_grams[n:]), left, right)

    @property
    def value(self) -> float:
        """The score, under the name that all metrics have for it."""
        return self.score

    @property
    def precisions(self) -> tuple[Fraction, ...]:
        """The share of the left k-grams that is matched, for each k of which the left side has any."""
        return tuple(Fraction(matched, total) for matched, total in zip(self.matched, self.total, strict=True) if total)

    @property
    def smoothed_precisions(self) -> tuple[Fraction, ...]:
        """The precisions that are multiplied: the j-th that is zero becomes 1 / (2^j total), as in NIST's mteval.

        This is the third smoothing of Chen & Cherry (2014) as NLTK has it.
        """
        smoothed: list[Fraction] = []
        zeros = 0
        for precision, total in zip(self.precisions, self.total, strict=False):
            zeros += not precision
            smoothed.append(precision or Fraction(1, 2**zeros * total))
        return tuple(smoothed)

    @property
    def brevity_penalty(self) -> float:
        """1 for a left side at least as long as the right one, else exp(1 - right / left); 0 for the empty one."""
        return math.exp(-self._shortfall) if self.left_length else 0.0

    @property
    def _shortfall(self) -> Fraction:
        return max(Fraction(0), Fraction(self.right_length, self.left_length) - 1)

    @property
    def score(self) -> float:
        """SemBleu, from 0 to 1: the geometric mean of the smoothed precisions, times the brevity penalty.

        It is 0 where no node is matched, and so for two empty graphs. Equal integers give the same number, and
        exactly 1.0 means that all k-grams of the left side are matched and that it is not shorter.
        """
        if not self.matched[0]:
            return 0.0
        precisions = self.smoothed_precisions
        product = math.prod(precisions, start=Fraction(1))
        # Integers of any size have a logarithm; a fraction turned into a float may first become 0.
        logarithm = math.log(product.numerator) - math.log(product.denominator)
        return math.exp(logarithm / len(precisions) - self._shortfall)


def count_matches(left: KGrams, right: KGrams) -> SemBleuCounts:
    """Return the counts of two graphs from their k-grams. Linear. Raises ``ValueError`` unless n agrees."""
    matched = tuple((mine & others).total() for mine, others in zip(left.orders, right.orders, strict=True))
    return SemBleuCounts(matched, tuple(grams.total() for grams in left.orders), left.length, right.length)


def sembleu_counts(
    left: Graph,
    right: Graph,
    n: int = DEFAULT_N,
    commit: Commit = Commit.HEAD,
    reader: Reader = Reader.SEMBLEU,
) -> SemBleuCounts:
    """Return SemBleu's counts of a candidate (left) and a reference (right) with k-grams of up to n nodes.

    Its cost is that of :func:`k_grams`. Raises :class:`UsageError` if n is below 1.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> cat, big_cat = parse_graph("(s / see-01 :ARG1 (c / cat))"), parse_graph("(s / see-01 :ARG1 (c / cat :mod big))")
    >>> round(sembleu_counts(cat, big_cat).score, 4), round(sembleu_counts(big_cat, cat).score, 4)
    (0.5134, 0.5503)
    """
    return count_matches(k_grams(left, n, commit, reader), k_grams(right, n, commit, reader))


# ---- the metric


@dataclass(frozen=True, slots=True)
class SemBleuMetric(CountingMetric[SemBleuCounts]):
    """SemBleu with k-grams up to `n`: the left graph is the candidate, the right one the reference.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> boy, girl = parse_graph("(r / run-01 :ARG0 (b / boy))"), parse_graph("(r / run-01 :ARG0 (g / girl))")
    >>> [section.rows for section in SemBleuMetric(2).explain(boy, girl)[:3]]
    [('run-01',), ('boy', 'run-01 :ARG0 boy'), ('girl', 'run-01 :ARG0 girl')]
    """

    n: int = DEFAULT_N
    commit: Commit = Commit.HEAD
    reader: Reader = Reader.SEMBLEU

    @property
    def name(self) -> str:
        """``sembleu``, with the longest k-grams, the commit and the reader unless these are the default ones.

        >>> SemBleuMetric(2, Commit.NOTHING_TURNED).name, SemBleuMetric().name
        ('sembleu:ngrams=2,commit=530bc05', 'sembleu')
        """
        values = {"ngrams": self.n, "commit": self.commit, "reader": self.reader}
        return spelled("sembleu", {key: value for key, value in values.items() if value not in _DEFAULTS})

    @property
    def signature(self) -> str:
        """The longest k-grams, the smoothing, the commit of the authors' program and the reader."""
        return f"sembleu|k:{self.n}|smooth:nist|commit:{self.commit}|reader:{self.reader}|v:{VERSION}"

    def score(self, left: Graph, right: Graph, seed: int = 0) -> SemBleuCounts:
        """Return the counts of the pair; they are not random."""
        return sembleu_counts(left, right, self.n, self.commit, self.reader)

    @property
    def label(self) -> str:
        """The name of the score in text."""
        return "SemBleu"

    @property
    def key(self) -> str:
        """The name of the score in JSON, for any length of k-grams."""
        return "sembleu"

    def pair_words(self, counts: SemBleuCounts, numbers: ScoreFormat = FOUR_DECIMALS) -> str:
        """The numbers of k-grams that match, by their length, and the brevity penalty."""
        matched = ", ".join(f"{n} of {of}" for n, of in zip(counts.matched, counts.total, strict=True))
        return f"k-grams {matched}  BP {numbers.score(counts.brevity_penalty)}"

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

    def count_lines(self, counts: SemBleuCounts, numbers: ScoreFormat = FOUR_DECIMALS) -> list[tuple[str, str]]:
        """The precision of each length, and the brevity penalty."""
        parts = zip(counts.smoothed_precisions, counts.matched, counts.total, strict=False)
        lines = [
            (f"{k}-grams", f"{numbers.score(float(precision))} ({matched:,} of {of:,} candidate paths matched)")
            for k, (precision, matched, of) in enumerate(parts, 1)
        ]
        lengths = f"{counts.left_length:,} candidate and {counts.right_length:,} reference nodes and edges"
        return [*lines, ("brevity", f"{numbers.score(counts.brevity_penalty)} ({lengths})")]

    def parts(self, left: Graph, right: Graph) -> list[Section]:
        """The k-grams that match, and those of either side that do not; by length, then in the order of the text."""
        mine, others = (k_grams(graph, self.n, self.commit, self.reader).orders for graph in (left, right))
        orders = list(zip(mine, others, strict=True))
        return [
            Section("matched k-grams", _rows(mine & others for mine, others in orders)),
            Section("only in the candidate", _rows(mine - others for mine, others in orders)),
            Section("only in the reference", _rows(others - mine for mine, others in orders)),
        ]


def _rows(orders: Iterable[Counter[KGram]]) -> tuple[str, ...]:
    return tuple(" ".join(gram) for grams in orders for gram in grams.elements())


_DEFAULTS = DEFAULT_N, Commit.HEAD, Reader.SEMBLEU


def _made(
    settings: ScoreSettings,
    grading: Grading | None,
    ngrams: int = DEFAULT_N,
    commit: str = Commit.HEAD,
    reader: str = Reader.SEMBLEU,
) -> SemBleuMetric:
    return SemBleuMetric(ngrams, setting(Commit, "commit", commit), setting(Reader, "reader", reader))


ENTRIES = (
    MetricEntry(
        "sembleu",
        "paths of up to 3 nodes, or --ngrams, as its authors' program reads and counts them",
        _made,
        frozenset(PATH_OPTIONS),
        PATH_OPTIONS,
    ),
)
