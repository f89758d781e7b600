"""Proofs for VeriPB: the options that shape them, and the two files of a pair."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from typing import NamedTuple

from smatchproof.base.errors import CheckFailedError, UsageError
from smatchproof.base.files import STANDARD_OUTPUT, writing
from smatchproof.base.record import replace
from smatchproof.base.version import VERSION
from smatchproof.lab.reductions.from_smatch.base import Names, TripleGraphPair
from smatchproof.lab.reductions.from_smatch.opb import OpbFromSmatch
from smatchproof.lab.reductions.from_smatch.veripb import proof_lines
from smatchproof.public import AlignmentMetric, Corpus, Graph, ScoreSettings, metric, proved_by_weights
from smatchproof.shell.metric_options import add_similarities, read_similarities
from smatchproof.shell.options import LIMITS, add_options, read_convention, read_limits

VERIPB = "veripb"
SUFFIXES = (".opb", ".pbp")
_ONLY_HERE = ("time_limit", "memory_limit", "node_limit", "proof_limit")
"""Options that only proofs make use of."""


class NoProofError(CheckFailedError):
    """A pair whose bound has no proof that could be written."""

    heading = "no proof"


class Written(NamedTuple):
    """The result of a writer: a sentence, and whether the file proves a bound that no known alignment meets."""

    words: str
    is_interval: bool = False


def add_proof_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options of proofs."""
    add_options(parser.add_argument_group("proofs (--to veripb)"), *LIMITS)


def check_proof_options(options: argparse.Namespace) -> None:
    """Raise :class:`UsageError` for options that do not go together, before anything is read."""
    read_similarities(options, [options.metric or "smatch"])
    if options.to != VERIPB:
        if given := [name for name in _ONLY_HERE if getattr(options, name) is not None]:
            raise UsageError(f"--{given[0].replace('_', '-')} is for veripb, not for {options.to}")
    elif options.back:
        raise UsageError("--back reads the answer of a solver; VeriPB finds none, it checks (export --to opb has some)")
    elif not options.output:
        raise UsageError("a proof is two files, X.opb and X.pbp; name them with -o X, or -o FOLDER with --all")


def add_metric(parser: argparse.ArgumentParser) -> None:
    """Declare the metric that a pair is exported for."""
    parser.add_argument(
        "--metric", choices=["smatch", "graded-smatch"], help="graded-smatch: concepts match by similarity (not clique)"
    )
    add_similarities(parser)


def export_settings(options: argparse.Namespace, left: Corpus, right: Corpus) -> ScoreSettings:
    """Read the settings of the score whose optimum is exported or proved."""
    similarities = read_similarities(options, [options.metric or "smatch"])
    grading = similarities.grading([left, right]) if similarities else None
    settings = ScoreSettings(read_convention(options), params=read_limits(options), certificates=True)
    chosen = metric(options.metric or "smatch", settings, grading)
    assert isinstance(chosen, AlignmentMetric)  # both metrics align
    return chosen.settings


def write_proof(
    graphs: tuple[Graph, Graph],
    id: str,
    settings: ScoreSettings,
    base: str,
    inputs: Sequence[str] = (),
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
