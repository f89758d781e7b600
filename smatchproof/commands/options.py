"""Options that several commands share."""

from __future__ import annotations

import argparse

from alignment import CONVENTIONS, Backend, Duplicates, Top
from reports.methods import DEFAULT_METHOD, METHODS
from reports.scoring import ScoreSettings
from smatchproof.api import settings


def add_files(parser: argparse.ArgumentParser) -> None:
    """The two files to compare."""
    parser.add_argument("candidate", metavar="CANDIDATE", help="file of AMRs, may be .gz; - reads standard input")
    parser.add_argument("reference", metavar="REFERENCE", help="file of AMRs to compare it with")


def add_settings(parser: argparse.ArgumentParser) -> None:
    """What can change a score, and how it is found."""
    group = parser.add_argument_group("what is counted")
    group.add_argument(
        "--convention",
        choices=CONVENTIONS,
        default="smatch",
        help="rule that turns graphs into triples (default: smatch)",
    )
    group.add_argument("--top", choices=list(Top), help="override: what the triple that marks the root says")
    group.add_argument("--duplicates", choices=list(Duplicates), help="override: what repeated triples are worth")
    group = parser.add_argument_group("how it is solved")
    group.add_argument(
        "--method", choices=METHODS, default=DEFAULT_METHOD, help=f"solver (default: {DEFAULT_METHOD})"
    )
    group.add_argument("--time-limit", type=_seconds, metavar="SECONDS", help="for each pair (default: none)")
    group.add_argument(
        "--solver", choices=list(Backend), default=Backend.HIGHS, help="program behind the ilp methods (default: highs)"
    )
    group.add_argument("--seed", type=int, default=0, metavar="N", help="of everything random (default: 0)")


def read_settings(options: argparse.Namespace) -> ScoreSettings:
    """The settings that the options of :func:`add_settings` name."""
    return settings(
        convention=options.convention,
        top=options.top,
        duplicates=options.duplicates,
        method=options.method,
        time_limit=options.time_limit,
        solver=options.solver,
        seed=options.seed,
        on_error=getattr(options, "on_error", "stop"),
    )


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 < seconds < float("inf"):
        raise argparse.ArgumentTypeError(f"expected a positive number of seconds, found {text!r}")
    return seconds


def whole_number_from_1(text: str) -> int:
    """The value of an option that counts something."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1, found {text!r}")
    return int(text)
