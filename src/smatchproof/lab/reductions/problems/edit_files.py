"""Reading graph edit distance: graphs with labels in lines ``v`` and ``e``, and costs by label."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from smatchproof.base.errors import InputError, Place, UsageError, quoted
from smatchproof.base.text import many
from smatchproof.lab.reductions.problems.edit_distance import Costs, LabelledGraph, tabulated
from smatchproof.lab.reductions.problems.graph_files.graph_file import refuse_loops
from smatchproof.lab.reductions.problems.graphs import Edge
from smatchproof.lab.reductions.source_problem import Options, Reading, SourceText, found_graphs
from smatchproof.lab.reductions.words import Word, word_lines

ANY = "*"
"""In a line of costs: any label."""
_END = ["t", "#", "-1"]
"""The last line of files that gSpan and its successors read."""
_HINT = "write 't # 0', then 'v 0 LABEL' for each node and 'e 0 1 LABEL' for each edge; nodes count from 0"
_COSTS_HINT = "write 'node delete LABEL COST', 'edge insert LABEL COST' or 'node substitute LABEL LABEL COST'"
_COST = re.compile(r"([0-9]{1,18})(?:/([0-9]{1,18})|\.([0-9]{1,18}))?")


def read_edit_distance(texts: Sequence[SourceText], options: Options) -> Reading:
    r"""Read two graphs, and the costs in files named ``.costs``.

    Without costs everything costs 1, and to substitute a label by itself nothing. Raises :class:`InputError` and
    :class:`UsageError`.

    >>> one = SourceText("a.txt", "t # 0\nv 0 C\nv 1 O\ne 0 1 single\n")
    >>> other = SourceText("b.txt", "t # 0\nv 0 C\nv 1 N\ne 0 1 single\n")
    >>> costs = SourceText("my.costs", "node substitute O N 1/2\n")
    >>> problem = read_edit_distance([one, other, costs], {}).source
    >>> problem.describe(problem.brute_force())
    '0 → 0, 1 → 1; substitute node 1 by 1 (1/2); 1/2 in all'
    """
    tables = [text for text in texts if text.source.endswith(".costs")]
    graphs, lines = _graphs([text for text in texts if text not in tables], options)
    if not texts or len(tables) > 1:
        raise UsageError("name one or two files with two graphs, and one with costs (.costs) if you want others than 1")
    if len(graphs) != 2:
        place = Place(texts[0].source)
        raise InputError(f"expected 2 graphs, found {len(graphs)}", place, "write one a file, or one after the other")
    rules = _read_rules(tables[0]) if tables else []
    lines += [f"{table.source}: {many(len(rules), 'rule')} of costs" for table in tables]
    return Reading(tabulated(graphs[0], graphs[1], _costs("node", rules), _costs("edge", rules)), tuple(lines))


# ---- graphs


def _graphs(texts: Sequence[SourceText], options: Options) -> tuple[list[LabelledGraph], list[str]]:
    """The graphs of all files, and a line about each: with labels where it begins with t and #."""
    plain = [text for text in texts if text.text.split(maxsplit=2)[:2] != ["t", "#"]]
    found = dict(zip(plain, found_graphs(plain, options), strict=True)) if plain else {}
    graphs: list[LabelledGraph] = []
    lines = []
    for text in texts:
        if (file := found.get(text)) is None:
            labelled = _read_labelled(text, bool(options.get("directed", False)))
            sizes = (f"{many(len(each.nodes), 'node')}, {many(len(each.edges), 'edge')}" for each in labelled)
            lines.append(f"{text.source}: t, v and e with labels, {'; '.join(sizes)}")
            graphs += labelled
            continue
        refuse_loops(file.graphs)
        lines.append(f"{file.says(text.source)}; without labels, which lines t, v and e have")
        for graph in (each.graph for each in file.graphs):
            edges = dict.fromkeys(graph.edges, "")
            graphs.append(LabelledGraph(graph.vertices, ("",) * len(graph), edges, graph.directed))
    return graphs, lines


def _read_labelled(text: SourceText, directed: bool) -> list[LabelledGraph]:
    """The graphs of a file with lines t, v and e."""
    found: list[tuple[list[str], dict[Edge, str]]] = []
    lines = [*word_lines(text.text, text.source, _HINT)]
    if [word.text for word in lines[-1]] == _END:
        lines.pop()
    for words in lines:
        if words[0].text == "t":
            found.append(([], {}))
        elif words[0].text == "v":
            _read_node(words, found[-1][0])
        elif words[0].text == "e":
            _read_edge(words, *found[-1], directed)
        else:
            raise words[0].error(f"expected t, v or e, found {quoted(words[0].text)}")
    return [
        LabelledGraph(tuple(map(str, range(len(labels)))), tuple(labels), edges, directed) for labels, edges in found
    ]


def _read_node(words: list[Word], labels: list[str]) -> None:
    _demand_length(words, 2, 3)
    if words[1].whole() != len(labels):
        raise words[1].error(f"expected node {len(labels)}, found {quoted(words[1].text)}")
    labels.append(words[2].text if len(words) > 2 else "")


def _read_edge(words: list[Word], labels: list[str], edges: dict[Edge, str], directed: bool) -> None:
    _demand_length(words, 3, 4)
    source, target = (word.integer(0, len(labels) - 1, "the number of a node") for word in words[1:3])
    edge = (source, target) if directed else (min(source, target), max(source, target))
    if edge in edges:
        raise words[0].error("an edge between these nodes again: parallel edges have no distance here")
    edges[edge] = words[3].text if len(words) > 3 else ""


def _demand_length(words: list[Word], least: int, most: int) -> None:
    if not least <= len(words) <= most:
        raise words[min(len(words) - 1, most)].error(f"expected {least} or {most} words, found {len(words)}")


# ---- costs


class _Rule(NamedTuple):
    """A line of costs: ``node substitute C N 1/2``."""

    kind: str
    does: str
    labels: tuple[str, ...]
    cost: Fraction

    def fits(self, kind: str, does: str, *labels: str) -> bool:
        """Test whether the line is about this edit. What any label is substituted by is another one."""
        if (self.kind, self.does) != (kind, does):
            return False
        if len(labels) == 2 and labels[0] == labels[1]:
            return self.labels == labels
        return all(own in (ANY, label) for own, label in zip(self.labels, labels, strict=True))


def _read_rules(text: SourceText) -> list[_Rule]:
    rules = []
    for words in word_lines(text.text, text.source, _COSTS_HINT, comment="#"):
        if words[0].text not in ("node", "edge"):
            raise words[0].error(f"expected node or edge, found {quoted(words[0].text)}")
        does = words[1].text if len(words) > 1 else ""
        wanted = {"insert": 4, "delete": 4, "substitute": 5}.get(does)
        if wanted != len(words):
            raise words[-1].error(f"expected an edit, its labels and a cost, found {len(words)} words")
        cost = _COST.fullmatch(words[-1].text)
        if not cost or (cost[2] and not int(cost[2])):
            raise words[-1].error(f"expected a cost such as 2, 0.5 or 1/3, found {quoted(words[-1].text)}")
        labels = tuple(word.text for word in words[2:-1])
        rules.append(_Rule(words[0].text, does, labels, Fraction(words[-1].text)))
    return rules


def _costs(kind: str, rules: list[_Rule]) -> Costs:
    """The costs of nodes or of edges: of the lines that fit an edit the last one counts."""

    def cost(does: str, *labels: str) -> Fraction:
        usual = Fraction(does != "substitute" or labels[0] != labels[1])
        return next((rule.cost for rule in reversed(rules) if rule.fits(kind, does, *labels)), usual)

    return Costs(partial(cost, "delete"), partial(cost, "insert"), partial(cost, "substitute"))
