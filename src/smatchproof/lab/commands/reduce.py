"""``smatchproof reduce``: an instance of another problem as a pair of AMRs, and the answer back."""

from __future__ import annotations

import argparse
import re
import shlex
import sys
from pathlib import Path
from typing import Any

from msgspec import Struct

from smatchproof.base.errors import InputError, Place, UsageError
from smatchproof.base.files import STANDARD_OUTPUT, read_text, refuse_same_files, write_files
from smatchproof.base.limits import LARGEST_CLIQUE
from smatchproof.base.optional import require
from smatchproof.base.record import replace
from smatchproof.base.records import read_json
from smatchproof.base.text import many, table_lines
from smatchproof.base.user_code import allow
from smatchproof.lab.reductions.answers import Answer, answer, solve
from smatchproof.lab.reductions.maps import read_map, write_map
from smatchproof.lab.reductions.problems.graph_files.formats import FORMATS
from smatchproof.lab.reductions.reduction import Affine, Threshold
from smatchproof.lab.reductions.registry import SOURCES, SourceText, StoredReduction, reduce, source_problem
from smatchproof.public import (
    GraphPair,
    NamedAlignment,
    Refused,
    SolveParams,
    Top,
    VerificationError,
    check_text,
    pair_map,
    write_graph,
)
from smatchproof.shell.command_parser import add_command
from smatchproof.shell.options import LIMITS, add_options, add_plugins, allow_plugins, names, read_limits, whole_number
from smatchproof.shell.terminal import say, shown_name

_DESCRIPTION = """\
Carry an instance of another problem over to a pair of AMRs whose Smatch score
answers it, and carry an alignment of that pair back:

  smatchproof reduce sat formula.cnf --solve
  smatchproof reduce sat formula.cnf -o left.amr right.amr
  smatchproof decide left.amr right.amr --at-least N --certificates proof.jsonl
  smatchproof reduce --back left.map.json proof.jsonl

SOURCE is one of

"""


def add_parser(commands: Any) -> None:
    """Declare the command."""
    names_and_files = table_lines([(name, f"{entry.files}:") for name, entry in SOURCES.items()], (False, False))
    summaries = (entry.reduction.summary for entry in SOURCES.values())
    table = "\n".join(f"  {line}\n    {summary}" for line, summary in zip(names_and_files, summaries, strict=True))
    parser = add_command(commands, "reduce", _DESCRIPTION + table)
    parser.add_argument(
        "source", metavar="SOURCE", nargs="?", help="what kind of problem the files hold, or yours as FILE.py:NAME"
    )
    parser.add_argument("files", metavar="FILE", nargs="*", help="the instance, may be .gz; - reads standard input")
    parser.add_argument("-o", "--output", nargs=2, metavar=("LEFT", "RIGHT"), help="files for the two AMRs")
    parser.add_argument("--map", metavar="FILE", help="file for the map (default: LEFT with suffix .map.json)")
    parser.add_argument(
        "--back",
        nargs=2,
        metavar=("MAP", "ALIGNMENT"),
        help="answer in the words of the source: ALIGNMENT is a certificate, a row of score --format jsonl, or what "
        "export --back -o wrote",
    )
    parser.add_argument(
        "--solve", action="store_true", help="answer at once, in the words of the source; a proof is checked in memory"
    )
    parser.add_argument(
        "--html", metavar="FILE", help="write a page: the instance drawn, its pair if small, and a solution found"
    )
    parser.add_argument("--top", choices=names(Top), help="content of the TOP triple (default: const)")
    add_plugins(parser, "a map")
    group = parser.add_argument_group("options of single sources")
    group.add_argument(
        "--size", type=whole_number(0, LARGEST_CLIQUE), metavar="K", help=f"of the clique, at most {LARGEST_CLIQUE:,}"
    )
    group.add_argument(
        "--graph-format",
        metavar="NAME",
        help="of the graph files; without it their content decides, and what two formats could mean is refused: "
        f"{', '.join(FORMATS)}",
    )
    group.add_argument("--directed", action="store_true", help="files that do not say it are of directed graphs")
    group.add_argument("--induced", action="store_true", help="non-edges have to go to non-edges")
    group.add_argument("--lean", action="store_true", help="only the quadratic part of max-qap is shared")
    group.add_argument(
        "--copies", action="store_true", help="qap without weights in the map, for other programs: many more triples"
    )
    add_options(parser.add_argument_group("limits of --solve"), *LIMITS)
    parser.set_defaults(run=run)


_CHOICES = ("size", "directed", "induced", "lean", "copies", "graph_format")


def run(options: argparse.Namespace) -> int:
    """Reduce, or answer."""
    allow_plugins(options)
    given = {name: getattr(options, name) for name in _CHOICES}
    chosen = {name: value for name, value in given.items() if value is not None and value is not False}
    _refuse_unused(options, bool(chosen))
    if options.back:
        return _back(*options.back)
    if options.output:
        left, right = options.output
        if STANDARD_OUTPUT in options.output and not options.map:
            raise UsageError("standard output gives the map no name; add --map FILE")
        plain = Path(left.removesuffix(".gz"))
        map_name = options.map or f"{plain.parent / plain.stem}.map.json"  # LEFT may be a folder
        refuse_same_files((left, right, map_name, options.html or f"{map_name}.html"), options.files)
    elif options.html:
        refuse_same_files([options.html], options.files)
    name = allow(options.source)
    source_problem(name)  # refuse the name before the files are read: SOURCE and FILE may be exchanged
    texts = tuple(SourceText(file, read_text(file)) for file in options.files)
    stored = reduce(name, texts, chosen, Top(options.top or Top.CONST))
    reduction = stored.reduction
    for line in stored.read:
        say(line, file=sys.stderr)
    if options.output:
        _write_pair(stored, left, right, map_name)
    if not options.solve:
        if options.html:
            _write_page(options.html, stored)
        return 0
    said, comparison = solve(reduction, read_limits(options))
    if options.html:
        _write_page(options.html, stored, dict(comparison.alignment), str(said))
    if not said.settled and isinstance(reduction.relation, Threshold):
        say(f"no proof: {comparison.reason or 'none was found'}; a higher limit may allow one", file=sys.stderr)
    return _say(said)


def _refuse_unused(options: argparse.Namespace, has_choices: bool) -> None:
    limits = read_limits(options) != SolveParams()
    others = any(getattr(options, name) for name in ("source", "output", "map", "top", "solve", "html"))
    if options.back and (has_choices or limits or others):
        raise UsageError("--back takes a map and an alignment, and nothing else: the map says how it was made")
    if not options.back and not (options.source and (options.output or options.solve or options.html)):
        if options.source:
            source_problem(allow(options.source))
        ways = "--solve, --html FILE or -o LEFT RIGHT"
        raise UsageError(f"name SOURCE and FILE and say {ways}, or answer with --back MAP ALIGNMENT")
    if options.map and not options.output:
        raise UsageError("--map names the file of the map, which is written with -o LEFT RIGHT")
    if limits and not options.solve:
        raise UsageError("limits are for --solve; without it nothing is solved")


def _write_pair(stored: StoredReduction, left: str, right: str, map_name: str) -> None:
    """Write both graphs and the map, and print their sizes and how many matches answer the source."""
    pair, relation = stored.reduction.target, stored.reduction.relation
    note = "" if pair.weights is None else f"# ::weights {Path(map_name).name}\n"
    contents = {
        left: note + write_graph(replace(pair.left, id=stored.name)) + "\n",
        right: note + write_graph(replace(pair.right, id=stored.name)) + "\n",
        map_name: write_map(stored),
    }
    write_files(contents)
    one, other = (
        f"{name}: {many(len(graph.variables), 'variable')}, {many(graph.size, 'triple')}"
        for name, graph in zip((left, right), pair.triples(), strict=True)
    )
    say(f"{one}; {other}; map: {map_name}", file=sys.stderr)
    if pair.weights is not None:
        say(f"the map states weights of triples: score with --map {map_name}", file=sys.stderr)
    if isinstance(relation, Threshold) and relation.least:
        asked = ["smatchproof", "decide", left, right, "--at-least", str(relation.least)]
        asked += [] if pair.top is Top.CONST else ["--top", pair.top]
        say(f"the answer is yes if {many(relation.least, 'triple')} match: {shlex.join(asked)}", file=sys.stderr)
    if isinstance(relation, Affine):
        factor = f"{abs(relation.factor):,} x " * (abs(relation.factor) > 1)
        value = f"{factor}{stored.reduction.source.quantity}" + f" / {relation.unit:,}" * (relation.unit > 1)
        say(f"matched triples = {relation.constant:,} {'-+'[relation.factor > 0]} {value}", file=sys.stderr)


def _write_page(file: str, stored: StoredReduction, *found: Any) -> None:
    """Write the page of an instance, with an alignment and the answer where they were `found`."""
    from smatchproof.lab.reductions.pictures import reduction_page

    require("reduce --html", "jinja2")
    names = ", ".join(shown_name(text.source) for text in stored.texts)
    write_files({file: reduction_page(stored, f"{stored.name}: {names}", *found)})
    say(f"written to {file}", file=sys.stderr)


def _back(map_name: str, alignment_name: str) -> int:
    reduction = read_map(read_text(map_name), map_name).reduction
    found = _read_alignment(read_text(alignment_name), alignment_name, reduction.target)
    try:
        said = answer(reduction, *found)
    except ValueError as error:
        raise InputError(str(error), Place(alignment_name), "align the graphs that belong to the map") from None
    return _say(said)


def _say(said: Answer) -> int:
    say(said)
    return 0 if said.settled else 1


def _read_alignment(text: str, source: str, pair: GraphPair) -> tuple[NamedAlignment, int | None]:
    """The alignment and the bound of a certificate, which is checked, or the alignment of a row of ``score``."""
    hint = "name a file with one certificate, one row of score --format jsonl, or what export --back -o wrote"
    rows = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if rows and _IS_CERTIFICATE.search(rows[0][1]) and all(line.startswith("[") for _, line in rows[1:]):
        return _certified("\n".join(line for _, line in rows), f"{source}:{rows[0][0]}", pair)
    if len(rows) != 1:
        place = Place(source, rows[1][0] if rows else 1)
        raise InputError(f"expected one row, found {len(rows):,}", place, hint)
    number, line = rows[0]
    row = read_json(line, source, _Row, hint, number)
    alignment = dict(row.alignment)
    if len(alignment) < len(row.alignment):
        raise InputError("alignment: a left variable is used twice", Place(source, number), hint)
    if row.sha256 not in (None, pair_map.question_sha256(pair)):
        hint = "take the graphs, the map and the options that reduce has printed"
        raise InputError("the row is about other graphs or another convention", Place(source, number), hint)
    return alignment, None


_IS_CERTIFICATE = re.compile(r'"proof"\s*:')


class _Row(Struct, frozen=True):
    """The fields that are read of a row of ``score --format jsonl``, or of the part of it that says the alignment."""

    alignment: list[tuple[str, str]]
    sha256: str | None = None


def _certified(text: str, place: str, pair: GraphPair) -> tuple[NamedAlignment, int]:
    try:
        record = check_text(text)
    except Refused as refused:
        raise VerificationError(f"{place}: {refused}") from None
    if record["sha256"] != pair_map.question_sha256(pair):
        raise VerificationError(f"{place}: the certificate is about other graphs or another convention")
    mapping = dict(record["alignment"])
    partners = [mapping.get(index) for index in range(len(pair.left.variables))]
    return pair.names(partners), record["at_most"]
