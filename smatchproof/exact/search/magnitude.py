"""How large the numbers of the tree search can become, which compiled code computes with 64 bits and does not check.

Let S be the scale times the sum of all unary weights and of all weights of matches. In the core:

* The value of an alignment, the gain of a tabu move and the change by an exchange are sums of weights, with signs, in
  which each weight occurs at most four times: less than 4 S.
* Halves and unary values are parts of S. In a star every node may stay alone, so its duals are not negative and add up
  to its value, which is at most S. The same holds for rows and columns that may stay alone.
* The duals of rows and columns that are *needed* may be negative. A shortest path alternates between cells that enter
  and cells that leave the matching, so the duals in between cancel: its length is at most the duals of its two ends
  and 2 S. After an augmentation a dual on it is at most one end's dual and 2 S from 0; where no path exists, the bound
  and a path's length more, once, since settling stops there. A change of a value moves a dual to at most S beyond the
  dual of the other end. So one call of ``settle_changes`` on n rows, columns and candidates, which does each of these
  at most once for each of them, leaves duals of at most M + 8 n S if it found none above M; it looks at all when it
  ends, and beyond M = 2**58 the search is given up (``has_drifted`` of
  :class:`smatchproof.exact.core.nested_assignments.NestedAssignments`).
* A step is the factor (below 2 * 1024) times the distance from bound to target, which is at most 2 S: 4096 S.

So all is below 2**61 if 8 n S <= 2**58 and 4096 S <= 2**61, and comparisons with 2**60 as infinity are right: a path is
shorter than two duals and 2 S, 2 * (2**58 + 2**58) at most. The margin to 2**63 is a factor of 4. Uncompiled, the same
code computes with numbers of any size, and infinity is more than all of them.
"""

from __future__ import annotations

from smatchproof.alignment import AlignmentProblem

LIMIT = 1 << 61
"""No intermediate value of the tree search may exceed this."""


def largest_scale(problem: AlignmentProblem, scale: int, limit: int = 0) -> int:
    """The largest scale up to `scale` with which the tree search cannot overflow; 0 if there is none.

    `limit` is :data:`LIMIT` unless given. Computed in Python's integers, of any size.

    >>> small = AlignmentProblem.from_weights(2, 2, {(0, 0): 1}, {})
    >>> largest_scale(small, 10_000), largest_scale(small, 10_000, limit=2**20), largest_scale(small, 10_000, limit=64)
    (10000, 128, 0)
    """
    places = problem.left_size + problem.right_size + len(problem.candidates)
    return min(scale, scale_within(problem.total_weight, places, limit))


def scale_within(total: int, places: int, limit: int = 0) -> int:
    """The largest scale for weights of that sum and so many rows, columns and candidates in one assignment problem."""
    return (limit or LIMIT) // (max(4096, 64 * (places + 1)) * (total + 1))


def holds_relaxation(scaled_weight: int) -> bool:
    """Whether 64 bits hold what the compiled twin of the plain relaxation computes; the sum of all weights, scaled.

    Let S be that sum. There all rows and columns may stay alone, so that no dual is negative and those of an assignment
    add up to its value:

    * What is unary, constant and charged to halves adds up to S at most. So the value of a candidate is at most S, a
      star's duals are, too, and so are those of the outer assignment, since no half is at two candidates.
    * A bid leaves a column the value of one of its edges at most. A path goes on from a column only if it is shorter
      than a row's dual: it is shorter than 2 S with the dual of its last row, and 3 S with that of the next column.
    * A slack is at most S. A dive adds weights to it and takes halves off: at most 3 S in all.
    * A step is at most twice the distance from bound to target, at most S + 1. What it moves are halves, none below 0.
    * Climbs add weights that are not scaled, six sums of them at most: less than S, which is twelve times as much.

    >>> holds_relaxation(2**57), holds_relaxation(2**57 + 1)
    (True, False)
    """
    return 16 * scaled_weight <= LIMIT
