"""The families of hard pairs by name, of each problem with its reduction.

>>> member = family("max-cut").member(0, size=4, planted=True)
>>> member.pair.matched(member.planted), member.stored.reduction.relation
(14, Affine(factor=1, constant=10, unit=1))
"""

from __future__ import annotations

from smatchproof.base.errors import unknown
from smatchproof.lab.reductions.families import instances as made
from smatchproof.lab.reductions.families.family import Family, Instance, Member, Value

__all__ = ["FAMILIES", "Family", "Instance", "Member", "Value", "family"]

FAMILIES: dict[str, Family] = {
    name: Family(summary, reduction, make, name=name)
    for name, reduction, make, summary in (
        ("max-qap", "max-qap", made.max_qap, "0-1 Max-QAP of two random matrices"),
        ("qap-grid", "qap", made.grid, "quadratic assignment: random flows on a grid, as nug of QAPLIB"),
        ("qap-tree", "qap", made.tree, "quadratic assignment: flows along a tree, as chr of QAPLIB"),
        ("subgraph", "subgraph", made.subgraph, "a random pattern in a host: planted, or where yes turns to no"),
        ("clique", "clique-subgraph", made.clique, "a clique in a random graph: planted, or where yes turns to no"),
        ("common-subgraph", "common-subgraph", made.common_subgraph, "common edges of two random graphs"),
        ("max-cut", "max-cut", made.max_cut, "the maximum cut of a random graph"),
        ("tour", "hamiltonian-cycle", made.tour, "a Hamiltonian cycle of a random graph"),
        ("sat", "sat-clique", made.formula, "a random 3-SAT formula by way of clique: satisfiable or not"),
        ("max-sat", "max-sat", made.formula, "a random 3-SAT formula directly: how many clauses"),
    )
}
"""All built-in families."""


def family(name: str) -> Family:
    """Return the family of this name, one of :data:`FAMILIES`. Raises :class:`UsageError` for another name."""
    if name not in FAMILIES:
        raise unknown("family", name, FAMILIES)
    return FAMILIES[name]
