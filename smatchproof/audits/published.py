"""Tables, figures and equations of the papers that the numbers of an audit reproduce."""

from __future__ import annotations

from collections.abc import Mapping

REPRODUCES: Mapping[str, str] = {
    "metrics": "Table 10",
    "metrics.range": "principle I",
    "metrics.identity": "principle II",
    "metrics.symmetry": "principle III",
    "metrics.symmetry.share": "Eq. 4",
    "metrics.symmetry.mean": "Eq. 5",
    "metrics.determinacy": "Tables 3 and 5",
    "metrics.bias": "Table 4",
    "metrics.jaccard": "principle VI",
    "metrics.graded": "principle VII",
    "metrics.human": "Table 7",
    "metrics.role_confusion": "BAMBOO 0.2, role",
    "metrics.values": "Figures 4 and 9",
    "repeated": "Table 5",
    "systems.disagreements": "Table 8",
    "systems.structure": "Table 9",
}
"""The tables, figures and equations of Opitz, Parcalabescu & Frank (TACL 2020) that members of an audit reproduce;
BAMBOO is Opitz, Daza & Frank (TACL 2021).
"""


def reproduces(member: str) -> str:
    """Name the part of a paper that a member of a metric's audit reproduces, in parentheses, to stand behind its name.

    >>> reproduces("symmetry.share")
    '(Eq. 4)'
    """
    return f"({REPRODUCES[f'metrics.{member}']})"
