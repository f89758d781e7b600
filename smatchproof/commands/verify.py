"""``smatchproof verify``: check certificates, and name their faults."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from smatchproof.base.errors import UsageError, quoted
from smatchproof.base.files import STANDARD_INPUT
from smatchproof.base.optional import require
from smatchproof.base.processors import number_of_jobs
from smatchproof.graphs.corpus import Corpus
from smatchproof.scoring.methods.registry import DEFAULT_METHOD
from smatchproof.scoring.metrics import check_options
from smatchproof.scoring.metrics.entry import CONVENTION_OPTIONS, SIMILARITY_OPTIONS
from smatchproof.scoring.metrics.presets import PRESETS
from smatchproof.scoring.settings import OnError
from smatchproof.shell.command_parser import add_command
from smatchproof.shell.metric_options import add_evidence, add_similarities, read_evidence_options, read_similarities
from smatchproof.shell.options import (
    add_convention,
    add_format,
    add_options,
    add_plugins,
    allow_plugins,
    read_convention,
    whole_number,
)
from smatchproof.shell.terminal import LineProgress, columns_of_terminal, say, shown_name, verdict

if TYPE_CHECKING:
    from smatchproof.exact.checker import Limits
    from smatchproof.scoring.verification import CertificateQuestion, Problem, Verified

_DESCRIPTION = """\
Check the certificates that "score --certificates" wrote, with a checker that
shares no code with the solver. With the two corpora, everything but alignment
and proof is made anew from them and from the options: every pair must have its
certificate, and it must be about these graphs under this convention and metric.
Without them a certificate is checked against the graphs that it holds. Of a
folder that "compare -o" wrote, certificates are checked against the corpora that
it names, and all values of rows and table.json are computed again and compared.
"""
_LIMITS = {
    "line": ("bytes of one line of certificates", "2^24"),
    "weights": ("weights of one pair of graphs", "10^6"),
    "work": ("looks at a weight or a pair, for one line", "10^9"),
}
"""What the checker limits, as its own options are called."""
_LARGEST_LIMIT = 2**60


def add_parser(commands: Any) -> None:
    """Declare the command."""
    parser = add_command(commands, "verify", _DESCRIPTION)
    parser.add_argument(
        "certificates", metavar="CERTIFICATES", help="file of certificates, a line each, may be .gz; or a folder"
    )
    parser.add_argument("candidate", metavar="CANDIDATE", nargs="?", help="file of AMRs that was scored")
    parser.add_argument("reference", metavar="REFERENCE", nargs="?", help="file of AMRs it was compared with")
    add_format(parser, "json")
    parser.add_argument(
        "--keep-going", action="store_true", help="list all that is wrong, not the first only; the exit code is 1"
    )
    add_options(parser, "on-error")
    parser.add_argument(
        "--reference",
        dest="hidden",
        metavar="FILE",
        help="of a folder without it (compare --hide-reference): the reference",
    )
    parser.add_argument(
        "--write", action="store_true", help="of a folder: also make its pages and its tables in other formats again"
    )
    add_options(parser, "jobs")
    for name, (what, default) in _LIMITS.items():
        text = f"{what}, at most (default: {default}); more may fill memory"
        parser.add_argument(f"--{name}", type=whole_number(1, _LARGEST_LIMIT), metavar="N", help=text)
    add_plugins(parser, "the certificates")
    parser.add_argument(
        "--metric",
        choices=["smatch", "graded-smatch", *PRESETS],
        help="graded-smatch: concepts match by similarity; or a preset (default: smatch)",
    )
    add_convention(parser)
    add_options(parser, "map")
    add_similarities(parser)
    add_evidence(parser)
    parser.add_argument(
        "--trust-similarities",
        action="store_true",
        default=None,
        help="with graded-smatch: take the similarities that the certificates state as they are",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check all certificates and print the score that they prove together."""
    from smatchproof.scoring.verification import Problem
    from smatchproof.scoring.verification_result import Verification

    allow_plugins(options)
    if options.certificates == STANDARD_INPUT:
        raise UsageError("CERTIFICATES is a file or a folder, and - is neither; name it, or a pipe such as /dev/stdin")
    if Path(options.certificates).is_dir():
        return _verify_folder(options)
    for name, value in (("--reference", options.hidden), ("--write", options.write), ("--jobs", options.jobs)):
        if value:
            raise UsageError(f"{name} is for folders of compare; leave it out")
    files = (options.candidate, options.reference) if options.candidate else None
    result, limits = Verification(files, bool(options.trust_similarities), listed="on standard error"), _limits(options)
    reached = LineProgress("verifying")  # by lines: a proof may have a million of them
    try:
        with reached:
            for each in _found(options, limits, reached):
                if isinstance(each, Problem):
                    say(f"refused: {each.text}", file=sys.stderr)
                result.add(each)
    except KeyboardInterrupt:
        line = f" in line {reached.number:,}" if reached.number else ""
        text = f"no verdict: stopped{line}; {result.corpus.pairs:,} certificates before it hold"
        say(f"{shown_name(options.certificates)}: {text}", file=sys.stderr)
        raise
    with verdict(1 if result.problems else 0) as code:
        if options.format == "json":
            print(json.dumps(result.to_dict(), indent=2, ensure_ascii=False))
        else:
            say(str(result))
    return code


def _found(options: argparse.Namespace, limits: Limits, reached: LineProgress) -> Iterator[Verified | Problem]:
    """What the certificates prove, one by one, and what is wrong with them."""
    from smatchproof.scoring.verification import CertificateQuestion, verify

    how = options.keep_going, limits, reached
    if options.candidate:
        corpora, question = (options.candidate, options.reference), _question(options)
        return verify(options.certificates, corpora, question, *how)
    _refuse_question(options)
    return verify(options.certificates, None, CertificateQuestion(), *how)


def _limits(options: argparse.Namespace) -> Limits:
    """The limits of the checker, as far as they are given."""
    from smatchproof.exact.checker import Limits

    return Limits(**{name: getattr(options, name) for name in _LIMITS if getattr(options, name) is not None})


def _verify_folder(options: argparse.Namespace) -> int:
    """Verify a bundle: exit code 0 where question, corpora and evidence give every value of its rows and table."""
    folder = Path(options.certificates)
    if options.candidate or options.keep_going or options.on_error:
        what = f"{quoted(str(folder))} is a folder, which is verified whole, by its own question"
        raise UsageError(f"{what}; leave out corpora, --keep-going and --on-error")
    _refuse_question(options)
    from smatchproof.reports.tables.system_tables import system_text
    from smatchproof.shell.bundle_question import QUESTION

    if not (folder / QUESTION).exists():
        what = f"{quoted(str(folder))} is a folder without {QUESTION}"
        raise UsageError(f'{what}; name a file of certificates, or a folder that "compare -o" wrote')
    require("verify DIR", "scipy")
    if options.write:
        require("verify --write", "jinja2", "matplotlib", "networkx")
    from smatchproof.shell.bundle_files import verify_bundle

    jobs = number_of_jobs(options.jobs)
    found = verify_bundle(folder, _limits(options), options.hidden, jobs, options.write)
    if options.format == "json":
        print(json.dumps(found.to_dict(), indent=2))
        return 0
    say(system_text(found.table, found.question.style, columns_of_terminal(sys.stdout)))
    say(f"verified   {found}")
    return 0


def _question(options: argparse.Namespace) -> CertificateQuestion:
    """Read the question that the options ask about the two corpora."""
    from smatchproof.scoring.verification import CertificateQuestion

    if not options.reference:
        raise UsageError("give both corpora, CANDIDATE and REFERENCE, or neither")
    trusted, metric = bool(options.trust_similarities), options.metric or "smatch"
    grading = None
    if trusted and (metric != "graded-smatch" or options.vectors or options.similarities):
        raise UsageError("--trust-similarities is for --metric graded-smatch without --vectors or --similarities")
    if not trusted and (similarities := read_similarities(options, [metric])):
        with Corpus(options.candidate) as candidate, Corpus(options.reference) as reference:
            grading = similarities.grading([candidate, reference])
    on_error, evidence = OnError(options.on_error or OnError.STOP), read_evidence_options(options)
    if trusted and evidence:
        raise UsageError("--trust-similarities is for certificates without evidence; leave one of them out")
    if metric not in PRESETS:
        return CertificateQuestion(read_convention(options), grading, trusted, on_error, evidence)
    given = {name for name in (*CONVENTION_OPTIONS, *SIMILARITY_OPTIONS) if getattr(options, name) is not None}
    check_options(metric, given, DEFAULT_METHOD)
    preset = PRESETS[metric]
    return CertificateQuestion(preset.convention, preset.grading(grading), trusted, on_error, evidence)


_ASKING = (
    "metric",
    "convention",
    "top",
    "duplicates",
    "map",
    "on_error",
    "trust_similarities",
    "evidence",
    "evidence_as",
    *SIMILARITY_OPTIONS,
)


def _refuse_question(options: argparse.Namespace) -> None:
    """Refuse options of the question without corpora: the certificates state their question themselves."""
    if given := [name for name in _ASKING if getattr(options, name) is not None]:
        name = given[0].replace("_", "-")
        raise UsageError(f"--{name} is for certificates of two corpora; give CANDIDATE and REFERENCE")
