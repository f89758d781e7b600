"""The table's row type; :mod:`tests.lab.reductions.checks` says what is demanded of every reduction to Smatch."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from smatchproof.exact import ilp_tight
from smatchproof.lab.reductions.reduction import Reduction
from smatchproof.problem.problem import AlignmentProblem
from tests.lab.reductions.checks import check_amrs, check_instance, one_optimum

__all__ = ["Case", "best_alignments", "check_amrs", "draws"]


@dataclass(frozen=True)
class Case:
    """A reduction and how to draw small random sources for it; `options` go to ``apply``.

    `enumerable`: whether the targets are small enough to list all their optimal alignments. Sources should be drawn
    so that both answers occur often (no-instances!), with the degenerate ones (empty, single) among them.
    """

    id: str
    reduction: type[Reduction]
    draw: Callable[[random.Random], Any]
    options: dict[str, Any] = field(default_factory=dict)
    enumerable: bool = True


def draws(case: Case, number: int, seed: int = 0) -> Iterator[str]:
    """The answers of that many random instances, each checked."""
    for at in range(number):
        rng = random.Random(f"{case.id} {seed} {at}")
        optima = best_alignments if case.enumerable else partial(one_optimum, solver=ilp_tight)
        yield check_instance(case.reduction, case.draw, rng, optima, **case.options)


def best_alignments(problem: AlignmentProblem, limit: int = 500) -> tuple[int, list[tuple[int | None, ...]]]:
    """The optimum, and alignments of candidate pairs that reach it (all of them up to `limit`).

    Depth first over the left variables; a branch is left when even the best pairs of the rest cannot reach the best
    value so far. No solver of ours is involved.
    """
    rows: list[list[int]] = [[] for _ in range(problem.left_size)]
    for p, (row, _) in enumerate(problem.candidates):
        rows[row].append(p)
    joined: list[dict[int, int]] = [{} for _ in problem.candidates]
    for p, q, weight in problem.matches:
        joined[p][q] = joined[q][p] = weight
    order = sorted((row for row in range(problem.left_size) if rows[row]), key=lambda row: len(rows[row]))
    hopes = _hopes(problem, rows, joined, order)
    rest = [sum(hopes[at:]) for at in range(len(order) + 1)]
    found: list[tuple[int, ...]] = []
    best = -1

    def search(at: int, value: int, chosen: tuple[int, ...], used: frozenset[int]) -> None:
        nonlocal best
        if value + rest[at] < best or (value + rest[at] == best and len(found) >= limit):
            return
        if at == len(order):
            if value > best:
                best = value
                found.clear()
            found.append(chosen)
            return
        for p in rows[order[at]]:
            column = problem.candidates[p][1]
            if column not in used:
                gain = problem.unary[p] + sum(joined[p].get(q, 0) for q in chosen)
                search(at + 1, value + gain, (*chosen, p), used | {column})
        search(at + 1, value, chosen, used)

    search(0, 0, (), frozenset())
    mappings = []
    for chosen in found:
        partner = dict(problem.candidates[p] for p in chosen)
        mappings.append(tuple(partner.get(row) for row in range(problem.left_size)))
    return best, mappings


def _hopes(
    problem: AlignmentProblem, rows: list[list[int]], joined: list[dict[int, int]], order: list[int]
) -> list[int]:
    """The most that each row can add when it is reached: a pair's weight, and one match with each earlier row."""
    place = {row: at for at, row in enumerate(order)}

    def hope(p: int) -> int:
        best: dict[int, int] = {}
        for q, weight in joined[p].items():
            row = problem.candidates[q][0]
            if place[row] < place[problem.candidates[p][0]]:
                best[row] = max(best.get(row, 0), weight)
        return problem.unary[p] + sum(best.values())

    return [max(hope(p) for p in rows[row]) for row in order]
