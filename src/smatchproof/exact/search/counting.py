"""The counting bound as a proof: each variable takes its best, whatever the others do."""

from __future__ import annotations

from smatchproof.problem.problem import AlignmentProblem
from smatchproof.problem.proof import Duals, Leaf


def counting_leaf(problem: AlignmentProblem) -> Leaf:
    """The leaf that proves :meth:`smatchproof.problem.problem.AlignmentProblem.trivial_bound`. Linear in the problem.

    With denominator 2, a candidate pays the whole weight of a match for half of it, once for each other variable of
    the side that is counted; the dual of a variable of that side is what its best candidate pays.

    >>> counting_leaf(AlignmentProblem.from_weights(2, 2, {(0, 0): 2}, {((0, 0), (1, 1)): 3})).duals.total
    10
    """
    best = [problem.best_of_side(side) for side in (0, 1)]
    side = 0 if sum(best[0].values()) <= sum(best[1].values()) else 1
    first, listed = (0, problem.left_size)[side], list[int]()
    for p, variable, weight in problem.best_matches(side):
        left, right = problem.candidates[p]
        # 2 W are owed at denominator 2, and each end pays W at least: nothing is left for others to pay
        listed += left * problem.right_size + right, first + variable, weight
    of_side = [best[side].get(variable, 0) for variable in range((problem.left_size, problem.right_size)[side])]
    return Leaf(Duals(2, *((of_side, []) if side == 0 else ([], of_side)), listed))
