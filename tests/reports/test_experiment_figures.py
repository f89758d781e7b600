"""Figures: the data they show, and that the drawing shows just that."""

import itertools
import xml.etree.ElementTree as ElementTree

import pytest

from smatchproof.experiments.findings.anytime import Anytime
from smatchproof.experiments.findings.gaps import gaps_by_feature, gaps_by_size
from smatchproof.experiments.findings.growth import reentrancies_of
from smatchproof.experiments.findings.method_comparison import PerformanceProfile
from smatchproof.experiments.results import gather
from smatchproof.experiments.tables import OPTIMUM, agreement, table2, totals
from smatchproof.reports.figures.experiment_figures import (
    agreement_panels,
    anytime_panels,
    gap_left_panels,
    gap_panel,
    panels_figure,
    profile_panels,
    seed_figure,
    size_panels,
    trade_off_panel,
)
from smatchproof.reports.figures.svg import svg
from tests.experiments.test_growth import made_rows
from tests.experiments.test_tables import BY_HAND, row, study_rows


@pytest.fixture(scope="module")
def results():
    return gather(study_rows())


def lines(axes):
    """The curves of a plot that have names."""
    return {line.get_label(): line for line in axes.get_lines() if not line.get_label().startswith("_")}


def test_gap_against_size(results):
    table = gaps_by_size(results)
    gap, missed = panels = size_panels(table)
    assert [curve.name for curve in gap.curves] == ["Base", "R", "S+4R", "exact"]
    base = [each for each in table if each.method == "Base"]
    assert [*gap.curves[0].x] == [each.mean_size for each in base]
    assert list(zip(gap.curves[0].y, gap.curves[0].most, strict=True)) == [each.gap for each in base]
    gap, missed = panels_figure(panels).axes
    assert [*lines(gap)] == [*lines(missed)] == ["Base", "R", "S+4R", "exact"]
    some = [each for each in table if each.method == "R"]
    assert [*lines(gap)["R"].get_ydata()] == [each.gap.low for each in some]
    assert [*lines(missed)["R"].get_ydata()] == [100 * each.missed.low for each in some]
    assert len(gap.collections) == 8  # a band for each, and its ends


def test_gap_against_a_feature():
    """Every re-entrancy is a bin; the gap of each is that of its pairs, bars where optima are open."""
    results = gather(made_rows(slack=range(0, 240, 5)))
    (rows,) = gaps_by_feature(results, reentrancies_of)
    assert [value for value, _ in rows] == [0, 1, 2, 3, 4]
    for value, found in rows:
        some = [pair.gap("S") for pair in results.pairs if reentrancies_of(pair) == value]
        assert found.pairs == len(some)
        assert found.gap == pytest.approx([sum(ends) / len(some) for ends in zip(*some, strict=True)])
        assert found.gap_band is None
    figure = panels_figure([gap_panel([rows], "re-entrancies"), gap_panel([rows], "again")])
    axes, other = figure.axes
    assert [*lines(axes)["S"].get_xdata()] == [0, 1, 2, 3, 4]
    assert [*lines(axes)["S"].get_ydata()] == [found.gap.low for _, found in rows]
    bars = [line for line in axes.get_lines() if line.get_label().startswith("_")]
    assert len(bars) == sum(not found.gap.known for _, found in rows) > 0
    assert (axes.get_xlabel(), other.get_xlabel(), other.get_ylabel()) == ("re-entrancies", "again", "")
    assert figure.get_supylabel() == "mean gap (triples, log scale above 0.1)" and figure.get_supxlabel() == ""


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
        (curve,) = [each for each in trade_off_panel(table2(gather(rows), bands=True)).curves if each.name == "S"]
        assert (curve.bands[0] is None) == (number == 9)


def test_a_method_that_failed_somewhere_has_no_point_beside_those_that_did_not():
    rows = [row(str(at), "S", matched=10) for at in range(3)]
    rows += [row("0", "R", matched=10), *(row(str(at), "R", matched=-1, status="raised") for at in (1, 2))]
    assert {curve.name for curve in trade_off_panel(table2(gather(rows))).curves} == {"S", OPTIMUM}


def test_accuracy_against_time():
    rows = {row.method: row for row in table2(gather(BY_HAND), bands=True)}
    assert (rows["S"].seconds, rows["S"].pair_accuracy.low) == (4.0, pytest.approx(5 / 6))
    assert rows[OPTIMUM].pair_accuracy == (1, 1)
    figure = panels_figure([trade_off_panel([*rows.values()])])
    assert {text.get_text() for text in figure.legends[0].get_texts()} == {"Base", "S", OPTIMUM}
    assert {line.get_marker() for line in figure.axes[0].get_lines()} >= {"*"}


def test_distribution_over_seeds(results):
    rows = [each for each in totals(results) if len(each.f1) > 1]
    assert [each.method for each in rows] == ["R", "S+4R"]  # the others ran once
    assert all(len(each.losses) == 3 and min(each.losses) >= 0 for each in rows)
    (smart,) = [each for each in totals(gather(BY_HAND)) if each.method == "S"]
    assert smart.losses == [0, pytest.approx(100 * 2 / 50)]
    (axes,) = seed_figure(rows).axes
    assert [label.get_text() for label in axes.get_yticklabels()] == ["R", "S+4R"]
    dots = [line for line in axes.get_lines() if line.get_linestyle() == "None"]
    assert sorted(dots[0].get_xdata()) == sorted(rows[0].losses)


def test_agreement_over_groups(results):
    panels = agreement_panels(agreement(results))
    assert [panel.title for panel in panels] == ["A – B", "A – C", "B – C"]
    assert panels[0].ticks == ("g1", "g2", "g3")
    curves = {curve.name: curve for curve in panels[0].curves}
    assert set(curves) == {OPTIMUM, *results.methods}
    shown = panels_figure(panels).axes
    assert [axes.get_title() for axes in shown] == ["A – B", "A – C", "B – C"]
    assert [*lines(shown[0])[OPTIMUM].get_ydata()] == [*curves[OPTIMUM].y]


@pytest.mark.parametrize(("number", "words"), [(8, "size=1,000 planted=false"), (99, "g"), (5, "x" * 90)])
def test_names_of_groups_do_not_overlap(number, words):
    rows = [row(f"{left}{at}", "S", 0, 9, group=f"{words}{at}", left=left) for at in range(number) for left in "ABCD"]
    figure = panels_figure(agreement_panels(agreement(gather(rows))))
    figure.draw_without_rendering()
    for axes in figure.axes:
        boxes = [label.get_window_extent() for label in axes.get_xticklabels()]
        assert all(not one.overlaps(other) for one, other in itertools.pairwise(boxes))
        assert axes.get_window_extent().height > 50


def test_names_of_any_kind_are_drawn_as_they_are():
    rows = [row(f"{at}", "$R$", seed, 9, group=f"$g_{at}$", left="$L") for at in range(3) for seed in range(2)]
    results = gather(rows)
    for figure in (
        panels_figure(size_panels(gaps_by_size(results))),
        panels_figure([trade_off_panel(table2(results))]),
        seed_figure(totals(results)),
        panels_figure(agreement_panels(agreement(results))),
    ):
        drawn = "".join(ElementTree.fromstring(svg(figure)).itertext())
        assert "$R$" in drawn
    assert "$g_0$" in drawn and "$L – B" in drawn


def test_axes_show_numbers_and_no_formula():
    rows = [row("1", "R", 0, 10, seconds=0.0015), row("1", "S", 0, 10, seconds=150)]
    for figure in (
        panels_figure(anytime_panels([Anytime("S", 4, (1, 20, 2000), (0.0001, 0.002, 2.0))])),
        panels_figure(anytime_panels([Anytime("S", 4, (), (), (1, 20, 2000), (0.0001, 0.002, 2.0))], targets=True)),
        panels_figure(gap_left_panels([Anytime("S", 4, (), (), (), (), (1.0,) * 40, (1.0,) * 70)])),
        panels_figure(profile_panels([PerformanceProfile("S", 4, (1.0, 15.0, 4000.0))])),
        panels_figure([trade_off_panel(table2(gather(rows)))]),
    ):
        words = [each.text for each in ElementTree.fromstring(svg(figure)).iter("{http://www.w3.org/2000/svg}text")]
        assert not [each for each in words if "math" in each or "^" in each]
        assert {"0.001", "10"} & {*words} or {"10", "1,000"} <= {*words}
