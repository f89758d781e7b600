"""Heuristics against the certified optimum on real data: Table 2 of Cai & Knight (2013), measured again."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from benchmarks.common import Corpora, corpus, run
from smatchproof.lab.experiments.experiment_tables import formatted_gaps, formatted_table2
from smatchproof.lab.experiments.gaps import gaps
from smatchproof.lab.experiments.results import gather
from smatchproof.lab.experiments.rows import read_rows
from smatchproof.lab.experiments.tables import table2
from smatchproof.reports.tables.cells import as_markdown

_STUDY_HEAD = """\
name = "table2"
methods = ["Base", "ILP", "R", "10R", "S", "S+4R", "S+9R", "ILS", "primal", "smatch", "smatchpp", "ilp", "exact"]
once = ["ILP", "primal", "ilp", "exact"]
seeds = "0-2"
"""
_CORPORA_HEAD = """\
name = "corpora"
methods = ["Base", "R", "10R", "S", "S+4R", "S+9R", "ILS", "primal", "smatch", "exact"]
once = ["primal", "exact"]
seeds = "0-2"
"""
_ANNOTATORS = """
[[sources]]
kind = "annotators"
name = "study"
group_from_id = true
files = {files}
"""
_CORPUS = """
[[sources]]
kind = "corpus"
name = "{name}"
left = "{left}"
right = "{right}"
"""

_STUDY_NOTES = """\
The shipped study, in the shape of the paper's: annotators A to D and their consensus E, five groups of four sentences.
`smatch` and `smatchpp`: the searches of the real programs, on the triples of the convention `smatch`.

"""
_CORPORA_NOTES = """\
`smatch`: the search of the real program, on the triples of the convention `smatch`.

A document is a pair of files. Where nearly every pair is solved by its first start, as in lpp, the paper's ranking need
not show: a random start can lose more than a smart one without any search.

"""


def of_the_study() -> str:
    """Every method on the shipped study, those of the paper's Table 2 first."""
    study = Path(__file__).parents[2] / "src" / "smatchproof" / "lab" / "experiments" / "study"
    names = ", ".join(f"{name.upper()} = '{study / name}.amr'" for name in "abcde")
    return _STUDY_NOTES + _measured(_STUDY_HEAD + _ANNOTATORS.format(files="{ " + names + " }"))


def of_corpora() -> str:
    """Every method on one book annotated twice and on parser output for paraphrases."""
    return _CORPORA_NOTES + _measured(
        _CORPORA_HEAD + "".join(_source(corpus(name)) for name in ("lpp", "para dev main"))
    )


def _measured(experiment: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        plan, results = Path(folder, "table2.toml"), Path(folder, "results")
        plan.write_text(experiment, encoding="utf-8")
        run([sys.executable, "-m", "smatchproof", "experiment", "run", plan, "-o", results])
        found = gather(read_rows(results / "rows.jsonl"))
    tables = [formatted_table2(table2(found)), formatted_gaps(gaps(found), by_size=False)]
    return "\n\n".join(as_markdown(table) for table in tables)


def _source(pair: Corpora) -> str:
    return _CORPUS.format(name=pair[0], left=pair[1], right=pair[2])
