"""Formatted tables: cells as text with links to rows, as text and Markdown; pages show them as HTML."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import urlencode

from smatchproof.base.errors import plain_line
from smatchproof.base.text_table import fitted_lines
from smatchproof.experiments.findings.gaps import FEWEST, Gaps
from smatchproof.experiments.findings.growth import INTERACTION, REENTRANCY, REPETITION, SIZE, Growth
from smatchproof.experiments.findings.method_comparison import FEW_DIFFERENT, PairedDifference
from smatchproof.experiments.findings.violations import Violations
from smatchproof.experiments.results import ALL, Results
from smatchproof.experiments.suite import SuiteRow
from smatchproof.experiments.tables import OPTIMUM, Accuracy, Agreement, Document
from smatchproof.inference.interval import Interval
from smatchproof.inference.intervals import FEW, FEW_LOSSES
from smatchproof.inference.regression import Coefficient

RESTS_ON = (
    "All numbers are those that the rows state: matched triples were recounted and optima certified when they were "
    "measured, and nothing is checked again here."
)
"""Stands with all that is made of rows, for anybody can write rows."""
UNFINISHED = "the experiment is not finished: this is made of the rows that are there so far"


def signature_notes(results: Results) -> list[str]:
    """The settings that all that is counted depends on, without the methods, which the tables name: a line for each."""
    parts = ([part for part in text.split("|") if not part.startswith("method:")] for text in results.signatures)
    return [f"Signature: {text}" for text in dict.fromkeys("|".join(each) for each in parts)]


class Cell(NamedTuple):
    """A cell of a table: its text, the value to sort by, the rows behind it, its mark, its page, bold or not.

    `high` is the upper end of an interval, whose lower end is `value`.
    """

    text: str
    value: float | str | None = None
    rows: Mapping[str, str] | None = None
    mark: str = ""
    page: str = ""
    bold: bool = False
    high: float | None = None

    @property
    def link(self) -> str:
        """Its page, or the place in the page where its rows are."""
        return self.page if self.rows is None else f"#rows?{urlencode(self.rows)}"

    @property
    def error(self) -> bool:
        """Test whether the cell's mark begins with ``*``: below the optimum. ``?`` alone: not known."""
        return self.mark.startswith("*")

    @property
    def numeric(self) -> bool:
        """Test whether the column of the cell is sorted by numbers."""
        return isinstance(self.value, int | float)


@dataclass(frozen=True, slots=True)
class FormattedTable:
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


def as_text(table: FormattedTable, width: int | None = None) -> str:
    """A table with aligned columns, in parts where it is wider than `width` columns.

    >>> row = (Cell("S"), Cell("0.8", 0.8, mark="*"))
    >>> print(as_text(FormattedTable("t", "Scores", ("method", "F1"), (row,), ("* wrong",))))
    Scores
    method    F1
    S       0.8*
    <BLANKLINE>
    * wrong
    """
    lines = [table.columns, *([cell.text + cell.mark for cell in row] for row in table.rows)]
    return "\n".join(
        [
            plain_line(table.title),
            *fitted_lines(lines, table.numeric, width),
            *(f"\n{plain_line(note)}" for note in table.notes),
        ]
    )


def as_markdown(table: FormattedTable) -> str:
    r"""A table in Markdown, marked cells in bold.

    >>> row = (Cell("S|T"), Cell("0.8", 0.8, mark="*"))
    >>> print(as_markdown(FormattedTable("t", "Scores", ("method", "F1"), (row,))))
    **Scores**
    <BLANKLINE>
    | method | F1 |
    | --- | ---: |
    | S\|T | **0.8**\* |
    """
    rule = ["---:" if right else "---" for right in table.numeric]
    body = [[_markdown_cell(cell) for cell in row] for row in table.rows]
    lines = [f"| {' | '.join(line)} |" for line in (table.columns, rule, *body)]
    return "\n".join([f"**{_markdown(table.title)}**", "", *lines, *(f"\n{_markdown(note)}" for note in table.notes)])


def _markdown_cell(cell: Cell) -> str:
    words, mark = _markdown(cell.text), _markdown(cell.mark)
    return f"**{words}**{mark}" if cell.error or cell.bold else words + mark


def _markdown(text: str) -> str:
    r"""The text in one line of Markdown, where none of it is a sign: names of files and ids are a stranger's.

    >>> print(_markdown("<b>a|b\\| [x](y) < 0.5"))
    \<b>a\|b\\\| [x\](y) < 0.5
    """
    return _MARKDOWN_SIGNS.sub(r"\\\g<0>", plain_line(text))


_MARKDOWN_SIGNS = re.compile(r"[\\`*|]|<(?=[A-Za-z/!?])|&(?=[A-Za-z#])|\](?=[(\[:])")
"""Signs of Markdown: of code, stress, cells, HTML, entities and links."""


def formatted_table1(documents: Sequence[Document]) -> FormattedTable:
    """Table 1 of Cai & Knight (2013): the score of each document by each method, search errors marked."""
    methods = [score.method for score in documents[0].scores] if documents else []
    rows = []
    for document in documents:
        names = _named(source=document.source, left=document.left, right=document.right, group=document.group)
        line = [*_words(document.source, document.left, document.right, document.group)]
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
    return table_without_lone_source("table1", "Table 1: document scores", columns, tuple(rows), tuple(notes))


def formatted_table2(rows: Iterable[Accuracy]) -> FormattedTable:
    """Table 2 of Cai & Knight (2013): how often each method is right, and how long it takes."""
    lines = []
    for row in rows:
        names = _named(source=row.source, method=row.method)
        lines.append(
            (
                *_words(row.source, row.method),
                Cell(_percent(row.accuracy), row.accuracy and row.accuracy.low, names),
                Cell(_share(row.scored, row.documents), row.scored, names),
                Cell(_percent(row.pair_accuracy), row.pair_accuracy and row.pair_accuracy.low, names),
                Cell(_share(row.measured, row.pairs), row.measured, names),
                Cell(_seconds(row.seconds), row.seconds, names),
                Cell("–" if row.total_seconds is None else _seconds(row.total_seconds), row.total_seconds, names),
            )
        )
    columns = ("source", "method", "accuracy", "documents", "pairs solved", "pairs", "solving s", "total s")
    notes = [
        "accuracy: share of document scores equal to the optimum's, on average over the runs; pairs solved: the same "
        "of pairs; solving: seconds of one run over all pairs; total: those of building the problems, too.",
        f"{OPTIMUM}: the certified solver that measured the optima; its accuracy is the share that it proved.",
    ]
    return table_without_lone_source("table2", "Table 2: accuracy and time", columns, tuple(lines), tuple(notes))


def formatted_figure1(rows: Sequence[Agreement]) -> FormattedTable:
    """Figure 1 of Cai & Knight (2013) as a table: each annotator's score against the consensus, group by group."""
    groups = tuple(dict.fromkeys(group for row in rows for group in row.groups))
    lines = []
    for row in rows:
        names = _named(source=row.source, left=row.left, right=row.right, method=row.method)
        scores = dict(zip(row.groups, row.f1, strict=True))
        found = [(group, scores.get(group)) for group in groups]
        cells = [
            Cell("–") if score is None else Cell(_decimals(score), score.low, {**names, "group": group})
            for group, score in found
        ]
        lines.append((*_words(row.source, row.left, row.right, row.method), *cells))
    columns = ("source", "annotator", "consensus", "method", *groups)
    notes = ("F1 of all pairs of a group together, against the side that all others are compared with.",)
    return table_without_lone_source("figure1", "Figure 1: agreement with the consensus", columns, tuple(lines), notes)


def formatted_gaps(rows: Sequence[Gaps], *, by_size: bool = True) -> FormattedTable:
    """Table the misses of each method: by size, or over all pairs of a source."""
    lines = []
    for row in rows:
        sizes = "–".join(map(str, dict.fromkeys(row.sizes)))
        names = _named(source=row.source, method=row.method, size="-".join(map(str, row.sizes)) if by_size else "")
        lost = {**names, "only": "missed"}
        worst = {**names, "pair": row.worst_pair, "seed": str(row.worst_seed)}
        lines.append(
            (
                *_words(row.source, row.method),
                Cell(sizes, row.sizes[0]),
                Cell(str(row.pairs), row.pairs, names),
                Cell(_percent(row.missed), row.missed.low, lost),
                Cell(_percent(row.missed_band), row.missed_band.low, names),
                Cell(_decimals(row.gap, 3), row.gap.low, lost),
                _band(row.gap_band and _decimals(row.gap_band, 3), row.gap_band, names, row.is_rough),
                Cell(_percent(row.relative, 2), row.relative.low, lost),
                _band(row.relative_band and _percent(row.relative_band, 2), row.relative_band, names, row.is_rough),
                Cell(_decimals(row.worst, 0), row.worst.low, worst),
            )
        )
    columns = (
        "source", "method", "variables", "pairs", "missed", "95% band", "mean gap", "95% band", "relative", "95% band",
        "worst gap",
    )  # fmt: skip
    notes = [
        "missed: share of pairs whose optimum is not found; gap: optimal triples that are not matched, in triples and "
        "as a share of all optimal matches. Variables are those of the larger graph."
    ]
    if any(row.clusters < row.pairs for row in rows):
        most = max(row.clusters for row in rows)
        notes.append(
            "Intervals count the pairs of one cluster (a sentence, a document, or a pair and its exchange) as one: "
            f"{most:,} instead of {max(row.pairs for row in rows):,} where there are most."
        )
    if any(row.gap_band is None or row.relative_band is None for row in rows):
        notes.append(
            f"–: no interval: fewer than {FEWEST} pairs (clusters of pairs), all miss as much, or some optima are not "
            "proved."
        )
    if any(row.is_rough and row.gap_band for row in rows):
        notes.append(
            f"~: fewer than {FEW_LOSSES} pairs (clusters of pairs) have a loss, or very few decide: where some losses "
            "are rare and large, none of these may be among the pairs, and the interval is too short."
        )
    if any(FEWEST <= row.clusters < FEW for row in rows):
        notes.append(f"With fewer than {FEW} pairs (clusters of pairs) an interval is a rough guide.")
    title = "Gaps by size" if by_size else "Gaps of each method"
    return table_without_lone_source("gaps-by-size" if by_size else "gaps", title, columns, tuple(lines), tuple(notes))


def formatted_suite(rows: Sequence[SuiteRow], reference: Sequence[SuiteRow] = ()) -> FormattedTable:
    """Table the share of pairs missed and the mean gap of each method by family and size, beside reference rows."""
    methods = list(dict.fromkeys(row.method for row in rows))
    beside = list(dict.fromkeys(row.method for row in reference if row.method not in methods))
    cells = {(row.family, row.sizes, row.method): row for row in (*reference, *rows)}
    places = dict.fromkeys((row.family, row.sizes) for row in rows)
    lines = []
    for family, sizes in places:
        found = [cells.get((family, sizes, method)) for method in (*methods, *beside)]
        pairs = next(row.pairs for row in found if row)
        line = [Cell(family, family), Cell("–".join(map(str, dict.fromkeys(sizes))), sizes[1]), Cell(str(pairs), pairs)]
        for row in found:
            text = f"{_percent(row.missed, 0)} {_decimals(row.gap, 1)}" if row else "–"
            line.append(Cell(text, row and row.missed.low))
        lines.append(tuple(line))
    notes = ["Of each method: share of pairs whose optimum is not found, and mean gap in triples."]
    if beside:
        notes.append(f"Of the shipped reference, measured with the same pairs and limits: {', '.join(beside)}.")
    columns = ("family", "variables", "pairs", *methods, *beside)
    return FormattedTable("suite", "The standard suite", columns, tuple(lines), tuple(notes))


def planted_note(results: Results) -> tuple[str, ...]:
    """What became of the optima that makers of pairs claim; nothing where they claim none."""
    proved, claims = results.planted
    return (f"Optima that were planted: {proved:,} of {claims:,} confirmed by proof, none refuted.",) * bool(claims)


_TERMS = (SIZE, REENTRANCY, INTERACTION, REPETITION)


def formatted_growth(rows: Sequence[Growth]) -> FormattedTable:
    """The coefficients of every method, with their intervals."""
    lines = []
    for row in rows:
        names = {"method": row.method} | ({} if row.source == ALL else {"source": row.source})
        cells = [
            *_words(row.source, row.method),
            Cell(f"{row.pairs:,}", row.pairs, names),
            Cell(f"{row.open_pairs:,}", row.open_pairs, {**names, "only": "unproved"}),
            Cell(row.shape, row.shape),
        ]
        for name in _TERMS:
            coefficient = row.term(name)
            value = None if coefficient is None else coefficient.estimate
            cells += [
                Cell("–" if coefficient is None else growth_estimate(coefficient), value, names),
                Cell((coefficient and growth_band(coefficient)) or "–", None, names),
            ]
        lines.append(tuple(cells))
    headings = [text for name in _TERMS for text in (name, "95%")]
    notes = (
        "Triples more for each further variable of the larger graph, for each further re-entrancy (mean of both "
        "sides), for both together, and for each tenth of the variables more whose concept is repeated. Least squares, "
        "each term with the others held, size and re-entrancy at the mean of the other one; intervals by the jackknife "
        "over clusters of pairs. A simple regression, no mixed model.",
        "with size: by the slope over size alone (95%), and by its bend (99%): where the gap bends, a triple for each "
        "further variable is an average over these sizes, and no forecast.",
        "–: does not vary by itself, nothing was missed, too few pairs, or some optima are not proved.",
    )
    columns = ("source", "method", "pairs", "open", "with size", *headings)
    return table_without_lone_source("growth-terms", "Growth of the gap", columns, tuple(lines), notes)


def growth_estimate(coefficient: Coefficient) -> str:
    """A coefficient with its sign."""
    return f"{_least_digits(coefficient.estimate):+}"


def growth_band(coefficient: Coefficient) -> str:
    """The 95% interval of a coefficient; empty where there are too few pairs for one."""
    return "{:+} to {:+}".format(*map(_least_digits, coefficient.band)) if coefficient.band else ""


def _least_digits(value: float) -> float:
    """A number with three significant digits, of which none is beyond the fifth place.

    >>> _least_digits(0.123456), _least_digits(0.000012345)
    (0.123, 1e-05)
    """
    return round(float(f"{value:.3g}"), 5) + 0.0


def formatted_violations(rows: Iterable[Violations]) -> FormattedTable:
    """Table the violations of each method: scores that depend on the seed, or on which graph is the left one."""
    lines = []
    for row in rows:
        names = _named(source=row.source, method=row.method)
        worst = {**names, "pair": row.examples[0]} if row.examples else names
        lines.append(
            (
                *_words(row.principle, row.source, row.method),
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
    return table_without_lone_source("violations", "Violations of symmetry and determinacy", columns, lines, notes)


def formatted_differences(rows: Iterable[PairedDifference]) -> FormattedTable:
    """Table the differences of the triples that two methods miss on the same pairs."""
    rows = list(rows)
    lines = tuple(
        (
            *_words(row.source, row.one, row.two),
            Cell(str(row.pairs), row.pairs),
            Cell(str(row.different), row.different),
            Cell(f"{row.difference:+.4f}", row.difference),
            Cell("–" if row.band is None else f"{row.band.low:+.4f} to {row.band.high:+.4f}"),
            Cell(f"{row.p:.4f}", row.p),
            Cell(f"{row.p_holm:.4f}", row.p_holm),
        )
        for row in rows
    )
    columns = ("source", "method", "beside", "pairs", "different", "misses more", "95%", "p", "p (Holm)")
    notes: tuple[str, ...] = (
        "Triples that the first method misses more than the second, on average over the same pairs, which need no "
        "optimum; different: pairs (clusters of pairs) on which they differ; p: approximate randomisation, pairs "
        "of one cluster together; Holm: corrected for all comparisons of a source. Methods that never differ are left "
        "out.",
    )
    if any(row.different < FEW_DIFFERENT for row in rows):
        notes += (
            f"Where they differ on fewer than {FEW_DIFFERENT}, intervals and p-values are a rough guide: a method that "
            "misses seldom, and by much when it does, may not have done so yet.",
        )
    return table_without_lone_source("differences", "Methods beside each other", columns, lines, notes)


def formatted_failures(results: Results) -> FormattedTable:
    """The runs that could not be made, by the message of the method."""
    counts: Counter[tuple[str, str, str]] = Counter()
    for pair in results.pairs:
        for method, runs in pair.runs.items():
            counts.update((pair.source, method, status) for status in runs.failures)
    lines = tuple(
        (
            *_words(source, method),
            Cell(str(number), number, _named(source=source, method=method, only="failed")),
            Cell(status, status),
        )
        for (source, method, status), number in sorted(counts.items())
    )
    return table_without_lone_source("failures", "Runs that failed", ("source", "method", "runs", "why"), lines)


def table_without_lone_source(
    name: str, title: str, columns: tuple[str, ...], rows: Sequence[tuple[Cell, ...]], notes: Sequence[str] = ()
) -> FormattedTable:
    """A table; where there is just one source, its name goes into the title and the column is dropped."""
    at = columns.index("source")
    sources = {row[at].text for row in rows}
    if len(sources) == 1:
        columns = columns[:at] + columns[at + 1 :]
        rows = [row[:at] + row[at + 1 :] for row in rows]
        title += f", {sources.pop()}"
    return FormattedTable(name, title, columns, tuple(rows), tuple(notes))


def _words(*texts: str) -> tuple[Cell, ...]:
    """Cells that are sorted by their texts."""
    return tuple(Cell(text, text) for text in texts)


def _named(**names: str) -> dict[str, str]:
    """Which rows: those with these values. All sources together need no name, nor has the optimum a method."""
    return {key: value for key, value in names.items() if value and value not in (ALL, OPTIMUM)}


def _band(text: str | None, band: Interval | None, names: Mapping[str, str], is_rough: bool) -> Cell:
    return Cell("–", None, names) if text is None or band is None else Cell(text, band.low, names, "~" * is_rough)


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
