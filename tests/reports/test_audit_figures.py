"""Figures of an audit: what is drawn is what was measured, in files of a size that a browser likes."""

import random
import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import pytest

from smatchproof.audits.audit import AuditPlan, AuditRequest, audit, audit_pairs
from smatchproof.audits.principles import symmetry
from smatchproof.graphs.corpus import Block
from smatchproof.reports.figures.audit_figures import (
    audit_figures,
    densities_figure,
    density,
    symmetry_figure,
)
from smatchproof.reports.figures.svg import svg_file
from smatchproof.scoring.metrics import metric

TEXTS = (
    (b"(w / want-01 :ARG0 (b / boy))", b"(w / want-01 :ARG0 (g / girl :mod (t / tall)))"),
    (b"(w / want-01 :ARG0 (b / boy))", b"(w / want-01 :ARG0 (b / boy))"),
    (b"(w / want-01 :ARG0 (b / boy :mod (t / tall)))", b"(w / wish-01 :ARG0 (b / boy))"),
)
NAMES = ("smatch", "sembleu", "smatch@S")


@pytest.fixture(scope="module")
def small():
    """An audit of three pairs, its bias in trees of few variables."""
    plan = AuditPlan(tuple(map(metric, NAMES)), runs=2)
    blocks = [tuple(Block("text", 1, 0, None, text) for text in pair) for pair in TEXTS]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("smatchproof.audits.audit.BIAS_DEGREES", (2, 3, 4))
        return audit(plan, list(audit_pairs(blocks, plan)), AuditRequest())


def with_values(found, values):
    forward, backward = zip(*values, strict=True)
    return replace(found, values=tuple(values), symmetry=symmetry(forward, backward))


def texts(svg):
    return [each.text for each in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def dots(axes):
    """The drawn dots as (x, y, colour), without the diagonal."""
    return [
        (x, y, line.get_color())
        for line in axes.get_lines()
        if line.get_marker() == "o"
        for x, y in zip(*line.get_data(), strict=True)
    ]


def test_files(small):
    drawn = audit_figures(small)
    assert [*drawn] == ["symmetry.svg", "densities.svg"]
    for svg in drawn.values():
        root = ElementTree.fromstring(svg)
        assert root.tag.endswith("svg") and root.get("aria-label") and root.get("role") == "img"
        assert "var(--" not in svg and "mathdefault" not in svg and set(NAMES) <= set(texts(svg))
    again, other = (svg_file(densities_figure(small.metrics), "") for _ in range(2))
    assert again == other


@pytest.mark.parametrize("number", [1, 2, 3, 4, 7])
def test_one_panel_per_metric(small, number):
    metrics = [replace(small.metrics[1], name=f"metric {at}") for at in range(number)]
    titles = [axes.get_title().splitlines()[0] for axes in symmetry_figure(metrics).axes]
    assert titles == [f"metric {at}" for at in range(number)]


def test_symmetry_shows_every_pair_and_says_how_many_differ(small):
    found = small.metrics[1]
    assert found.symmetry.unequal == 2
    (axes,) = symmetry_figure([found]).axes
    assert axes.get_title() == f"sembleu\n2 of 3 differ (66.7%), mean {found.symmetry.mean:.4f}"
    shown = dots(axes)
    places = sorted((x, y) for x, y, _ in shown)
    assert [*sum(places, ())] == pytest.approx([*sum(sorted(found.values), ())], abs=0.0025)
    grey = {colour for x, y, colour in shown if x == y}
    assert len(grey) == 1 and grey.isdisjoint({colour for x, y, colour in shown if x != y})
    diagonals = [line for line in axes.get_lines() if line.get_marker() != "o"]
    assert len(diagonals) == 1 and diagonals[0].get_slope() == 1


def test_many_points_make_no_large_file(small):
    rng = random.Random(5)
    values = [(rng.random(), rng.random()) for _ in range(1500)]
    metrics = tuple(with_values(replace(small.metrics[1], name=f"m{at}"), values) for at in range(3))
    for svg in audit_figures(replace(small, metrics=metrics)).values():
        assert len(svg) < 300_000
    shown = dots(symmetry_figure(metrics).axes[0])
    assert 200 < len(shown) <= 1500
    assert sum(x for x, _, _ in shown) / len(shown) == pytest.approx(0.5, abs=0.05)


def test_scores_outside_of_the_unit_interval_are_in_sight(small):
    metrics = [with_values(small.metrics[0], [(-0.5, 1.5), (0.5, 0.5), (0.25, 0.25)])]
    (axes,) = symmetry_figure(metrics).axes
    assert axes.get_xlim()[0] < -0.5 and axes.get_ylim()[1] > 1.5
    left, right = densities_figure(metrics).axes[0].get_xlim()
    assert left <= -0.5 and right >= 1.5


def test_the_area_below_a_density_is_1():
    for scores in ([0.9, 1.0, 1.0, 0.95], [0.1, 0.5, 0.6, 0.61], [0.4, 0.4 + 1e-9]):
        x, y, stepped = density(scores, (0.0, 1.0))
        assert not stepped and x[0] == 0 and x[-1] == 1
        if scores[1] - scores[0] > 1e-6:  # a needle is narrower than the steps
            width = x[1] - x[0]
            assert sum(y) * width - width * (y[0] + y[-1]) / 2 == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize("scores", [[1.0], [0.25, 0.25, 0.25], [0.3, 0.1 + 0.2]])
def test_without_a_kernel_there_are_bars(scores, small):
    x, y, stepped = density(scores, (0.0, 1.0))
    assert stepped and sum(y) / 20 == pytest.approx(1)
    at = y.index(max(y))
    assert x[at] - 1e-12 <= scores[0] <= x[at + 1] + 1e-12
    assert sum(height > 0 for height in y) == 1
    figure = densities_figure([with_values(small.metrics[0], [(score, score) for score in scores])])
    line = figure.axes[0].get_lines()[0]
    assert line.get_drawstyle() == "steps-post" and list(line.get_ydata()) == y
