"""The page of a comparison: its table, intervals, the pairs of two systems against each other, what changed most.

The page needs nothing but itself and the pages of pairs that it links.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from smatchproof.base.record import Record
from smatchproof.base.text import many
from smatchproof.base.version import VERSION
from smatchproof.reports.figures.comparison_figures import interval_figure, scatter_figure
from smatchproof.reports.figures.panels import styles
from smatchproof.reports.figures.svg import svg
from smatchproof.reports.pages.pair_page import explain_page, template
from smatchproof.reports.pages.sentence_pages import Dot
from smatchproof.reports.tables.cells import Cell, FormattedTable
from smatchproof.reports.tables.system_tables import TableStyle, formatted_systems
from smatchproof.scoring.metrics.smatch import AlignmentMetric
from smatchproof.scoring.pairs.proof_status import evidence
from smatchproof.scoring.systems.bundle_evidence import BackedPair
from smatchproof.scoring.systems.changed_pairs import ChangedPair
from smatchproof.scoring.systems.system_table import SystemTable


class SystemPairs(Record):
    """The pairs of a system next to those of the baseline, under the first metric.

    `scores` are (baseline, system) of every pair in the order of the reference, `changed` those that differ most.
    `dots` has the page of each dot of :func:`~smatchproof.reports.figures.figure_style.merged`, if there are pages, and
    `listing` the page of all.
    """

    system: str
    scores: Sequence[tuple[float, float]]
    changed: Sequence[ChangedPair]
    dots: Mapping[tuple[float, float], Dot]
    listing: str


def comparison_page(
    table: SystemTable,
    numbers: TableStyle,
    pairs: Sequence[SystemPairs],
    pages: Mapping[tuple[str, int], str],
    sentences: str,
    files: Sequence[str],
) -> str:
    """The page as HTML. `pages` has the page of a pair by system and place; `sentences`, if there is one, and `files`
    are those to be linked.
    """
    shown = formatted_systems(table, numbers)
    figures, looks = [], styles(table.systems)
    for number, metric in enumerate(table.metrics):
        rows = [row for row in table.rows if row.metric == metric]
        if any(row.score is not None for row in rows):
            words = f"{metric}, with {table.inference.level:.0%} intervals"
            found = ", ".join(f"{row.system} {numbers.score(row.score.low)}" for row in rows if row.score is not None)
            figure = interval_figure(rows, metric, looks, numbers.percent)
            picture = svg(figure, f"interval{number}", f"{words}: {found}")
            figures.append((picture, words))
    scatters = []
    for number, each in enumerate(pairs):
        words = f"{table.metrics[0]} of each pair: {each.system} against {table.baseline}"
        changed = [(pair.other_score, pair.score) for pair in each.changed]
        linked = {place: dot.page for place, dot in each.dots.items()}
        names, colour = (table.baseline, each.system), looks[each.system].colour
        figure = scatter_figure(each.scores, names, colour, numbers.percent, changed, linked)
        links = {dot.page: dot.words for dot in each.dots.values()}
        scatters.append((svg(figure, f"scatter{number}", words, links), words, each.listing))
    return template("comparison.html.j2").render(
        title=f"{many(len(table.systems), 'system')} on {many(table.reference.graphs, 'graph')}",
        version=VERSION,
        table=shown,
        systems=table,
        figures=figures,
        scatters=scatters,
        changed=[_changed_table(table, numbers, each, pages, at) for at, each in enumerate(pairs)],
        files=files,
        sentences=sentences,
    )


def _changed_table(
    table: SystemTable, numbers: TableStyle, pairs: SystemPairs, pages: Mapping[tuple[str, int], str], at: int
) -> FormattedTable:
    rows = []
    for pair in pairs.changed:
        ends = ((table.baseline, pair.other_score), (pairs.system, pair.score))
        linked = [Cell(numbers.score(score), score, page=pages.get((system, pair.place), "")) for system, score in ends]
        rows.append((Cell(pair.id, pair.id), *linked, Cell(numbers.signed(pair.change), pair.change)))
    columns = ("pair", table.baseline, pairs.system, "change")
    title = f"{pairs.system} against {table.baseline}, {table.metrics[0]}"
    return FormattedTable(f"changed{at}", title, columns, tuple(rows))


def compared_pair_page(pair: BackedPair, metric: AlignmentMetric, id: str, system: str) -> str:
    """The page of one pair of a system and the reference."""
    assert pair.claim is not None and pair.sentences is not None
    sides, why = (system, "reference"), evidence(pair.claim, metric.settings)
    title, signature = f"{id} of {system}", metric.signature
    told = title, why, pair.sentences, sides
    return explain_page(
        pair.claim.comparison, metric.settings, *told, signature=signature, graphs=pair.graphs,
        comparison_page="../index.html",
    )  # fmt: skip
