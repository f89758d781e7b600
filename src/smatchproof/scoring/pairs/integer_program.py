"""The integer program of a pair as a model of python-mip, to be changed, relaxed and inspected."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from smatchproof.base.errors import UsageError, setting
from smatchproof.conventions.conventions import Convention, allowed_convention, convention as convention_named
from smatchproof.conventions.triples import Duplicates, TripleGraph
from smatchproof.exact.ilp import LARGEST_BOUND, empty_program, fits_doubles, require_solver, write_program
from smatchproof.exact.models import paper_model, tight_model
from smatchproof.problem.pairs import couples
from smatchproof.problem.problem import Pair, build_problem
from smatchproof.problem.solution import Backend
from smatchproof.scoring.pairs.comparison import recounted
from smatchproof.scoring.pairs.given_graphs import GraphLike, graph_of

if TYPE_CHECKING:
    import mip


class ProgramSolution(NamedTuple):
    """The alignment that a model has found: couples of variables by name, and its triples, recounted."""

    alignment: tuple[tuple[str, str], ...]
    matched: int


def integer_program(
    left: GraphLike,
    right: GraphLike,
    *,
    paper: bool = False,
    convention: str | Convention = "smatch",
    solver: str = Backend.HIGHS,
) -> mip.Model:
    """Return the integer program of two graphs as a model of python-mip (extra ``ilp``), not solved yet.

    With `paper` it is that of Cai & Knight (2013, Section 4): ``v_x_a`` is 1 if the left variable x is aligned with the
    right variable a, ``t_x_a_1`` if a triple about them is matched, ``t_x_a_y_b_1`` for one about two variables.
    Otherwise it is the tighter one of ``ilp-tight``: ``x_x_a``, ``y_x_a_y_b``. Rows have names, too: ``left_x``,
    ``right_a``. Raises :class:`UsageError` for graphs whose values doubles do not hold, and without python-mip.

    >>> model = integer_program("(x / cat :mod (y / big))", "(a / cat :mod (b / small))", paper=True)
    >>> [variable.name for variable in model.vars][:4], model.num_rows
    (['v_x_a', 'v_x_b', 'v_y_a', 'v_y_b'], 8)
    >>> model += model.var_by_name("v_y_b") == 0  # y may not be aligned with b
    >>> _ = model.optimize()
    >>> solution_of(model)
    ProgramSolution(alignment=(('x', 'a'),), matched=2)
    """
    require_solver("ilp", backend := setting(Backend, "solver", solver))
    rule = convention_named(allowed_convention(convention))
    graphs = rule.triples(graph_of(left, "left")), rule.triples(graph_of(right, "right"))
    problem = build_problem(*graphs, rule.duplicates)
    if not fits_doubles(problem):
        raise UsageError(f"values above {LARGEST_BOUND:,} are more than solvers of integer programs hold exactly")
    model = empty_program(backend)
    made = (paper_model if paper else tight_model)(problem, *map(_names, graphs))
    model.smatchproof = _Written(*graphs, rule.duplicates, write_program(model, made, named=True))
    return model


class _Written(NamedTuple):
    """The data of a model: both graphs, the rule for duplicates, and the variables of pairs."""

    left: TripleGraph
    right: TripleGraph
    duplicates: Duplicates
    pairs: dict[Pair, mip.Var]


def _names(graph: TripleGraph) -> list[str] | None:
    """The variables as parts of names; numbers instead if solvers would not accept them."""
    fits = all(name.isascii() and name.isalnum() for name in graph.variables)
    return [*graph.variables] if fits else None


def solution_of(model: mip.Model) -> ProgramSolution:
    """Return the alignment of a solved model of :func:`integer_program`, with its triples recounted.

    Added constraints may have made another alignment the best one: this is the solution found, without a proof. Raises
    :class:`UsageError` for another model, and if there is no solution, as after ``relax()``.
    """
    written = getattr(model, "smatchproof", None)
    if not isinstance(written, _Written):
        raise UsageError("this is no model of integer_program(...)")
    if model.num_cols and not model.num_solutions:
        raise UsageError("the model has no solution in whole numbers; optimize() it, without relax()")
    mapping: list[int | None] = [None] * len(written.left.variables)
    for (left, right), variable in written.pairs.items() if model.num_solutions else ():
        if variable.x > 0.5:  # integers come as floats, off by a tolerance
            mapping[left] = right
    try:
        matched = recounted(written.left, written.right, mapping, written.duplicates)
    except ValueError as error:
        raise UsageError(f"the solution is no alignment: {error}") from None
    return ProgramSolution(tuple(couples(written.left, written.right, mapping)), matched)
