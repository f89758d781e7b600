"""The audit: numbers by hand on small pairs, metrics that break every principle, and the real corpora."""

import math
from dataclasses import dataclass, field, replace
from statistics import stdev

import pytest

from smatchproof.audits.audit import (
    PEER_BIAS_DEGREES,
    AuditPlan,
    AuditRequest,
    audit,
    audit_pairs,
)
from smatchproof.audits.systems import Structure
from smatchproof.base.errors import UsageError
from smatchproof.conventions.conventions import Convention, convention
from smatchproof.conventions.triples import Duplicates
from smatchproof.generators.traps import TRAPS
from smatchproof.graphs.corpus import Block
from smatchproof.graphs.writing import write_graph
from smatchproof.scoring.metrics import metric
from smatchproof.scoring.settings import OnError, ScoreSettings
from tests import peers
from tests.audits.test_probing import Number

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


def test_a_pair_of_different_graphs_that_sembleu_cannot_tell_apart():
    """Which of two girls sings is lost in a bag of paths."""
    left = "(t / tell-01 :ARG0 (g / girl) :ARG1 (s / sing-01 :ARG0 g) :ARG2 (h / girl))"
    result = audited(AuditPlan((SMATCH, SEMBLEU), runs=2), (left, left.replace(":ARG0 g)", ":ARG0 h)")))
    assert result.equal == 0
    assert [each.identity.indiscernible for each in result.metrics] == [0, 1]


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


def test_runs_of_a_pair_have_seeds_of_their_own_and_the_others_that_of_the_first():
    mine = Listed([])
    list(audit_pairs(blocks((SHORT, RENAMED)), AuditPlan((mine,), runs=3)))
    names, seeds = zip(*((each[:2], each[2]) for each in mine.asked), strict=True)
    assert names == (("w", "x"), ("w", "x"), ("w", "x"), ("x", "w"), ("w", "w"), ("x", "x"))
    assert len(set(seeds)) == 3 and set(seeds[3:]) == {seeds[0]}


def test_the_optimum_does_not_vary_where_a_search_does():
    trap = TRAPS["names"].make(persons=4)
    pair = write_graph(trap.pair.left), write_graph(trap.pair.right)
    climb = metric("smatch@S+1R")
    result = audited(AuditPlan((SMATCH, climb), (metric("smatch@S"), climb), runs=6), pair)
    exact, climbing = result.metrics
    assert (exact.determinacy.varying, exact.determinacy.corpus_deviation, exact.proved) == (0, 0, exact.scores)
    assert exact.values == ((1.0, 1.0),) and trap.optimum == 22
    (runs,) = (each.values[1].runs for each in audit_pairs(blocks(pair), AuditPlan((SMATCH, climb), runs=6)))
    scores = [run.value for run in runs]
    assert len(set(scores)) > 1
    assert climbing.determinacy.varying == 1 and climbing.proved < climbing.scores
    assert climbing.determinacy.corpus_deviation == climbing.determinacy.deviation == pytest.approx(stdev(scores))
    assert [each.name for each in result.repeated] == ["smatch@S", "smatch@S+1R"]
    assert result.repeated[1].determinacy == climbing.determinacy
    assert result.repeated[0].determinacy.varying == 0


def test_agreement_with_people():
    pairs = (SHORT, LONG), (SHORT, RENAMED), (SHORT, "(c / cat)")  # 0.6, 1, and only TOP: 2 * 1 / (4 + 2)
    result = audited(AuditPlan((SMATCH,), runs=2), *pairs, asked=replace(QUICK, human=(0.6, 1.0, 1 / 3)))
    human = result.metrics[0].human
    assert human.pearson == pytest.approx(1) and human.spearman == pytest.approx(1)
    assert human.rmse == pytest.approx(0) and human.rmse_quantiles == pytest.approx(0) and human.pairs == 3
    result = audited(AuditPlan((SMATCH,), runs=2), *pairs, asked=replace(QUICK, human=(0.6, 0.4, 1 / 3)))
    assert result.metrics[0].human.rmse == pytest.approx(math.sqrt(0.36 / 3))


# ---- bias


def test_programs_of_others_are_not_asked_about_large_trees():
    """One of them takes more than ten minutes for the trees of degree 6."""
    peers.require("smatch", "1.0.4")
    result = audited(AuditPlan((metric("smatch@smatch"),), runs=2), (SHORT, LONG), asked=AuditRequest())
    assert result.metrics[0].bias.degrees == PEER_BIAS_DEGREES
    assert [at.exponent for at in result.metrics[0].bias.positions] == [0, 0, 0, 0]


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
    assert first.found.opposed == 0 and first.found.both_indifferent == 1


# ---- a part of the pairs


def test_what_can_be_asked_of_a_part():
    asked = AuditRequest(human=(0.1, 0.2, 0.3), role_confusion=True, systems=("a", "b"))
    assert asked.of_first(2) == replace(asked, human=(0.1, 0.2))
    assert asked.of_first(1) == replace(asked, human=(0.1,), role_confusion=False)
    assert asked.of_first(3) == asked
    assert AuditRequest().of_first(1) == AuditRequest()


def test_the_audit_of_a_part_is_that_of_these_pairs():
    whole = (SHORT, LONG), (SHORT, RENAMED), (LONG, SHORT)
    asked = replace(QUICK, human=(0.1, 0.9, 0.2), role_confusion=True)
    plan = AuditPlan((SMATCH, SEMBLEU), runs=2)
    pairs = list(audit_pairs(blocks(*whole), plan))
    cut = audit(plan, pairs[:2], asked.of_first(2))
    assert cut == audited(plan, *whole[:2], asked=replace(asked, human=(0.1, 0.9)))
    odd = audit(plan, pairs, asked.of_first(3))
    assert odd.metrics[0].role_confusion.couples == 1  # the third pair lacks its partner


# ---- what cannot be read, and refusals


def test_an_unreadable_graph_counts_as_empty_and_is_told():
    plan = AuditPlan((SMATCH,), runs=2, on_error=OnError.EMPTY)
    result = audited(plan, ("(b / boy", SHORT), (SHORT, SHORT))
    assert len(result.errors) == 1 and "parentheses" in result.errors[0]
    assert result.metrics[0].values == ((0.0, 0.0), (1.0, 1.0)) and result.equal == 1


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"metrics": ()}, "different names, not none"),
        ({"metrics": (SMATCH, SEMBLEU, SMATCH)}, "different names, not smatch, sembleu, smatch"),
        ({"metrics": (SMATCH,), "runs": 1}, "1 run cannot differ from itself; choose at least 2 runs"),
    ],
)
def test_a_plan_that_makes_no_sense(settings, message):
    with pytest.raises(UsageError, match=message):
        AuditPlan(**settings)


def test_the_truth_is_about_sets_whatever_the_scores_count():
    plan = AuditPlan((SMATCH,), settings=ScoreSettings(convention("smatch", duplicates=Duplicates.MULTISET)))
    assert isinstance(plan.truth.convention, Convention)
    assert plan.truth.convention.duplicates is Duplicates.SET and plan.truth.method == "exact"
    twice = '(p / person :name (n / name :op1 "Ada" :op1 "Ada"))'
    assert audited(replace(plan, runs=2), (twice, twice.replace(' :op1 "Ada")', ")"))).equal == 1
