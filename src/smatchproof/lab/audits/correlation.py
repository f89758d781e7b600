"""Agreement of scores with other scores of the same pairs: those of people, of another metric, or of a set measure.

All functions here take numbers. Scores that differ by no more than 1e-12 are counted as equal, because floats do not
represent equal fractions equally; where a number is not defined (a side without differences, too few pairs) the result
is ``None``.

Higher means more similar on both sides: negate the scores of a distance first.
"""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import TYPE_CHECKING

from smatchproof.base.errors import InputError, Place, quoted
from smatchproof.base.files import BYTE_ORDER_MARK, decoded_lines, opened_plain
from smatchproof.base.record import Record
from smatchproof.base.text import many
from smatchproof.inference.interval import Interval

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

ROUNDING = 1e-12
"""Scores as close as this are counted as equal. It is far above the rounding errors of doubles, and no more than the
difference of two F1 of graphs with up to a million triples.
"""
QUANTILES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
"""The quantiles of distributions of scores that Table 7 of Opitz, Parcalabescu & Frank (TACL 2020) compares."""


# ---- scores as arrays


def score_arrays(*scores: ArrayLike) -> tuple[Floats, ...]:
    """Scores as arrays. Raises ``ValueError`` if a score is not finite.

    >>> [array.tolist() for array in score_arrays([1, 0], (0.5, 0.25))]
    [[1.0, 0.0], [0.5, 0.25]]
    >>> score_arrays([1.0], [1.0, math.inf])
    Traceback (most recent call last):
    ...
    ValueError: score 2 of 2 is inf, not a finite number
    """
    import numpy as np

    arrays = tuple(np.asarray(each, dtype=np.float64) for each in scores)
    for array in arrays:
        if not np.isfinite(array).all():
            at = int(np.flatnonzero(~np.isfinite(array))[0])
            raise ValueError(f"score {at + 1} of {len(array)} is {array[at]}, not a finite number")
    return arrays


def levels(values: ArrayLike) -> Integers:
    """The rank of each score among the different ones, from 0 for the least; what rounding separates shares a rank.

    Neighbours that differ by rounding join, so that being equal is transitive. Takes O(n log n) time.

    >>> levels([0.5, 0.1 + 0.2, 0.9, 0.3]).tolist()
    [1, 0, 2, 0]
    """
    import numpy as np

    (array,) = score_arrays(values)
    order = np.argsort(array, kind="stable")
    ranks = np.zeros(len(array), dtype=np.int64)
    ranks[order[1:]] = np.cumsum(np.diff(array[order]) > ROUNDING)
    return ranks


# ---- with the scores of people


class Correlation(Record):
    """The agreement of a metric's scores with those that people gave, over `pairs` pairs.

    * `pearson`: the linear correlation; ``None`` if one side has no differences.
    * `spearman`: that of the ranks, the mean of their ranks for ties; ``None`` as for `pearson`.
    * `pearson_interval`, `spearman_interval`: their 95% confidence intervals over the choice of the pairs
      (:func:`smatchproof.inference.intervals.correlation_interval`); ``None`` below 4 pairs, too.
    * `rmse`: the root of the mean squared difference of the scores as they are; ``None`` without pairs.
    * `rmse_quantiles`: the same of the :data:`QUANTILES` of the two distributions, whatever their pairs. ``None``
      without pairs.
    """

    pairs: int
    pearson: float | None
    spearman: float | None
    rmse: float | None
    rmse_quantiles: float | None
    pearson_interval: Interval | None = None
    spearman_interval: Interval | None = None


def correlation(values: ArrayLike, human: ArrayLike) -> Correlation:
    """Correlate the scores of a metric with those of people; the RMSE means something only if both lie between 0 and 1.

    Both correlations, RMSE and RMSE on quantiles are what Opitz, Parcalabescu & Frank (TACL 2020) report in Table 7;
    the last is about "the empirical quantile distribution with quantiles 0.1, ..., 0.9". A quantile q of n scores lies
    at the place q (n - 1) of their order, from 0, and between two of them on the line that joins them. Takes
    O(n log n) time. Raises ``ValueError`` as :func:`score_arrays`.

    >>> result = correlation([0.2, 0.4, 0.4, 0.9], [0.0, 0.5, 0.25, 1.0])
    >>> print(f"{result.pearson:.3f} {result.spearman:.3f} {result.rmse:.3f} {result.rmse_quantiles:.3f}")
    0.964 0.949 0.144 0.120
    >>> correlation([0.5, 0.5], [0.0, 1.0]).pearson is None
    True
    """
    import numpy as np
    from scipy.stats import rankdata  # type: ignore[import-untyped]

    from smatchproof.inference.intervals import correlation_interval

    found, given = score_arrays(values, human)
    ranks = tuple(rankdata(levels(side)) - 1 for side in (found, given))
    quantiles = [np.quantile(side, QUANTILES) if len(side) else side for side in (found, given)]
    pearson = _pearson(found, given)
    return Correlation(
        pairs=len(found),
        pearson=pearson,
        spearman=_pearson(*ranks),
        pearson_interval=None if pearson is None else correlation_interval(found.tolist(), given.tolist()),
        spearman_interval=None if pearson is None else correlation_interval(*(side.tolist() for side in ranks)),
        rmse=_root_mean_square(found - given),
        rmse_quantiles=_root_mean_square(quantiles[0] - quantiles[1]),
    )


def read_human(path: str | Path, pairs: int | None = None) -> tuple[float, ...]:
    r"""The numbers of a file, one per line, in the order of the pairs.

    From ``#`` on a line is a comment; lines without a number do not count. Any finite number will do: what scale people
    used is not looked at. Raises :class:`~smatchproof.base.errors.InputError` for everything else, for a file without
    numbers, and if there are not as many as `pairs`.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "human.txt")
    ...     _ = path.write_text("# made up\n0.75\n1  # equal\n")
    ...     read_human(path, pairs=2)
    (0.75, 1.0)
    """
    scores: list[float] = []
    with opened_plain(path, of="scores") as file:
        data = file.read().removeprefix(BYTE_ORDER_MARK)
    for number, text in enumerate(data.splitlines(), 1):
        line = decoded_lines(text, str(path), number)
        if not (found := line.partition("#")[0]).strip():
            continue
        if not _NUMBER.fullmatch(found) or not math.isfinite(score := float(found)):
            place = Place(str(path), number, len(line) - len(line.lstrip()) + 1, line)
            raise InputError(
                f"expected a finite number, found {quoted(found.strip())}", place, "write one such as 0.75"
            )
        scores.append(score)
    if not scores:
        raise InputError("no score in this file", Place(str(path)), "expected a number on each line, one per pair")
    if pairs is not None and len(scores) != pairs:
        message = f"{many(len(scores), 'score')}, but {many(pairs, 'pair')} of graphs"
        raise InputError(message, Place(str(path)), "write one score per pair, in their order")
    return tuple(scores)


_NUMBER = re.compile(r"\s*[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?\s*")


def _pearson(found: Floats, given: Floats) -> float | None:
    """Pearson's correlation; ``None`` if a side has no differences."""
    import numpy as np

    if len(found) < 2 or min(np.ptp(found), np.ptp(given)) <= ROUNDING:
        return None
    return float(np.corrcoef(found, given)[0, 1])


def _root_mean_square(differences: Floats) -> float | None:
    return math.sqrt((differences * differences).mean().item()) if len(differences) else None


# ---- role confusion


class RoleConfusion(Record):
    """Couples of a paraphrase and a foil: a metric prefers the paraphrase in `right` of them; `tied` are not right."""

    couples: int
    right: int
    tied: int

    @property
    def accuracy(self) -> float:
        """The share of couples that are right."""
        return self.right / self.couples


def role_confusion(values: ArrayLike) -> RoleConfusion:
    """Count the couples of pairs in which the second pair scores strictly more than the first.

    Scores come in twos: of a foil, in which roles have been exchanged, and of the paraphrase that it was made from.
    This is how BAMBOO (Opitz, Daza & Frank, TACL 2021) has counted since version 0.2 of the benchmark. Raises as
    :func:`score_arrays`.

    >>> role_confusion([0.5, 0.9, 0.7, 0.7, 0.8, 0.6, 0.1, 0.2])
    RoleConfusion(couples=4, right=2, tied=1)
    """
    (array,) = score_arrays(values)
    surplus = array[1::2] - array[::2]
    return RoleConfusion(
        couples=len(surplus), right=int((surplus > ROUNDING).sum()), tied=int((abs(surplus) <= ROUNDING).sum())
    )


# ---- order


def rank_agreement(first: ArrayLike, second: ArrayLike) -> float | None:
    """Kendall's tau-b of two scores of the same things, which allows for ties (Kendall 1945).

    1 where both order all things alike; ``None`` if one side has no preference at all. Takes O(n log n) time.
    Raises ``ValueError`` as :func:`score_arrays`.

    >>> rank_agreement([0.1, 0.2, 0.3, 0.3], [1, 2, 3, 3]), rank_agreement([0.1, 0.1], [1, 2])
    (1.0, None)
    """
    from scipy.stats import kendalltau

    score_arrays(first, second)
    one, other = levels(first), levels(second)
    if not one.any() or not other.any():
        return None
    return float(round(kendalltau(one, other).statistic, 12))
