"""Options that say what a metric counts: S2match's similarities."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence

from smatchproof.alignment import Corpus, Graded, Grading, Similarity, UsageError, named_similarity, read_table
from smatchproof.alignment.plugins import is_reference
from smatchproof.shell.options import names, whole_number_from_1

_SETTINGS = ("asymmetric", "threshold", "sense", "graded", "denominator")


def add_similarities(parser: argparse.ArgumentParser) -> None:
    """What S2match takes for similar."""
    group = parser.add_argument_group("similarities of s2match")
    group.add_argument("--vectors", metavar="FILE", help="word vectors in GloVe's text format, may be .gz")
    group.add_argument(
        "--similarities",
        metavar="FILE",
        help="table of similarities instead: value, value, number from 0 to 1; or a function of yours, file.py:object",
    )
    group.add_argument("--asymmetric", action="store_true", help="the table holds from left to right only")
    group.add_argument("--threshold", type=_unit, metavar="T", help="similarities below count as none (default: 0.5)")
    group.add_argument(
        "--sense",
        type=_unit,
        metavar="C",
        help="with vectors: what different senses of a lemma match, as in s2match.py (0.5 there; default: as the "
        "vectors say)",
    )
    group.add_argument(
        "--graded", choices=names(Graded), help="which triples may match by similarity (default: concepts)"
    )
    group.add_argument(
        "--denominator",
        type=whole_number_from_1,
        metavar="N",
        help="similarities are rounded to multiples of 1/N (default: 1000000)",
    )


def add_graded_metric(parser: argparse.ArgumentParser) -> None:
    """Smatch, or S2match with its similarities."""
    parser.add_argument(
        "--metric",
        choices=["smatch", "s2match"],
        default="smatch",
        help="s2match: concepts match by similarity (default: smatch)",
    )


def wants_similarities(options: argparse.Namespace) -> bool:
    """Whether a file of similarities is named."""
    return bool(options.vectors or options.similarities)


def check_similarities(options: argparse.Namespace, metrics: Sequence[str]) -> None:
    """Raise :class:`UsageError` where the options ask for what makes no sense together, before anything is read."""
    graded = any(name.partition("@")[0] == "s2match" for name in metrics)
    if graded and not wants_similarities(options):
        raise UsageError("s2match needs similarities; give --vectors FILE or --similarities FILE")
    if options.vectors and options.similarities:
        raise UsageError("give --vectors or --similarities, not both")
    if options.sense is not None and not options.vectors:
        raise UsageError("--sense is for --vectors; a table of similarities says itself what senses match")
    if options.asymmetric and not options.similarities:
        raise UsageError("--asymmetric is for --similarities; cosines are symmetric")
    given = [name for name in ("vectors", "similarities", *_SETTINGS) if getattr(options, name) not in (None, False)]
    if given and not graded:
        raise UsageError(f"--{given[0]} is for s2match; add --metric s2match")


def read_grading(options: argparse.Namespace, corpora: Iterable[Corpus]) -> Grading:
    """The rule of S2match that the options name, for the graphs of these corpora."""
    chosen = {
        "threshold": options.threshold,
        "graded": None if options.graded is None else Graded(options.graded),
        "denominator": options.denominator,
    }
    return Grading(_similarity(options, corpora), **{key: each for key, each in chosen.items() if each is not None})


def _similarity(options: argparse.Namespace, corpora: Iterable[Corpus]) -> Similarity:
    if options.similarities and is_reference(options.similarities):
        return named_similarity(options.similarities)
    if options.similarities:
        return read_table(options.similarities, symmetric=not options.asymmetric)
    from smatchproof.alignment.corpus_words import vector_similarity

    return vector_similarity(options.vectors, corpora, options.sense)


def _unit(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise argparse.ArgumentTypeError(f"expected a number from 0 to 1, found {text!r}")
    return number
