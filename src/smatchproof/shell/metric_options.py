"""Options of metrics, of the method behind them, and of intervals: the one way from options to a question."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from smatchproof.base.errors import UsageError
from smatchproof.base.limits import MOST_SAMPLES, SAMPLES as SAMPLE_NUMBER
from smatchproof.base.optional import require
from smatchproof.base.record import replace
from smatchproof.conventions.conventions import Top
from smatchproof.inference import SAMPLES
from smatchproof.scoring.methods.registry import DEFAULT_METHOD
from smatchproof.scoring.metrics import (
    allowed_metric,
    check_metrics,
    check_options,
    entries,
    metric_entry,
    named_metric,
)
from smatchproof.scoring.metrics.entry import METRIC_OPTIONS, PATH_OPTIONS, SETTING_OPTIONS, SIMILARITY_OPTIONS
from smatchproof.scoring.parameters import spelled
from smatchproof.scoring.settings import OnError
from smatchproof.scoring.systems.question import MetricChoice, Question, SimilarityFile
from smatchproof.shell.command_parser import LateText
from smatchproof.shell.options import (
    LIMITS,
    add_convention,
    add_options,
    name_type,
    option_type,
    read_settings,
    tell_of_documents,
)
from smatchproof.similarity.grading import Graded

if TYPE_CHECKING:  # few scores ask for an interval or for evidence
    from smatchproof.scoring.systems.significance import Inference
    from smatchproof.similarity.evidence import Evidence

_DEFAULT_METRIC = "smatch"


def add_metric(parser: argparse.ArgumentParser, *, several: bool = False) -> None:
    """Declare the options of one metric, or of several, with all settings that some metric uses."""
    more = f"{'; repeat it for several, as in sembleu:ngrams=2' * several} (default: {_DEFAULT_METRIC})"
    parser.add_argument(
        "--metric",
        type=metric_name,
        metavar="NAME",
        help=LateText(lambda: "; ".join(f"{entry.name}: {entry.summary}" for entry in entries()) + more),
        **({"action": "append"} if several else {"default": _DEFAULT_METRIC}),  # type: ignore[arg-type]
    )
    add_convention(parser)
    add_options(parser.add_argument_group("method"), "method", "restarts", *LIMITS, "solver", "seed")
    add_similarities(parser)
    add_options(parser.add_argument_group("k-grams of sembleu"), *PATH_OPTIONS)


def read_metrics(
    options: argparse.Namespace, names: Sequence[str], others: Collection[str] = ()
) -> tuple[MetricChoice, ...]:
    """Read the options of :func:`add_metric`; an option has to be of use to one of the metrics.

    Raises :class:`UsageError` for an option that none makes use of, but for `others`, of which the command makes use
    itself; and for a metric that is named twice.
    """
    given = [name for name in METRIC_OPTIONS if name not in others and getattr(options, name, None) is not None]
    check_metrics(names, given, options.method or DEFAULT_METHOD)
    settings, similarities = read_settings(options), read_similarities(options, names)
    if similarities and similarities.graded is Graded.TOP and settings.convention.top is not Top.CONCEPT:
        top = settings.convention.top
        raise UsageError(f"--graded top grades nothing more where TOP is '{top}'; add --top concept, or leave it out")
    choices = dict[str, MetricChoice]()
    for name in names:
        entry, parameters = named_metric(name)
        own: dict[str, object] = dict(parameters)
        for key in entry.parameters:
            if key in given and key not in SETTING_OPTIONS:
                own.setdefault(key, getattr(options, key))
        text = name
        if own != parameters:
            text = spelled(entry.name, {key: own[key] for key in entry.parameters if key in own})
        if text in choices:
            raise UsageError(f"--metric {text} is given twice; give each metric once")
        choices[text] = MetricChoice(text, settings, similarities)
    if any("convention" in named_metric(name)[0].options for name in names):
        tell_of_documents(options)
    return tuple(choices.values())


metric_name = name_type(allowed_metric)
"""The type of an option that names a metric."""


def read_metric(options: argparse.Namespace) -> MetricChoice:
    """Read the options of :func:`add_metric`, and those that only some metrics can answer.

    Raises :class:`UsageError` for an option that the metric or the method makes no use of.
    """
    (choice,) = read_metrics(options, [options.metric])
    settings = replace(
        choice.settings,
        fine_grained=getattr(options, "fine_grained", None),
        every_optimum=bool(getattr(options, "every_optimum", None)),
        canonical=bool(getattr(options, "canonical", None)),
        evidence=read_evidence_options(options),
        certificates=bool(getattr(options, "certificates", None)),
        fingerprints=getattr(options, "format", None) in ("jsonl", "csv") or bool(getattr(options, "per_pair", False)),
        check=not getattr(options, "no_check", None),
    )
    return replace(choice, settings=settings)


def add_evidence(parser: argparse.ArgumentParser) -> None:
    """Declare the options of evidence."""
    group = parser.add_argument_group("evidence for pairs of variables")
    group.add_argument(
        "--evidence",
        metavar="SOURCE",
        help="words: both stand for a common token (~e.3, # ::alignments); sentences: both are of the same sentence of "
        "a document; or a file of ids, left and right variables, with tabs between them",
    )
    group.add_argument(
        "--evidence-as",
        choices=("filter", "tie-break", "scored"),
        help="tie-break: of all optima one with the most evidence, the score is the same; filter: only pairs with "
        "evidence are aligned; scored: each one counts as a triple (default: tie-break)",
    )


def read_evidence_options(options: argparse.Namespace) -> Evidence | None:
    """Read the options of :func:`add_evidence`; and the table, where one is named."""
    source, strength = getattr(options, "evidence", None), getattr(options, "evidence_as", None)
    if source is None and strength is not None:
        raise UsageError("--evidence-as is not for scores without --evidence; add it")
    if source is None:
        return None
    from smatchproof.similarity.evidence import Strength, named_evidence

    return named_evidence(source, Strength(strength or Strength.TIE_BREAK))


def add_similarities(parser: argparse.ArgumentParser) -> None:
    """Declare the options of similarities."""
    add_options(parser.add_argument_group("similarities of s2match and graded-smatch"), *SIMILARITY_OPTIONS)


def read_similarities(options: argparse.Namespace, metrics: Sequence[str]) -> SimilarityFile | None:
    """The similarities that the options of :func:`add_similarities` name, for these metrics.

    Raises :class:`UsageError` if the options ask for what makes no sense together, before anything is read.
    """
    given = [name for name in SIMILARITY_OPTIONS if getattr(options, name) is not None]
    if not given:  # a metric that needs some will say so
        return None
    graded = [name for name in metrics if metric_entry(name).is_graded]
    if graded and not (options.vectors or options.similarities):
        raise UsageError(f"{graded[0]} needs similarities; give --vectors FILE or --similarities FILE")
    if options.vectors and options.similarities:
        raise UsageError("give --vectors or --similarities, not both")
    if options.sense is not None and not options.vectors:
        raise UsageError("--sense is for --vectors; a table of similarities says itself what senses match")
    if options.threshold is not None and options.similarities and all(metric_entry(name).convention for name in graded):
        raise UsageError(f"--threshold of {graded[0]} is for --vectors; a table of similarities counts as it is")
    if options.asymmetric and not options.similarities:
        raise UsageError("--asymmetric is for --similarities; cosines are symmetric")
    for name in given:
        if not any(name in metric_entry(each).options for each in graded):
            check_options([*graded, *metrics][0], {name}, DEFAULT_METHOD)
    chosen = SimilarityFile(**{name: getattr(options, name) for name in SIMILARITY_OPTIONS})
    return chosen if chosen.graded is None else replace(chosen, graded=Graded(chosen.graded))


# ---- intervals and tests


def add_interval(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the interval of a score."""
    group = parser.add_argument_group("interval")
    text = "95%% interval of the score (jackknife); compare has tests between systems, too"
    group.add_argument("--interval", action="store_true", default=None, help=text)
    add_options(group, "clusters")


def read_interval(options: argparse.Namespace) -> Inference | None:
    """Read the options of :func:`add_interval`; ``None`` if none is given."""
    if not options.interval:
        if options.clusters is not None:
            raise UsageError("--clusters is not for scores alone; add --interval")
        return None
    require("--interval", "scipy")
    from smatchproof.scoring.systems.significance import Inference

    return Inference(clusters=options.clusters)


def add_inference(parser: argparse.ArgumentParser) -> None:
    """Declare the options of intervals and tests between systems."""
    group = parser.add_argument_group("intervals and tests")
    add_options(group, "clusters")
    group.add_argument(
        "--samples",
        type=option_type(SAMPLE_NUMBER),
        metavar="N",
        help=f"exchanges of the test, at most {MOST_SAMPLES:,} (default: {SAMPLES})",
    )


def read_comparison(options: argparse.Namespace) -> Question:
    """Read the question that the options of a comparison of systems ask."""
    from smatchproof.scoring.systems.significance import Inference

    choices = read_metrics(options, options.metric or ["smatch"], {"seed", "fine_grained", "require_proof"})
    if options.output:
        choices = tuple(choice.certifying() for choice in choices)
    if options.fine_grained:
        first = choices[0]
        if "fine_grained" not in metric_entry(first.name).options:
            raise UsageError(f"--fine-grained is not for {first.name}; name a metric that aligns first, such as smatch")
        choices = (*choices, *first.aspects())
    return Question(
        candidates=tuple(options.systems),
        reference=options.reference,
        choices=choices,
        on_error=OnError(options.on_error or OnError.STOP),
        inference=Inference(options.samples or SAMPLES, options.seed or 0, clusters=options.clusters),
        jobs=options.jobs,
        scheduler=options.scheduler,
        is_ranked=options.rank,
    )
