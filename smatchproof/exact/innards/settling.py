"""Whole numbers from the floats of a linear program: its split of the matches, with all assignments solved exactly."""

from __future__ import annotations

from collections.abc import Callable

from smatchproof.exact.innards import kernels as k
from smatchproof.exact.innards.kernel_memory import KernelMemory
from smatchproof.exact.core.star_program import StarProgram
from smatchproof.exact.innards.tree_walk import TooLargeError


def settle(memory: KernelMemory, scale: int, program: StarProgram, tick: Callable[[], None]) -> None:
    """Solve all stars and the outer assignment for the split of a program, from its outer duals.

    Raises :class:`TooLargeError` where the duals have drifted too far for 64 bits.
    """
    words, arrays = memory.words, memory.arrays
    words[memory.halves[:-1] + k.VALUE] = program.halves(scale)
    memory.solve_stars(tick)
    outer = memory.nodes[: arrays.rows + arrays.columns]
    duals = program.outer_duals(scale)
    words[outer + k.DUAL] = duals
    words[k.TOTAL + k.VALUE] = duals.sum()
    words[outer + k.MATCH] = k.FREE
    words[words[k.OUTER] :][: len(outer)] = outer
    words[k.OUTER_QUEUE] = len(outer)
    k.settle(words)
    if words[k.DRIFTED]:
        raise TooLargeError("the duals of a linear program have drifted too far")
