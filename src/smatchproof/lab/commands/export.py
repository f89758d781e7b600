"""``smatchproof export``: pairs as instances for the solvers of other fields, their answers back, and proofs."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any, NamedTuple

from smatchproof.base.errors import CheckFailedError, UsageError
from smatchproof.base.files import STANDARD_OUTPUT, make_folder, read_text, refuse_same_files, write_files, writing
from smatchproof.base.record import replace
from smatchproof.base.text import Section, table_lines
from smatchproof.base.version import VERSION
from smatchproof.lab.reductions.from_smatch.base import Names, SolutionFile, TripleGraphPair, in_units
from smatchproof.lab.reductions.from_smatch.boolean import OpbFromSmatch
from smatchproof.lab.reductions.from_smatch.formats import FORMATS
from smatchproof.lab.reductions.from_smatch.veripb import proof_lines
from smatchproof.public import (
    AlignmentMetric,
    Corpus,
    Counts,
    Graph,
    ScoreSettings,
    check_pairing,
    couples,
    fingerprint,
    matching,
    metric,
    pair_blocks,
    proved_by_weights,
    recounted,
)
from smatchproof.shell.command_parser import add_command
from smatchproof.shell.metric_options import add_similarities, read_similarities
from smatchproof.shell.options import (
    LIMITS,
    add_convention,
    add_files,
    add_options,
    input_files,
    read_convention,
    read_limits,
)
from smatchproof.shell.pair_files import FileNames
from smatchproof.shell.pairs import add_id, find_pair
from smatchproof.shell.terminal import say, with_progress

_DESCRIPTION = """\
Write the alignment problem of one pair in a format that other solvers read, and
read back their answers:

  smatchproof export left.amr right.amr --id s.7 --to wcnf -o s.7.wcnf
  some-solver s.7.wcnf > answer.txt
  smatchproof export left.amr right.amr --id s.7 --to wcnf --back answer.txt
  smatchproof export left.amr right.amr --to wcnf --back answer.txt -o row.json
  smatchproof reduce --back left.map.json row.json       # of a pair of reduce

Comments in each file state how its optimum gives the largest number of matched
triples, and which variable is which pair. Or write a proof of the optimum for
VeriPB, a proof checker that others have written:

  smatchproof export left.amr right.amr --id s.7 --to veripb -o s.7
  veripb s.7.opb s.7.pbp

"""

_PROGRAMS = """
--back reads what MaxSAT and pseudo-Boolean solvers write, HiGHS, CBC, SCIP,
glpsol, SYMPHONY, Gurobi, CPLEX, lp_solve, toulbar2, cliquer and libmpopt, or
any list of vertices; what the solver does not call optimal is a lower bound"""

VERIPB = "veripb"
SUFFIXES = (".opb", ".pbp")
_ONLY_PROOFS = ("time_limit", "memory_limit", "node_limit", "proof_limit")
"""Options that only proofs make use of."""


def add_parser(commands: Any) -> None:
    """Declare the command."""
    rows = [(name, reduction.suffix, reduction.summary) for name, reduction in FORMATS.items()]
    rows.append((VERIPB, SUFFIXES[1], f"the proof of the optimum, for VeriPB, and its {SUFFIXES[0]} file"))
    table = "\n".join(f"  {line}" for line in table_lines(rows, (False, False, False)))
    parser = add_command(commands, "export", f"{_DESCRIPTION}formats:\n{table}\n{_PROGRAMS}")
    add_files(parser)
    add_id(parser)
    parser.add_argument("--all", action="store_true", help="every pair, into the folder -o; their ids name the files")
    parser.add_argument("--to", metavar="FORMAT", choices=[*FORMATS, VERIPB], required=True, help="one of those above")
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write it (default: standard output)")
    parser.add_argument(
        "--back", metavar="SOLUTION", help="print a solver's alignment, recounted; with -o write it for reduce --back"
    )
    parser.add_argument(
        "--metric", choices=["smatch", "graded-smatch"], help="graded-smatch: concepts match by similarity (not clique)"
    )
    add_similarities(parser)
    add_convention(parser)
    add_options(parser, "map")
    add_options(parser.add_argument_group("proofs (--to veripb)"), *LIMITS)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Find the pair, or all, and write it or read the answer."""
    _check(options)
    with Corpus(options.candidate) as left, Corpus(options.reference) as right:
        settings = _settings(options, left, right)
        if options.all:
            return _write_all(options, settings, left, right)
        blocks = find_pair(left, right, options.id)
        graphs = blocks[0].parse(), blocks[1].parse()
    if options.back:
        triples = _triples(graphs, settings)
        reduction = FORMATS[options.to].of_triples(triples)
        read = reduction.read_solution(read_text(options.back), options.back)
        if options.output:
            sha256 = fingerprint(settings.convention.signature, triples.left, triples.right)
            row = {"alignment": couples(triples.left, triples.right, read.alignment), "sha256": sha256}
            write_files({options.output: json.dumps(row, ensure_ascii=False) + "\n"}, input_files(options))
        say(_answer(triples, read, settings, options.to), file=sys.stderr if options.output else sys.stdout)
        return 0
    written = _write(options, settings, graphs, graphs[0].id or options.id or "1", options.output)
    if options.output:
        say(written.words, file=sys.stderr)
    return 0


def _check(options: argparse.Namespace) -> None:
    """Raise :class:`UsageError` for options that do not go together."""
    if options.all and (options.back or options.id is not None):
        raise UsageError(f"--all is for every pair, {'--back' if options.back else '--id'} for one; leave one out")
    if options.all and not options.output:
        raise UsageError("--all writes files into a folder; name it with -o FOLDER")
    read_similarities(options, [options.metric or "smatch"])
    if options.to != VERIPB:
        if given := [name for name in _ONLY_PROOFS if getattr(options, name) is not None]:
            raise UsageError(f"--{given[0].replace('_', '-')} is for veripb, not for {options.to}; leave it out")
    elif options.back:
        raise UsageError("--back reads the answer of a solver; VeriPB finds none, it checks (export --to opb has some)")
    elif not options.output:
        raise UsageError("a proof is two files, X.opb and X.pbp; name them with -o X, or -o FOLDER with --all")
    if options.output:
        refuse_same_files([options.output], input_files(options))


def _settings(options: argparse.Namespace, left: Corpus, right: Corpus) -> ScoreSettings:
    """Read the settings of the score whose optimum is exported or proved."""
    similarities = read_similarities(options, [options.metric or "smatch"])
    grading = similarities.grading([left, right]) if similarities else None
    settings = ScoreSettings(read_convention(options), params=read_limits(options), certificates=True)
    chosen = metric(options.metric or "smatch", settings, grading)
    assert isinstance(chosen, AlignmentMetric)  # both metrics align
    return chosen.settings


class NoProofError(CheckFailedError):
    """A pair whose bound has no proof that could be written."""

    heading = "no proof"


class Written(NamedTuple):
    """The result of a writer: a sentence, and whether the file proves a bound that no known alignment meets."""

    words: str
    is_interval: bool = False


def _write(
    options: argparse.Namespace, settings: ScoreSettings, graphs: tuple[Graph, Graph], id: str, output: str | None
) -> Written:
    """Write a pair, with its id, into a file, or to standard output: an instance for solvers, or a proof for VeriPB."""
    read = input_files(options)
    if options.to == VERIPB:
        assert output is not None  # the options have been checked
        return _write_proof(graphs, id, settings, output, read)
    reduction = FORMATS[options.to].of_triples(_triples(graphs, settings))
    title = [f"smatchproof {VERSION}, pair {id}, {settings.counted}"]
    with writing(output, inputs=read) if output else nullcontext((sys.stdout,)) as (file,):
        file.writelines(f"{line}\n" for line in reduction.lines(title))
    return Written(f"{output}: {reduction.relation_in_words}")


def _write_proof(
    graphs: tuple[Graph, Graph],
    id: str,
    settings: ScoreSettings,
    base: str,
    inputs: Sequence[str],
) -> Written:
    """Solve a pair and write BASE.opb and BASE.pbp, both or none; our own checker has accepted the proof first.

    A search that was stopped leaves the proof of a bound. Raises :class:`NoProofError` if there is no proof, and
    :class:`UsageError` for a file that is one of the `inputs`.
    """
    # VeriPB would have to be told why some best alignment covers a line: a tree without that is derived row by row
    settings = replace(settings, params=replace(settings.params, in_full=False))
    comparison = proved_by_weights(*graphs, settings, id)  # VeriPB gets weights, not triples
    problem, solution = comparison.problem, comparison.solution
    if problem is None or solution.proof is None or solution.proved_bound is None:
        raise NoProofError(f"pair {id}: {comparison.reason or 'there is no proof'}")
    couple = TripleGraphPair(comparison.left, comparison.right, settings.convention.duplicates)
    reduction = OpbFromSmatch(problem, Names.of(couple))
    title = [f"smatchproof {VERSION}, pair {id}, {settings.counted}"]
    if problem.unit > 1:
        title.append(f"a match of equal triples counts {problem.unit}")
    if base == STANDARD_OUTPUT:
        raise UsageError("a proof is two files, and standard output is one; name them with -o X")
    base = next((base.removesuffix(suffix) for suffix in SUFFIXES if base.endswith(suffix)), base)
    files = base + SUFFIXES[0], base + SUFFIXES[1]
    with writing(*files, inputs=inputs) as (opb, proof):
        opb.writelines(f"{line}\n" for line in reduction.lines(title))
        proof.writelines(f"{line}\n" for line in proof_lines(reduction, solution, title))
    unit, is_interval = "" if problem.unit == 1 else f"/{problem.unit}", solution.matched < solution.proved_bound
    most = f" than {solution.proved_bound}{unit}" if is_interval else ""
    check = f"check it: veripb {' '.join(map(shlex.quote, files))}"
    return Written(f"matched {solution.matched}{unit}, and no alignment matches more{most}; {check}", is_interval)


def _write_all(options: argparse.Namespace, settings: ScoreSettings, left: Corpus, right: Corpus) -> int:
    """Write every pair into the folder; a pair without a proof is reported, and the others are written all the same."""
    total, places = check_pairing(left, right)
    folder = make_folder(options.output)
    suffix = "" if options.to == VERIPB else FORMATS[options.to].suffix
    pairs = enumerate(pair_blocks(left, right, places), 1)
    names, without, intervals = FileNames(), 0, 0
    for position, blocks in with_progress(pairs, "writing", total):
        graphs = blocks[0].parse(), blocks[1].parse()
        id = graphs[0].id or str(position)
        try:
            file = str(folder / f"{names.of(id, position)}{suffix}")
            intervals += _write(options, settings, graphs, id, file).is_interval
        except NoProofError as error:
            without += 1
            print(error, file=sys.stderr)
    open_pairs = f", {intervals} with a bound above the best alignment" if intervals else ""
    missing = f", {without} without a proof" if without else ""
    say(f"{options.output}: {total - without} of {total} pairs{open_pairs}{missing}", file=sys.stderr)
    return 1 if without else 0


def _triples(graphs: tuple[Graph, Graph], settings: ScoreSettings) -> TripleGraphPair:
    left, right = map(settings.convention.triples, graphs)
    similarities = settings.grading.similarities(left, right) if settings.grading else None
    return TripleGraphPair(left, right, settings.convention.duplicates, similarities)


def _answer(triples: TripleGraphPair, read: SolutionFile, settings: ScoreSettings, format: str) -> str:
    """The alignment, its matches by the definition of Smatch, and what the solver says about them."""
    left, right, unit, alignment = triples.left, triples.right, triples.unit, read.alignment
    matched = recounted(left, right, alignment, triples.duplicates, triples.similarities)
    precision, recall, f1 = Counts.in_units(matched, matched, left.size, right.size, unit).score
    return "\n".join(
        [
            Section("alignment", tuple(matching.alignment_rows(left, right, alignment))).text,
            "",
            f"matched {in_units(matched, unit)} of {left.size} and {right.size} triples "
            f"(recounted; {read.remark(matched, unit)})",
            f"precision {precision:.4f}  recall {recall:.4f}  F1 {f1:.4f}",
            f"{settings.counted}|from:{format}",
        ]
    )
