"""Tables of experiments, formatted: cells as text and Markdown; the report shows them as HTML."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from smatchproof.inference.interval import Interval
from smatchproof.inference.intervals import FEW
from smatchproof.lab.experiments.gaps import FEWEST, Difference, Gaps, worst_pairs
from smatchproof.lab.experiments.results import ALL, Results, measured_by
from smatchproof.lab.experiments.study import SuiteRow
from smatchproof.lab.experiments.tables import OPTIMUM, Accuracy, Document, PublishedAccuracy
from smatchproof.reports.tables.cells import Cell, FormattedTable

RESTS_ON = (
    "All numbers are those that the rows state: matched triples were recounted and optima certified when they were "
    "measured, and nothing is checked again here."
)
"""A note on all that is made from rows, because anybody can write rows."""
UNFINISHED = "the experiment is not finished: this is made of the rows that are there so far"


def signature_notes(results: Results) -> list[str]:
    """Return the settings that the counts depend on, a line for each, without the methods, which the tables name."""
    parts = ([part for part in text.split("|") if not part.startswith("method:")] for text in results.signatures)
    return [f"Signature: {text}" for text in dict.fromkeys("|".join(each) for each in parts)]


def limit_notes(results: Results) -> list[str]:
    """Return a line for each method with runs that took longer than their limit."""
    runs = {method: [pair.runs[method] for pair in measured_by(method, results.pairs)] for method in results.methods}
    return [
        f"{method}: {late:,} of {sum(len(each.found) for each in some):,} runs took longer than their limit."
        for method, some in runs.items()
        if (late := sum(each.late for each in some))
    ]


def formatted_table1(documents: Sequence[Document]) -> FormattedTable:
    """Table 1 of Cai & Knight (2013): the score of each document by each method, search errors marked."""
    methods = [score.method for score in documents[0].scores] if documents else []
    rows = []
    for document in documents:
        line = [*_words(document.source, document.left, document.right, document.group)]
        line.append(Cell(str(document.pairs), document.pairs))
        for score in document.scores:
            mark = "" if not score.errors else "*" if score.runs == 1 else f"*{score.errors}/{score.runs}"
            mark += "?" if score.undecided else ""
            line.append(Cell("–" if score.f1 is None else f"{score.f1:.4f}", score.f1, mark))
        line.append(Cell(_decimals(document.optimum, 4), document.optimum.low))
        rows.append(tuple(line))
    notes = ["F1 of all pairs of a document together. * a search error: below the optimum; *1/2: in one of two runs."]
    if any(score.undecided for document in documents for score in document.scores):
        notes.append("? as good as the best known alignments, whose optimality is not proved.")
    if any(score.missing for document in documents for score in document.scores):
        notes.append("– the method did not run on every pair of the document.")
    columns = ("source", "left", "right", "group", "pairs", *methods, OPTIMUM)
    return table_without_lone_source("table1", "Document scores (Table 1 of Cai & Knight)", columns, rows, notes)


def formatted_table2(rows: Iterable[Accuracy]) -> FormattedTable:
    """Return Table 2 of Cai & Knight (2013): the accuracy and the time of each method."""
    lines = [
        (
            *_words(row.source, row.method),
            Cell(_percent(row.accuracy), row.accuracy and row.accuracy.low),
            Cell(_share(row.scored, row.documents), row.scored),
            Cell(_percent(row.pair_accuracy), row.pair_accuracy and row.pair_accuracy.low),
            Cell(_share(row.measured, row.pairs), row.measured),
            Cell(f"{row.seconds:.3g}" if row.seconds < 100 else f"{row.seconds:,.0f}", row.seconds),
        )
        for row in rows
    ]
    columns = ("source", "method", "accuracy", "documents", "pairs solved", "pairs", "seconds")
    notes = [
        "accuracy: share of document scores equal to the optimum's, on average over the runs; pairs solved: the same "
        "of pairs; seconds: of solving all pairs in one run. A run that failed counts as a miss.",
        f"{OPTIMUM}: the certified solver that measured the optima; its accuracy is the share that it proved.",
    ]
    return table_without_lone_source("table2", "Accuracy and time (Table 2 of Cai & Knight)", columns, lines, notes)


def formatted_published(rows: Sequence[PublishedAccuracy]) -> FormattedTable:
    """Table 2 of Cai & Knight (2013) as it is printed, next to what follows from their Table 1, and ours."""
    lines = [
        (
            *_words(row.method),
            Cell(f"{row.right} of {row.documents}", row.right),
            Cell(f"{100 * row.right / row.documents:g}%", row.right),
            Cell(f"{row.printed:g}%", row.printed),
            Cell(_percent(row.ours), row.ours and row.ours.low),
            Cell(f"{row.seconds:.2f}", row.seconds),
        )
        for row in rows
    ]
    notes = [
        "right in Table 1: documents of the paper whose score, of two decimals, is that of ILP; that gives the "
        "accuracy next to what Table 2 prints. ours: the accuracy in our rows, which are about other annotations.",
        *(
            f"{row.method}: {row.printed:g}% is no number of {row.documents} documents: an average over runs."
            for row in rows
            if row.printed * row.documents % 100
        ),
    ]
    columns = ("method", "right in Table 1", "gives", "Table 2 prints", "ours", "seconds in Table 2")
    return FormattedTable("published", "Tables of Cai & Knight (2013), and ours", columns, tuple(lines), tuple(notes))


def formatted_gaps(
    rows: Sequence[Gaps], *, by_size: bool = False, pages: Mapping[tuple[str, str], str] = {}
) -> FormattedTable:  # the default of pages is never changed
    """Table the misses of each method: by size, or over all pairs of a source with the worst pair.

    `pages` has the links of pairs, by source and id. Where runs failed there is a column of those that did not.
    """
    lines, has_failures = [], any(row.runs < row.tried for row in rows)
    for row in rows:
        worst, where = row.worst_pair, []
        if by_size:
            where = [Cell("–".join(map(str, dict.fromkeys(row.sizes))), row.sizes[0])]
        line = [
            *_words(row.source, row.method),
            *where,
            Cell(str(row.pairs), row.pairs),
            Cell(_share(row.runs, row.tried) if has_failures else "", row.runs),
            Cell(f"{_percent(row.missed)} ({_percent(row.missed_band)})", row.missed.low),
            Cell(f"{_decimals(row.gap, 3)} ({_decimals(row.gap_band, 3)})", row.gap.low),
            Cell(f"{_percent(row.relative, 2)} ({_percent(row.relative_band, 2)})", row.relative.low),
            Cell(_decimals(row.worst, 0), row.worst.low),
        ]
        if not by_size:
            name = ": ".join(worst.key) if row.source == ALL else worst.row.pair
            page = pages.get(worst.key, "")
            line.append(Cell(name, name, page=page) if row.worst.low else Cell("–"))
        lines.append(tuple(line))
    numbers = ("pairs", "runs", "missed", "mean gap", "relative", "worst gap")
    notes = [
        "missed: share of pairs whose optimum is not found; gap: optimal triples that are not matched by runs that did "
        "not fail, in triples and relative to all optimal matches; in parentheses 95% intervals, for which a cluster "
        f"(a sentence, a document) counts as one pair; (–): none, because there are fewer than {FEWEST} "
        "pairs, all have the same gap, or an optimum is not proved.",
        f"An interval of fewer than {FEW} pairs, or of pairs of which few have a loss, is a rough guide.",
    ]
    if len({row.method for row in rows}) > 1:
        notes[1] += " Whether two methods differ by more than chance says experiment gaps DIR --against METHOD."
    if has_failures:
        notes.append(
            "runs: those that ended with an alignment. The row is about these alone: table2 counts others as misses."
        )
    if by_size:
        columns = ("source", "method", "variables", *numbers)
        return table_without_lone_source("gaps-by-size", "Gaps by size of the larger graph", columns, lines, notes)
    return table_without_lone_source("gaps", "Gaps", ("source", "method", *numbers, "worst pair"), lines, notes)


def formatted_differences(rows: Sequence[Difference], against: str) -> FormattedTable:
    """Table what each method matches more than `against`, whether that is more than chance, and in what time."""
    lines = [
        (
            *_words(row.source, row.method),
            *(Cell(str(number), number) for number in (row.pairs, row.more, row.fewer)),
            Cell(f"{row.mean:+.3f} ({f'{row.band.low:+.3f} to {row.band.high:+.3f}' if row.band else '–'})", row.mean),
            Cell(f"{row.p:.4f}", row.p),
            *(Cell(f"{seconds:.3g}", seconds) for seconds in row.seconds),
        )
        for row in rows
    ]
    notes = (
        f"difference: triples that the method matches more than {against}, the mean over the pairs that both ran on, "
        f"and its 95% interval; (–): none, as there are fewer than {FEWEST} pairs, or all differ by as much; more, "
        "fewer: on how many pairs it matches more, or fewer; p: the chance of so large a difference between methods "
        "that are equally good, by Holm's correction for the methods of a source; seconds: of one run over the pairs.",
    )
    columns = ("source", "method", "pairs", "more", "fewer", "difference", "p", "seconds", f"seconds of {against}")
    return table_without_lone_source("differences", f"Differences from {against}", columns, lines, notes)


def formatted_misses(
    results: Results, most: int, pages: Mapping[tuple[str, str], str] = {}, methods: Sequence[str] = ()
) -> FormattedTable:  # the default of pages is never changed
    """Table the pairs that each method, or each of `methods`, missed by most, with what may explain it."""
    lines = [
        (
            *_words(pair.row.source, method),
            Cell(pair.row.pair, pair.row.pair, page=pages.get(pair.key, "")),
            Cell(str(pair.variables), pair.variables),
            Cell(f"{pair.reentrancies:g}", pair.reentrancies),
            Cell(f"{pair.repeated:.0f}%", pair.repeated),
            Cell(str(pair.loss(method)), pair.loss(method)),
            Cell(_decimals(Interval(pair.counts.matched, pair.counts.upper_bound), 0), pair.counts.matched),
        )
        for method in methods or results.methods
        for pair in worst_pairs(results, method, most)
    ]
    if not lines:
        asked = methods or results.methods
        words = "ended with an alignment" if {*asked} <= {*results.failed_everywhere} else "has missed the optimum"
        return FormattedTable("misses", f"No run of {', '.join(asked)} {words}.", (), ())
    columns = ("source", "method", "pair", "variables", "re-entrancies", "repeated", "gap", OPTIMUM)
    notes = (
        f"At most {most} pairs of each method; gap: of its worst run; re-entrancies: mean of both graphs; "
        "repeated: variables whose concept an earlier variable of their graph has.",
    )
    return table_without_lone_source("misses", "Pairs with the largest gaps", columns, lines, notes)


def formatted_suite(rows: Sequence[SuiteRow], reference: Sequence[SuiteRow] = ()) -> FormattedTable:
    """Table the share of pairs missed and the mean gap of each method by family and size, with reference rows."""
    methods = list(dict.fromkeys(row.method for row in rows))
    others = list(dict.fromkeys(row.method for row in reference if row.method not in methods))
    cells = {(row.family, row.sizes, row.method): row for row in (*reference, *rows)}
    lines = []
    for family, sizes in dict.fromkeys((row.family, row.sizes) for row in rows):
        found = [cells.get((family, sizes, method)) for method in (*methods, *others)]
        pairs = next(row.pairs for row in found if row)
        line = [Cell(family, family), Cell("–".join(map(str, dict.fromkeys(sizes))), sizes[1]), Cell(str(pairs), pairs)]
        for row in found:
            text = f"{_percent(row.missed, 0)} {_decimals(row.gap, 1)}" if row else "–"
            line.append(Cell(text, row and row.missed.low))
        lines.append(tuple(line))
    notes = ["Of each method: share of pairs whose optimum is not found, and mean gap in triples."]
    if others:
        notes.append(f"Of the shipped reference, measured with the same pairs and limits: {', '.join(others)}.")
    columns = ("family", "variables", "pairs", *methods, *others)
    return FormattedTable("suite", "The standard suite", columns, tuple(lines), tuple(notes))


def formatted_failures(results: Results) -> FormattedTable:
    """The runs that could not be made, by the message of the method."""
    counts: Counter[tuple[str, str, str]] = Counter()
    for pair in results.pairs:
        for method, runs in pair.runs.items():
            counts.update((pair.row.source, method, status) for status in runs.failures)
    lines = [
        (*_words(source, method), Cell(str(number), number), Cell(status, status))
        for (source, method, status), number in sorted(counts.items())
    ]
    return table_without_lone_source("failures", "Runs that failed", ("source", "method", "runs", "why"), lines)


def table_without_lone_source(
    name: str, title: str, columns: tuple[str, ...], rows: Collection[tuple[Cell, ...]], notes: Sequence[str] = ()
) -> FormattedTable:
    """A table without empty columns; where there is just one source, its name goes into the title instead."""
    texts = [{row[at].text for row in rows} for at in range(len(columns))]
    sources = texts[columns.index("source")]
    kept = [at for at, found in enumerate(texts) if not (found == {""} or (found is sources and len(sources) == 1))]
    if len(sources) == 1:
        title += f", {sources.pop()}"
    shown = tuple(tuple(row[at] for at in kept) for row in rows)
    return FormattedTable(name, title, tuple(columns[at] for at in kept), shown, tuple(notes))


def _words(*texts: str) -> tuple[Cell, ...]:
    """Cells that are sorted by their texts."""
    return tuple(Cell(text, text) for text in texts)


def _decimals(number: Interval | None, digits: int) -> str:
    if number is None:
        return "–"
    low, high = _rounded(number.low, digits), _rounded(number.high, digits)
    return low if low == high else f"{low}–{high}"


def _percent(share: Interval | None, digits: int = 1) -> str:
    if share is None:
        return "–"
    low, high = _rounded(100 * share.low, digits, 100), _rounded(100 * share.high, digits, 100)
    return f"{low}%" if low == high else f"{low}–{high}%"


def _rounded(value: float, digits: int, whole: float | None = None) -> str:
    """Format a number so that it does not look like 0, or like the whole, unless it is equal to that.

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
