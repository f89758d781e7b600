"""Heuristics against the certified optimum on real data."""

from __future__ import annotations

from benchmarks.common import corpus
from smatchproof.lab.experiments.experiment import read_experiment
from smatchproof.lab.experiments.experiment_tables import formatted_gaps, formatted_table2
from smatchproof.lab.experiments.gaps import gaps
from smatchproof.lab.experiments.runner import results_of
from smatchproof.lab.experiments.tables import table2
from smatchproof.reports.tables.cells import as_markdown

_HEAD = """\
name = "corpora"
methods = ["Base", "R", "10R", "S", "S+4R", "S+9R", "ILS", "primal", "smatch", "exact"]
once = ["primal", "exact"]
seeds = "0-2"
"""
_CORPUS = """
[[sources]]
kind = "corpus"
name = "{name}"
left = "{left}"
right = "{right}"
"""

_NOTES = """\
`smatch`: the search of the real program, on the triples of the convention `smatch`.

A document is a pair of files. Where nearly every pair is solved by its first start, as in lpp, the paper's ranking need
not show: a random start can lose more than a smart one without any search.

"""


def of_corpora() -> str:
    """Every method on one book annotated twice and on parser output for paraphrases."""
    sources = (
        _CORPUS.format(name=name, left=left, right=right) for name, left, right in map(corpus, ("lpp", "para dev main"))
    )
    found = results_of(read_experiment(_HEAD + "".join(sources), "corpora.toml"))
    tables = [formatted_table2(table2(found)), formatted_gaps(gaps(found), by_size=False)]
    return _NOTES + "\n\n".join(as_markdown(table) for table in tables)
