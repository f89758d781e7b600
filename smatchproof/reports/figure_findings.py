"""What each figure of a report shows, in a sentence for its caption."""

from __future__ import annotations

from collections.abc import Sequence

from smatchproof.experiments.gaps import Gaps
from smatchproof.experiments.growth import SIZE, Growth
from smatchproof.experiments.tables import OPTIMUM
from smatchproof.reports.experiment_figures import Panel, Spread, TradeOff


def trade_off_finding(points: Sequence[TradeOff]) -> str:
    """Which method solves most pairs, and in what time.

    >>> from smatchproof.inference.interval import Interval
    >>> half, most = Interval(0.5, 0.5), Interval(0.75, 0.75)
    >>> trade_off_finding([TradeOff("R", 1.5, half, None), TradeOff("S", 2.5, most, None)])
    'S solves most pairs, 75.0% in 2.5 s; R is the fastest, 50.0% in 1.5 s.'
    >>> unsure = Interval(0.25, 0.5)
    >>> trade_off_finding([TradeOff("R", 1.5, unsure, None), TradeOff("S", 2.5, unsure, None)]).split("; ")[0]
    'R solves most pairs for certain, 25.0 to 50.0% in 1.5 s, and is the fastest'
    """
    methods = [point for point in points if point.method != OPTIMUM]
    if not methods:
        return ""
    best = max(methods, key=lambda point: (point.accuracy.low, -point.seconds))
    fastest = min(methods, key=lambda point: point.seconds)
    others = [point.accuracy.high for point in methods if point is not best]
    is_open = not best.accuracy.known and max(others, default=0.0) > best.accuracy.low
    words = f"{best.method} solves most pairs{' for certain' * is_open}, {_percent(best)} in {best.seconds:.3g} s"
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


def size_finding(rows: Sequence[Growth], term: str = SIZE) -> str:
    """For which methods the gap grows with size, or with another term, and for which the data do not tell."""
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
    """By how much a method stays below the optimum at most, in a group."""
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


def spread_finding(rows: Sequence[Spread]) -> str:
    """Whose score depends most on the seed.

    >>> spread_finding([Spread("R", (1.0, 3.5)), Spread("S", (1.0, 1.0))])
    'The seed decides about most for R: 2.50 points of F1.'
    """
    width, method = max((max(row.losses) - min(row.losses), row.method) for row in rows)
    return f"The seed decides about most for {method}: {width:.2f} points of F1." if width else "No seed matters."


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
