"""Figures of the tutorial in a browser."""

import pytest

from tests.docs.test_tutorial import code, committed, pictures  # noqa: F401  # a fixture is among them


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (390, True)])
def test_figures_can_be_read(committed, browser, tmp_path, width, dark):
    page = tmp_path / "p.html"
    shown = "".join(f"<figure>{svg}</figure>" for cell in code(committed) for svg in pictures(cell))
    page.write_text(f"<!doctype html><meta charset=utf-8><body style='background: #ffffff'>{shown}</body>")
    found = browser.figures(page, width=width, dark=dark)
    assert found["wrong"] == [] and sum(map(bool, found["links"])) >= 8
