"""An audit as text and as JSON: every number is there, under its own name, and what is not defined is not made up."""

import json
from dataclasses import replace

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


def cells(text):
    """The lines of a text as lists of columns, by their first one."""
    rows = [[cell.strip() for cell in line.strip().split("  ") if cell.strip()] for line in text.splitlines()]
    return {row[0]: row[1:] for row in rows if row}


def test_text(full):
    found = cells(format_audit(full))
    assert found["4 pairs, 2 of the same graph"] == ["smatch", "sembleu"]
    sembleu = full.metrics[1]
    assert found["share of pairs violating it (Eq. 4)"] == ["0.0000", "0.5000"]
    assert found["mean violation (Eq. 5)"] == ["0.0000", f"{sembleu.symmetry.mean:.4f}"]
    assert found["largest violation"] == ["0.0000", f"{sembleu.symmetry.largest:.4f}"]
    assert found["scores proved"] == ["20 of 20", "20 of 20"]
    assert found["scores outside of [0, 1]"] == ["0 of 20", "0 of 20"]
    assert found["graphs not 1 with themselves"] == ["0 of 8", "0 of 8"]
    assert found["different pairs that score 1"] == ["0 of 2", "0 of 2"]
    assert found["equal pairs that do not"] == ["0 of 2", "0 of 2"]
    assert found["probes that hold"] == ["12 of 13", "10 of 13"]
    assert found["at the root"] == ["0.00", f"{sembleu.bias.positions[0].exponent:.2f}"]
    assert found["order beside that by Jaccard, tau"] == ["1.0000", f"{sembleu.jaccard:.4f}"]
    assert found["graded probes ranked right"] == ["0 of 24", "0 of 24"]
    assert found["Pearson x 100"] == [f"{100 * each.human.pearson:.2f}" for each in full.metrics]
    assert found["Spearman x 100"] == [f"{100 * each.human.spearman:.2f}" for each in full.metrics]
    assert found["RMSE on quantiles 0.1 to 0.9"] == [f"{each.human.rmse_quantiles:.4f}" for each in full.metrics]
    assert found["couples right"] == ["1 of 2", "1 of 2"] and found["accuracy x 100"] == ["50.00", "50.00"]
    assert found["micro average"] == [f"{each.corpus:.4f}" for each in full.metrics]
    assert found["smatch@S"] == ["0 of 4", "0.00000", "0.00000"]
    assert found["same graphs: conv:smatch|dup:set|top:const"] == []
    for each in full.metrics:
        assert f"  {each.name}: {each.signature}" in format_audit(full).splitlines()


def test_text_of_systems(full):
    found = cells(format_audit(full))
    (compared,) = full.systems.disagreements
    tests = compared.found.first, compared.found.second, compared.found.between
    assert found["smatch and sembleu: one.amr or two.amr"] == [
        f"{compared.found.share:.4f}", *(f"{test.p:.4f}" for test in tests)
    ]  # fmt: skip
    error = full.systems.structure["two.amr"]
    assert found["two.amr"] == [
        f"{error.degree:.4f}",
        f"{error.density:.4f}",
        f"{error.nodes:.2f}",
        f"{error.edges:.2f}",
    ]


def test_a_small_p_is_not_called_zero(full):
    (compared,) = full.systems.disagreements
    tiny = compared.found.first._replace(p=1e-9)
    none = compared.found.second._replace(t=None, p=None)
    found = replace(compared.found, first=tiny, second=none)
    systems = replace(full.systems, disagreements=(compared._replace(found=found),))
    row = cells(format_audit(replace(full, systems=systems)))["smatch and sembleu: one.amr or two.amr"]
    assert row[1:3] == ["<0.0001", "–"]


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


def test_what_was_not_asked_is_not_in_the_text(small):
    text = format_audit(small)
    for words in ("bias", "agreement with people", "role confusion", "determinacy by method", "shape"):
        assert words not in text
    assert cells(text)["order beside that by Jaccard, tau"] == ["–", "–"]  # one pair is no couple
    assert text.splitlines()[0].split("  ")[0] == "1 pair, 0 of the same graph"


def test_unreadable_graphs_are_counted_in_the_heading_and_in_the_signature():
    result = measured([(b"(w", SHORT, SHORT), (SHORT, LONG, LONG)], AuditRequest(bias=False), on_error=OnError.EMPTY)
    text = format_audit(result)
    assert text.startswith("2 pairs, 0 of the same graph, 1 graph scored as empty ")
    assert "smatch|conv:smatch|dup:set|top:const|on-error:empty|method:exact" in text


# ---- JSON


def numbers(value):
    """All numbers of a JSON value."""
    if isinstance(value, dict | list):
        return [number for each in (value.values() if isinstance(value, dict) else value) for number in numbers(each)]
    return [value] if isinstance(value, int | float) and not isinstance(value, bool) else []


def refuse(constant):
    raise AssertionError(f"{constant} is no JSON")


@pytest.mark.parametrize("which", ["full", "small"])
def test_json_is_strict(which, request):
    found = json.loads(audit_json(request.getfixturevalue(which)), parse_constant=refuse)
    assert len(numbers(found)) > 100


def test_json_has_every_field_and_what_follows_from_the_fields(full):
    found = json.loads(audit_json(full))
    assert [*found] == [
        *("version", "pairs", "equal", "runs", "seed", "truth"),
        *("metrics", "repeated", "systems", "errors", "reproduces"),
    ]
    for each, entry in zip(full.metrics, found["metrics"], strict=True):
        assert entry["symmetry"] == {
            "pairs": 4, "unequal": each.symmetry.unequal, "mean": each.symmetry.mean,
            "largest": each.symmetry.largest, "share": each.symmetry.share,
        }  # fmt: skip
        assert entry["determinacy"]["share"] == each.determinacy.share
        assert entry["values"] == [list(both) for both in each.values]
        assert entry["jaccard"] == each.jaccard
        assert entry["graded"] == {"right": 0, "tied": 24, "wrong": 0, "total": 24, "share": 0.0}
        assert entry["human"]["rmse_quantiles"] == each.human.rmse_quantiles
        assert entry["role_confusion"]["accuracy"] == each.role_confusion.accuracy
        assert [probe["name"] for probe in entry["probes"]] == [probe.name for probe in each.probes]
        bias = entry["bias"]
        assert [at["position"] for at in bias["positions"]] == ["root", "inner", "above-leaves", "leaf"]
        assert bias["positions"][0]["last_ratio"] == each.bias.positions[0].last_ratio
    assert found["metrics"][0]["signature"] == full.metrics[0].signature
    (compared,) = found["systems"]["disagreements"]
    assert [compared[key] for key in ("metric", "other_metric", "system", "other_system")] == [
        "smatch", "sembleu", *SYSTEMS
    ]  # fmt: skip
    assert compared["found"]["share"] == full.systems.disagreements[0].found.share
    assert [*found["systems"]["structure"]] == [*SYSTEMS]


def test_what_is_not_defined_is_null(small):
    found = json.loads(audit_json(small))["metrics"][0]
    assert found["jaccard"] is None and found["bias"] is None and found["human"] is None
