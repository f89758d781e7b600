"""``smatchproof generate``: random graphs, noisy copies, digraph pairs, traps and hard families, as AMR files."""

from __future__ import annotations

import argparse
import itertools
import json
import random
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import IO, Any, NamedTuple

from smatchproof.base.errors import CheckFailedError, InputError, Place, UsageError, unknown
from smatchproof.base.files import writing
from smatchproof.base.record import replace
from smatchproof.base.text import many
from smatchproof.lab.experiments.method_adversary import adversary_summary, search_against
from smatchproof.lab.generators import (
    TRAPS,
    AdversaryParams,
    CorpusStatistics,
    annotate,
    overlapping_digraph_pair,
    random_graphs,
    rooted_pair,
)
from smatchproof.lab.generators.parameters import (
    ADVERSARY,
    ANNOTATIONS,
    DIGRAPHS,
    GRAPHS,
    RANDOM_SEED,
    Parameter,
    read_values,
)
from smatchproof.lab.generators.traps import TrapParameter
from smatchproof.lab.reductions.families import FAMILIES, Value, family
from smatchproof.lab.reductions.maps import write_map
from smatchproof.public import Corpus, Graph, GraphPair, write_graph
from smatchproof.shell.command_parser import add_command
from smatchproof.shell.options import input_files, method_name, option_type
from smatchproof.shell.terminal import say, with_progress

_DESCRIPTION = """\
Write random, noisy or adversarial graphs. The same options and seed write the
same files.

  smatchproof generate graphs --number 100 --variables 5-30 -o graphs.amr
  smatchproof generate annotations graphs.amr --noise 1.5 -o noisy.amr
  smatchproof generate digraphs --nodes 20 --overlap 0.8 -o left.amr right.amr
  smatchproof generate trap circle persons=8 -o left.amr right.amr
  smatchproof generate family max-qap size=10 -o left.amr right.amr
  smatchproof generate adversary --method R -o left.amr right.amr
"""
_Files = tuple[IO[str], ...]


class _Kind(NamedTuple):
    """A kind of graphs: its help, the function that makes them, its parameters, and options that are no parameters.

    `outputs` are the names of the files to write.
    """

    help: str
    description: str
    make: Callable[[argparse.Namespace, _Files], str]
    parameters: Iterable[Parameter] = (RANDOM_SEED,)
    outputs: str | tuple[str, str] = ("LEFT", "RIGHT")
    more: Mapping[str, Mapping[str, Any]] = {}


def add_parser(commands: Any) -> None:
    """Declare the command and its kinds."""
    parser = add_command(commands, "generate", _DESCRIPTION)
    kinds = parser.add_subparsers(title="kinds", metavar="KIND", required=True)
    for name, kind in _KINDS.items():
        parser = kinds.add_parser(name, help=kind.help, description=kind.description)
        if "\n" in kind.description:
            parser.formatter_class = argparse.RawDescriptionHelpFormatter
        one = isinstance(kind.outputs, str)
        parser.add_argument(
            "-o",
            "--output",
            nargs=None if one else 2,
            required=True,
            metavar=kind.outputs,
            help="file to write" if one else "files to write",
        )
        for each in kind.parameters:
            read = option_type(each.kind)
            parser.add_argument(f"--{each.name}", type=read, default=each.default, metavar=each.metavar, help=each.help)
        for option, words in kind.more.items():
            parser.add_argument(option, **words)
        parser.set_defaults(run=_run, make=kind.make)


# ---- random AMRs


def _graphs(options: argparse.Namespace, files: _Files) -> str:
    graphs = random_graphs(_statistics(options.fit), options.number, options.seed, options.variables)
    _write(files, ((graph,) for graph in graphs))
    return ""


# ---- annotators


def _annotations(options: argparse.Namespace, files: _Files) -> str:
    statistics = _statistics(options.fit)
    out, *logs = files
    total = at = 0
    with Corpus(options.file) as originals:
        for at, block in enumerate(originals.blocks(), 1):
            graph, rng = block.parse(), random.Random(f"annotation {options.seed} {at}")
            copy = annotate(graph, options.noise, rng, statistics)
            out.write(write_graph(copy.graph) + "\n\n")
            total += len(copy.operations)
            for log in logs:
                done = [operation._asdict() for operation in copy.operations]
                row = {"id": graph.id or str(at), "operations": done, "alignment": dict(copy.alignment)}
                log.write(json.dumps(row, ensure_ascii=False) + "\n")
    if not at:
        raise InputError("no graph in this file", Place(options.file), "expected PENMAN graphs: (x / concept ...)")
    return f"{options.output}: {many(total, 'change')}"


# ---- digraphs


def _digraphs(options: argparse.Namespace, files: _Files) -> str:
    shape, matched = (options.degree, options.labels, options.concepts, options.overlap), list[int]()

    def pairs() -> Iterator[tuple[Graph, Graph]]:
        for at, (nodes, number) in enumerate(itertools.product(options.nodes, range(options.number)), 1):
            planted = overlapping_digraph_pair(nodes, *shape, options.seed + number)
            matched.append(planted.matched + 1)  # and TOP
            yield _with_id(rooted_pair(planted.left, planted.right), f"digraph-{options.seed}.{at}")

    try:
        _write(files, pairs())
    except ValueError as error:
        raise UsageError(f"{error}; change --degree or --nodes") from None
    return f"the planted alignments match {sum(matched):,} triples in all; optima match as many, or more"


# ---- traps


def _trap(options: argparse.Namespace, files: _Files) -> str:
    if options.family not in TRAPS:
        raise unknown("trap", options.family, TRAPS)
    trap = TRAPS[options.family].make(**read_values(options.parameters))
    _write(files, [_with_id(trap.pair, trap.name)])
    parameters = ", ".join(_assigned(trap.parameters))
    lines = [f"{trap.name} ({parameters}): the optimum is {trap.optimum}: {trap.why_optimal}"]
    if trap.stuck is not None:
        lines.append(f"a climb that misses it ends at {trap.stuck}")
    if (failure := trap.failure(4)) is not None:
        lines.append(f"a smart start and 4 random restarts miss it with probability {failure:.3f}")
    return "\n".join(lines)


# ---- families of hard pairs


def _family(options: argparse.Namespace, files: _Files) -> str:
    member = family(options.family).member(options.seed, **read_values(options.parameters))
    left, right, *maps = files
    _write((left, right), [_with_id(member.pair, f"{member.stored.name}-{options.seed}")])
    for file in maps:
        file.write(write_map(member.stored))
    said = f"{options.family} ({', '.join(_assigned(member.parameters))}), carried over by {member.stored.name}"
    if member.planted is None:
        return said
    return f"{said}: the planted alignment matches {member.pair.matched(member.planted):,} triples, the optimum"


def _assigned(values: Mapping[str, Value]) -> list[str]:
    return [f"{name}={str(value).lower()}" for name, value in values.items()]


def _entry(name: str, summary: str, parameters: Sequence[str]) -> str:
    """A name and its parameters for help."""
    words = f"{summary}: {', '.join(parameters)}"
    return f"\n  {name}\n{textwrap.fill(words, 78, initial_indent='    ', subsequent_indent='    ')}"


def _with_meaning(parameter: TrapParameter) -> str:
    value = "" if parameter.default is None else f"={parameter.default}"
    return f"{parameter.name}{value} ({parameter.meaning})"


# ---- adversary


class NothingFoundError(CheckFailedError):
    """A search for a pair that a method misses has found none: nothing is written."""

    heading = "nothing found"


def _adversary(options: argparse.Namespace, files: _Files) -> str:
    params = AdversaryParams(
        evaluations=options.evaluations,
        seed=options.seed,
        copies=options.copies,
        variables=options.variables,
        time_limit=options.time_limit,
    )
    search = search_against(options.method, params)
    for _ in with_progress(search.steps(), "evaluations", place=lambda done: (done, params.budget)):
        pass
    worst = search.found()
    if not worst.missed:
        raise NothingFoundError(
            f"{options.method} missed nothing in {len(worst.ends)} runs on the worst pair of {search.spent:,} "
            "evaluations; give it more --evaluations or --variables, or another --seed"
        )
    left, right = _with_id(worst.pair, f"adversary-{options.seed}")
    _write(files, [(left, right)])
    return adversary_summary(options.method, worst)


# ---- common parts


def _with_id(pair: GraphPair, id: str) -> tuple[Graph, Graph]:
    return replace(pair.left, id=id), replace(pair.right, id=id)


def _run(options: argparse.Namespace) -> int:
    """Open the output files before anything is made, so that what cannot be written is known at once."""
    outputs = [options.output] if isinstance(options.output, str) else options.output
    outputs = [*outputs, *(each for name in ("changes", "written_map") if (each := getattr(options, name, None)))]
    with writing(*outputs, inputs=input_files(options)) as files:
        message = options.make(options, files)
    if message:
        say(message, file=sys.stderr)
    return 0


def _write(files: _Files, rows: Iterable[Sequence[Graph]]) -> None:
    """One graph of each row to each file."""
    for row in rows:
        for file, graph in zip(files, row, strict=True):
            file.write(write_graph(graph) + "\n\n")


def _statistics(fit: str | None) -> CorpusStatistics:
    from smatchproof.lab.experiments.sources import statistics_of

    return statistics_of(fit)


# ---- the kinds

_CHOICE: dict[str, dict[str, Any]] = {
    "family": {"metavar": "FAMILY", "help": "one of those above"},
    "parameters": {"metavar": "NAME=VALUE", "nargs": "*", "default": [], "help": "its parameters"},
}
"""The arguments that name a row of the table in a description, and its parameters."""
_KINDS = {
    "graphs": _Kind(
        "random AMRs of realistic shape",
        "Random AMRs with the statistics of a corpus (--fit), or those of a small built-in vocabulary.",
        _graphs,
        GRAPHS,
        "FILE",
    ),
    "annotations": _Kind(
        "noisy copies of graphs, as another annotator might write them",
        "A copy of each graph with annotator noise. With --noise 0 only names of variables and the order of branches "
        "change: comparing that with the original is a self-comparison.",
        _annotations,
        ANNOTATIONS,
        "FILE",
        {
            "file": {"metavar": "FILE", "help": "file of AMRs"},
            "--changes": {"metavar": "LOG", "help": "file for the changes, a graph a line (jsonl)"},
        },
    ),
    "digraphs": _Kind(
        "pairs of random labelled digraphs with a planted overlap",
        "Random labelled digraphs below a root, each with a copy in hidden order of which a share was rewired. There "
        "are as many pairs of each number of nodes.",
        _digraphs,
        DIGRAPHS,
    ),
    "trap": _Kind(
        "a pair with a known optimum that hill-climbing misses",
        "A pair with a known optimum that hill-climbing misses. FAMILY is one of\n"
        + "".join(_entry(each.name, each.summary, [*map(_with_meaning, each.parameters)]) for each in TRAPS.values()),
        _trap,
        (),
        more=_CHOICE,
    ),
    "family": _Kind(
        "a hard pair: an instance of another problem, carried over",
        "A hard pair: a random instance of another problem, carried over. FAMILY is\n"
        + "".join(_entry(each.name, each.summary, _assigned(each.parameters)) for each in FAMILIES.values()),
        _family,
        more={
            **_CHOICE,
            "--map": {"dest": "written_map", "metavar": "FILE", "help": "file for the map, for reduce --back"},
        },
    ),
    "adversary": _Kind(
        "a natural-looking pair whose optimum a method misses most often",
        "Search for two small graphs that look like annotations and whose optimum a method misses most often. The "
        "certified solver proves the optimum; runs with new seeds measure how often the method misses it. Where it "
        "never does, nothing is written and the exit code is 1.",
        _adversary,
        ADVERSARY,
        more={
            "--method": {
                "type": method_name,
                "default": "S+4R",
                "metavar": "NAME",
                "help": "any method of score (default: S+4R)",
            },
            "--copies": {"action": "store_true", "help": "a graph and a renamed copy of it, not different graphs"},
        },
    ),
}
