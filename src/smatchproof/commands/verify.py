"""``smatchproof verify``: check certificates, and name their faults."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from smatchproof.base.errors import UsageError, quoted
from smatchproof.base.optional import require
from smatchproof.graphs.corpus import Corpus
from smatchproof.scoring.methods.registry import DEFAULT_METHOD
from smatchproof.scoring.metrics import check_options, entries, metric as metric_named
from smatchproof.scoring.metrics.entry import CONVENTION_OPTIONS, SIMILARITY_OPTIONS
from smatchproof.scoring.metrics.smatch import AlignmentMetric
from smatchproof.scoring.settings import OnError, ScoreSettings
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
from smatchproof.shell.terminal import columns_of_terminal, say, with_progress

if TYPE_CHECKING:
    from smatchproof.exact.checker import Limits

_DESCRIPTION = """\
Check the certificates that "score --certificates" wrote, with a checker that
shares no code with the solver. With the two corpora, everything but alignment
and proof is made again from them and from the options: every pair must have its
certificate, and it must be about these graphs under this convention and metric.
Without them a certificate is checked against the graphs that it holds. Of a
folder that "compare -o" wrote, certificates are checked against the corpora that
it names, and all values of rows and table.json are computed again and compared.

  smatchproof verify results --corpora ~/data
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
        "proofs", metavar="CERTIFICATES", help="file of certificates, a line each, may be .gz, or -; or a folder"
    )
    parser.add_argument("candidate", metavar="CANDIDATE", nargs="?", help="file of AMRs that was scored")
    parser.add_argument("reference", metavar="REFERENCE", nargs="?", help="file of AMRs it was compared with")
    add_format(parser, "json")
    parser.add_argument(
        "--keep-going",
        action="store_true",
        help="list all that is wrong, not the first only; the exit code is 1; not for a folder, of which the first "
        "fault is named",
    )
    add_options(parser, "on-error")
    parser.add_argument(
        "--corpora",
        action="append",
        metavar="PATH",
        help="of a folder: a file of AMRs that it names, or a folder that has such files, where they are not at their "
        "places; found by SHA-256, under any name; may be repeated",
    )
    parser.add_argument(
        "--write",
        action="store_true",
        help="of a folder: also make its page and its tables in other formats again, in the default layout",
    )
    for name, (what, default) in _LIMITS.items():
        text = f"{what}, at most (default: {default}); more may fill memory"
        parser.add_argument(f"--{name}", type=whole_number(1, _LARGEST_LIMIT), metavar="N", help=text)
    add_plugins(parser, "the certificates")
    parser.add_argument(
        "--metric",
        choices=[entry.name for entry in entries() if "method" in entry.parameters],
        help="graded-smatch: concepts match by similarity; or a preset (default: smatch)",
    )
    add_convention(parser)
    add_options(parser, "map")
    add_similarities(parser)
    add_evidence(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Verify a file or a folder, and print what it proves."""
    allow_plugins(options)
    folder = Path(options.proofs)
    if folder.is_dir():
        why = f"is not for {quoted(str(folder))}, a folder, which is verified whole, by its own question; leave it out"
        _refuse(options, ("candidate", "reference", "keep_going", *_ASKING), why)
        return _verify_folder(folder, options)
    _refuse(options, ("corpora", "write"), "is for folders of compare; leave it out")
    if not options.candidate:
        _refuse(options, _ASKING, "is for certificates of two corpora; give CANDIDATE and REFERENCE")
    elif not options.reference:
        raise UsageError("give CERTIFICATES alone, or before both corpora, CANDIDATE and REFERENCE")
    from smatchproof.scoring.corpus.verification import Problem, Verification, verify

    files = (options.candidate, options.reference) if options.candidate else None
    result, on_error = Verification(files), OnError(options.on_error or OnError.STOP)
    settings = _question(options) if files else ScoreSettings()
    found = verify(options.proofs, files, settings, on_error, options.keep_going, _limits(options))
    for each in with_progress(found, "verifying"):
        if isinstance(each, Problem):
            say(f"refused: {each.text}", file=sys.stderr)
        result.add(each)
    _print(options, result.to_dict(), str(result))
    return 1 if result.problems else 0


def _verify_folder(folder: Path, options: argparse.Namespace) -> int:
    """Verify a bundle: exit code 0 where question, corpora and evidence give every value of its rows and table."""
    from smatchproof.reports.tables.system_tables import TableStyle, system_in_format

    require("verify DIR", "scipy")
    from smatchproof.shell.bundle_files import verify_bundle

    if options.write:
        require("verify --write", "jinja2")
    found = verify_bundle(folder, _limits(options), options.corpora or (), options.write)
    table = system_in_format(found.table, TableStyle(), "text", columns_of_terminal(sys.stdout))
    checked = str(found).replace("; ", ";\n           ")  # one below the other
    _print(options, found.to_dict(), f"{table}\nverified   {checked}")
    return 0


def _print(options: argparse.Namespace, values: dict[str, Any], text: str) -> None:
    print(json.dumps(values, indent=2, ensure_ascii=False)) if options.format == "json" else say(text)


def _limits(options: argparse.Namespace) -> Limits:
    """The limits of the checker, as far as they are given."""
    from smatchproof.exact.checker import Limits

    return Limits(**{name: getattr(options, name) for name in _LIMITS if getattr(options, name) is not None})


def _question(options: argparse.Namespace) -> ScoreSettings:
    """Read the question that the options ask about the two corpora."""
    metric, grading = options.metric or "smatch", None
    if similarities := read_similarities(options, [metric]):
        with Corpus(options.candidate) as candidate, Corpus(options.reference) as reference:
            grading = similarities.grading([candidate, reference])
    evidence = read_evidence_options(options)
    given = {name for name in (*CONVENTION_OPTIONS, *SIMILARITY_OPTIONS) if getattr(options, name) is not None}
    check_options(metric, given, DEFAULT_METHOD)
    chosen = metric_named(metric, ScoreSettings(read_convention(options), evidence=evidence), grading)
    assert isinstance(chosen, AlignmentMetric)  # all choices align
    return chosen.settings


_ASKING = (
    *("metric", "convention", "top", "duplicates", "map", "on_error", "evidence", "evidence_as"),
    *SIMILARITY_OPTIONS,
)
"""Options of the question about two corpora."""


def _refuse(options: argparse.Namespace, names: Sequence[str], why: str) -> None:
    """Raise :class:`UsageError` where one of these options is given."""
    for name in names:
        if getattr(options, name):
            shown = name.upper() if name in ("candidate", "reference") else f"--{name.replace('_', '-')}"
            raise UsageError(f"{shown} {why}")
