"""``smatchproof explain``: one pair, triple by triple."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from smatchproof.base.errors import UsageError
from smatchproof.base.files import STANDARD_INPUT
from smatchproof.base.optional import require
from smatchproof.base.output_files import refuse_same_files, writing
from smatchproof.graphs.corpus import Corpus
from smatchproof.reports.drawings.lesson import lesson
from smatchproof.reports.pages.pair_page import explain_page
from smatchproof.scoring.metrics.metric import Section, Sentences
from smatchproof.scoring.metrics.smatch import AlignmentMetric
from smatchproof.scoring.pairs.comparison import Claim
from smatchproof.scoring.pairs.proof_status import evidence
from smatchproof.shell.command_parser import add_command
from smatchproof.shell.metric_options import add_metric, read_metric
from smatchproof.shell.options import add_files, add_options, input_files
from smatchproof.shell.pairs import add_id, find_pair
from smatchproof.shell.terminal import say

_DESCRIPTION = """\
Explain the score of one pair: both graphs as conjunctions of triples, the
alignment, and which triples match under it; under a metric that aligns nothing,
its counts. With --proof, also the proof of the bound, number by number; with
--html, as a page instead: both graphs drawn, and the proof of the bound.
"""


def add_parser(commands: Any) -> None:
    """Declare the command."""
    parser = add_command(
        commands,
        "explain",
        "one pair: alignment, matched and unmatched triples",
        _DESCRIPTION,
        ("metric", "method", "convention", "similarity"),
    )
    add_files(parser)
    add_id(parser)
    parser.add_argument(
        "--proof", action="store_true", default=None, help="print every number of the proof, node by node, too"
    )
    parser.add_argument("--html", metavar="FILE", help="write the page of the pair instead; it needs no other file")
    add_metric(parser)
    add_options(parser, "map")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Find the pair, score it, print the explanation and write the page."""
    choice = read_metric(options)
    if options.html:
        refuse_same_files([options.html], input_files(options))
    with Corpus(options.candidate) as left, Corpus(options.reference) as right:
        blocks = find_pair(left, right, options.id)
        graphs = blocks[0].parse(), blocks[1].parse()
        metric = choice.metric(choice.grading([left, right]))
    sentences = blocks[0].sentence, blocks[1].sentence
    if options.html or options.proof:
        assert isinstance(metric, AlignmentMetric)  # no other metric uses --html or --proof
        certifying, id = metric.certifying(), graphs[0].id or options.id or "1"
        claim = certifying.claim(*graphs, id)
        if options.html:
            _write_page(options, certifying, claim, id, sentences)
        sections = [] if options.html else certifying.explain_claim(claim, sentences)
        sections += _proof(claim) if options.proof else []
    else:
        sections = metric.explain(*graphs, sentences)
    if options.html:
        say(f"written to {options.html}")
    if sections:
        print("\n\n".join(section.text for section in sections))
    return 0


def _proof(claim: Claim) -> list[Section]:
    """The proof of a claim. Raises :class:`UsageError` where there is none."""
    from smatchproof.reports.drawings.proof_text import proof_sections
    from smatchproof.scoring.pairs.proof_steps import proof_steps

    if claim.certificate is None:
        raise UsageError("--proof: nothing is proved of this pair; use method exact, without limits that stop it")
    return proof_sections(proof_steps(claim.certificate), claim.comparison.left, claim.comparison.right)


def _write_page(
    options: argparse.Namespace, metric: AlignmentMetric, claim: Claim, id: str, sentences: Sentences
) -> None:
    """Write the page of a pair."""
    require("explain --html", "jinja2")
    with writing(options.html) as (file,):
        why = evidence(claim, metric.settings)
        sides = ("candidate", "reference")
        files = _shown(options.candidate), _shown(options.reference)
        page = explain_page(claim.comparison, metric.settings, id, why, sentences, sides, files, lesson(claim))
        file.write(page)


def _shown(file: str) -> str:
    return "standard input" if file == STANDARD_INPUT else Path(file).name
