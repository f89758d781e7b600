"""Drawings of a proof that closes: for each node the table of pairs of variables, with duals and slacks."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from smatchproof.conventions.triples import Alignment, TripleGraph
from smatchproof.reports.drawings.drawing import LINE, Drawing, box, line, text, text_width
from smatchproof.reports.drawings.proof_text import sentence, written
from smatchproof.scoring.pairs.proof_steps import FIXED, FORBIDDEN, FORCED, PairState, ProofStep

_SMALL, _ROW, _MARGIN = 11.0, 36.0, 10.0


def proof_drawings(
    steps: Sequence[ProofStep], left: TripleGraph, right: TripleGraph, mapping: Alignment
) -> list[Drawing]:
    """A drawing for each node of a proof.

    Rows are left variables and columns right ones. A cell has the value of the pair with its share of the relations,
    and below it the slack; the pairs of the alignment are framed in green, excluded pairs are crossed out.
    Duals stand at the ends of rows and columns; their sum, with what cliques pay, is the bound.

    >>> from smatchproof.scoring.pairs.proof_steps import PairState
    >>> one, two, graph = Fraction(1), Fraction(2), TripleGraph(("b",))
    >>> step = ProofStep("leaf", (), one, two, {0: one}, {}, {(0, 0): PairState("live", one, Fraction(0), one)})
    >>> proof_drawings([step], graph, graph, (0,))[0].description
    'Node 0, a leaf: the duals add up to 1, less than 2, so that no alignment of this node is worth 2.'
    """
    return [_draw(number, step, left, right, mapping) for number, step in enumerate(steps)]


def _draw(number: int, step: ProofStep, left: TripleGraph, right: TripleGraph, mapping: Alignment) -> Drawing:
    words = sentence(number, step, left, right)
    if not step.pairs:
        return Drawing(text_width(words) + 2 * _MARGIN, 2 * LINE, (text((_MARGIN, LINE), words),), words)
    rows, columns = (sorted({pair[side] for pair in step.pairs}) for side in (0, 1))
    names = [left.variables[i] for i in rows]
    first = _MARGIN + max(text_width(name) for name in [*names, "dual"]) + 14
    width = max([78.0, *(text_width(right.variables[j]) + 14 for j in columns)])
    x = {j: first + width * (at + 0.5) for at, j in enumerate(columns)}
    y = {i: 2 * _ROW + _ROW * at for at, i in enumerate(rows)}
    elements = [text((x[j], _ROW * 1.1), right.variables[j], bold=True, anchor="middle") for j in columns]
    last = first + width * len(columns) + 26
    elements.append(text((last, _ROW * 1.1), "dual", "soft", anchor="middle"))
    for i in rows:
        elements.append(text((first - 10, y[i]), left.variables[i], bold=True, anchor="end"))
        elements.append(text((last, y[i]), written(step.rows.get(i, Fraction(0))), "link", anchor="middle"))
    bottom = 2 * _ROW + _ROW * len(rows)
    elements.append(text((first - 10, bottom), "dual", "soft", anchor="end"))
    for j in columns:
        elements.append(text((x[j], bottom), written(step.columns.get(j, Fraction(0))), "link", anchor="middle"))
    elements.append(text((last, bottom), f"= {written(step.bound)}", "link", bold=True, anchor="middle"))
    for (i, j), pair in step.pairs.items():
        elements += _cell((x[j], y[i]), width - 6, pair, mapping[i] == j)
    return Drawing(last + 46, bottom + _ROW, tuple(filter(None, elements)), words)


def _cell(middle: tuple[float, float], width: float, pair: PairState, is_aligned: bool) -> list[str]:
    """Draw the cell of a pair: its value and its slack, crossed out where the pair is excluded."""
    x, y = middle
    excluded = pair.state in (FORBIDDEN, FIXED)
    frame = "matched" if is_aligned else "missed" if pair.state == FIXED else "faint"
    thick = 2.0 if is_aligned or pair.state == FORCED else 1.0
    corner = x - width / 2, y - _ROW / 2 + 2
    drawn = [box(corner, width, _ROW - 4, colour=frame, thick=thick, dashed=excluded)]
    drawn.append(
        text((x, y - 7), written(pair.worth), "matched" if is_aligned else "ink", anchor="middle", bold=is_aligned)
    )
    if pair.state != FORBIDDEN:
        drawn.append(text((x, y + 7), f"slack {written(pair.reduced_cost)}", "soft", size=_SMALL, anchor="middle"))
    if excluded:
        crossing = f"M{corner[0] + 3:.1f} {y + _ROW / 2 - 4:.1f}h{width - 6:.1f}"
        drawn.append(line(crossing, "missed" if pair.state == FIXED else "faint", kind="crossed", thick=1.6))
    return drawn
