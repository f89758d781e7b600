"""``smatchproof explain``: one pair, triple by triple."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any

from smatchproof.alignment import Change, Corpus, Graph, TripleGraph, need
from smatchproof.alignment.files import written_beside
from smatchproof.reports.pair_page import explain_page
from smatchproof.scoring.comparison import Comparison, ScoreSettings, compare
from smatchproof.scoring.evidence import evidence
from smatchproof.scoring.matching import Match, match_up
from smatchproof.scoring.methods import method
from smatchproof.shell.metric_options import (
    add_graded_metric,
    add_similarities,
    check_similarities,
    read_grading,
    wants_similarities,
)
from smatchproof.shell.options import add_files, add_settings, read_settings, refuse_one_stream_twice
from smatchproof.shell.pairs import add_id, find_pair, format_alignment, format_section

_DESCRIPTION = """\
Explain the score of one pair: both graphs as conjunctions of triples, the
alignment, and which triples match under it. With --html, also as a page: both
graphs drawn, and what proves the bound.
"""


def add_parser(commands: Any) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "explain",
        help="one pair: alignment, matched and unmatched triples",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_files(parser)
    add_id(parser)
    parser.add_argument("--html", metavar="FILE", help="write the page of the pair, too; it needs no other file")
    add_graded_metric(parser)
    add_settings(parser)
    add_similarities(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Find the pair, align it, print the explanation and write the page."""
    settings = read_settings(options)
    refuse_one_stream_twice(options)
    check_similarities(options, [options.metric])
    with Corpus(options.candidate) as left, Corpus(options.reference) as right:
        left_block, right_block = find_pair(left, right, options.id)
        graphs = left_block.parse(), right_block.parse()
        if wants_similarities(options):
            settings = replace(settings, grading=read_grading(options, [left, right]))
    sentences = left_block.sentence, right_block.sentence
    if options.html:
        comparison = _write_page(options.html, graphs, settings, graphs[0].id or options.id or "1", sentences)
    else:
        comparison = compare(*graphs, settings)
    print(format_comparison(comparison, settings, sentences))
    return 0


_Sentences = tuple[str | None, str | None]


def _write_page(
    path: str, graphs: tuple[Graph, Graph], settings: ScoreSettings, id: str, sentences: _Sentences
) -> Comparison:
    """Align the pair with a certificate, where the method leaves one, and write its page; returns what it shows."""
    need("explain --html", "jinja2", "matplotlib", "networkx")
    settings = replace(settings, certificates=method(settings.method).leaves_proof)
    with written_beside(path) as file:
        comparison, why = evidence(compare(*graphs, settings), settings, id)
        file.write(explain_page(comparison, settings, id, why, sentences, ("candidate", "reference")))
    return comparison


def format_comparison(comparison: Comparison, settings: ScoreSettings, sentences: _Sentences = (None, None)) -> str:
    """The explanation as text."""
    left, right = comparison.left, comparison.right
    solution, duplicates = comparison.solution, settings.convention.duplicates
    matching = match_up(left, right, solution.mapping, duplicates, comparison.similarities)
    parts = [
        _graph("candidate", left, sentences[0]),
        _graph("reference", right, sentences[1]),
        format_alignment(left, right, comparison.solution.mapping),
        format_section("matched", [_match(match) for match in matching.matched]),
        format_section("only in the candidate", [*matching.left_only]),
        format_section("only in the reference", [*matching.right_only]),
        _score(comparison, settings),
    ]
    return "\n\n".join(parts)


def _graph(side: str, graph: TripleGraph, sentence: str | None) -> str:
    """A graph as the paper writes it: a conjunction of triples."""
    title = side + (f": {sentence}" if sentence else "")
    triples = [*map(graph.written, graph.attributes), *map(graph.written, graph.relations)]
    conjunction = " ∧\n".join(f"  {triple}" for triple in triples) or "  (no triples)"
    return "\n".join([title, conjunction, *(f"  ({_change(change)})" for change in graph.changes)])


def _change(change: Change) -> str:
    return f"{change.triples} x {change.reason}"


def _match(match: Match) -> str:
    if match.worth < 1:
        return f"{match.left}  ~  {match.right}  ({match.worth:.4f})"
    times = f"  ({match.times} times)" if match.times > 1 else ""
    return f"{match.left}  =  {match.right}{times}"


def _score(comparison: Comparison, settings: ScoreSettings) -> str:
    counts = comparison.counts
    precision, recall, f1 = counts.score
    unproved = f"not proved: at most {counts.format_triples(counts.upper_bound)}"
    proof = "proved: no alignment matches more" if counts.proved else unproved
    matched = counts.format_triples(counts.matched)
    return "\n".join(
        [
            f"matched {matched} of {counts.left_triples} and {counts.right_triples} triples ({proof})",
            f"precision {precision:.4f}  recall {recall:.4f}  F1 {f1:.4f}",
            f"{settings.counted}|method:{settings.method_label}",
        ]
    )
