"""Figures: the data they show, and that the drawing shows just that."""

import xml.etree.ElementTree as ElementTree

import pytest

from smatchproof.experiments.anytime import Anytime
from smatchproof.experiments.gaps import gaps_by_feature, gaps_by_size
from smatchproof.experiments.growth import reentrancies_of
from smatchproof.experiments.method_comparison import PerformanceProfile
from smatchproof.experiments.results import gather
from smatchproof.experiments.tables import OPTIMUM, agreement, table2, totals
from smatchproof.inference.interval import Interval
from smatchproof.reports.experiment_figures import (
    TradeOff,
    agreement_figure,
    agreement_panels,
    seed_figure,
    seed_losses,
    styles,
    trade_off_figure,
    trade_offs,
)
from smatchproof.reports.gap_figures import feature_curve, feature_figure, size_curves, size_figure
from smatchproof.reports.run_figures import anytime_figure, gap_curves_figure, profile_figure, targets_figure
from smatchproof.reports.svg import svg
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
    curves = size_curves(table)
    assert [curve.method for curve in curves] == ["Base", "R", "S+4R", "exact"]
    base = [each for each in table if each.method == "Base"]
    assert curves[0].values == tuple(each.mean_size for each in base)
    assert curves[0].gap == tuple(each.gap for each in base)
    gap, missed = size_figure(curves).axes
    assert [*lines(gap)] == [*lines(missed)] == ["Base", "R", "S+4R", "exact"]
    assert [*lines(gap)["R"].get_ydata()] == [each.low for each in curves[1].gap]
    assert [*lines(missed)["R"].get_ydata()] == [100 * share.low for share in curves[1].missed]
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
        assert found.gap_band.low < found.gap.low <= found.gap.high < found.gap_band.high
    axes, other = feature_figure([("re-entrancies", [feature_curve(rows)]), ("again", [feature_curve(rows)])]).axes
    assert [*lines(axes)["S"].get_xdata()] == [0, 1, 2, 3, 4]
    assert [*lines(axes)["S"].get_ydata()] == [found.gap.low for _, found in rows]
    bars = [line for line in axes.get_lines() if line.get_label().startswith("_")]
    assert len(bars) == sum(not found.gap.known for _, found in rows) > 0
    assert (axes.get_xlabel(), other.get_xlabel(), other.get_ylabel()) == ("re-entrancies", "again", "")


def test_a_band_of_unproved_optima_reaches_to_the_bound():
    rows = [row(str(at), "S", 0, 10, 10, 10 + 2 * (at == 0)) for at in range(12)]
    (curve,) = size_curves(gaps_by_size(gather(rows)))
    assert curve.gap == ((0, 2 / 12),) and curve.gap_band[0].low == 0 and curve.gap_band[0].high >= 0.5
    unproved = [line for line in size_figure([curve]).axes[0].get_lines() if line.get_label().startswith("_")]
    assert [*unproved[0].get_ydata()] == [0, 2 / 12]


@pytest.mark.parametrize("size", [1, 2])
def test_there_is_no_band_of_few_clusters(size):
    for number in (9, 10):
        rows = [row(str(at), "S", 0, 10 - at // size % 2, cluster=str(at // size)) for at in range(size * number)]
        (curve,) = size_curves(gaps_by_size(gather(rows)))
        assert (curve.gap_band[0] is None) == (curve.missed_band[0] is None) == (number == 9)
        (point, _) = trade_offs(table2(gather(rows), bands=True))
        assert (point.band is None) == (number == 9)


def test_accuracy_against_time():
    points = {point.method: point for point in trade_offs(table2(gather(BY_HAND), bands=True))}
    assert (points["S"].seconds, points["S"].accuracy.low) == (4.0, pytest.approx(5 / 6))
    assert points[OPTIMUM].accuracy == (1, 1)
    (axes,) = trade_off_figure([*points.values()]).axes
    assert {text.get_text() for text in axes.texts} == {"Base", "S", OPTIMUM}


def test_names_of_points_at_one_place_do_not_cover_each_other():
    rows = [row(str(at), f"{n}R", 0, 10) for at in range(3) for n in range(2, 8)]
    figure = trade_off_figure(trade_offs(table2(gather(rows))))
    figure.draw_without_rendering()
    boxes = [text.get_window_extent() for text in figure.axes[0].texts]
    assert len(boxes) == 7
    assert not [1 for at, box in enumerate(boxes) for other in boxes[:at] if box.overlaps(other)]


def test_distribution_over_seeds(results):
    rows = seed_losses(totals(results))
    assert [each.method for each in rows] == ["R", "S+4R"]  # the others ran once
    assert all(len(each.losses) == 3 and min(each.losses) >= 0 for each in rows)
    (smart,) = [each for each in seed_losses(totals(gather(BY_HAND))) if each.method == "S"]
    assert smart.losses == (0, pytest.approx(100 * 2 / 50))
    (axes,) = seed_figure(rows).axes
    assert [label.get_text() for label in axes.get_yticklabels()] == ["R", "S+4R"]
    dots = [line for line in axes.get_lines() if line.get_linestyle() == "None"]
    assert sorted(dots[0].get_xdata()) == sorted(rows[0].losses)


def test_agreement_over_groups(results):
    panels = agreement_panels(agreement(results))
    assert [panel.title for panel in panels] == ["A – B", "A – C", "B – C"]
    assert panels[0].groups == ("g1", "g2", "g3") and set(panels[0].f1) == {OPTIMUM, *results.methods}
    figure = agreement_figure(panels)
    shown = [axes for axes in figure.axes if axes.get_visible()]
    assert [axes.get_title() for axes in shown] == ["A – B", "A – C", "B – C"]
    assert [*lines(shown[0])[OPTIMUM].get_ydata()] == [100 * f1 for f1 in panels[0].f1[OPTIMUM]]


def test_a_group_without_a_score_leaves_a_hole():
    (panel,) = agreement_panels(agreement(gather([*BY_HAND, row("4", "S", 0, 5, 5, group="g3")])))
    assert panel.f1["Base"] == (pytest.approx(22 / 30), 0.9, None)
    curve = lines(agreement_figure([panel]).axes[0])["Base"].get_ydata()
    assert [value == value for value in curve] == [True, True, False]  # nan is not nan


def test_no_two_methods_look_alike():
    looks = styles([f"{n}R" for n in range(20)])
    assert len(set(looks.values())) == 21


def test_names_of_any_kind_are_drawn_as_they_are():
    rows = [row(f"{at}", "$R$", seed, 9, group=f"$g_{at}$", left="$L") for at in range(3) for seed in range(2)]
    results = gather(rows)
    for figure in (
        size_figure(size_curves(gaps_by_size(results))),
        trade_off_figure(trade_offs(table2(results))),
        seed_figure(seed_losses(totals(results))),
        agreement_figure(agreement_panels(agreement(results))),
    ):
        drawn = "".join(ElementTree.fromstring(svg(figure)).itertext())
        assert "$R$" in drawn
    assert "$g_0$" in drawn and "$L – B" in drawn


def test_axes_show_numbers_and_no_formula():
    for figure in (
        anytime_figure([Anytime("S", 4, (1, 20, 2000), (0.0001, 0.002, 2.0))]),
        targets_figure([Anytime("S", 4, (), (), (1, 20, 2000), (0.0001, 0.002, 2.0))]),
        gap_curves_figure([Anytime("S", 4, (), (), (), (), (1.0,) * 40, (1.0,) * 70)]),
        profile_figure([PerformanceProfile("S", 4, (1.0, 15.0, 4000.0))]),
        trade_off_figure([TradeOff("R", 0.0015, Interval(0.5, 0.5), None), TradeOff("S", 150, Interval(1, 1), None)]),
    ):
        words = [each.text for each in ElementTree.fromstring(svg(figure)).iter("{http://www.w3.org/2000/svg}text")]
        assert not [each for each in words if "math" in each or "^" in each]
        assert {"0.001", "10"} & {*words} or {"10", "1,000"} <= {*words}
