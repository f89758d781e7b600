"""The pictures of the documents can be read, and are made again from what is measured."""

import pytest

from website.pictures import DOCS, gap_picture


def test_the_gap_is_measured_anew_as_it_is():
    assert (DOCS / "gap.svg").read_text(encoding="utf-8") == gap_picture()


@pytest.mark.parametrize("name", ["docs/pair.svg", "docs/gap.svg", "benchmarks/fit.svg"])
def test_they_can_be_read(browser, tmp_path, name):
    page = tmp_path / "p.html"
    svg = (DOCS.parent / name).read_text(encoding="utf-8")
    page.write_text(f"<!doctype html><meta charset=utf-8><body style='background: #fffdf8'>{svg}</body>")
    assert browser.figures(page)["wrong"] == []
