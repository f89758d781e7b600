"""Options that several commands share."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import Any

from smatchproof.base.errors import InputError, Place, SmatchproofError, UsageError, quoted
from smatchproof.base.files import STANDARD_INPUT, opened_plain, read_text
from smatchproof.base.limits import (
    DECIMALS,
    DENOMINATOR,
    LARGEST_MEMORY,
    LARGEST_NODE_LIMIT,
    LARGEST_PROOF_LIMIT,
    MOST_JOBS,
    MOST_SECONDS,
    SECONDS,
    SEED,
    UNIT,
    Kind,
    Value,
    whole_number as whole_number_kind,
)
from smatchproof.base.user_code import UserCodeError, allow
from smatchproof.conventions.conventions import CONVENTIONS, Convention, Top, allowed_convention, convention
from smatchproof.conventions.triples import Duplicates
from smatchproof.graphs.corpus import DOCUMENTS, Corpus
from smatchproof.problem.solution import Backend, SolveParams
from smatchproof.scoring.methods.registry import DEFAULT_METHOD, METHODS, allowed_method, method
from smatchproof.scoring.parameters import NUMBERS
from smatchproof.scoring.settings import OnError, ScoreSettings
from smatchproof.shell.terminal import say
from smatchproof.similarity.grading import Graded


def add_files(parser: argparse.ArgumentParser, *, are_optional: bool = False) -> None:
    """The two files to compare."""
    number: dict[str, Any] = {"nargs": "?"} if are_optional else {}
    words = "file of AMRs or UMR, may be .gz; document:FILE: whole documents of UMR; - reads standard input"
    parser.add_argument("candidate", metavar="CANDIDATE", help=words, **number)
    parser.add_argument("reference", metavar="REFERENCE", help="file of AMRs to compare it with", **number)


def read_convention(options: argparse.Namespace) -> Convention:
    """The convention that the options of :func:`add_convention` name, or the map.

    Raises :class:`InputError` for a map that is none, or not that of the two files.
    """
    if getattr(options, "map", None) is not None:
        return _mapped_convention(options)
    if hasattr(options, "map") and getattr(options, "candidate", None):
        _tell_of_weights(options.candidate)
    return convention(options.convention or "smatch", top=options.top, duplicates=options.duplicates)


def tell_of_documents(options: argparse.Namespace) -> None:
    """Say on standard error that documents of UMR are scored without ``--convention``, where that can be given."""
    documents = [file for file in _named_files(options) if file.startswith(DOCUMENTS)]
    names_others = getattr(options, "every_convention", None) or hasattr(options, "conventions")
    if documents and options.convention is None and not names_others:
        say(f"{documents[0]}: relations of documents count as in UMR by --convention umr alone", file=sys.stderr)


_BEFORE_MAP, _LONGEST_MAP = b"# ::weights ", 1_000
"""Behind this `reduce` writes, in the first line of a graph, the name of a map with weights; and its bytes, at most."""


def _tell_of_weights(file: str) -> None:
    """Say on standard error that the graph of a file has weights, which do not count without its map."""
    if not Path(file).is_file():  # what may be read once only, or is not there
        return
    with opened_plain(file, of="AMRs") as opened:
        line = opened.readline(_LONGEST_MAP)
    if line.startswith(_BEFORE_MAP):
        name = line.removeprefix(_BEFORE_MAP).decode(errors="replace").strip()
        question = f"without --map {name} no triple has its weight, and the answer is none to the problem reduced"
        say(f"{file}: {question}", file=sys.stderr)


def _mapped_convention(options: argparse.Namespace) -> Convention:
    """The convention with the weights that a map states, whose graphs the only ones of the two files have to be."""
    from smatchproof.scoring.pairs.pair_map import read_pair_map  # few scores need a map

    given = [name for name in ("convention", "top", "duplicates") if getattr(options, name)]
    if given:
        raise UsageError(f"--{given[0]} is not for --map, which says what is counted; leave one of them out")
    files = [options.candidate, options.reference]
    if STANDARD_INPUT in (*files, options.map):
        raise UsageError("--map is compared with the graphs before they are scored; name files, not -")
    graphs = []
    for file in files:
        with Corpus(file) as corpus:
            blocks = [*islice(corpus.blocks(), 2)]
            if len(blocks) != 1:
                number = "several graphs" if blocks else "no graph"
                raise InputError(f"{number} in this file", Place(file), "a map is of one pair; give files of one graph")
            graphs.append(blocks[0].parse())
    said = read_pair_map(read_text(options.map), options.map)
    return said.pair(graphs[0], graphs[1], options.map).convention


def add_convention(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the convention."""
    add_options(parser.add_argument_group("convention"), "convention", "top", "duplicates")


def read_limits(options: argparse.Namespace, **more: Any) -> SolveParams:
    """The limits that the options of :data:`LIMITS` name, in parameters that are the default ones but for `more`."""
    megabytes = options.memory_limit
    return SolveParams(
        time_limit=options.time_limit,
        memory_limit=None if megabytes is None else megabytes * 10**6,
        node_limit=options.node_limit,
        proof_limit=options.proof_limit,
        **more,
    )


def read_settings(options: argparse.Namespace) -> ScoreSettings:
    """The settings from the options of a convention and of a method, with defaults for options not given."""
    backend = Backend(options.solver or Backend.HIGHS)
    asked = getattr(options, "at_least", None)
    params = read_limits(options, seed=options.seed or 0, backend=backend, at_least=asked)
    restarts = {"restarts": given} if (given := getattr(options, "restarts", None)) is not None else {}
    return ScoreSettings(read_convention(options), method(options.method or DEFAULT_METHOD, **restarts).name, params)


def add_format(group: argparse._ActionsContainer, *formats: str, words: str = "") -> None:
    """Declare the formats of the output: text, and the others."""
    default = f"{words} (default: text)".lstrip()
    group.add_argument("--format", choices=["text", *formats], default="text", help=default)


def add_plugins(parser: argparse.ArgumentParser, what: str) -> None:
    """Declare the option that names the code that files may name."""
    parser.add_argument(
        "--plugin",
        action="append",
        default=[],
        metavar="FILE.py",
        help=f"your file whose objects {what} may name, as FILE.py:NAME; repeat it for several",
    )


def allow_plugins(options: argparse.Namespace) -> None:
    """Let the objects of the files be used that the option of :func:`add_plugins` names."""
    for plugin in options.plugin:
        if not plugin.endswith(".py"):
            raise UsageError(f"--plugin {quoted(plugin)}: expected a Python file, such as mine.py")
        allow(plugin)


def names(kind: type[StrEnum]) -> list[str]:
    """The choices of an option, so that argparse shows them as a user types them."""
    return [member.value for member in kind]


def refuse_one_stream_twice(options: argparse.Namespace) -> None:
    """Raise :class:`UsageError` when two of the files that a command reads are standard input."""
    if input_files(options).count(STANDARD_INPUT) > 1:
        raise UsageError("standard input can be read once only; name files in the place of each - but one")


def name_type(named: Callable[[str], str]) -> Callable[[str], str]:
    """The type of an option whose values are names, of code of a user too, which `named` lets run from then on."""

    def read(text: str) -> str:
        try:
            return named(text)
        except UserCodeError:  # with its traceback
            raise
        except SmatchproofError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return read


convention_name = name_type(lambda text: convention(allowed_convention(text)).name)
method_name = name_type(lambda text: method(allowed_method(text)).name)
"""The types of options that name a convention, or a method."""


def option_type(kind: Kind[Value]) -> Callable[[str], Value]:
    """The type of an option whose values are of a kind."""

    def read(text: str) -> Value:
        try:
            return kind.parse(text)
        except UsageError as error:
            raise argparse.ArgumentTypeError(str(error)) from None
        except (ValueError, OverflowError):
            raise argparse.ArgumentTypeError(f"expected {kind.expected}, found {quoted(text)}") from None

    return read


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """The type of an option that is an integer from `least` to `most`.

    >>> whole_number(1, 9)("100000000000000000000")
    Traceback (most recent call last):
    ...
    argparse.ArgumentTypeError: expected a whole number from 1 to 9, found '100000000000000000000'
    """
    return option_type(whole_number_kind(least, most))


def _valued(kind: Callable[[str], Any], metavar: str, help: str) -> dict[str, Any]:
    """An option with a value, as argparse takes it."""
    return {"type": kind, "metavar": metavar, "help": help}


_SHARED: dict[str, dict[str, Any]] = {
    "convention": _valued(
        convention_name, "NAME", f"rule that turns graphs into triples: {', '.join(CONVENTIONS)} (default: smatch)"
    ),
    "top": {"choices": names(Top), "help": "override: content of the triple that marks the root"},
    "duplicates": {"choices": names(Duplicates), "help": "override: number of matches of repeated triples"},
    "map": {"metavar": "FILE", "help": "count by the map of this pair, with its weights (see reduce)"},
    "method": _valued(method_name, "NAME", f"{', '.join(METHODS)} (default: {DEFAULT_METHOD})"),
    "restarts": _valued(
        option_type(NUMBERS["restarts"]),
        "N",
        "random starts of R, or of S and F behind the smart one (S+4R: S with 4; default: 1 of R, 0 of others)",
    ),
    "time-limit": _valued(
        option_type(SECONDS),
        "SECONDS",
        f"for each search, at most {MOST_SECONDS:,}; its proof is written and checked after it (default: none)",
    ),
    "memory-limit": _valued(
        whole_number(1, LARGEST_MEMORY),
        "MB",
        "for each pair, by estimate, in megabytes; a larger pair gets an interval (default: none)",
    ),
    "node-limit": _valued(
        whole_number(1, LARGEST_NODE_LIMIT),
        "N",
        f"of the search tree of each pair, at most {LARGEST_NODE_LIMIT:,} (default: none)",
    ),
    "proof-limit": _valued(
        whole_number(1, LARGEST_PROOF_LIMIT),
        "N",
        "duals and nodes in the proof of each pair; a pair with a longer one is not certified (default: a "
        "billion for a search tree, a million or more for other proofs)",
    ),
    "solver": {"choices": names(Backend), "help": "program behind the ilp methods (default: highs)"},
    "seed": {"type": option_type(SEED), "metavar": "N", "help": "of everything random (default: 0)"},
    "vectors": {"metavar": "FILE", "help": "word vectors in GloVe's text format, may be .gz"},
    "similarities": {
        "metavar": "FILE",
        "help": "table of similarities instead: value, value, number from 0 to 1",
    },
    "asymmetric": {"action": "store_true", "default": None, "help": "the table holds from left to right only"},
    "threshold": _valued(
        option_type(UNIT), "T", "similarities below count as none (default: 0.5; s2match: what its program takes)"
    ),
    "sense": _valued(
        option_type(UNIT),
        "C",
        "with vectors: what different senses of a lemma match, as in s2match.py (0.5 there; default: as the "
        "vectors say)",
    ),
    "graded": {"choices": names(Graded), "help": "which triples may match by similarity (default: concepts)"},
    "denominator": _valued(
        option_type(DENOMINATOR), "N", "similarities are rounded to multiples of 1/N, N at most 10^9 (default: 1000000)"
    ),
    "ngrams": _valued(option_type(NUMBERS["ngrams"]), "N", "paths of up to N nodes, from 1 to 9 (default: 3)"),
    "commit": {"metavar": "COMMIT", "help": "of the authors' program: 69ff2d4, or 530bc05 (default: 69ff2d4)"},
    "reader": {"metavar": "NAME", "help": "of graphs: sembleu, or penman as everywhere here (default: sembleu)"},
    "clusters": {
        "metavar": "REGEX",
        "help": "pairs in whose ids REGEX finds the same text, or the same first group, are not independent: sentences "
        "of a document (default: all pairs are)",
    },
    "decimals": _valued(
        option_type(DECIMALS), "N", "of scores; JSON and CSV have all (default: 4, or 2 with --percent)"
    ),
    "percent": {"action": "store_true", "help": "scores as percentages"},
    "jobs": _valued(whole_number(1, MOST_JOBS), "N", f"processes, at most {MOST_JOBS:,} (default: one per processor)"),
    "scheduler": {
        "metavar": "ADDRESS",
        "help": "let the Dask cluster of this scheduler do the work instead; trust it as you trust this machine",
    },
    "on-error": {
        "choices": names(OnError),
        "help": "a graph that cannot be read: stop, or take it for empty and say so (default: stop)",
    },
    "require-proof": {"action": "store_true", "default": None, "help": "exit with 1 unless every pair is certified"},
}
"""The options that several commands have, each stated once, as argparse takes them."""
LIMITS = "time-limit", "memory-limit", "node-limit", "proof-limit"
"""The limits at which the search for a better alignment, or a proof, stops."""


def add_options(group: argparse._ActionsContainer, *options: str) -> None:
    """Declare some of the options that several commands have."""
    for name in options:
        group.add_argument(f"--{name}", **_SHARED[name])


_INPUTS = (
    "candidate", "reference", "systems", "versus", "files", "map", "vectors", "similarities", "evidence",
    "human",
    "file", "fit", "back", "proofs",
)  # fmt: skip
"""Options that name files to read."""


def input_files(options: argparse.Namespace) -> list[str]:
    """The files that a command is asked to read: no output may be one of them."""
    return [file.removeprefix(DOCUMENTS) for file in _named_files(options)]


def _named_files(options: argparse.Namespace) -> list[str]:
    """The files that a command is asked to read, as they are named."""
    named = [getattr(options, name, None) or () for name in _INPUTS]
    return [file for each in named for file in ([each] if isinstance(each, str) else each)]
