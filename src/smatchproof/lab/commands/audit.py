"""``smatchproof audit``: principles of metrics, measured in numbers."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from smatchproof.base.errors import UsageError, plain
from smatchproof.base.files import make_folder, write_files
from smatchproof.base.limits import MOST_RUNS
from smatchproof.base.optional import require
from smatchproof.public import (
    METRICS,
    Block,
    Corpus,
    Grading,
    OnError,
    ScoreSettings,
    check_pairing,
    distinct_files,
    metric,
    metric_entry,
    pair_blocks,
    system_names,
)
from smatchproof.shell.command_parser import add_command
from smatchproof.shell.metric_options import add_similarities, metric_name, read_similarities
from smatchproof.shell.options import (
    add_convention,
    add_files,
    add_format,
    add_options,
    input_files,
    read_convention,
    whole_number,
)
from smatchproof.shell.terminal import columns_of_terminal, say, with_progress

if TYPE_CHECKING:  # the help should not wait for it
    from smatchproof.lab.audits.audit import Audit, AuditPlan, AuditRequest
    from smatchproof.public import CorpusMetric

_DESCRIPTION = """\
Audit metrics on a corpus: range, identity, symmetry, determinacy, bias by the
place of an error, order by the Jaccard index, graded matches; with human
scores or further systems also how far they agree with those. Every principle
of Opitz, Parcalabescu & Frank (2020) gets a number.
"""
PAPER_METRICS = ("bamboo-smatch", "bamboo-smatch:method=S+4R", "s2match", "sembleu:commit=530bc05")
"""The metrics of that paper at their versions: its Smatch proved and as it was searched, S2match and SemBleu."""
_RUNS, PAPER_RUNS = 5, 10
"""The number of runs, and that of Tables 3 and 5."""
_DEFAULT_METRICS = "smatch", "sembleu", "smatch:method=S+4R"
"""The metrics of the paper that need no similarities, and hill-climbing."""


def _wanted(options: argparse.Namespace) -> tuple[str, ...]:
    """The names of the metrics that are audited."""
    if not options.paper:
        return tuple(options.metric or _DEFAULT_METRICS)
    if options.metric:
        raise UsageError("--paper says the metrics itself; leave out --metric, or name the metrics without --paper")
    has_similarities = options.vectors or options.similarities
    return tuple(name for name in PAPER_METRICS if has_similarities or not metric_entry(name).is_graded)


def add_parser(commands: Any) -> None:
    """Declare the command."""
    parser = add_command(commands, "audit", _DESCRIPTION)
    add_files(parser, are_optional=True)
    group = parser.add_argument_group("metrics and data")
    group.add_argument(
        "--metric",
        type=metric_name,
        action="append",
        metavar="NAME",
        help=f"{', '.join(METRICS)}, with parameters behind it, as in smatch:method=smatch (the program of that name) "
        f"or sembleu:ngrams=2; repeat it for several (default: {', '.join(_DEFAULT_METRICS)})",
    )
    group.add_argument(
        "--versus", action="append", default=[], metavar="FILE", help="a further system to compare; repeat"
    )
    group.add_argument("--human", metavar="FILE", help="human scores from 0 to 1, one a line, in the pairs' order")
    group.add_argument(
        "--role-confusion",
        action="store_true",
        help="pairs come in twos, a foil and a paraphrase, as in BAMBOO: is the second scored higher?",
    )
    group.add_argument(
        "--paper",
        action="store_true",
        help="without files: the numbers of Opitz et al. 2020 and ours, row by row, and why they differ; with "
        f"files: the paper's metrics at their versions ({', '.join(PAPER_METRICS)}; s2match needs --vectors "
        f"or --similarities) in {PAPER_RUNS} runs",
    )
    _add_bamboo(group)
    group.add_argument("--no-bias", action="store_true", help="leave out the trees with an error, which take longest")
    group = parser.add_argument_group("measurement")
    runs = f"of every pair, at most {MOST_RUNS:,} (default: {_RUNS}; {PAPER_RUNS} with --paper)"
    group.add_argument("--runs", type=whole_number(2, MOST_RUNS), metavar="N", help=runs)
    add_options(group, "seed", "jobs", "on-error")
    add_convention(parser)
    add_similarities(parser)
    group = parser.add_argument_group("output")
    add_format(group, "json")
    group.add_argument("-o", "--output", metavar="DIR", help="also write audit.json, audit.txt and the figures there")
    parser.set_defaults(run=run)


def _add_bamboo(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--bamboo",
        metavar="DIR",
        help="instead of two files: the table of the benchmark BAMBOO in DIR, and the published rows "
        "(default metrics: those of the published rows that need no similarities)",
    )
    group.add_argument("--split", choices=["dev", "test", "train"], help="of BAMBOO (default: dev)")


def run(options: argparse.Namespace) -> int:
    """Measure all pairs and print the audit."""
    if options.paper and options.candidate is None:
        return _paper(options)
    require("audit", "numpy", "scipy")
    if options.output:
        require("audit --output", "matplotlib")
    if options.bamboo is not None:
        return _bamboo(options)
    if options.split:
        raise UsageError("--split is for --bamboo DIR; leave it out")
    if options.reference is None:
        raise UsageError("give two files, CANDIDATE and REFERENCE, or --bamboo DIR; --paper works without files")
    from smatchproof.lab.audits.audit import audit, audit_pairs
    from smatchproof.lab.audits.correlation import read_human

    wanted = _wanted(options)
    similarities = read_similarities(options, wanted)
    with ExitStack() as files:
        candidate, reference, *others = (
            files.enter_context(Corpus(path)) for path in (options.candidate, options.reference, *options.versus)
        )
        total, places = check_pairing(candidate, reference)
        asked_human = read_human(options.human, total) if options.human else None
        if options.role_confusion and total % 2:
            raise UsageError(f"--role-confusion needs an even number of pairs, found {total}; leave it out")
        corpora = [candidate, reference, *others]
        grading = similarities.grading(corpora) if similarities else None
        plan = _plan(options, wanted, grading)
        asked = _asked(options, asked_human)
        folder = make_folder(options.output) if options.output else None  # before what takes long
        blocks = _with_others(pair_blocks(candidate, reference, places), others, reference)
        with closing(audit_pairs(blocks, plan, options.jobs)) as measured:
            result = audit(plan, [*with_progress(measured, "auditing", total)], asked)
    _report(result, options.format, folder, input_files(options))
    return 0


def _bamboo(options: argparse.Namespace) -> int:
    """Print the table of BAMBOO."""
    from smatchproof.lab.audits.audit_tables import bamboo_json, format_bamboo
    from smatchproof.lab.audits.bamboo import CELLS, DEFAULT_METRICS, bamboo_rows, bamboo_table

    others = options.candidate, options.versus, options.human, options.role_confusion, options.output, options.paper
    if any(others):
        raise UsageError("--bamboo takes no other files or options")
    wanted, split = tuple(options.metric or DEFAULT_METRICS), options.split or "dev"
    similarities, settings = read_similarities(options, wanted), ScoreSettings(read_convention(options))

    def metrics(corpora: Sequence[Corpus]) -> dict[str, CorpusMetric]:
        grading = similarities.grading(corpora) if similarities else None
        return {name: metric(name, settings, grading) for name in wanted}

    cells = bamboo_rows(Path(options.bamboo), metrics, split, options.jobs)
    with closing(cells):
        rows = bamboo_table(dict(with_progress(cells, "auditing", len(CELLS))))
    print(bamboo_json(rows, split)) if options.format == "json" else say(format_bamboo(rows, split))
    return 0


def _paper(options: argparse.Namespace) -> int:
    """Print the paper's own numbers and ours."""
    from smatchproof.lab.audits.audit_tables import format_papers, papers_json
    from smatchproof.lab.audits.published import paper_rows

    others = vars(options).keys() - {"paper", "format", "run", "whole_parser"}
    if given := sorted(name for name in others if vars(options)[name]):
        what = f"--{given[0].replace('_', '-')}"
        raise UsageError(
            f"--paper without files prints numbers of the paper and ours; leave out {what}, or name two files"
        )
    rows = paper_rows()
    say(format_papers(rows, columns_of_terminal(sys.stdout)) if options.format != "json" else papers_json(rows))
    return 0


def _plan(options: argparse.Namespace, wanted: tuple[str, ...], grading: Grading | None) -> AuditPlan:
    from smatchproof.lab.audits.audit import AuditPlan

    settings = ScoreSettings(read_convention(options))
    runs, on_error = options.runs or (PAPER_RUNS if options.paper else _RUNS), OnError(options.on_error or OnError.STOP)
    return AuditPlan(
        tuple(metric(name, settings, grading) for name in wanted), runs, options.seed or 0, settings, on_error
    )


def _asked(options: argparse.Namespace, human: tuple[float, ...] | None) -> AuditRequest:
    from smatchproof.lab.audits.audit import AuditRequest

    systems = distinct_files((options.candidate, *options.versus)) if options.versus else ()
    return AuditRequest(human, options.role_confusion, not options.no_bias, tuple(system_names(systems)))


def _with_others(
    pairs: Iterator[tuple[Block, Block]], others: list[Corpus], reference: Corpus
) -> Iterator[tuple[Block, ...]]:
    """Each pair with the graphs of the further systems for the same reference."""
    further = []
    for other in others:
        _, places = check_pairing(other, reference)
        further.append({right.offset: left for left, right in pair_blocks(other, reference, places)})
    for left, right in pairs:
        yield left, right, *(system[right.offset] for system in further)


def _report(result: Audit, form: str, folder: Path | None, inputs: Sequence[str]) -> None:
    """Print the audit, and write its files if there is a folder for them."""
    from smatchproof.lab.audits.audit_tables import audit_json, format_audit

    for error in result.errors:
        print(f"scored as empty: {error}", file=sys.stderr)
    text, whole = plain(format_audit(result)), audit_json(result)
    if folder:
        from smatchproof.lab.audits.audit_figures import audit_figures

        contents = {"audit.txt": text + "\n", "audit.json": whole + "\n", **audit_figures(result)}
        write_files({str(folder / name): content for name, content in contents.items()}, inputs)
    print(whole) if form == "json" else say(text)
