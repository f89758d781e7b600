"""The core in both its forms: flat lists, assignments and their duals, the star relaxation, alignments."""

import os
import random
from importlib.machinery import EXTENSION_SUFFIXES
from itertools import combinations
from pathlib import Path

import pytest

from smatchproof.base.forms import is_out_of_date
from smatchproof.exact import core
from smatchproof.exact.core import climb as found_first_too, is_compiled, plain, relaxation as found_first
from smatchproof.exact.core.candidates import Candidates
from smatchproof.exact.core.pricing import Whole
from smatchproof.exact.search.known import SCALE, turned
from smatchproof.problem import core as building
from smatchproof.problem.problem import AlignmentProblem
from tests.exact.test_tree import random_problem

PLAIN = plain("relaxation").Relaxation


def test_only_compiled_modules_that_have_a_source_are_asked_for_their_age(tmp_path):
    """Those of sources that were renamed stay in a checkout, and are older than everything."""
    for name, age in (("one.pxd", 20), ("one.py", 20), ("one", 10), ("gone", 30)):
        path = tmp_path / (name if "." in name else name + EXTENSION_SUFFIXES[0])
        path.touch()
        os.utime(path, (1e9 - age, 1e9 - age))
    assert not is_out_of_date(tmp_path)
    (tmp_path / "one.py").touch()
    assert is_out_of_date(tmp_path)


def test_what_was_compiled_is_not_older_than_its_source():
    """An extension module shadows its source; `make` compiles again what has changed."""
    folder = Path(core.__file__).parent
    assert not is_out_of_date(folder) and not is_out_of_date(Path(building.__file__).parent)
    assert plain("star_bound").__file__ == str(folder / "star_bound.py")
    assert SCALE == plain("star_bound").SCALE
    assert is_compiled() == (found_first.Relaxation is not PLAIN) == (found_first_too is not plain("climb"))


@pytest.mark.parametrize("form", [Candidates, plain("candidates").Candidates])
def test_the_counting_bound_is_that_of_the_problem(form):
    rng = random.Random(5)
    for _ in range(300):
        problem = random_problem(rng, rng.randint(1, 6), rng.randint(1, 6))
        assert turned(problem, form).counting_bound() == problem.trivial_bound()


@pytest.mark.parametrize("heaviest", [255, 256, 2**40])
@pytest.mark.parametrize("form", [Candidates, Whole, plain("pricing").Whole])
def test_weights_are_kept_in_bytes_and_in_more(form, heaviest):
    """A byte holds 255; of what candidates earn alone and of matches either may be heavier."""
    diagonal = [(k, k) for k in range(3)]
    couples = dict.fromkeys(combinations(diagonal, 2), 1)
    for alone, together in ((heaviest, 1), (1, heaviest), (heaviest, heaviest)):
        matches = {**couples, (diagonal[0], diagonal[2]): together}
        problem = AlignmentProblem.from_weights(3, 3, {(0, 0): 1, (1, 1): alone}, matches)
        found = turned(problem, form)
        assert (found.earnings(), [*found.matches()]) == ([*problem.unary], [*problem.matches])
        assert found.value_of([0, 1, 2]) == problem.total_weight
        assert found.promise(0) == found.promise(2) + 1 == together + 2
