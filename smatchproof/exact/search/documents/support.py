"""The best alignment among the candidates that the solution of a linear program uses: the optimum is near."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress

from smatchproof.exact.search.limits import LARGEST_TABLE
from smatchproof.exact.search.magnitude import largest_scale
from smatchproof.problem.problem import AlignmentProblem
from smatchproof.problem.solution import SolveParams

MOST_SUPPORT = 10_000
"""Among more candidates than this nothing is looked for."""
_PROGRAM_NODES, _TREE_NODES = 500, 300
"""Nodes of the integer program's tree, or of our own, at most."""


def best_of_support(
    part: AlignmentProblem, mapping: Sequence[int | None], known: int, deadline: float, seed: int
) -> tuple[int | None, ...]:
    """A good alignment of a problem of some thousand candidates, from one that is worth `known`.

    HiGHS solves such problems best; without it (extra ``ilp``), or where it fails, the tree search tries. Both within
    a number of nodes, so that the answer does not depend on the time, unless the deadline (of ``time.perf_counter``)
    comes first. Of 22 documents of PARA one needs it: 100 pairs of sentences, 2439 triples and not 2437.
    """
    if len(part.candidates) > MOST_SUPPORT or deadline <= time.perf_counter():
        return tuple(mapping)
    from smatchproof.exact.ilp import fits_doubles, ilp_tight

    def limits(nodes: int) -> SolveParams:
        return SolveParams(time_limit=max(0.0, deadline - time.perf_counter()), node_limit=nodes, seed=seed)

    # floats will do for an alignment, whose value the caller counts, as long as doubles hold the weights
    if fits_doubles(part):
        with suppress(Exception):  # it only helps: whatever it lacks or does wrong is no error of this search
            return ilp_tight(part, limits(_PROGRAM_NODES)).mapping
    # too large for tables of the tree search, or for its sums, which need some more bits than those for documents
    if part.left_size * part.right_size > LARGEST_TABLE or not largest_scale(part, 1):
        return tuple(mapping)
    from smatchproof.exact.search.tree.tree_search import search

    return search(part, mapping, limits(_TREE_NODES), known).mapping
