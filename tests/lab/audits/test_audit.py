"""The audit: numbers by hand on small pairs, metrics that break every principle, and the real corpora."""

import math
import re
from dataclasses import dataclass, field, replace
from statistics import stdev

import pytest

from smatchproof.base.errors import UsageError
from smatchproof.graphs.corpus import Block
from smatchproof.graphs.writing import write_graph
from smatchproof.lab.audits.audit import AuditPlan, AuditRequest, audit, audit_pairs
from smatchproof.lab.audits.audit_tables import format_audit
from smatchproof.lab.audits.systems import Structure
from smatchproof.lab.generators.traps import TRAPS
from smatchproof.scoring.metrics import metric
from tests.lab.audits.test_probing import Number

SHORT = "(w / want-01 :ARG0 (b / boy))"
LONG = "(w / want-01 :ARG0 (g / girl :mod (t / tall)))"
RENAMED = "(x / want-01 :ARG0 (y / boy))"
QUICK = AuditRequest(bias=False)
SMATCH, SEMBLEU = metric("smatch"), metric("sembleu")


def block(text, at=0):
    return Block("text", 1, at, None, text.encode())


def blocks(*pairs):
    return [tuple(map(block, pair)) for pair in pairs]


def audited(plan, *pairs, asked=QUICK, jobs=1):
    return audit(plan, list(audit_pairs(blocks(*pairs), plan, jobs)), asked)


@dataclass
class Listed:
    """A metric that returns the numbers of a list, one after the other, whatever the graphs are."""

    numbers: list
    name: str = "listed"
    signature: str = "listed"
    asked: list = field(default_factory=list)

    def score(self, left, right, seed=0):
        self.asked.append((left.variables[0], right.variables[0], seed))
        return Number(self.numbers.pop(0) if self.numbers else 0.5, proved=False)


# ---- by hand


def test_a_pair_by_hand():
    result = audited(AuditPlan((SMATCH, SEMBLEU), runs=2), (SHORT, LONG))
    smatch, sembleu = result.metrics
    # shared: the concept of w, TOP and ARG0, of 4 triples (2 concepts, TOP, ARG0) and of 6
    assert smatch.corpus == smatch.values[0][0] == smatch.values[0][1] == 2 * 3 / (4 + 6)
    assert smatch.symmetry.unequal == 0 and smatch.symmetry.share == smatch.symmetry.mean == 0
    assert (sembleu.symmetry.unequal, sembleu.symmetry.share) == (1, 1)
    forward, backward = sembleu.values[0]
    assert sembleu.symmetry.mean == sembleu.symmetry.largest == abs(forward - backward) > 0.01
    for each in result.metrics:
        assert each.determinacy.varying == each.determinacy.deviation == each.determinacy.corpus_deviation == 0
        assert (each.scores, each.proved) == (5, 5)  # two runs, one backward, two with themselves
        found = each.identity
        assert (found.graphs, found.not_one, found.equal, found.different) == (2, 0, 0, 1)
        assert each.range.most == 1 and each.range.outside == 0
        assert each.bias is None and each.human is None and each.role_confusion is None
    assert (result.pairs, result.equal, result.runs, result.errors, result.systems) == (1, 0, 2, (), None)
    larger = SHORT[:-1] + " :ARG1 (c / cat))"
    assert audited(AuditPlan((SMATCH,), runs=2), (SHORT, larger), (larger, SHORT), (SHORT, RENAMED)).equal == 1


def test_the_order_of_the_jaccard_index():
    result = audited(AuditPlan((SMATCH,), runs=2), (SHORT, LONG), (SHORT, RENAMED), (SHORT, "(c / cat)"))
    (smatch,) = result.metrics
    assert smatch.jaccard == 1
    opposite = Listed([0.5, 0.5, 0.5, 0.5, 0.5, 0.1, 0.1, 0.1, 0.1, 0.1, 0.9, 0.9, 0.9, 0.9, 0.9])
    result = audited(AuditPlan((opposite,), runs=2), (SHORT, LONG), (SHORT, RENAMED), (SHORT, "(c / cat)"))
    assert result.metrics[0].jaccard == -1


def test_every_violation_is_counted():
    """Of each pair come the runs, then the exchanged graphs, then each graph with itself."""
    first, second, third = [0.5, 0.7, 0.9, 0.8, 1.0], [1.0, 1.0, 1.0, 1.25, -0.25], [0.0, 0.0, 0.5, 1.0, 1.0]
    mine = Listed([*first, *second, *third])
    plan = AuditPlan((mine,), runs=2, seed=7)
    result = audited(plan, (SHORT, RENAMED), (SHORT, LONG), (LONG, SHORT))
    (found,) = result.metrics
    assert (found.range.least, found.range.most, found.range.outside, found.range.pairs) == (-0.25, 1.25, 2, 15)
    assert (found.identity.not_one, found.identity.least) == (3, -0.25)
    assert (found.identity.equal, found.identity.equal_not_one, found.identity.indiscernible) == (1, 1, 1)
    assert (found.symmetry.unequal, found.symmetry.largest) == (2, 0.5)
    assert found.symmetry.mean == pytest.approx((0.4 + 0 + 0.5) / 3)
    assert (found.determinacy.varying, found.determinacy.pairs, found.determinacy.runs) == (1, 3, 2)
    assert found.determinacy.deviation == pytest.approx(0.2 / math.sqrt(2) / 3)
    assert (found.scores, found.proved) == (15, 0)
    assert found.values == ((0.5, 0.9), (1.0, 1.0), (0.0, 0.5))
    assert not any(probe.holds for probe in found.probes if probe.expectation.value == "same")
    assert (found.graded.right, found.graded.tied) == (0, 24)


def test_the_optimum_does_not_vary_where_a_search_does():
    trap = TRAPS["names"].make(persons=4)
    pair = write_graph(trap.pair.left), write_graph(trap.pair.right)
    climb = metric("smatch", method="S:restarts=1")
    result = audited(AuditPlan((SMATCH, climb), runs=6), pair)
    exact, climbing = result.metrics
    assert (exact.determinacy.varying, exact.determinacy.corpus_deviation, exact.proved) == (0, 0, exact.scores)
    assert exact.values == ((1.0, 1.0),) and trap.optimum == 22
    (runs,) = (each.values[1].runs for each in audit_pairs(blocks(pair), AuditPlan((SMATCH, climb), runs=6)))
    scores = [run.value for run in runs]
    assert len(set(scores)) > 1
    assert climbing.determinacy.varying == 1 and climbing.proved < climbing.scores
    assert climbing.determinacy.corpus_deviation == climbing.determinacy.deviation == pytest.approx(stdev(scores))


def test_agreement_with_people():
    pairs = (SHORT, LONG), (SHORT, RENAMED), (SHORT, "(c / cat)")  # 0.6, 1, and only TOP: 2 * 1 / (4 + 2)
    result = audited(AuditPlan((SMATCH,), runs=2), *pairs, asked=replace(QUICK, human=(0.6, 1.0, 1 / 3)))
    human = result.metrics[0].human
    assert human.pearson == pytest.approx(1) and human.spearman == pytest.approx(1)
    assert re.search(r"Pearson x 100 +100\.00\n", format_audit(result))
    assert human.rmse == pytest.approx(0) and human.rmse_quantiles == pytest.approx(0) and human.pairs == 3
    result = audited(AuditPlan((SMATCH,), runs=2), *pairs, asked=replace(QUICK, human=(0.6, 0.4, 1 / 3)))
    assert result.metrics[0].human.rmse == pytest.approx(math.sqrt(0.36 / 3))


# ---- systems


@pytest.mark.parametrize("further", [1, 2])
def test_systems(further):
    candidates = ((SHORT, LONG), (LONG, LONG), (RENAMED, SHORT))[: further + 1]
    names = ("one", "two", "three")[: further + 1]
    rows = [(block(candidates[0][at]), block(reference), *(block(other[at]) for other in candidates[1:]))
            for at, reference in enumerate((SHORT, LONG))]  # fmt: skip
    plan = AuditPlan((SMATCH, SEMBLEU), runs=2)
    pairs = list(audit_pairs(rows, plan))
    result = audit(plan, pairs, replace(QUICK, systems=names))
    found = result.systems
    assert found.names == names and [*found.structure] == [*names]
    assert len(found.disagreements) == (1, 3)[further - 1]
    # 'two' confuses the first: 3 of 6 and 4; both of LONG are right
    assert found.structure["one"].degree == 0
    # SHORT has 4 nodes and 3 edges, LONG 6 nodes and 5 edges
    assert pairs[0].structures[-1] == Structure(4, 3) and pairs[1].structures[-1] == Structure(6, 5)
    assert found.structure["two"].nodes == found.structure["two"].edges == (2 + 0) / 2
    first = found.disagreements[0]
    assert (first.metric, first.other_metric, first.system, first.other_system) == ("smatch", "sembleu", "one", "two")
    assert first.found.opposed == 0


def test_a_plan_needs_metrics_of_different_names_and_two_runs():
    for metrics in ((), (SMATCH, SEMBLEU, SMATCH)):
        with pytest.raises(UsageError, match="different names, not"):
            AuditPlan(metrics)
    for runs in (0, 1):
        with pytest.raises(UsageError, match=f"2 runs or more, not {runs}"):
            AuditPlan((SMATCH,), runs)
