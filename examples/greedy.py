"""A greedy method."""

import random


def greedy(problem, params):
    """The heaviest candidates first; equals in random order."""
    rng = random.Random(params.seed)
    order = sorted(range(len(problem.candidates)), key=lambda p: (-problem.unary[p], rng.random()))
    partners, taken = [None] * problem.left_size, set()
    for p in order:
        left, right = problem.candidates[p]
        if partners[left] is None and right not in taken:
            partners[left] = right
            taken.add(right)
    return partners
