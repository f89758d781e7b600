"""An audit as text and as JSON: every number is there, under its own name, and what is not defined is not made up."""

import json

import pytest

from smatchproof.audits.audit import AuditPlan, AuditRequest, audit, audit_pairs
from smatchproof.graphs.corpus import Block
from smatchproof.reports.tables.audit_tables import audit_json, format_audit
from smatchproof.scoring.metrics import metric
from smatchproof.scoring.settings import OnError, ScoreSettings

SHORT = b"(w / want-01 :ARG0 (b / boy))"
LONG = b"(w / want-01 :ARG0 (g / girl :mod (t / tall)))"
TEXTS = ((SHORT, LONG, SHORT), (LONG, LONG, SHORT), (SHORT, SHORT, LONG), (LONG, SHORT, LONG))
SYSTEMS = ("one.amr", "two.amr")


def measured(
    texts=TEXTS, asked=AuditRequest(), metrics=("smatch", "sembleu"), repeated=("smatch@S",), on_error=OnError.STOP
):
    chosen = ScoreSettings()
    plan = AuditPlan(
        tuple(metric(name, chosen) for name in metrics),
        tuple(metric(name, chosen) for name in repeated),
        runs=2,
        settings=chosen,
        on_error=on_error,
    )
    blocks = [tuple(Block("text", 1, 0, None, text) for text in (left, right, other)) for left, right, other in texts]
    return audit(plan, list(audit_pairs(blocks, plan)), asked)


@pytest.fixture(scope="module")
def full():
    return measured(asked=AuditRequest((0.5, 1.0, 0.75, 0.25), True, systems=SYSTEMS))


@pytest.fixture(scope="module")
def small():
    return measured(TEXTS[:1], AuditRequest(bias=False), repeated=())


def test_probes_that_do_not_hold_are_named(full):
    text = format_audit(full)
    _, listed = text.split("probes of identity that do not hold\n")
    expected = [
        f"  {each.name}: {probe.name} ({probe.expectation}) scores {probe.value:.4f} and back {probe.backward:.4f}"
        for each in full.metrics
        for probe in each.probes
        if not probe.holds
    ]
    assert len(expected) == 4 and listed.split("\n\n")[0].splitlines() == expected


# ---- JSON


def test_what_is_not_defined_is_null(small):
    found = json.loads(audit_json(small))["metrics"][0]
    assert found["jaccard"] is None and found["bias"] is None and found["human"] is None
