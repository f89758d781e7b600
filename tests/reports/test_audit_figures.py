"""Figures of an audit: what is drawn is what was measured, in files of a size that a browser likes."""

import pytest

from smatchproof.graphs.corpus import Block
from smatchproof.lab.audits.audit import AuditPlan, AuditRequest, audit, audit_pairs
from smatchproof.lab.audits.audit_figures import density, symmetry_figure
from smatchproof.scoring.metrics import metric

TEXTS = (
    (b"(w / want-01 :ARG0 (b / boy))", b"(w / want-01 :ARG0 (g / girl :mod (t / tall)))"),
    (b"(w / want-01 :ARG0 (b / boy))", b"(w / want-01 :ARG0 (b / boy))"),
    (b"(w / want-01 :ARG0 (b / boy :mod (t / tall)))", b"(w / wish-01 :ARG0 (b / boy))"),
)
NAMES = ("smatch", "sembleu", "smatch:method=S")


@pytest.fixture(scope="module")
def small():
    """An audit of three pairs, its bias in trees of few variables."""
    plan = AuditPlan(tuple(map(metric, NAMES)), runs=2)
    blocks = [tuple(Block("text", 1, 0, None, text) for text in pair) for pair in TEXTS]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("smatchproof.lab.audits.audit.BIAS_DEGREES", (2, 3, 4))
        return audit(plan, list(audit_pairs(blocks, plan)), AuditRequest())


def dots(axes):
    """The drawn dots as (x, y, colour), without the diagonal."""
    return [
        (float(x), float(y), tuple(drawn.get_facecolor()[0]))
        for drawn in axes.collections
        for x, y in drawn.get_offsets()
    ]


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
    (diagonal,) = axes.get_lines()
    assert diagonal.get_slope() == 1


def test_the_area_below_a_density_is_1():
    for scores in ([0.9, 1.0, 1.0, 0.95], [0.1, 0.5, 0.6, 0.61], [0.4, 0.4 + 1e-9]):
        x, y, stepped = density(scores, (0.0, 1.0))
        assert not stepped and x[0] == 0 and x[-1] == 1
        if scores[1] - scores[0] > 1e-6:  # a needle is narrower than the steps
            width = x[1] - x[0]
            assert sum(y) * width - width * (y[0] + y[-1]) / 2 == pytest.approx(1, abs=0.01)
