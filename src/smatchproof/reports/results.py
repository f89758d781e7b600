"""Results of a Python session that show more than numbers: an explained pair, errors, compared systems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from smatchproof.base.characters import visible
from smatchproof.base.errors import unknown
from smatchproof.base.optional import require
from smatchproof.base.record import Record, replace
from smatchproof.base.result import Result, fact
from smatchproof.base.text import many
from smatchproof.graphs.graph import Graph
from smatchproof.problem.score import Counts
from smatchproof.reports.drawings.pair_drawing import pair_drawing
from smatchproof.reports.pages.pair_page import SIDES, explain_page, is_too_large, template
from smatchproof.reports.tables.cells import Cell, FormattedTable, as_text, csv_text
from smatchproof.reports.tables.system_tables import (
    LAYOUTS,
    SYSTEM_FORMATS,
    TableStyle,
    system_in_format,
    system_object,
    system_rows,
)
from smatchproof.scoring.corpus.corpus_errors import ErrorRow, ErrorTotals
from smatchproof.scoring.metrics.alignment_scores import ScoredResult
from smatchproof.scoring.metrics.explanation import as_written, explained
from smatchproof.scoring.metrics.protocol import Sentences
from smatchproof.scoring.pairs.comparison import Claim, ClaimStatus, Comparison
from smatchproof.scoring.pairs.matching import match_up
from smatchproof.scoring.pairs.pair_errors import CONFUSED, MEANINGS, ErrorKind
from smatchproof.scoring.settings import ScoreSettings
from smatchproof.scoring.systems.system_table import SystemTable


def _whole(worth: float) -> float:
    """A worth as an integer where it is one, as it is wherever no match is graded."""
    return int(worth) if worth == int(worth) else worth


class Explanation(ScoredResult, Record):
    """The score of a pair, triple by triple. A notebook draws both graphs."""

    id: str
    claim: Claim
    settings: ScoreSettings
    sentences: Sentences = (None, None)
    graphs: tuple[Graph, Graph] | None = None
    """The graphs as they were written, where a page is to show them."""

    @property
    def counts(self) -> Counts:
        """The counts of the pair."""
        return self.claim.comparison.plain.counts

    @property
    def certified(self) -> bool:
        """Test whether a checker has accepted a proof that no alignment matches more."""
        return self.status is ClaimStatus.CERTIFIED

    @property
    def status(self) -> ClaimStatus:
        """The foundation of the upper bound."""
        return self.claim.comparison.plain.status

    @property
    def alignment(self) -> tuple[tuple[str, str], ...]:
        """The aligned variables, left and right."""
        return self.claim.comparison.alignment

    @property
    def _shown(self) -> Comparison:
        """The comparison, with roles as the graphs have them."""
        comparison = self.claim.comparison.plain
        return comparison if self.graphs is None else as_written(comparison, self.graphs)

    def summary(self) -> dict[str, object]:
        """The score of the pair."""
        return {"id": self.id, **self._facts(), "status": self.status.value}

    def rows(self) -> Sequence[Mapping[str, object]]:
        """A record for each triple of the candidate, with its match, and each that only the reference has."""
        comparison = self._shown
        mapping, rule = comparison.solution.mapping, self.settings.convention.duplicates
        found = match_up(comparison.left, comparison.right, mapping, rule, comparison.similarities)
        rows: list[tuple[str | None, str | None, float]]
        rows = [(match.left, match.right, _whole(match.times * match.worth)) for match in found.matched]
        rows += [(triple, None, 0) for triple in found.left_only] + [(None, triple, 0) for triple in found.right_only]
        return [dict(zip((*SIDES, "matched"), row, strict=True)) for row in rows]

    def to_dict(self) -> dict[str, Any]:
        """The score, the alignment, and all triples."""
        return {**self.summary(), "alignment": [list(couple) for couple in self.alignment], "triples": [*self.rows()]}

    def page(self, files: tuple[str, str] | None = None) -> str:
        """The page that ``explain --html`` writes; its title names the files where they are given. Needs Jinja2."""
        require("a page", "jinja2")
        return explain_page(self.claim, self.settings, self.id, self.sentences, self.graphs, files)

    def __str__(self) -> str:
        """The text that ``explain`` prints."""
        return "\n\n".join(part.text for part in explained(self._shown, self.settings, self.sentences))

    def _repr_html_(self) -> str:
        found, rule = self._shown, self.settings.convention.duplicates
        graphs, mapping, drawing = (found.left, found.right), found.solution.mapping, ""
        if not is_too_large(*graphs):
            drawing = pair_drawing(*graphs, mapping, rule, titles=SIDES, similarities=found.similarities).file
        return super()._repr_html_() + drawing


class ComparedSystems(Result, Record):
    """Systems under metrics, compared to a baseline; `table` has all numbers."""

    table: SystemTable
    systems, metrics, baseline, pairs = map(fact, ("systems", "metrics", "baseline", "pairs"))

    def summary(self) -> dict[str, object]:
        """The sizes of the comparison."""
        names = ", ".join(self.table.systems)
        return {"systems": names, "metrics": ", ".join(self.table.metrics), "baseline": self.table.baseline,
                "pairs": self.table.reference.graphs}  # fmt: skip

    def rows(self) -> Sequence[Mapping[str, object]]:
        """A record for each system under each metric: a row of the CSV of ``compare``."""
        return system_rows(self.table)

    def to_dict(self) -> dict[str, Any]:
        """The object that ``compare --format json`` prints."""
        return system_object(self.table)

    def to(
        self,
        format: str,
        *,
        layout: str = "long",
        percent: bool = False,
        decimals: int | None = None,
    ) -> str:
        """The table as text, markdown, latex, csv or json, with the options of ``compare``.

        JSON and CSV have all digits.
        """
        if format not in SYSTEM_FORMATS:
            raise unknown("format", format, SYSTEM_FORMATS)
        if layout not in LAYOUTS:
            raise unknown("layout", layout, LAYOUTS)
        return system_in_format(self.table, replace(TableStyle.of(decimals, percent), layout=layout), format)

    def __str__(self) -> str:
        """The table that ``compare`` prints."""
        return system_in_format(self.table, TableStyle(), "text").rstrip("\n")


class CorpusErrors(Result, Record):
    """The most frequent errors of a corpus: concepts, roles and attributes that are lost, added and confused.

    Text and page show the `most` frequent of each; :meth:`rows` and :meth:`to_dict` have all.
    """

    totals: ErrorTotals
    most: int = 10
    pairs, lost, added, confused = map(fact, ("pairs", *MEANINGS))
    certified, signature = fact("certified"), fact("signature")

    def summary(self) -> dict[str, object]:
        """The numbers of errors, and the pairs with a checked proof of which ones are certain."""
        totals, numbers = self.totals, Counter[str]()
        for row in totals.kinds():
            numbers[row.kind.error] += row.number
        return {"pairs": totals.pairs, **{error: numbers[error] for error in MEANINGS}, "certified": totals.certified,
                "signature": totals.signature}  # fmt: skip

    def rows(self) -> Sequence[Mapping[str, object]]:
        """A record for each label that is lost, added or confused, most frequent first."""
        return [self._record(row) for error in MEANINGS for row in self.totals.rows(error)]

    def to_dict(self) -> dict[str, Any]:
        """The object that ``errors --format json`` prints."""
        counted = {"ambiguous": self.totals.ambiguous, "unreadable": len(self.totals.unreadable)}
        told = ("error", "kind", "number", "certain", "of")
        kinds = [{name: row[name] for name in told} for row in map(self._record, self.totals.kinds())]
        return {**self.summary(), **counted, "kinds": kinds, "errors": self.rows()}

    def csv(self) -> str:
        """The rows as CSV."""
        rows = [{**row, "examples": " ".join(row["examples"])} for row in self.rows()]  # type: ignore[arg-type]
        return csv_text(rows) if rows else ",".join((*ErrorKind._fields, *ErrorRow._fields[1:])) + "\n"

    def text(self, width: int | None = None) -> str:
        """The text that ``errors`` prints, in tables no wider than `width` columns."""
        tables = _error_tables(self.totals, self.most)
        return "\n\n".join([*(as_text(table, width) for table in tables), f"signature  {self.totals.signature}"])

    def page(self, files: tuple[str, str] | None = None) -> str:
        """The page that ``errors --html`` writes; its title names the files where they are given. Needs Jinja2."""
        require("a page", "jinja2")
        title = "Errors" + (f" of {files[0]} against {files[1]}" if files else "")
        kinds, *tables = _error_tables(self.totals, self.most)
        told = {"title": title, "kinds": kinds, "tables": tables}
        return template("errors.html.j2").render(**told, signature=self.totals.signature)

    def _record(self, row: ErrorRow) -> dict[str, Any]:
        return {**row.kind._asdict(), **dict(zip(row._fields[1:], row[1:], strict=True))}

    def __str__(self) -> str:
        return self.text()


def _error_tables(totals: ErrorTotals, most: int) -> list[FormattedTable]:
    """The table of kinds, and for each error that of its `most` labels, if there are any."""
    tables = [_kinds_table(totals)]
    for error, meaning in MEANINGS.items():
        rows = totals.rows(error)
        columns = ["kind", "reference as candidate" if error == CONFUSED else "label", "number", "certain"]
        columns += ["of", "share"] * (error != CONFUSED) + ["pairs"]
        title = f"{error}: {meaning}" + f" ({most:,} of {len(rows):,})" * (len(rows) > most)
        if rows:
            tables.append(FormattedTable(error, title, tuple(columns), tuple(map(_error_cells, rows[:most]))))
    return tables


def _kinds_table(totals: ErrorTotals) -> FormattedTable:
    """The errors by kind: a row for each, and its numbers of lost, added and confused triples."""
    rows = totals.kinds()
    columns = ["kind"]
    for error in MEANINGS:
        columns += [error, "certain", *(["of"] * (error != CONFUSED))]
    lines = [
        (Cell(kind, kind), *(cell for row in rows if row.kind.kind == kind for cell in _numbers(row)))
        for kind in dict.fromkeys(row.kind.kind for row in rows)
    ]
    have = "has" if totals.certified == 1 else "have"
    optima = f"{totals.certified:,} {have} a certified proof of what all optima share"
    notes = (
        "certain: errors that every optimal alignment makes.",
        f"Of {many(totals.pairs, 'pair')}, {optima}; {totals.ambiguous:,} may have several optima.",
    )
    return FormattedTable("kinds", "errors by kind of triple", tuple(columns), tuple(lines), notes)


def _error_cells(row: ErrorRow) -> tuple[Cell, ...]:
    kind, share = row.kind, []
    if row.of is not None:
        share = [Cell(f"{row.number / row.of:.0%}", row.number / row.of)]
    ids = ", ".join(row.examples)
    return Cell(kind.kind, kind.kind), Cell(visible(kind.label), kind.label), *_numbers(row), *share, Cell(ids, ids)


def _numbers(row: ErrorRow) -> list[Cell]:
    numbers = [row.number, row.certain, *([] if row.of is None else [row.of])]
    return [Cell(f"{number:,}", number) for number in numbers]
