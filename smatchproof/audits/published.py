"""Tables, figures and equations of the papers that the numbers of an audit reproduce."""

from __future__ import annotations

from collections.abc import Mapping

REPRODUCES: Mapping[str, str] = {
    "metrics.range": "principle I",
    "metrics.identity": "principle II",
    "metrics.symmetry": "principle III",
    "metrics.symmetry.share": "Eq. 4",
    "metrics.symmetry.mean": "Eq. 5",
    "metrics.determinacy.deviation": "Tables 3 and 5",
    "metrics.jaccard": "principle VI",
    "metrics.graded": "principle VII",
    "metrics.human": "Table 7",
    "metrics.role_confusion": "BAMBOO 0.2, role",
    "metrics.values": "Figures 4 and 9",
    "repeated.determinacy.deviation": "Table 5",
    "systems.disagreements.found.between": "Table 8",
    "systems.structure": "Table 9",
}
"""The tables, figures and equations of Opitz, Parcalabescu & Frank (TACL 2020) whose statistic a member of an audit is;
BAMBOO is Opitz, Daza & Frank (TACL 2021). Principles are named where a member measures them by a statistic of ours.

Table 4 is not among them: it is about errors at d leaves together, or at one node of degree d, and the bias of an audit
is about one error in trees of growing degree. Nor is Table 10, which has ticks.
"""

PAPER_METRICS = ("bamboo-smatch", "bamboo-smatch@S+4R", "s2match", "sembleu@530bc05")
"""The metrics of that paper at their versions: its Smatch proved and as it was searched, S2match and SemBleu."""
PAPER_RUNS = 10
"""The number of runs in Tables 3 and 5."""


def reproduces(member: str) -> str:
    """Name the part of a paper that a member of a metric's audit reproduces, in parentheses, to stand behind its name.

    >>> reproduces("symmetry.share")
    '(Eq. 4)'
    """
    return f"({REPRODUCES[f'metrics.{member}']})"
