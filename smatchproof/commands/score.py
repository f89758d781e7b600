"""``smatchproof score``: the score of two files, with its bound."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, nullcontext
from dataclasses import replace
from typing import IO, TYPE_CHECKING, Any

from smatchproof.alignment import Corpus, UsageError, check_pairing, need, pair_blocks
from smatchproof.alignment.files import STANDARD_INPUT, written_beside
from smatchproof.scoring.comparison import OnError, ScoreSettings
from smatchproof.scoring.corpus_scores import score_blocks
from smatchproof.scoring.workers import default_jobs
from smatchproof.shell.interrupts import Interrupts
from smatchproof.shell.metric_options import add_similarities, check_similarities, read_grading, wants_similarities
from smatchproof.shell.options import (
    add_files,
    add_settings,
    add_workers,
    is_sembleu,
    names,
    read_settings,
    refuse_one_stream_twice,
)
from smatchproof.shell.progress import with_progress
from smatchproof.shell.score_fine_grained import add_fine_grained, read_fine_grained
from smatchproof.shell.score_output import print_scores, write_row
from smatchproof.shell.score_system import System

if TYPE_CHECKING:  # a score without an interval should not wait for it
    from smatchproof.scoring.significance import Significance

_DESCRIPTION = """\
Score a file of AMRs against a reference file: the largest number of triples
that agree under a one-to-one mapping of variables, proved, as precision,
recall and F1. Graphs pair by "# ::id" when all have one, else by position.
"""
_SAMPLES = 1000
_MOST_SAMPLES = 1_000_000


def add_parser(commands: Any) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "score",
        help="score two files, with proved bounds",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_files(parser)
    parser.add_argument(
        "--metric",
        type=_metric,
        default="smatch",
        metavar="NAME",
        help="smatch, s2match (concepts match by similarity), sembleu, or sembleu-kN (default: smatch)",
    )
    add_settings(parser)
    add_similarities(parser)
    group = parser.add_argument_group("input and output")
    group.add_argument(
        "--on-error",
        choices=names(OnError),
        default=OnError.STOP,
        help="a graph that cannot be read: stop, or score it as empty (default: stop)",
    )
    group.add_argument(
        "--format", choices=["text", "json", "jsonl"], default="text", help="jsonl: one object per pair (default: text)"
    )
    group.add_argument("--per-pair", action="store_true", help="also every pair, with its alignment in json and jsonl")
    group.add_argument(
        "--certificates", metavar="FILE", help="write each pair's certificate to FILE, a line each (see verify)"
    )
    group.add_argument("--require-proof", action="store_true", help="exit with 1 unless every pair is proved")
    add_workers(group)
    add_fine_grained(parser)
    _add_significance(parser)
    parser.set_defaults(run=run)


def _add_significance(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("how sure it is")
    group.add_argument(
        "--bootstrap",
        nargs="?",
        const=_SAMPLES,
        type=_number_of_samples,
        metavar="N",
        help=f"95%% interval of F1 from N bootstrap samples of the pairs (default: {_SAMPLES})",
    )
    group.add_argument(
        "--versus",
        metavar="OTHER",
        help="other candidates for the same reference: their score too, the difference with its 95%% interval, and "
        "whether it is significant (paired bootstrap, approximate randomisation)",
    )


def _metric(text: str) -> str:
    if text not in ("smatch", "s2match") and not is_sembleu(text):
        raise argparse.ArgumentTypeError(f"unknown metric {text!r}; choose from smatch, s2match, sembleu, sembleu-kN")
    return text


def _number_of_samples(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= _MOST_SAMPLES:
        expected = f"expected a number of samples from 1 to {_MOST_SAMPLES}, found {text!r}"
        raise argparse.ArgumentTypeError(f"{expected}; give a number, or put --bootstrap behind the files")
    return int(text)


def run(options: argparse.Namespace) -> int:
    """Score and print. Nothing is printed before the whole input was read, so that bad input leaves no half answer."""
    settings = replace(read_settings(options), fine_grained=read_fine_grained(options))
    refuse_one_stream_twice(options)
    check_similarities(options, [options.metric])
    if options.bootstrap is not None or options.versus is not None:
        need("--bootstrap" if options.versus is None else "--versus", "numpy")
    if is_sembleu(options.metric):
        return _sembleu(options)
    if options.versus == STANDARD_INPUT and STANDARD_INPUT in (options.candidate, options.reference):
        raise UsageError("standard input can be read once only; name a file for CANDIDATE, REFERENCE or OTHER")
    difference, interrupted = None, False
    with (
        written_beside(options.certificates) if options.certificates else nullcontext() as certificates,
        ExitStack() as files,
        Interrupts() as interrupts,
    ):
        systems = _open(options, settings, files)
        try:
            for system in systems:
                _score(system, options, interrupts, certificates)
            difference = _resample(systems, options)
        except KeyboardInterrupt:
            interrupted = True
        print_scores([system for system in systems if system.summary.corpus.pairs], difference, options.format)
    if interrupted:
        _tell_what_is_missing(systems)
        return 130
    return 1 if options.require_proof and not all(system.summary.corpus.all_proved for system in systems) else 0


def _sembleu(options: argparse.Namespace) -> int:
    from smatchproof.scoring.metrics import sembleu_metric
    from smatchproof.shell.score_sembleu import run as run_sembleu  # not needed for a score that aligns

    return run_sembleu(options, sembleu_metric(options.metric, OnError(options.on_error)))


def _open(options: argparse.Namespace, settings: ScoreSettings, files: ExitStack) -> list[System]:
    """The candidates, each file with the reference. A file that does not pair with it is refused at once."""
    candidate, reference = (files.enter_context(Corpus(path)) for path in (options.candidate, options.reference))
    corpora = [(options.candidate, candidate)]
    if options.versus is not None:
        corpora.append((options.versus, files.enter_context(Corpus(options.versus))))
    if wants_similarities(options):
        settings = replace(settings, grading=read_grading(options, [reference, *(corpus for _, corpus in corpora)]))
    systems = []
    for file, corpus in corpora:
        total, places = check_pairing(corpus, reference)
        system = System(file, pair_blocks(corpus, reference, places), total, settings)
        if options.certificates and corpus is candidate:
            system.settings = replace(settings, certificates=True)
        system.rows = files.enter_context(_rows_file(options.per_pair or options.format == "jsonl"))
        system.is_one_of_two = options.versus is not None
        system.is_resampled = options.bootstrap is not None or options.versus is not None
        systems.append(system)
    return systems


def _score(system: System, options: argparse.Namespace, interrupts: Interrupts, certificates: IO[str] | None) -> None:
    """Score all pairs of a file of candidates."""
    jobs = options.jobs if options.scheduler else options.jobs or min(default_jobs(), system.total)
    scores = score_blocks(system.noted_blocks(), system.settings, jobs, system.total, options.scheduler)
    with closing(scores) as pairs:
        for pair in with_progress(pairs, "scoring", system.total):
            with interrupts.held():
                system.add(pair)
                if system.rows:
                    write_row(pair, system, options.format)
                if certificates and pair.certificate:
                    certificates.write(pair.certificate + "\n")


def _resample(systems: list[System], options: argparse.Namespace) -> Significance | None:
    """Tell how sure the scores are, if the options ask for it; returns the difference where there are two files."""
    from smatchproof.scoring.significance import Resampling

    resampling = Resampling(options.bootstrap or _SAMPLES, options.seed)
    if options.versus is not None:
        candidate, other = systems
        return candidate.versus(other, resampling)
    if options.bootstrap is not None:
        systems[0].resample(resampling)
    return None


def _tell_what_is_missing(systems: list[System]) -> None:
    for system in systems:
        if system.missing:
            whose = f" of {system.file}" if system.is_one_of_two else ""
            missing = f"{system.missing} of {system.total} pairs{whose} are not in this score"
            print(f"interrupted: {missing}", file=sys.stderr)
    if not any(system.missing for system in systems):
        print("interrupted: how sure the score is was not computed", file=sys.stderr)


@contextmanager
def _rows_file(wanted: bool) -> Iterator[IO[str] | None]:
    """Where rows wait until the whole input was read."""
    if not wanted:
        yield None
        return
    import tempfile  # not needed for a score alone, which should start at once

    with tempfile.TemporaryFile("w+", encoding="utf-8") as rows:
        yield rows
