"""The table of many systems as text, Markdown, LaTeX, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from smatchproof.inference.interval import Interval
from smatchproof.reports.tables.experiment_tables import Cell, FormattedTable, as_markdown, as_text
from smatchproof.scoring.systems.significance import p_text
from smatchproof.scoring.systems.system_table import SystemRow, SystemTable

_NOTHING = "–"


@dataclass(frozen=True, slots=True)
class NumberFormat:
    """The format of printed scores: the number of decimals, and whether they are percentages.

    >>> NumberFormat().score(0.81234), NumberFormat(1, percent=True).score(0.81234), NumberFormat(2).signed(-0.014)
    ('0.8123', '81.2', '-0.01')
    """

    decimals: int = 4
    percent: bool = False

    @classmethod
    def of(cls, decimals: int | None, percent: bool) -> NumberFormat:
        """The format with so many decimals; if that is not said 4, or 2 of percentages."""
        return cls((2 if percent else 4) if decimals is None else decimals, percent)

    def score(self, value: float) -> str:
        """A score."""
        return f"{100 * value if self.percent else value:.{self.decimals}f}"

    def signed(self, value: float) -> str:
        """A difference, with its sign unless it is printed as zero."""
        text = f"{100 * value if self.percent else value:+.{self.decimals}f}"
        return text if re.search("[1-9]", text) else text[1:]

    def interval(self, interval: Interval, signed: bool = False) -> str:
        """Two ends, or one number where they are equal."""
        write = self.signed if signed else self.score
        return write(interval.low) if interval.known else f"{write(interval.low)} to {write(interval.high)}"


def system_text(table: SystemTable, numbers: NumberFormat = NumberFormat(), width: int | None = None) -> str:
    """The table as text, no wider than `width` columns where that is given: then it comes in parts."""
    lines = [as_text(formatted_systems(table, numbers), width), ""]
    return "\n".join([*lines, *(f"signature  {signature}" for _, signature in table.signatures)]) + "\n"


def system_markdown(table: SystemTable, numbers: NumberFormat = NumberFormat()) -> str:
    """The table in Markdown."""
    signatures = [f"- `{signature}`" for _, signature in table.signatures]
    return "\n".join([as_markdown(formatted_systems(table, numbers)), "", *signatures]) + "\n"


def formatted_systems(table: SystemTable, numbers: NumberFormat = NumberFormat()) -> FormattedTable:
    """The table with a row for each system under each metric; the metric is a column where there are several."""
    level = f"{table.inference.level:.0%} interval"
    compared = len(table.systems) > 1
    columns = ["metric"] * (len(table.metrics) > 1) + ["system", "score", level]
    columns += ["difference", level, "p", "p (randomisation)", "wins/ties/losses"] * compared + ["certified"]
    rows = [tuple(_cells(row, table, numbers)) for row in table.rows]
    title = f"{table.reference.graphs:,} pairs"
    title += f", differences to {table.baseline}" * compared
    return FormattedTable("systems", title, tuple(columns), tuple(rows), tuple(_notes(table, compared)))


def _cells(row: SystemRow, table: SystemTable, numbers: NumberFormat) -> Iterator[Cell]:
    if len(table.metrics) > 1:
        yield Cell(row.metric, row.metric)
    yield Cell(row.system, row.system)
    if row.score is None:
        yield from [Cell(_NOTHING)] * 2
    else:
        yield Cell(numbers.interval(row.score), row.score.low)
        yield Cell(numbers.interval(row.interval), row.interval.low)
    versus = row.versus
    if len(table.systems) > 1:
        if versus is None or row.score is None:
            yield from [Cell(_NOTHING)] * 5
        else:
            yield Cell(numbers.interval(versus.bounds, signed=True), versus.difference)
            yield Cell(numbers.interval(versus.interval, signed=True), versus.interval.low)
            yield Cell(p_text(versus.p) + " (undecided)" * versus.is_undecided, versus.p.low)
            yield Cell(p_text(versus.randomisation_p), versus.randomisation_p.low)
            wins, ties, losses, undecided = versus.outcomes
            yield Cell(f"{wins}/{ties}/{losses}" + f" ({undecided} open)" * bool(undecided), wins)
    yield Cell(_NOTHING) if row.certified is None else Cell(f"{row.certified:,} of {row.pairs:,}", row.certified)


def _notes(table: SystemTable, compared: bool) -> Iterator[str]:
    inference = table.inference
    what = "clusters" if inference.clusters is not None else "pairs"
    text = f"Intervals: jackknife over {table.units:,} {what}."
    if compared:
        text += f" p: studentised permutation test, and approximate randomisation; {inference.samples:,} exchanges, "
        text += f"seed {inference.seed}"
        others = len(table.systems) - 1
        text += f"; corrected for {others} comparisons (Holm)." if others > 1 else "."
    yield text
    for note in table.notes:  # some begin with the name of a system, which stays as it is
        named = note.startswith(tuple(f"{name}:" for name in table.systems))
        yield f"{note}." if named else f"{note[:1].upper()}{note[1:]}."


# ---- LaTeX

_SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "_": r"\_", "%": r"\%",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"$<$", ">": r"$>$", "|": r"$|$", "–": "--",
}  # fmt: skip


def latex_text(text: str) -> str:
    r"""Text as LaTeX prints it literally.

    >>> print(latex_text("a_b & 5% < $\\x"))
    a\_b \& 5\% $<$ \$\textbackslash{}x
    """
    return "".join(_SPECIAL.get(sign, sign) for sign in text if sign.isprintable())


def system_latex(table: SystemTable, numbers: NumberFormat = NumberFormat()) -> str:
    """The table in LaTeX, with the rules of booktabs; notes and signatures as comments above it."""
    formatted = formatted_systems(table, numbers)
    columns = "".join("r" if numeric else "l" for numeric in formatted.numeric)
    comments = [*formatted.notes, *(signature for _, signature in table.signatures)]
    lines = [rf"% {''.join(filter(str.isprintable, comment))}" for comment in comments]
    lines += [r"% \usepackage{booktabs}", rf"\begin{{tabular}}{{@{{}}{columns}@{{}}}}", r"\toprule"]
    lines.append(_latex_row(formatted.columns))
    last = None
    for row, cells in zip(table.rows, formatted.rows, strict=True):
        if row.metric != last:
            lines.append(r"\midrule")
        lines.append(_latex_row([cell.text for cell in cells]))
        last = row.metric
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"]) + "\n"


def _latex_row(cells: tuple[str, ...] | list[str]) -> str:
    ranges = (latex_text(re.sub(r"(?<=\d) to (?=[-+\d])", " -- ", cell)) for cell in cells)
    return " & ".join(re.sub(r"(?<![\w.-])([-+])(?=\d)", r"$\1$", cell) for cell in ranges) + r" \\"


# ---- data


def system_csv(table: SystemTable) -> str:
    """The table as CSV with all digits: two columns for the ends of each interval, empty where there is nothing.

    The last column has the notes of the table, the same in each row.
    """
    rows = [_flat(row) for row in system_object(table)["rows"]]  # type: ignore[attr-defined]
    columns = [*max(rows, key=len), "notes"]
    rows = [{**row, "notes": "; ".join(table.notes)} for row in rows]
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n", restval="")
    writer.writeheader()
    writer.writerows({key: "" if value is None else value for key, value in row.items()} for row in rows)
    return text.getvalue()


def _flat(record: dict[str, object], before: str = "") -> dict[str, object]:
    flat: dict[str, object] = {}
    for key, value in record.items():
        flat |= _flat(value, f"{before}{key}_") if isinstance(value, dict) else {f"{before}{key}": value}
    return flat


def system_json(table: SystemTable) -> str:
    """The table as one JSON object with all digits."""
    return json.dumps(system_object(table), indent=2, ensure_ascii=False) + "\n"


def system_object(table: SystemTable) -> dict[str, object]:
    """The table as the members of a JSON object."""
    inference = table.inference
    return {
        "reference": {"graphs": table.reference.graphs, "sha256": table.reference.sha256},
        "baseline": table.baseline,
        "level": inference.level,
        "samples": inference.samples,
        "seed": inference.seed,
        "clusters": inference.clusters,
        "units": table.units,
        "rows": [_row_object(row) for row in table.rows],
        "signatures": dict(table.signatures),
        "notes": list(table.notes),
    }


def _row_object(row: SystemRow) -> dict[str, object]:
    members: dict[str, object] = {"metric": row.metric, "system": row.system}
    members["score"] = None if row.score is None else row.score.low
    members["score_most"] = None if row.score is None else row.score.high
    members["interval"] = row.interval._asdict()
    members |= {"pairs": row.pairs, "certified": row.certified}
    versus = row.versus
    if versus is None:
        return members
    return members | {
        "difference": {
            "found": versus.difference,
            "least": versus.bounds.low,
            "most": versus.bounds.high,
            **versus.interval._asdict(),
        },
        "p": versus.p._asdict(),
        "undecided": versus.is_undecided,
        "different": versus.different,
        "p_randomisation": versus.randomisation_p._asdict(),
        "outcomes": versus.outcomes._asdict(),
    }


SYSTEM_FORMATS: dict[str, Callable[[SystemTable, NumberFormat], str]] = {
    "text": system_text,
    "markdown": system_markdown,
    "latex": system_latex,
    "json": lambda table, _: system_json(table),
    "csv": lambda table, _: system_csv(table),
}
"""The functions that write the table, by the name of the format."""
