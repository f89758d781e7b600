"""Options of intervals and tests: clusters, samples."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from smatchproof.base.errors import UsageError
from smatchproof.base.limits import MOST_SAMPLES
from smatchproof.base.optional import require
from smatchproof.base.value_kinds import SAMPLES as SAMPLE_NUMBER
from smatchproof.inference import SAMPLES
from smatchproof.scoring.metrics import metric_entry
from smatchproof.scoring.settings import OnError
from smatchproof.scoring.systems.question import MetricChoice, Question
from smatchproof.shell.metric_options import read_metrics
from smatchproof.shell.options import option_type

if TYPE_CHECKING:  # a score without an interval should not wait for it
    from smatchproof.scoring.systems.significance import Inference


def add_inference(parser: argparse.ArgumentParser, versus: bool = False) -> None:
    """Declare the options of intervals; `versus` also those of another system, which the tests are about."""
    group = parser.add_argument_group("intervals and tests")
    if versus:
        text = "95%% interval of the score (jackknife)"
        group.add_argument("--interval", action="store_true", default=None, help=text)
        group.add_argument(
            "--versus",
            action="append",
            default=[],
            metavar="OTHER",
            help="other candidates for the same reference: their score too, the difference with its 95%% interval, "
            "and whether it is significant (approximate randomisation); repeat it for "
            "several, whose p-values are corrected (Holm); see also compare",
        )
    group.add_argument(
        "--clusters",
        metavar="REGEX",
        help="pairs in whose ids REGEX finds the same text, or the same first group, are not independent: sentences "
        "of a document (default: all pairs are)",
    )
    group.add_argument(
        "--samples",
        type=option_type(SAMPLE_NUMBER),
        metavar="N",
        help=f"exchanges of the test, at most {MOST_SAMPLES:,} (default: {SAMPLES})",
    )


def read_inference(options: argparse.Namespace) -> Inference | None:
    """Read the options of intervals and tests; ``None`` if none is given. Refuses settings that would do nothing."""
    if not options.versus:
        if options.clusters is not None and not options.interval:
            raise UsageError("--clusters is not for scores alone; add --interval or --versus")
        if options.samples is not None:
            raise UsageError("--samples is not for scores without --versus; add it")
        if not options.interval:
            return None
    require("--versus" if options.versus else "--interval", "scipy")
    from smatchproof.scoring.systems.significance import Inference

    return Inference(options.samples or SAMPLES, options.seed or 0, clusters=options.clusters)


def read_comparison(options: argparse.Namespace) -> Question:
    """Read the question that the options of a comparison of systems ask."""
    from smatchproof.scoring.systems.significance import Inference

    choices = read_metrics(options, options.metric or ["smatch"], {"seed", "fine_grained", "require_proof"})
    if options.output:
        choices = tuple(choice.with_certificates() for choice in choices)
    if options.fine_grained:
        choices = (*choices, *_aspects(choices[0]))
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


def _aspects(choice: MetricChoice) -> list[MetricChoice]:
    from smatchproof.conventions.aspects import aspects_of

    if "fine_grained" not in metric_entry(choice.name).options:
        raise UsageError(f"--fine-grained is not for {choice.name}; name a metric that aligns first, such as smatch")
    return [choice.of_aspect(aspect) for aspect in aspects_of(choice.settings.convention.name)]
