"""Pages of the program in a browser: figures can be read at every width, in light and dark."""

import pytest

from tests.browser import WIDTHS
from tests.commands.conftest import folder  # noqa: F401  # a fixture
from tests.commands.test_explain_html import LEFT, RIGHT, explained  # noqa: F401  # what the fixture writes


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", WIDTHS)
def test_figures_can_be_read(browser, folder, width, dark):
    explained(folder)
    found = browser.figures(folder / "p.html", width=width, dark=dark)
    assert found["wrong"] == [] and found["links"] == [[[0, 0], [1, 1], [2, 2]]] * 2 + [[]]
    assert found["scroll"] <= width, found["wide"]
