"""Compiling the search for hard pairs before anything is timed."""

from __future__ import annotations

from smatchproof.alignment import AlignmentProblem, SolveParams


def compile_search() -> bool:
    """Compile all that hard pairs use, or load what was compiled before; returns whether there is a compiled search.

    From then on easy pairs, too, are solved by compiled code in this process, with the same answers: pairs of
    sentences about twice as fast, molecules ten times.
    Takes 15 to 30 seconds where nothing was compiled yet on this machine, one where it was, and no time when it is
    loaded already in this process. Logs that it compiles, as the first hard pair does otherwise.
    """
    try:
        import smatchproof.exact.innards.kernels  # noqa: F401
        from smatchproof.exact.innards.tree import search
    except (ImportError, RuntimeError):  # no numba, or no folder for what it compiles
        return False
    problem = _branching_problem()
    for proof in (True, False):
        search(problem, (None,) * problem.left_size, SolveParams(proof=proof))
    return True


def _branching_problem() -> AlignmentProblem:
    """Two small graphs of equal nodes that differ: the search has to branch, and its proof to be written."""
    size = 6
    ring = {(node, (node + 1) % size) for node in range(size)}
    left = ring | {(node, (node * node + 2) % size) for node in range(size)}
    right = ring | {(node, (3 * node + 1) % size) for node in range(size)}
    couples = {
        ((source, other_source), (target, other_target)): 1
        for source, target in left
        for other_source, other_target in right
        if source != target and other_source != other_target
    }
    unary = {(node, other): 1 for node in range(size) for other in range(size)}
    return AlignmentProblem.from_weights(size, size, unary, couples)
