"""Scores. Only counts are stored; precision, recall, F1, micro and macro averages and intervals are derived."""

from __future__ import annotations

from itertools import repeat
from math import lcm
from operator import add, truediv
from typing import NamedTuple

from smatchproof.base.record import Struct


class PRF(NamedTuple):
    """Precision, recall and F1."""

    precision: float
    recall: float
    f1: float


def _ratio(numerator: int, denominator: int) -> float:
    return numerator / denominator if denominator else 0.0


class Counts(NamedTuple):
    """The counts of a pair, or summed over pairs: matched triples, a proved upper bound of them, all triples.

    A ratio with nothing to count is 0, as in every Smatch program.

    >>> counts = Counts(matched=4, upper_bound=4, left_triples=6, right_triples=5)
    >>> [round(value, 2) for value in counts.score]
    [0.67, 0.8, 0.73]
    >>> counts.proved
    True
    """

    matched: int
    upper_bound: int
    left_triples: int
    right_triples: int

    @staticmethod
    def in_units(matched: int, upper_bound: int, left_triples: int, right_triples: int, denominator: int) -> Counts:
        """Return the counts when `matched` and `upper_bound` are in units of 1 / `denominator`.

        >>> Counts.in_units(3, 3, 4, 4, denominator=1), Counts.in_units(3, 3, 4, 4, denominator=2).score.f1
        (Counts(matched=3, upper_bound=3, left_triples=4, right_triples=4), 0.375)
        """
        if denominator == 1:
            return Counts(matched, upper_bound, left_triples, right_triples)
        return GradedCounts(matched, upper_bound, left_triples, right_triples, denominator)

    @property
    def denominator(self) -> int:
        """The worth of a triple in the unit of `matched`: 1, unless matches are graded."""
        return 1

    @property
    def proved(self) -> bool:
        """Test whether the matched number meets the upper bound, so that no alignment can do better."""
        return self.matched == self.upper_bound

    @property
    def value(self) -> float:
        """F1 of the alignment that was found."""
        return self.score.f1

    @property
    def score(self) -> PRF:
        """The score of the alignment that was found."""
        return self._score(self.matched)

    @property
    def upper_score(self) -> PRF:
        """The upper bound of the score, for all alignments."""
        return self._score(self.upper_bound)

    def _score(self, matched: int) -> PRF:
        left, right = self.denominator * self.left_triples, self.denominator * self.right_triples
        return PRF(_ratio(matched, left), _ratio(matched, right), _ratio(2 * matched, left + right))

    def plus(self, other: Counts) -> Counts:
        """Return the sum of both counts: the micro average is the score of the sum.

        >>> Counts.in_units(1, 1, 1, 1, denominator=2).plus(Counts.in_units(1, 1, 1, 1, denominator=3))
        GradedCounts(matched=5, upper_bound=5, left_triples=2, right_triples=2, denominator=6)
        """
        if type(self) is type(other) is Counts:
            return Counts(*map(add, self, other))
        common = lcm(self.denominator, other.denominator)
        mine, others = common // self.denominator, common // other.denominator
        return Counts.in_units(
            mine * self.matched + others * other.matched,
            mine * self.upper_bound + others * other.upper_bound,
            self.left_triples + other.left_triples,
            self.right_triples + other.right_triples,
            common,
        )

    def as_dict(self) -> dict[str, int]:
        """Return the counts by name, with their unit if it is not a triple."""
        unit = {} if self.denominator == 1 else {"denominator": self.denominator}
        return {**self._asdict(), **unit}

    def format_triples(self, worth: int) -> str:
        """Format a number of matched triples: an integer, or with the decimals that graded matches need.

        >>> Counts.in_units(1234500, 2000000, 2, 2, 1000000).format_triples(1234500)
        '1.2345'
        """
        if self.denominator == 1:
            return f"{worth:,}"
        return f"{worth / self.denominator:,.6f}".rstrip("0").rstrip(".")


class GradedCounts(Counts):
    """Counts of graded matches: `matched` and `upper_bound` are in units of 1 / `denominator`.

    A tuple of the same four numbers; those of different units are never equal. Made by :meth:`Counts.in_units`.

    >>> GradedCounts(1, 1, 1, 1, 2) == GradedCounts(1, 1, 1, 1, 3), GradedCounts(1, 1, 1, 1, 2) == Counts(1, 1, 1, 1)
    (False, False)
    """

    _denominator: int

    def __new__(
        cls, matched: int, upper_bound: int, left_triples: int, right_triples: int, denominator: int
    ) -> GradedCounts:
        """Make counts in units of 1 / `denominator`."""
        counts = super().__new__(cls, matched, upper_bound, left_triples, right_triples)
        counts._denominator = denominator
        return counts

    def __getnewargs__(self) -> tuple[int, int, int, int, int]:  # one more than its base has
        return (*self, self._denominator)

    @property
    def denominator(self) -> int:
        """The worth of a triple in the unit of `matched`."""
        return self._denominator

    def __eq__(self, other: object) -> bool:
        same_unit = isinstance(other, GradedCounts) and other._denominator == self._denominator
        return same_unit and tuple(self) == tuple(other)  # type: ignore[arg-type]

    def __ne__(self, other: object) -> bool:  # a tuple has one of its own
        return not self == other

    def __hash__(self) -> int:
        return hash((*self, self._denominator))

    def __repr__(self) -> str:
        counted = [f"{name}={value}" for name, value in self.as_dict().items()]
        return f"GradedCounts({', '.join(counted)})"


_NO_COUNTS = Counts(0, 0, 0, 0)
_ZERO = PRF(0.0, 0.0, 0.0)


class CorpusScore(Struct):
    """Running totals over the pairs of a corpus.

    >>> total = CorpusScore()
    >>> total.add(Counts(1, 1, 2, 2)); total.add(Counts(3, 4, 4, 4))
    >>> total.pairs, total.proved, total.micro.f1, total.macro.f1, round(total.micro_upper.f1, 3)
    (2, 1, 0.6666666666666666, 0.625, 0.833)
    """

    counts: Counts = _NO_COUNTS
    pairs: int = 0
    proved: int = 0
    """The number of pairs whose alignment meets the upper bound."""
    certified: int = 0
    """The number of those pairs for which a checker has accepted a proof."""
    _macro_sum: PRF = _ZERO
    _macro_upper_sum: PRF = _ZERO

    def add(self, counts: Counts, certified: bool = False) -> None:
        """Count one more pair; `certified` says that a checker has accepted a proof that nothing more can match."""
        self.counts = self.counts.plus(counts)
        self.pairs += 1
        self.proved += counts.proved
        self.certified += certified
        score = counts.score
        self._macro_sum = PRF(*map(add, self._macro_sum, score))
        upper = score if counts.proved else counts.upper_score
        self._macro_upper_sum = PRF(*map(add, self._macro_upper_sum, upper))

    @property
    def all_proved(self) -> bool:
        """Test whether the score is a number; otherwise it is the interval from `micro` to `micro_upper`."""
        return self.proved == self.pairs

    @property
    def micro(self) -> PRF:
        """The score of the summed counts, which is the usual "Smatch of a corpus"."""
        return self.counts.score

    @property
    def micro_upper(self) -> PRF:
        """The upper bound of the micro average, for all alignments."""
        return self.counts.upper_score

    @property
    def macro(self) -> PRF:
        """The mean of the pairs' scores."""
        return self._mean(self._macro_sum)

    @property
    def macro_upper(self) -> PRF:
        """The upper bound of the macro average, for all alignments."""
        return self._mean(self._macro_upper_sum)

    def _mean(self, total: PRF) -> PRF:
        return PRF(*map(truediv, total, repeat(self.pairs or 1)))
