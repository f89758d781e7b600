"""Solvers that prove what they answer. They read no files and print nothing.

Imports ``problem`` and the rooms below it; ``checker.py`` imports the standard library alone. Begin with
``certified.py``, the list of the stages of ``exact``, and ``docs/solver.md``, the map of the files; to check instead of
to solve, with the docstring of ``checker.py``. ``core/`` is compiled where there is a compiler.

>>> from smatchproof.public import AlignmentProblem
>>> exact(AlignmentProblem.from_weights(1, 2, {(0, 0): 1, (0, 1): 2}, {})).mapping
(1,)
"""

from smatchproof.exact.brute_force import BRUTE_FORCE, brute_force
from smatchproof.exact.certified import EXACT, exact
from smatchproof.exact.ilp import INTEGER_PROGRAMS, SolverDisagreement, ilp, ilp_tight
from smatchproof.exact.search.star_search import PRIMAL
from smatchproof.problem.solution import Method

SOLVERS: tuple[Method, ...] = (EXACT, *INTEGER_PROGRAMS, BRUTE_FORCE, PRIMAL)
"""The methods of this folder, in the order of the help text."""

__all__ = [
    "BRUTE_FORCE",
    "EXACT",
    "INTEGER_PROGRAMS",
    "PRIMAL",
    "SOLVERS",
    "Method",
    "SolverDisagreement",
    "brute_force",
    "exact",
    "ilp",
    "ilp_tight",
]
