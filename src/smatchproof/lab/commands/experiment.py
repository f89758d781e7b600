"""``smatchproof experiment``: heuristics against the certified optimum, on corpora and generated pairs."""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from smatchproof.base.errors import SmatchproofError, UsageError, quoted, unknown
from smatchproof.base.files import STANDARD_INPUT, read_text, refuse_same_files, temporary_folder
from smatchproof.base.optional import require
from smatchproof.base.record import replace
from smatchproof.base.text import many
from smatchproof.shell.command_parser import add_command
from smatchproof.shell.options import (
    add_convention,
    add_format,
    add_options,
    method_name,
    read_convention,
    whole_number,
)
from smatchproof.shell.terminal import columns_of_terminal, say, with_progress

_DESCRIPTION = """\
Run methods on pairs of graphs, measure each against the certified optimum, and
print the results.

  smatchproof experiment run experiment.toml -o results
  smatchproof experiment gaps results --by-size
  smatchproof experiment worst 10 results
  smatchproof experiment report results
  smatchproof experiment table2               # without DIR: of the shipped study
  smatchproof experiment suite --method mine.py:greedy
"""


def add_parser(commands: Any) -> None:
    """Declare the command and its steps."""
    parser = add_command(commands, "experiment", _DESCRIPTION)
    steps = parser.add_subparsers(title="steps", metavar="STEP", required=True)
    _add_run(steps)
    _add_suite(steps)
    _add_tables(steps)
    _add_report(steps)


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
    add_options(parser.add_argument_group("workers"), "jobs", "scheduler")
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    """Run the experiment. What is done when Ctrl-C comes stays."""
    from smatchproof.lab.experiments.experiment import read_experiment
    from smatchproof.lab.experiments.runner import written_files
    from smatchproof.public import open_workers

    name = options.experiment
    refuse_same_files(written_files(options.output), [name])
    folder = Path() if name == STANDARD_INPUT else Path(name).parent
    source = "<standard input>" if name == STANDARD_INPUT else name
    experiment = read_experiment(read_text(name), source, folder)
    workers = partial(open_workers, options.jobs, options.scheduler)
    results = _run_into(options.output, experiment, workers, options.resume)
    return 1 if results.failed_everywhere else 0


def _run_into(folder: str, experiment: Any, workers: Any, resume: bool = False, label: str | None = None) -> Any:
    """Run an experiment into a folder, and return its results; `label` is what to call that folder."""
    from smatchproof.lab.experiments.experiment_page import PAGE, write_report
    from smatchproof.lab.experiments.runner import ROWS, run_experiment

    total = 0
    try:
        with closing(run_experiment(experiment, Path(folder), workers, resume=resume)) as run:
            for each in with_progress(run, "pairs", place=lambda at: at):
                _, total = each
    except (KeyboardInterrupt, SmatchproofError, OSError):
        if total:
            # as the file says: an interrupt may come between a row and its count
            done = Path(folder, ROWS).read_bytes().count(b"\n") // experiment.rows
            say(f"{done:,} of {total:,} pairs are done; the same command with --resume goes on", file=sys.stderr)
        raise
    results = _gathered(folder)
    if (Path(folder) / PAGE).exists():  # of the run that was interrupted
        write_report(folder)
    say(f"{label or folder}: {many(len(results.pairs), 'pair')}", file=sys.stderr)
    if unproved := len(results.pairs) - results.proved:
        limit = experiment.optimum_time_limit
        within = "its limits" if limit is None else f"{limit:g} s (optimum_time_limit)"
        what = f"the optimum of {many(unproved, 'pair')} is not proved within {within}; gaps are intervals there"
        say(what, file=sys.stderr)
    for method in results.methods:
        reasons = Counter(reason for pair in results.pairs for reason in pair.runs[method].failures)
        if reasons:
            say(f"{method} could not run {reasons.total():,} times: {next(iter(reasons))}", file=sys.stderr)
    return results


def _add_suite(steps: Any) -> None:
    parser = steps.add_parser(
        "suite",
        help="methods on twelve families of hard pairs, with a reference",
        description="Run methods on the standard suite, twelve families of hard pairs in four sizes each, and print "
        "what they miss, next to the shipped results of our methods and of smatch and smatchpp. The optima alone take "
        "minutes; --sizes 1 is a quick run.",
    )
    parser.add_argument(
        "--method", type=method_name, action="append", metavar="NAME",
        help="any method, yours as FILE.py:NAME; repeat it for several (default: those of the suite)",
    )  # fmt: skip
    parser.add_argument(
        "--family", action="append", metavar="NAME",
        help="this family only, by its name in the table; repeat it for several (default: all twelve)",
    )  # fmt: skip
    parser.add_argument(
        "--sizes", type=whole_number(1, 4), metavar="N", default=4,
        help="the N smallest sizes of each family only (default: all 4)",
    )  # fmt: skip
    parser.add_argument("-o", "--output", metavar="DIR", help="folder to write (default: suite-1, suite-2, ...)")
    parser.add_argument(
        "--resume", action="store_true", help="go on in DIR, or in the last suite-N, after an interruption of any kind"
    )
    add_format(parser, "markdown")
    add_options(parser.add_argument_group("workers"), "jobs", "scheduler")
    parser.set_defaults(run=_suite)


def _suite(options: argparse.Namespace) -> int:
    """Run the suite."""
    from smatchproof.lab.experiments.experiment_tables import formatted_failures, formatted_suite
    from smatchproof.lab.experiments.study import reference, shipped, suite_rows
    from smatchproof.public import open_workers

    require("experiment suite", "numpy", "scipy")
    folder = options.output or _suite_folder(options.resume)
    workers = partial(open_workers, options.jobs, options.scheduler)
    with shipped("suite") as whole:
        methods = tuple(options.method or whole.methods)
        sources = _of_families(whole.sources, options.family, options.sizes)
        if not options.output:
            say(f"writing to the folder {folder}", file=sys.stderr)
        experiment = replace(whole, methods=methods, sources=sources)
        results = _run_into(folder, experiment, workers, options.resume)
    if failed := results.failed_everywhere:
        say(f"failed on every pair: {', '.join(failed)}", file=sys.stderr)
    suite = formatted_suite(suite_rows(results), reference())
    _print((suite, formatted_failures(results)), options.format, results)
    return 1 if failed else 0


_SUITE = re.compile(r"suite-([1-9][0-9]*)")


def _suite_folder(resume: bool) -> str:
    """The next folder ``suite-N`` here, or the last one to go on with."""
    last = max((int(found[1]) for path in Path().iterdir() if (found := _SUITE.fullmatch(path.name))), default=0)
    if resume and not last:
        raise UsageError("--resume: there is no folder suite-N here; name the folder with -o DIR")
    return f"suite-{last if resume else last + 1}"


def _of_families(sources: Sequence[Any], names: Sequence[str] | None, sizes: int) -> tuple[Any, ...]:
    """The smallest sizes of the sources of these names, in the order of the suite; of all where no name is given.

    The first parameter of a family is its size.
    """
    known = {source.name: source for source in sources}
    for name in names or ():
        if name not in known:
            raise unknown("family", name, map(quoted, known))  # some names have a comma
    chosen = [source for name, source in known.items() if name in (names or known)]
    cut = [((first[0], first[1][:sizes]), *rest) for first, *rest in (source.parameters for source in chosen)]
    return tuple(replace(source, parameters=each) for source, each in zip(chosen, cut, strict=True))


# ---- what came out


def _add_tables(steps: Any) -> None:
    for name, help in (
        ("table1", "document scores of each method, search errors marked"),
        ("table2", "accuracy and time of each method"),
        ("gaps", "how often and by how much each method misses the optimum"),
        ("worst", "the pairs that each method misses by most, yours first"),
    ):
        parser = steps.add_parser(name, help=help, description=f"Print {help}.")
        if name == "worst":
            parser.add_argument("number", metavar="N", type=whole_number(1, 100_000), help="pairs of each method")
        parser.add_argument(
            "folder", metavar="DIR", nargs="?", help="folder that run has written (default: run the shipped study)"
        )
        add_format(parser, "markdown")
        add_convention(parser)
        if name == "gaps":
            kinds = parser.add_mutually_exclusive_group()
            kinds.add_argument("--by-size", action="store_true", help="for each range of numbers of variables")
            what = "instead: what each method matches more than this one, pair by pair, with p-values and seconds"
            kinds.add_argument("--against", metavar="METHOD", help=what)
        if name == "table2":
            what = "also the accuracies that Cai & Knight print, those that follow from their Table 1, and ours"
            parser.add_argument("--paper", action="store_true", help=what)
        parser.set_defaults(run=_tabulate, step=name)


def _add_report(steps: Any) -> None:
    parser = steps.add_parser(
        "report",
        help="all tables and figures as one HTML page",
        description="Write all tables and figures into report.html in DIR, a page that needs nothing but itself.",
    )
    parser.add_argument("folder", metavar="DIR", help="folder that run has written, finished or not")
    parser.set_defaults(run=_report)


def _tabulate(options: argparse.Namespace) -> int:
    """Print the table of a folder, or of the shipped study, which is run first."""
    from smatchproof.lab.experiments import experiment_tables as formatted
    from smatchproof.lab.experiments.gaps import differences, gaps, gaps_by_size
    from smatchproof.lab.experiments.tables import published_accuracies, table1, table2

    if options.step == "gaps":
        require("experiment gaps", "numpy", "scipy")
    results, more = _results(options), []
    if options.step == "worst":
        table = formatted.formatted_misses(results, options.number)
    elif options.step == "gaps":
        more = [formatted.formatted_failures(results)]
        if options.against:
            table = formatted.formatted_differences(differences(results, options.against), options.against)
        else:
            rows = gaps_by_size(results) if options.by_size else gaps(results)
            table = formatted.formatted_gaps(rows, by_size=options.by_size)
    elif options.step == "table1":
        table = formatted.formatted_table1(table1(results))
    else:
        accuracies = table2(results)
        table = formatted.formatted_table2(accuracies)
        more = [formatted.formatted_published(published_accuracies(accuracies))] if options.paper else []
    _print([table, *more], options.format, results)
    return 0


def _results(options: argparse.Namespace) -> Any:
    """The rows of a folder, gathered; without a folder those of the shipped study, which is run first."""
    from smatchproof.lab.experiments.runner import without_missing
    from smatchproof.lab.experiments.study import shipped
    from smatchproof.public import open_workers

    if options.folder is not None:
        if given := [name for name in ("convention", "top", "duplicates") if getattr(options, name)]:
            raise UsageError(f"--{given[0]} is for the shipped study; the rows of {options.folder} say what they count")
        return _gathered(options.folder)
    with temporary_folder() as temporary, shipped("study") as whole:
        study, left_out = without_missing(replace(whole, convention=read_convention(options)))
        say("".join(f"{sentence}\n" for sentence in left_out), end="", file=sys.stderr)
        return _run_into(str(temporary), study, partial(open_workers, None, None), label="the shipped study")


def _gathered(folder: str) -> Any:
    from smatchproof.lab.experiments.experiment_tables import UNFINISHED
    from smatchproof.lab.experiments.runner import read_results

    results, is_finished = read_results(Path(folder))
    if not is_finished:
        say(f"{folder}: {UNFINISHED}", file=sys.stderr)
    return results


def _print(tables: Sequence[Any], format: str, results: Any) -> None:
    """Print the tables that have rows, what their optima rest on, and what was counted."""
    from smatchproof.lab.experiments.experiment_tables import RESTS_ON, limit_notes, signature_notes
    from smatchproof.reports.tables.cells import as_markdown, as_text

    *others, last = [table for table in tables if table.rows] or [*tables]
    last = replace(last, notes=(*last.notes, *limit_notes(results), RESTS_ON, *signature_notes(results)))
    width = columns_of_terminal(sys.stdout)
    say("\n\n".join(as_text(each, width) if format == "text" else as_markdown(each) for each in (*others, last)))


def _report(options: argparse.Namespace) -> int:
    from smatchproof.lab.experiments.experiment_page import write_report

    require("experiment report", "jinja2", "matplotlib", "networkx", "scipy")
    say(write_report(options.folder))
    return 0
