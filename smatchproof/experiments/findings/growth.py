"""Growth of the gap with size, re-entrancy and repeated concepts: a regression over the pairs of an experiment."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from smatchproof.experiments.findings.gaps import size_bins
from smatchproof.experiments.results import PairResult, Results, clusters, mean_of_intervals
from smatchproof.inference.interval import Interval
from smatchproof.inference.regression import Coefficient, least_squares

SIZE, REENTRANCY, REPETITION, INTERACTION = "size", "re-entrancy", "repetition", "size x re-entrancy"
"""Terms with which a gap may grow: a further variable, a further re-entrancy, a tenth of the variables more whose
concept is repeated; the last one is the change that a further variable makes to the effect of a further re-entrancy.
"""


class Shape(StrEnum):
    """What is known of how a gap grows with size, as a table says it."""

    NOTHING = "nothing missed"
    UNKNOWN = "not known"
    FALLS = "falls"
    GROWS = "grows"
    FASTER = "grows, faster and faster"
    SLOWER = "grows, ever more slowly"


MOST_STEPS = 5
"""The most sizes at which a sentence states the mean gap."""
SURE = 0.99
"""The level of the interval that decides whether a growth bends: of lines, one in a hundred is called bent."""


@dataclass(frozen=True, slots=True)
class Growth:
    """The mean gap of a method as a function of a pair's terms, over the pairs of a source.

    A coefficient is in triples, for one more of what it is about, the others held; those of size and re-entrancy are
    at the mean of the other one. `terms` has those that vary between the pairs and do not follow from the others; it is
    empty where nothing does, nothing was missed, or `open_pairs` of the `pairs` are not proved. This is a simple
    regression (:mod:`smatchproof.inference.regression`), whose units are clusters; sources have no effects of their
    own, so that over all of them what differs between sources is a part of the coefficients.

    `steps` has the mean gap at some sizes, `slope` the coefficient of size alone, and `bend` that of its square beside
    it, with a 99% interval: a line does not fit where that is not 0. No shape is assumed beyond that, and nothing is
    said of sizes that no pair has.
    """

    source: str
    method: str
    pairs: int
    open_pairs: int
    missed_pairs: int
    sizes: tuple[int, int]
    reentrancies: tuple[float, float]
    terms: tuple[tuple[str, Coefficient], ...]
    steps: tuple[tuple[float, Interval], ...] = ()
    slope: Coefficient | None = None
    bend: Coefficient | None = None

    @property
    def shape(self) -> Shape:
        """What is known of the gap as a function of size."""
        return shape_of(any(gap.high for _, gap in self.steps), self.slope, self.bend)

    def term(self, name: str) -> Coefficient | None:
        """The coefficient of that name, if there is one."""
        return dict(self.terms).get(name)


def growths(results: Results) -> tuple[Growth, ...]:
    """The growth of every method's gap over each source, and over all of them, in time linear in the pairs.

    >>> from smatchproof.experiments.experiment import Experiment
    >>> from smatchproof.experiments.runner import results_of
    >>> from smatchproof.experiments.sources import TrapSource
    >>> rings = TrapSource("rings", "ring", (("size", tuple(range(8, 24))),))
    >>> (growth,) = growths(results_of(Experiment("rings", (rings,), ("S",))))
    >>> [name for name, _ in growth.terms], growth.term(SIZE).sign
    (['size'], 1)
    """
    return tuple(_growth(*each) for each in results.by_method())


def _growth(source: str, method: str, pairs: Sequence[PairResult]) -> Growth:
    gaps = [pair.gap(method) for pair in pairs]
    low, open_pairs = [each.low for each in gaps], sum(not pair.counts.proved for pair in pairs)
    is_known = any(low) and not open_pairs
    sizes = [pair.variables for pair in pairs]
    reentrant = [reentrancies_of(pair) for pair in pairs]
    return Growth(
        source=source,
        method=method,
        pairs=len(pairs),
        open_pairs=open_pairs,
        missed_pairs=sum(each.low > 0 for each in gaps),
        sizes=(min(sizes), max(sizes)),
        reentrancies=(min(reentrant), max(reentrant)),
        terms=_terms(pairs, low) if is_known else (),
        steps=tuple(_steps(sizes, gaps)),
        **(along_size(sizes, low, clusters(pairs)) if is_known else {}),
    )


def _steps(sizes: Sequence[int], gaps: Sequence[Interval]) -> Iterator[tuple[float, Interval]]:
    """The mean gap at each size, or at the mean sizes of bins of about as many pairs, where there are many sizes."""
    number = MOST_STEPS if len({*sizes}) > MOST_STEPS else None
    below = -1
    for end in size_bins(sizes, number):
        some = [at for at, size in enumerate(sizes) if below < size <= end]
        mean = mean_of_intervals([gaps[at] for at in some])
        if mean is not None:
            yield sum(sizes[at] for at in some) / len(some), mean
        below = end


def along_size(
    sizes: Sequence[float], gaps: Sequence[float], labels: Sequence[Hashable] | None
) -> dict[str, Coefficient | None]:
    """The slope of gaps over size alone, and their bend."""
    size = _centred(sizes)
    ones, squares = [1.0] * len(size), [each * each for each in size]
    line = least_squares([ones, size], gaps, clusters=labels)
    curve = least_squares([ones, size, squares], gaps, SURE, clusters=labels)
    return {"slope": line[1] if line else None, "bend": curve[2] if curve else None}


def shape_of(missed: bool, slope: Coefficient | None, bend: Coefficient | None) -> Shape:
    """What slope and bend say of a gap that was `missed` at all."""
    if not missed:
        return Shape.NOTHING
    signs = [0 if each is None else each.sign for each in (slope, bend)]
    if signs[0] <= 0:
        return Shape.FALLS if signs[0] else Shape.UNKNOWN
    return {1: Shape.FASTER, -1: Shape.SLOWER}.get(signs[1], Shape.GROWS)


def reentrancies_of(pair: PairResult) -> float:
    """The re-entrancies of a pair: the mean of its sides."""
    return (pair.features.left_reentrancies + pair.features.right_reentrancies) / 2


def repetition_of(pair: PairResult) -> float:
    """The share of the variables of both sides whose concept an earlier variable of their graph has."""
    variables = pair.left_variables + pair.right_variables
    return (pair.features.left_repeated + pair.features.right_repeated) / variables if variables else 0.0


def _terms(pairs: Sequence[PairResult], gaps: list[float]) -> tuple[tuple[str, Coefficient], ...]:
    """The coefficients of what varies; columns are added as long as they do not follow from those before."""
    size = _centred([float(pair.variables) for pair in pairs])
    reentrancy = _centred([reentrancies_of(pair) for pair in pairs])
    columns = {
        SIZE: size,
        REENTRANCY: reentrancy,
        REPETITION: _centred([10 * repetition_of(pair) for pair in pairs]),
        INTERACTION: [one * other for one, other in zip(size, reentrancy, strict=True)],
    }
    if max(columns[REPETITION]) - min(columns[REPETITION]) < 1:  # less than its unit: rounding of a share
        del columns[REPETITION]
    labels = clusters(pairs)
    names: list[str] = []
    found: tuple[Coefficient, ...] = ()
    for name in columns:
        used = [[1.0] * len(pairs), *(columns[each] for each in [*names, name])]
        coefficients = least_squares(used, gaps, clusters=labels)
        if coefficients is not None:
            names.append(name)
            found = coefficients[1:]
    return tuple(zip(names, found, strict=True))


def _centred(values: Sequence[float]) -> list[float]:
    mean = sum(values) / len(values)
    return [value - mean for value in values]
