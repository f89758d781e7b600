"""``smatchproof score``: the score of two files, with its bound."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from typing import IO, Any, TypeVar

from smatchproof.base.errors import UsageError, quoted
from smatchproof.base.interrupts import held
from smatchproof.base.limits import LARGEST_COUNT
from smatchproof.base.optional import RELEASES
from smatchproof.base.output_files import refuse_same_files, writing
from smatchproof.conventions.conventions import CONVENTIONS
from smatchproof.graphs.corpus import Corpus, check_pairing, pair_blocks
from smatchproof.scoring.metrics.alignment_scores import AlignmentTotal
from smatchproof.scoring.metrics.metric import ScoredPair
from smatchproof.scoring.settings import FineGrained, OnError
from smatchproof.scoring.systems.question import Question
from smatchproof.scoring.systems.systems import System, infer, opened
from smatchproof.shell.command_parser import add_command
from smatchproof.shell.inference_options import add_inference, read_inference
from smatchproof.shell.metric_options import add_metric, read_metric
from smatchproof.shell.options import (
    add_files,
    add_format,
    add_options,
    input_files,
    whole_number,
)
from smatchproof.shell.score_output import print_scores, write_row
from smatchproof.shell.terminal import say, with_progress

Found = TypeVar("Found")

_DESCRIPTION = """\
Score a file of AMRs against a reference file: the largest number of triples
that agree under a one-to-one mapping of variables, proved, as precision,
recall and F1. Graphs pair by "# ::id" when all have one, else by position.
"""


def add_parser(commands: Any) -> None:
    """Declare the command."""
    parser = add_command(
        commands,
        "score",
        "score two files, with proved bounds",
        _DESCRIPTION,
        ("metric", "method", "convention", "similarity"),
    )
    add_files(parser)
    add_metric(parser)
    add_options(parser, "map")
    group = parser.add_argument_group("input and output")
    add_options(group, "on-error")
    add_format(group, "json", "jsonl", words="jsonl: one object per pair")
    group.add_argument("--per-pair", action="store_true", help="also every pair, with its alignment in json and jsonl")
    group.add_argument(
        "--certificates", metavar="FILE", help="write each pair's certificate to FILE, a line each (see verify)"
    )
    add_options(group, "require-proof")
    group.add_argument(
        "--accept-search",
        action="store_true",
        default=None,
        help="with --require-proof: a finished search will do where its proof is too long to be checked",
    )
    group.add_argument(
        "--no-check",
        action="store_true",
        default=None,
        help="make and check no proofs, for measurements: then nothing is certified",
    )
    group.add_argument(
        "--at-least",
        type=whole_number(1, LARGEST_COUNT),
        metavar="K",
        help="only say whether at least K triples of each pair can be matched: yes with an alignment, no with a bound",
    )
    add_options(group, "jobs", "scheduler")
    group.add_argument(
        "--every-optimum",
        action="store_true",
        default=None,
        help="also what all optimal alignments share: the links that each has (forced), some have (open), none has",
    )
    _add_fine_grained(parser)
    add_inference(parser, versus=True)
    _add_why_tools_differ(parser)
    parser.set_defaults(run=run)


def _add_fine_grained(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("parts of the graphs")
    group.add_argument(
        "--fine-grained",
        nargs="?",
        const=FineGrained.OPTIMUM,
        type=_way,
        metavar="{" + ",".join(FineGrained) + "}",
        help="also score ten aspects, such as negation and semantic roles: each by its own optimum, or by projecting "
        "the alignment of the whole graphs; or those of the program amr-evaluation, of its variant, or of smatchpp "
        "(default: optimum)",
    )


def _way(text: str) -> FineGrained:
    try:
        return FineGrained(text)
    except ValueError:
        *others, last = FineGrained
        expected = f"expected {', '.join(others)} or {last}, found {quoted(text)}"
        raise argparse.ArgumentTypeError(f"{expected}; give one, or put --fine-grained behind the files") from None


def _add_why_tools_differ(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("differences between programs")
    group.add_argument(
        "--conventions",
        nargs="?",
        const=_PROGRAMS,
        metavar="ONE:TWO",
        help="instead of one score: the scores under all conventions, and the share of each rule (inverse roles, "
        f"repeated triples, TOP ...) in the difference between two of them (default: {_PROGRAMS})",
    )
    group.add_argument(
        "--also",
        action="append",
        choices=[*RELEASES],
        help="instead of one score: the scores that this program, which has to be installed, finds with several seeds, "
        "beside the optimum of what it counts; may be repeated",
    )
    group.add_argument(
        "--runs",
        type=whole_number(1, _MOST_RUNS),
        metavar="N",
        help=f"with --also: seeds, from 0 on (default: {_RUNS}, at most {_MOST_RUNS:,})",
    )


_PROGRAMS = "smatch:smatch-1.0.4"
_RUNS, _MOST_RUNS = 5, 1_000
_FOR_ONE_SCORE = (
    "convention", "top", "duplicates", "map", "versus", "interval", "bootstrap", "clusters", "samples", "fine_grained",
    "certificates", "require_proof", "accept_search", "no_check", "per_pair", "scheduler", "vectors", "similarities",
    "at_least", "on_error", "every_optimum",
)  # fmt: skip


def _refuse_for_one_score(options: argparse.Namespace, asked: str) -> None:
    """Refuse options about how one score is made or printed, where there are several scores."""
    given = [name.replace("_", "-") for name in _FOR_ONE_SCORE if getattr(options, name)]
    given += ["metric"] * (options.metric != "smatch") + ["format jsonl"] * (options.format == "jsonl")
    if given:
        raise UsageError(f"--{given[0]} is not for {asked}; leave one of them out")


def _without_score(options: argparse.Namespace, asked: str, compute: Callable[..., Found]) -> Found:
    """Compute the answer to the option `asked` instead of one score; `compute` gets pairs, settings, jobs, progress."""
    _refuse_for_one_score(options, asked)
    settings = read_metric(options).settings
    with Corpus(options.candidate) as left, Corpus(options.reference) as right:
        number, places = check_pairing(left, right)
        pairs = pair_blocks(left, right, places)
        return compute(pairs, settings, options.jobs, lambda work: with_progress(work, "scoring", number))


def _run_peers(options: argparse.Namespace) -> int:
    """Let programs of others score the files, and print their scores beside the optimum."""
    from smatchproof.reports.tables.peer_tables import peers_json, peers_text
    from smatchproof.scoring.systems.peer_scores import score_peers

    if options.conventions is not None:
        raise UsageError("--also is not for --conventions; leave one of them out")
    names, seeds = [*dict.fromkeys(options.also)], range(options.runs or _RUNS)
    found = _without_score(options, "--also", lambda pairs, *how: score_peers(pairs, names, seeds, *how))
    print(peers_json(found)) if options.format == "json" else say(peers_text(found))
    return 0


def _run_conventions(options: argparse.Namespace) -> int:
    """Score under all conventions, and print what each rule contributes."""
    from smatchproof.reports.tables.convention_tables import conventions_json, conventions_text
    from smatchproof.scoring.convention_shares import compare_conventions

    one, colon, other = options.conventions.partition(":")
    unknown = [name for name in (one, other) if name not in CONVENTIONS]
    if not colon or unknown or one == other:
        raise UsageError(
            f"--conventions: expected two of {', '.join(CONVENTIONS)} such as {_PROGRAMS}, found "
            f"{quoted(options.conventions)}; give two, or put the option behind the files"
        )
    found = _without_score(options, "--conventions", lambda pairs, *how: compare_conventions(pairs, one, other, *how))
    print(conventions_json(found)) if options.format == "json" else say(conventions_text(found))
    return 0


def run(options: argparse.Namespace) -> int:
    """Score and print. Nothing is printed before the whole input was read, so that bad input leaves no half answer."""
    if options.also:
        return _run_peers(options)
    if options.runs:
        raise UsageError("--runs is for the seeds of --also; add it")
    if options.conventions is not None:
        return _run_conventions(options)
    question = read_question(options)
    differences, interrupted = [], False
    outputs = [options.certificates] if options.certificates else []
    refuse_same_files(outputs, input_files(options))
    with (
        opened(question) as systems,
        _rows_files(systems, options.per_pair or options.format == "jsonl") as rows,
    ):
        try:
            with writing(*outputs) as files:
                for system, its_rows in zip(systems, rows, strict=True):
                    _score(system, its_rows, files[0] if files else None, options.format)
            differences = infer(systems)
        except KeyboardInterrupt:
            interrupted = True
        begun = [each for each in zip(systems, rows, strict=True) if each[0].total.pairs]
        print_scores(begun, differences, options.format)
    if interrupted:
        _tell_what_is_missing(systems)
        if outputs and systems[0].missing:
            say(f"{options.certificates}: no certificate was written", file=sys.stderr)
        return 130
    totals = [system.total for system in systems]
    if options.at_least and not all(isinstance(each, AlignmentTotal) and each.all_decided for each in totals):
        return 1
    accepted = bool(options.accept_search)
    return 1 if options.require_proof and not all(system.total.all_backed(accepted) for system in systems) else 0


def _score(system: System, rows: IO[str] | None, certificates: IO[str] | None, format: str) -> None:
    """Score all pairs of a file of candidates."""
    with closing(system.pairs()) as pairs:
        for pair in with_progress(pairs, "scoring", system.number):
            with held():
                system.add(pair)
                _tell(pair, system, rows, certificates, format)


def read_question(options: argparse.Namespace) -> Question:
    """Read the question that the options ask."""
    if options.accept_search and not options.require_proof:
        raise UsageError("--accept-search is not for scores without --require-proof; add it")
    if options.no_check and (options.require_proof or options.certificates):
        raise UsageError("--no-check certifies nothing; leave it out, or --require-proof and --certificates")
    inference = read_inference(options)
    if options.at_least is not None and (options.fine_grained or inference is not None):
        raise UsageError("--at-least asks of whole graphs only, and not for a score; leave out what asks for more")
    choice = read_metric(options, inference is not None)
    return Question(
        candidates=(options.candidate, *options.versus),
        reference=options.reference,
        choices=(choice,),
        on_error=OnError(options.on_error or OnError.STOP),
        inference=inference,
        jobs=options.jobs,
        scheduler=options.scheduler,
    )


def _tell(pair: ScoredPair, system: System, rows: IO[str] | None, certificates: IO[str] | None, format: str) -> None:
    """Write the rows and certificates of a pair, and print its message for the user at once."""
    if rows:
        write_row(pair, system, rows, format)
    if certificates and pair.certificate:
        certificates.write(pair.certificate + "\n")
    if pair.note:
        say(f"pair {pair.id}: {pair.note}", file=sys.stderr)
    for error in pair.errors:
        print(f"scored as empty: {error}", file=sys.stderr)


def _tell_what_is_missing(systems: list[System]) -> None:
    for system in systems:
        if system.missing:
            whose = f" of {system.file}" if system.is_one_of_several else ""
            missing = f"{system.missing} of {system.number} pairs{whose} are not in this score"
            say(f"interrupted: {missing}", file=sys.stderr)
    if not any(system.missing for system in systems):
        print("interrupted: how sure the score is was not computed", file=sys.stderr)


@contextmanager
def _rows_files(systems: list[System], wanted: bool) -> Iterator[list[IO[str] | None]]:
    """Open a file for the rows of each system, where they wait until the whole input was read."""
    if not wanted:
        yield [None] * len(systems)
        return
    import tempfile  # not needed for a score alone, which should start at once

    with ExitStack() as files:
        yield [files.enter_context(tempfile.TemporaryFile("w+", encoding="utf-8")) for _ in systems]
