"""``smatchproof export``: one pair as an instance for the solvers of other fields, and their answer back."""

from __future__ import annotations

import argparse
import sys
from contextlib import nullcontext
from typing import Any

from smatchproof.alignment import VERSION, Alignment, Convention, Corpus, Counts, UsageError, matched_triples
from smatchproof.alignment.files import STANDARD_INPUT, read_text, written_beside
from smatchproof.reductions.from_smatch.base import FromSmatch, TripleGraphPair
from smatchproof.reductions.from_smatch.formats import FORMATS
from smatchproof.reductions.from_smatch.lp import IntegerProgramFromSmatch
from smatchproof.shell.options import add_convention, add_files, read_convention, refuse_one_stream_twice
from smatchproof.shell.pairs import add_id, find_pair, format_alignment

_DESCRIPTION = """\
Write the alignment problem of one pair in a format that other solvers read, and
read back what they answer:

  smatchproof export left.amr right.amr --id s.7 --to wcnf -o s.7.wcnf
  some-solver s.7.wcnf > answer.txt
  smatchproof export left.amr right.amr --id s.7 --to wcnf --back answer.txt

Each file says in its comments how its optimum is the largest number of matched
triples, and which variable is which pair.

"""


def add_parser(commands: Any) -> None:
    """Declare the command."""
    table = "\n".join(f"  {name:<7}{reduction.suffix:<6}{reduction.summary}" for name, reduction in FORMATS.items())
    parser = commands.add_parser(
        "export",
        help="one pair for other solvers (LP, MPS, QAP, clique, MaxSAT, OPB, .dd), and back",
        description=f"{_DESCRIPTION}formats:\n{table}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_files(parser)
    add_id(parser)
    parser.add_argument("--to", metavar="FORMAT", choices=FORMATS, required=True, help="one of those above")
    parser.add_argument("--paper-model", action="store_true", help="lp and mps: the model of Cai & Knight (2013)")
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write it (default: standard output)")
    parser.add_argument(
        "--back", metavar="SOLUTION", help="print the alignment in what a solver wrote, recounted, and write nothing"
    )
    add_convention(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Find the pair, and write it or read the answer."""
    _check(options)
    convention = read_convention(options)
    with Corpus(options.candidate) as left, Corpus(options.reference) as right:
        left_block, right_block = find_pair(left, right, options.id)
        graphs = left_block.parse(), right_block.parse()
    triples = TripleGraphPair(convention.triples(graphs[0]), convention.triples(graphs[1]), convention.duplicates)
    reduction = _reduction(triples, options)
    if options.back:
        read = reduction.read_solution(read_text(options.back), options.back)
        alignment = reduction.alignment(read)
        print(_answer(triples, alignment, convention, options.to))
        return 0
    id = graphs[0].id or options.id or "1"
    title = [f"smatchproof {VERSION}, pair {id}, {convention.signature}"]
    with written_beside(options.output) if options.output else nullcontext(sys.stdout) as file:
        file.writelines(f"{line}\n" for line in reduction.lines(title))
    if options.output:
        print(f"{options.output}: {reduction.relation_in_words}", file=sys.stderr)
    return 0


def _check(options: argparse.Namespace) -> None:
    """Raise :class:`UsageError` for options that do not go together."""
    refuse_one_stream_twice(options)
    if options.back == STANDARD_INPUT in (options.candidate, options.reference):
        raise UsageError("standard input can be read once only; name a file for SOLUTION")
    if options.back and options.output:
        raise UsageError("--back writes no file; leave -o out")
    if options.paper_model and not issubclass(FORMATS[options.to], IntegerProgramFromSmatch):
        raise UsageError(f"--paper-model is for lp and mps, not for {options.to}")


def _reduction(triples: TripleGraphPair, options: argparse.Namespace) -> FromSmatch[Any, Any, Any]:
    reduction = FORMATS[options.to]
    if issubclass(reduction, IntegerProgramFromSmatch):
        return reduction.of_triples(triples, tight=not options.paper_model)
    return reduction.of_triples(triples)


def _answer(triples: TripleGraphPair, alignment: Alignment, convention: Convention, format: str) -> str:
    """The alignment, and what it matches by the definition of Smatch."""
    left, right = triples.left, triples.right
    matched = sum(matched_triples(left, right, alignment, triples.duplicates).values())
    precision, recall, f1 = Counts(matched, matched, left.size, right.size).score
    return "\n".join(
        [
            format_alignment(left, right, alignment),
            "",
            f"matched {matched} of {left.size} and {right.size} triples (recounted; not proved to be the most)",
            f"precision {precision:.4f}  recall {recall:.4f}  F1 {f1:.4f}",
            f"{convention.signature}|from:{format}",
        ]
    )
