"""The report of an experiment: how far methods are from the optimum, where, and on which pairs, as one HTML page.

The page needs nothing but itself: style, script and figures are in it, and it says to the browser that it may load
nothing else.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from smatchproof.base.files import refuse_same_files, write_files
from smatchproof.base.record import replace
from smatchproof.lab.experiments import experiment_figures as figures, experiment_tables as tables
from smatchproof.lab.experiments.alignment_views import AlignmentView, alignment_views
from smatchproof.lab.experiments.anytime import anytime
from smatchproof.lab.experiments.experiment_tables import FoundKey, found_key
from smatchproof.lab.experiments.folder import PAIRS, ROWS, TABLE, read_results, read_specification, written_files
from smatchproof.lab.experiments.gaps import Gaps, gaps, gaps_by, gaps_by_size, have_all_sources, worst_pairs
from smatchproof.lab.experiments.results import PairResult, Results, is_users
from smatchproof.lab.experiments.rows import read_rows
from smatchproof.lab.experiments.stored_pairs import OF_A_METHOD, StoredPair, read_stored_pairs
from smatchproof.lab.experiments.study import is_suite, reference, suite_rows
from smatchproof.lab.experiments.tables import table1, table2, violations
from smatchproof.reports.figures.panels import Panel, panels_figure, styles
from smatchproof.reports.pages.pair_page import template
from smatchproof.reports.tables.cells import Cell, FormattedTable

PAGE = "report.html"
"""The report's file in an experiment's folder."""
DOCUMENTS, WORST_PAIRS, MISSES = 500, 24, 20
"""The most documents and worst pairs that a page shows, and the most pairs of a method in the table of misses."""


def write_report(folder: str | Path) -> Path:
    """Write ``report.html`` next to the rows of an experiment, finished or not; returns its path.

    Reads the rows twice and keeps what tables need of them. Raises :class:`InputError` where there are no rows, or
    wrong ones.
    """
    folder = Path(folder)
    refuse_same_files([folder / PAGE], written_files(folder))  # before what takes long
    results, is_finished = read_results(folder)
    specification = read_specification(folder)
    users = [method for method in results.methods if is_users(method)]
    worst = _worst(results, read_stored_pairs(folder / PAIRS, results), users or results.methods)
    pages = _pages(worst)
    overall, (pooled, _) = gaps(results), next(results.by_source())
    by_size, documents, sizes = gaps_by_size(results), table1(results), [pair.variables for pair in results.pairs]
    suite = suite_rows(results)
    text = template("report.html.j2").render(
        title=specification.get("name") or folder.resolve().name,
        results=results,
        users=users,
        sizes=(min(sizes), max(sizes)),
        headlines=_headlines([row for row in overall if row.source == pooled and row.method in users], pages),
        specification=json.dumps(specification, indent=2, ensure_ascii=False) if specification else "",
        rests_on=tables.RESTS_ON,
        unfinished="" if is_finished else tables.UNFINISHED,
        table_file=TABLE if is_finished else ROWS,
        gaps=tables.formatted_gaps([row for row in overall if row.source == pooled], pages=pages),
        gaps_by_source=replace(tables.formatted_gaps(overall, pages=pages), name="gaps-by-source"),
        failures=tables.formatted_failures(results),
        where=_where(results, by_size, users),
        gaps_by_size=tables.formatted_gaps(by_size, by_size=True),
        worst=worst,
        misses=tables.formatted_misses(results, MISSES, pages, users),
        on_the_way=_drawn(
            "anytime",
            figures.anytime_panels(anytime(read_rows(folder / ROWS), results)),
            "Mean gap by steps and seconds, over the runs on pairs whose optimum is proved. A run that has found "
            "nothing yet misses all; one that has ended or failed stays where it was",
            results,
            users,
        ),
        suite=tables.formatted_suite(suite, reference()) if is_suite(specification, suite) else None,
        table2=tables.formatted_table2(table2(results)),
        table1=tables.formatted_table1(documents[:DOCUMENTS]),
        documents=len(documents),
        violations=tables.formatted_violations(violations(results)),
    )
    write_files({str(folder / PAGE): text}, inputs=written_files(folder))
    return folder / PAGE


def _headlines(rows: Sequence[Gaps], pages: Mapping[FoundKey, str]) -> list[tuple[str, str, str]]:
    """Each method with the sentence about it, and the link of its worst pair."""
    return [(row.method, tables.headline(row), pages.get(found_key(row.worst_pair, row.method), "")) for row in rows]


def _where(results: Results, by_size: Sequence[Gaps], users: Sequence[str]) -> list[tuple[str, str]]:
    """The figures of gaps against what pairs differ in, with captions: by source first, where there are several.

    A curve over several sources is only drawn if each has pairs in every bin; it would show their mixture otherwise.
    """
    source, pairs = next(results.by_source())
    features = [
        figures.gap_panel(rows, label)
        for name, label in (
            ("reentrancies", "re-entrancies (mean of both graphs)"),
            ("repeated", "variables with a repeated concept (%)"),
        )
        if len({getattr(pair, name) for pair in pairs}) > 1
        and have_all_sources(pairs, name)
        and (rows := [*gaps_by(attrgetter(name), results, source, pairs)])
    ]
    each = [
        figures.gap_panel((row for row in by_size if row.source == name), "variables of the larger graph", name)
        for name in results.sources
    ]
    pooled = [row for row in by_size if row.source == source]
    by_method = figures.size_panels(pooled)
    has_bands = any(curve.bands and any(curve.bands) for panel in by_method for curve in panel.curves)
    said = "Gap against size" + ", with 95% bands" * has_bands
    why = "" if pooled else "; there is no curve over all, as their sizes differ"
    return [
        *_drawn("sources", each if len(each) > 1 else (), f"Gap against size, source by source{why}", results, users),
        *_drawn("size", by_method, f"{said}: {source}", results, users),
        *_drawn("features", features, f"Gap against re-entrancy and repeated concepts: {source}", results, users),
    ]


def _drawn(
    name: str, panels: Sequence[Panel], caption: str, results: Results, users: Sequence[str]
) -> list[tuple[str, str]]:
    """The panels as SVG, with their legend and caption; nothing without a curve. Other methods are behind users'."""
    from smatchproof.reports.figures.svg import svg

    if not any(panel.curves for panel in panels):
        return []
    behind = [method for method in results.methods if users and method not in users]
    figure = panels_figure(panels, styles(results.methods), behind)
    return [(svg(figure, name, f"{caption}; the curves: {', '.join(results.methods)}"), caption)]


# ---- the worst pairs


class _WorstPair(NamedTuple):
    """A pair that some method missed: the methods' values, and the drawn alignments where they are known."""

    pair: PairResult
    loss: int
    found: FormattedTable
    views: list[AlignmentView]


def _worst(results: Results, stored: Mapping[tuple[str, str], StoredPair], methods: Sequence[str]) -> list[_WorstPair]:
    """The pairs that each of these methods missed by most, its stored ones before others, drawn with this method."""
    chosen: dict[tuple[str, str], PairResult] = {}
    drawn: dict[tuple[str, str], list[str]] = defaultdict(list)
    for method in methods:
        missed = worst_pairs(results, method, len(results.pairs))
        missed.sort(key=lambda pair: (pair.source, pair.pair) not in stored)
        for pair in missed[:OF_A_METHOD]:
            chosen[pair.source, pair.pair] = pair
            drawn[pair.source, pair.pair].append(method)
    return [
        _worst_pair(pair, stored.get(key), drawn[key], number)
        for number, (key, pair) in enumerate([*chosen.items()][:WORST_PAIRS], 1)
    ]


def _worst_pair(pair: PairResult, stored: StoredPair | None, drawn: Collection[str], number: int) -> _WorstPair:
    lines = []
    for method, runs in pair.runs.items():
        if runs.matched:
            least, most, loss = min(runs.matched), max(runs.matched), pair.loss(method)
            shown = str(least) if least == most else f"{least} to {most}"
            cells = Cell(method, method), Cell(str(len(runs.matched)), len(runs.matched))
            lines.append((*cells, Cell(shown, least, "*" * (loss > 0)), Cell(str(loss), loss)))
    table = FormattedTable(
        f"found-{number}",
        f"Triples matched: {pair.source}, {pair.pair}",
        ("method", "runs", "matched", "worst gap"),
        tuple(lines),
    )
    loss = max(map(pair.loss, pair.runs))
    return _WorstPair(pair, loss, table, alignment_views(stored, drawn) if stored else [])


def _pages(worst: Sequence[_WorstPair]) -> dict[FoundKey, str]:
    """The links of the alignments of methods on the worst pairs, or of the pair where it shows no alignment."""
    pages = dict[FoundKey, str]()
    for number, each in enumerate(worst, 1):
        shown = {view.method: f"#pair{number}-{at}" for at, view in enumerate(each.views, 1)}
        for method in shown or each.pair.runs:
            pages[found_key(each.pair, method)] = shown.get(method, f"#pair{number}")
    return pages
