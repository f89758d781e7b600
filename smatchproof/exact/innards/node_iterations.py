"""The iterations on the linear program of a node, compiled, until its bound closes it or hardly falls any more."""

from __future__ import annotations

import numpy as np

from smatchproof.exact.innards.arrays import Flags, Floats
from smatchproof.exact.innards.compiled_code import compiled, inlined
from smatchproof.exact.innards.node_bound import Evaluation, evaluate, within
from smatchproof.exact.innards.node_program import NONE, NodeProgram, restricted

RELAXATION = 1.9
"""Each iteration goes this much of the way that its step says, which saves a quarter of the iterations."""
SLOW = 8
"""A round is slow if it closes less than one part in so many of the gap."""
SLOW_ROUNDS = 1
"""After so many slow rounds, one after the other, a node is left as it is."""
DROPPED_SHARE = 20
"""Candidates are left out when they are one in so many: to copy the program costs as much as some iterations."""


@inlined
def _iterate(s: NodeProgram, iterations: int) -> None:
    """So many iterations of the primal-dual hybrid gradient method, over-relaxed (Chambolle & Pock 2011; Condat 2013).

    Its steps are those of Pock & Chambolle (2011): each is divided by the number of constraints of its variable, or of
    variables of its constraint.
    """
    line_excess, slot_excess = np.empty_like(s.line_duals), np.empty_like(s.slot_duals)
    for _ in range(iterations):
        line_excess[:] = -1.0
        for p in range(len(s.x)):
            row, column = s.row[p], s.column[p]
            gradient = s.unary[p] - s.line_duals[row] - s.line_duals[column]
            for k in range(s.first_slot[p], s.first_slot[p + 1]):
                gradient += s.slot_duals[k]
            old = s.x[p]
            new = max(0.0, old + s.step_x[p] * gradient)
            s.x[p] = old + RELAXATION * (new - old)
            ahead = 2.0 * new - old
            line_excess[row] += ahead
            line_excess[column] += ahead
            for k in range(s.first_slot[p], s.first_slot[p + 1]):
                slot_excess[k] = -ahead
        for e in range(len(s.y)):
            i, j, k, m = s.slots[e, 0], s.slots[e, 1], s.slots[e, 2], s.slots[e, 3]
            paid = s.slot_duals[i] + s.slot_duals[j] + s.slot_duals[k] + s.slot_duals[m]
            old = s.y[e]
            new = max(0.0, old + s.step_y[e] * (s.weight[e] - paid))
            s.y[e] = old + RELAXATION * (new - old)
            ahead = 2.0 * new - old
            slot_excess[i] += ahead
            slot_excess[j] += ahead
            slot_excess[k] += ahead
            slot_excess[m] += ahead
        slot_excess[-1] = 0.0
        _pay(s.line_duals, s.step_lines, line_excess, s.least)
        _pay(s.slot_duals, s.step_slots, slot_excess, s.least)


@compiled
def _pay(duals: Floats, step: Floats, excess: Floats, least: float) -> None:
    """Raise the duals of constraints that are exceeded, and lower the others, over-relaxed."""
    for k in range(len(duals)):
        new = max(least, duals[k] + step[k] * excess[k])
        duals[k] += RELAXATION * (new - duals[k])


@inlined
def _dropped(keep: Flags) -> int:
    """How many candidates are not to be kept."""
    dropped = 0
    for is_kept in keep:
        dropped += not is_kept
    return dropped


@compiled
def improved(
    s: NodeProgram,
    keep: Flags,
    forced: int,
    rows: int,
    scale: int,
    target: int,
    primal_weight: float,
    iterations: int,
    rounds: int,
) -> tuple[NodeProgram, Evaluation]:
    """The program of the candidates to keep, beside a forced one unless that is :data:`NONE`, with a lower bound.

    It is below the target, or as low as it gets in some rounds while that goes fast. A round is so many `iterations`
    and an evaluation. Candidates that no alignment of that worth contains are left out on the way. The target is
    scaled, and without what forced candidates earn.
    """
    bound, slow, is_new = 0, 0, True
    for done in range(rounds + 1):
        if is_new:
            s = restricted(s, keep, forced, primal_weight)
            forced = NONE
        _iterate(s, iterations)
        new = evaluate(s, rows, scale)
        is_slow = (bound - new.bound) * SLOW < bound - target + 1
        slow = slow + 1 if is_slow and not is_new else 0
        if is_new or new.bound < bound:
            best, bound = new, new.bound
        if bound < target or slow == SLOW_ROUNDS or done == rounds:
            break
        keep = within(best, target)
        is_new = _dropped(keep) * DROPPED_SHARE > len(keep)
    return s, best
