"""Other formalisms in PENMAN notation, whose graphs are recognised by their roles."""

from __future__ import annotations

import re
from enum import StrEnum

from smatchproof.graphs.graph import Graph
from smatchproof.graphs.notation import uninverted


class Formalism(StrEnum):
    """A formalism whose graphs are written in PENMAN notation."""

    AMR = "AMR"
    CHINESE_AMR = "Chinese AMR"
    DMRS = "DMRS"
    EDS = "EDS"
    UMR = "UMR"


_UMR_ALONE = frozenset({"aspect", "modal-strength", "modal-predicate", "actor", "undergoer"}) | {
    f"refer-{what}" for what in ("number", "person", "definiteness")
}
_SORTS = frozenset("exiuph")
"""The sorts of variables of EDS."""
_NAMES = {
    Formalism.CHINESE_AMR: re.compile(r"x\d+(?:_x?\d+)*"),
    Formalism.UMR: re.compile(r"s\d+[^\W\d_]+\d*"),
}


def formalism_of(graph: Graph) -> Formalism:
    """Return the formalism of a graph; AMR if there is no evidence for another. Linear in the graph.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> texts = "(e2 / _bark_v_1 :type e)", "(e4 / _bark_v_1 :ARG1-NEQ (x / named))", "(b / bark-01 :ARG1 (d / dog))"
    >>> [formalism_of(parse_graph(text)).value for text in texts]
    ['EDS', 'DMRS', 'AMR']
    """
    roles = {uninverted(edge.role.partition("~")[0])[0] for edge in graph.edges}
    if "cvarsort" in roles or any(role.endswith(("-EQ", "-NEQ", "-HEQ", "-H")) for role in roles):
        return Formalism.DMRS
    if {"BV", "lnk"} & roles or any(edge.role == "type" and edge.target in _SORTS for edge in graph.edges):
        return Formalism.EDS
    if any(re.fullmatch(r"arg\d+", role) for role in roles) and _has_names(graph, Formalism.CHINESE_AMR):
        return Formalism.CHINESE_AMR
    found = len(_UMR_ALONE & roles)
    return Formalism.UMR if found > 1 or (found and _has_names(graph, Formalism.UMR)) else Formalism.AMR


def _has_names(graph: Graph, formalism: Formalism) -> bool:
    return all(map(_NAMES[formalism].fullmatch, graph.variables))
