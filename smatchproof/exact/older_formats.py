"""Certificates of formats 1 to 3, written anew in the format that the checker reads.

Their leaves and fixes are ``["leaf", D, stars, rows, columns]``, with rows as ``[i, a(i), ...]``, columns likewise, and
stars as ``[i, j, [k, r, ...], [l, s, ...], ...]``; what is not stated is 0, and every pair with weight counts as
listed. Only format 3 has copies of triples, and format 1 neither "step" nor "at_most" nor proofs that count.

Nothing is judged here but what cannot be said in the new format. The checker then checks all of it, so that whatever it
accepts is true, however wrong this file may be.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from smatchproof.exact.checker import (
    FORMAT,
    FULL,
    Limits,
    Part,
    Question,
    Refused,
    Tree,
    check as check_current,
    demand,
    natural,
    parse_record,
    read_graph,
    read_similarity,
    shown,
)

OLDER_FORMATS = FIRST, SECOND, THIRD = [f"smatchproof-certificate {number}" for number in (1, 2, 3)]
"""The second has steps, intervals and proofs that count, the third copies of triples, too."""


def check(
    line: str | bytes,
    limits: Limits = Limits(),
    below: Iterator[str | bytes] = iter(()),
    part: Part = (0, 1),
    walk: type[Tree] = Tree,
) -> dict[str, Any]:
    """Check a certificate of any format as :func:`smatchproof.exact.checker.check` does; answers it in the new one."""
    try:
        return check_current(line, limits, below, part, walk)
    except Refused:
        # parsed again only where it was refused: lines of the format of now pay nothing for the older ones
        record = parse_record(line, limits.line)
        if record.get("format") not in OLDER_FORMATS:
            raise
    try:
        # as text, like a line of a file: nothing that is built here reaches the checker unchecked
        return check_current(json.dumps(rewritten(record, limits)), limits)
    except RecursionError:
        raise Refused("not JSON: nested too deeply") from None


def rewritten(record: dict[str, Any], limits: Limits = Limits()) -> dict[str, Any]:
    """A certificate of format 1, 2 or 3 in the format of now. Raises Refused where it is not well-formed.

    Every pair with weight is listed in each node: so many numbers as a line may have bytes, at most.
    """
    version, proof = record["format"], record.get("proof")
    # what a reader of these formats refused has to stay refused
    strange = {"optima", *(("step", "at_most") if version == FIRST else ())} & record.keys()
    demand(not strange, f"keys missing or unknown: {', '.join(sorted(strange))}")
    demand(version != FIRST or proof != [["count"]], "proof node 0: neither leaf, fix, branch nor empty")
    graphs = [record.get(side) for side in ("left", "right")]
    if version != THIRD:
        for triples in (graph.get(part) for graph in graphs if type(graph) is dict for part in graph):
            for triple in triples if type(triples) is list else ():
                # before format 3 a fourth part had no meaning: now it would count as copies
                demand(type(triple) is not list or len(triple) < 4, f"malformed: {shown(triple)}")
    if type(proof) is not list or proof == [["count"]]:  # the checker names what is malformed
        return record | {"format": FORMAT}
    demand(type(record.get("convention")) is str, "id or convention is not a string")
    left, right = (read_graph(graph, side) for graph, side in zip(graphs, ("left", "right"), strict=True))
    # only which pairs have weight matters here, and that is the same under every rule
    unary, matches = Question(left, right, "set", *read_similarity(record)).weights(limits.weights)
    pairs = {*unary, *[p for match in matches for p in match[:2]]}
    nodes, size = [], 0
    for number, node in enumerate(proof):
        is_new = type(node) is list and node and node[0] in ("cover", "symmetry", *FULL)
        is_new = is_new or (type(node) is list and len(node) == 6 and node[0] in ("leaf", "fix"))  # has cliques
        demand(not is_new, f"proof node {number}: neither leaf, fix, branch nor empty")
        if type(node) is list and len(node) == 5 and node[0] in ("leaf", "fix"):
            node = _with_triples(node, left.variables, right.variables, pairs, f"proof node {number}")
            # a short old leaf lists every pair now: a line of many such leaves would fill the memory
            size += sum(map(len, node[2:]))
            demand(
                size <= limits.line, f"more than {limits.line} duals in the format of now; --line N raises the limit"
            )
        nodes.append(node)
    return record | {"format": FORMAT, "proof": nodes}


def _with_triples(node: list[Any], m: int, n: int, pairs: set[int], where: str) -> list[Any]:
    """A leaf or fix with dense rows and columns and with one list of stars, in which all these pairs are."""
    kind, scale, stars, *lines = node
    demand(type(stars) is list and len(stars) % 4 == 0, f"{where}: malformed {kind}")
    tables = [_table(part, size, where) for part, size in zip(lines, (m, n), strict=True)]
    dense = [[table.get(line, 0) for line in range(max(table, default=-1) + 1)] for table in tables]
    triples, listed = list[Any](), set[int]()
    for i, j, rows, columns in zip(*(stars[start::4] for start in range(4)), strict=True):
        # each in its range before both become one number: (0, n) would be the pair (1, 0)
        pair = natural(i, f"{where}: star", m) * n + natural(j, f"{where}: star", n)
        # in one flat list two stars of a pair would become one, with the duals of both
        demand(pair not in listed, f"{where}: (I1) a star is given twice")
        listed.add(pair)
        for first, part, size in ((0, rows, m), (m, columns, n)):
            for line, dual in _table(part, size, where).items():
                triples += pair, first + line, dual
    for pair in pairs.difference(triples[::3]):
        # listed by a dual of 0, a pair pays nothing, as it did then; left out, it would pay by default
        triples += pair, 0, 0
    return [kind, scale, *dense, triples]


def _table(part: Any, size: int, where: str) -> dict[int, Any]:
    """A list [index, number, ...] as a dictionary. The numbers are left to the checker."""
    demand(type(part) is list and len(part) % 2 == 0, f"{where}: not a list, or an index has no number")
    table = {
        natural(index, f"{where}: index", size): number for index, number in zip(part[::2], part[1::2], strict=True)
    }
    # a dictionary keeps the last of two: which was meant is not to be guessed
    demand(2 * len(table) == len(part), f"{where}: an index is given twice")
    return table
