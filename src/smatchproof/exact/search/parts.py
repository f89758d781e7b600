"""Problems of some candidates of a problem, and problems turned so that there are no more rows than columns."""

from __future__ import annotations

from collections.abc import Sequence

from smatchproof.exact.core.candidates import Candidates
from smatchproof.problem.number_table import flattened
from smatchproof.problem.problem import AlignmentProblem


def restricted(problem: AlignmentProblem, alive: Sequence[int]) -> AlignmentProblem:
    """Return the problem with only these candidates, in order; they stay candidates even if they now earn nothing."""
    # order stays: p < q of every match does, and a proof of the part needs its numbers replaced, no more
    number = {old: new for new, old in enumerate(alive)}
    return AlignmentProblem(
        problem.left_size,
        problem.right_size,
        tuple(problem.candidates[old] for old in alive),
        tuple(problem.unary[old] for old in alive),
        tuple((number[p], number[q], weight) for p, q, weight in problem.matches if p in number and q in number),
        problem.unit,
    )


def turned(problem: AlignmentProblem, form: type[Candidates] | None = None) -> Candidates:
    """Return the candidates of a problem; rows are the left variables, or the right ones if these are fewer.

    The result is of class `form`, if one is given.
    """
    # tabu search puts every row into a column; and each row costs an assignment a bid or a path
    rows, columns = sorted((problem.left_size, problem.right_size))
    candidates = (form or Candidates)(rows, columns, len(problem.candidates), 2 * len(problem.matches))
    if problem.left_size > problem.right_size:
        candidates.turn()
    # one after the other: the flat lists of a large problem are unpacked here, and freed when they are read
    candidates.read_candidates(flattened(problem.candidates), flattened(problem.unary))
    candidates.read_matches(flattened(problem.matches))
    return candidates


def columns_of(candidates: Candidates, mapping: Sequence[int | None]) -> list[int | None]:
    """The column of each row in a mapping of left to right variables."""
    return _inverse(mapping, candidates.rows) if candidates.is_turned else list(mapping)


def mapping_of(candidates: Candidates, columns: Sequence[int | None]) -> tuple[int | None, ...]:
    """The mapping of left to right variables that puts the rows into these columns."""
    return tuple(_inverse(columns, candidates.columns) if candidates.is_turned else columns)


def _inverse(mapping: Sequence[int | None], size: int) -> list[int | None]:
    """The inverse of a mapping onto `size` numbers; ``None`` if no number is mapped to one."""
    inverse: list[int | None] = [None] * size
    for one, other in enumerate(mapping):
        if other is not None:
            inverse[other] = one
    return inverse
