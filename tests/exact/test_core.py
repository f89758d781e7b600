"""The core in both its forms: flat lists, assignments and their duals, the star relaxation, alignments."""

from pathlib import Path

from smatchproof.base.forms import is_out_of_date
from smatchproof.exact import core
from smatchproof.exact.core import climb as found_first_too, is_compiled, plain, relaxation as found_first
from smatchproof.exact.search.star_node import SCALE
from smatchproof.problem import core as building

PLAIN = plain("relaxation").Relaxation


def test_what_was_compiled_is_not_older_than_its_source():
    """An extension module shadows its source; `make` compiles again what has changed."""
    folder = Path(core.__file__).parent
    assert not is_out_of_date(folder) and not is_out_of_date(Path(building.__file__).parent)
    assert plain("star_bound").__file__ == str(folder / "star_bound.py")
    assert SCALE == plain("star_bound").SCALE
    assert is_compiled() == (found_first.Relaxation is not PLAIN) == (found_first_too is not plain("climb"))
