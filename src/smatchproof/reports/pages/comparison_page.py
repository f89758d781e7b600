"""The pages of a comparison: table, pairs of two systems against each other; and the texts of all systems.

The pages need nothing but each other. They are many, and so without drawings: ``explain --html`` draws a pair.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from smatchproof.base.record import Record
from smatchproof.base.text import many
from smatchproof.graphs.graph import Graph
from smatchproof.reports.drawings.penman_text import penman_parts
from smatchproof.reports.figures.figure_style import GREY, INK, label_axes, literal_text, new_figure, scatter
from smatchproof.reports.figures.svg import svg
from smatchproof.reports.pages.pair_page import template
from smatchproof.reports.tables.cells import Cell, FormattedTable
from smatchproof.reports.tables.system_tables import TableStyle, formatted_systems
from smatchproof.scoring.pairs.comparison import ClaimStatus, Comparison
from smatchproof.scoring.systems.system_table import SystemTable
from smatchproof.scoring.systems.systems import ChangedPair

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_LONGEST_NAME = 24
_COLOUR = "#0072b2"
"""The colour of dots and rings."""


class SystemPairs(Record):
    """The pairs of a system next to those of the baseline, under the first metric.

    `scores` are (baseline, system) of every pair in the order of the reference, `changed` those that differ most.
    `links` has the page of each dot of :func:`~smatchproof.reports.figures.figure_style.merged` and the words for it,
    if there are pages.
    """

    system: str
    scores: Sequence[tuple[float, float]]
    changed: Sequence[ChangedPair]
    links: Mapping[tuple[float, float], tuple[str, str]]


def comparison_page(
    table: SystemTable, numbers: TableStyle, pairs: Sequence[SystemPairs], pages: Mapping[int, str]
) -> str:
    """The page as HTML. `pages` has the address of each sentence by its place in the reference, if there are pages."""
    scatters = []
    for number, each in enumerate(pairs):
        words = f"{table.metrics[0]} of each pair: {each.system} against {table.baseline}"
        changed = [(pair.other_score, pair.score) for pair in each.changed]
        linked = {dot: page for dot, (page, _) in each.links.items()}
        names = table.baseline, each.system
        figure = scatter_figure(each.scores, names, numbers.percent, changed, linked)
        scatters.append((svg(figure, f"scatter{number}", words, dict(each.links.values())), words))
    return template("comparison.html.j2").render(
        title=f"{many(len(table.systems), 'system')} on {many(table.reference.graphs, 'graph')}",
        table=formatted_systems(table, numbers),
        systems=table,
        scatters=scatters,
        changed=[_changed_table(table, numbers, each, pages, at) for at, each in enumerate(pairs)],
        sentences=next(iter(pages.values()), ""),
    )


def _changed_table(
    table: SystemTable, numbers: TableStyle, pairs: SystemPairs, pages: Mapping[int, str], at: int
) -> FormattedTable:
    rows = []
    for pair in pairs.changed:
        scores = [Cell(numbers.score(score), score) for score in (pair.other_score, pair.score)]
        id = Cell(pair.id, pair.id, page=pages.get(pair.place, ""))
        rows.append((id, *scores, Cell(numbers.signed(pair.change), pair.change)))
    columns = ("pair", table.baseline, pairs.system, "change")
    title = f"{pairs.system} against {table.baseline}, {table.metrics[0]}"
    return FormattedTable(f"changed{at}", title, columns, tuple(rows))


# ---- sentences


class Sentence(NamedTuple):
    """A sentence of the reference, by its position from 1, and its pairs: the system, and its texts as HTML."""

    position: int
    id: str
    text: str | None
    pairs: Sequence[tuple[str, str]]


def pair_texts(found: Comparison, graphs: tuple[Graph, Graph], system: str) -> str:
    """The counts of a pair, whether they are proved, and the texts of both graphs with what matches, as HTML."""
    return template("texts.html.j2").render(
        counts=found.counts,
        is_proved=found.status is ClaimStatus.CERTIFIED,
        texts=penman_parts(found, graphs) if found.left.variables and found.right.variables else (),
        sides=(system, "reference"),
    )


def sentences_page(sentences: Sequence[Sentence], number: int, neighbours: Sequence[tuple[str, str]]) -> str:
    """The page of some of `number` sentences; `neighbours` are links to other pages, with their words."""
    title = f"Sentences {sentences[0].position:,} to {sentences[-1].position:,} of {number:,}"
    return template("sentences.html.j2").render(title=title, sentences=sentences, neighbours=neighbours)


# ---- figures


@literal_text()
def scatter_figure(
    scores: Sequence[tuple[float, float]],
    names: tuple[str, str],
    percent: bool = False,
    changed: Sequence[tuple[float, float]] = (),
    pages: Mapping[tuple[float, float], str] | None = None,
) -> Figure:
    """Draw a dot for each pair: the score of the baseline (first) and of the system; larger dots are several pairs.

    The pairs that `changed` most have rings; `pages` has the link of each dot of :func:`merged`.

    >>> scatter_figure([(0.5, 0.75), (1.0, 1.0)], ("a", "b"), percent=True).axes[0].get_xlabel()
    'a (%)'
    """
    scale, unit = (100, " (%)") if percent else (1, "")
    figure = new_figure(4.4, 4.2)
    axes = figure.subplots()
    axes.plot([0, scale], [0, scale], color=GREY, linewidth=0.8)
    scatter(axes, scores, _COLOUR, scale=scale, pages=pages)
    for x, y in changed:
        axes.scatter([scale * x], [scale * y], s=42, facecolors="none", edgecolors=_COLOUR, linewidths=1.2, zorder=1)
    axes.text(0.02, 0.9, f"{_short(names[1])} better", transform=axes.transAxes, va="top", fontsize=8, color=INK)
    axes.text(0.98, 0.02, f"{_short(names[0])} better", transform=axes.transAxes, ha="right", fontsize=8, color=INK)
    label_axes(axes, f"{_short(names[0])}{unit}", f"{_short(names[1])}{unit}")
    axes.set_aspect("equal")
    return figure


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
