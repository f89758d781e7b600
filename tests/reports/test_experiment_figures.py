"""Figures: the data they show, and that the drawing shows just that."""

import xml.etree.ElementTree as ElementTree

import pytest

from smatchproof.lab.experiments.experiment_figures import Anytime, anytime_panels, gap_panel, size_panels
from smatchproof.lab.experiments.gaps import gaps_by_size
from smatchproof.lab.experiments.results import gather
from smatchproof.reports.figures.panels import panels_figure, styles
from smatchproof.reports.figures.svg import svg
from tests.lab.experiments.test_tables import row, study_rows


def lines(axes):
    """The curves of a plot that have names."""
    return {line.get_label(): line for line in axes.get_lines() if not line.get_label().startswith("_")}


def test_gap_against_size():
    table = gaps_by_size(gather(study_rows()))
    panels = size_panels(table)
    base = [each for each in table if each.method == "Base"]
    assert [*panels[0].curves[0].x] == [each.place for each in base]
    assert list(zip(panels[0].curves[0].y, panels[0].curves[0].most, strict=True)) == [each.gap for each in base]
    gap, missed = panels_figure(panels).axes
    assert [*lines(gap)] == [*lines(missed)] == ["Base", "R", "S+4R", "exact"]
    some = [each for each in table if each.method == "R"]
    assert [*lines(gap)["R"].get_ydata()] == [each.gap.low for each in some]
    assert [*lines(missed)["R"].get_ydata()] == [100 * each.missed.low for each in some]
    assert len(gap.collections) == 8  # a band for each, and its ends


def test_a_method_of_one_panel_is_in_the_legend():
    """Panels of sources: a method that has failed on all pairs of the first has no curve there."""
    rows = [row(str(at), method, source="news", matched=-(method == "R")) for at in range(2) for method in "RS"]
    rows += [row(str(at), method, source="web") for at in range(2) for method in ("R", "S", "ILS")]
    table = gaps_by_size(gather(rows))
    panels = [gap_panel([each for each in table if each.source == source], "size") for source in ("news", "web")]
    figure = panels_figure(panels, styles(["R", "S", "ILS", "Base"]))
    assert [*lines(figure.axes[0])] == ["S"]
    curves = lines(figure.axes[1])
    assert [*curves] == ["R", "S", "ILS"]
    (legend,) = figure.legends
    assert [each.get_text() for each in legend.get_texts()] == ["R", "S", "ILS"]
    assert [line.get_color() for line in legend.get_lines()] == [line.get_color() for line in curves.values()]


def test_unproved_optima_have_a_bar_and_no_band():
    rows = [row(str(at), "S", 0, 10, 10, 10 + 2 * (at == 0)) for at in range(12)]
    panels = size_panels(gaps_by_size(gather(rows)))
    (curve,) = panels[0].curves
    assert (curve.y, curve.most) == ((0,), (2 / 12,)) and curve.bands == (None,)
    unproved = [line for line in panels_figure(panels).axes[0].get_lines() if line.get_label().startswith("_")]
    assert [*unproved[0].get_ydata()] == [0, 2 / 12]


@pytest.mark.parametrize("size", [1, 2])
def test_there_is_no_band_of_few_clusters(size):
    for number in (9, 10):
        rows = [row(str(at), "S", 0, 10 - at // size % 2, cluster=str(at // size)) for at in range(size * number)]
        gap, missed = size_panels(gaps_by_size(gather(rows)))
        assert (gap.curves[0].bands[0] is None) == (missed.curves[0].bands[0] is None) == (number == 9)


def test_names_of_any_kind_are_drawn_as_they_are():
    rows = [row(f"{at}", name, seed, 9) for at in range(3) for name in ("$R$", "_R") for seed in range(2)]
    figure = panels_figure([gap_panel(gaps_by_size(gather(rows)), "size", "$L")] * 2)
    drawn = "".join(ElementTree.fromstring(svg(figure)).itertext())
    assert "$R$" in drawn and "$L" in drawn and "_R" in drawn


def test_axes_show_numbers_and_no_formula():
    figure = panels_figure(anytime_panels([Anytime("S", (1.0,) * 40, (1.0,) * 70)]))
    words = [each.text for each in ElementTree.fromstring(svg(figure)).iter("{http://www.w3.org/2000/svg}text")]
    assert not [each for each in words if "math" in each or "^" in each]
    assert {"0.001", "10"} & {*words} or {"10", "1,000"} <= {*words}
