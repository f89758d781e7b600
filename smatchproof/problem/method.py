"""What is said of a way to align two graphs: each method declares its own entry where it is defined."""

from __future__ import annotations

from dataclasses import dataclass

from smatchproof.problem.solution import Solver

SOLVING_OPTIONS = frozenset({"time_limit", "memory_limit", "node_limit", "solver", "seed", "at_least"})
"""What a method may be asked to heed, as the command line calls it."""


@dataclass(frozen=True, slots=True)
class Method:
    """A way to align two graphs, by the name under which users and results know it; `summary` is one line for help."""

    name: str
    summary: str
    solve: Solver
    leaves_proof: bool = False
    """Whether its solutions can carry a proof that the checker follows."""
    interruptible: bool = True
    """Whether Ctrl-C ends a solve; a foreign solver does not return before it is done."""
    packages: tuple[str, ...] = ()
    """The packages whose versions its times depend on."""
    imports: tuple[str, ...] = ()
    """The optional packages that it loads, by the names under which they are imported."""
    label: str = ""
    """What signatures call it: its name, and for a user's method the fingerprint of its code."""
    options: frozenset[str] = SOLVING_OPTIONS - {"at_least"}
    """Those of :data:`SOLVING_OPTIONS` that it heeds; the others are refused when a user gives them."""
    overhead: int = 1
    """How many times the time and the memory of building a problem it needs before it looks at the clock."""
    searches_all: bool = False
    """Whether it ends, without limits, when no alignment is left that could be worth more."""

    def __post_init__(self) -> None:
        if not self.label:
            object.__setattr__(self, "label", self.name)
