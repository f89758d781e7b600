"""Scores of systems under every convention, with ranks, and what can be said of their order whatever the rules are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise

from smatchproof.base.text import FOUR_DECIMALS, ScoreFormat, many
from smatchproof.reports.tables.cells import Cell, FormattedTable
from smatchproof.scoring.systems.every_convention import Order, RuleScores, RuleTable


def formatted_rules(table: RuleTable, numbers: ScoreFormat = FOUR_DECIMALS) -> FormattedTable:
    """A row for each rule, a column for each system: the score and, in parentheses, the rank under this rule."""
    rows = [
        (Cell(rule.name, rule.name), *_score_cells(rule, numbers), _certified(rule, table)) for rule in table.compared
    ]
    columns = "rule", *table.systems, "certified"
    return FormattedTable(
        "rules", many(table.pairs, "pair"), columns, tuple(rows), tuple(_notes(table, numbers)), (table.signature,)
    )


def _certified(rule: RuleScores, table: RuleTable) -> Cell:
    return Cell(f"{rule.certified:,} of {table.pairs * len(table.systems):,}", rule.certified)


def _score_cells(rule: RuleScores, numbers: ScoreFormat) -> Iterator[Cell]:
    for (low, high), (first, last) in zip(rule.ends, rule.ranks, strict=True):
        rank = f"{first}" if first == last else f"{first}-{last}"
        score = numbers.ends((float(low), float(high)))
        yield Cell(f"{score} ({rank})", float(low), high=None if low == high else float(high))


def _notes(table: RuleTable, numbers: ScoreFormat) -> Iterator[str]:
    """Sentences to cite: of neighbours under the first rule, and of every two systems whose order changes."""
    ranked = [table.systems[at] for at in table.ranked()]
    neighbours = {*pairwise(ranked)}
    for order in table.orders():
        if order.changes or (order.one, order.other) in neighbours:
            yield sentence(order, len(table.compared), numbers)
    for rule in table.rules:
        if rule.refused:
            yield f"Not under {rule.name}: {rule.refused}."


def sentence(order: Order, rules: int, numbers: ScoreFormat = FOUR_DECIMALS) -> str:
    """The order of two systems in a sentence that can be cited.

    >>> names = [f"rule {number}" for number in range(9)]
    >>> print(sentence(Order("A", "B", before=names, least=0.011, most=0.019), 9))
    A before B under 9 of 9 rules; A - B between +0.0110 and +0.0190.
    >>> print(sentence(Order("A", "B", names[:8], names[8:], least=-0.01, most=0.019), 9))
    A before B under 8 of 9 rules, B before A under rule 8; A - B between -0.0100 and +0.0190.
    """
    parts = [f"{order.one} before {order.other} under {len(order.before)} of {rules} rules"]
    others = {
        f"{order.other} before {order.one}": order.behind,
        "the same score": order.same,
        "not decided": order.open,
    }
    parts += [
        f"{what} under {'all' if len(names) == rules else ', '.join(names)}" for what, names in others.items() if names
    ]
    least, most = (_signed(value, numbers) for value in (order.least, order.most))
    return f"{', '.join(parts)}; {order.one} - {order.other} between {least} and {most}."


def _signed(value: float, numbers: ScoreFormat) -> str:
    """A difference with its sign, also where it rounds to zero: that would deny an order.

    >>> _signed(-0.00002, FOUR_DECIMALS), _signed(0.0, FOUR_DECIMALS)
    ('-0.00002', '0.0000')
    """
    text = numbers.signed(value)
    if not value or float(text):
        return text
    return f"{Decimal(f'{100 * value if numbers.percent else value:+.1g}'):+f}"


def rules_json(table: RuleTable) -> str:
    """The table as one JSON object, with all digits."""
    members = {
        "pairs": table.pairs,
        "systems": table.systems,
        "rules": [
            {"rule": rule.name, "convention": rule.convention.signature, "refused": rule.refused or None}
            | ({} if rule.refused else {"scores": _objects(rule, table)})
            for rule in table.rules
        ],
        "orders": [
            {
                "systems": [order.one, order.other],
                "before": order.before,
                "behind": order.behind,
                "same": order.same,
                "open": order.open,
                "difference": {"least": order.least, "most": order.most},
            }
            for order in table.orders()
        ],
        "signature": table.signature,
    }
    return json.dumps(members, indent=2, ensure_ascii=False) + "\n"


def _objects(rule: RuleScores, table: RuleTable) -> list[dict[str, object]]:
    each = zip(table.systems, rule.corpora, rule.ranks, strict=True)
    return [
        {
            "system": name,
            **corpus.counts.as_dict(),
            "f1": corpus.micro.f1,
            "f1_upper": corpus.micro_upper.f1,
            "rank": list(ranks),
            "certified": corpus.certified,
        }
        for name, corpus, ranks in each
    ]
