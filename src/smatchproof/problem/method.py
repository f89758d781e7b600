"""Entries of methods: each method declares its own entry where it is defined."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from smatchproof.base.record import Record
from smatchproof.problem.problem import AlignmentProblem
from smatchproof.problem.solution import SolveParams, Solver

SOLVING_OPTIONS = frozenset({"time_limit", "memory_limit", "node_limit", "proof_limit", "solver", "seed", "at_least"})
"""The options that a method may support, by their names on the command line."""


class Method(Record):
    """A method of aligning two graphs, with its name in commands and results; `summary` is one line for help."""

    name: str
    summary: str
    solve: Solver
    leaves_proof: bool = False
    """Whether its solutions can have a proof that the checker can verify."""
    interruptible: bool = True
    """Whether Ctrl-C ends a solve; a foreign solver does not return before it is done."""
    packages: tuple[str, ...] = ()
    """The packages whose versions its times depend on."""
    prepare: Callable[[str], None] | None = None
    """Loads the optional packages of the method, given its name; raises an error unless they work."""
    options: frozenset[str] = SOLVING_OPTIONS - {"at_least", "proof_limit"}
    """The :data:`SOLVING_OPTIONS` that the method supports; others are refused when a user gives them."""
    overhead: int = 1
    """Time and memory that the method needs before it looks at the clock, in multiples of those of building a
    problem.
    """
    course: Callable[[AlignmentProblem, SolveParams], Iterable[tuple[tuple[int | None, ...], int]]] | None = None
    """Yields the alignments of one run in order, each with its value, for drawings."""
    label: str = ""
    """The name in signatures, if it is another one."""
    restarted: Callable[..., Method] | None = None
    """Makes the method with another number of random starts, for the parameter `restarts`."""
    searches_all: bool = False
    """Whether the method, without limits, ends only when no alignment can be worth more."""
