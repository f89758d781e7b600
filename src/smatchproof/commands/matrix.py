"""``smatchproof matrix``: the agreement of every two files of the same sentences, and the pivot of each sentence."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from typing import Any

from smatchproof.base.files import refuse_same_files, writing
from smatchproof.base.text import ScoreFormat
from smatchproof.scoring.settings import ScoreSettings
from smatchproof.scoring.systems.agreement import Agreement, SentenceAgreement, agreements
from smatchproof.scoring.systems.question import distinct_files, system_names
from smatchproof.scoring.systems.systems import opened_files
from smatchproof.shell.command_parser import add_command
from smatchproof.shell.options import (
    LIMITS,
    add_convention,
    add_format,
    add_options,
    read_convention,
    read_limits,
    tell_of_documents,
)
from smatchproof.shell.terminal import print_table, printed_aside, with_progress

_DESCRIPTION = """\
Compare every two files of the same sentences (annotators, parsers) with each
other: F1 of each couple, certified. For each sentence the pivot, the graph that
agrees best with all others; of several the first.

  smatchproof matrix a.amr b.amr c.amr consensus.amr
  smatchproof matrix parser1.amr parser2.amr parser3.amr -o best.amr
"""


def add_parser(commands: Any) -> None:
    """Declare the command."""
    parser = add_command(commands, "matrix", _DESCRIPTION)
    parser.add_argument("files", metavar="FILE", nargs="+", help="AMRs or UMR, document:FILE; - reads standard input")
    add_convention(parser)
    add_options(parser.add_argument_group("method"), *LIMITS)
    group = parser.add_argument_group("output")
    add_format(group, "markdown", "latex", "csv", "json", words="JSON also has the pivot of each sentence")
    add_options(group, "decimals", "percent")
    group.add_argument("-o", "--output", metavar="FILE", help="write the pivots, a graph for each sentence")
    add_options(group, "jobs")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Compare all files, and print the table."""
    if options.output:
        refuse_same_files([options.output], options.files)
    settings = ScoreSettings(read_convention(options), params=read_limits(options))
    tell_of_documents(options)
    agreement = Agreement(tuple(system_names(distinct_files(options.files))))
    sentences, pivots = list[SentenceAgreement](), list[int]()
    with opened_files(options.files) as files:
        with closing(agreements(files, settings, options.jobs)) as found:
            agreement.fingerprints = files.fingerprints()
            for sentence in with_progress(found, "comparing", files.number):
                agreement.add(sentence)
                pivots.append(sentence.pivot)
                if options.format == "json":
                    sentences.append(sentence)
        if options.output:
            with writing(options.output, inputs=options.files) as (output,):
                for number, (pivot, blocks) in enumerate(zip(pivots, files.blocks(), strict=True)):
                    output.write("\n" * (number > 0) + f"{blocks[pivot].text.decode().strip()}\n")
    with printed_aside([options.output]):
        _print(options, agreement, sentences)
    return 0


def _print(options: argparse.Namespace, agreement: Agreement, sentences: Sequence[SentenceAgreement]) -> None:
    from smatchproof.reports.tables.agreement_tables import agreement_object, formatted_agreement, sentence_object
    from smatchproof.reports.tables.cells import in_format

    signature = ScoreSettings(read_convention(options)).signature()
    if options.format == "json":
        pivots = [sentence_object(sentence, agreement.names) for sentence in sentences]
        members = agreement_object(agreement, signature) | {"per_sentence": pivots}
        print(json.dumps(members, indent=2, ensure_ascii=False))
        return
    numbers = ScoreFormat.of(options.decimals, options.percent)
    print_table(partial(in_format, formatted_agreement(agreement, signature, numbers)), options.format)
