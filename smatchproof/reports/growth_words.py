"""How a gap grows, in words and as a table: what the first paragraph of a report says."""

from __future__ import annotations

from collections.abc import Sequence

from smatchproof.experiments.growth import INTERACTION, REENTRANCY, REPETITION, SIZE, Growth
from smatchproof.experiments.results import ALL
from smatchproof.inference.regression import Coefficient
from smatchproof.reports.experiment_tables import Cell, FormattedTable, table_without_lone_source

_UNITS = {SIZE: "variable", REENTRANCY: "re-entrancy", REPETITION: "tenth of repeated concepts"}
_COLUMNS = (SIZE, REENTRANCY, INTERACTION, REPETITION)


def growth_paragraph(rows: Sequence[Growth]) -> str:
    """The answer to "how does the gap grow?" for the methods of one source, or that the data do not tell.

    >>> growth_paragraph([])
    'No method was measured.'
    """
    if not rows:
        return "No method was measured."
    first = rows[0]
    open_pairs = f"{first.open_pairs:,} optima are open" if first.open_pairs else "all optima are proved"
    about = (
        f"Over {first.pairs:,} pairs of {first.sizes[0]} to {first.sizes[1]} variables and {first.reentrancies[0]:g} "
        f"to {first.reentrancies[1]:g} re-entrancies ({open_pairs}), the mean gap of a method, in triples, grows so: "
    )
    return about + " ".join(_sentence(row) for row in rows)


def _sentence(row: Growth) -> str:
    if not row.missed_pairs and not any(coefficient.estimate.high for _, coefficient in row.terms):
        return f"{row.method} missed nothing."
    size, reentrancy = row.term(SIZE), row.term(REENTRANCY)
    if size is None:
        return f"{row.method}: all pairs are of one size, so that the data do not tell."
    parts = [_part(SIZE, size)]
    if reentrancy is not None:
        parts.append(_part(REENTRANCY, reentrancy))
    else:
        parts.append("re-entrancies do not vary by themselves")
    return f"{row.method}: {', '.join(parts)}{_together(row.term(INTERACTION))}."


def _part(name: str, coefficient: Coefficient) -> str:
    words = f"{_signed(coefficient)} with each further {_UNITS[name]} ({_band(coefficient)})"
    return words if coefficient.sign else f"{words}, which may be no growth"


def _together(coefficient: Coefficient | None) -> str:
    if coefficient is None:
        return ""
    words = f"{_signed(coefficient)} for both together ({_band(coefficient)})"
    if coefficient.band is None:
        return f"; {words}"
    effect = {
        1: "a re-entrancy costs more in larger graphs",
        -1: "a re-entrancy costs less in larger graphs",
        0: "whether a re-entrancy costs more in larger graphs the data do not tell",
    }[coefficient.sign]
    return f"; {words}: {effect}"


def _signed(coefficient: Coefficient) -> str:
    low, high = (f"{_least_digits(end):+}" for end in coefficient.estimate)
    return low if low == high else f"{low} to {high}"


def _band(coefficient: Coefficient) -> str:
    if coefficient.band is None:
        return "too few pairs for an interval"
    return "95% {:+} to {:+}".format(*map(_least_digits, coefficient.band))


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
                Cell("–" if coefficient is None or coefficient.band is None else _band(coefficient)[4:], None, names),
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
