"""The report of an experiment: how far methods are from the optimum, where, and on which pairs, as one HTML page.

The page needs nothing but itself: style, script and figures are in it, and it says to the browser that it may load
nothing else.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from smatchproof.base.files import refuse_same_files, write_files
from smatchproof.base.record import Record, replace
from smatchproof.lab.experiments import experiment_figures as figures, experiment_tables as tables
from smatchproof.lab.experiments.gaps import Gaps, differences, gaps, gaps_by_size, worst_pairs
from smatchproof.lab.experiments.results import PairResult, Results, is_users
from smatchproof.lab.experiments.rows import read_rows
from smatchproof.lab.experiments.runner import PAIRS, ROWS, TABLE, read_results, read_specification, written_files
from smatchproof.lab.experiments.stored_pairs import OF_A_METHOD, StoredPair, read_stored_pairs
from smatchproof.lab.experiments.study import is_suite, reference, suite_rows
from smatchproof.lab.experiments.tables import table1, table2
from smatchproof.public import matching, recounted
from smatchproof.reports.drawings.drawing import Drawing
from smatchproof.reports.drawings.pair_drawing import pair_drawing
from smatchproof.reports.figures.panels import Panel, panels_figure, styles
from smatchproof.reports.pages.pair_page import PARTNERS, is_too_large, template
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
    pages = {each.pair.key: f"#pair{number}" for number, each in enumerate(worst, 1)}
    overall, (pooled, _) = gaps(results), next(results.by_source())
    by_source = tables.formatted_gaps([row for row in overall if row.source != pooled], pages=pages)
    by_size, documents, sizes = gaps_by_size(results), table1(results), [pair.variables for pair in results.pairs]
    suite = suite_rows(results)
    text = template("report.html.j2").render(
        title=specification.get("name") or folder.resolve().name,
        results=results,
        users=users,
        sizes=(min(sizes), max(sizes)),
        specification=json.dumps(specification, indent=2, ensure_ascii=False) if specification else "",
        rests_on=tables.RESTS_ON,
        unfinished="" if is_finished else tables.UNFINISHED,
        table_file=TABLE if is_finished else ROWS,
        gaps=tables.formatted_gaps([row for row in overall if row.source == pooled], pages=pages),
        gaps_by_source=replace(by_source, name="gaps-by-source", notes=()),
        against=[*_against(results, users, pooled)],
        failures=tables.formatted_failures(results),
        late=tables.limit_notes(results),
        where=_where(results, by_size, users),
        worst=worst,
        misses=tables.formatted_misses(results, MISSES, pages, users),
        on_the_way=_drawn(
            "anytime",
            figures.anytime_panels(figures.anytime(read_rows(folder / ROWS), results)),
            "Mean gap by steps and seconds, over the runs on pairs whose optimum is proved. A run that has found "
            "nothing yet misses all; one that has ended or failed stays where it was",
            results,
            users,
        ),
        suite=tables.formatted_suite(suite, reference()) if is_suite(specification, suite) else None,
        table2=tables.formatted_table2(table2(results)),
        table1=tables.formatted_table1(documents[:DOCUMENTS]),
        documents=len(documents),
    )
    write_files({str(folder / PAGE): text}, inputs=written_files(folder))
    return folder / PAGE


def _against(results: Results, methods: Iterable[str], source: str) -> Iterator[FormattedTable]:
    """The differences of all other methods from each of these, over the pairs of the source."""
    for number, method in enumerate(methods if len(results.methods) > 1 else (), 1):
        if rows := [row for row in differences(results, method) if row.source == source]:
            yield replace(tables.formatted_differences(rows, method), name=f"against-{number}")


def _where(results: Results, by_size: Sequence[Gaps], users: Sequence[str]) -> list[tuple[str, str]]:
    """The figures of gaps against size, with captions: by source first, where there are several."""
    each = [
        figures.gap_panel((row for row in by_size if row.source == name), "variables of the larger graph", name)
        for name in results.sources
    ]
    source, _ = next(results.by_source())
    pooled = figures.size_panels([row for row in by_size if row.source == source])
    words = "Gap against size, with 95% bands where there are enough pairs"
    return [
        *_drawn("sources", each if len(each) > 1 else (), f"{words}: source by source", results, users),
        *_drawn("size", pooled, f"{words}: {source}", results, users),
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
    views: list[_AlignmentView]


def _worst(results: Results, stored: Mapping[tuple[str, str], StoredPair], methods: Sequence[str]) -> list[_WorstPair]:
    """The pairs that each of these methods missed by most, its stored ones before others, drawn with this method.

    The worst pair of each source comes first: the gaps of one source can be larger than all others.
    """
    chosen: dict[tuple[str, str], PairResult] = {}
    drawn: dict[tuple[str, str], list[str]] = defaultdict(list)
    for method in methods:
        missed = worst_pairs(results, method, len(results.pairs))
        missed.sort(key=lambda pair: pair.key not in stored)
        worst = {pair.row.source: pair for pair in reversed(missed)}
        missed.sort(key=lambda pair: pair is not worst[pair.row.source])
        for pair in missed[: max(OF_A_METHOD, len(worst) // len(methods))]:
            chosen[pair.key] = pair
            drawn[pair.key].append(method)
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
        f"Triples matched: {', '.join(pair.key)}",
        ("method", "runs", "matched", "worst gap"),
        tuple(lines),
    )
    loss = max(map(pair.loss, pair.runs))
    return _WorstPair(pair, loss, table, [*_alignment_views(stored, drawn)] if stored else [])


# ---- the alignments of methods, next to the optimal one


class _AlignmentView(Record):
    """The difference between a method's alignment and the optimal one: variables with another partner, triples that it
    loses and gains. `drawings` are SVG and caption; none of graphs that are too large.
    """

    method: str
    matched: int
    optimum: int
    changed: tuple[tuple[str, str, str], ...]
    lost: tuple[str, ...]
    gained: tuple[str, ...]
    drawings: Sequence[tuple[Drawing, str]]


def _alignment_views(pair: StoredPair, methods: Iterable[str]) -> Iterator[_AlignmentView]:
    """View those of these methods that missed the optimum."""
    value = {method: recounted(pair.left, pair.right, m, pair.duplicates) for method, m in pair.found.items()}
    optimum = recounted(pair.left, pair.right, pair.optimal, pair.duplicates)
    best = [match.left for match in matching.match_up(pair.left, pair.right, pair.optimal, pair.duplicates).matched]
    right = matching.aligned_variables(pair.left, pair.right, pair.optimal)
    for method in methods:
        if value.get(method, optimum) == optimum:
            continue
        mapping = pair.found[method]
        mine = [match.left for match in matching.match_up(pair.left, pair.right, mapping, pair.duplicates).matched]
        couples = zip(matching.aligned_variables(pair.left, pair.right, mapping), right, strict=True)
        yield _AlignmentView(
            method,
            value[method],
            optimum,
            tuple((a.left, a.right, b.right) for a, b in couples if a.right != b.right),
            tuple(triple for triple in best if triple not in mine),
            tuple(triple for triple in mine if triple not in best),
            () if is_too_large(pair.left, pair.right) else tuple(_both_alignments(pair, method)),
        )


def _both_alignments(pair: StoredPair, method: str) -> Iterator[tuple[Drawing, str]]:
    """A method's alignment and the optimal one, with captions: the same places; differences are marked."""
    found = pair.found[method]
    marked = [at for at, partner in enumerate(pair.optimal) if partner != found[at]]
    words = f"{PARTNERS}; thick dashed links are those of variables with another partner"
    for name, mapping in ((method, found), ("optimum", pair.optimal)):
        sides = f"left ({name})", "right"
        yield (
            pair_drawing(
                pair.left, pair.right, mapping, pair.duplicates, titles=sides, facing=pair.optimal, marked=marked
            ),
            f"Alignment by {name}: both graphs, {words}",
        )
