"""The report of an experiment: its tables, figures and worst pairs as one HTML page.

The page needs nothing but itself: style, script and figures are in it, and it says to the browser that it may load
nothing else. Each number links to the rows that it was made of.
"""

from __future__ import annotations

import heapq
import json
import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from smatchproof.base.output_files import refuse_same_files, write_files
from smatchproof.base.version import VERSION
from smatchproof.experiments.findings.anytime import Anytime, anytime
from smatchproof.experiments.findings.gaps import Gaps, gaps, gaps_by_feature, gaps_by_size, loss_of, worst_pairs
from smatchproof.experiments.findings.growth import REENTRANCY, REPETITION, growths, reentrancies_of, repetition_of
from smatchproof.experiments.findings.method_comparison import paired_differences, performance_profiles
from smatchproof.experiments.findings.violations import violations
from smatchproof.experiments.folder import (
    PAIRS,
    ROWS,
    SPECIFICATION,
    TABLE,
    read_results,
    read_specification,
    written_files,
)
from smatchproof.experiments.results import ALL, PairResult, Results
from smatchproof.experiments.rows import Row, read_rows
from smatchproof.experiments.stored_pairs import StoredPair, read_stored_pairs
from smatchproof.experiments.tables import OPTIMUM, Accuracy, agreement, figure1, table1, table2, totals
from smatchproof.reports.figures import experiment_figures as figures
from smatchproof.reports.figures.experiment_figures import Panel
from smatchproof.reports.figures.figure_findings import growth_sentence, headline, ranked
from smatchproof.reports.pages.pair_page import AlignmentView, alignment_views, template
from smatchproof.reports.tables import experiment_tables as tables
from smatchproof.reports.tables.experiment_tables import RESTS_ON, UNFINISHED, Cell, FormattedTable

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PAGE = "report.html"
"""The report's file in an experiment's folder."""
EMBEDDED_ROWS = 10_000
"""The most rows that a page holds; of a larger experiment, the worst."""
DOCUMENTS, WORST_PAIRS = 500, 24
"""The most documents and worst pairs that a page shows."""


def write_report(folder: str | Path) -> Path:
    """Write ``report.html`` beside the rows of an experiment, finished or not; returns its path.

    Reads the rows three times and keeps what tables need of them, and some for the page. Ten thousand pairs with eight
    methods take about a quarter of a minute. Raises :class:`InputError` where there are no rows, or wrong ones.
    """
    folder = Path(folder)
    refuse_same_files([folder / PAGE], written_files(folder))  # before what takes long
    results, is_finished = read_results(folder)
    specification = read_specification(folder / SPECIFICATION)
    stored = read_stored_pairs(folder / PAIRS, results)
    embedded = list(_embedded(read_rows(folder / ROWS), results))
    overall = gaps(results)
    text = template("report.html.j2").render(
        title=specification.get("name") or folder.resolve().name,
        version=VERSION,
        results=results,
        facts=_facts(results),
        specification=json.dumps(specification, indent=2, ensure_ascii=False) if specification else "",
        rests_on=RESTS_ON,
        unfinished="" if is_finished else UNFINISHED,
        csv_file=TABLE,
        rows_file=ROWS,
        headline=headline([row for row in overall if row.source == _pooled(results)]),
        sections=list(_sections(results, overall, anytime(read_rows(folder / ROWS), results))),
        worst=_worst(results, stored),
        stored=bool(stored),
        rows_data=_rows_data(embedded, results.rows),
        embedded=len(embedded),
    )
    write_files({str(folder / PAGE): text}, inputs=written_files(folder))
    return folder / PAGE


def _facts(results: Results) -> list[tuple[str, list[Cell]]]:
    """The summary: names, and what there is to say of each."""
    pairs = results.pairs
    sizes = [pair.variables for pair in pairs]
    failures = sum(len(runs.failures) for pair in pairs for runs in pair.runs.values())
    unproved = len(pairs) - results.proved
    optima, rows = [Cell(f"{results.proved:,} proved")], [Cell(f"{results.rows:,}", None, {})]
    if unproved:
        optima.append(Cell(f"{unproved:,} not proved", None, {"only": "unproved"}))
    if results.planted.claims:
        optima.append(Cell("{:,} of {:,} that were planted confirmed, none refuted".format(*results.planted)))
    if failures:
        rows.append(Cell(f"{failures:,} failed", None, {"only": "failed"}))
    return [
        ("pairs", [Cell(f"{len(pairs):,}"), Cell(f"of {min(sizes)} to {max(sizes)} variables")]),
        ("optima", optima),
        ("sources", [Cell(source, None, {"source": source}) for source in results.sources]),
        ("methods", [Cell(method, None, {"method": method}) for method in results.methods]),
        ("rows", rows),
        ("measured on", [Cell("; ".join(results.machines))]),
        ("with", [Cell("; ".join(results.versions))]),
    ]


class _Section(NamedTuple):
    """A part of the page: a heading, an introduction, tables and figures (SVG with a caption)."""

    name: str
    title: str
    introduction: str
    tables: list[FormattedTable]
    figures: list[tuple[str, str]]


class _Picture(NamedTuple):
    """A figure of a section; `name` is an identifier, and the caption describes the figure and its finding."""

    section: str
    name: str
    figure: Figure
    caption: str
    finding: str = ""

    @property
    def drawn(self) -> tuple[str, str]:
        """The figure as SVG, and its caption, which is its description, too."""
        from smatchproof.reports.figures.svg import svg

        words = f"{self.caption}. {self.finding}" if self.finding else self.caption
        return svg(self.figure, self.name, words), words


def _sections(results: Results, overall: Sequence[Gaps], times: Sequence[Anytime]) -> Iterator[_Section]:
    """All parts of the page that are made of tables; the first paragraph says how the gap grows.

    `overall` has the gaps over all pairs of each source.
    """
    growth, accuracies, by_size = growths(results), table2(results, bands=True), gaps_by_size(results)
    documents, broken = table1(results), violations(results)
    pooled = [row for row in growth if row.source == _pooled(results)]
    pictures = [*_figures_of_all(results, accuracies, by_size, times), *_figures_of_sources(results)]

    def section(name: str, title: str, introduction: str, *some: FormattedTable) -> _Section:
        shown = [table for table in some if table.rows or table.name not in ("differences", "failures")]
        return _Section(name, title, introduction, shown, [each.drawn for each in pictures if each.section == name])

    yield section("growth", "How the gap grows", growth_sentence(pooled), tables.formatted_growth(growth))
    introduction = "How often a method is right, and what that costs."
    yield section("accuracy", "Accuracy and time", introduction, tables.formatted_table2(accuracies))
    yield section("when", "When the optimum is reached", _WHEN)
    introduction = "By how much a method stays below the optimum, over all pairs and by their size."
    differences = tables.formatted_differences(paired_differences(results))
    every_gap, by_sizes = tables.formatted_gaps(overall, by_size=False), tables.formatted_gaps(by_size)
    yield section("missed", "What is missed", introduction, every_gap, by_sizes, differences)
    introduction = "All pairs of one source, two annotators (or systems) and a group make a document."
    if len(documents) > DOCUMENTS:
        introduction += f" Here are the first {DOCUMENTS} of {len(documents):,}."
    yield section("documents", "Document scores", introduction, tables.formatted_table1(documents[:DOCUMENTS]))
    if broken:
        introduction = "A score should depend on the two graphs, and on nothing else."
        yield section("principles", "Symmetry and determinacy", introduction, tables.formatted_violations(broken))
    failed = section("failed", "Runs that failed", _FAILED, tables.formatted_failures(results))
    if failed.tables:
        yield failed


_WHEN = (
    "Over the pairs whose optimum is proved: the share of the runs of a search that have reached it after so many "
    "steps or seconds, those that failed among the runs; the same of several gaps, of which one is 0; the mean gap "
    "that is left then; and the share of the pairs that a method solves, in all its runs, within so many times the "
    "seconds of the fastest that does."
)
_FAILED = (
    "Over steps and seconds and in performance profiles they count as runs, with what they had reported before; in "
    "all other tables and figures they do not count."
)
_FEATURES: tuple[tuple[str, str, Callable[[PairResult], float]], ...] = (
    (REENTRANCY, "re-entrancies (mean of both sides)", reentrancies_of),
    (REPETITION, "variables with a repeated concept (%)", lambda pair: 100 * repetition_of(pair)),
)
"""What else pairs differ in: the term of the regression, words for an axis, and the number."""


def _figures_of_all(
    results: Results, accuracies: Sequence[Accuracy], by_size: Sequence[Gaps], times: Sequence[Anytime]
) -> Iterator[_Picture]:
    """The figures of all pairs together."""
    looks, pooled = figures.styles(results.methods), _pooled(results)
    rows = [row for row in accuracies if row.source == pooled and row.pair_accuracy]
    partial = [row.method for row in rows if row.measured < row.pairs]
    rows = [row for row in rows if row.measured == row.pairs]
    if rows:
        accurate = [(row.method, 100 * row.pair_accuracy.low) for row in rows if row.pair_accuracy]
        words, finding = f"Accuracy against time: {pooled}", ranked("pairs solved for certain", accurate)
        words += f", without {', '.join(partial)}, which failed on some pairs" if partial else ""
        yield _Picture(
            "accuracy", "trade-off", figures.panels_figure([figures.trade_off_panel(rows)], looks), words, finding
        )
    profiles = [row for row in performance_profiles(results) if row.pairs]
    sizes = {name: figures.size_panels(row for row in by_size if row.source == name) for name in results.sources}
    overall = figures.size_panels(row for row in by_size if row.source == pooled)
    features = [(term, label, gaps_by_feature(results, feature)) for term, label, feature in _FEATURES]
    features = [each for each in features if any(len(rows) > 1 for rows in each[2])]
    named = " and ".join(term for term, _, _ in features)
    each_source, each_missed = (
        [replace(panels[which], title=name) for name, panels in sizes.items() if panels] for which in (0, 1)
    )
    at_optimum = ranked("runs at the optimum", [(row.method, 100 * row.share) for row in times])
    reached = ranked("runs and targets reached", [(row.method, 100 * row.target_share) for row in times])
    left = ranked("gap at the end", [(row.method, 100 * row.gap_at_steps[-1]) for row in times if row.gap_at_steps])
    solved = ranked("proved pairs solved", [(row.method, 100 * row.share(math.inf)) for row in profiles])
    drawn: tuple[tuple[str, str, Sequence[Panel], str, str], ...] = (
        ("when", "anytime", figures.anytime_panels(times), "Runs at the optimum by steps and seconds", at_optimum),
        ("when", "targets", figures.anytime_panels(times, targets=True),
         "Runs and targets reached by steps and seconds", reached),
        ("when", "gap-curves", figures.gap_left_panels(times), "Mean gap by steps and seconds", left),
        ("when", "profile", figures.profile_panels(profiles), "Performance profiles", solved),
        ("missed", "size", overall, f"Gap against size, with 95% bands: {pooled}", ""),
        ("missed", "features", [figures.gap_panel(rows, label) for _, label, rows in features],
         f"Gap against {named}, with 95% bands: {pooled}", ""),
        ("missed", "size-panels", each_source if len(each_source) > 1 else (),
         "Gap against size, source by source, with 95% bands", ""),
        ("missed", "missed-panels", each_missed if len(each_missed) > 1 else (),
         "Share of pairs missed against size, source by source, with 95% bands", ""),
    )  # fmt: skip
    for section, name, panels, words, finding in drawn:
        if panels:
            yield _Picture(section, name, figures.panels_figure(panels, looks), words, finding)


def _figures_of_sources(results: Results) -> Iterator[_Picture]:
    """The figures of each source."""
    looks = figures.styles(results.methods)
    curves, to_consensus, sums = agreement(results), figure1(results), totals(results)
    for number, source in enumerate(results.sources):
        if ends := [row for row in to_consensus if row.source == source and row.method == OPTIMUM]:
            words = f"Figure 1: agreement of each annotator with the consensus over the groups: {source}"
            figure = figures.panels_figure([figures.consensus_panel(ends)])
            yield _Picture("documents", f"consensus{number}", figure, words)
        if panels := figures.agreement_panels(row for row in curves if row.source == source):
            figure = figures.panels_figure(panels, looks)
            yield _Picture("documents", f"agreement{number}", figure, f"Agreement over the groups: {source}")
        if runs := [row for row in sums if row.source == source and len(row.f1) > 1]:
            finding = ranked(
                "points of F1 between seeds", [(row.method, max(row.losses) - min(row.losses)) for row in runs], ""
            )
            words = f"The distribution over seeds: {source}"
            yield _Picture("principles", f"seeds{number}", figures.seed_figure(runs, looks), words, finding)


def _pooled(results: Results) -> str:
    """The name of all pairs together: that of the only source, where there is one."""
    return ALL if len(results.sources) > 1 else results.sources[0]


# ---- rows in the page


def _embedded(rows: Iterable[Row], results: Results) -> Iterator[Row]:
    """The rows that the page holds: all, or as many of the worst for each document and method as there is room for."""
    if results.rows <= EMBEDDED_ROWS:
        yield from rows
        return
    cells = {(p.source, p.group, p.left, p.right, method) for p in results.pairs for method in p.runs}
    room = max(1, EMBEDDED_ROWS // len(cells))
    worst: dict[tuple[str, ...], list[tuple[int, int, Row]]] = defaultdict(list)
    for number, row in enumerate(rows):
        some = worst[row.source, row.group, row.left, row.right, row.method]
        entry = (row.gap if not row.failed else -1, -number, row)
        if len(some) < room:
            heapq.heappush(some, entry)
        else:
            heapq.heappushpop(some, entry)
    kept = heapq.nlargest(EMBEDDED_ROWS, (entry for some in worst.values() for entry in some))
    yield from (row for _, _, row in sorted(kept, key=lambda entry: -entry[1]))


_SHOWN = (
    "source", "pair", "group", "left", "right", "method", "seed", "matched", "optimum", "bound", "left_triples",
    "right_triples", "left_variables", "right_variables", "status", "seconds",
)  # fmt: skip


def _rows_data(rows: Sequence[Row], total: int) -> dict[str, Any]:
    return {"columns": _SHOWN, "rows": [[getattr(row, name) for name in _SHOWN] for row in rows], "total": total}


# ---- the worst pairs


class _WorstPair(NamedTuple):
    """A pair that some method missed: the methods' values, and the drawn alignments where they are known."""

    pair: PairResult
    loss: int
    found: FormattedTable
    views: list[AlignmentView]


def _worst(results: Results, stored: Mapping[tuple[str, str], StoredPair]) -> list[_WorstPair]:
    """The pairs that were missed by most, those whose graphs are stored first."""
    chosen = {(pair.source, pair.pair): pair for pair in worst_pairs(results)}
    chosen |= {(pair.source, pair.pair): pair for pair in results.pairs if (pair.source, pair.pair) in stored}
    losses = {key: max(loss_of(pair, method) for method in pair.runs) for key, pair in chosen.items()}
    keys = sorted(chosen, key=lambda key: (key not in stored, -losses[key]))[:WORST_PAIRS]
    return [_worst_pair(chosen[key], losses[key], stored.get(key), number) for number, key in enumerate(keys, 1)]


def _worst_pair(pair: PairResult, loss: int, stored: StoredPair | None, number: int) -> _WorstPair:
    lines = []
    for method, runs in pair.runs.items():
        if not runs.matched:
            continue
        rows = {"source": pair.source, "pair": pair.pair, "method": method}
        least, most = min(runs.matched), max(runs.matched)
        mean = sum(runs.matched) / len(runs.matched)
        lines.append(
            (
                Cell(method, method),
                Cell(str(len(runs.matched)), len(runs.matched), rows),
                Cell(str(least), least, rows, "*" if least < pair.counts.matched else ""),
                Cell(f"{mean:.1f}", mean, rows),
                Cell(str(most), most, rows, "*" if most < pair.counts.matched else ""),
                Cell(str(loss_of(pair, method)), loss_of(pair, method), rows),
            )
        )
    columns = ("method", "runs", "least matched", "mean", "most", "worst gap")
    table = FormattedTable(f"found-{number}", "What the methods found", columns, tuple(lines))
    return _WorstPair(pair, loss, table, alignment_views(stored) if stored else [])
