"""The registry of methods: the command line, the harness and the tests all use this one table."""

from __future__ import annotations

from dataclasses import dataclass

from alignment import Solver, UsageError
from exact import brute_force, exact, ilp, ilp_tight


@dataclass(frozen=True, slots=True)
class Method:
    """A way to align two graphs, by the name under which users and results know it."""

    name: str
    summary: str
    solve: Solver
    leaves_proof: bool = False
    """Whether its solutions can carry a proof that the checker follows."""
    interruptible: bool = True
    """Whether Ctrl-C ends a solve; a foreign solver does not return before it is done."""


METHODS: dict[str, Method] = {
    entry.name: entry
    for entry in (
        Method("exact", "certified branch and bound on the star relaxation", exact, leaves_proof=True),
        Method("ilp-tight", "star-aggregated integer program (python-mip)", ilp_tight, interruptible=False),
        Method("ilp", "the paper's integer program (python-mip)", ilp, interruptible=False),
        Method("brute-force", "every alignment; small graphs only", brute_force),
    )
}

DEFAULT_METHOD = "exact"


def method(name: str) -> Method:
    """The method of that name.

    >>> method("ilp").summary
    "the paper's integer program (python-mip)"
    >>> method("ipl")
    Traceback (most recent call last):
    ...
    alignment.errors.UsageError: unknown method 'ipl'; choose from exact, ilp-tight, ilp, brute-force
    """
    if name not in METHODS:
        raise UsageError(f"unknown method '{name}'; choose from {', '.join(METHODS)}")
    return METHODS[name]
