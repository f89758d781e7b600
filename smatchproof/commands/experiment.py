"""``smatchproof experiment``: heuristics against the certified optimum, on corpora and generated pairs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from smatchproof.base.errors import SmatchproofError, UsageError, quoted, unknown
from smatchproof.base.files import STANDARD_INPUT, read_text
from smatchproof.base.optional import require
from smatchproof.base.output_files import refuse_same_files, temporary_folder
from smatchproof.base.text import many
from smatchproof.conventions.conventions import Convention
from smatchproof.shell.command_parser import add_command
from smatchproof.shell.options import (
    add_convention,
    add_format,
    add_options,
    method_name,
    read_convention,
)
from smatchproof.shell.terminal import say, with_progress

_DESCRIPTION = """\
Run methods on pairs of graphs, measure each against the certified optimum, and
print the results.

  smatchproof experiment run experiment.toml -o results
  smatchproof experiment table2 results       # without DIR: of the shipped study
  smatchproof experiment figure1              # table1, too
  smatchproof experiment gaps results --by-size
  smatchproof experiment growth               # of 240 pairs by design, shipped
  smatchproof experiment report results
  smatchproof experiment suite --method mine.py:greedy -o results
"""


def add_parser(commands: Any) -> None:
    """Declare the command and its steps."""
    parser = add_command(commands, "experiment", _DESCRIPTION)
    steps = parser.add_subparsers(title="steps", metavar="STEP", required=True)
    _add_run(steps)
    _add_suite(steps)
    _add_tables(steps)
    _add_report(steps)
    _add_export(steps)


# ---- run


def _add_run(steps: Any) -> None:
    parser = steps.add_parser(
        "run",
        help="run an experiment; one row per pair, method and seed",
        description="Run every method of an experiment with every seed on every pair, and write a row for each into "
        "DIR: rows.jsonl at once, rows.csv at the end, experiment.json with all settings.",
    )
    parser.add_argument("experiment", metavar="EXPERIMENT", help="TOML file that describes it; - reads standard input")
    parser.add_argument("-o", "--output", required=True, metavar="DIR", help="folder to write, new or empty")
    parser.add_argument("--resume", action="store_true", help="go on in DIR after an interruption of any kind")
    parser.add_argument(
        "--serial-timing",
        action="store_true",
        help="run one pair at a time, all on one core, so that no run slows another down",
    )
    add_options(parser.add_argument_group("workers"), "jobs", "scheduler")
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    """Run the experiment. What is done when Ctrl-C comes stays."""
    from smatchproof.experiments.experiment import read_experiment
    from smatchproof.experiments.folder import written_files
    from smatchproof.experiments.runner import one_core
    from smatchproof.scoring.workers import open_workers

    name = options.experiment
    refuse_same_files(written_files(options.output), [name])
    folder = Path() if name == STANDARD_INPUT else Path(name).parent
    source = "<standard input>" if name == STANDARD_INPUT else name
    experiment = read_experiment(read_text(name), source, folder)
    if options.serial_timing and (options.jobs not in (None, 1) or options.scheduler):
        raise UsageError("--serial-timing runs one pair at a time; leave out --jobs and --scheduler")
    jobs = 1 if options.serial_timing else options.jobs
    with one_core() if options.serial_timing else nullcontext():
        workers = partial(open_workers, jobs, options.scheduler)
        results = _run_into(options.output, experiment, workers, options.resume)
    return 1 if results.failed_everywhere else 0


def _run_into(folder: str, experiment: Any, workers: Any, resume: bool = False, label: str | None = None) -> Any:
    """Run an experiment into a folder, and return its results; `label` is what to call that folder."""
    from smatchproof.experiments.runner import run_experiment

    seconds = experiment.optimum_time_limit
    summary = _Summary(limit="its limits" if seconds is None else f"{seconds:g} s (optimum_time_limit)")
    try:
        with closing(run_experiment(experiment, Path(folder), workers, resume=resume)) as run:
            for progress in with_progress(run, "pairs", place=lambda each: (each.done, each.total)):
                summary.add(progress)
    except (KeyboardInterrupt, SmatchproofError, OSError):
        if summary.total:
            hint = "; --resume goes on"
            say(f"{summary.done:,} of {summary.total:,} pairs are done{hint}", file=sys.stderr)
        raise
    say(summary.text(label or folder), file=sys.stderr)
    return _gathered(folder)


@dataclass(slots=True)
class _Summary:
    """The summary of a run. For each method that could not run somewhere it keeps the first reason."""

    done: int = 0
    total: int = 0
    before: int = 0
    unproved: int = 0
    limit: str = ""
    failures: dict[str, tuple[int, str]] = field(default_factory=dict)

    def add(self, progress: Any) -> None:
        """Take note of the rows of one more pair."""
        self.done, self.total = progress.done, progress.total
        if not progress.rows:
            self.before = progress.done
            return
        self.unproved += not progress.rows[0].proved
        for row in progress.rows:
            if row.failed:
                number, reason = self.failures.get(row.method, (0, row.status))
                self.failures[row.method] = number + 1, reason

    def text(self, folder: str) -> str:
        """The sentences for the user at the end of the run."""
        lines = [f"{folder}: {self.done:,} pairs"]
        if self.before:
            lines[0] += f", {self.before:,} of them from before"
        if self.unproved:
            pairs = many(self.unproved, "pair")
            lines.append(f"the optimum of {pairs} is not proved within {self.limit}; gaps are intervals there")
        for method, (number, reason) in self.failures.items():
            lines.append(f"{method} could not run {number:,} times: {reason}")
        return "\n".join(lines)


def _add_suite(steps: Any) -> None:
    parser = steps.add_parser(
        "suite",
        help="methods on twelve families of hard pairs, beside a reference",
        description="Run methods on the standard suite, twelve families of hard pairs in four sizes each, and print "
        "what they miss beside the shipped results of our methods and of smatch and smatchpp.",
    )
    parser.add_argument(
        "--method", type=method_name, action="append", metavar="NAME",
        help="any method, yours as FILE.py:NAME; repeat it for several (default: those of the suite)",
    )  # fmt: skip
    parser.add_argument(
        "--family", action="append", metavar="NAME",
        help="this family only, by its name in the table; repeat it for several (default: all twelve)",
    )  # fmt: skip
    parser.add_argument("-o", "--output", metavar="DIR", help="folder to write, for tables and the report")
    parser.add_argument("--resume", action="store_true", help="go on in DIR after an interruption of any kind")
    add_format(parser, "markdown")
    add_options(parser.add_argument_group("workers"), "jobs", "scheduler")
    parser.set_defaults(run=_suite)


def _suite(options: argparse.Namespace) -> int:
    """Run the suite; without a folder into one that does not stay."""
    from smatchproof.experiments.study import shipped
    from smatchproof.experiments.suite import reference, suite_rows
    from smatchproof.reports.tables.experiment_tables import formatted_suite
    from smatchproof.scoring.workers import open_workers

    if options.resume and not options.output:
        raise UsageError("--resume goes on in a folder; name it with -o DIR")
    require("experiment suite", "numpy", "scipy")
    workers = partial(open_workers, options.jobs, options.scheduler)
    with shipped("suite") as whole, temporary_folder() as temporary:
        methods, sources = tuple(options.method or whole.methods), _of_families(whole.sources, options.family)
        folder = options.output or str(temporary)
        label = options.output or "the standard suite"
        results = _run_into(folder, replace(whole, methods=methods, sources=sources), workers, options.resume, label)
    if failed := results.failed_everywhere:
        say(f"failed on every pair: {', '.join(failed)}", file=sys.stderr)
    if len(failed) < len(results.methods):
        _print(formatted_suite(suite_rows(results), reference()), options.format, results)
    _print_failures(results, options.format)
    return 1 if failed else 0


def _of_families(sources: Sequence[Any], names: Sequence[str] | None) -> tuple[Any, ...]:
    """The sources of these names, in the order of the suite; all where none is given."""
    known = {source.name: source for source in sources}
    for name in names or ():
        if name not in known:
            raise unknown("family", name, map(quoted, known))  # some names have a comma
    return tuple(source for name, source in known.items() if name in (names or known))


# ---- what came out


def _add_tables(steps: Any) -> None:
    for name, help in (
        ("table1", "document scores of each method, search errors marked"),
        ("table2", "accuracy and total time of each method"),
        ("figure1", "agreement of each annotator with the consensus, group by group"),
        ("gaps", "how often and by how much each method misses the optimum"),
        ("growth", "how the gap grows with size, re-entrancy and repeated concepts"),
    ):
        parser = steps.add_parser(name, help=help, description=f"Print {help}.")
        shipped = _SHIPPED.get(name, _SHIPPED["study"])
        parser.add_argument(
            "folder", metavar="DIR", nargs="?", help=f"folder that run has written (default: run {shipped} anew)"
        )
        add_format(parser, "markdown")
        add_convention(parser)
        if name == "gaps":
            parser.add_argument("--by-size", action="store_true", help="for each range of numbers of variables")
            parser.add_argument(
                "--bins",
                metavar="BINS",
                type=_bins,
                help="of --by-size: the largest sizes of the ranges, such as 10,20,30, or quantiles:N for N ranges of "
                "about as many pairs each (default: each size, or 12 ranges at most)",
            )
        parser.set_defaults(run=_tabulate, step=name)


def _add_report(steps: Any) -> None:
    parser = steps.add_parser(
        "report",
        help="all tables and figures as one HTML page",
        description="Write all tables and figures into report.html in DIR, a page that needs nothing but itself.",
    )
    parser.add_argument("folder", metavar="DIR", help="folder that run has written, finished or not")
    parser.set_defaults(run=_report)


def _bins(text: str) -> tuple[str, tuple[int, ...]]:
    """Read bins of sizes: ``quantiles`` and a number of bins, or an empty word and the largest size of each bin."""
    from smatchproof.base.limits import whole_number

    kind, colon, rest = text.rpartition(":")
    numbers = [whole_number(part, 1, 10**6) for part in ([rest] if colon else text.split(","))]
    found = tuple(number for number in numbers if number is not None)
    if len(found) < len(numbers) or (colon and kind != "quantiles") or sorted({*found}) != list(found):
        raise argparse.ArgumentTypeError(
            f"{quoted(text)} are no bins; write sizes that rise, as in 10,20,30, or quantiles:4"
        )
    return kind, found


def _sizes(bins: tuple[str, tuple[int, ...]] | None, results: Any) -> tuple[int, ...] | None:
    from smatchproof.experiments.findings.gaps import size_bins

    if bins is None or not bins[0]:
        return bins and bins[1]
    return size_bins([pair.variables for pair in results.pairs], bins[1][0])


def _tabulate(options: argparse.Namespace) -> int:
    """Print the table of a folder, or of a shipped experiment, which is run first."""
    step = options.step
    if step == "gaps" and options.bins is not None and not options.by_size:
        raise UsageError("--bins says which ranges of sizes there are; give --by-size, too")
    if step in ("gaps", "growth"):
        require(f"experiment {step}", "numpy", "scipy")
    results = _results(options, step if step in _SHIPPED else "study")
    _print(_table(step, results, options), options.format, results)
    if step == "gaps":
        _print_failures(results, options.format)
    return 0


def _table(step: str, results: Any, options: argparse.Namespace) -> Any:
    from smatchproof.experiments import tables
    from smatchproof.experiments.findings.gaps import gaps, gaps_by_size
    from smatchproof.experiments.findings.growth import growths
    from smatchproof.reports.figures.figure_findings import growth_sentence
    from smatchproof.reports.tables import experiment_tables as formatted

    if step == "table1":
        return formatted.formatted_table1(tables.table1(results))
    if step == "table2":
        table = formatted.formatted_table2(tables.table2(results))
        return table if options.folder else replace(table, notes=(*table.notes, _why_less(results)))
    if step == "figure1":
        if curves := tables.figure1(results):
            return formatted.formatted_figure1(curves)
        raise UsageError(
            "figure1 is about several groups of sentences and one side that all others are compared with; use a source "
            "of kind annotators, its consensus last, with group_from_id = true"
        )
    if step == "gaps":
        rows = gaps_by_size(results, _sizes(options.bins, results)) if options.by_size else gaps(results)
        table = formatted.formatted_gaps(rows, by_size=options.by_size)
        return replace(table, notes=(*table.notes, *formatted.planted_note(results)))
    found = growths(results)
    say(growth_sentence([row for row in found if row.source == found[0].source]) + "\n")
    return formatted.formatted_growth(found)


def _why_less(results: Any) -> str:
    """The reason why `S+4R` is right less often here than in the paper: starts by concepts have more choices."""
    variables = sum(pair.left_variables + pair.right_variables for pair in results.pairs)
    repeated = sum(pair.features.left_repeated + pair.features.right_repeated for pair in results.pairs)
    return (
        f"In Cai & Knight (2013) S+4R is right on 100 % of the documents: in this study {repeated / variables:.0%} of "
        "the variables have the concept of an earlier one of their graph, so that a start by concepts has more choices "
        "(docs/experiments.md)."
    )


def _print_failures(results: Any, format: str) -> None:
    """Print the runs that failed, if there are any."""
    from smatchproof.reports.tables.experiment_tables import formatted_failures

    failures = formatted_failures(results)
    if failures.rows:
        say("")
        _print(failures, format, results)


def _run_shipped(folder: str, name: str, rule: Convention) -> Any:
    from smatchproof.experiments.runner import without_missing
    from smatchproof.experiments.study import shipped
    from smatchproof.scoring.workers import open_workers

    with shipped(name) as whole:
        experiment, left_out = without_missing(replace(whole, convention=rule))
        say("".join(f"{sentence}\n" for sentence in left_out), end="", file=sys.stderr)
        return _run_into(folder, experiment, partial(open_workers, None, None), label=_SHIPPED[name])


_SHIPPED = {"study": "the shipped study", "growth": "the shipped pairs by design"}


def _results(options: argparse.Namespace, shipped: str = "study") -> Any:
    """The rows of a folder, gathered; without a folder those of the shipped experiment, which is run first."""
    if options.folder is None:
        with temporary_folder() as temporary:
            return _run_shipped(str(temporary), shipped, read_convention(options))
    if given := [name for name in ("convention", "top", "duplicates") if getattr(options, name)]:
        raise UsageError(f"--{given[0]} is for the shipped study; the rows of {options.folder} say what they count")
    return _gathered(options.folder)


def _gathered(folder: str) -> Any:
    from smatchproof.experiments.folder import read_results
    from smatchproof.reports.tables.experiment_tables import UNFINISHED

    results, is_finished = read_results(Path(folder))
    if not is_finished:
        say(f"{folder}: {UNFINISHED}", file=sys.stderr)
    return results


def _print(table: Any, format: str, results: Any) -> None:
    """Print a table, what its optima rest on, and what was counted."""
    from smatchproof.reports.tables.experiment_tables import RESTS_ON, as_markdown, as_text, signature_notes

    table = replace(table, notes=(*table.notes, RESTS_ON, *signature_notes(results)))
    say(as_text(table) if format == "text" else as_markdown(table))


def _report(options: argparse.Namespace) -> int:
    from smatchproof.reports.pages.experiment_page import write_report

    require("experiment report", "jinja2", "matplotlib", "networkx", "scipy")
    say(write_report(options.folder))
    return 0


def _add_export(steps: Any) -> None:
    parser = steps.add_parser(
        "export",
        help="the rows for IOHanalyzer, or as Parquet",
        description="Write the rows in DIR for other programs: ioh, traces as a CSV file for IOHanalyzer (its custom "
        "format), or parquet, all columns of rows.csv (needs pyarrow).",
    )
    parser.add_argument("folder", metavar="DIR", help="folder that run has written, finished or not")
    parser.add_argument("--to", choices=("ioh", "parquet"), required=True, help="what to write")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="file to write")
    parser.set_defaults(run=_export)


def _export(options: argparse.Namespace) -> int:
    from smatchproof.base.output_files import writing, writing_bytes
    from smatchproof.experiments.exports import write_ioh, write_parquet
    from smatchproof.experiments.folder import ROWS, written_files
    from smatchproof.experiments.rows import read_rows

    rows, inputs = read_rows(Path(options.folder, ROWS)), written_files(options.folder)
    if options.to == "parquet":
        refuse_same_files([options.output], inputs)
        with writing_bytes(options.output) as binary:
            write_parquet(rows, binary)
    else:
        with writing(options.output, inputs=inputs) as (text,):
            silent = write_ioh(rows, text)
        if silent:
            say(f"left out: {many(silent, 'run')} without a trace; their methods report nothing", file=sys.stderr)
    return 0
