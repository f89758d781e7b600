"""How a gap grows, in words and as a table: what the first paragraph of a report says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from smatchproof.experiments.growth import INTERACTION, REENTRANCY, REPETITION, SIZE, Growth
from smatchproof.experiments.results import ALL
from smatchproof.inference.interval import Interval
from smatchproof.inference.regression import Coefficient
from smatchproof.reports.experiment_tables import Cell, FormattedTable, table_without_lone_source

_COLUMNS = (SIZE, REENTRANCY, INTERACTION, REPETITION)
_FOR_EACH = {
    SIZE: "with each further variable",
    REENTRANCY: "with each further re-entrancy",
    INTERACTION: "for both together",
}
_ANSWERS = {
    SIZE: {1: "it grows with size", -1: "it falls with size", 0: "whether it grows with size the data do not tell"},
    REENTRANCY: {
        1: "it grows with re-entrancy",
        -1: "it falls with re-entrancy",
        0: "whether it grows with re-entrancy the data do not tell",
    },
    INTERACTION: {
        1: "a re-entrancy costs more in larger graphs",
        -1: "a re-entrancy costs less in larger graphs",
        0: "whether a re-entrancy costs more in larger graphs the data do not tell",
    },
}
_DOES_NOT_VARY = {
    SIZE: "all pairs are of one size, so that what size does the data do not tell",
    REENTRANCY: "what re-entrancy does the data do not tell, for it does not vary by itself",
}


def growth_paragraph(rows: Sequence[Growth]) -> str:
    """The answer to "how does the gap grow?" for the methods of one source, or that the data do not tell.

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
        f"How the mean gap of a method, in triples, grows over {first.pairs:,} pairs of {_range(first.sizes)} "
        f"variables and {_range(first.reentrancies)} re-entrancies ({open_pairs}):"
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
    return " ".join([about, *(f"{sentence[:1].upper()}{sentence[1:]}." for sentence in sentences)])


def _answers(name: str, rows: Sequence[Growth]) -> Iterator[str]:
    """What the data say of one term: a sentence for the methods that grow, for those that fall, and for the others."""
    found = [(row.method, coefficient) for row in rows if (coefficient := row.term(name)) is not None]
    for sign, answer in _ANSWERS[name].items():
        some = [_of_method(method, name, each) for method, each in found if each.sign == sign]
        if some:
            yield f"{answer}: {'; '.join(some)}"
    if rows and not found and name in _DOES_NOT_VARY:
        yield _DOES_NOT_VARY[name]


def _of_method(method: str, name: str, coefficient: Coefficient) -> str:
    band = "too few pairs for an interval" if coefficient.band is None else f"95% {_band(coefficient.band)}"
    return f"{method} {_signed(coefficient)} {_FOR_EACH[name]} ({band})"


def _range(ends: tuple[float, float]) -> str:
    """The ends in words.

    >>> _range((0, 4)), _range((1, 1))
    ('0 to 4', '1')
    """
    return " to ".join(dict.fromkeys(f"{end:g}" for end in ends))


def _signed(coefficient: Coefficient) -> str:
    low, high = (f"{_least_digits(end):+}" for end in coefficient.estimate)
    return low if low == high else f"{low} to {high}"


def _band(band: Interval) -> str:
    return "{:+} to {:+}".format(*map(_least_digits, band))


def _least_digits(value: float) -> float:
    """A number with three significant digits, of which none is beyond the fifth place.

    >>> _least_digits(0.123456), _least_digits(0.000012345)
    (0.123, 1e-05)
    """
    return round(float(f"{value:.3g}"), 5) + 0.0


def formatted_growth(rows: Sequence[Growth]) -> FormattedTable:
    """The coefficients of every method, with their intervals."""
    lines = []
    for row in rows:
        names = {"method": row.method} | ({} if row.source == ALL else {"source": row.source})
        cells = [
            Cell(row.source, row.source),
            Cell(row.method, row.method),
            Cell(f"{row.pairs:,}", row.pairs, names),
            Cell(f"{row.open_pairs:,}", row.open_pairs, {**names, "only": "unproved"}),
        ]
        for name in _COLUMNS:
            coefficient = row.term(name)
            value = None if coefficient is None else coefficient.estimate.low
            cells += [
                Cell("–" if coefficient is None else _signed(coefficient), value, names),
                Cell("–" if coefficient is None or coefficient.band is None else _band(coefficient.band), None, names),
            ]
        lines.append(tuple(cells))
    headings = [text for name in _COLUMNS for text in (name, "95%")]
    notes = (
        "Triples more for each further variable of the larger graph, for each further re-entrancy (mean of both "
        "sides), for both together, and for each tenth of the variables more whose concept is repeated. Least squares, "
        "each term with the others held; intervals by the jackknife over clusters of pairs. A simple regression, no "
        "mixed model.",
        "–: does not vary by itself, nothing was missed, or too few pairs.",
    )
    columns = ("source", "method", "pairs", "open", *headings)
    return table_without_lone_source("growth-terms", "Growth of the gap", columns, tuple(lines), notes)
