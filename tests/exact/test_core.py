"""The core in both its forms: flat lists, assignments and their duals, the star relaxation, alignments."""

from pathlib import Path

from hypothesis import given, strategies as st

from smatchproof.exact import core
from smatchproof.exact.core import relaxation as found_first, rounding as found_first_too
from smatchproof.exact.core.forms import is_compiled, plain
from smatchproof.exact.search.stars.node import SCALE
from smatchproof.problem import core as building
from smatchproof.problem.core.forms import is_out_of_date
from smatchproof.problem.number_table import flattened
from tests.strategies import problems

PLAIN = plain("relaxation").Relaxation


def test_what_was_compiled_is_not_older_than_its_source():
    """An extension module shadows its source; `make` compiles anew what has changed."""
    folder = Path(core.__file__).parent
    assert not is_out_of_date(folder) and not is_out_of_date(Path(building.__file__).parent)
    assert plain("relaxation").__file__ == str(folder / "relaxation.py")
    assert SCALE == plain("relaxation").SCALE
    assert is_compiled() == (found_first.Relaxation is not PLAIN) == (found_first_too is not plain("rounding"))


@given(problems(max_left=5, max_right=5), st.booleans(), st.randoms(use_true_random=False))
def test_flat_lists_hold_the_problem_in_order(problem, is_turned, rng):
    sizes = (problem.left_size, problem.right_size)
    flat = plain("candidates").Candidates(
        *sizes[:: -1 if is_turned else 1], len(problem.candidates), 2 * len(problem.matches)
    )
    if is_turned:
        flat.turn()
    matches = [*problem.matches]
    rng.shuffle(matches)
    flat.fill(*map(flattened, (problem.candidates, problem.unary, matches)))
    pairs = [*zip(flat.row, flat.column, strict=True)]
    assert pairs == sorted(pair[:: -1 if is_turned else 1] for pair in problem.candidates)
    assert [problem.candidates[p][:: -1 if is_turned else 1] for p in flat.original] == pairs
    assert flat.alone == [problem.unary[p] for p in flat.original]
    assert [flat.cell(*pair) for pair in pairs] == [*range(len(pairs))]
    assert [p for i in range(flat.rows) for p in range(flat.row_start[i], flat.row_start[i + 1])] == [
        *range(len(pairs))
    ]
    weights = {frozenset(match[:2]): match[2] for match in matches}
    halves = [(p, flat.partner[h], h) for p in range(len(pairs)) for h in range(flat.first[p], flat.first[p + 1])]
    assert halves == sorted(halves) and len(halves) == 2 * len(matches)
    for p, q, h in halves:
        weight = flat.weight[h & flat.by_half]
        assert weight == weights[frozenset((flat.original[p], flat.original[q]))] == flat.weight_between(p, q)
        assert flat.mate[flat.mate[h]] == h and flat.partner[flat.mate[h]] == p
