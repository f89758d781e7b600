"""Sentences that state the findings of an experiment and of each figure of its report."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter

from smatchproof.base.text import many
from smatchproof.experiments.findings.gaps import Gaps
from smatchproof.experiments.findings.growth import REENTRANCY, Growth, Shape
from smatchproof.inference.interval import Interval
from smatchproof.reports.tables.experiment_tables import growth_band, growth_estimate

# ---- the experiment


def headline(rows: Sequence[Gaps]) -> str:
    """State the finding of an experiment: the misses of the usual search, or of the method with the least mean gap
    above 0, and the methods that miss nothing.

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
    name = "S+4R, the search of smatch," if usual else f"{row.method}, with the least mean gap of those that miss any,"
    triples = _ends(row.gap, ".3g")
    said = (
        f"{name} misses the optimum of {_percent(row.missed)} of {row.pairs:,} pairs, by {triples} triples of a pair "
        "on average."
    )
    exact = [row.method for row in rows if row not in missing]
    return said + (f" Nothing is missed by {', '.join(exact)}." if exact else "")


# ---- growth


def growth_sentence(rows: Sequence[Growth]) -> str:
    """Answer "how does the gap grow?" for the method of the headline over the pairs of one source, at sizes that pairs
    have. The table says the same of every method.

    >>> growth_sentence([])
    'No method was measured.'
    """
    if not rows:
        return "No method was measured."
    missing = [row for row in rows if row.missed_pairs or row.open_pairs]
    if not missing:
        return _sentence(f"nothing was missed on {many(rows[0].pairs, 'pair')} of {_ends(rows[0].sizes)} variables")
    usual = [row for row in missing if row.method == "S+4R"]
    row = usual[0] if usual else min(missing, key=lambda row: row.missed_pairs)
    steps = ", ".join(f"{_ends(gap, '.3g')} at {size:.3g}" for size, gap in row.steps)
    unproved = f", {row.open_pairs:,} of them not proved," * bool(row.open_pairs)
    where = f"the mean gap of {row.method} over {many(row.pairs, 'pair')}{unproved}"
    along = f"(in triples, by variables: {steps})"
    said = {
        Shape.UNKNOWN: f"whether {where} grows with size they do not tell {along}",
        Shape.FALLS: f"{where} falls with size {along}",
        Shape.GROWS: f"{where} grows with size {along}{_rate(row)}; whether faster and faster is not known",
        Shape.FASTER: f"{where} grows with size, faster and faster {along}",
        Shape.SLOWER: f"{where} grows with size, ever more slowly {along}",
        Shape.NOTHING: f"nothing was missed by {row.method}",
    }
    one_size = f"{where} is {_ends(row.steps[0][1], '.3g')} triples; all are of {_ends(row.sizes)} variables"
    sentences = [said[row.shape] if len({*row.sizes}) > 1 else one_size]
    term = row.term(REENTRANCY)
    if term is not None and term.sign:
        band = f"{growth_estimate(term)} triples (95%: {growth_band(term)})"
        sentences.append(f"a further re-entrancy adds {band}, the size held")
    return " ".join(map(_sentence, sentences))


def _rate(row: Growth) -> str:
    """The slope in words."""
    if row.slope is None:
        return ""
    return f", by {growth_estimate(row.slope)} for each further variable (95%: {growth_band(row.slope)})"


# ---- figures


def ranked(what: str, found: Iterable[tuple[str, float]], unit: str = "%") -> str:
    """State the least and the most that methods have of something, with all methods that have it.

    >>> ranked("pairs solved", [("S", 75.0), ("R", 50.0), ("ILS", 75.0)])
    'Pairs solved: from 50% (R) to 75% (S, ILS).'
    >>> ranked("pairs solved", [("S", 75.0)]), ranked("pairs solved", [])
    ('Pairs solved: 75% (S).', '')
    """
    methods: dict[str, list[str]] = {}
    for method, value in sorted(found, key=itemgetter(1)):
        methods.setdefault(f"{value:.3g}{unit}", []).append(method)
    if not methods:
        return ""
    shown = [f"{value} ({', '.join(names)})" for value, names in methods.items()]
    return _sentence(f"{what}: " + (f"from {shown[0]} to {shown[-1]}" if len(shown) > 1 else shown[0]))


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
