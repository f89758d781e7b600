"""How sure a score is, and whether one system is better than another: resampling of the pairs of a corpus.

A score is measured on some sentences and meant for all like them. What other sentences would have given is imitated
with those that there are:

* *Bootstrap* (Efron 1979): draw as many pairs as there are, with replacement, and score them; again and again. The
  middle 95 % of these scores are the interval (percentiles). Two systems are scored on the same draws (Koehn 2004).
* *Paired bootstrap test*: how often is the difference on a draw as far from the observed one as that is from zero?
  This is the two-sided form, by shifting (Noreen 1989).
* *Approximate randomisation* (Noreen 1989): if the systems were equally good, their results on a pair might as well be
  exchanged. How often is the difference at least as large when a coin decides for each pair? Riezler & Maxwell (2005)
  found this test less prone than the bootstrap to see a difference where there is none.

Both tests count what was observed as one more sample, so that no p-value is zero (Noreen 1989; Phipson & Smyth 2010).

Pairs whose optimum is not proved have a matched number and a bound. Intervals then reach from the lower percentile of
the one to the upper percentile of the other: as scores grow with what is matched, they contain the interval of the
optima, whatever these are. P-values do not grow with it; they are those of the alignments that were found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from smatchproof.alignment import Counts, UsageError, need

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Integers = NDArray[np.int64]
    Floats = NDArray[np.float64]

_CELLS = 1 << 20
"""How many draws are held in memory at once."""
_FEW = 30
"""With fewer pairs the bootstrap test calls more of equally good systems different than its level allows: at the level
0.05 some 15 % with 5 pairs and 8 % with 20, where approximate randomisation stays near 5 %."""
_ROUNDING = 1e-12
"""Differences of scores as close as this are counted as equal: floats do not tell equal fractions reliably."""


@dataclass(frozen=True, slots=True)
class Resampling:
    """How often to draw, from which random numbers, and how much of the draws an interval is to hold.

    Raises :class:`UsageError` for fewer than one sample and for a level that is not between 0 and 1.
    """

    samples: int = 1000
    seed: int = 0
    level: float = 0.95

    def __post_init__(self) -> None:
        if self.samples < 1:
            raise UsageError(f"{self.samples} samples tell nothing; choose a number from 1, such as 1000")
        if not 0 < self.level < 1:
            raise UsageError(f"an interval cannot hold {self.level:.0%} of the samples; choose a level such as 0.95")

    def __str__(self) -> str:
        return f"{self.samples:,} samples, seed {self.seed}"


class Interval(NamedTuple):
    """From `low` to `high`; both are the same where there is one value.

    >>> print(Interval(0.5, 0.5), "|", Interval(0.25, 0.75))
    0.5000 | 0.2500 to 0.7500
    """

    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.low:.4f}" if self.low == self.high else f"{self.low:.4f} to {self.high:.4f}"


@dataclass(frozen=True, slots=True)
class Confidence:
    """The score of one system on a corpus with its bootstrap interval.

    * `score`: one value, or where pairs are not proved from the alignments found to the bound.
    * `interval`: holds `resampling.level` of the samples, and more where pairs are not proved.
    * `pairs`, `unproved`: how many pairs were scored, and how many of them are not proved.
    """

    score: Interval
    interval: Interval
    pairs: int
    unproved: int
    resampling: Resampling

    def __str__(self) -> str:
        settings = "; ".join([str(self.resampling), *self.notes])
        return f"{self.score}, {self.resampling.level:.0%} interval {self.interval} ({settings})"

    @property
    def notes(self) -> list[str]:
        """What to keep in mind: pairs that are not proved."""
        return [f"{_unproved(self.unproved)}: the interval holds for any optimum"] * (self.unproved > 0)


@dataclass(frozen=True, slots=True)
class Significance:
    """Two systems on the same reference: the difference of their scores, candidate minus other.

    * `difference`, `bounds`: that of the alignments found, and the least and the most that it can be for the optima.
    * `interval`: as in :class:`Confidence`.
    * `bootstrap_p`, `randomisation_p`: the two-sided p-values of the two tests, for the alignments found.
    * `unproved`: how many pairs are not proved for one of the systems or for both.
    """

    candidate: Confidence
    other: Confidence
    difference: float
    bounds: Interval
    interval: Interval
    bootstrap_p: float
    randomisation_p: float
    pairs: int
    unproved: int
    resampling: Resampling

    def __str__(self) -> str:
        return (
            f"{self.candidate.score} and {self.other.score}, difference {self.bounds}, {self.resampling.level:.0%} "
            f"interval {self.interval}, p {self.bootstrap_p:.4f} (paired bootstrap) and {self.randomisation_p:.4f} "
            f"(approximate randomisation) ({'; '.join([str(self.resampling), *self.notes])})"
        )

    @property
    def notes(self) -> list[str]:
        """What to keep in mind: too few pairs for the bootstrap test, pairs that are not proved."""
        few = f"with fewer than {_FEW} pairs trust approximate randomisation: the bootstrap is too sure"
        unproved = f"{_unproved(self.unproved)}: p-values are those of the alignments found"
        return [few] * (self.pairs < _FEW) + [unproved] * (self.unproved > 0)


class SumTable(NamedTuple):
    """The counts of pairs as whole numbers that add up, and what sums of them score.

    `rows` has a row for each pair. `scores` takes sums of rows, in the last axis of an array, and returns two arrays
    without that axis: the scores of what was found, and those of the bound, which are the same where all is proved.
    """

    rows: Integers
    scores: Callable[[Integers], tuple[Floats, Floats]]


def f1_table(counts: Sequence[Counts]) -> SumTable:
    """The counts of aligned pairs, all in one unit: matched, upper bound and triples of both sides; scored by F1.

    >>> table = f1_table([Counts(1, 2, 2, 2), Counts(3, 3, 4, 4)])
    >>> [score.item() for score in table.scores(table.rows.sum(axis=0))]
    [0.6666666666666666, 0.8333333333333334]
    """
    import numpy as np

    rows = [
        (each.matched, each.upper_bound, each.denominator * (each.left_triples + each.right_triples)) for each in counts
    ]
    return SumTable(np.array(rows, dtype=np.int64), lambda sums: (_f1(sums, 0), _f1(sums, 1)))


Tabulate = Callable[[Sequence[Any]], SumTable]
"""What makes a table of the counts that a metric has of pairs."""


def confidence(
    counts: Sequence[Any], resampling: Resampling = Resampling(), tabulate: Tabulate = f1_table
) -> Confidence:
    """The score of a corpus with its bootstrap interval, from the counts of its pairs.

    The interval of few pairs is too narrow, and that of a single one is a point. The time is linear in the number of
    pairs times that of samples; memory does not grow with the number of samples times pairs. Raises ``ValueError``
    when there is no pair.

    >>> print(confidence([Counts(4, 4, 6, 5), Counts(7, 7, 8, 8), Counts(2, 2, 6, 7)], Resampling(level=0.5)))
    0.6500, 50% interval 0.5238 to 0.7273 (1,000 samples, seed 0)
    """
    need("an interval", "numpy")
    _refuse_nothing(counts)
    table = tabulate(counts)
    return _confidence(counts, table, _bootstrap(table.rows, resampling), resampling)


def significance(
    candidate: Sequence[Any],
    other: Sequence[Any],
    resampling: Resampling = Resampling(),
    tabulate: Tabulate = f1_table,
) -> Significance:
    """The difference between two systems, with its bootstrap interval and the p-values of both tests.

    Both were scored on the same pairs in the same order. A single pair shows no spread to judge by, so its p-values
    are 1; with few pairs approximate randomisation is the test to trust. Costs as :func:`confidence`. Raises
    ``ValueError`` when there is no pair or the numbers of pairs differ.

    >>> good, bad = [Counts(9, 9, 10, 10)] * 8, [Counts(8, 8, 10, 10)] * 8
    >>> result = significance(good, bad)
    >>> print(result.bounds, round(result.bootstrap_p, 4), result.randomisation_p < 0.02)
    0.1000 0.001 True
    """
    need("a comparison of two systems", "numpy")
    import numpy as np

    _refuse_nothing(candidate)
    if len(candidate) != len(other):
        raise ValueError(f"{len(candidate)} pairs of one system, {len(other)} of the other")
    tables = tabulate(candidate), tabulate(other)
    sums = _bootstrap(np.hstack([table.rows for table in tables]), resampling)
    columns = tables[0].rows.shape[1]
    sides = sums[:, :columns], sums[:, columns:]
    observed = _difference(tables, (tables[0].rows.sum(axis=0), tables[1].rows.sum(axis=0)))
    found, least, most = (each.item() for each in observed)
    resampled, lows, highs = _difference(tables, sides)
    shifted = np.abs(resampled - found)
    return Significance(
        candidate=_confidence(candidate, tables[0], sides[0], resampling),
        other=_confidence(other, tables[1], sides[1], resampling),
        difference=found,
        bounds=Interval(least, most),
        interval=_percentiles(lows, highs, resampling.level),
        bootstrap_p=_p_value(shifted, found) if len(candidate) > 1 else 1.0,
        randomisation_p=_p_value(np.abs(_exchanged(tables, resampling)), found),
        pairs=len(candidate),
        unproved=sum(not (one.proved and two.proved) for one, two in zip(candidate, other, strict=True)),
        resampling=resampling,
    )


def _unproved(number: int) -> str:
    return "1 pair is not proved" if number == 1 else f"{number:,} pairs are not proved"


def _refuse_nothing(counts: Sequence[Any]) -> None:
    if not counts:
        raise ValueError("there is no pair to draw")


# ---- sums of rows


def _f1(sums: Integers, column: int) -> Floats:
    """F1 of the found alignments (column 0) or of the bound (column 1); 0 where there is no triple at all."""
    import numpy as np

    triples = sums[..., 2]
    ratio: Floats = np.divide(2.0 * sums[..., column], triples, out=np.zeros(triples.shape), where=triples > 0)
    return ratio


def _difference(tables: tuple[SumTable, SumTable], sums: tuple[Integers, Integers]) -> tuple[Floats, Floats, Floats]:
    """The differences of scores: of the alignments found, the least that is possible, and the most."""
    (low, high), (other_low, other_high) = (table.scores(side) for table, side in zip(tables, sums, strict=True))
    return low - other_low, low - other_high, high - other_low


def _confidence(counts: Sequence[Any], table: SumTable, sums: Integers, resampling: Resampling) -> Confidence:
    found, bound = table.scores(table.rows.sum(axis=0))
    return Confidence(
        score=Interval(found.item(), bound.item()),
        interval=_percentiles(*table.scores(sums), resampling.level),
        pairs=len(counts),
        unproved=sum(not each.proved for each in counts),
        resampling=resampling,
    )


def _percentiles(lows: Floats, highs: Floats, level: float) -> Interval:
    import numpy as np

    low, high = np.quantile(lows, (1 - level) / 2), np.quantile(highs, (1 + level) / 2)
    return Interval(low.item(), high.item())


def _p_value(distances: Floats, observed: float) -> float:
    """The share of samples at least as far off as what was observed, which counts as a sample too."""
    return (1 + int((distances >= abs(observed) - _ROUNDING).sum())) / (1 + len(distances))


# ---- samples


def _bootstrap(table: Integers, resampling: Resampling) -> Integers:
    """The column sums of each sample of rows with replacement."""
    import numpy as np

    rng = np.random.default_rng(resampling.seed)
    sums = np.empty((resampling.samples, table.shape[1]), dtype=np.int64)
    columns = np.ascontiguousarray(table.T)
    for part in _parts(resampling.samples, len(table)):
        draws = rng.integers(0, len(table), size=(part.stop - part.start, len(table)))
        for number, column in enumerate(columns):
            sums[part, number] = column[draws].sum(axis=1)
    return sums


def _exchanged(tables: tuple[SumTable, SumTable], resampling: Resampling) -> Floats:
    """The difference of scores when a coin has decided for each pair whether the systems exchange their results."""
    import numpy as np

    rng = np.random.default_rng((resampling.seed, 1))  # coins that owe nothing to the draws of the bootstrap
    candidate, other = (table.rows for table in tables)
    surplus = (candidate - other).astype(np.float64)  # whole numbers, and their sums are exact
    parts = []
    for part in _parts(resampling.samples, len(candidate)):
        coins = rng.random((part.stop - part.start, len(candidate))) < 0.5
        moved = (coins @ surplus).astype(np.int64)
        difference, _, _ = _difference(tables, (candidate.sum(axis=0) - moved, other.sum(axis=0) + moved))
        parts.append(difference)
    return np.concatenate(parts)


def _parts(samples: int, pairs: int) -> Iterator[slice]:
    """The samples in parts that memory holds."""
    size = max(1, _CELLS // pairs)
    for start in range(0, samples, size):
        yield slice(start, min(start + size, samples))
