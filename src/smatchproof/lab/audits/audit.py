"""The audit: the principles of Opitz, Parcalabescu & Frank (TACL 2020), measured on a corpus for several metrics.

Every principle gets a number instead of a tick. All pairs are scored in both directions, every graph against itself,
and every pair again with other random numbers; from these scores the principles are computed
(:mod:`smatchproof.lab.audits.principles`), with what :mod:`smatchproof.lab.audits.probes` makes of probes that were
built for one question each. Whether two graphs are the same, and their Jaccard index, is said by a proved alignment of
their triples.
"""

from __future__ import annotations

import itertools
from collections.abc import Generator, Iterable, Sequence
from typing import NamedTuple

from smatchproof.base.errors import UsageError
from smatchproof.base.record import Record, field
from smatchproof.lab.audits import correlation, principles, probes as probing, systems
from smatchproof.lab.heuristics.starts import run_seed
from smatchproof.public import (
    AlignmentMetric,
    Block,
    Counts,
    Duplicates,
    Graph,
    Metric,
    OnError,
    ScoreSettings,
    Value,
    compare,
    convention,
    corpus_value,
    map_blocks,
    parsed,
)

BIAS_DEGREES = (2, 3, 4, 6)
"""Degrees of the trees in which errors are placed: large enough to see powers, small enough for all our metrics."""
PEER_BIAS_DEGREES = (2, 3)
"""Degrees for other programs: the search of one of them takes minutes on the larger trees."""


class AuditPlan(Record):
    """The metrics of an audit, and the settings of its measurements.

    * `metrics`: the metrics; their names must differ.
    * `runs`: the number of scores of each pair, with different random numbers from `seed`; at least 2.
    * `settings`: the settings of the alignment that decides whether graphs are the same.
    * `on_error`: the treatment of graphs that cannot be read.
    """

    metrics: tuple[Metric, ...]
    runs: int = 5
    seed: int = 0
    settings: ScoreSettings = field(default_factory=ScoreSettings)
    on_error: OnError = OnError.STOP

    def __post_init__(self) -> None:
        names = [metric.name for metric in self.metrics]
        if not names or len(set(names)) < len(names):
            raise UsageError(f"an audit takes metrics with different names, not {', '.join(names) or 'none'}")
        if self.runs < 2:
            raise UsageError(f"an audit takes 2 runs or more, not {self.runs}; one run shows no variation")

    @property
    def truth(self) -> ScoreSettings:
        """Settings that decide which triples two graphs have in common: sets of triples, proved."""
        rule = self.settings.convention
        if rule.duplicates is not Duplicates.SET:
            rule = convention(rule.name, top=rule.top, duplicates=Duplicates.SET)
        return ScoreSettings(rule, params=self.settings.params)


# ---- the values of a pair


class PairValues(NamedTuple):
    """The values of a metric on a pair: all runs forward, one backward, and one of each graph with itself."""

    runs: tuple[Value, ...]
    backward: Value
    own: tuple[Value, Value]

    @property
    def forward(self) -> Value:
        """The score of the pair."""
        return self.runs[0]


class PairAudit(Record):
    """A pair: the values of each metric, and the counts of a proved alignment.

    `others` holds the values of each metric for the further candidates of the same reference. `structures` are those
    of the candidate, of the further candidates, and last of the reference.
    """

    id: str
    values: tuple[PairValues, ...]
    others: tuple[tuple[Value, ...], ...]
    common: Counts
    structures: tuple[systems.Structure, ...]
    errors: tuple[str, ...]


def audit_pairs(
    blocks: Iterable[tuple[Block, ...]], plan: AuditPlan, jobs: int | None = 1
) -> Generator[PairAudit, None, None]:
    """Measure pairs that are still text: (candidate, reference, further candidates ...), in their order."""
    return map_blocks(_audit, blocks, (plan,), jobs)


def _audit(position: int, blocks: tuple[Block, ...], plan: AuditPlan) -> PairAudit:
    (left, right, *others), errors = parsed(blocks, plan.on_error)
    id = blocks[0].id or str(position)
    seeds = [run_seed(plan.seed + run, "audit", id) for run in range(plan.runs)]
    return PairAudit(
        id=id,
        values=tuple(_values(metric, left, right, seeds) for metric in plan.metrics),
        others=tuple(tuple(metric.score(other, right, seeds[0]) for metric in plan.metrics) for other in others),
        common=compare(left, right, plan.truth).counts,
        structures=tuple(systems.structure(graph) for graph in (left, *others, right)),
        errors=errors,
    )


def _values(metric: Metric, left: Graph, right: Graph, seeds: Sequence[int]) -> PairValues:
    return PairValues(
        tuple(metric.score(left, right, seed) for seed in seeds),
        metric.score(right, left, seeds[0]),
        (metric.score(left, left, seeds[0]), metric.score(right, right, seeds[0])),
    )


# ---- the audit of all pairs


class MetricAudit(Record):
    """The numbers of one metric. `proved` of `scores` scores are what the metric defines; parts that were not asked
    for, or that the corpus cannot answer, are ``None``.
    """

    name: str
    signature: str
    corpus: float
    scores: int
    proved: int
    range: principles.Range
    identity: principles.Identity
    probes: list[probing.ProbeResult]
    symmetry: principles.Symmetry
    symmetry_probes: list[probing.ProbeResult]
    determinacy: principles.Determinacy
    bias: probing.ErrorBias | None
    jaccard: float | None
    """Kendall's tau of its order of pairs and that by the Jaccard index of their triples: 1 for the optimum of Smatch,
    whose F1 grows with the index."""
    graded: probing.GradedShare
    human: correlation.Correlation | None
    role_confusion: correlation.RoleConfusion | None
    values: tuple[tuple[float, float], ...]
    """The score of each pair in both directions, for the figures."""


class SystemsCompared(Record):
    """Two systems under two metrics: how far the metrics disagree, sentence by sentence."""

    metric: str
    other_metric: str
    system: str
    other_system: str
    found: systems.Disagreement


class SystemsAudit(Record):
    """Several candidates of one reference: where metrics prefer different ones, and how far their shape is from it."""

    names: tuple[str, ...]
    disagreements: tuple[SystemsCompared, ...]
    structure: dict[str, systems.StructureError]


class Audit(Record):
    """The whole audit of a corpus. `pairs` were measured; `errors` are those of graphs that counted as empty."""

    pairs: int
    equal: int
    runs: int
    seed: int
    truth: str
    metrics: tuple[MetricAudit, ...]
    systems: SystemsAudit | None
    errors: tuple[str, ...]


class AuditRequest(Record):
    """The measurements of an audit beyond the pairs' own scores.

    * `human`: people's score of each pair; `role_confusion`: true where pairs come in twos, a foil and its paraphrase.
    * `bias`: true if the position bias is measured.
    * `systems`: the names of the candidates of each reference, the audited one first; empty for no comparison.
    """

    human: tuple[float, ...] | None = None
    role_confusion: bool = False
    bias: bool = True
    systems: tuple[str, ...] = ()


def audit(plan: AuditPlan, pairs: Sequence[PairAudit], request: AuditRequest = AuditRequest()) -> Audit:
    """The audit of the metrics from the scores of all pairs. Raises :class:`UsageError` if there is no pair.

    >>> from smatchproof.public import Block
    >>> from smatchproof.scoring.metrics.sembleu import SemBleuMetric
    >>> plan = AuditPlan((AlignmentMetric(ScoreSettings()), SemBleuMetric()))
    >>> def block(text):
    ...     return Block("text", 1, 0, None, text.encode())
    >>> blocks = [(block("(w / want-01 :ARG0 (b / boy))"), block("(w / want-01 :ARG0 (g / girl :mod (t / tall)))"))]
    >>> result = audit(plan, list(audit_pairs(blocks, plan)), AuditRequest(bias=False))
    >>> [(each.name, each.symmetry.unequal) for each in result.metrics]
    [('smatch', 0), ('sembleu', 1)]
    """
    if not pairs:
        raise UsageError("there is no pair to audit; name files with at least one graph")
    # all triples of both graphs match, under an alignment that is known to be the best
    equal = [pair.common.matched == pair.common.left_triples == pair.common.right_triples for pair in pairs]
    return Audit(
        pairs=len(pairs),
        equal=sum(equal),
        runs=plan.runs,
        seed=plan.seed,
        truth=plan.truth.counted,
        metrics=tuple(
            _metric_audit(metric, [pair.values[number] for pair in pairs], pairs, equal, plan, request)
            for number, metric in enumerate(plan.metrics)
        ),
        systems=_systems(plan, pairs, request.systems) if len(request.systems) > 1 else None,
        errors=tuple(error for pair in pairs for error in pair.errors),
    )


def _metric_audit(
    metric: Metric,
    values: Sequence[PairValues],
    pairs: Sequence[PairAudit],
    equal: Sequence[bool],
    plan: AuditPlan,
    request: AuditRequest,
) -> MetricAudit:
    forward, backward = [each.forward.value for each in values], [each.backward.value for each in values]
    own = [score for each in values for score in each.own]
    scores = [score for each in values for score in (*each.runs, each.backward, *each.own)]
    return MetricAudit(
        name=metric.name,
        signature=plan.on_error.marked(metric.signature),
        corpus=corpus_value([each.forward for each in values]),
        scores=len(scores),
        proved=sum(score.proved for score in scores),
        range=principles.value_range([score.value for score in scores]),
        identity=principles.identity([score.value for score in own], forward, equal),
        probes=probing.identity_probes(metric, plan.seed),
        symmetry=principles.symmetry(forward, backward),
        symmetry_probes=probing.symmetry_probes(metric, plan.seed),
        determinacy=_determinacy([each.runs for each in values]),
        bias=probing.error_bias(metric, _bias_degrees(metric), seed=plan.seed) if request.bias else None,
        jaccard=correlation.rank_agreement(forward, [principles.jaccard_index(pair.common) for pair in pairs]),
        graded=probing.graded_share(metric, seed=plan.seed),
        human=None if request.human is None else correlation.correlation(forward, request.human),
        role_confusion=correlation.role_confusion(forward) if request.role_confusion else None,
        values=tuple(zip(forward, backward, strict=True)),
    )


def _bias_degrees(metric: Metric) -> tuple[int, ...]:
    is_peer = isinstance(metric, AlignmentMetric) and metric.settings.method in metric.settings.solver.packages
    return PEER_BIAS_DEGREES if is_peer else BIAS_DEGREES  # the method is a package of that name


def _determinacy(values: Sequence[tuple[Value, ...]]) -> principles.Determinacy:
    runs = list(zip(*values, strict=True))
    return principles.determinacy([[score.value for score in run] for run in runs], [corpus_value(run) for run in runs])


def _systems(plan: AuditPlan, pairs: Sequence[PairAudit], names: tuple[str, ...]) -> SystemsAudit:
    """Compare several candidates under each metric; the first candidate is the audited one."""
    floats = {
        metric.name: {
            name: [(pair.values[at].forward if number == 0 else pair.others[number - 1][at]).value for pair in pairs]
            for number, name in enumerate(names)
        }
        for at, metric in enumerate(plan.metrics)
    }
    shapes = list(zip(*(pair.structures for pair in pairs), strict=True))
    return SystemsAudit(
        names=names,
        disagreements=tuple(
            SystemsCompared(one, two, first, second, systems.disagreement(
                (floats[one][first], floats[one][second]), (floats[two][first], floats[two][second])
            ))
            for one, two in itertools.combinations(floats, 2)
            for first, second in itertools.combinations(names, 2)
        ),
        structure={name: systems.structure_error(shapes[number], shapes[-1]) for number, name in enumerate(names)},
    )  # fmt: skip
