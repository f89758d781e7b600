"""Options of a metric and of the method behind it: the one way from a command's options to a metric."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Sequence
from dataclasses import replace

from smatchproof.base.errors import UsageError
from smatchproof.conventions.conventions import Top
from smatchproof.scoring.methods.registry import DEFAULT_METHOD
from smatchproof.scoring.metrics import allowed_metric, check_options, entries, metric_entry, named_metric
from smatchproof.scoring.metrics.entry import METRIC_OPTIONS, PATH_OPTIONS, SIMILARITY_OPTIONS
from smatchproof.scoring.parameters import spelled
from smatchproof.scoring.systems.question import MetricChoice, SimilarityFile
from smatchproof.shell.command_parser import LateText
from smatchproof.shell.options import LIMITS, SIMILARITIES, add_convention, add_options, name_type, read_settings
from smatchproof.similarity.evidence import Evidence, Strength, named_evidence
from smatchproof.similarity.grading import Graded

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
    if repeated := [name for at, name in enumerate(names) if name in names[:at]]:
        raise UsageError(f"--metric {repeated[0]} is given twice; give each metric once")
    given = {name for name in METRIC_OPTIONS if getattr(options, name, None) is not None} - {*others}
    asked = {name: metric_entry(name) for name in names}
    for name, entry in asked.items():
        mine = {option for option in given if option in entry.options}
        mine |= {option for option in given if not any(option in each.options for each in asked.values())}
        check_options(name, mine, options.method or DEFAULT_METHOD)
    settings = read_settings(options)
    similarities = read_similarities(options, names)
    if similarities and similarities.graded is Graded.TOP and settings.convention.top is not Top.CONCEPT:
        top = settings.convention.top
        raise UsageError(f"--graded top grades nothing more where TOP is '{top}'; add --top concept, or leave it out")
    return tuple(
        MetricChoice(_with_parameters(name, options), settings, similarities if entry.is_graded else None)
        for name, entry in asked.items()
    )


def _with_parameters(text: str, options: argparse.Namespace) -> str:
    """The text of a metric, with those of its parameters that are options."""
    entry, parameters = named_metric(text)
    given = {key: getattr(options, key, None) for key in entry.parameters if key in PATH_OPTIONS}
    more = {key: value for key, value in given.items() if value is not None}
    return spelled(entry.name, parameters | more) if more else text


metric_name = name_type(allowed_metric)
"""The type of an option that names a metric."""


def read_metric(options: argparse.Namespace, is_resampled: bool = False) -> MetricChoice:
    """Read the options of :func:`add_metric`, and those that only some metrics can answer.

    Raises :class:`UsageError` for an option that the metric or the method makes no use of. Where scores are to be
    resampled the seed is of use in any case.
    """
    (choice,) = read_metrics(options, [options.metric], {"seed"} if is_resampled else ())
    settings = replace(
        choice.settings,
        fine_grained=getattr(options, "fine_grained", None),
        every_optimum=bool(getattr(options, "every_optimum", None)),
        canonical=bool(getattr(options, "canonical", None)),
        evidence=read_evidence_options(options),
        certificates=bool(getattr(options, "certificates", None)),
        fingerprints=getattr(options, "format", None) == "jsonl" or bool(getattr(options, "per_pair", False)),
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
        choices=[*Strength],
        help="tie-break: of all optima one with the most evidence, the score is the same; filter: only pairs with "
        "evidence are aligned; scored: each one counts as a triple (default: tie-break)",
    )


def read_evidence_options(options: argparse.Namespace) -> Evidence | None:
    """Read the options of :func:`add_evidence`; and the table, where one is named."""
    source, strength = getattr(options, "evidence", None), getattr(options, "evidence_as", None)
    if source is None:
        if strength is not None:
            raise UsageError("--evidence-as is not for scores without --evidence; add it")
        return None
    return named_evidence(source, Strength(strength or Strength.TIE_BREAK))


def add_similarities(parser: argparse.ArgumentParser) -> None:
    """Declare the options of similarities."""
    add_options(parser.add_argument_group("similarities of s2match and graded-smatch"), *SIMILARITIES)


def read_similarities(options: argparse.Namespace, metrics: Sequence[str]) -> SimilarityFile | None:
    """The similarities that the options of :func:`add_similarities` name, for these metrics.

    Raises :class:`UsageError` if the options ask for what makes no sense together, before anything is read.
    """
    graded = [name for name in metrics if metric_entry(name).is_graded]
    if graded and not (options.vectors or options.similarities):
        raise UsageError(f"{graded[0]} needs similarities; give --vectors FILE or --similarities FILE")
    if options.vectors and options.similarities:
        raise UsageError("give --vectors or --similarities, not both")
    if options.sense is not None and not options.vectors:
        raise UsageError("--sense is for --vectors; a table of similarities says itself what senses match")
    if options.threshold is not None and options.similarities and all(metric_entry(name).is_preset for name in graded):
        raise UsageError(f"--threshold of {graded[0]} is for --vectors; a table of similarities counts as it is")
    if options.asymmetric and not options.similarities:
        raise UsageError("--asymmetric is for --similarities; cosines are symmetric")
    given = [name for name in SIMILARITY_OPTIONS if getattr(options, name) is not None]
    if given and not graded:
        users = [entry.name for entry in entries() if entry.is_graded]
        raise UsageError(f"--{given[0]} is for {', '.join(users)}; add --metric {users[0]}")
    if not graded:
        return None
    for name in given:
        if not any(name in metric_entry(each).options for each in graded):
            check_options(graded[0], {name}, DEFAULT_METHOD)
    return SimilarityFile(
        options.vectors or options.similarities,
        holds_vectors=bool(options.vectors),
        is_symmetric=not options.asymmetric,
        sense=options.sense,
        threshold=options.threshold,
        graded=None if options.graded is None else Graded(options.graded),
        denominator=options.denominator,
    )
