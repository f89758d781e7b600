"""An audit as text and as JSON: the shape of Table 10 of Opitz, Parcalabescu & Frank (2020), with numbers for ticks."""

from __future__ import annotations

import itertools
import json
import textwrap
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import msgspec

from smatchproof.base.text import many, table_lines
from smatchproof.base.version import VERSION
from smatchproof.inference.interval import Interval
from smatchproof.lab.audits.audit import Audit, MetricAudit, SystemsAudit
from smatchproof.lab.audits.bamboo import CELLS, PUBLISHED, BambooRow
from smatchproof.lab.audits.probes import POSITION_WORDS
from smatchproof.lab.audits.published import Cells, PaperRow

Row = tuple[str, list[str]]
"""A line of the summary: the measured property, and the numbers of the metrics as texts."""

_NONE = "–"


def _number(value: float | None, digits: int = 4) -> str:
    return _NONE if value is None else f"{value + 0.0:.{digits}f}"  # no -0.0


def _of(part: int, whole: int) -> str:
    return f"{part:,} of {whole:,}"


def _scaled(value: float | None) -> str:
    return _number(None if value is None else 100 * value, 2)


def _scaled_interval(interval: Interval | None) -> str:
    return _NONE if interval is None else f"{100 * interval.low:.2f} to {100 * interval.high:.2f}"


def _summary_rows(audit: Audit) -> Iterator[tuple[str, list[Row]]]:
    """The lines of the summary under the principles that they are about."""
    ms = audit.metrics
    yield from _principles(ms)
    yield (
        f"determinacy (principle IV), {audit.runs} runs",
        [
            ("share of pairs that vary", [_number(m.determinacy.share) for m in ms]),
            ("standard deviation, a pair (Tables 3 and 5)", [_number(m.determinacy.deviation, 5) for m in ms]),
            ("standard deviation, the corpus", [_number(m.determinacy.corpus_deviation, 5) for m in ms]),
        ],
    )
    if biases := [m.bias.positions for m in ms if m.bias]:
        yield (
            "bias (principle V): cost of an error grows with degree to the power of",
            [
                (f"at {words}", [_number(bias[position].exponent, 2) for bias in biases])
                for position, words in POSITION_WORDS.items()
            ],
        )
    shares = [_of(m.graded.right, m.graded.right + m.graded.tied + m.graded.wrong) for m in ms]
    jaccard = "tau of the order, against Jaccard", [_number(m.jaccard) for m in ms]
    yield "symbolic and graded match", [jaccard, ("graded probes ranked right", shares)]
    if people := [m.human for m in ms if m.human]:
        yield (
            "agreement with people (Table 7)",
            [
                ("Pearson x 100", [_scaled(each.pearson) for each in people]),
                ("  95% interval", [_scaled_interval(each.pearson_interval) for each in people]),
                ("Spearman x 100", [_scaled(each.spearman) for each in people]),
                ("  95% interval", [_scaled_interval(each.spearman_interval) for each in people]),
                ("RMSE", [_number(each.rmse) for each in people]),
                ("RMSE on quantiles 0.1 to 0.9", [_number(each.rmse_quantiles) for each in people]),
            ],
        )
    if roles := [m.role_confusion for m in ms if m.role_confusion]:
        accuracy = "accuracy x 100", [_scaled(each.accuracy) for each in roles]
        right = [_of(each.right, each.couples) for each in roles]
        yield "role confusion (BAMBOO 0.2, role)", [accuracy, ("couples right", right)]
    yield "score of the corpus", [("micro average", [_number(m.corpus) for m in ms])]


def _principles(ms: Sequence[MetricAudit]) -> Iterator[tuple[str, list[Row]]]:
    yield (
        "range (principle I)",
        [
            ("least and most", [f"{_number(m.range.least, 3)} {_number(m.range.most, 3)}" for m in ms]),
            ("scores outside of [0, 1]", [_of(m.range.outside, m.range.pairs) for m in ms]),
            ("scores proved", [_of(m.proved, m.scores) for m in ms]),
        ],
    )
    yield (
        "identity of indiscernibles (principle II)",
        [
            ("graphs not 1 with themselves", [_of(m.identity.not_one, m.identity.graphs) for m in ms]),
            ("different pairs that score 1", [_of(m.identity.indiscernible, m.identity.different) for m in ms]),
            ("equal pairs that do not", [_of(m.identity.equal_not_one, m.identity.equal) for m in ms]),
            ("probes that hold", [_of(sum(probe.holds for probe in m.probes), len(m.probes)) for m in ms]),
        ],
    )
    equal = [_of(sum(probe.holds for probe in m.symmetry_probes), len(m.symmetry_probes)) for m in ms]
    yield (
        "symmetry (principle III)",
        [
            ("share of pairs violating it (Eq. 4)", [_number(m.symmetry.share) for m in ms]),
            ("mean violation (Eq. 5)", [_number(m.symmetry.mean) for m in ms]),
            ("largest violation", [_number(m.symmetry.largest) for m in ms]),
            ("probes equal both ways", equal),
        ],
    )


def format_audit(audit: Audit) -> str:
    """The audit as text: the summary, the systems, and the signatures."""
    parts = [_summary(audit)]
    if audit.systems:
        parts.append(_systems(audit.systems))
    parts.append(_failed_probes(audit))
    signatures = [f"{metric.name}: {metric.signature}" for metric in audit.metrics]
    parts.append("\n".join(["signatures", *(f"  {line}" for line in signatures), f"  same graphs: {audit.truth}"]))
    return "\n\n".join(part for part in parts if part)


def _summary(audit: Audit) -> str:
    unread = f", {many(len(audit.errors), 'graph')} scored as empty" if audit.errors else ""
    corpus = f"{many(audit.pairs, 'pair')}, {audit.equal:,} of the same graph{unread}"
    rows = [[corpus, *(metric.name for metric in audit.metrics)]]
    for heading, lines in _summary_rows(audit):
        rows.append([heading] + [""] * len(audit.metrics))
        rows += [[f"  {words}", *cells] for words, cells in lines]
    return aligned(rows)


def _systems(systems: SystemsAudit) -> str:
    heading = "sentences on which metrics prefer different systems"
    between = "p between metrics (Table 8)"
    opposed = [[heading, "share", "p by the one", "p by the other", between]]
    for each in systems.disagreements:
        found, words = each.found, f"  {each.metric} and {each.other_metric}: {each.system} or {each.other_system}"
        opposed.append([words, _number(found.share), *map(_p, (found.first.p, found.second.p, found.between.p))])
    shape = [["mean error of shape (Table 9)", "degree", "density", "nodes", "edges"]]
    for name, error in systems.structure.items():
        numbers = (_number(error.degree), _number(error.density), _number(error.nodes, 2), _number(error.edges, 2))
        shape.append([f"  {name}", *numbers])
    return "\n\n".join(aligned(table) for table in (opposed, shape) if len(table) > 1)


def _p(p: float | None) -> str:
    return "<0.0001" if p is not None and 0 < p < 0.00005 else _number(p)


def _failed_probes(audit: Audit) -> str:
    lines = [
        f"  {metric.name}: {probe.name} ({probe.expectation}) scores {probe.value:.4f} and back {probe.backward:.4f}"
        for metric in audit.metrics
        for probe in metric.probes
        if not probe.holds
    ]
    return "\n".join(["probes of identity that do not hold", *lines]) if lines else ""


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """A table as text, the first column to the left and the others to the right."""
    return "\n".join(table_lines(rows))


# ---- JSON


def audit_json(audit: Audit) -> str:
    """The audit as one JSON object, whose members are the fields of its types. What is not defined is ``null``."""
    return _json({"version": VERSION, **msgspec.to_builtins(audit)})


def _json(values: dict[str, Any]) -> str:
    return json.dumps(values, indent=2, ensure_ascii=False, allow_nan=False)


# ---- BAMBOO


def format_bamboo(rows: Sequence[BambooRow], split: str) -> str:
    """The table as text, each of our rows above the published one that its settings belong to.

    >>> text = format_bamboo([BambooRow("bamboo-smatch", "smatch|...", (50.0,) * 12)], "dev")
    >>> [" ".join(line.split()[:5]) for line in text.splitlines()[1:3]]
    ['bamboo-smatch, dev 50.00 50.00 50.00', 'published, test: Smatch 58.39 59.75']
    """
    lines = [["", *(cell.heading for cell in CELLS)]]
    published = {row.ours: row for row in PUBLISHED if row.ours}
    for row in rows:
        lines.append([f"{row.metric}, {split}", *map(partial(_number, digits=2), row.values)])
        if printed := published.get(row.metric):
            lines.append([f"  published, test: {printed.metric}", *map(partial(_number, digits=2), printed.values)])
    measured = {row.metric for row in rows}
    for each in PUBLISHED:
        if each.ours not in measured:
            lines.append([f"published, test: {each.metric}", *map(partial(_number, digits=2), each.values)])
    notes = [
        "Pearson's correlation with human similarities x 100; role: paraphrases that score more than their foil x 100.",
        "A published row has the settings of the row above it, on other sentences.",
        "signatures",
        *(f"  {row.metric}: {row.signature}" for row in rows),
    ]
    return "\n".join([*table_lines(lines), "", *notes])


def bamboo_json(rows: Sequence[BambooRow], split: str) -> str:
    """The same as one JSON object.

    >>> [*json.loads(bamboo_json([], "dev"))]
    ['version', 'split', 'columns', 'rows', 'published']
    """
    columns = [cell.heading for cell in CELLS]
    ours, published = (
        [{**msgspec.to_builtins(row), "values": dict(zip(columns, row.values, strict=True))} for row in each]
        for each in (rows, PUBLISHED)
    )
    return _json({"version": VERSION, "split": split, "columns": columns, "rows": ours, "published": published})


# ---- the paper's own numbers


def format_papers(rows: Sequence[PaperRow], width: int | None = None) -> str:
    """The paper's rows under the titles of their tables, each with ours and the reason where they differ.

    >>> row = PaperRow("Table 0: sizes", "small", {"a": 1, "b": 2.5}, {"LPP": {"": 3}, "STS": {"": 4}}, "other corpora")
    >>> print(format_papers([row]))
    Table 0: sizes
    <BLANKLINE>
    small
      paper  a = 1, b = 2.5
      ours   LPP = 3, STS = 4
      why    other corpora
    """
    parts = []
    for title, group in itertools.groupby(rows, lambda row: row.table):
        parts.append("\n".join(textwrap.wrap(title, width or _WIDE, break_on_hyphens=False)))
        parts += [
            "\n".join([row.name.replace("_", " "), *(_hanging(*line, width) for line in paper_lines(row))])
            for row in group
        ]
    return "\n\n".join(parts)


_WIDE = 120
"""Columns where the output is no terminal."""
_IS = "\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}"
"""Between a label and its value, which stay on one line."""


def paper_lines(row: PaperRow) -> list[tuple[str, str]]:
    """The lines of a row, each with its key: the paper's cells, ours, why they differ, and orders that are reversed."""
    ours = {name: cells_text(cells) for name, cells in row.ours.items()}
    if all([*cells] == [""] for cells in row.ours.values()):
        lines = [", ".join(f"{name}{_IS}{text}" for name, text in ours.items())]
    else:
        lines = [f"{name}: {text}" for name, text in ours.items()]
    found = [("paper", cells_text(row.paper)), *(("ours", line or _NONE) for line in lines), ("why", row.why)]
    if row.compared:
        held = f"{row.compared - len(row.reversed)} of {many(row.compared, 'order')} of the paper hold"
        turned = f"; reversed: {', '.join(row.reversed)}; {row.because}" if row.reversed else ""
        found.append(("order", held + turned))
    return [(key, text) for key, text in found if text]


def cells_text(cells: Cells) -> str:
    """The cells of a row as a list, each label with its value.

    >>> cells_text({"1": 2.6e-4, "2": ""}).replace(_IS, " = ")
    '1 = 0.00026, 2 = –'
    """
    values = {label: f"{value:g}" if isinstance(value, int | float) else value for label, value in cells.items()}
    return ", ".join(f"{label}{_IS}{value or _NONE}" if label else value for label, value in values.items())


def _hanging(key: str, text: str, width: int | None) -> str:
    found = textwrap.fill(
        text, width or _WIDE, initial_indent=f"  {key:<7}", subsequent_indent=" " * 9, break_on_hyphens=False
    )
    return found.replace(_IS, " = ")


def papers_json(rows: Sequence[PaperRow]) -> str:
    """The same as one JSON object.

    >>> [*json.loads(papers_json([]))]
    ['version', 'rows']
    """
    return _json({"version": VERSION, "rows": msgspec.to_builtins(rows)})
