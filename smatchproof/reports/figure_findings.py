"""What each figure of a report shows, in a sentence for its caption."""

from __future__ import annotations

import math
from collections.abc import Sequence

from smatchproof.experiments.anytime import TARGETS, Anytime
from smatchproof.experiments.gaps import Gaps
from smatchproof.experiments.growth import SIZE, Growth
from smatchproof.experiments.method_comparison import PerformanceProfile
from smatchproof.experiments.tables import OPTIMUM
from smatchproof.reports.experiment_figures import Panel, SeedLosses, TradeOff


def trade_off_finding(points: Sequence[TradeOff]) -> str:
    """Which method solves most pairs, and in what time.

    >>> from smatchproof.inference.interval import Interval
    >>> half, most = Interval(0.5, 0.5), Interval(0.75, 0.75)
    >>> trade_off_finding([TradeOff("R", 1.5, half, None), TradeOff("S", 2.5, most, None)])
    'S solves most pairs, 75.0% in 2.5 s; R is the fastest, 50.0% in 1.5 s.'
    >>> unsure = Interval(0.25, 0.5)
    >>> trade_off_finding([TradeOff("R", 1.5, unsure, None), TradeOff("S", 2.5, unsure, None)]).split("; ")[0]
    'R, like S, solves most pairs for certain, 25.0 to 50.0% in 1.5 s, and is the fastest'
    """
    methods = [point for point in points if point.method != OPTIMUM]
    if not methods:
        return ""
    best = max(methods, key=lambda point: (point.accuracy.low, -point.seconds))
    fastest = min(methods, key=lambda point: point.seconds)
    others = [point.accuracy.high for point in methods if point is not best]
    is_open = not best.accuracy.known and max(others, default=0.0) > best.accuracy.low
    name = _like(best.method, [point.method for point in methods if point.accuracy.low == best.accuracy.low])
    words = f"{name} solves most pairs{' for certain' * is_open}, {_percent(best)} in {best.seconds:.3g} s"
    if fastest is best:
        return f"{words}, and is the fastest{_OPEN * is_open}."
    return f"{words}; {fastest.method} is the fastest, {_percent(fastest)} in {fastest.seconds:.3g} s{_OPEN * is_open}."


_OPEN = "; which solves most in truth the open optima decide"


def _percent(point: TradeOff) -> str:
    return " to ".join(dict.fromkeys(f"{100 * end:.1f}" for end in point.accuracy)) + "%"


def headline(rows: Sequence[Gaps]) -> str:
    """What an experiment has found, in one sentence: what the usual search misses, or the best of those that miss.

    `rows` are the gaps of every method over all pairs of an experiment.

    >>> headline([])
    'No method was measured.'
    """
    if not rows:
        return "No method was measured."
    missing = [row for row in rows if row.missed.high > 0]
    if not missing:
        return f"Every method is at the optimum of all {rows[0].pairs:,} pairs."
    usual = [row for row in missing if row.method == "S+4R"]
    row = usual[0] if usual else min(missing, key=lambda row: row.gap.low)
    name = "S+4R, the search of smatch," if usual else f"{row.method}, the best of those that miss,"
    pairs = " to ".join(dict.fromkeys(f"{100 * end:.1f}" for end in row.missed))
    triples = " to ".join(dict.fromkeys(f"{end:.3g}" for end in row.gap))
    return f"{name} misses the optimum of {pairs}% of {row.pairs:,} pairs, by {triples} triples of a pair on average."


def growth_finding(rows: Sequence[Growth], term: str = SIZE) -> str:
    """For which methods the gap grows with size, or with another term, and for which the data do not tell.

    >>> solved = Growth("news", "S", 30, 0, 0, (8, 40), (0, 4), ())
    >>> growth_finding([solved, Growth("news", "R", 30, 2, 9, (8, 40), (0, 4), ())])
    'The data do not tell for R; nothing was missed by S.'
    """
    growing: list[str] = []
    falling: list[str] = []
    unclear: list[str] = []
    nothing: list[str] = []
    for row in rows:
        found = row.term(term)
        if found is None:
            (unclear if row.missed_pairs or row.open_pairs else nothing).append(row.method)
        else:
            (falling, unclear, growing)[1 + found.sign].append(row.method)
    parts = [
        f"{words} {', '.join(methods)}"
        for words, methods in (
            (f"the gap grows with {term} for", growing),
            ("it falls for", falling),
            ("the data do not tell for", unclear),
            ("nothing was missed by", nothing),
        )
        if methods
    ]
    return _capital("; ".join(parts)) + "." if parts else ""


def agreement_finding(panels: Sequence[Panel]) -> str:
    """By how much a method stays below the optimum at most, in a group.

    >>> agreement_finding([Panel("A – B", ("1", "2"), {"optimum": (0.8, 0.9), "S": (0.7, 0.9)}, (0.8, 0.9))])
    'Farthest below the optimum is S, by 10.0 points of F1 (A – B, group 1).'
    """
    losses = [
        (100 * (optimum - found), method, f"{panel.title}, group {group}")
        for panel in panels
        for method, scores in panel.f1.items()
        for group, optimum, found in zip(panel.groups, panel.f1[OPTIMUM], scores, strict=True)
        if optimum is not None and found is not None
    ]
    loss, method, where = max(losses, default=(0.0, "", ""))
    is_open = any(
        found is not None and most > found
        for panel in panels
        for found, most in zip(panel.f1[OPTIMUM], panel.optimum_at_most, strict=True)
    )
    best = "best known score" if is_open else "optimum"
    if loss <= 0:
        return f"Every method is at the {best}."
    return f"Farthest below the {best} is {method}, by {loss:.1f} points of F1 ({where})."


def seed_finding(rows: Sequence[SeedLosses]) -> str:
    """Whose score depends most on the seed.

    >>> seed_finding([SeedLosses("R", (1.0, 3.5)), SeedLosses("S", (1.0, 1.0))])
    'The seed decides about most for R: 2.50 points of F1.'
    """
    width, method = max((max(row.losses) - min(row.losses), row.method) for row in rows)
    return f"The seed decides about most for {method}: {width:.2f} points of F1." if width else "No seed matters."


def anytime_finding(rows: Sequence[Anytime]) -> str:
    """Which method's runs reach the optimum most often, which others as often, and how soon.

    >>> anytime_finding([Anytime("S", 4, (1, 2, 2), (0.001, 0.002, 0.002)), Anytime("R", 4, (9,), (0.01,))])
    'S is at the optimum most often: in 75.0% of its runs on proved pairs, half of these within 2 steps and 0.002 s.'
    """
    best = max(rows, key=lambda row: (row.share, -_median(row.steps)))
    if not best.steps:
        return "No run is ever at the optimum."
    share = f"in {100 * best.share:.1f}% of its runs on proved pairs"
    name = _like(best.method, [row.method for row in rows if row.share == best.share])
    return f"{name} is at the optimum most often: {share}, {_half_within(best.steps, best.seconds)}."


def targets_finding(rows: Sequence[Anytime]) -> str:
    """Which method reaches most of the targets, and how soon.

    >>> targets_finding([Anytime("S", 1, (), (), (1, 2, 2), (0.001, 0.002, 0.002))])
    'Of gaps of 10, 5, 2, 1 and 0% to proved optima S reaches most: 60.0%, half of these within 2 steps and 0.002 s.'
    """
    best = max(rows, key=lambda row: (row.target_share, -_median(row.target_steps)))
    if not best.target_steps:
        return "No run reaches any."
    *first, last = (f"{100 * target:g}" for target in TARGETS)
    most = f"{100 * best.target_share:.1f}%, {_half_within(best.target_steps, best.target_seconds)}"
    name = _like(best.method, [row.method for row in rows if row.target_share == best.target_share])
    return f"Of gaps of {', '.join(first)} and {last}% to proved optima {name} reaches most: {most}."


def _half_within(steps: Sequence[int], seconds: Sequence[float]) -> str:
    return f"half of these within {_median(steps):,} steps and {_median(seconds):.2g} s"


def _median(ordered: Sequence[float]) -> float:
    """The lower median of sorted numbers; infinite of none."""
    return ordered[(len(ordered) - 1) // 2] if ordered else math.inf


def _like(best: str, as_good: Sequence[str]) -> str:
    """A method, and those that are as good: a caption that names one alone says that it is better than all others.

    >>> _like("S", ["R", "S"]), _like("S", ["S"])
    ('S, like R,', 'S')
    """
    others = [name for name in as_good if name != best]
    return f"{best}, like {', '.join(others)}," if others else best


def gap_curves_finding(rows: Sequence[Anytime]) -> str:
    """Which method ends nearest to the optimum, and which farthest from it.

    >>> gap_curves_finding([Anytime("S", 4, (), (), (), (), (1.0, 0.5)), Anytime("R", 4, (), (), (), (), (1.0, 0.75))])
    'S ends nearest to the optimum: 50% below it on average; R farthest: 75%.'
    """
    ends = sorted((row.gap_at_steps[-1], row.method) for row in rows if row.gap_at_steps)
    if not ends:
        return ""
    (least, best), (most, worst) = ends[0], ends[-1]
    name = _like(best, [method for gap, method in ends if gap == least])
    words = f"{name} ends nearest to the optimum: {100 * least:.2g}% below it on average"
    return f"{words}; {worst} farthest: {100 * most:.2g}%." if most > least else f"{words}."


def profile_finding(rows: Sequence[PerformanceProfile]) -> str:
    """Which method is the fastest on most pairs, and which solves most.

    >>> profile_finding([PerformanceProfile("S", 4, (1.0, 1.5)), PerformanceProfile("exact", 4, (1, 1, 2, 9))])
    'Of the proved pairs exact is the fastest to solve most (50.0%); exact solves most in all (100.0%).'
    """
    fastest, most = max(rows, key=lambda row: row.share(1.0)), max(rows, key=lambda row: len(row.ratios))
    name = _like(most.method, [row.method for row in rows if len(row.ratios) == len(most.ratios)])
    return (
        f"Of the proved pairs {fastest.method} is the fastest to solve most ({100 * fastest.share(1.0):.1f}%); "
        f"{name} solves most in all ({100 * most.share(math.inf):.1f}%)."
    )


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
