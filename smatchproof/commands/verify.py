"""``smatchproof verify``: check certificates, and say the first thing that is wrong."""

from __future__ import annotations

import argparse
import json
from typing import Any

from smatchproof.alignment import Corpus, CorpusScore, Grading, UsageError
from smatchproof.scoring.question import SimilarityFile
from smatchproof.shell.metric_options import add_similarities, read_similarities
from smatchproof.shell.options import add_plugins, allow_plugins

_DESCRIPTION = """\
Check the certificates that "score --certificates" wrote, with a checker that
shares no code with the solver. With the two corpora, check also that every
pair has its certificate and that it is about these graphs; with the
similarities too, that graded matches are worth what these say.
"""

_TAKEN = (
    "note       similarities are those that the certificates state; give --vectors or --similarities and the corpora "
    "to compare them"
)


def add_parser(commands: Any) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "verify",
        help="check certificates",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("certificates", metavar="CERTIFICATES", help="file of certificates, a line each")
    parser.add_argument("candidate", metavar="CANDIDATE", nargs="?", help="file of AMRs that was scored")
    parser.add_argument("reference", metavar="REFERENCE", nargs="?", help="file of AMRs it was compared with")
    parser.add_argument("--format", choices=["text", "json"], default="text", help="(default: text)")
    add_plugins(parser, "the certificates")
    add_similarities(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check all certificates and print what they prove together."""
    from smatchproof.scoring.verification import verify, verify_corpora

    allow_plugins(options)
    if options.candidate and not options.reference:
        raise UsageError("give both corpora, CANDIDATE and REFERENCE, or neither")
    similarities = read_similarities(options, ["s2match"] if options.vectors or options.similarities else [])
    if similarities and not options.candidate:
        raise UsageError("similarities are compared with those of graphs; give both corpora, CANDIDATE and REFERENCE")
    if options.candidate:
        grading = _grading(options, similarities) if similarities else None
        verified = verify_corpora(options.certificates, options.candidate, options.reference, grading)
    else:
        verified = verify(options.certificates)
    corpus = CorpusScore()
    conventions: dict[str, int] = {}
    for certificate in verified:
        corpus.add(certificate.counts)
        conventions[certificate.convention] = conventions.get(certificate.convention, 0) + 1
    print(_json(corpus, conventions, options) if options.format == "json" else _text(corpus, conventions, options))
    return 0


def _grading(options: argparse.Namespace, similarities: SimilarityFile) -> Grading:
    with Corpus(options.candidate) as candidate, Corpus(options.reference) as reference:
        return similarities.grading([candidate, reference])


def _json(corpus: CorpusScore, conventions: dict[str, int], options: argparse.Namespace) -> str:
    counts = corpus.counts
    return json.dumps(
        {
            "verified": corpus.pairs,
            "matched": counts.matched,
            **({"denominator": counts.denominator} if counts.denominator > 1 else {}),
            "left_triples": counts.left_triples,
            "right_triples": counts.right_triples,
            **corpus.micro._asdict(),
            "conventions": conventions,
            "graphs_compared": bool(options.candidate),
        },
        indent=2,
    )


def _text(corpus: CorpusScore, conventions: dict[str, int], options: argparse.Namespace) -> str:
    counts = corpus.counts
    matched = counts.format_triples(counts.matched)
    about = (
        f"the graphs of {options.candidate} and {options.reference}" if options.candidate else "the graphs they hold"
    )
    return "\n".join(
        [
            f"verified   {corpus.pairs:,} certificates, about {about}",
            f"matched    {matched} of {counts.left_triples:,} and {counts.right_triples:,} triples: no alignments "
            "match more",
            f"F1         {corpus.micro.f1:.4f}",
            f"convention {', '.join(conventions)}",
            *([_TAKEN] if counts.denominator > 1 and not (options.vectors or options.similarities) else []),
        ]
    )
