"""Pages of the program in a browser: figures can be read at every width, in light and dark."""

import pytest

from tests.browser import WIDTHS
from tests.commands.conftest import folder  # noqa: F401  # a fixture
from tests.commands.running import run
from tests.commands.test_explain_html import LEFT, RIGHT, explained  # noqa: F401  # what the fixture writes


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", WIDTHS)
def test_figures_can_be_read(browser, folder, width, dark):
    explained(folder)
    found = browser.figures(folder / "p.html", width=width, dark=dark)
    assert found["wrong"] == [] and found["links"] == [[[0, 0], [1, 1], [2, 2]], []]
    assert found["scroll"] <= width, found["wide"]


def test_the_link_of_the_root_is_drawn_whatever_it_is_aligned_with(browser, folder):
    """A root on the right whose partner is no root stood at the edge of the old drawing, which cut off its link."""
    (folder / "left.amr").write_text("(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-01 :ARG0 b))")
    (folder / "right.amr").write_text("(z / obligate-01 :ARG2 (w / want-01 :ARG0 (b / boy) :ARG1 (g / go-01 :ARG0 b)))")
    run("explain", "left.amr", "right.amr", "--html", "p.html", cwd=folder)
    assert browser.figures(folder / "p.html")["links"] == [[[0, 1], [1, 2], [2, 3]], []]
