"""The principles of metrics on meaning graphs, measured: from scores to numbers, not to ticks.

Opitz, Parcalabescu & Frank (*AMR Similarity Metrics from Principles*, TACL 2020) ask of a metric f that it has bounds,
that f(A, B) = 1 for equal graphs and for no others, that f(A, B) = f(B, A), that it gives the same score every time,
and that it prefers the graphs that share more triples. Each function here takes the scores that were measured and
counts how often, and by how much, one of these fails. Each result holds its counts.

Scores that differ by no more than 1e-12 are counted as equal; symmetry is violated, as in the paper, by more than
1e-4. Where a metric is a search, what fails may be the search:
the optimum that it looks for is one number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from smatchproof.base.record import Record
from smatchproof.lab.audits.correlation import ROUNDING, score_arrays
from smatchproof.public import Counts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]


# ---- bounds


class Range(Record):
    """The `least` and the `most` of the scores of `pairs` pairs, and how many are `outside` of [0, 1]."""

    pairs: int
    least: float
    most: float
    outside: int


def value_range(values: ArrayLike) -> Range:
    """Return the range of the scores, one or more. Raises ``ValueError`` for one that is not finite.

    >>> value_range([0.25, 1.0, 1.2])
    Range(pairs=3, least=0.25, most=1.2, outside=1)
    """
    (scores,) = score_arrays(values)
    outside = (scores < -ROUNDING) | (scores > 1 + ROUNDING)
    return Range(len(scores), scores.min().item(), scores.max().item(), int(outside.sum()))


# ---- identity of indiscernibles


class Identity(Record):
    """A comparison of two properties of a pair: its score is 1, and its graphs are equal.

    * `graphs`: the number of graphs that were scored against themselves; `not_one` of them do not score 1, and `least`
      is their least score.
    * `equal`: the number of pairs of equal graphs, up to the names of variables; `equal_not_one` of them do not score
      1.
    * `different`: the number of pairs of different graphs; `indiscernible` of them score 1.
    """

    graphs: int
    not_one: int
    least: float
    equal: int
    equal_not_one: int
    different: int
    indiscernible: int


def identity(own: ArrayLike, values: ArrayLike, equal: ArrayLike) -> Identity:
    """Compare a score of 1 with equality: `own` are scores of graphs with themselves, `values` those of pairs.

    `equal` says of each pair whether its graphs are the same up to names of variables; there may be no pairs. Raises
    ``ValueError`` when a score is not finite.

    >>> identity([1.0, 0.98], values=[1.0, 1.0, 0.5], equal=[True, False, False])
    Identity(graphs=2, not_one=1, least=0.98, equal=1, equal_not_one=0, different=2, indiscernible=1)
    """
    import numpy as np

    selves, scores = score_arrays(own, values)
    same = np.asarray(equal, dtype=bool)
    one = abs(scores - 1) <= ROUNDING
    return Identity(
        graphs=len(selves),
        not_one=int((abs(selves - 1) > ROUNDING).sum()),
        least=selves.min().item(),
        equal=int(same.sum()),
        equal_not_one=int((same & ~one).sum()),
        different=int((~same).sum()),
        indiscernible=int((~same & one).sum()),
    )


# ---- symmetry

VIOLATION = 1e-4
"""The largest difference of two directions that is no violation of symmetry: the number of the paper."""


class Symmetry(Record):
    """Changes of scores when the graphs of a pair change places.

    * `unequal`: the number of `pairs` whose two scores differ by more than :data:`VIOLATION`.
    * `share`: their share (Eq. 4 of the paper).
    * `mean`: the mean difference, over all pairs, however small (Eq. 5 of the paper, there times 100).
    * `largest`: the largest difference.
    """

    pairs: int
    unequal: int
    share: float
    mean: float
    largest: float


def symmetry(forward: ArrayLike, backward: ArrayLike) -> Symmetry:
    """Compare f(A, B) with f(B, A), of one pair or more. Raises ``ValueError`` for scores that are not finite.

    >>> symmetry([0.5, 0.75, 1.0, 0.25], [0.5, 0.5, 1.0, 0.5])
    Symmetry(pairs=4, unequal=2, share=0.5, mean=0.125, largest=0.25)
    """
    first, second = score_arrays(forward, backward)
    differences = abs(first - second)
    return Symmetry(
        pairs=len(differences),
        unequal=int((differences > VIOLATION).sum()),
        share=(differences > VIOLATION).mean().item(),
        mean=differences.mean().item(),
        largest=differences.max().item(),
    )


# ---- determinacy


class Determinacy(Record):
    """Changes of scores from run to run, each with random numbers of its own.

    * `varying`: the number of `pairs` that do not have the same score in all `runs`.
    * `deviation`: the standard deviation of the scores of a pair over the runs, as a mean over all pairs: the statistic
      of Tables 3 and 5 of the paper, there of ten runs.
    * `corpus_deviation`: the same for the score of the corpus.
    """

    runs: int
    pairs: int
    varying: int
    deviation: float
    corpus_deviation: float

    @property
    def share(self) -> float:
        """The share of pairs that do not have the same score in all runs."""
        return self.varying / self.pairs


def determinacy(runs: Sequence[ArrayLike] | Floats, corpus: ArrayLike) -> Determinacy:
    """Compare runs with different seeds: for each the scores of the pairs, and in `corpus` the score of all.

    There are two runs or more. Raises ``ValueError`` for scores that are not finite.

    >>> result = determinacy([[0.5, 1.0], [0.75, 1.0], [0.5, 1.0]], corpus=[0.75, 0.875, 0.75])
    >>> result.share, round(result.deviation, 4), round(result.corpus_deviation, 4)
    (0.5, 0.0722, 0.0722)
    """
    import numpy as np

    scores = np.stack(score_arrays(*runs))
    (whole,) = score_arrays(corpus)
    return Determinacy(
        runs=len(scores),
        pairs=scores.shape[1],
        varying=int((np.ptp(scores, axis=0) > ROUNDING).sum()),
        deviation=_deviations(scores).mean().item(),
        corpus_deviation=_deviations(whole[:, None])[0].item(),
    )


def _deviations(scores: Floats) -> Floats:
    """Return the standard deviation of each column, of a sample; exactly 0 where all numbers are equal."""
    import numpy as np

    found: Floats = np.where(np.ptp(scores, axis=0) > ROUNDING, scores.std(axis=0, ddof=1), 0.0)
    return found


# ---- order of the triples


def jaccard_index(counts: Counts) -> float:
    """The triples that the graphs share under an alignment, of all that they have: matched / (left + right - matched).

    It grows with F1 = 2 J / (1 + J). Two empty graphs have 0, as for F1. Of counts of sets: no more triples match than
    a graph has.

    >>> jaccard_index(Counts(matched=4, upper_bound=4, left_triples=6, right_triples=5))
    0.5714285714285714
    """
    matched, denominator, left, right = counts.matched, counts.denominator, counts.left_triples, counts.right_triples
    union = denominator * (left + right) - matched
    return matched / union if union else 0.0
