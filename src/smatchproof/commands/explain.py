"""``smatchproof explain``: one pair, triple by triple."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from smatchproof.base.errors import UsageError
from smatchproof.base.files import refuse_same_files, writing
from smatchproof.base.optional import require
from smatchproof.base.text import Section
from smatchproof.graphs.corpus import Corpus
from smatchproof.graphs.graph import Graph
from smatchproof.reports.results import Explanation
from smatchproof.scoring.metrics.explanation import as_written
from smatchproof.scoring.metrics.smatch import AlignmentMetric
from smatchproof.scoring.pairs.comparison import Claim, ClaimStatus, claim_of_solved
from smatchproof.shell.command_parser import add_command
from smatchproof.shell.metric_options import add_evidence, add_metric, read_metric
from smatchproof.shell.options import add_files, add_format, add_options, input_files
from smatchproof.shell.pairs import add_id, find_pair
from smatchproof.shell.terminal import say, shown_name

_DESCRIPTION = """\
Explain the score of one pair: both graphs as conjunctions of triples, the
alignment, and which triples match under it; under a metric that aligns nothing,
its counts. With --proof, also the proof of the bound, node by node; with
--html, as a page instead: both graphs drawn, and the proof of the bound. With
--every-optimum, also what no choice among the optimal alignments can change.
Of several optimal alignments it shows the canonical one, the first by the names
of variables, where that takes no branch of a search and the pair is not large.
Elsewhere it takes much longer than the score: it is made if you ask for it.
"""


def add_parser(commands: Any) -> None:
    """Declare the command."""
    parser = add_command(commands, "explain", _DESCRIPTION)
    add_files(parser)
    add_id(parser)
    parser.add_argument(
        "--proof",
        action="store_true",
        default=None,
        help="print the proof node by node, too: what each pair is worth and pays in all; that of a hard pair is long",
    )
    parser.add_argument(
        "--every-optimum",
        action="store_true",
        default=None,
        help="name the links that all optimal alignments have (forced), some (open) and none (impossible), too",
    )
    parser.add_argument(
        "--canonical",
        action="store_true",
        default=None,
        help="show the canonical optimum, however long the search takes; --time-limit S ends each part of it",
    )
    parser.add_argument("--html", metavar="FILE", help="write the page of the pair instead; it needs no other file")
    add_metric(parser)
    add_options(parser, "map")
    add_evidence(parser)
    add_format(parser, "json", words="json: counts, alignment and what was asked for, as one object")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Find the pair, score it, print the explanation and write the page."""
    choice = read_metric(options)
    if options.format == "json" and options.proof:
        raise UsageError("--proof is text; leave it out, or --format json")
    if options.html:
        refuse_same_files([options.html], input_files(options))
    with Corpus(options.candidate) as left, Corpus(options.reference) as right:
        blocks = find_pair(left, right, options.id)
        graphs = blocks[0].parse(), blocks[1].parse()
        metric = choice.metric(choice.grading([left, right]))
    sentences, id = (blocks[0].sentence, blocks[1].sentence), graphs[0].id or options.id or "1"
    if isinstance(metric, AlignmentMetric):
        metric = metric.canonically(*graphs, id)
    sections: Iterable[Section] = ()
    if options.html or options.proof:
        assert isinstance(metric, AlignmentMetric)  # no other metric uses these options
        certifying = metric.certifying()
        claim = _claim(certifying, graphs, id)
        if options.html:
            _write_page(options, Explanation(id, claim, certifying.settings, sentences, graphs))
            say(f"written to {options.html}", file=sys.stderr)
        else:
            sections = certifying.explain_claim(claim, graphs, sentences)
        if options.proof:
            sections = chain(sections, _proof(claim, graphs))
    elif options.format == "text":
        if isinstance(metric, AlignmentMetric):  # evidence may go by the id that the pair is asked by
            sections = metric.explain_claim(metric.claim(*graphs, id), graphs, sentences)
        else:
            sections = metric.explain(*graphs, sentences)
    if options.format == "json":
        pair: Any = metric.pair(*graphs, id)  # of this metric
        print(json.dumps(metric.pair_object(pair), indent=2, ensure_ascii=False))
    else:
        for number, section in enumerate(sections):
            print("\n" * (number > 0) + section.text)
    return 0


def _claim(metric: AlignmentMetric, graphs: tuple[Graph, Graph], id: str) -> Claim:
    """The claim with the proof of its score alone, and what all optima share where that is asked for."""
    claim = metric.claim(*graphs, id)
    if claim.backbone is None:
        return claim
    return claim_of_solved(claim.comparison, metric.settings, id)._replace(backbone=claim.backbone)


def _proof(claim: Claim, graphs: tuple[Graph, Graph]) -> Iterator[Section]:
    """The nodes of the proof of a claim. Raises :class:`UsageError` if there is none."""
    from smatchproof.reports.drawings.proof_text import COLUMNS, proof_sections
    from smatchproof.scoring.pairs.proof_steps import proof_steps

    if claim.certificate is None:
        words = "nothing is proved of this pair; use method exact, without limits that stop it"
        # a certified one has no certificate where there was no room for it
        raise UsageError(f"--proof: {claim.note if claim.comparison.status is ClaimStatus.CERTIFIED else words}")
    shown = as_written(claim.comparison, graphs)
    return _with_columns(proof_sections(proof_steps(claim.certificate), shown.left, shown.right), COLUMNS)


def _with_columns(nodes: Iterable[Section], words: str) -> Iterator[Section]:
    """The nodes, and before the first that has numbers what these are."""
    is_told = False
    for node in nodes:
        if node.rows and not is_told:
            is_told = True
            yield Section("", tuple(words.splitlines()))
        yield node


def _write_page(options: argparse.Namespace, explanation: Explanation) -> None:
    """Write the page of a pair."""
    require("explain --html", "jinja2")
    files = shown_name(options.candidate), shown_name(options.reference)
    page = explanation.page(files)
    with writing(options.html) as (file,):
        file.write(page)
