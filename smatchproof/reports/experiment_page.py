"""The report of an experiment: its tables, figures and worst pairs as one HTML page.

The page needs nothing but itself: style, script and figures are in it, and it says to the browser that it may load
nothing else. Each number links to the rows that it was made of.
"""

from __future__ import annotations

import heapq
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from smatchproof.alignment import VERSION, InputError, Place
from smatchproof.alignment.output_files import write_files
from smatchproof.experiments.anytime import Anytime, anytime
from smatchproof.experiments.folder import (
    PAIRS,
    ROWS,
    SPECIFICATION,
    TABLE,
    is_finished,
    read_specification,
    written_files,
)
from smatchproof.experiments.gaps import Gaps, gaps, gaps_by_feature, gaps_by_size, loss_of, worst_pairs
from smatchproof.experiments.growth import REENTRANCY, REPETITION, Growth, growths, reentrancies_of, repetition_of
from smatchproof.experiments.method_comparison import paired_differences, performance_profiles
from smatchproof.experiments.results import ALL, PairResult, Results, gather
from smatchproof.experiments.rows import Row, read_rows
from smatchproof.experiments.stored_pairs import StoredPair, read_stored_pairs
from smatchproof.experiments.tables import OPTIMUM, Accuracy, agreement, figure1, table1, table2, totals
from smatchproof.experiments.violations import violations
from smatchproof.reports.experiment_tables import (
    RESTS_ON,
    Cell,
    FormattedTable,
    formatted_differences,
    formatted_failures,
    formatted_gaps,
    formatted_table1,
    formatted_table2,
    formatted_violations,
)
from smatchproof.reports.figure_findings import headline
from smatchproof.reports.growth_words import formatted_growth, growth_paragraph
from smatchproof.reports.pair_page import AlignmentView, alignment_views, template

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from smatchproof.reports.experiment_figures import Style
    from smatchproof.reports.gap_figures import FeatureCurve

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
    results = gather(read_rows(folder / ROWS), str(folder / ROWS))
    if not results.pairs:
        raise InputError("no row in this file", Place(str(folder / ROWS)), "run the experiment first")
    specification = read_specification(folder / SPECIFICATION) or {}
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
        finished=is_finished(folder, results.rows),
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


def _sections(results: Results, overall: Sequence[Gaps], times: Sequence[Anytime]) -> Iterator[_Section]:
    """All parts of the page that are made of tables; the first paragraph says how the gap grows.

    `overall` has the gaps over all pairs of each source.
    """
    growth = growths(results)
    pooled = [row for row in growth if row.source == _pooled(results)]
    yield _Section("growth", "How the gap grows", growth_paragraph(pooled), [formatted_growth(growth)], [])
    accuracies, by_size, documents = table2(results, bands=True), gaps_by_size(results), table1(results)
    figures = list(_figures(results, accuracies, by_size, growth))
    shown = documents[:DOCUMENTS]

    def drawn(kind: str) -> list[tuple[str, str]]:
        return [picture for name, picture in figures if name == kind]

    introduction = "How often a method is right, and what that costs."
    yield _Section("accuracy", "Accuracy and time", introduction, [formatted_table2(accuracies)], drawn("trade-off"))
    yield _when_section(results, times)
    introduction = "By how much a method stays below the optimum, over all pairs and by their size."
    differences = formatted_differences(paired_differences(results))
    tables = [formatted_gaps(overall, by_size=False), formatted_gaps(by_size)]
    tables += [differences] if differences.rows else []
    yield _Section("missed", "What is missed", introduction, tables, drawn("size"))
    introduction = "All pairs of one source, two annotators (or systems) and a group make a document."
    if len(shown) < len(documents):
        introduction += f" Here are the first {len(shown)} of {len(documents):,}."
    yield _Section(
        "documents",
        "Document scores",
        introduction,
        [formatted_table1(shown)],
        [*drawn("consensus"), *drawn("agreement")],
    )
    broken = violations(results)
    if broken:
        introduction = "A score should depend on the two graphs, and on nothing else."
        tables = [formatted_violations(broken)]
        yield _Section("principles", "Symmetry and determinacy", introduction, tables, drawn("seeds"))
    failures = formatted_failures(results)
    if failures.rows:
        yield _Section("failed", "Runs that failed", "They count nowhere.", [failures], [])


def _when_section(results: Results, times: Sequence[Anytime]) -> _Section:
    """When methods reach the optimum: time to target, and performance profiles."""
    from smatchproof.reports import figure_findings, run_figures
    from smatchproof.reports.experiment_figures import styles

    looks, figures = styles(results.methods), []
    if times:
        for name, words, draw, find in (
            ("anytime", "Runs at the optimum", run_figures.anytime_figure, figure_findings.anytime_finding),
            ("targets", "Runs and targets reached", run_figures.targets_figure, figure_findings.targets_finding),
            ("gap-curves", "Mean gap", run_figures.gap_curves_figure, figure_findings.gap_curves_finding),
        ):
            words = f"{words} by steps and seconds"
            figures.append(_captioned(draw(times, looks), name, words, find(times)))
    profiles = performance_profiles(results)
    if any(profile.ratios for profile in profiles):
        words = "Performance profiles"
        finding = figure_findings.profile_finding(profiles)
        figures.append(_captioned(run_figures.profile_figure(profiles, looks), "profile", words, finding))
    introduction = (
        "Over the pairs whose optimum is proved: the share of the runs of a search that have reached it after so many "
        "steps or seconds; the same of several gaps, of which one is 0; the mean gap that is left then; and the share "
        "of the pairs that a method solves, in all its runs, within so many times the seconds of the fastest that does."
    )
    return _Section("when", "When the optimum is reached", introduction, [], figures)


def _size_figures(
    results: Results, by_size: Sequence[Gaps], growth: Sequence[Growth], looks: Mapping[str, Style], pooled: str
) -> Iterator[tuple[str, tuple[str, str]]]:
    """The figures of gaps against what pairs look like; `growth` is that over all pairs."""
    from smatchproof.reports import figure_findings, gap_figures

    curves_of = {
        source: gap_figures.size_curves(row for row in by_size if row.source == source)
        for source in dict.fromkeys((pooled, *results.sources))
    }
    if curves_of[pooled]:
        figure = gap_figures.size_figure(curves_of[pooled], looks)
        finding = figure_findings.growth_finding(growth)
        yield "size", _captioned(figure, "size", f"Gap against size, with 95% bands: {pooled}", finding)
    features = list(_feature_panels(results))
    if features:
        figure = gap_figures.feature_figure([(words, curves) for words, _, curves in features], looks)
        findings = [figure_findings.growth_finding(growth, term) for _, term, _ in features]
        words = " and ".join(term for _, term, _ in features)
        yield (
            "size",
            _captioned(figure, "features", f"Gap against {words}, with 95% bands: {pooled}", " ".join(findings)),
        )
    panels_of = [(source, some) for source, some in curves_of.items() if source != pooled and some]
    if len(panels_of) > 1:
        figure = gap_figures.size_panels_figure(panels_of, looks)
        yield "size", _captioned(figure, "size-panels", "Gap against size, source by source, with the same axes", "")


def _feature_panels(results: Results) -> Iterator[tuple[str, str, list[FeatureCurve]]]:
    """What else pairs differ in: words for an axis, the term of the regression, and the curve of each method."""
    from smatchproof.reports.gap_figures import feature_curve

    for words, term, feature in (
        ("re-entrancies (mean of both sides)", REENTRANCY, reentrancies_of),
        ("variables with a repeated concept (%)", REPETITION, lambda pair: 100 * repetition_of(pair)),
    ):
        found = gaps_by_feature(results, feature)
        if any(len(rows) > 1 for rows in found):
            yield words, term, [feature_curve(rows) for rows in found]


def _figures(
    results: Results, accuracies: Sequence[Accuracy], by_size: Sequence[Gaps], growth: Sequence[Growth]
) -> Iterator[tuple[str, tuple[str, str]]]:
    """The figures of each source: (which, (SVG, caption))."""
    from smatchproof.reports import experiment_figures, figure_findings

    looks = experiment_figures.styles(results.methods)
    curves, to_consensus, sums = agreement(results), figure1(results), totals(results)
    pooled = _pooled(results)
    points = experiment_figures.trade_offs(row for row in accuracies if row.source == pooled)
    if points:
        figure = experiment_figures.trade_off_figure(points, looks)
        finding = figure_findings.trade_off_finding(points)
        yield "trade-off", _captioned(figure, "trade-off", f"Accuracy against time: {pooled}", finding)
    yield from _size_figures(results, by_size, [row for row in growth if row.source == pooled], looks, pooled)
    for number, source in enumerate(results.sources):
        panels = experiment_figures.agreement_panels(row for row in curves if row.source == source)
        ends = [row for row in to_consensus if row.source == source and row.method == OPTIMUM]
        losses = experiment_figures.seed_losses(row for row in sums if row.source == source)
        drawn = (
            ("consensus", ends and experiment_figures.consensus_figure(ends),
             "Figure 1: agreement of each annotator with the consensus over the groups", ""),
            ("agreement", panels and experiment_figures.agreement_figure(panels, looks), "Agreement over the groups",
             figure_findings.agreement_finding(panels)),
            ("seeds", losses and experiment_figures.seed_figure(losses, looks), "The distribution over seeds",
             figure_findings.seed_finding(losses) if losses else ""),
        )  # fmt: skip
        for name, drawing, caption, finding in drawn:
            if drawing:
                yield name, _captioned(drawing, f"{name}{number}", f"{caption}: {source}", finding)


def _pooled(results: Results) -> str:
    """The name of all pairs together: that of the only source, where there is one."""
    return ALL if len(results.sources) > 1 else results.sources[0]


def _captioned(figure: Figure, name: str, caption: str, finding: str) -> tuple[str, str]:
    """A figure as SVG, and its caption, which is its description, too."""
    from smatchproof.reports.svg import svg

    words = f"{caption}. {finding}" if finding else caption
    return svg(figure, name, words), words


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
    """A pair that some method missed: what the methods found, and the drawn alignments where they are known."""

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
