"""Sentences that state the findings of an experiment and of each figure of its report."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from smatchproof.experiments.anytime import TARGETS, Anytime
from smatchproof.experiments.gaps import Gaps
from smatchproof.experiments.growth import INTERACTION, REENTRANCY, SIZE, Growth
from smatchproof.experiments.method_comparison import PerformanceProfile
from smatchproof.experiments.tables import OPTIMUM, Accuracy, Totals
from smatchproof.inference.interval import Interval
from smatchproof.reports.figures.experiment_figures import Panel
from smatchproof.reports.tables.experiment_tables import growth_band, growth_estimate

# ---- the experiment


def headline(rows: Sequence[Gaps]) -> str:
    """State the finding of an experiment in a sentence: the misses of the usual search, or of the best that misses.

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
    triples = _ends(row.gap, ".3g")
    return (
        f"{name} misses the optimum of {_percent(row.missed)} of {row.pairs:,} pairs, by {triples} triples of a pair "
        "on average."
    )


# ---- growth

_ANSWERS = {
    SIZE: ("it grows with size", "it falls with size", "with each further variable"),
    REENTRANCY: ("it grows with re-entrancy", "it falls with re-entrancy", "with each further re-entrancy"),
    INTERACTION: (
        "a re-entrancy costs more in larger graphs",
        "a re-entrancy costs less in larger graphs",
        "for both together",
    ),
}
"""For each term: the words for a coefficient above 0, for one below 0, and for its unit."""
_DOES_NOT_VARY = {
    SIZE: "all pairs are of one size, so that what size does the data do not tell",
    REENTRANCY: "what re-entrancy does the data do not tell, for it does not vary by itself",
}


def growth_paragraph(rows: Sequence[Growth]) -> str:
    """Answer "how does the gap grow?" for the methods of one source, or say that the data do not decide it.

    >>> growth_paragraph([])
    'No method was measured.'
    """
    if not rows:
        return "No method was measured."
    first = rows[0]
    open_pairs = "all optima are proved"
    if first.open_pairs:
        open_pairs = f"{first.open_pairs:,} {'optimum is' if first.open_pairs == 1 else 'optima are'} open"
    about = (
        f"How the mean gap of a method, in triples, grows over {first.pairs:,} pairs of {_ends(first.sizes)} "
        f"variables and {_ends(first.reentrancies)} re-entrancies ({open_pairs}):"
    )
    missing = [row for row in rows if row.missed_pairs or any(each.estimate.high for _, each in row.terms)]
    sentences = [sentence for name in _ANSWERS for sentence in _answers(name, missing)]
    others = [row for row in rows if row not in missing]
    if unclear := [row.method for row in others if row.open_pairs]:
        sentences.append(f"whether anything was missed by {' and '.join(unclear)} the open optima decide")
    if nothing := [row.method for row in others if not row.open_pairs]:
        sentences.append(f"nothing was missed by {' and '.join(nothing)}")
    if sum(len(row.terms) for row in missing) > 1:
        sentences.append("each interval is for one coefficient alone: of twenty, one misses its truth on average")
    return " ".join([about, *map(_sentence, sentences)])


def _answers(name: str, rows: Sequence[Growth]) -> Iterator[str]:
    """Make sentences about one term: for the methods whose gap grows, for those whose gap falls, and for the others."""
    grows, falls, each_one = _ANSWERS[name]
    found = [(row.method, term) for row in rows if (term := row.term(name)) is not None]
    for sign, answer in ((1, grows), (-1, falls), (0, f"whether {grows} the data do not tell")):
        some = []
        for method, term in found:
            if term.sign == sign:
                band = growth_band(term)
                sure = f"95% {band}" if band else "too few pairs for an interval"
                some.append(f"{method} {growth_estimate(term)} {each_one} ({sure})")
        if some:
            yield f"{answer}: {'; '.join(some)}"
    if rows and not found and name in _DOES_NOT_VARY:
        yield _DOES_NOT_VARY[name]


def growth_finding(rows: Sequence[Growth], term: str = SIZE) -> str:
    """List the methods whose gap grows with size, or with another term, and those for which the data do not decide it.

    >>> solved = Growth("news", "S", 30, 0, 0, (8, 40), (0, 4), ())
    >>> growth_finding([solved, Growth("news", "R", 30, 2, 9, (8, 40), (0, 4), ())])
    'The data do not tell for R; nothing was missed by S.'
    """
    signs: dict[str, int | None] = {}
    for row in rows:
        found = row.term(term)
        unclear = 0 if row.missed_pairs or row.open_pairs else None
        signs[row.method] = unclear if found is None else found.sign
    words: dict[int | None, str] = {1: f"the gap grows with {term} for", -1: "it falls for"}
    words |= {0: "the data do not tell for", None: "nothing was missed by"}
    some = [
        f"{start} {', '.join(methods)}"
        for sign, start in words.items()
        if (methods := [method for method, each in signs.items() if each == sign])
    ]
    return _sentence("; ".join(some)) if some else ""


# ---- figures


def trade_off_finding(rows: Sequence[Accuracy]) -> str:
    """Which method solves most pairs, and in what time; where optima are open, for certain."""
    methods = [(row, row.pair_accuracy) for row in rows if row.method != OPTIMUM and row.pair_accuracy]
    if not methods:
        return ""
    best, most = max(methods, key=lambda each: (each[1].low, -each[0].seconds))
    fastest, its = min(methods, key=lambda each: each[0].seconds)
    is_open = not most.known and any(accuracy.high > most.low for row, accuracy in methods if row is not best)
    name = _like(best.method, [row.method for row, accuracy in methods if accuracy.low == most.low])
    words = f"{name} solves most pairs{' for certain' * is_open}, {_percent(most)} in {best.seconds:.3g} s"
    unsure = "; which solves most in truth the open optima decide" * is_open
    if fastest is best:
        return f"{words}, and is the fastest{unsure}."
    return f"{words}; {fastest.method} is the fastest, {_percent(its)} in {fastest.seconds:.3g} s{unsure}."


def agreement_finding(panels: Sequence[Panel]) -> str:
    """State how far a method stays below the optimum at most, in a group."""
    losses, is_open = [(0.0, "", "")], False
    for panel in panels:
        optimum = next(curve for curve in panel.curves if curve.name == OPTIMUM)
        is_open |= any(most > found for found, most in zip(optimum.y, optimum.most, strict=True))
        for curve in panel.curves:
            for group, best, found in zip(panel.ticks, optimum.y, curve.y, strict=True):
                losses += [(best - found, curve.name, f"{panel.title}, group {group}")] * (best > found)
    loss, method, where = max(losses)
    best_known = "best known score" if is_open else "optimum"
    if not loss:
        return f"Every method is at the {best_known}."
    return f"Farthest below the {best_known} is {method}, by {loss:.1f} points of F1 ({where})."


def seed_finding(rows: Sequence[Totals]) -> str:
    """Name the method whose score depends most on the seed.

    >>> proved = Interval(1.0, 1.0)
    >>> seed_finding([Totals("news", "R", 9, (0.99, 0.965), proved), Totals("news", "S", 9, (0.99, 0.99), proved)])
    'The seed decides about most for R: 2.50 points of F1.'
    """
    width, method = max((max(row.losses) - min(row.losses), row.method) for row in rows)
    return f"The seed decides about most for {method}: {width:.2f} points of F1." if width else "No seed matters."


def anytime_finding(rows: Sequence[Anytime], *, targets: bool = False) -> str:
    """Which method's runs reach the optimum most often, or most of the targets, which others as often, and how soon.

    >>> anytime_finding([Anytime("S", 4, (1, 2, 2), (0.001, 0.002, 0.002)), Anytime("R", 4, (9,), (0.01,))])
    'S is at the optimum most often: in 75.0% of its runs on proved pairs, half of these within 2 steps and 0.002 s.'
    >>> anytime_finding([Anytime("S", 1, (), (), (1, 2, 2), (0.001, 0.002, 0.002))], targets=True)
    'Of gaps of 10, 5, 2, 1 and 0% to proved optima S reaches most: 60.0%, half of these within 2 steps and 0.002 s.'
    """
    found = [
        (row.target_share, row.target_steps, row.target_seconds) if targets else (row.share, row.steps, row.seconds)
        for row in rows
    ]
    share, steps, seconds = best = max(found, key=lambda each: (each[0], -_median(each[1])))
    if not steps:
        return "No run reaches any." if targets else "No run is ever at the optimum."
    as_good = [row.method for row, each in zip(rows, found, strict=True) if each[0] == share]
    name = _like(rows[found.index(best)].method, as_good)
    half = f"half of these within {_median(steps):,} steps and {_median(seconds):.2g} s"
    if not targets:
        return f"{name} is at the optimum most often: in {100 * share:.1f}% of its runs on proved pairs, {half}."
    *first, last = (f"{100 * target:g}" for target in TARGETS)
    return (
        f"Of gaps of {', '.join(first)} and {last}% to proved optima {name} reaches most: {100 * share:.1f}%, {half}."
    )


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


def _percent(share: Interval) -> str:
    return _ends((100 * share.low, 100 * share.high), ".1f") + "%"


def _ends(ends: tuple[float, float], form: str = "g") -> str:
    """The ends in words.

    >>> _ends((0, 4)), _ends((1, 1))
    ('0 to 4', '1')
    """
    return " to ".join(dict.fromkeys(f"{end:{form}}" for end in ends))


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."
