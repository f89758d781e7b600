"""Tables of an experiment: data made of its rows. How they are shown is said elsewhere (``page``).

The optimum of a pair is the best value that any row knows, and it is proved when it meets the least upper bound. A
pair whose optimum is not proved makes an interval of every number that it enters, and is never counted as solved:
what a method found there may be optimal or not.

A *document* is all pairs of one source, left side, right side and group; its score is the micro average. A *run* of a
method over several pairs consists of the k-th run, in the order of the seeds, on each of them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from smatchproof.alignment import Counts
from smatchproof.experiments.results import ALL, Interval, PairResult, Results, natural, place, rank

OPTIMUM = "optimum"
"""The name under which tables show the certified solver that measured the optima."""
SWAPPED = " swapped"
"""What the name of a source may add to that of the source whose left and right sides it exchanges."""
SIZES = (5, 10, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200)
"""The largest numbers of variables of the size bins; one more bin is open."""
RESAMPLES = 1000


# ---- Tables 1 and 2 of Cai & Knight (2013)


@dataclass(frozen=True, slots=True)
class Score:
    """What the runs of one method over a document score on average.

    `errors` of the `runs` are below the optimum, and of `undecided` it is not known. Without a run on each pair
    there is no score: then `f1` is ``None`` and `missing` the number of pairs without one.
    """

    method: str
    f1: float | None
    runs: int
    errors: int
    undecided: int
    missing: int


@dataclass(frozen=True, slots=True)
class Document:
    """The scores of a document. `optimum` is an interval unless all of its `pairs` are proved."""

    source: str
    group: str
    left: str
    right: str
    pairs: int
    counts: Counts
    scores: tuple[Score, ...]

    @property
    def optimum(self) -> Interval:
        """The right score."""
        return Interval(self.counts.score.f1, self.counts.upper_score.f1)


def table1(results: Results) -> tuple[Document, ...]:
    """The score of every document by every method: Table 1 of the paper."""
    documents: dict[tuple[str, str, str, str], list[PairResult]] = defaultdict(list)
    for pair in results.pairs:
        documents[pair.source, pair.group, pair.left, pair.right].append(pair)
    return tuple(
        Document(*key, len(pairs), total(pairs), tuple(_score(pairs, method) for method in results.methods))
        for key, pairs in documents.items()
    )


def total(pairs: Iterable[PairResult]) -> Counts:
    """The optima and bounds of pairs, summed."""
    counts = Counts(0, 0, 0, 0)
    for pair in pairs:
        counts = counts.plus(pair.counts)
    return counts


def _score(pairs: Sequence[PairResult], method: str) -> Score:
    found, missing = _runs(pairs, method)
    counts = total(pairs)
    if missing:
        return Score(method, None, 0, 0, 0, missing)
    errors = sum(matched < counts.matched for matched in found)
    undecided = 0 if counts.proved else len(found) - errors
    f1 = sum(counts._replace(matched=matched).score.f1 for matched in found) / len(found)
    return Score(method, f1, len(found), errors, undecided, 0)


def _runs(pairs: Sequence[PairResult], method: str) -> tuple[list[int], int]:
    """What each run of a method matched on all pairs together, and the number of pairs without any run."""
    each = [pair.runs[method].matched for pair in pairs if method in pair.runs and pair.runs[method].matched]
    return [sum(matched) for matched in zip(*each, strict=False)], len(pairs) - len(each)


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How often a method finds the optimum of a document and of a pair, and what a run over all of them costs.

    Shares are of the `scored` documents and of the `measured` pairs, on which the method could run; ``None`` where
    there are none.
    """

    source: str
    method: str
    documents: int
    scored: int
    accuracy: Interval | None
    pairs: int
    measured: int
    pair_accuracy: Interval | None
    seconds: float


def table2(results: Results) -> tuple[Accuracy, ...]:
    """Accuracy and total time of every method: Table 2 of the paper. The certified solver's comes last."""
    documents = table1(results)
    rows = []
    for source, pairs in results.by_source():
        some = [document for document in documents if source in (ALL, document.source)]
        rows += [_accuracy(source, pairs, some, number) for number in range(len(results.methods))]
        proved = [Interval(float(document.optimum.known), 1.0) for document in some]
        proved_pairs = [Interval(float(pair.counts.proved), 1.0) for pair in pairs]
        sizes = len(some), len(some), _mean(proved), len(pairs), len(pairs), _mean(proved_pairs)
        rows.append(Accuracy(source, OPTIMUM, *sizes, sum(pair.optimum_seconds for pair in pairs)))
    return tuple(rows)


def _accuracy(source: str, pairs: Sequence[PairResult], documents: Sequence[Document], number: int) -> Accuracy:
    scores = [document.scores[number] for document in documents]
    method = scores[0].method
    shares = [
        Interval((score.runs - score.errors - score.undecided) / score.runs, (score.runs - score.errors) / score.runs)
        for score in scores
        if score.runs
    ]
    measured = measured_by(method, pairs)
    missed = [pair.missed(method) for pair in measured]
    found = [Interval(1 - share.high, 1 - share.low) for share in missed]
    seconds = sum(pair.runs[method].seconds / len(pair.runs[method].matched) for pair in measured)
    sizes = len(documents), len(shares), _mean(shares), len(pairs), len(measured), _mean(found)
    return Accuracy(source, method, *sizes, seconds)


def measured_by(method: str, pairs: Iterable[PairResult]) -> list[PairResult]:
    """The pairs on which a method has run."""
    return [pair for pair in pairs if method in pair.runs and pair.runs[method].matched]


def _mean(shares: Sequence[Interval]) -> Interval | None:
    if not shares:
        return None
    return Interval(*(sum(ends) / len(shares) for ends in zip(*shares, strict=True)))


# ---- gaps


@dataclass(frozen=True, slots=True)
class Gaps:
    """By how much a method misses the optima of some pairs: those of `sizes`, the smallest and largest of a bin.

    Every pair counts alike, with the mean over the method's runs on it. `gap` counts triples, `relative` is the share
    of all optimal matches, and `missed` the share of pairs that are not solved. Each comes with a 95% confidence band
    over the choice of the pairs: Wilson's for `missed`, a percentile bootstrap for the others; with fewer than about
    ten pairs a bootstrap is too sure of itself. `worst` is the largest gap; `worst_pair` and `worst_seed` have it.
    """

    source: str
    method: str
    sizes: tuple[int, int]
    pairs: int
    mean_size: float
    missed: Interval
    missed_band: Interval
    gap: Interval
    gap_band: Interval
    relative: Interval
    relative_band: Interval
    worst: int
    worst_pair: str
    worst_seed: int


def gaps(results: Results, seed: int = 0) -> tuple[Gaps, ...]:
    """The gaps of every method over each source, and over all of them. Seeded: the same rows give the same bands."""
    return tuple(
        _gaps(source, method, (min(sizes), max(sizes)), measured, seed)
        for source, pairs in results.by_source()
        for method in results.methods
        if (measured := measured_by(method, pairs)) and (sizes := [pair.variables for pair in measured])
    )


def gaps_by_size(results: Results, sizes: Sequence[int] = SIZES, seed: int = 0) -> tuple[Gaps, ...]:
    """The gaps of every method over each source by the number of variables of the larger graph.

    `sizes` are the largest ones of the bins; above the last there is one more. Empty bins are left out.
    """
    return tuple(
        _gaps(source, method, bin, measured, seed)
        for source, pairs in results.by_source()
        if source != ALL
        for method in results.methods
        for bin, some in _bins(pairs, sizes)
        if (measured := measured_by(method, some))
    )


def _bins(pairs: Sequence[PairResult], sizes: Sequence[int]) -> Iterator[tuple[tuple[int, int], list[PairResult]]]:
    """The bins that hold pairs, with their smallest and largest sizes."""
    largest = max(sizes[-1] + 1, *(pair.variables for pair in pairs), 0)
    below = min(0, *(pair.variables - 1 for pair in pairs))  # an empty graph has no variables
    for size in (*sizes, largest):
        some = [pair for pair in pairs if below < pair.variables <= size]
        if some:
            yield (below + 1, size), some
        below = size


def _gaps(source: str, method: str, sizes: tuple[int, int], pairs: Sequence[PairResult], seed: int) -> Gaps:
    """All of it for pairs on which the method has run."""
    low, high = zip(*(pair.gap(method) for pair in pairs), strict=True)
    missed = _mean([pair.missed(method) for pair in pairs]) or Interval(0.0, 0.0)
    counts, number = total(pairs), len(pairs)
    bands = [_bootstrap(low, [pair.counts.matched for pair in pairs], seed)]
    bands.append(bands[0] if counts.proved else _bootstrap(high, [pair.counts.upper_bound for pair in pairs], seed))
    means, ratios = zip(*bands, strict=True)
    worst = max(pairs, key=lambda pair: loss_of(pair, method))
    least = min(worst.runs[method].matched)
    return Gaps(
        source=source,
        method=method,
        sizes=sizes,
        pairs=number,
        mean_size=sum(pair.variables for pair in pairs) / number,
        missed=missed,
        missed_band=Interval(wilson(missed.low, number).low, wilson(missed.high, number).high),
        gap=Interval(sum(low) / number, sum(high) / number),
        gap_band=Interval(means[0].low, means[1].high),
        relative=Interval(_ratio(sum(low), counts.matched), _ratio(sum(high), counts.upper_bound)),
        relative_band=Interval(ratios[0].low, ratios[1].high),
        worst=loss_of(worst, method),
        worst_pair=worst.pair,
        worst_seed=worst.runs[method].seeds[worst.runs[method].matched.index(least)],
    )


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def wilson(share: float, number: int) -> Interval:
    """Wilson's 95% interval for a share of `number` pairs; wide rather than narrow where pairs are solved in part.

    >>> [round(end, 3) for end in wilson(0.0, 10)]
    [0.0, 0.278]
    """
    z = 1.959963984540054
    centre = (share + z * z / (2 * number)) / (1 + z * z / number)
    reach = z * (share * (1 - share) / number + z * z / (4 * number * number)) ** 0.5 / (1 + z * z / number)
    return Interval(max(0.0, centre - reach) if share else 0.0, min(1.0, centre + reach) if share < 1 else 1.0)


def _bootstrap(values: Sequence[float], weights: Sequence[float], seed: int) -> tuple[Interval, Interval]:
    """95% percentile intervals for the mean of the values, and for the ratio of their sum to that of the weights."""
    if not any(values):
        return Interval(0.0, 0.0), Interval(0.0, 0.0)
    import numpy

    generator = numpy.random.default_rng(seed)
    number = len(values)
    both = numpy.array([values, weights], dtype=float)
    block = max(1, 1_000_000 // number)  # resamples at a time, so that memory stays small
    sums = numpy.concatenate(
        [
            both[:, generator.integers(0, number, (min(block, RESAMPLES - start), number))].sum(axis=2)
            for start in range(0, RESAMPLES, block)
        ],
        axis=1,
    )
    ratios = numpy.divide(sums[0], sums[1], out=numpy.zeros(RESAMPLES), where=sums[1] > 0)
    ends = (Interval(*map(float, numpy.quantile(some, [0.025, 0.975]))) for some in (sums[0] / number, ratios))
    return next(ends), next(ends)


def worst_pairs(results: Results, each: int = 3) -> tuple[PairResult, ...]:
    """The pairs on which a method missed most, so many of each method; the largest loss first.

    Each comes once; pairs that no method has missed do not come.
    """
    losses: dict[tuple[str, str], tuple[int, PairResult]] = {}
    for method in results.methods:
        missed = [(loss_of(pair, method), pair) for pair in measured_by(method, results.pairs)]
        for loss, pair in sorted(missed, key=lambda entry: -entry[0])[:each]:
            if loss:
                key = pair.source, pair.pair
                losses[key] = max(losses.get(key, (0, pair)), (loss, pair), key=lambda entry: entry[0])
    return tuple(pair for _, pair in sorted(losses.values(), key=lambda entry: -entry[0]))


def loss_of(pair: PairResult, method: str) -> int:
    """How many triples the worst run of a method has missed on a pair; 0 where it could not run."""
    runs = pair.runs.get(method)
    return pair.counts.matched - min(runs.matched) if runs and runs.matched else 0


# ---- principles: the score should depend on the graphs alone


@dataclass(frozen=True, slots=True)
class Violations:
    """On how many of the `compared` pairs a method breaks a principle, and by how many triples at worst.

    *determinacy*: the same pair has the same score, whatever the seed; *symmetry*: so has the exchanged pair.
    `examples` names some of the pairs, the worst first.
    """

    principle: str
    source: str
    method: str
    compared: int
    violated: int
    worst: int
    examples: tuple[str, ...]


def violations(results: Results, examples: int = 5) -> tuple[Violations, ...]:
    """How often each method breaks determinacy and symmetry; methods that were not tried on either are left out.

    The exchanged pair of a pair has the names of its sides exchanged, also in its own name and in that of its source,
    or its source has the same name followed by ``" swapped"``. Symmetry compares runs of the same number.
    """
    found: dict[tuple[str, str, str], list[tuple[int, str]]] = defaultdict(list)
    places = {(pair.source, pair.pair, pair.left, pair.right): pair for pair in results.pairs}
    for pair in results.pairs:
        for method in results.methods:
            matched = pair.runs[method].matched if method in pair.runs else ()
            if len(matched) > 1:
                found["determinacy", pair.source, method].append((max(matched) - min(matched), pair.pair))
            if (other := _exchanged(pair, places)) and method in other.runs:
                differences = [abs(a - b) for a, b in zip(matched, other.runs[method].matched, strict=False)]
                if differences:
                    found["symmetry", pair.source, method].append((max(differences), pair.pair))
    table = []
    for (principle, source, method), spreads in found.items():
        broken = sorted((spread for spread in spreads if spread[0]), key=lambda each: (-each[0], natural(each[1])))
        names = tuple(name for _, name in broken[:examples])
        worst = broken[0][0] if broken else 0
        table.append(Violations(principle, source, method, len(spreads), len(broken), worst, names))
    return tuple(sorted(table, key=lambda row: (row.principle, natural(row.source), rank(row.method))))


def _exchanged(pair: PairResult, places: dict[tuple[str, str, str, str], PairResult]) -> PairResult | None:
    """The pair with the sides exchanged, if the experiment holds it as well; of two such, only the first has one."""
    source, name = (_exchange(text, pair.left, pair.right) for text in (pair.source, pair.pair))
    for key in ((pair.source + SWAPPED, name), (pair.source + SWAPPED, pair.pair), (source, name)):
        other = places.get((*key, pair.right, pair.left))
        if other and _sizes(other) == _sizes(pair)[::-1] and place(pair) < place(other):
            return other
    return None


def _sizes(pair: PairResult) -> tuple[tuple[int, int], tuple[int, int]]:
    """Triples and variables of both sides."""
    counts = pair.counts
    return (counts.left_triples, pair.left_variables), (counts.right_triples, pair.right_variables)


def _exchange(text: str, left: str, right: str) -> str:
    """A text with two of its words exchanged.

    >>> _exchange("A-B 3", "A", "B")
    'B-A 3'
    """
    words = re.split(r"(\W+)", text)
    return "".join({left: right, right: left}.get(word, word) for word in words)


# ---- Figure 1 of the paper


@dataclass(frozen=True, slots=True)
class Agreement:
    """The agreement of two annotators over the groups of a source, by one method or by the optimum."""

    source: str
    left: str
    right: str
    method: str
    groups: tuple[str, ...]
    f1: tuple[Interval, ...]


def agreement(results: Results) -> tuple[Agreement, ...]:
    """The document scores as curves over the groups, for sources with several groups: Figure 1 of the paper."""
    curves: dict[tuple[str, str, str, str], list[tuple[str, Interval]]] = defaultdict(list)
    for document in table1(results):
        names = document.source, document.left, document.right
        curves[*names, OPTIMUM].append((document.group, document.optimum))
        for score in document.scores:
            if score.f1 is not None:
                curves[*names, score.method].append((document.group, Interval(score.f1, score.f1)))
    return tuple(
        Agreement(*names, *(tuple(column) for column in zip(*points, strict=True)))
        for names, points in curves.items()
        if len({group for group, _ in curves[*names[:3], OPTIMUM]}) > 1
    )


@dataclass(frozen=True, slots=True)
class Totals:
    """The score of each run of a method over all pairs of a source, and the optimum of the same pairs."""

    source: str
    method: str
    pairs: int
    f1: tuple[float, ...]
    optimum: Interval


def totals(results: Results) -> tuple[Totals, ...]:
    """The scores of every method's runs over each source: how much its seed matters.

    Pairs on which a method could not run are left out, of the optimum too.
    """
    table = []
    for source, pairs in results.by_source():
        if source == ALL:
            continue
        for method in results.methods:
            measured = measured_by(method, pairs)
            counts = total(measured)
            found, _ = _runs(measured, method)
            f1 = tuple(counts._replace(matched=matched).score.f1 for matched in found)
            optimum = Interval(counts.score.f1, counts.upper_score.f1)
            table.append(Totals(source, method, len(measured), f1, optimum))
    return tuple(row for row in table if row.f1)
