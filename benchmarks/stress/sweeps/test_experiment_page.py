"""The report of an experiment: what is in it, and that it works in a real browser without anything else."""

import pytest

from smatchproof.experiments.folder import ROWS
from smatchproof.experiments.results import gather
from smatchproof.experiments.rows import read_rows
from smatchproof.reports.pages.experiment_page import write_report
from tests.browser import WIDTHS
from tests.experiments.test_tables import row
from tests.reports.test_experiment_page import (  # noqa: F401
    report,
    write_experiment,
)


def test_rows_can_be_chosen_by_what_became_of_them(browser, tmp_path):
    rows = [row("1", bound=12, matched=9), row("2"), row("3", "R", matched=-1), row("4", "R", matched=10)]
    path = write_report(write_experiment(tmp_path, rows))
    for only, pairs in (("unproved", ["1"]), ("failed", ["3"]), ("missed", ["1", "2"])):
        document, said = browser.open(path, hash=f"#rows?only={only}")
        assert said == [] and document.column("row-table", 1) == pairs


def test_a_size_is_a_range_and_more_rows_come_on_demand(browser, report):
    more = "document.getElementById('more').click();"
    document, said = browser.open(report, more, "#rows?size=11-15")
    rows = [r for r in read_rows(report.with_name(ROWS)) if 11 <= max(r.left_variables, r.right_variables) <= 15]
    assert said == [] and document.column("row-table", 1) == [r.pair for r in rows][:400]
    everything, _ = browser.open(report, more)
    assert len(everything.column("row-table", 1)) == min(400, len(list(read_rows(report.with_name(ROWS)))))


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
