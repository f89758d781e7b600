"""The report of an experiment: what is in it, and that it works in a real browser without anything else."""

import pytest

from smatchproof.experiments.folder import ROWS
from smatchproof.experiments.results import gather
from smatchproof.experiments.rows import read_rows
from smatchproof.reports.pages.experiment_page import write_report
from tests.browser import WIDTHS
from tests.experiments.test_tables import row
from tests.reports.test_experiment_page import (
    report,  # noqa: F401
    write_experiment,
)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", WIDTHS)
def test_figures_can_be_read(browser, report, width, dark):
    found = browser.figures(report, width=width, dark=dark)
    assert found["wrong"] == [] and len(found["links"]) >= 6 and sum(map(len, found["links"])) == 10
    assert found["scroll"] <= width, found["wide"]
    if width == max(WIDTHS):  # on a screen all columns are in sight, but for the rows themselves
        assert all(text.startswith("sourcepair") for text in found["cut"])


# ---- without a browser


def test_ten_thousand_pairs_with_eight_methods(tmp_path):
    methods = ("Base", "R", "10R", "S", "S+4R", "S+9R", "ILS", "exact")
    rows = (
        row(str(at), method, 0, 50 - (at * (8 - number)) % 7 * (number < 7), 50, triples=(60, 60), size=(at % 40, 9))
        for at in range(10_000)
        for number, method in enumerate(methods)
    )
    write_experiment(tmp_path, rows)
    assert len(gather(read_rows(tmp_path / ROWS)).pairs) == 10_000
    assert write_report(tmp_path).stat().st_size < 8_000_000
