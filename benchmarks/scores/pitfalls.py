"""By how much the certified score of a real corpus moves under what scripts do to AMRs before they score them."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

import penman
from penman.models.amr import model
from penman.transform import dereify_edges, reify_edges

from benchmarks.common import Corpora, blocks, corpus, put_into_page, table
from smatchproof.api import score_files
from smatchproof.public import Block

_CORPORA = ("lpp", "sts dev main", "sick dev main", "para dev main")
_NOTES = """\
F1 x 100 of all pairs as they are, and by how many points it moves. A change is made to both files, or to the first
alone ("one side"). Every score is that of proved optima under the convention `smatch`, each checked; `lpp` has two
releases of one annotation, the others have parses of two sentences. Roles are reified and dereified by penman's model
of AMR.
"""
_SENSE = re.compile(r"-\d\d+$")
_Change = Callable[[penman.Graph], penman.Graph]


def moved() -> str:
    """The table; it is put into the page, too."""
    pairs = {name: _graphs(corpus(name)) for name in _CORPORA}
    plain = {name: _f1(*pair) for name, pair in pairs.items()}
    rows: list[list[object]] = [["as they are", *(f"{f1:.2f}" for f1 in plain.values())]]
    for what, change, top in _CHANGES:
        for label, both in ((what, True), (f"{what} on one side", False))[: 2 if top is None else 1]:
            cells = []
            for name, (lefts, rights) in pairs.items():
                right = [change(graph) for graph in rights] if both else rights
                cells.append(f"{_f1([change(graph) for graph in lefts], right, top) - plain[name]:+.2f}")
            rows.append([label, *cells])
    found = _NOTES + "\n" + table(["", *_CORPORA], rows)
    put_into_page("pitfalls.md", "pitfalls", found)
    return found


def _graphs(pair: Corpora) -> tuple[list[penman.Graph], list[penman.Graph]]:
    """The graphs of both files as penman reads them."""
    lefts, rights = zip(*blocks(pair), strict=True)
    return _decoded(lefts), _decoded(rights)


def _decoded(side: Iterable[Block]) -> list[penman.Graph]:
    return [penman.decode(block.text.decode(), model) for block in side]


def _f1(lefts: list[penman.Graph], rights: list[penman.Graph], top: str | None = None) -> float:
    """F1 x 100 of all pairs together."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, name) for name in ("left.amr", "right.amr")]
        for file, graphs in zip(files, (lefts, rights), strict=True):
            penman.dump(graphs, file, model)
        result = score_files(*files, certificates=Path(folder, "certificates"), jobs=os.cpu_count() or 1, top=top)
    if not result.certified:
        raise AssertionError("a pair is not certified")
    return 100 * result.f1


def _without(graph: penman.Graph, gone: Callable[[penman.Triple], bool]) -> penman.Graph:
    """The graph without some triples."""
    return penman.Graph([triple for triple in graph.triples if not gone(triple)], top=graph.top)


def _no_names(graph: penman.Graph) -> penman.Graph:
    """The graph without names: the edge, the node and its parts. A name that more than one edge leads to stays."""
    names = {edge.target for edge in graph.edges(role=":name")} - set(graph.reentrancies()) - {graph.top}
    names -= {edge.source for edge in graph.edges()}
    return _without(graph, lambda triple: triple[0] in names or triple[2] in names)


def _no_senses(graph: penman.Graph) -> penman.Graph:
    """The graph with `run` for `run-02`."""
    concepts = {source: _SENSE.sub("", concept or "") for source, _, concept in graph.instances()}
    triples = [
        (source, role, concepts[source] if role == ":instance" else target) for source, role, target in graph.triples
    ]
    return penman.Graph(triples, top=graph.top)


_CHANGES: tuple[tuple[str, _Change, str | None], ...] = (
    ("`:wiki` off", lambda graph: _without(graph, lambda triple: triple[1] == ":wiki"), None),
    ("names off", _no_names, None),
    ("senses off", _no_senses, None),
    ("reified", lambda graph: reify_edges(graph, model), None),
    ("dereified", lambda graph: dereify_edges(graph, model), None),
    ("`--top concept`", lambda graph: graph, "concept"),
    ("`--top none`", lambda graph: graph, "none"),
)
"""What is changed, how, and the setting of TOP; a setting is always that of both sides."""
