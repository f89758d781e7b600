#!/usr/bin/env python3
"""Check certificates of Smatch alignments. Run it alone: ``python checker.py [--weights N] FILE``.

This file trusts nobody. It imports nothing but the standard library, computes with integers only, and searches for
nothing: it recomputes what triples can match from the triples themselves and follows the proof node by node.

A certificate (one JSON object per line) holds two graphs as triples, a convention, an alignment, what it is worth
("matched"), a bound B ("at_most"; "matched" where it is left out) and a proof. A fourth part of a triple is its number
of copies. Variables are numbered from 0; left variables are rows i < m, right variables columns j < n, and a pair
(i, j), whose number is i*n + j, aligns two of them. U(p) counts the attributes and loops that a pair p matches alone,
W(p,q) the relations that two pairs match together; a pair without any weight changes no value, so alignments are taken
to have none of them. The claim: the alignment is one-to-one (C1), it is worth "matched" (C2), and none is worth more
than B.

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

  ["leaf", D, rows, columns, stars]   nothing in this node is worth more than B;
  ["fix",  D, rows, columns, stars]   some pairs can be forbidden, some rows and columns required; one node follows;
  ["branch", i, j]                    two nodes follow: with (i,j) forced, and with (i,j) forbidden (C3);
  ["empty"]                           a required row or column has no live pair: no alignment is in this node.

Here `rows` is [a(0), a(1), ...] and `columns` [b(0), b(1), ...]; zeros at their ends may be left out. `stars` is
[p, line, dual, ...] by numbers of pairs: the dual is r(p,k) if the line is a row k < m, and s(p,l) if it is m + l.
A pair in `stars` is *listed*; its r and s are 0 where they are not stated. Any other pair *pays* for its live matches
{p,q}, those with live q and T = D*W(p,q) > 0: where q=(k,l) is listed, what r(q,.) and s(q,.) leave of T for p's row
and column, if anything; else T if U(p) < U(q), half of it, rounded up, if U(p) = U(q), and nothing if U(p) > U(q). Its
r(p,k) is the sum of what it pays for matches with pairs of row k, and its s is 0. Then these have to hold:

  (I1)  D >= 1; r, s >= 0; a(i) >= 0 unless row i is required; b(j) >= 0 unless column j is required;
  (I2)  r(p,k) + s(p,l) + r(q,i) + s(q,j) >= D*W(p,q)   for all live p=(i,j), q=(k,l) with W(p,q) > 0;
  (I3)  a(i) + b(j) >= D*U(p) + sum of r(p,.) + sum of s(p,.)   for all live p=(i,j); the difference is p's slack;
  (I4)  in a leaf: Z <= D*B + D*g - 1, where Z is the sum of all a and b.

(I2) is to be tested where both are listed: else what is paid for the match is at least what is left of it.

Why that is enough: let f be an alignment of the node. By (I2) D times its value is at most the sum over its pairs of
the right side of (I3), because the other pairs of f have different rows and different columns; by (I3) that is at
most the sum of a and b over the rows and columns that f covers, less the slacks of its pairs; by (I1) what f leaves
uncovered only adds. So D*value <= Z; also <= Z - slack(p) for each p in f, and <= Z - a(i) for each row i that f
leaves uncovered (columns likewise). Values and B are multiples of g, so (I4) means value <= B, and a fix node may
forbid each p with Z - slack(p) <= D*B + D*g - 1 and require each listed row with Z - a(i) <= D*B + D*g - 1 (columns
likewise): what it excludes is worth at most B. The same is proved by machine: theorem `certified_copies` in
proofs/Certificate.v, and `certified_graded` and `certified_count` in proofs/Graded.v.

That is format 4. Before it, nodes were ["leaf", D, stars, rows, columns] with rows as [i, a(i), ...], columns likewise,
and stars as [i, j, [k, r, ...], [l, s, ...], ...], and all pairs counted as listed; only format 3 had copies, and
format 1 neither "step" nor "at_most" nor "count".

Time and memory are linear in the line and in the weights U and W, of which every leaf and fix looks at each once at
most; their number is known from the labels before any is computed. Limits, which options of these names raise: --line,
the bytes of a line; --weights, how many there may be; --work, how many looks at a weight or at a pair forced or
forbidden, if each leaf and fix looked at all.
"""

import json
import sys
from typing import Any, NamedTuple

Pair = tuple[int, int]
Match = tuple[int, int, int]
"""The numbers of two pairs, and what they match together."""
FORMATS = OLD_FORMAT, LISTED_FORMAT, WEIGHTED_FORMAT, FORMAT = [f"smatchproof-certificate {n}" for n in (1, 2, 3, 4)]
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


def naturals(values: list[Any], what: str, below: int, least: int = 0) -> list[int]:
    """The list, if it holds whole numbers alone, none less than the least, all of them below the limit."""
    if values and ({*map(type, values)} != {int} or not least <= min(values) <= max(values) < below):
        raise Refused(f"{what}: not a list of whole numbers, or one is out of range")
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
    optional = {"similarity"} if version == OLD_FORMAT else {"similarity", "step", "at_most"}
    strange = (KEYS | optional) ^ (record.keys() | optional)
    demand(not strange, f"keys missing or unknown: {', '.join(shown(key)[1:-1] for key in sorted(strange)[:5])}")
    demand(type(record["id"]) is str and type(record["convention"]) is str, "id or convention is not a string")
    return record


class Graph(NamedTuple):
    """The number of variables, and the triples, each with its number of copies.

    An attribute is (kind, role, variable, value), a relation (role, source, target). In a certificate the role tells
    the kind, which then is "".
    """

    variables: int
    attributes: dict[Any, int]
    relations: dict[Any, int]

    def size(self, rule: str) -> int:
        """How many triples count under a rule for duplicates."""
        parts = (self.attributes, self.relations)
        return sum(len(part) if rule == "set" else sum(part.values()) for part in parts)

    def lone(self) -> dict[Any, str]:
        """The value of each variable, kind and role that has an attribute and no other one, nor a second copy."""
        number = dict[Any, int]()
        for (kind, role, i, _), copies in self.attributes.items():
            number[i, kind, role] = number.get((i, kind, role), 0) + copies
        return {(i, kind, role): x for kind, role, i, x in self.attributes if number[i, kind, role] == 1}


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
            key = ("", role, first, other) if end is str else (role, first, natural(other, side, size))
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
        demand(x != y and ("", role, x, y) not in worth, "similarity: two equal values, or a pair given twice")
        demand(0 < n <= denominator, f"similarity: {shown(n)} is not from 1 to {denominator}")
        worth["", role, x, y] = n
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
        total, count, (left, right) = 0, RULES[self.rule], self[:2]
        for (kind, role, i, value), copies in left.attributes.items():
            if others := right.attributes.get((kind, role, partner.get(i), value)):
                total += 1 if copies == others == 1 else count(copies, others)
        for (role, i, k), copies in left.relations.items():
            if others := right.relations.get((role, partner.get(i), partner.get(k))):
                total += 1 if copies == others == 1 else count(copies, others)
        if not self.worth:
            return self.unit * total
        one, other = left.lone(), right.lone()
        graded = [self.worth.get((*role, x, other.get((partner.get(i), *role))), 0) for (i, *role), x in one.items()]
        return self.unit * total + sum(graded)

    def weights(self, limit: int) -> tuple[dict[int, int], list[Match]]:
        """U and W, by the numbers of pairs: what a pair matches alone, and what two pairs match together."""
        (_, left, arcs), (n, right, others) = self.left, self.right
        same, ends, loops = dict[Any, list[int]](), dict[Any, list[Pair]](), dict[Any, list[int]]()
        for kind, role, j, value in right:
            same.setdefault((kind, role, value), []).append(j)
        for role, j, l in others:
            if j == l:
                loops.setdefault(role, []).append(j)  # a loop matches only loops
            else:
                ends.setdefault(role, []).append((j, l))
        graded = self.graded() if self.worth else []
        if 2 * len(left) * len(right) + len(arcs) * len(others) > limit:  # else it is clear without counting
            number = sum([len(same.get((kind, role, value), ())) for kind, role, _, value in left])
            number += sum([len((loops if i == k else ends).get(role, ())) for role, i, k in arcs])
            number += sum([len(some) * len(more) for some, more, _ in graded])
            demand(number <= limit, f"{number} weights to look at, which is more than {limit}; --weights N raises it")
        alone = [(i * n, same[kind, role, x]) for kind, role, i, x in left if (kind, role, x) in same]
        alone += [(i * n, loops[role]) for role, i, k in arcs if i == k and role in loops] if loops else []
        own = [base + j for base, alike in alone for j in alike]
        first = [i * n + j for role, i, k in arcs if role in ends and i != k for j, _ in ends[role]]
        second = [k * n + l for role, i, k in arcs if role in ends and i != k for _, l in ends[role]]
        weights = [self.unit] * len(own), [self.unit] * len(first)
        if {*left.values(), *right.values(), *arcs.values(), *others.values()} != {1}:
            weights = self.counted(same, ends, loops)
        unary = dict.fromkeys(first + second + own, 0)
        for p, weight in zip(own, weights[0], strict=True):
            unary[p] += weight
        for p, weight in [(i * n + j, worth) for some, more, worth in graded for i in some for j in more]:
            unary[p] = unary.get(p, 0) + weight
        matches = [*zip(first, second, weights[1], strict=True)]
        if len({(i, k) if i < k else (k, i) for _, i, k in arcs}) < len(arcs):  # two pairs may match several times
            matches = merged(matches)
        return unary, matches

    def counted(self, same: Any, ends: Any, loops: Any) -> tuple[list[int], list[int]]:
        """What each two attributes or loops match, and each two relations, where some have several copies."""
        unit, count, left, right, others = self.unit, RULES[self.rule], self.left, self.right.attributes, self.right[2]
        alone = [
            unit * count(copies, right[kind, role, j, value])
            for (kind, role, _, value), copies in left.attributes.items()
            for j in same.get((kind, role, value), ())
        ]
        arcs = left.relations.items()
        alone += [
            unit * count(c, others[role, j, j]) for (role, i, k), c in arcs if i == k for j in loops.get(role, ())
        ]
        joint = [
            unit * count(copies, others[role, j, l])
            for (role, i, k), copies in arcs
            if i != k
            for j, l in ends.get(role, ())
        ]
        return alone, joint

    def graded(self) -> list[tuple[list[int], list[int], int]]:
        """Of each two different values that match: the variables with the one and the other, and what they match."""
        lone = dict[Any, list[int]]()
        for side, graph in enumerate((self.left, self.right) if self.worth else ()):
            for (i, *role), value in graph.lone().items():
                lone.setdefault((side, *role, value), []).append(i)
        unequal = self.worth.items()
        return [(lone.get((0, *role, x), []), lone.get((1, *role, y), []), n) for (*role, x, y), n in unequal]


def merged(matches: list[Match]) -> list[Match]:
    """The matches with one entry for each two pairs."""
    total = dict[Pair, int]()
    for p, q, weight in matches:
        couple = (p, q) if p < q else (q, p)
        total[couple] = total.get(couple, 0) + weight
    return [(p, q, weight) for (p, q), weight in total.items()]


def check_alignment(record: Any, question: Question) -> None:
    """(C1) the alignment is one-to-one; (C2) it is worth what is claimed."""
    pairs = record["alignment"]
    is_list = type(pairs) is list and {*map(type, pairs)} <= {list} and {*map(len, pairs)} <= {2}
    demand(is_list, "alignment: not a list of pairs")
    lefts, rights = [i for i, _ in pairs], [j for _, j in pairs]
    for name, chosen, size in (("left", lefts, question.left[0]), ("right", rights, question.right[0])):
        naturals(chosen, "(C1) alignment", size)
        demand(len({*chosen}) == len(chosen), f"(C1) the alignment uses a {name} variable twice")
    value, claim = question.value(dict(pairs)), natural(record["matched"], "matched")
    demand(value == claim, f"(C2) the alignment is worth {value}, not {claim}")


class Live(NamedTuple):
    """The live pairs of some node with their U, their W, and how many forbidden pairs they have been rid of."""

    unary: dict[int, int]
    matches: list[Match]
    forbidden: int = 0


class Duals(NamedTuple):
    """D, a and b; of each listed pair the sum of its r and s, and these by number * (m + n) + line; which rows and
    columns are listed.
    """

    scale: int
    a: list[int]
    b: list[int]
    listed: dict[int, int]
    shares: dict[int, int]
    stated: tuple[Any, Any]


class Tree:
    """The walk through a proof: what is forced, forbidden and required in the current node.

    Each of the three is a list that grows on the way down. `above` is what was live in some node above, the nearest
    that has left less than half of what was live before, so that there are few of them. `waiting` says, for each node
    to come, how much of the lists is to be kept, what is `above`, and which pair is to be forbidden then.
    """

    def __init__(self, question: Question, bound: int, step: int, limits: Limits, format: str = FORMAT) -> None:
        self.size = question.left.variables, question.right.variables
        self.above = Live(*question.weights(limits.weights))
        self.unary, self.format, self.bound, self.step = self.above.unary, format, bound, step
        weights = [*self.unary.values(), *[weight for _, _, weight in self.above.matches]] if step > 1 else []
        demand(not any(weight % step for weight in weights), f"the step {step} does not divide a weight")
        self.work, self.weights = limits.work, len(self.unary) + len(self.above.matches)
        self.forced, self.forbidden, self.required = list[int](), list[int](), list[Pair]()
        self.waiting: list[tuple[int, int, int, Live, list[int]]] = [(0, 0, 0, self.above, [])]

    def wait(self, forbid: list[int]) -> None:
        """A node will follow for which all that holds now holds, and these pairs are forbidden."""
        self.waiting.append((len(self.forced), len(self.forbidden), len(self.required), self.above, forbid))

    def visit(self, node: Any) -> dict[int, int]:
        """Check the next node of the proof. Returns the slacks of a leaf or fix."""
        forced, forbidden, required, self.above, forbid = self.waiting.pop()
        del self.forced[forced:], self.forbidden[forbidden:], self.required[required:]
        self.forbidden += forbid
        kind, n = node[0] if type(node) is list and node else None, self.size[1]
        if kind == "branch":
            _, i, j = entries(node, [str, int, int], "branch")
            known = 0 <= j < n and i * n + j in self.unary
            demand(known, f"(C3) branch on {shown(i)}, {shown(j)}, a pair without weight")
            self.wait([i * n + j])
            self.forced.append(i * n + j)
            self.required += (0, i), (1, j)
            self.wait([])
        elif kind == "empty":
            entries(node, [str], "empty")
            covered = {line for p in self.live() for line in ((0, p // n), (1, p % n))}
            demand(not covered.issuperset(self.required), "this node is not empty")
        else:
            demand(kind in ("leaf", "fix"), "neither leaf, fix, branch nor empty")
            return self.leaf_or_fix(node)
        return {}

    def live(self) -> dict[int, int]:
        """The pairs with weight that are not forbidden and are compatible with every forced pair, and their U."""
        above, n, forced = self.above, self.size[1], {*self.forced}
        forbidden = {*self.forbidden[above.forbidden :]}
        self.work -= self.weights + len(self.forced) + len(self.forbidden) + len(self.required)
        demand(self.work >= 0, "more work than the limit allows; --work N raises it")
        if not forced and not forbidden:
            return above.unary
        rows, columns = {p // n for p in forced}, {p % n for p in forced}
        if not len(rows) == len(forced) == len(columns) or forced & forbidden or not forced <= above.unary.keys():
            return {}
        kept = {p for p in above.unary if p // n not in rows and p % n not in columns} - forbidden | forced
        return {p: weight for p, weight in above.unary.items() if p in kept}

    def leaf_or_fix(self, node: Any) -> dict[int, int]:
        """(I1) to (I4), and what a fix forbids and requires."""
        duals = self.duals_of(node)
        live, matches, n = self.live(), self.above.matches, self.size[1]
        if live is not self.above.unary:
            matches = [match for match in matches if match[0] in live and match[1] in live]
        slacks = self.slacks(live, matches, duals)
        if slacks and min(slacks.values()) < 0:
            p = min(slacks, key=slacks.__getitem__)
            raise Refused(f"(I3) fails for {divmod(p, n)} by {-slacks[p]}")
        total, limit = sum(duals.a) + sum(duals.b), duals.scale * (self.bound + self.step) - 1
        if node[0] == "leaf":
            demand(total <= limit, f"(I4) fails: {total} > {limit}")
            return slacks
        self.forbidden += [p for p, slack in slacks.items() if total - slack <= limit]
        self.keep({p: live[p] for p, slack in slacks.items() if total - slack > limit}, matches)
        for side, (lines, part) in enumerate(zip(duals.stated, duals[1:3], strict=True)):
            self.required += [(side, line) for line in lines if total - part[line] <= limit]
        self.wait([])
        return slacks

    def slacks(self, live: dict[int, int], matches: list[Match], duals: Duals) -> dict[int, int]:
        """(I2). Returns what is left of a(i) + b(j) for each live pair (i, j) when it has paid."""
        scale, a, b, listed, shares, _ = duals
        share, (m, n) = shares.get, self.size
        lines = m + n
        result = {p: a[p // n] + b[p % n] - scale * weight for p, weight in live.items()}
        for p in listed.keys() & live.keys():
            result[p] -= listed[p]
        for p, q, weight in matches:
            if p in listed or q in listed:
                rest = scale * weight
                if p in listed:
                    rest -= share(p * lines + q // n, 0) + share(p * lines + m + q % n, 0)
                if q in listed:
                    rest -= share(q * lines + p // n, 0) + share(q * lines + m + p % n, 0)
                if rest > 0:
                    both = p in listed and q in listed
                    demand(not both, f"(I2) fails for {divmod(p, n)}, {divmod(q, n)} by {rest}")
                    result[q if p in listed else p] -= rest
            elif live[p] < live[q]:
                result[p] -= scale * weight
            elif live[p] > live[q]:
                result[q] -= scale * weight
            else:
                half = (scale * weight + 1) // 2
                result[p] -= half
                result[q] -= half
        return result

    def keep(self, unary: dict[int, int], matches: list[Match]) -> None:
        """After a fix: the nodes below look at what is live now alone, if that is less than half of `above`."""
        if 2 * len(unary) < len(self.above.unary):
            matches = [match for match in matches if match[0] in unary and match[1] in unary]
            self.above = Live(unary, matches, len(self.forbidden))

    def duals_of(self, node: Any) -> Duals:
        """(I1)."""
        return self.read_duals(node) if self.format == FORMAT else self.read_old_duals(node)

    def read_duals(self, node: Any) -> Duals:
        """(I1)."""
        demand([*map(type, node)] == [str, int, list, list, list], f"malformed {node[0]}")
        (m, n), (_, scale, a, b, stars) = self.size, node
        demand(0 < scale < LARGE, "(I1) D is not a whole number from 1, or is too large")
        demand(len(a) <= m and len(b) <= n and len(stars) % 3 == 0, "too many duals, or a star is cut off")
        naturals(a + b, "duals", LARGE, 1 - LARGE)
        stated = range(len(a)), range(len(b))
        a, b = a + [0] * (m - len(a)), b + [0] * (n - len(b))
        self.check_signs(a, b)
        if not stars:
            return Duals(scale, a, b, {}, {}, stated)
        pairs, lines, duals = stars[::3], stars[1::3], naturals(stars, "star", LARGE)[2::3]
        demand(max(pairs) < m * n and max(lines) < m + n, "star: a pair or a line is out of range")
        named = [p * (m + n) + line for p, line in zip(pairs, lines, strict=True)]
        shares, listed = dict(zip(named, duals, strict=True)), dict.fromkeys(pairs, 0)
        demand(len(shares) == len(named), "(I1) a dual of a star is given twice")
        for p, dual in zip(pairs, duals, strict=True):
            listed[p] += dual
        return Duals(scale, a, b, listed, shares, stated)

    def read_old_duals(self, node: Any) -> Duals:
        """(I1), before format 4, where all pairs are listed."""
        demand(len(node) == 5 and type(node[2]) is list and len(node[2]) % 4 == 0, f"malformed {node[0]}")
        scale, (m, n) = natural(node[1], "(I1) D"), self.size
        demand(scale >= 1, "(I1) D is 0")
        rows, columns = tables([0], node[3:4], m, "row"), tables([0], node[4:], n, "column")
        a, b = [rows.get(i, 0) for i in range(m)], [columns.get(j, 0) for j in range(n)]
        self.check_signs(a, b)
        lefts, rights, *lists = (node[2][start::4] for start in range(4))
        pairs = [i * n + j for i, j in zip(naturals(lefts, "star", m), naturals(rights, "star", n), strict=True)]
        demand(len({*pairs}) == len(pairs), "(I1) a star is given twice")
        shares, listed = dict[int, int](), dict.fromkeys([*self.unary, *pairs], 0)
        for part, size, first in ((lists[0], m, 0), (lists[1], n, m)):
            for name, dual in tables(pairs, part, size, "star").items():
                shares[name // size * (m + n) + first + name % size] = dual
                listed[name // size] += dual
        demand(min(shares.values(), default=0) >= 0, "(I1) a star is negative")
        return Duals(scale, a, b, listed, shares, (rows, columns))

    def check_signs(self, a: list[int], b: list[int]) -> None:
        """(I1) of rows and columns."""
        if min(a + b, default=0) < 0:
            negative = {(side, line) for side, part in enumerate((a, b)) for line, dual in enumerate(part) if dual < 0}
            demand(negative.issubset(self.required), "(I1) the dual of a row or column is negative")


def check(line: str | bytes, limits: Limits = Limits()) -> dict[str, Any]:
    """Check one certificate; raise Refused with the first thing that is wrong.

    Returns it as a dictionary, completed by "at_most" and "step" where they are left out, "unit" (N), and "sizes": how
    many triples of the left and of the right graph count.
    """
    import hashlib  # loaded slowly, and not needed for what is checked in memory

    record = parse(line, limits.line)
    graphs = [read_graph(record[side], side, record["format"] in FORMATS[2:]) for side in ("left", "right")]
    unit, worth = read_similarity(record)
    parts = [record[key] for key in ("convention", "left", "right", "similarity") if key in record]
    text = json.dumps(parts, sort_keys=True, separators=(",", ":"))
    demand(record["sha256"] == hashlib.sha256(text.encode()).hexdigest(), "sha256 does not fit graphs and convention")
    stated = [part[4:] for part in record["convention"].split("|") if part.startswith("dup:")]
    demand(len(stated) == 1 and stated[0] in RULES, "the convention does not say one rule for duplicates")
    question = Question(graphs[0], graphs[1], stated[0], unit, worth)
    bound, step = check_claim(record, question, limits, record["format"])
    sizes = [graph.size(question.rule) for graph in graphs]
    return record | {"at_most": bound, "step": step, "unit": unit, "sizes": sizes}


def check_claim(record: Any, question: Question, limits: Limits = Limits(), format: str = FORMAT) -> Pair:
    """Check what is claimed of a question: alignment, value, bound, step and proof. Returns bound and step."""
    check_alignment(record, question)
    bound, step = natural(record.get("at_most", record["matched"]), "at_most"), natural(record.get("step", 1), "step")
    demand(step >= 1 and bound % step == 0, "the step is 0 or does not divide the bound")
    proof = record["proof"]
    demand(type(proof) is list, "proof: not a list of nodes")
    if proof == [["count"]] and format != OLD_FORMAT:
        demand(question.rule != "product", "the rule is product: a triple may match more than once")
        least = question.unit * min(question.left.size(question.rule), question.right.size(question.rule))
        demand(least <= bound, f"(count) fails: {least} > {bound}")
    else:
        follow(proof, Tree(question, bound, step, limits, format))
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
