"""A proof as text: for each node what its numbers are, and the sentence that they prove."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import count

from smatchproof.base.text import Section, table_lines
from smatchproof.conventions.triples import TripleGraph
from smatchproof.scoring.pairs.proof_steps import FIXED, FORBIDDEN, ProofStep

_HEAD = ("pair", "alone", "cliques", "paid for", "worth", "row", "column", "slack", "")
COLUMNS = """\
Each pair of variables is worth the triples that it matches alone and the share
that it pays for of the relations that it takes part in. Row and column are the
duals of its two variables; the slack is what they exceed its worth by. The duals
add up to the bound."""
"""What the numbers of a node are, for readers."""
_CLIQUES = 2  # the column that is left out where cliques pay for no pair alone


def proof_sections(steps: Iterable[ProofStep], left: TripleGraph, right: TripleGraph) -> Iterator[Section]:
    r"""A section for each node of a proof, with a line for each pair of variables that matches any triple.

    Nodes are counted from 0, as the checker does where it refuses one.
    A line has the matches of the pair alone, what cliques pay of these if they do, its payments for matches with
    other pairs, and what that comes to; then the duals of its row and of its column. The duals add up to as much, or
    more: the slack is what an alignment loses against the bound by using the pair.

    >>> one, two, graph = Fraction(1), Fraction(2), TripleGraph(("b",))
    >>> from smatchproof.scoring.pairs.proof_steps import PairState
    >>> step = ProofStep("leaf", (), one, two, {0: one}, {}, {(0, 0): PairState("live", one, Fraction(0), one)})
    >>> [section] = proof_sections([step], graph, graph)
    >>> print(*section.rows, sep="\n")
    pair  alone  paid for  worth  row  column  slack
    b b       1         0      1    1       0      0
    """
    for number, step in enumerate(steps):
        rows = tuple(table_lines([*_rows(step, left, right)]))
        yield Section(sentence(number, step, left, right), rows, is_counted=False)


def _rows(step: ProofStep, left: TripleGraph, right: TripleGraph) -> Iterator[Sequence[str]]:
    has_cliques = any(pair.by_cliques for pair in step.pairs.values())

    def shown(row: Sequence[str]) -> Sequence[str]:
        return row if has_cliques else [*row[:_CLIQUES], *row[_CLIQUES + 1 :]]

    if step.pairs:
        yield shown(_HEAD)
    for (i, j), pair in step.pairs.items():
        duals = (step.rows.get(i, Fraction(0)), step.columns.get(j, Fraction(0)))
        name = f"{left.variables[i]} {right.variables[j]}"
        if pair.state == FORBIDDEN:
            yield shown((name, *[""] * 7, "forbidden above"))
            continue
        numbers = (pair.alone, -pair.by_cliques, pair.paid_for, pair.worth, *duals, pair.reduced_cost)
        yield shown((name, *map(written, numbers), "excluded" if pair.state == FIXED else ""))


def sentence(number: int, step: ProofStep, left: TripleGraph, right: TripleGraph) -> str:
    """The sentence that a node proves."""
    where = f"Node {number}"
    if step.forced:
        aligned = ", ".join(f"{left.variables[i]} with {right.variables[j]}" for i, j in step.forced)
        where += f", where {aligned} {'is' if len(step.forced) == 1 else 'are'} aligned"
    if step.kind == "count":
        return f"{where}: one of the graphs has {step.bound} triples, so that no alignment matches more."
    if step.kind == "branch":
        assert step.on is not None
        i, j = left.variables[step.on[0]], right.variables[step.on[1]]
        return f"{where}, a branch: first {i} is aligned with {j}, then it is not."
    if step.kind == "empty":
        return f"{where}: no alignment is left that could match more."
    if step.kind == "lack":
        return f"{where}: each variable of the left graph would have to match all that it can, and one cannot."
    if step.kind == "cover":
        words = "some optimal alignment gives a partner to each variable that can always have one"
        return f"{where}: {words}; only such alignments count below."
    if step.kind == "symmetry":
        return f"{where}, a symmetry: what it makes of an excluded pair is excluded, too: {_moved(step, left, right)}."
    total, below = f"{written(step.bound)}{_by_cliques(step)}", written(step.below)
    in_full = " in full" if step.kind in ("full", "fullfix") else ""
    if step.kind in ("leaf", "full"):
        enough = f"so that no alignment of this node is worth {below}"
        return f"{where}, a leaf{in_full}: the duals add up to {total}, less than {below}, {enough}."
    fixed = sum(pair.state == FIXED for pair in step.pairs.values())
    excluded = f"{fixed} {'pair is' if fixed == 1 else 'pairs are'} excluded"
    return (
        f"{where}, a fix{in_full}: the duals add up to {total}. A pair whose slack brings that below {below} is "
        f"part of nothing better: {excluded}."
    )


def _by_cliques(step: ProofStep) -> str:
    """Tell how much of the bound cliques pay, if they pay anything."""
    if not step.cliques:
        return ""
    number, paid = len(step.cliques), written(sum(step.cliques, Fraction(0)))
    return f" ({'1 clique pays' if number == 1 else f'{number} cliques pay'} {paid} of it)"


def _moved(step: ProofStep, left: TripleGraph, right: TripleGraph) -> str:
    """Where a symmetry takes the variables that it moves."""
    sides = (left.variables, step.rows_to), (right.variables, step.columns_to)
    moves = [f"{names[i]} to {names[to]}" for names, goes in sides for i, to in enumerate(goes) if i != to]
    return ", ".join(moves) or "all stay"


def written(value: Fraction) -> str:
    """A number as it is read: whole, or with two decimals, and more only where two would make it look whole.

    >>> [written(Fraction(*each)) for each in ((14, 1), (1, 2), (22537, 9), (139_999, 10_000), (-1, 3000))]
    ['14', '0.5', '2504.11', '13.9999', '-0.0003']
    """
    if value.denominator == 1:
        return str(value)
    # "14, less than 14" would say something else
    decimals = next(number for number in count(2) if round(value, number).denominator > 1)
    return f"{Decimal(round(value * 10**decimals)).scaleb(-decimals):f}".rstrip("0")
