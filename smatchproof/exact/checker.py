#!/usr/bin/env python3
"""Check certificates of Smatch alignments. Run it alone: ``python checker.py [--weights N] FILE``.

This file trusts nobody. It imports nothing but the standard library, computes with integers only, and searches for
nothing: it recomputes what triples can match from the triples themselves and follows the proof node by node.

A certificate (one JSON object per line) holds two graphs as triples, a convention, an alignment, what it is worth
("matched"), a bound B ("at_most"; "matched" where it is left out) and a proof. In format 3 a fourth part of a triple is
its number of copies. Variables are numbered from 0; left variables are rows i, right variables columns j, and a pair
(i, j) aligns two of them. U(p) counts the attributes and loops that a pair p matches alone, W(p,q) the relations that
two pairs match together; a pair without any weight changes no value, so alignments are taken to have none of them. The
claim: the alignment is one-to-one (C1), it is worth "matched" (C2), and none is worth more than B.

A certificate of graded matches also holds "similarity": {"denominator": N, "pairs": [[role, x, y, n], ...]}, and its
convention a part "sim:". All is then counted in N-ths: a match of equal triples is N of them, and role(i, x) and
role(j, y) match n if (i, j) is in the alignment, provided that neither variable has another attribute of that role.
Without this part N is 1. A certificate may state a "step" g >= 1; then g divides B, every U(p) and every W(p,q), and so
every value. What is not stated is 1.

The proof is ["count"] alone: B is N times the triples of one of the graphs or more, and the rule for duplicates is not
"product". Or it is a tree in prefix order. A node stands for the alignments that contain its *forced* pairs, contain
none of its *forbidden* pairs and cover its *required* rows and columns (a forced pair requires its row and its column);
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
  (I4)  in a leaf: Z <= D*B + D*g - 1, where Z is the sum of all a and b.

Why that is enough: let f be an alignment of the node. By (I2) D times its value is at most the sum over its pairs of
the right side of (I3), because the other pairs of f have different rows and different columns; by (I3) that is at
most the sum of a and b over the rows and columns that f covers, less the slacks of its pairs; by (I1) what f leaves
uncovered only adds. So D*value <= Z; also <= Z - slack(p) for each p in f, and <= Z - a(i) for each row i that f
leaves uncovered (columns likewise). Values and B are multiples of g, so (I4) means value <= B, and a fix node may
forbid each p with Z - slack(p) <= D*B + D*g - 1 and require each listed row with Z - a(i) <= D*B + D*g - 1 (columns
likewise): what it excludes is worth at most B. The same is proved by machine: theorem `certified_copies` in
proofs/Certificate.v, and `certified_graded` and `certified_count` in proofs/Graded.v.

Time and memory are linear in the line and in the weights U and W, of which every leaf and fix looks at each once at
most; their number is known from the labels before any is computed. Limits, which options of these names raise: --line,
the bytes of a line; --weights, how many there may be; --work, how many looks at a weight or at a pair forced or
forbidden, if each leaf and fix looked at all.
"""

import json
import sys
from typing import Any, NamedTuple

Pair = tuple[int, int]
OLD_FORMAT, FORMAT, WEIGHTED_FORMAT = (f"smatchproof-certificate {version}" for version in (1, 2, 3))
FORMATS = {OLD_FORMAT: set[str]()} | {key: {"step", "at_most"} for key in (FORMAT, WEIGHTED_FORMAT)}
"""The formats, and what may be stated beyond KEYS."""
KEYS = {"format", "id", "convention", "left", "right", "sha256", "matched", "alignment", "proof"}
LARGE = 10**36
RULES: Any = {"set": lambda n, m: 1, "multiset": min, "product": lambda n, m: n * m}


class Limits(NamedTuple):
    """How long a line may be, in bytes; how many weights two graphs may have; how many looks a proof may take."""

    line: int = 2**24
    weights: int = 10**6
    work: int = 10**9


class Refused(Exception):
    """A certificate that does not prove its claim; the text says what is wrong first."""


def demand(condition: object, message: str) -> None:
    """Refuse the certificate unless the condition holds."""
    if not condition:
        raise Refused(message)


def shown(value: Any) -> str:
    """A value for people: short, and ASCII without control characters, whatever it holds."""
    if type(value) in (list, dict):
        return f"a {type(value).__name__} of {len(value)}"
    return ascii(value[:40]) + "..." * (len(value) > 40) if type(value) is str else ascii(value)[:40]


def natural(value: Any, what: str, below: int | None = None) -> int:
    """The value, if it is a whole number from 0. In JSON true is no number and 1.0 is not 1."""
    if type(value) is not int or not 0 <= value < (LARGE if below is None else below):
        raise Refused(f"{what}: {shown(value)} is not a whole number from 0, or is too large")
    return value


def naturals(values: list[Any], what: str, below: int) -> list[int]:
    """The list, if it holds whole numbers from 0 alone, all of them below the limit."""
    if values and ({*map(type, values)} != {int} or not 0 <= min(values) <= max(values) < below):
        raise Refused(f"{what}: not a list of whole numbers from 0, or one is too large")
    return values


def entries(value: Any, types: list[type], what: str) -> list[Any]:
    """The list, if it has one entry of each of these types."""
    if type(value) is not list or [*map(type, value)] != types:
        raise Refused(f"{what}: malformed: {shown(value)}")
    return value


def tables(keys: list[int], lists: list[Any], size: int, what: str) -> dict[int, int]:
    """Each key's list [index, number, ...] as {key * size + index: number}; an index is below `size`, none twice."""
    demand({*map(type, lists)} <= {list}, f"{what}: not a list")
    numbers = [number for part in lists for number in part]
    if not numbers:
        return {}
    if {*map(type, numbers)} != {int} or not -LARGE < min(numbers) <= max(numbers) < LARGE:
        raise Refused(f"{what}: not a list of whole numbers below 10^36")
    names = [key * size + index for key, part in zip(keys, lists, strict=True) if part for index in part[::2]]
    result, given = dict(zip(names, numbers[1::2], strict=False)), numbers[::2]
    if not 2 * len(result) == 2 * len(names) == len(numbers) or not 0 <= min(given) <= max(given) < size:
        raise Refused(f"{what}: an index is given twice, has no number or is out of range")
    return result


def parse(line: str | bytes, limit: int) -> dict[str, Any]:
    """One line as a JSON object, without floats and without keys given twice."""

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len({key for key, _ in pairs}) != len(pairs):
            raise Refused("a key is given twice")
        return dict(pairs)

    def no_float(text: str) -> None:
        raise Refused(f"{text[:40]} is not a whole number")

    demand(len(line) <= limit, f"the line is longer than {limit} bytes; --line N raises the limit")
    try:
        line = line.decode() if isinstance(line, bytes) else line  # json would guess other encodings than UTF-8
        record = json.loads(line, object_pairs_hook=unique, parse_float=no_float, parse_constant=no_float)
    except (ValueError, RecursionError) as error:
        raise Refused(f"not JSON: {ascii(str(error))[1:-1]:.80}") from None
    demand(type(record) is dict, "not a JSON object")
    version = record.get("format")
    demand(type(version) is str and version in FORMATS, f"the format is not {FORMAT!r}")
    optional = {"similarity"} | FORMATS[version]
    strange = (KEYS | optional) ^ (record.keys() | optional)
    demand(not strange, f"keys missing or unknown: {', '.join(shown(key)[1:-1] for key in sorted(strange)[:5])}")
    demand(type(record["id"]) is str and type(record["convention"]) is str, "id or convention is not a string")
    return record


class Graph(NamedTuple):
    """The number of variables, and the triples, each with its number of copies."""

    variables: int
    attributes: dict[Any, int]
    relations: dict[Any, int]

    def size(self, rule: str) -> int:
        """How many triples count under a rule for duplicates."""
        parts = (self.attributes, self.relations)
        return sum(len(part) if rule == "set" else sum(part.values()) for part in parts)

    def lone(self) -> dict[Any, str]:
        """The value of each variable and role that has an attribute and no other one, nor a second copy."""
        number = dict[Any, int]()
        for (i, role, _), copies in self.attributes.items():
            number[i, role] = number.get((i, role), 0) + copies
        return {(i, role): value for i, role, value in self.attributes if number[i, role] == 1}


def read_graph(graph: Any, side: str, weighted: bool = False) -> Graph:
    """A graph of a certificate, in a format with weights or without."""
    demand(type(graph) is dict and graph.keys() == {"variables", "attributes", "relations"}, f"{side}: not a graph")
    demand(all(type(part) is list for part in graph.values()), f"{side}: not lists of variables and triples")
    demand(all(type(name) is str for name in graph["variables"]), f"{side}: a variable is not a string")
    size, attributes, relations = len(graph["variables"]), dict[Any, int](), dict[Any, int]()
    for listed, end, counted in (("attributes", str, attributes), ("relations", int, relations)):
        for triple in graph[listed]:
            has_weight = weighted and type(triple) is list and len(triple) == 4
            role, variable, other, *weight = entries(triple, [str, int, end, int][: 3 + has_weight], side)
            copies, first = natural(weight[0], "weight") if weight else 1, natural(variable, side, size)
            demand(copies >= 1, "a weight is 0")
            key = (first, role, other) if end is str else (first, natural(other, side, size), role)
            counted[key] = counted.get(key, 0) + copies
    return Graph(size, attributes, relations)


def read_similarity(record: Any) -> tuple[int, dict[Any, int]]:
    """The denominator N, and how many N-ths two different values of a role match; both fit the convention."""
    named = [part for part in record["convention"].split("|") if part.startswith("sim:")]
    demand(bool(named) == ("similarity" in record), "similarities and a convention that does not say so, or reversed")
    if "similarity" not in record:
        return 1, {}
    part = record["similarity"]
    demand(type(part) is dict and part.keys() == {"denominator", "pairs"}, "similarity: not a denominator and pairs")
    denominator, worth = natural(part["denominator"], "similarity"), dict[Any, int]()
    demand(denominator and type(part["pairs"]) is list, "similarity: the denominator is 0, or there is no list")
    for pair in part["pairs"]:
        role, x, y, n = entries(pair, [str, str, str, int], "similarity")
        demand(x != y and (role, x, y) not in worth, "similarity: two equal values, or a pair given twice")
        demand(0 < n <= denominator, f"similarity: {shown(n)} is not from 1 to {denominator}")
        worth[role, x, y] = n
    return denominator, worth


class Question(NamedTuple):
    """What is asked: two graphs, the rule for duplicates, what equal triples match, and different values of a role."""

    left: Graph
    right: Graph
    rule: str
    unit: int = 1
    worth: dict[Any, int] = {}  # noqa: RUF012  # never changed

    def value(self, partner: dict[int, int]) -> int:
        """What an alignment is worth, by definition."""
        total, count = 0, RULES[self.rule]
        for (i, role, value), copies in self.left.attributes.items():
            if others := self.right.attributes.get((partner.get(i), role, value)):
                total += self.unit * count(copies, others)
        for (i, k, role), copies in self.left.relations.items():
            if others := self.right.relations.get((partner.get(i), partner.get(k), role)):
                total += self.unit * count(copies, others)
        lefts, rights = (graph.lone() if self.worth else {} for graph in (self.left, self.right))
        return total + sum(
            self.worth.get((role, x, rights.get((partner.get(i), role))), 0) for (i, role), x in lefts.items()
        )

    def weights(self, limit: int) -> tuple[dict[Pair, int], dict[tuple[Pair, Pair], int]]:
        """U and W: what a pair matches alone, and what two pairs match together."""
        count, unit = RULES[self.rule], self.unit
        same_label, same_role, lone = dict[Any, Any](), dict[Any, Any](), dict[Any, Any]()
        for (j, role, value), copies in self.right.attributes.items():
            same_label.setdefault((role, value), []).append((j, copies))
        for (j, l, role), copies in self.right.relations.items():
            same_role.setdefault((role, j == l), []).append((j, l, copies))  # a loop matches only loops
        for side, graph in enumerate((self.left, self.right) if self.worth else ()):
            for (i, role), value in graph.lone().items():
                lone.setdefault((side, role, value), []).append(i)
        labels = [same_label.get((role, value), ()) for _, role, value in self.left.attributes]
        roles = [same_role.get((role, i == k), ()) for i, k, role in self.left.relations]
        number = sum(map(len, labels)) + sum(map(len, roles))
        number += sum(len(lone.get((0, role, x), ())) * len(lone.get((1, role, y), ())) for role, x, y in self.worth)
        demand(number <= limit, f"{number} weights to look at, which is more than {limit}; --weights N raises it")
        unary, matches = dict[Pair, int](), dict[tuple[Pair, Pair], int]()
        for ((i, _, _), copies), alike in zip(self.left.attributes.items(), labels, strict=True):
            for j, others in alike:
                weight = unit if copies == others == 1 else unit * count(copies, others)
                unary[i, j] = unary.get((i, j), 0) + weight
        for ((i, k, _), copies), alike in zip(self.left.relations.items(), roles, strict=True):
            for j, l, others in alike:
                weight = unit if copies == others == 1 else unit * count(copies, others)
                if i == k:
                    unary[i, j] = unary.get((i, j), 0) + weight
                else:
                    couple = ((i, j), (k, l)) if i < k else ((k, l), (i, j))
                    matches[couple] = matches.get(couple, 0) + weight
        for (role, x, y), n in self.worth.items():
            for p in ((i, j) for i in lone.get((0, role, x), ()) for j in lone.get((1, role, y), ())):
                unary[p] = unary.get(p, 0) + n
        pairs = dict.fromkeys([p for couple in matches for p in couple], 0)
        pairs.update(unary)
        return pairs, matches


def check_alignment(record: Any, question: Question) -> None:
    """(C1) the alignment is one-to-one; (C2) it is worth what is claimed."""
    demand(type(record["alignment"]) is list, "alignment: not a list of pairs")
    chosen = [tuple(entries(pair, [int, int], "alignment")) for pair in record["alignment"]]
    for side, (name, graph) in enumerate((("left", question.left), ("right", question.right))):
        taken = {natural(pair[side], "(C1) alignment", graph.variables) for pair in chosen}
        demand(len(taken) == len(chosen), f"(C1) the alignment uses a {name} variable twice")
    value = question.value(dict(chosen))
    claim = natural(record["matched"], "matched")
    demand(value == claim, f"(C2) the alignment is worth {value}, not {claim}")


class Live(NamedTuple):
    """The live pairs of some node with their U, their W, and how many forbidden pairs they have been rid of."""

    unary: dict[Pair, int]
    matches: dict[tuple[Pair, Pair], int]
    forbidden: int = 0


class Tree:
    """The walk through a proof: what is forced, forbidden and required in the current node.

    Each of the three is a list that grows on the way down. `above` is what was live in some node above, the nearest
    that has left less than half of what was live before, so that there are few of them. `waiting` says, for each node
    to come, how much of the lists is to be kept, what is `above`, and which pair is to be forbidden then.
    """

    def __init__(self, question: Question, bound: int, step: int, limits: Limits) -> None:
        self.size = question.left.variables, question.right.variables
        self.above = Live(*question.weights(limits.weights))
        self.unary = self.above.unary
        weights = (*self.unary.values(), *self.above.matches.values())
        demand(step == 1 or not any(weight % step for weight in weights), f"the step {step} does not divide a weight")
        self.bound, self.step, self.work, self.weights = bound, step, limits.work, len(weights)
        self.forced, self.forbidden, self.required = list[Pair](), list[Pair](), list[Pair]()
        self.waiting: list[tuple[int, int, int, Live, list[Pair]]] = [(0, 0, 0, self.above, [])]

    def wait(self, forbid: list[Pair]) -> None:
        """A node will follow for which all that holds now holds, and these pairs are forbidden."""
        self.waiting.append((len(self.forced), len(self.forbidden), len(self.required), self.above, forbid))

    def visit(self, node: Any) -> None:
        """Check the next node of the proof."""
        forced, forbidden, required, self.above, forbid = self.waiting.pop()
        del self.forced[forced:], self.forbidden[forbidden:], self.required[required:]
        self.forbidden += forbid
        kind = node[0] if type(node) is list and node else None
        if kind == "branch":
            _, i, j = entries(node, [str, int, int], "branch")
            demand((i, j) in self.unary, f"(C3) branch on {shown(i)}, {shown(j)}, a pair without weight")
            self.wait([(i, j)])
            self.forced.append((i, j))
            self.required += (0, i), (1, j)
            self.wait([])
        elif kind == "empty":
            entries(node, [str], "empty")
            covered = {(side, p[side]) for p in self.live() for side in (0, 1)}
            demand(not covered.issuperset(self.required), "this node is not empty")
        else:
            demand(kind in ("leaf", "fix"), "neither leaf, fix, branch nor empty")
            self.leaf_or_fix(node)

    def live(self) -> set[Pair] | dict[Pair, int]:
        """The pairs with weight that are not forbidden and are compatible with every forced pair."""
        above, forced, forbidden = self.above, set(self.forced), set(self.forbidden[self.above.forbidden :])
        self.work -= self.weights + len(self.forced) + len(self.forbidden) + len(self.required)
        demand(self.work >= 0, "more work than the limit allows; --work N raises it")
        if not forced and not forbidden:
            return above.unary
        rows, columns = {i for i, _ in forced}, {j for _, j in forced}
        if not len(rows) == len(forced) == len(columns) or forced & forbidden or not forced <= above.unary.keys():
            return set()
        return {p for p in above.unary if p[0] not in rows and p[1] not in columns} - forbidden | forced

    def leaf_or_fix(self, node: Any) -> None:
        """(I1) to (I4), and what a fix forbids and requires."""
        scale, r, s, paid, (rows, columns) = self.read_duals(node)
        live, (m, n), row_of, column_of = self.live(), self.size, r.get, s.get
        unary, matches, _ = self.above
        if live is not unary:
            unary = {p: unary[p] for p in live}
            matches = {(p, q): weight for (p, q), weight in matches.items() if p in live and q in live}
        for ((i, j), (k, l)), weight in matches.items():
            first, second = i * n + j, k * n + l
            both = row_of(first * m + k, 0) + row_of(second * m + i, 0)
            if both < scale * weight:
                both += column_of(first * n + l, 0) + column_of(second * n + j, 0)
            if both < scale * weight:
                raise Refused(f"(I2) fails for {(i, j)}, {(k, l)}: {both} < {scale} * {weight}")
        a, b, paid_by = [rows.get(i, 0) for i in range(m)], [columns.get(j, 0) for j in range(n)], paid.get
        slacks = [a[i] + b[j] - scale * weight - paid_by(i * n + j, 0) for (i, j), weight in unary.items()]
        if slacks and min(slacks) < 0:
            p, slack = next(found for found in zip(unary, slacks, strict=True) if found[1] < 0)
            raise Refused(f"(I3) fails for {p} by {-slack}")
        total, limit = sum(rows.values()) + sum(columns.values()), scale * self.bound + scale * self.step - 1
        if node[0] == "leaf":
            demand(total <= limit, f"(I4) fails: {total} > {limit}")
            return
        self.forbidden += [p for p, slack in zip(unary, slacks, strict=True) if total - slack <= limit]
        self.keep({p: unary[p] for p, slack in zip(unary, slacks, strict=True) if total - slack > limit}, matches)
        for side, duals in enumerate((rows, columns)):
            self.required += [(side, line) for line, dual in duals.items() if total - dual <= limit]
        self.wait([])

    def keep(self, unary: dict[Pair, int], matches: dict[tuple[Pair, Pair], int]) -> None:
        """After a fix: the nodes below look at what is live now alone, if that is less than half of `above`."""
        if 2 * len(unary) < len(self.above.unary):
            matches = {(p, q): weight for (p, q), weight in matches.items() if p in unary and q in unary}
            self.above = Live(unary, matches, len(self.forbidden))

    def read_duals(self, node: Any) -> tuple[int, dict[int, int], dict[int, int], dict[int, int], Any]:
        """(I1). Returns D; r and s, by the number i * n + j of a pair (i, j) times m or n plus the index; the sum of
        each pair's; and the duals of rows and of columns.
        """
        demand(len(node) == 5 and type(node[2]) is list and len(node[2]) % 4 == 0, f"malformed {node[0]}")
        scale, (m, n) = natural(node[1], "(I1) D"), self.size
        demand(scale >= 1, "(I1) D is 0")
        outer = tables([0], node[3:4], m, "row"), tables([0], node[4:], n, "column")
        negative = {(side, line) for side in (0, 1) for line, dual in outer[side].items() if dual < 0}
        demand(negative.issubset(self.required), "(I1) the dual of a row or column is negative")
        lefts, rights, *lists = (node[2][start::4] for start in range(4))
        pairs = [i * n + j for i, j in zip(naturals(lefts, "star", m), naturals(rights, "star", n), strict=True)]
        demand(len({*pairs}) == len(pairs), "(I1) a star is given twice")
        r, s = tables(pairs, lists[0], m, "star"), tables(pairs, lists[1], n, "star")
        demand(min(r.values(), default=0) >= 0 and min(s.values(), default=0) >= 0, "(I1) a star is negative")
        paid = dict.fromkeys(pairs, 0)
        for part, size in ((r, m), (s, n)):
            for name, dual in part.items():
                paid[name // size] += dual
        return scale, r, s, paid, outer


def check(line: str | bytes, limits: Limits = Limits()) -> dict[str, Any]:
    """Check one certificate; raise Refused with the first thing that is wrong.

    Returns it as a dictionary, completed by "at_most" and "step" where they are left out, "unit" (N), and "sizes": how
    many triples of the left and of the right graph count.
    """
    import hashlib  # loaded slowly, and not needed for what is checked in memory

    record = parse(line, limits.line)
    graphs = [read_graph(record[side], side, record["format"] == WEIGHTED_FORMAT) for side in ("left", "right")]
    unit, worth = read_similarity(record)
    parts = [record[key] for key in ("convention", "left", "right", "similarity") if key in record]
    text = json.dumps(parts, sort_keys=True, separators=(",", ":"))
    demand(record["sha256"] == hashlib.sha256(text.encode()).hexdigest(), "sha256 does not fit graphs and convention")
    stated = [part[4:] for part in record["convention"].split("|") if part.startswith("dup:")]
    demand(len(stated) == 1 and stated[0] in RULES, "the convention does not say one rule for duplicates")
    question = Question(graphs[0], graphs[1], stated[0], unit, worth)
    bound, step = check_claim(record, question, limits, bool(FORMATS[record["format"]]))
    sizes = [graph.size(question.rule) for graph in graphs]
    return record | {"at_most": bound, "step": step, "unit": unit, "sizes": sizes}


def check_claim(record: Any, question: Question, limits: Limits = Limits(), may_count: bool = True) -> tuple[int, int]:
    """Check what is claimed of a question: alignment, value, bound, step and proof. Returns bound and step."""
    check_alignment(record, question)
    bound, step = natural(record.get("at_most", record["matched"]), "at_most"), natural(record.get("step", 1), "step")
    demand(step >= 1 and bound % step == 0, "the step is 0 or does not divide the bound")
    proof = record["proof"]
    demand(type(proof) is list, "proof: not a list of nodes")
    if proof == [["count"]] and may_count:
        demand(question.rule != "product", "the rule is product: a triple may match more than once")
        least = question.unit * min(question.left.size(question.rule), question.right.size(question.rule))
        demand(least <= bound, f"(count) fails: {least} > {bound}")
    else:
        follow(proof, Tree(question, bound, step, limits))
    return bound, step


def follow(proof: list[Any], tree: Tree) -> None:
    """Check the nodes one by one, and that they are a tree."""
    for number, node in enumerate(proof):
        demand(tree.waiting, f"proof node {number}: the tree has ended before it")
        try:
            tree.visit(node)
        except Refused as refused:
            raise Refused(f"proof node {number}: {refused}") from None
    demand(not tree.waiting, f"the proof has ended, but {len(tree.waiting)} nodes are missing")


def main(arguments: list[str]) -> int:
    """Check every line of a file; print the first that fails. Exit code 0: all are verified; 1: not; 2: no file."""
    from fractions import Fraction  # loaded slowly, and not needed to check

    *options, name = arguments or [""]
    raised = dict(zip(options[::2], options[1::2], strict=False))
    known = raised.keys() <= {f"--{field}" for field in Limits._fields} and 2 * len(raised) == len(options)
    numbers = all(len(number) < 19 and number.isascii() and number.isdecimal() for number in raised.values())
    if not (name and known and numbers):
        print("usage: python checker.py [--line N] [--weights N] [--work N] FILE", file=sys.stderr)
        return 2
    limits = Limits(**{option[2:]: int(number) for option, number in raised.items()})
    number, sums = 0, [Fraction(0)] * 4
    try:
        file = open(name, "rb")
    except (OSError, ValueError) as error:
        print(f"no file to check: {ascii(str(error))[1:-1]}", file=sys.stderr)
        return 2
    with file:
        while line := file.readline(limits.line + 1):
            number += 1
            try:
                record = check(line.removesuffix(b"\n"), limits)
                parts = [Fraction(record[key], record["unit"]) for key in ("at_most", "matched")] + record["sizes"]
                sums = [one + more for one, more in zip(sums, parts, strict=True)]
                demand(max(part.denominator for part in sums) < LARGE, "sums need a denominator of 10^36 or more")
            except Refused as refused:
                print(f"line {number}: refused: {refused}")
                return 1
    bound, matched, left, right = sums
    print(f"{number} certificates verified: at most {bound}, proved; at least {matched}, attained")
    if left and right:
        prf = Fraction(matched, left), Fraction(matched, right), Fraction(2 * matched, left + right)
        print("attained: precision {}, recall {}, F1 {}".format(*prf))
    return 0 if number else 1


if __name__ == "__main__":
    try:
        code = main(sys.argv[1:])
        sys.stdout.flush()
    except (OSError, MemoryError, AttributeError):  # standard output is None where it is closed
        code, sys.stdout = 2, None
        try:
            print("no verdict: no memory, or nowhere to write it", file=sys.stderr)
        except OSError:
            sys.stderr = None
    sys.exit(code)
