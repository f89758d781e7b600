"""Tests that every source of pairs passes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from smatchproof.base.errors import SmatchproofError
from smatchproof.conventions.conventions import convention
from smatchproof.experiments.sources import Source, UserSource
from smatchproof.graphs.reading import parse_graph
from smatchproof.graphs.writing import write_graph
from smatchproof.plugins import Group, allow_name, register
from smatchproof.problem.pairs import by_names
from smatchproof.scoring.pairs.comparison import recounted
from smatchproof.testing.instances import refuse, require


def check_source(source: str | Source | Callable[..., Any], **parameters: Any) -> None:
    """Check a source of pairs: by the name of its function, the function itself (with its parameters), or one of ours.

    It has to make the same pairs in the same order at every call, each with an id of its own and graphs that can be
    written and read back; an alignment that a pair was made by has to be one.

    >>> from smatchproof.experiments.sources import TrapSource
    >>> check_source(TrapSource("circles", "circle", (("persons", (4, 8)),)))
    """
    if isinstance(source, str):
        asked: Source = UserSource(source, allow_name(Group.SOURCE, source), tuple(parameters.items()))
    elif hasattr(source, "pairs"):
        asked = cast(Source, source)
    else:
        name = register(source)
        asked = UserSource(name, name, tuple(parameters.items()))
    try:
        pairs, again, number = list(asked.pairs()), list(asked.pairs()), asked.count()
    except SmatchproofError as error:
        refuse(str(error))
    require(pairs == again, f"{asked.name} makes other pairs at the second call")
    require(number == len(pairs), f"{asked.name} counts {number} pairs and makes {len(pairs)}")
    require(len({pair.id for pair in pairs}) == len(pairs), f"{asked.name} gives two pairs the same id")
    rule = convention("smatch")
    for pair in pairs:
        for graph in (pair.left, pair.right):
            back = parse_graph(write_graph(graph))
            require(rule.triples(back) == rule.triples(graph), f"{pair} is not read back as it is written", graph)
        if pair.planted is not None:
            left, right = rule.triples(pair.left), rule.triples(pair.right)
            try:
                recounted(left, right, by_names(left, right, pair.planted), rule.duplicates)
            except ValueError as error:
                refuse(f"{pair} is planted with what is no alignment: {error}", pair.planted)
