"""The numbers of Opitz, Parcalabescu & Frank (TACL 2020), row by row, and ours for each of them.

The paper's are in ``opitz2020.toml``. What needs no corpus, Table 4 and the figures whose graphs are printed, is
computed here. What needs a corpus is in ``opitz2020-measured.toml``, which ``python -m benchmarks papers`` writes from
public corpora; the corpus of the paper, LDC2017T10, is licensed.
"""

from __future__ import annotations

import itertools
import re
import tomllib
from collections.abc import Iterator, Mapping
from importlib import resources
from typing import Any

from smatchproof.base.record import Record
from smatchproof.lab.audits.probes import tree
from smatchproof.public import Grading, ScoreSettings, TableSimilarity, convention, metric, parse_graph

Cells = dict[str, float | str]
"""Values by their labels; the label of a row's only value is empty."""
MEASURED = "opitz2020-measured.toml"
"""The file of what was measured on corpora."""
DEGREES = range(2, 9)
"""The degrees of the trees of Table 4."""


class PaperRow(Record):
    """A row of a table or figure: the paper's cells, and ours by corpus or metric.

    * `why`: why ours differ, or why there are none.
    * `compared`: how many of the paper's orders of two cells ours can be compared with; `reversed`: those that ours
      reverse, with our numbers; `because`: the reason.
    """

    table: str
    name: str
    paper: Cells
    ours: dict[str, Cells]
    why: str
    compared: int = 0
    reversed: tuple[str, ...] = ()
    because: str = ""


def paper_rows() -> tuple[PaperRow, ...]:
    """Return all rows in the paper's order.

    >>> row = next(row for row in paper_rows() if row.table.startswith("Figure 10") and row.name == "SM")
    >>> row.paper, row.ours
    ({'': 0.63}, {'bamboo-smatch': {'': 0.625}})
    """
    measured: dict[str, Any] = _read(MEASURED) | {"table4": _table4()}
    rows = []
    for key, table in _read("opitz2020.toml").items():
        papers = dict(_rows(table["cells"], table.get("labels", [])))
        found = measured.get(key, {}) | (_figure(table) if "graphs" in table else {})
        ours = {
            name: {corpus: _cells(values, papers[name]) for corpus, values in found.get(name, {}).items()}
            for name in papers
        }
        for name, paper in papers.items():
            compared, reversed_ = _orders(table, name, papers, ours)
            reasons = (table.get("reasons", {}).get(name, ""), table.get("why", ""))
            why = "; ".join(filter(None, reasons)) if ours[name] or not reasons[0] else reasons[0]
            because = table.get("reversals", {}).get(name, "") if reversed_ else ""
            rows.append(PaperRow(table["title"], name, paper, ours[name], why, compared, reversed_, because))
    return tuple(rows)


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(resources.files("smatchproof.lab.audits").joinpath(name).read_text(encoding="utf-8"))


def _rows(cells: Mapping[str, Any], labels: list[str], above: str = "") -> Iterator[tuple[str, Cells]]:
    """The rows of a table: a list has the table's labels, a table of numbers its own."""
    for key, value in cells.items():
        if isinstance(value, dict) and any(isinstance(each, list) for each in value.values()):
            yield from _rows(value, labels, f"{above}{key} ")
        elif isinstance(value, list):
            yield above + key, dict(zip(labels, value, strict=True))
        else:
            yield above + key, value if isinstance(value, dict) else {"": value}


def _cells(values: Any, paper: Cells) -> Cells:
    """Our values under their labels: a list has those of the paper."""
    if isinstance(values, list):
        return dict(zip(paper, values, strict=True))
    return values if isinstance(values, dict) else {"": values}


# ---- orders


def _orders(
    table: Mapping[str, Any], name: str, papers: Mapping[str, Cells], ours: Mapping[str, Mapping[str, Cells]]
) -> tuple[int, tuple[str, ...]]:
    """Count the orders that both the paper's row and ours have, and describe those that ours reverse."""
    found: list[tuple[str, tuple[str, str], Any, Any]] = [
        (corpus, (one, other), (paper[one], paper[other]), (cells[one], cells[other]))
        for paper in [papers[name]] if name.startswith(tuple(table.get("within", ())))
        for corpus, cells in ours[name].items()
        for one, other in itertools.combinations([label for label in paper if _numbers(paper[label])], 2)
        if _numbers(cells.get(one), cells.get(other))
    ]  # fmt: skip
    found += [
        (f"{corpus} {label}".strip(), (low, name), (0, 1), (cells[label], ours[name][corpus][label]))
        for low, high in table.get("orders", ()) if high == name
        for corpus, cells in ours[low].items()
        for label in cells
    ]  # fmt: skip
    signs = [(paper[0] - paper[1]) * (mine[0] - mine[1]) for _, _, paper, mine in found]
    return sum(sign != 0 for sign in signs), tuple(
        f"{place}: {one} = {mine[0]:g} {'<' if mine[0] < mine[1] else '>'} {other} = {mine[1]:g}"
        for (place, (one, other), _, mine), sign in zip(found, signs, strict=True)
        if sign < 0
    )


def _numbers(*values: object) -> bool:
    return all(isinstance(value, int | float) for value in values)


# ---- what needs no corpus


def error_hits(degree: int) -> dict[str, tuple[int, int]]:
    """Count the k-grams and the relations that errors hit in a tree of which every inner node has `degree` children.

    Returns the k-grams of SemBleu that are lost by wrong concepts, and the relations of Smatch at the same nodes, by
    the places of Table 4.

    >>> error_hits(3)
    {'d leaves': (9, 3), 'root': (13, 3), 'branching node': (18, 4)}
    """
    firsts = [sum(degree**above for above in range(level)) for level in range(5)]
    size, leaves = firsts[4] + degree**4, range(firsts[4], firsts[4] + degree)
    right = tree(degree, list(range(size)))
    sembleu, triples = metric("sembleu"), convention("paper").triples(right)
    hits = {}
    for place, wrong in (("d leaves", leaves), ("root", (0,)), ("branching node", (firsts[2],))):
        altered = tree(degree, [size + node if node in wrong else node for node in range(size)])
        counts: Any = sembleu.score(altered, right)
        names = {f"n{node}" for node in wrong}
        touched = sum(not names.isdisjoint(triples.variables[each] for each in ends) for _, *ends in triples.relations)
        hits[place] = sum(counts.total) - sum(counts.matched), touched
    return hits


def _table4() -> dict[str, Any]:
    hits = {degree: error_hits(degree) for degree in DEGREES}
    found: dict[str, Any] = {"SB d=3": {"counted": {place: each[0] for place, each in hits[3].items()}}}
    for at, name in enumerate(("SB", "SM")):
        series = {place: " ".join(str(each[place][at]) for each in hits.values()) for place in hits[3]}
        found |= {row: {"counted": series} for row in (name, f"{name} footnote 9")}
    return found


def _figure(figure: Mapping[str, Any]) -> dict[str, Any]:
    """The scores of a figure's graphs A and B; `similar` are two concepts with a similarity, for S2match."""
    first, second = figure["graphs"]
    pairs = {"": (first, second)} | {f" ({words})": (first, text) for words, text in figure.get("variants", {}).items()}
    names = {"SB": ("sembleu:commit=530bc05", "sembleu"), "SM": ("bamboo-smatch",), "S2M": ("s2match",)}
    grading = None
    if similar := figure.get("similar"):
        grading = Grading(TableSimilarity({(similar[0], similar[1]): similar[2]}, name="given"))
    found: dict[str, Any] = {}
    for row in figure["computed"]:
        for words, texts in pairs.items():
            left, right = map(parse_graph, reversed(texts) if row.endswith("(B,A)") else texts)
            for name in names[re.split(r"\W", row)[0]]:
                score = metric(name, ScoreSettings(), grading).score(left, right).value
                found.setdefault(row, {})[name + words] = round(score, 4)
    return found
