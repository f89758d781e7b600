#!/usr/bin/env python3
"""Check certificates of optimal Smatch alignments. Run it alone: ``python checker.py FILE``.

This file trusts nobody. It imports nothing but the standard library, computes with integers only, and searches for
nothing: it recomputes what triples can match from the triples themselves and follows the proof node by node.

A certificate (one JSON object per line) holds two graphs as triples, a convention, an alignment, a claimed value B
and a proof. Variables are numbered from 0; left variables are rows i, right variables columns j, and a pair (i, j)
aligns two of them. U(p) counts the attributes and loops that a pair p matches alone, W(p,q) the relations that two
pairs match together; a pair without any weight changes no value, so alignments are taken to have none of them.
The claim is: the alignment is one-to-one (C1), it is worth B (C2), and no alignment is worth more.

A certificate of graded matches also holds "similarity": {"denominator": N, "pairs": [[role, x, y, n], ...]}. All is
then counted in N-ths: a match of equal triples is N of them, and role(i, x) and role(j, y) match n if (i, j) is in the
alignment, provided that neither variable has another attribute of that role. Without this part N is 1.

The proof is a tree in prefix order. A node stands for the alignments that contain its *forced* pairs, contain none
of its *forbidden* pairs and cover its *required* rows and columns (a forced pair requires its row and its column);
the root stands for all. Its *live* pairs are those with weight that are not forbidden and are compatible with every
forced pair; none is live where forced pairs compete or one is forbidden. A node is one of

  ["leaf", D, stars, rows, columns]   nothing in this node is worth more than B;
  ["fix",  D, stars, rows, columns]   some pairs can be forbidden, some rows and columns required; one node follows;
  ["branch", i, j]                    two nodes follow: with (i,j) forced, and with (i,j) forbidden (C3);
  ["empty"]                           a required row or column has no live pair: no alignment is in this node.

Here `rows` is [i, a(i), ...], `columns` is [j, b(j), ...] and `stars` is [i, j, [k, r, ...], [l, s, ...], ...]: for the
pair p=(i,j) the integers r(p,k) and s(p,l). What is not listed is 0. They must satisfy

  (I1)  D >= 1; r, s >= 0; a(i) >= 0 unless row i is required; b(j) >= 0 unless column j is required;
  (I2)  r(p,k) + s(p,l) + r(q,i) + s(q,j) >= D*W(p,q)   for all live p=(i,j), q=(k,l) with W(p,q) > 0;
  (I3)  a(i) + b(j) >= D*U(p) + sum of r(p,.) + sum of s(p,.)   for all live p=(i,j); the difference is p's slack;
  (I4)  in a leaf: Z <= D*B + D-1, where Z is the sum of all a and b.

Why that is enough: let f be an alignment of the node. By (I2) D times its value is at most the sum over its pairs of
the right side of (I3), because the other pairs of f have different rows and different columns; by (I3) that is at
most the sum of a and b over the rows and columns that f covers, less the slacks of its pairs; by (I1) what f leaves
uncovered only adds. So D*value <= Z; also <= Z - slack(p) for each p in f, and <= Z - a(i) for each row i that f
leaves uncovered (columns likewise). Values are integers, so (I4) means value <= B, and a fix node may forbid each p
with Z - slack(p) <= D*B + D-1 and require each listed row with Z - a(i) <= D*B + D-1 (columns likewise): what it
excludes is worth at most B. The same is proved by machine: theorem `certified` in proofs/Certificate.v, and
`certified_graded` in proofs/Graded.v.
"""

import hashlib
import json
import sys
from typing import Any

Pair = tuple[int, int]
FORMAT = "smatchproof-certificate 1"
LARGE = 10**18
KEYS = {"format", "id", "convention", "left", "right", "similarity", "sha256", "matched", "alignment", "proof"}


class Refused(Exception):
    """A certificate that does not prove its claim; the text says what is wrong first."""


def demand(condition: object, message: str) -> None:
    """Refuse the certificate unless the condition holds."""
    if not condition:
        raise Refused(message)


def natural(value: Any, what: str, below: int | None = None) -> int:
    """The value, if it is a whole number from 0. In JSON true is no number and 1.0 is not 1."""
    if type(value) is not int or not 0 <= value < (LARGE if below is None else below):
        raise Refused(f"{what}: {value!r:.40} is not a whole number from 0, or is too large")
    return value


def entries(value: Any, types: list[type], what: str) -> list[Any]:
    """The list, if it has one entry of each of these types."""
    if type(value) is not list or [*map(type, value)] != types:
        raise Refused(f"{what}: malformed: {value!r:.40}")
    return value


def table(value: Any, size: int, what: str) -> dict[int, int]:
    """The list [index, number, index, number, ...] as a dictionary; each index is below `size` and comes once."""
    if value == []:
        return {}
    if type(value) is not list or {*map(type, value)} != {int} or not -LARGE < min(value) <= max(value) < LARGE:
        raise Refused(f"{what}: not a list of whole numbers below 10^18")
    result = dict(zip(value[::2], value[1::2], strict=False))
    if 2 * len(result) != len(value) or not 0 <= min(result) <= max(result) < size:
        raise Refused(f"{what}: an index is given twice, has no number or is out of range")
    return result


def parse(line: str | bytes) -> dict[str, Any]:
    """One line as a JSON object, without floats and without keys given twice."""

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        demand(len({key for key, _ in pairs}) == len(pairs), f"a key is given twice among {[key for key, _ in pairs]}")
        return dict(pairs)

    def no_float(text: str) -> None:
        raise Refused(f"{text[:40]} is not a whole number")

    try:
        record = json.loads(line, object_pairs_hook=unique, parse_float=no_float, parse_constant=no_float)
    except (ValueError, RecursionError) as error:
        raise Refused(f"not JSON: {error}") from None
    demand(type(record) is dict, "not a JSON object")
    strange = KEYS ^ (record.keys() | {"similarity"})  # which need not be there
    demand(not strange, f"keys missing or unknown: {', '.join(sorted(strange))}")
    demand(record["format"] == FORMAT, f"the format is not {FORMAT!r}")
    demand(type(record["id"]) is str and type(record["convention"]) is str, "id or convention is not a string")
    return record


def read_graph(graph: Any, side: str) -> tuple[int, dict[Any, int], dict[Any, int]]:
    """The number of variables and the triples of a graph, each with its number of copies."""
    demand(type(graph) is dict and graph.keys() == {"variables", "attributes", "relations"}, f"{side}: not a graph")
    demand(all(type(part) is list for part in graph.values()), f"{side}: not lists of variables and triples")
    demand(all(type(name) is str for name in graph["variables"]), f"{side}: a variable is not a string")
    size, attributes, relations = len(graph["variables"]), dict[Any, int](), dict[Any, int]()
    for triple in graph["attributes"]:
        role, variable, value = entries(triple, [str, int, str], side)
        label = (natural(variable, side, size), role, value)
        attributes[label] = attributes.get(label, 0) + 1
    for triple in graph["relations"]:
        role, source, target = entries(triple, [str, int, int], side)
        key = (natural(source, side, size), natural(target, side, size), role)
        relations[key] = relations.get(key, 0) + 1
    return size, attributes, relations


def read_similarity(part: Any) -> tuple[int, dict[Any, int]]:
    """The denominator N, and how many N-ths two different values of a role match."""
    demand(type(part) is dict and part.keys() == {"denominator", "pairs"}, "similarity: not a denominator and pairs")
    denominator, worth = natural(part["denominator"], "similarity"), dict[Any, int]()
    demand(denominator and type(part["pairs"]) is list, "similarity: the denominator is 0, or there is no list")
    for pair in part["pairs"]:
        role, x, y, n = entries(pair, [str, str, str, int], "similarity")
        demand(x != y and (role, x, y) not in worth, "similarity: two equal values, or a pair given twice")
        demand(0 < n <= denominator, f"similarity: {n} is not from 1 to {denominator}")
        worth[role, x, y] = n
    return denominator, worth


def holders(attributes: dict[Any, int]) -> dict[Any, list[int]]:
    """The variables that have an attribute and no other one, nor a second copy, of its role."""
    number, found = dict[Any, int](), dict[Any, list[int]]()
    for (i, role, _), copies in attributes.items():
        number[i, role] = number.get((i, role), 0) + copies
    for i, role, value in attributes:
        if number[i, role] == 1:
            found.setdefault((role, value), []).append(i)
    return found


def weights(left: Any, right: Any, convention: str, unit: int, worth: Any) -> tuple[dict[Pair, int], dict[Any, int]]:
    """U and W: what a pair matches alone, and what two pairs match together."""
    rules: Any = {"set": lambda n, m: 1, "multiset": min, "product": lambda n, m: n * m}
    stated = [part[4:] for part in convention.split("|") if part.startswith("dup:")]
    demand(len(stated) == 1 and stated[0] in rules, "the convention does not say one rule for duplicates")
    count, same_label, same_role = rules[stated[0]], dict[Any, Any](), dict[Any, Any]()
    unary, matches = dict[Pair, int](), dict[tuple[Pair, Pair], int]()
    for (j, *label), copies in right[1].items():
        same_label.setdefault(tuple(label), []).append((j, copies))
    for (i, *label), copies in left[1].items():
        for j, others in same_label.get(tuple(label), ()):
            unary[i, j] = unary.get((i, j), 0) + count(copies, others)
    for (j, l, role), copies in right[2].items():
        same_role.setdefault((role, j == l), []).append((j, l, copies))  # a loop matches only loops
    for (i, k, role), copies in left[2].items():
        for j, l, others in same_role.get((role, i == k), ()):
            if i == k:
                unary[i, j] = unary.get((i, j), 0) + count(copies, others)
            else:
                couple = ((i, j), (k, l)) if i < k else ((k, l), (i, j))
                matches[couple] = matches.get(couple, 0) + count(copies, others)
    unary = {p: unit * weight for p, weight in unary.items()}
    matches = {couple: unit * weight for couple, weight in matches.items()}
    lefts, rights = (holders(graph[1]) if worth else {} for graph in (left, right))
    for (role, x, y), n in worth.items():
        for p in ((i, j) for i in lefts.get((role, x), ()) for j in rights.get((role, y), ())):
            unary[p] = unary.get(p, 0) + n
    return {**dict.fromkeys((p for couple in matches for p in couple), 0), **unary}, matches


def check_alignment(record: Any, unary: Any, matches: Any, size: Pair) -> int:
    """(C1) the alignment is one-to-one; (C2) it is worth what is claimed. Returns the claim B."""
    demand(type(record["alignment"]) is list, "alignment: not a list of pairs")
    chosen = {tuple(entries(pair, [int, int], "alignment")) for pair in record["alignment"]}
    for side, name in ((0, "left"), (1, "right")):
        taken = {natural(pair[side], "(C1) alignment", size[side]) for pair in chosen}
        demand(len(taken) == len(record["alignment"]), f"(C1) the alignment uses a {name} variable twice")
    couples = [couple for couple in matches if couple[0] in chosen and couple[1] in chosen]
    value = sum(unary.get(p, 0) for p in chosen) + sum(matches[couple] for couple in couples)
    claim = natural(record["matched"], "matched")
    demand(value == claim, f"(C2) the alignment is worth {value}, not {claim}")
    return claim


class Node:
    """What a node of the proof forces, forbids and requires, and the pairs that are live in it."""

    def __init__(self, forced: Any, forbidden: Any, required: Any, unary: Any) -> None:
        self.forced, self.forbidden, self.required = forced, forbidden, required
        rows, columns = {i for i, _ in forced}, {j for _, j in forced}
        self.live: set[Pair] = set()  # as it stays where two forced pairs compete, or one is forbidden
        if len(rows) == len(forced) == len(columns) and not forced & forbidden:
            self.live = {p for p in unary if p[0] not in rows and p[1] not in columns} - forbidden | forced

    def check_duals(self, node: Any, unary: Any, matches: Any, size: Pair) -> tuple[int, int, dict[Pair, int], Any]:
        """(I1) to (I3). Returns D, Z, the slack of each live pair, and the duals of rows and of columns."""
        demand(len(node) == 5 and type(node[2]) is list and len(node[2]) % 4 == 0, f"malformed {node[0]}")
        scale, names = natural(node[1], "(I1) D"), ("row", "column")
        demand(scale >= 1, "(I1) D is 0")
        duals = [table(node[3 + side], size[side], names[side]) for side in (0, 1)]
        for side, index in [(axis, x) for axis in (0, 1) for x in duals[axis]]:
            allowed = duals[side][index] >= 0 or (side, index) in self.required
            demand(allowed, f"(I1) the dual of {names[side]} {index} is negative")
        stars: dict[Pair, list[dict[int, int]]] = {}
        nothing: list[dict[int, int]] = [{}, {}]
        for i, j, *parts in zip(*(node[2][start::4] for start in range(4)), strict=True):
            p = (natural(i, "star", size[0]), natural(j, "star", size[1]))
            demand(p not in stars, "(I1) a star is given twice")
            stars[p] = [table(part, size[axis], "star") for axis, part in enumerate(parts)]
            demand(min([0, *stars[p][0].values(), *stars[p][1].values()]) == 0, "(I1) a star is negative")
        for (p, q), weight in matches.items():
            if p in self.live and q in self.live:
                (r_p, s_p), (r_q, s_q) = stars.get(p, nothing), stars.get(q, nothing)
                paid = r_p.get(q[0], 0) + s_p.get(q[1], 0) + r_q.get(p[0], 0) + s_q.get(p[1], 0)
                if paid < scale * weight:
                    raise Refused(f"(I2) fails for {p}, {q}: {paid} < {scale} * {weight}")
        slacks = {}
        for p in self.live:
            r_p, s_p = stars.get(p, nothing)
            needed = scale * unary[p] + sum(r_p.values()) + sum(s_p.values())
            slacks[p] = duals[0].get(p[0], 0) + duals[1].get(p[1], 0) - needed
            if slacks[p] < 0:
                raise Refused(f"(I3) fails for {p} by {-slacks[p]}")
        return scale, sum(duals[0].values()) + sum(duals[1].values()), slacks, duals


def children(node: Any, here: Node, unary: Any, matches: Any, size: Pair, claim: int) -> list[Node]:
    """Check one node of the proof and return the nodes that have to follow it."""
    kind = node[0] if type(node) is list and node else None
    if kind == "branch":
        p = tuple(entries(node, [str, int, int], "branch")[1:])
        demand(p in unary, f"(C3) branch on {p}, which has no weight")
        inside = Node(here.forced | {p}, here.forbidden, here.required | {(0, p[0]), (1, p[1])}, unary)
        return [inside, Node(here.forced, here.forbidden | {p}, here.required, unary)]
    if kind == "empty":
        entries(node, [str], "empty")
        demand(not here.required <= {(side, p[side]) for p in here.live for side in (0, 1)}, "this node is not empty")
        return []
    demand(kind in ("leaf", "fix"), "neither leaf, fix, branch nor empty")
    scale, total, slacks, duals = here.check_duals(node, unary, matches, size)
    limit = scale * claim + scale - 1
    if kind == "leaf":
        demand(total <= limit, f"(I4) fails: {total} > {limit}")
        return []
    dead = {p for p, slack in slacks.items() if total - slack <= limit}
    needed = {(side, x) for side in (0, 1) for x, dual in duals[side].items() if total - dual <= limit}
    return [Node(here.forced, here.forbidden | dead, here.required | needed, unary)]


def check(line: str | bytes) -> dict[str, Any]:
    """Check one certificate and return it as a dictionary; raise Refused with the first thing that is wrong."""
    record = parse(line)
    graphs = [read_graph(record[side], side) for side in ("left", "right")]
    parts = [record[key] for key in ("convention", "left", "right", "similarity") if key in record]
    text = json.dumps(parts, sort_keys=True, separators=(",", ":"))
    demand(record["sha256"] == hashlib.sha256(text.encode()).hexdigest(), "sha256 does not fit graphs and convention")
    unit, worth = read_similarity(record["similarity"]) if "similarity" in record else (1, {})
    unary, matches = weights(graphs[0], graphs[1], record["convention"], unit, worth)
    size = graphs[0][0], graphs[1][0]
    claim = check_alignment(record, unary, matches, size)
    demand(type(record["proof"]) is list, "proof: not a list of nodes")
    waiting = [Node(frozenset(), frozenset(), frozenset(), unary)]
    for number, node in enumerate(record["proof"]):
        demand(waiting, f"proof node {number}: the tree has ended before it")
        try:
            waiting.extend(reversed(children(node, waiting.pop(), unary, matches, size, claim)))
        except Refused as refused:
            raise Refused(f"proof node {number}: {refused}") from None
    demand(not waiting, f"the proof has ended, but {len(waiting)} nodes are missing")
    return record


def main(arguments: list[str]) -> int:
    """Check every line of a file; print the first that fails. Exit code 0: all are verified; 1: not; 2: no file."""
    if len(arguments) != 1:
        print("usage: python checker.py FILE", file=sys.stderr)
        return 2
    number, totals = 0, dict[int, int]()
    with open(arguments[0], "rb") as file:
        for number, line in enumerate(file, 1):
            try:
                record = check(line)
                unit = record["similarity"]["denominator"] if "similarity" in record else 1
                totals[unit] = totals.get(unit, 0) + record["matched"]
            except Refused as refused:
                print(f"line {number}: refused: {refused}")
                return 1
    total = " + ".join(f"{total}" if unit == 1 else f"{total}/{unit}" for unit, total in totals.items())
    print(f"{number} certificates verified, {total or 0} matched triples in all")
    return 0 if number else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
