"""What readers get of an experiment: its tables as sheets in text, Markdown or HTML, and all of it as one HTML page.

The page needs nothing but itself: style, script and figures are in it, and it says to the browser that it may load
nothing else. Each number links to the rows that it was made of.
"""

from __future__ import annotations

import heapq
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from alignment import VERSION, InputError, Place
from reports.pair_page import AlignmentView, StoredPair, alignment_views, read_stored_pairs, template
from reports.rows import Row, read_rows
from reports.runner import PAIRS, ROWS, SPECIFICATION, TABLE
from reports.tables import (
    ALL,
    OPTIMUM,
    Accuracy,
    Document,
    Gaps,
    Interval,
    PairResult,
    Results,
    Violations,
    agreement,
    gaps,
    gaps_by_size,
    gather,
    loss_of,
    table1,
    table2,
    totals,
    violations,
    worst_pairs,
)

PAGE = "report.html"
"""The report's file in an experiment's folder."""
EMBEDDED_ROWS = 10_000
"""So many rows a page holds; of a larger experiment, the worst."""
DOCUMENTS, WORST_PAIRS = 500, 24
"""So many documents and worst pairs a page shows."""


# ---- sheets


class Cell(NamedTuple):
    """What stands in a field of a sheet: words, what to sort by, the rows it was made of, and whether it is marked."""

    text: str
    value: float | str | None = None
    rows: Mapping[str, str] | None = None
    mark: str = ""

    @property
    def link(self) -> str:
        """The place in the page where its rows are."""
        return "" if self.rows is None else f"#rows?{urlencode(self.rows)}"

    @property
    def error(self) -> bool:
        """Whether its mark says that it is wrong; another one says that this is not known."""
        return self.mark.startswith("*")

    @property
    def numeric(self) -> bool:
        """Whether it is sorted as a number."""
        return isinstance(self.value, int | float)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table as it is shown: `name` is an identifier, `notes` stand below."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = field(default=())

    @property
    def numeric(self) -> list[bool]:
        """Which columns are numbers."""
        columns = zip(*self.rows, strict=True) if self.rows else ([] for _ in self.columns)
        return [any(cell.numeric for cell in column) for column in columns]


def as_text(sheet: Sheet) -> str:
    """A sheet with aligned columns.

    >>> print(as_text(Sheet("t", "Scores", ("method", "F1"), ((Cell("S"), Cell("0.8", 0.8, mark="*")),), ("* wrong",))))
    Scores
    method    F1
    S       0.8*
    <BLANKLINE>
    * wrong
    """
    lines = [sheet.columns, *([cell.text + cell.mark for cell in row] for row in sheet.rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    shown = [
        "  ".join(
            f"{words:>{width}}" if right else f"{words:<{width}}"
            for words, width, right in zip(line, widths, sheet.numeric, strict=True)
        ).rstrip()
        for line in lines
    ]
    return "\n".join([sheet.title, *shown, *(f"\n{note}" for note in sheet.notes)])


def as_markdown(sheet: Sheet) -> str:
    r"""A sheet as a table in Markdown, what is marked in bold.

    >>> print(as_markdown(Sheet("t", "Scores", ("method", "F1"), ((Cell("S|T"), Cell("0.8", 0.8, mark="*")),))))
    **Scores**
    <BLANKLINE>
    | method | F1 |
    | --- | ---: |
    | S\|T | **0.8**\* |
    """
    rule = ["---:" if right else "---" for right in sheet.numeric]
    body = [[_markdown(cell) for cell in row] for row in sheet.rows]
    table = [f"| {' | '.join(line)} |" for line in (sheet.columns, rule, *body)]
    return "\n".join([f"**{sheet.title}**", "", *table, *(f"\n{note}" for note in sheet.notes)])


def _markdown(cell: Cell) -> str:
    words = cell.text.replace("|", "\\|").replace("*", "\\*")
    mark = cell.mark.replace("*", "\\*")
    return f"**{words}**{mark}" if cell.error else words + mark


def table1_sheet(documents: Sequence[Document]) -> Sheet:
    """Table 1 of Cai & Knight (2013): the score of each document by each method, search errors marked."""
    methods = [score.method for score in documents[0].scores] if documents else []
    rows = []
    for document in documents:
        names = _named(source=document.source, left=document.left, right=document.right, group=document.group)
        line = [Cell(text, text) for text in (document.source, document.left, document.right, document.group)]
        line.append(Cell(str(document.pairs), document.pairs, names))
        for score in document.scores:
            mark = "" if not score.errors else "*" if score.runs == 1 else f"*{score.errors}/{score.runs}"
            mark += "?" if score.undecided else ""
            text = "–" if score.f1 is None else f"{score.f1:.4f}"
            line.append(Cell(text, score.f1, {**names, "method": score.method}, mark))
        line.append(Cell(_decimals(document.optimum), document.optimum.low, names))
        rows.append(tuple(line))
    notes = ["F1 of all pairs of a document together. * below the optimum: a search error, of so many runs."]
    if any(score.undecided for document in documents for score in document.scores):
        notes.append("? as good as the best known alignments, whose optimality is not proved.")
    if any(score.missing for document in documents for score in document.scores):
        notes.append("– the method did not run on every pair of the document.")
    columns = ("source", "left", "right", "group", "pairs", *methods, OPTIMUM)
    return _sheet("table1", "Table 1: document scores", columns, tuple(rows), tuple(notes))


def table2_sheet(rows: Iterable[Accuracy]) -> Sheet:
    """Table 2 of Cai & Knight (2013): how often each method is right, and how long it takes."""
    lines = []
    for row in rows:
        names = _named(source=row.source, method=row.method)
        lines.append(
            (
                Cell(row.source, row.source),
                Cell(row.method, row.method),
                Cell(_percent(row.accuracy), row.accuracy and row.accuracy.low, names),
                Cell(_share(row.scored, row.documents), row.scored, names),
                Cell(_percent(row.pair_accuracy), row.pair_accuracy and row.pair_accuracy.low, names),
                Cell(_share(row.measured, row.pairs), row.measured, names),
                Cell(_seconds(row.seconds), row.seconds, names),
            )
        )
    columns = ("source", "method", "accuracy", "documents", "pairs solved", "pairs", "seconds")
    notes = (
        "accuracy: share of document scores equal to the optimum's, on average over the runs; "
        "pairs solved: the same of pairs; seconds: of one run over all pairs, the solving alone.",
        f"{OPTIMUM}: the certified solver that measured the optima; its accuracy is the share that it proved.",
    )
    return _sheet("table2", "Table 2: accuracy and time", columns, tuple(lines), notes)


def gaps_sheet(rows: Iterable[Gaps], *, by_size: bool = True) -> Sheet:
    """By how much and how often each method misses the optima: by size, or over all pairs of a source."""
    lines = []
    for row in rows:
        sizes = f"{row.sizes[0]}–{row.sizes[1]}"
        names = _named(source=row.source, method=row.method, size="-".join(map(str, row.sizes)) if by_size else "")
        lost = {**names, "only": "missed"}
        worst = {**names, "pair": row.worst_pair, "seed": str(row.worst_seed)}
        lines.append(
            (
                Cell(row.source, row.source),
                Cell(row.method, row.method),
                Cell(sizes, row.sizes[0]),
                Cell(str(row.pairs), row.pairs, names),
                Cell(_percent(row.missed), row.missed.low, lost),
                Cell(_percent(row.missed_band), row.missed_band.low, names),
                Cell(_decimals(row.gap, 3), row.gap.low, lost),
                Cell(_decimals(row.gap_band, 3), row.gap_band.low, names),
                Cell(_percent(row.relative, 2), row.relative.low, lost),
                Cell(_percent(row.relative_band, 2), row.relative_band.low, names),
                Cell(str(row.worst), row.worst, worst),
            )
        )
    columns = (
        "source", "method", "variables", "pairs", "missed", "95% band", "mean gap", "95% band", "relative", "95% band",
        "worst gap",
    )  # fmt: skip
    notes = (
        "missed: share of pairs whose optimum is not found; gap: optimal triples that are not matched, in triples and "
        "as a share of all optimal matches. Variables are those of the larger graph.",
    )
    title = "Gaps by size" if by_size else "Gaps of each method"
    return _sheet("gaps-by-size" if by_size else "gaps", title, columns, tuple(lines), notes)


def violations_sheet(rows: Iterable[Violations]) -> Sheet:
    """How often each method's score depends on the seed, or on which graph is the left one."""
    lines = []
    for row in rows:
        names = _named(source=row.source, method=row.method)
        worst = {**names, "pair": row.examples[0]} if row.examples else names
        lines.append(
            (
                Cell(row.principle, row.principle),
                Cell(row.source, row.source),
                Cell(row.method, row.method),
                Cell(f"{row.violated} of {row.compared}", row.violated, names),
                Cell(f"{100 * row.violated / row.compared:.1f}%", row.violated / row.compared, names),
                Cell(str(row.worst), row.worst, worst),
                Cell(", ".join(row.examples) or "–", None, worst if row.examples else None),
            )
        )
    columns = ("principle", "source", "method", "violated", "share", "worst (triples)", "worst pairs")
    notes = (
        "determinacy: one pair, one score, whatever the seed; symmetry: the same score with left and right exchanged. "
        "Both hold of the optimum.",
    )
    return _sheet("violations", "Violations of symmetry and determinacy", columns, lines, notes)


def failures_sheet(results: Results) -> Sheet:
    """The runs that could not be made, by what the method said."""
    counts: Counter[tuple[str, str, str]] = Counter()
    for pair in results.pairs:
        for method, runs in pair.runs.items():
            counts.update((pair.source, method, status) for status in runs.failures)
    lines = tuple(
        (
            Cell(source, source),
            Cell(method, method),
            Cell(str(number), number, _named(source=source, method=method, only="failed")),
            Cell(status, status),
        )
        for (source, method, status), number in sorted(counts.items())
    )
    return _sheet("failures", "Runs that failed", ("source", "method", "runs", "why"), lines)


def _sheet(
    name: str, title: str, columns: tuple[str, ...], rows: Sequence[tuple[Cell, ...]], notes: Sequence[str] = ()
) -> Sheet:
    """A sheet; the column of sources goes into the title where there is just one."""
    at = columns.index("source")
    sources = {row[at].text for row in rows}
    if len(sources) == 1:
        columns = columns[:at] + columns[at + 1 :]
        rows = [row[:at] + row[at + 1 :] for row in rows]
        title += f", {sources.pop()}"
    return Sheet(name, title, columns, tuple(rows), tuple(notes))


def _named(**names: str) -> dict[str, str]:
    """Which rows: those with these values. All sources together need no name, nor has the optimum a method."""
    return {key: value for key, value in names.items() if value and value not in (ALL, OPTIMUM)}


def _decimals(number: Interval, digits: int = 4) -> str:
    low, high = _rounded(number.low, digits), _rounded(number.high, digits)
    return low if low == high else f"{low}–{high}"


def _percent(share: Interval | None, digits: int = 1) -> str:
    if share is None:
        return "–"
    low, high = _rounded(100 * share.low, digits, 100), _rounded(100 * share.high, digits, 100)
    return f"{low}%" if low == high else f"{low}–{high}%"


def _rounded(value: float, digits: int, whole: float | None = None) -> str:
    """A number that never looks like nothing, or like the whole, when it is not.

    >>> _rounded(0.0, 1), _rounded(0.00012, 3), _rounded(99.98, 1, 100)
    ('0.0', '0.0001', '99.98')
    """
    for more in range(digits, digits + 4):
        text = f"{value:.{more}f}"
        if float(text) not in (0, whole) or float(text) == value:
            break
    return text


def _share(part: int, whole: int) -> str:
    return f"{part}" if part == whole else f"{part} of {whole}"


def _seconds(seconds: float) -> str:
    return f"{seconds:.3g}" if seconds < 100 else f"{seconds:,.0f}"


# ---- the page


def write_report(folder: str | Path) -> Path:
    """Write ``report.html`` beside the rows of an experiment, finished or not; returns its path.

    Reads the rows twice and keeps what tables need of them, and some for the page. Ten thousand pairs with eight
    methods take about a quarter of a minute. Raises :class:`InputError` where there are no rows, or wrong ones.
    """
    folder = Path(folder)
    results = gather(read_rows(folder / ROWS), str(folder / ROWS))
    if not results.pairs:
        raise InputError("no row in this file", Place(str(folder / ROWS)), "run the experiment first")
    specification = _specification(folder / SPECIFICATION)
    stored = read_stored_pairs(folder / PAIRS, results)
    embedded = list(_embedded(read_rows(folder / ROWS), results))
    text = template("report.html.j2").render(
        title=specification.get("name") or folder.resolve().name,
        version=VERSION,
        results=results,
        facts=_facts(results),
        specification=json.dumps(specification, indent=2, ensure_ascii=False) if specification else "",
        finished=(folder / TABLE).exists(),
        csv_file=TABLE,
        rows_file=ROWS,
        sections=list(_sections(results)),
        worst=_worst(results, stored),
        stored=bool(stored),
        rows_data=_rows_data(embedded, results.rows),
        embedded=len(embedded),
    )
    beside = folder / f"{PAGE}.part"
    try:
        beside.write_text(text, encoding="utf-8")
        return beside.replace(folder / PAGE)
    except OSError as error:
        place = Place(str(error.filename or folder))
        raise InputError(str(error.strerror).lower(), place, "name a folder that can be written") from None
    finally:
        beside.unlink(missing_ok=True)


def _specification(path: Path) -> dict[str, Any]:
    """What the runner says of the experiment; nothing where it says nothing."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


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
    """A part of the page: a heading, an introduction, sheets and figures (SVG with a caption)."""

    name: str
    title: str
    introduction: str
    sheets: list[Sheet]
    figures: list[tuple[str, str]]


def _sections(results: Results) -> Iterator[_Section]:
    """All parts of the page that are made of tables."""
    accuracies, by_size, documents = table2(results), gaps_by_size(results), table1(results)
    figures = list(_figures(results, accuracies, by_size))
    shown = documents[:DOCUMENTS]

    def drawn(kind: str) -> list[tuple[str, str]]:
        return [picture for name, picture in figures if name == kind]

    introduction = "How often a method is right, and what that costs."
    yield _Section("accuracy", "Accuracy and time", introduction, [table2_sheet(accuracies)], drawn("trade-off"))
    introduction = "By how much a method stays below the optimum, over all pairs and by their size."
    sheets = [gaps_sheet(gaps(results), by_size=False), gaps_sheet(by_size)]
    yield _Section("missed", "What is missed", introduction, sheets, drawn("size"))
    introduction = "All pairs of one source, two annotators (or systems) and a group make a document."
    if len(shown) < len(documents):
        introduction += f" Here are the first {len(shown)} of {len(documents):,}."
    yield _Section("documents", "Document scores", introduction, [table1_sheet(shown)], drawn("agreement"))
    broken = violations(results)
    if broken:
        introduction = "A score should depend on the two graphs, and on nothing else."
        sheets = [violations_sheet(broken)]
        yield _Section("principles", "Symmetry and determinacy", introduction, sheets, drawn("seeds"))
    failures = failures_sheet(results)
    if failures.rows:
        yield _Section("failed", "Runs that failed", "They count nowhere.", [failures], [])


def _figures(
    results: Results, accuracies: Sequence[Accuracy], by_size: Sequence[Gaps]
) -> Iterator[tuple[str, tuple[str, str]]]:
    """The figures of each source: (which, (SVG, caption))."""
    from reports import figures
    from reports.drawing import svg

    looks = figures.styles(results.methods)
    curves, sums = agreement(results), totals(results)
    for number, source in enumerate(results.sources):
        points = figures.trade_offs(row for row in accuracies if row.source == source)
        sizes = figures.size_curves(row for row in by_size if row.source == source)
        panels = figures.agreement_panels(row for row in curves if row.source == source)
        spreads = figures.spreads(row for row in sums if row.source == source)
        drawn = (
            ("trade-off", figures.trade_off_figure(points, looks), "Accuracy against time"),
            ("size", sizes and figures.size_figure(sizes, looks), "Gap against size, with 95% bands"),
            ("agreement", panels and figures.agreement_figure(panels, looks), "Agreement over the groups"),
            ("seeds", spreads and figures.spread_figure(spreads, looks), "The distribution over seeds"),
        )
        for name, figure, caption in drawn:
            if figure:
                words = f"{caption}: {source}"
                yield name, (svg(figure, f"{name}{number}", words), words)


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
    found: Sheet
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
    sheet = Sheet(f"found-{number}", "What the methods found", columns, tuple(lines))
    return _WorstPair(pair, loss, sheet, alignment_views(stored, f"pair{number}") if stored else [])
