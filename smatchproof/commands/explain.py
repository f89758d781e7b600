"""``smatchproof explain``: one pair, triple by triple."""

from __future__ import annotations

import argparse
from collections import Counter
from typing import Any

from alignment import Attribute, Change, Corpus, Relation, TripleGraph, matched_triples
from reports.scoring import Comparison, ScoreSettings, compare
from smatchproof.commands.options import add_files, add_settings, read_settings, refuse_one_stream_twice
from smatchproof.commands.pairs import add_id, find_pair, format_alignment, format_section

_DESCRIPTION = """\
Explain the score of one pair: both graphs as conjunctions of triples, the
alignment, and which triples match under it.
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
    add_settings(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Find the pair, align it and print the explanation."""
    settings = read_settings(options)
    refuse_one_stream_twice(options)
    with Corpus(options.candidate) as left, Corpus(options.reference) as right:
        left_block, right_block = find_pair(left, right, options.id)
        comparison = compare(left_block.parse(), right_block.parse(), settings)
    print(format_comparison(comparison, settings, (left_block.sentence, right_block.sentence)))
    return 0


def format_comparison(
    comparison: Comparison, settings: ScoreSettings, sentences: tuple[str | None, str | None] = (None, None)
) -> str:
    """The explanation as text."""
    left, right = comparison.left, comparison.right
    mapping = comparison.solution.mapping
    matches = matched_triples(left, right, mapping, settings.convention.duplicates)
    partners = Counter({_image(triple, mapping): number for triple, number in matches.items()})
    parts = [
        _graph("candidate", left, sentences[0]),
        _graph("reference", right, sentences[1]),
        format_alignment(left, right, mapping),
        format_section("matched", [_match(triple, number, comparison) for triple, number in matches.items()]),
        format_section("only in the candidate", _unmatched(left, matches)),
        format_section("only in the reference", _unmatched(right, partners)),
        _score(comparison, settings),
    ]
    return "\n\n".join(parts)


def _triples(graph: TripleGraph) -> list[Attribute | Relation]:
    return [*graph.attributes, *graph.relations]


def _graph(side: str, graph: TripleGraph, sentence: str | None) -> str:
    """A graph as the paper writes it: a conjunction of triples."""
    title = side + (f": {sentence}" if sentence else "")
    triples = " ∧\n".join("  " + graph.written(triple) for triple in _triples(graph)) or "  (no triples)"
    return "\n".join([title, triples, *(f"  ({_change(change)})" for change in graph.changes)])


def _change(change: Change) -> str:
    return f"{change.triples} x {change.reason}"


def _image(triple: Attribute | Relation, mapping: tuple[int | None, ...]) -> Attribute | Relation:
    """What a matched triple matches."""
    if isinstance(triple, Attribute):
        variable = mapping[triple.variable]
        assert variable is not None
        return triple._replace(variable=variable)
    source, target = mapping[triple.source], mapping[triple.target]
    assert source is not None and target is not None
    return Relation(triple.role, source, target)


def _match(triple: Attribute | Relation, number: int, comparison: Comparison) -> str:
    image = comparison.right.written(_image(triple, comparison.solution.mapping))
    times = f"  ({number} times)" if number > 1 else ""
    return f"{comparison.left.written(triple)}  =  {image}{times}"


def _unmatched(graph: TripleGraph, matched: Counter[Attribute | Relation]) -> list[str]:
    """The triples without a match; of a repeated triple the copies beyond those that matched."""
    left_over = Counter(_triples(graph))
    left_over.subtract(matched)
    return [graph.written(triple) for triple, number in left_over.items() for _ in range(number)]


def _score(comparison: Comparison, settings: ScoreSettings) -> str:
    counts = comparison.counts
    precision, recall, f1 = counts.score
    proof = "proved: no alignment matches more" if counts.proved else f"not proved: at most {counts.upper_bound}"
    return "\n".join(
        [
            f"matched {counts.matched} of {counts.left_triples} and {counts.right_triples} triples ({proof})",
            f"precision {precision:.4f}  recall {recall:.4f}  F1 {f1:.4f}",
            f"{settings.convention.signature}|method:{settings.method}",
        ]
    )
