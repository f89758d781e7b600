"""Duals as certificates have them, from duals with all that is not 0 in them.

A candidate is listed only where it would pay too much by default: more than its row and column leave or, in a fix that
forbids it, so much that this could not be seen any more. A candidate that is listed pays what it paid, and those at
the other ends of its matches pay no more than they did; so all are content when all are listed, at the latest.
"""

from __future__ import annotations

from dataclasses import replace

from smatchproof.alignment import AlignmentProblem
from smatchproof.alignment.proof import Duals, Fix, Leaf, Proof, StarDuals

_Shares = dict[tuple[int, int], int]
"""What a candidate pays for matches with those of a line, which is a row or the number of rows plus a column."""


def shortened(problem: AlignmentProblem, proof: Proof, bound: int) -> Proof:
    """The proof of a bound with all its duals in the form of certificates. Linear in problem and proof, but for rounds.

    >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 2, (1, 1): 1}, {((0, 0), (1, 1)): 3})
    >>> shortened(problem, (Leaf(StarDuals(1, {1: ([0, 3], [])}, {0: 2, 1: 4}, {})),), 6)
    (Leaf(duals=Duals(scale=1, rows=[2, 4], columns=[0, 0], stars=[])),)
    """
    return tuple(
        replace(node, duals=_short(problem, node.duals, node.duals.scale * (bound + problem.step) - 1))
        if isinstance(node, Leaf | Fix) and isinstance(node.duals, StarDuals)
        else node
        for node in proof
    )


def _short(problem: AlignmentProblem, duals: StarDuals, limit: int) -> Duals:
    height, width, candidates = problem.left_size, problem.right_size, problem.candidates
    shares: _Shares = {}
    paid = [0] * len(candidates)
    for p, star in duals.stars.items():
        for first, part in zip((0, height), star, strict=True):
            for line, dual in zip(part[::2], part[1::2], strict=True):
                shares[p, first + line] = dual
                paid[p] += dual
    rows, columns = [duals.rows.get(i, 0) for i in range(height)], [duals.columns.get(j, 0) for j in range(width)]
    most, enough = [], duals.total - limit  # a slack of so much forbids
    for p, (i, j) in enumerate(candidates):
        left = rows[i] + columns[j] - duals.scale * problem.unary[p]
        most.append(left - max(0, enough) if left - paid[p] >= enough else left)
    flat: list[int] = []
    for p in sorted(_listed(problem, duals.scale, shares, paid, most)):
        i, j = candidates[p]
        star = duals.stars.get(p, ([], []))
        lines = [*star[0][::2], *[height + line for line in star[1][::2]]]
        for line in lines or [i]:
            flat += i * width + j, line, shares.get((p, line), 0)
    return Duals(duals.scale, rows, columns, flat)


def _listed(problem: AlignmentProblem, scale: int, shares: _Shares, paid: list[int], most: list[int]) -> set[int]:
    """The candidates that pay more than `most` by default, when these are listed."""
    height, candidates, unary = problem.left_size, problem.candidates, problem.unary
    matches = []  # with what each end pays if it is listed; for less than all, it is no match of this node
    for p, q, weight in problem.matches:
        own, other = (
            sum(shares.get((one, line), 0) for line in (i, height + j))
            for one, (i, j) in ((p, candidates[q]), (q, candidates[p]))
        )
        if own + other >= scale * weight:
            matches.append((p, q, scale * weight, own, other))
    listed: set[int] = set()
    while True:
        charged = [0] * len(candidates)
        for p, q, whole, own, other in matches:
            if p in listed or q in listed:
                charged[p] += max(0, whole - other) * (p not in listed)
                charged[q] += max(0, whole - own) * (q not in listed)
            elif unary[p] == unary[q]:
                charged[p] += -(-whole // 2)
                charged[q] += -(-whole // 2)
            else:
                charged[p if unary[p] < unary[q] else q] += whole
        more = {p for p, charge in enumerate(charged) if p not in listed and charge > max(most[p], 0)}
        if not more:
            return listed
        listed |= more
