"""Figures of an audit can be read in a browser, with long names and thousands of points."""

import random
from dataclasses import replace

import pytest

from smatchproof.reports.figures.audit_figures import audit_figures
from tests.reports.test_audit_figures import small, with_values  # noqa: F401


@pytest.mark.parametrize("number", [1, 4])
def test_figures_can_be_read(browser, tmp_path, small, number):
    """Long names and numbers, too: the line above a panel was as long as it is, and was cut."""
    rng = random.Random(5)
    values = [(rng.random(), rng.random()) for _ in range(1500)]
    named = (replace(small.metrics[0], name=f"s2match@smart-with-a-long-name-{at}") for at in range(number))
    metrics = tuple(with_values(each, values) for each in named)
    page = tmp_path / "p.html"
    figures = audit_figures(replace(small, metrics=metrics)).values()
    page.write_text(f"<!doctype html><meta charset=utf-8><body style='background: #fffdf8'>{''.join(figures)}</body>")
    assert browser.figures(page)["wrong"] == []
