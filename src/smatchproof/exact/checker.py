#!/usr/bin/env python3
"""Check certificates of Smatch alignments. Run it alone: ``python checker.py [--weights N] FILE``.

This file trusts no other code. It imports nothing but the standard library, computes with integers only, and searches
for nothing: it recomputes what triples can match from the triples themselves and follows the proof node by node.

A certificate (a JSON object on a line) holds two graphs as triples, a convention, an alignment, what it is worth
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
every value. What is not stated is 1. With "optima" it claims more, see `of_all_optima`.

The proof is ["count"] alone: B is N times the triples of one of the graphs or more, and the rule for duplicates is not
"product". Or it is a tree in prefix order. A node stands for the alignments that contain its *forced* pairs, contain
none of its *forbidden* pairs and cover its *required* rows and columns (a forced pair requires its row and its column);
the root stands for all. Its *live* pairs are those with weight that are not forbidden and are compatible with every
forced pair; none is live where forced pairs compete or one is forbidden. A node is one of

  ["leaf", D, rows, columns, stars]   nothing in this node is worth more than B;
  ["fix",  D, rows, columns, stars]   some pairs can be forbidden, some rows and columns required; one node follows;
  ["branch", i, j]                    two nodes follow: with (i,j) forced, and with (i,j) forbidden (C3);
  ["empty"]                           a required row or column has no live pair: no alignment is in this node;
  ["cover"]                           the first node only: some lines are required, see `coverable`;
  ["full", D, rows, columns, stars]   a leaf, and
  ["fullfix", D, ...]                 a fix, whose stars are stated in full, see `FullInequalities`;
  ["symmetry", rows, columns]         images of forbidden pairs can be forbidden, see `Symmetries`; one node follows;
  ["lack"]                            all that rows can earn is wanted, and some row cannot, see `Lack`.

`Inequalities` says what a leaf and a fix state and why that is enough. The same is proved by machine in proofs/:
`certified_copies` (Certificate.v), `certified_graded` and `certified_count` (Graded.v), `lack_sound` (Lack.v) and
`every_optimum` (EveryOptimum.v).

This is format 4. Format 5 is the same, but its "proof" is "below": each line that follows is one node of the tree,
until that is complete. So a proof of any length is checked in the memory of one path.

Time and memory are linear in the line and in the weights U and W, of which every leaf and fix looks at each once at
most; their number is known from the labels before any is computed. Of more than `LISTED` W no list is made, but a few
bytes for each pair; of what is forbidden there, a symmetry knows pairs of branches alone. A "full" or "fullfix" looks
at each couple of live pairs, too, for all columns at once, and makes a table of live pairs and columns by lines.
Limits, which options of these names raise: --line, the bytes of a line; --weights, how many there may be, and places
in such a table; --work, how many looks at a weight, at the pairs of a match, at such a couple or place or at a pair
forced or forbidden, if each leaf and fix looked at all, other nodes at live pairs, and at 1,024 columns of a row, or of
mates of a pair in one, each time that some may be struck off; below a certificate of format 5 each line has as many.
"""

import json
import sys
from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, compress, count, islice
from operator import lshift, lt
from typing import Any, BinaryIO, NamedTuple

Match = tuple[int, int, int]
"""The numbers of two pairs, and what they match together."""
FORMAT = "smatchproof-certificate 4"
STREAMED = "smatchproof-certificate 5"
"""The format in which the nodes of the proof follow, a line each."""
KEYS = {"format", "id", "convention", "left", "right", "sha256", "matched", "alignment", "proof"}
OPTIONAL = {"similarity", "step", "at_most", "optima"}
LARGE = 10**36  # the limits count looks at numbers: each look has to be short
DENSE = 6
"""Lists of all pairs, which are faster than dictionaries, are made if they hold no more than this for each U and W."""
LISTED = 10**6
"""More matches, or pairs with some, are not listed: those are made again each time, these marked by a byte for each."""
SPARSE = 16
"""With more pairs than this for each match, a match takes less in a list than its pairs take in arrays."""
FULL = ("full", "fullfix")
DUALS = ("leaf", "fix", *FULL)
"""The nodes that state duals, and those of them that state all."""
# what n and m copies match; a rule that is not here has no theorem, and is refused
RULES: Any = {"set": lambda n, m: 1, "multiset": min, "product": lambda n, m: n * m}


class Limits(NamedTuple):
    """The longest line, in bytes; the most weights of two graphs; the most looks that a proof may take."""

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


def natural(value: Any, what: str, below: int = LARGE) -> int:
    """The value, if it is a whole number from 0. In JSON true is no number and 1.0 is not 1."""
    if type(value) is not int or not 0 <= value < below:
        raise Refused(f"{what}: {shown(value)} is not a whole number from 0, or is too large")
    return value


def entries(value: Any, types: list[type], what: str) -> list[Any]:
    """The list, if it has one entry of each of these types."""
    # not isinstance, to which true is an int: it would be taken for variable 1
    if type(value) is not list or [*map(type, value)] != types:
        raise Refused(f"{what}: malformed: {shown(value)}")
    return value


def parse(line: str | bytes, limit: int) -> Any:
    """One line as JSON, without floats and without keys given twice."""

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        # readers of JSON differ in which of two values counts: one line could make two claims
        demand(len({key for key, _ in pairs}) == len(pairs), "a key is given twice")
        return dict(pairs)

    def no_float(text: str) -> None:
        # NaN compares with nothing, and 1e400 is infinite: inequalities would mean nothing
        raise Refused(f"{text[:40]} is not a whole number")

    # before anything is built of it, which takes many times the memory of the line
    demand(len(line) <= limit, f"the line is longer than {limit} bytes; --line N raises the limit")
    try:
        line = line.decode() if isinstance(line, bytes) else line  # json would guess other encodings than UTF-8
        return json.loads(line, object_pairs_hook=unique, parse_float=no_float, parse_constant=no_float)
    except (ValueError, RecursionError) as error:  # brackets may nest deeper than the stack
        raise Refused(f"not JSON: {ascii(str(error))[1:-1]:.80}") from None


def parse_record(line: str | bytes, limit: int) -> dict[str, Any]:
    """One line as a JSON object."""
    record = parse(line, limit)
    demand(type(record) is dict, "not a JSON object")
    return record


class Lines:
    """The lines of a file of certificates without their ends; `number` is that of the last one, from 1.

    Of a line longer than the limit one byte more is read, which shows that it is too long.
    """

    def __init__(self, file: BinaryIO, limits: Limits) -> None:
        self.file, self.limits, self.number, self.waiting = file, limits, 0, list[bytes]()

    def __iter__(self) -> "Lines":
        return self

    def __next__(self) -> bytes:
        line = self.waiting.pop() if self.waiting else self.file.readline(self.limits.line + 1)
        if not line:
            raise StopIteration
        self.number += 1
        return line.removesuffix(b"\n")

    def skip_nodes(self) -> None:
        """Leave out what is left of a proof in format 5: the lines that begin as its nodes do."""
        while (line := self.file.readline(self.limits.line + 1)).startswith(b"["):
            self.number += 1
        self.waiting.append(line)


class Graph(NamedTuple):
    """The number of variables; the triples, none twice; and how many copies there are of those with more than one.

    An attribute is (kind, role, variable, value), a relation (role, source, target). In a certificate the role tells
    the kind, which then is "".
    """

    variables: int
    attributes: Sequence[Any]
    relations: Sequence[Any]
    copies: dict[Any, int] = {}  # noqa: RUF012  # never changed

    def size(self, rule: str) -> int:
        """The number of triples that count under a rule for duplicates."""
        # in a set copies count once: a triple listed six times must not change precision and recall
        more = 0 if rule == "set" else sum(self.copies.values()) - len(self.copies)
        return len(self.attributes) + len(self.relations) + more

    def lone(self) -> dict[Any, str]:
        """The value of each variable, kind and role that has an attribute and no other one, nor a second copy."""
        number = defaultdict[Any, int](int)
        for triple in self.attributes:
            kind, role, i, _ = triple
            number[i, kind, role] += self.copies.get(triple, 1)
        # of two values of a role both could match the same one: more than the triples that (count) counts
        return {(i, kind, role): x for kind, role, i, x in self.attributes if number[i, kind, role] == 1}


def read_graph(graph: Any, side: str) -> Graph:
    """A graph of a certificate."""
    # what nothing reads could be taken for triples that were counted
    demand(type(graph) is dict and graph.keys() == {"variables", "attributes", "relations"}, f"{side}: not a graph")
    demand(all(type(part) is list for part in graph.values()), f"{side}: not lists of variables and triples")
    demand(all(type(name) is str for name in graph["variables"]), f"{side}: a variable is not a string")
    size, copies = len(graph["variables"]), defaultdict[Any, int](int)
    for part, end in (("attributes", str), ("relations", int)):
        for triple in graph[part]:
            has_weight = type(triple) is list and len(triple) == 4
            role, variable, other, *weight = entries(triple, [str, int, end, int][: 3 + has_weight], side)
            number, first = natural(weight[0], "weight") if weight else 1, natural(variable, side, size)
            # only more than one copy is kept below: no copy at all would count as one
            demand(number, "a weight is 0")
            copies[("", role, first, other) if end is str else (role, first, natural(other, side, size))] += number
    attributes, relations = ([triple for triple in copies if len(triple) == length] for length in (4, 3))
    return Graph(size, attributes, relations, {triple: number for triple, number in copies.items() if number > 1})


def read_similarity(record: Any) -> tuple[int, dict[Any, int]]:
    """The denominator N, and how many N-ths two different values of a role match; both fit the convention."""
    named = any(part.startswith("sim:") for part in record["convention"].split("|"))
    # else a forger could let cat match dog under the name of plain Smatch
    demand(named == ("similarity" in record), "similarities and a convention that does not say so, or reversed")
    if not named:
        return 1, {}
    part = record["similarity"]
    demand(type(part) is dict and part.keys() == {"denominator", "pairs"}, "similarity: not a denominator and pairs")
    denominator, worth = natural(part["denominator"], "similarity"), dict[Any, int]()
    demand(denominator and type(part["pairs"]) is list, "similarity: the denominator is 0, or there is no list")
    for pair in part["pairs"]:
        role, x, y, n = entries(pair, [str, str, str, int], "similarity")
        # equal values match as triples already and would count twice; of two worths the last would win unseen
        demand(x != y and ("", role, x, y) not in worth, "similarity: two equal values, or a pair given twice")
        # (count) relies on it, too: no triple may match more than one whole
        demand(0 < n <= denominator, f"similarity: {shown(n)} is not from 1 to {denominator}")
        worth["", role, x, y] = n
    return denominator, worth


class Matches:
    """W of many matches, which are `made` each time: a list would take some 150 bytes for each.

    `marks` has a 1 for each live pair, and a 0 for others. There are `size` of U and W, at most.
    """

    def __init__(self, made: Callable[[], Iterator[Match]], marks: bytearray, size: int) -> None:
        self.made, self.marks, self.size = made, marks, size

    def __iter__(self) -> Iterator[Match]:
        return self.made()


class Question(NamedTuple):
    """Two graphs, the rule for duplicates, what equal triples match, and what different values of a role do."""

    left: Graph
    right: Graph
    rule: str
    unit: int = 1
    worth: dict[Any, int] = {}  # noqa: RUF012  # never changed

    @property
    def size(self) -> tuple[int, int]:
        """The numbers of rows and of columns."""
        return self.left.variables, self.right.variables

    def matched(self, triple: Any, image: Any) -> int:
        """The worth of a triple where the other graph has its image."""
        return self.unit * int(RULES[self.rule](self.left.copies.get(triple, 1), self.right.copies.get(image, 1)))

    def value(self, partner: dict[int, int]) -> int:
        """The value of an alignment, by definition."""
        left, right, image = self.left, self.right, partner.get
        images = [(triple, (triple[0], triple[1], image(triple[2]), triple[3])) for triple in left.attributes]
        arcs = [(triple, (triple[0], image(triple[1]), image(triple[2]))) for triple in left.relations]
        # the image of an unaligned variable is None, which no triple of the right graph has
        present = {*right.attributes, *right.relations}
        found = [each for each in [*images, *arcs] if each[1] in present]
        total = sum([self.matched(*each) for each in found]) if left.copies or right.copies else self.unit * len(found)
        one, two = (left.lone(), right.lone()) if self.worth else ({}, {})
        return total + sum([self.worth.get((*role, x, two.get((image(i), *role))), 0) for (i, *role), x in one.items()])

    def graded(self) -> list[tuple[list[int], list[int], int]]:
        """Of each two different values that match: the variables with the one and the other, and what they match."""
        lone: dict[Any, list[int]] = {}
        for side, graph in enumerate((self.left, self.right)):
            for (i, *role), value in graph.lone().items():
                lone.setdefault((side, *role, value), []).append(i)
        return [
            (lone.get((0, *role, x), []), lone.get((1, *role, y), []), n) for (*role, x, y), n in self.worth.items()
        ]

    def weights(self, limit: int) -> "tuple[dict[int, int], list[Match] | Matches]":
        """U and W, by the numbers of pairs: what a pair matches alone, and what two pairs match together."""
        (m, left, arcs, copies), (n, right, others, more_copies), _, unit, _ = self
        alike: dict[Any, list[int]] = {}
        ends: dict[Any, list[tuple[int, int]]] = {}
        for kind, role, j, x in right:
            alike.setdefault((kind, role, x), []).append(j)
        for role, j, l in others:
            ends.setdefault((role, j == l), []).append((j, l))  # a loop matches only loops
        graded = self.graded() if self.worth else []
        # equal labels multiply: a short line can stand for more weights than memory holds. Attributes count twice
        # in this estimate, since they match by equal values and by graded ones
        if 2 * len(left) * len(right) + len(arcs) * len(others) > limit:  # else it is clear without counting
            number = sum([len(alike.get((kind, role, x), ())) for kind, role, _, x in left])
            number += sum([len(ends.get((role, i == k), ())) for role, i, k in arcs])
            number += sum([len(some) * len(more) for some, more, _ in graded])
            demand(number <= limit, f"{number} weights to look at, which is more than {limit}; --weights N raises it")
        plain = not (copies or more_copies)
        unary: dict[int, int] = {}
        for kind, role, i, x in left:
            for j in alike.get((kind, role, x), ()):
                p, weight = i * n + j, unit if plain else self.matched((kind, role, i, x), (kind, role, j, x))
                unary[p] = unary[p] + weight if p in unary else weight
        for some, more, weight in graded:
            for p in [i * n + j for i in some for j in more]:
                unary[p] = unary.get(p, 0) + weight

        def made(arcs: Sequence[Any]) -> Iterator[Match]:
            for role, i, k in arcs:
                base, other = i * n, k * n
                for j, l in ends.get((role, i == k), ()):
                    yield base + j, other + l, unit if plain else self.matched((role, i, k), (role, j, l))

        most = max(LISTED, m * n // SPARSE)
        if len(arcs) * len(others) > most and sum([len(ends.get((r, i == k), ())) for r, i, k in arcs]) > most:
            return unary, many(arcs, made, unary, m * n)
        if plain:  # the same as made(arcs), in half of the time
            matches = [(i * n + j, k * n + l, unit) for r, i, k in arcs for j, l in ends.get((r, i == k), ())]
        else:
            matches = [*made(arcs)]
        # else no two relations are between the same two left variables and none is a loop: no couple comes twice
        if len({(i, k) if i < k else (k, i) for _, i, k in arcs if i != k}) < len(arcs):
            matches = merged(matches, unary)
        return unary, matches


def many(arcs: Sequence[Any], made: Callable[..., Iterator[Match]], unary: dict[int, int], pairs: int) -> Matches:
    """The matches of relations without a list of them: each two pairs once, and loops in U, as `merged` has them."""
    among = Counter([(i, k) if i < k else (k, i) for _, i, k in arcs])
    # only of relations between the same two left variables can two matches be of the same two pairs
    is_lone = [i != k and among[(i, k) if i < k else (k, i)] == 1 for _, i, k in arcs]
    rest = merged([*made([arc for arc, alone in zip(arcs, is_lone, strict=True) if not alone])], unary)
    lone = [arc for arc, alone in zip(arcs, is_lone, strict=True) if alone]
    matches = Matches(lambda: chain(made(lone), rest), bytearray(pairs), len(unary))
    for p, q, _ in matches:
        matches.marks[p] = matches.marks[q] = 1
        matches.size += 1
    for p in unary:
        matches.marks[p] = 1
    return matches


def merged(matches: list[Match], unary: dict[int, int]) -> list[Match]:
    """The matches, each two pairs once, which may match several relations. Those of one pair, loops, go to U."""
    # (I2) looks at one couple after the other: in two entries, the same duals would pay for both
    total: dict[tuple[int, int], int] = defaultdict(int)
    for p, q, weight in matches:
        if p == q:
            unary[p] = unary.get(p, 0) + weight
        else:
            total[(p, q) if p < q else (q, p)] += weight
    return [(*couple, weight) for couple, weight in total.items()]


class Claim(NamedTuple):
    """Unchecked: left and right variables that are aligned, value, B, g, proof; of all optima M and the others."""

    lefts: Any
    rights: Any
    matched: Any
    bound: Any
    step: Any
    proof: Any
    optima: Any = None


class Live:
    """The live pairs of some node: U of those that have any, W; how many forbidden pairs they have been rid of.

    Of a large one U may be of other pairs, too, and W is not listed.
    """

    def __init__(self, unary: dict[int, int], matches: Any, pairs: Any = None, forbidden: int = 0) -> None:
        self.unary, self.matches, self.forbidden, self._pairs = unary, matches, forbidden, pairs
        self.marks: bytearray | None = matches.marks if isinstance(matches, Matches) else None
        self.size: int = len(unary) + len(matches) if self.marks is None else matches.size

    @property
    def pairs(self) -> set[int]:
        """All live pairs. At the root these are the pairs with weight, which not every proof needs to know."""
        if self.marks is not None:
            return {*self.each()}
        if self._pairs is None:
            self._pairs = {*self.unary, *[p for p, _, _ in self.matches], *[q for _, q, _ in self.matches]}
        return self._pairs

    def within(self, pairs: set[int], forbidden: int, has_matches: bool = True) -> "Live":
        """The same when only these pairs are live; maybe without their matches, which take the most time."""
        unary = {p: weight for p, weight in self.unary.items() if p in pairs}
        matches = [each for each in self.matches if each[0] in pairs and each[1] in pairs] if has_matches else []
        return Live(unary, matches, pairs, forbidden)

    def where(self, marks: bytearray, forbidden: int, has_matches: bool = True) -> "Live":
        """The same of a large one where only the marked pairs are live. If these have few matches, it is not large."""
        made = Matches(lambda: (one for one in self.matches if marks[one[0]] and marks[one[1]]), marks, self.size)
        live = Live(self.unary, made, None, forbidden)
        if has_matches and marks.count(1) <= LISTED and len(few := [*islice(made, LISTED + 1)]) <= LISTED:
            live = Live({p: self.unary[p] for p in live.each() if p in self.unary}, few, live.pairs, forbidden)
        return live

    def each(self) -> Iterable[int]:
        """All live pairs, in a large one without a set of them, which would fill memory."""
        return self.pairs if self.marks is None else compress(count(), self.marks)

    def has(self, pair: int) -> bool:
        """Tell whether a pair is live."""
        marks = self.marks
        return pair in self.pairs if marks is None else 0 <= pair < len(marks) and marks[pair] == 1

    def value(self, chosen: set[int]) -> int:
        """The sum of what the pairs of an alignment match alone and together."""
        alone = sum([self.unary[p] for p in chosen if p in self.unary])
        return alone + sum([weight for p, q, weight in self.matches if p in chosen and q in chosen])

    def links(self, chosen: set[int]) -> set[int]:
        """The pairs of an alignment that earn: alone, or by a match with another one of it."""
        together = {end for p, q, _ in self.matches if p in chosen and q in chosen for end in (p, q)}
        return together | {p for p in chosen if p in self.unary}


class Combined(NamedTuple):
    """Weights of a question times M, plus a count that may be negative, as weights from 0; see `combined`."""

    size: tuple[int, int]
    unary: dict[int, int]
    matches: list[Match]
    constant: int

    def weights(self, limit: int) -> tuple[dict[int, int], list[Match]]:
        """U and W."""
        demand(len(self.unary) + len(self.matches) <= limit, "more weights than the limit; --weights N raises it")
        return self.unary, self.matches


def combined(
    live: Live, size: tuple[int, int], scale: int, alone: dict[int, int], together: dict[tuple[int, int], int]
) -> Combined:
    """M times the weights, plus a count of pairs and of matches (p, q), p < q: the most that this is for an alignment
    is the most of the weights returned, less the constant.

    Weights below 0 are moved. Of a match of p and q, of -c, p gets -c, and c comes back where p is without q: by each
    other pair of q's column, or a new row for it, which means "otherwise". Where a pair of a column then has -c, all
    pairs of the column and its new row get c, and so does the constant. Row m + j is the new one of column j.
    """
    (m, n), unary, matches = size, {p: scale * weight for p, weight in live.unary.items()}, dict[tuple[int, int], int]()
    for p, q, weight in live.matches:
        couple = (p, q) if p < q else (q, p)
        matches[couple] = matches.get(couple, 0) + scale * weight
    for p, weight in alone.items():
        unary[p] = unary.get(p, 0) + weight
    for couple, weight in together.items():
        matches[couple] = matches.get(couple, 0) + weight
    constant = 0
    if min([0, *unary.values(), *matches.values()]) < 0:
        columns: list[list[int]] = [[(m + j) * n + j] for j in range(n)]
        for p in {*unary, *[end for couple in matches for end in couple]}:
            columns[p % n].append(p)
        m += n
        for p, q in sorted([couple for couple, weight in matches.items() if weight < 0]):
            if (cost := matches[p, q]) < 0:
                matches[p, q], unary[p] = 0, unary.get(p, 0) + cost
                for other in columns[q % n]:
                    if other != q and other // n != p // n:
                        couple = (p, other) if p < other else (other, p)
                        matches[couple] = matches.get(couple, 0) - cost
        for column in columns:
            if (cost := min([unary.get(p, 0) for p in column])) < 0:
                unary |= {p: unary.get(p, 0) - cost for p in column}
                constant -= cost
    left = {p: weight for p, weight in unary.items() if weight}
    return Combined((m, n), left, [(*couple, weight) for couple, weight in matches.items() if weight], constant)


class Duals(NamedTuple):
    """D, all a and b, duals of pairs (not 0, by line, or of all lines), and who is listed; the sum of all d, and C."""

    scale: int
    a: list[int]
    b: list[int]
    stars: dict[int, Any]
    listed: Sequence[int]
    added: int = 0
    less: dict[tuple[int, int], int] = {}  # noqa: RUF012  # never changed

    @property
    def total(self) -> int:
        """Z: no alignment of the node is worth more, times D."""
        return sum(self.a) + sum(self.b) + self.added


class Work:
    """The number of looks that a proof may still take, and `room`, the places that one of its tables may have."""

    def __init__(self, limits: Limits) -> None:
        self.left, self.room = limits.work, limits.weights

    def pay(self, looks: int) -> None:
        """Count these looks, before they are made."""
        self.left -= looks
        demand(self.left >= 0, "more work than the limit allows; --work N raises it")


def read_duals(node: Any, size: tuple[int, int], required: Collection[tuple[int, int]]) -> Any:
    """(I1) of D, a and b. Returns these, the numbers of the stars, their least one, and what follows them."""
    fits = len(node) == 5 or (len(node) == 6 and node[0] not in FULL)
    demand(fits and {*map(type, node[2:])} == {list}, "malformed leaf or fix")
    (m, n), (kind, scale, a, b, parts, *cliques) = size, node
    numbers = [scale, *a, *b, *parts]
    least = min(numbers) if {*map(type, numbers)} == {int} else -LARGE
    if not -LARGE < least <= max(numbers) < LARGE:
        raise Refused("duals: not a list of whole numbers, or one is out of range")
    # D = 0 would make every weight vanish, and D < 0 turn the inequalities round
    demand(scale > 0, "(I1) D is not a whole number from 1")
    # one column dual too many would shift the numbers of all pairs in the list of slacks
    fits = len(a) <= m and len(b) <= n and len(parts) % (1 + m + n if kind in FULL else 3) == 0
    demand(fits, "too many duals, or a star is cut off")
    if least < 0:
        negative = {(side, line) for side, part in enumerate((a, b)) for line, dual in enumerate(part) if dual < 0}
        # it lowers Z for all alignments of the node, so that all of them have to cover its line
        demand(negative.issubset(required), "(I1) the dual of a row or column is negative")
    return scale, a + [0] * (m - len(a)), b + [0] * (n - len(b)), parts, cliques


class Inequalities:
    """(I1) to (I5): what a leaf or fix states, and what its live pairs pay.

    `rows` is [a(0), a(1), ...] and `columns` [b(0), b(1), ...]; zeros at their ends may be left out. `stars` is [p,
    line, dual, ...] by numbers of pairs: the dual is r(p,k) if the line is a row k < m, and s(p,l) if it is m + l. A
    pair in `stars` is *listed*; its r and s are 0 where they are not stated. Any other pair *pays* for its live matches
    {p,q}, those with live q and T = D*W(p,q) > 0: where q=(k,l) is listed, what r(q,.) and s(q,.) leave of T for p's
    row and column, if anything; else T if U(p) < U(q), half of it, rounded up, if U(p) = U(q), and nothing if U(p) >
    U(q). Its r(p,k) is the sum of what it pays for matches with pairs of row k, and its s is 0. These have to hold:

      (I1)  D >= 1; r, s >= 0; a(i) >= 0 unless row i is required; b(j) >= 0 unless column j is required;
      (I2)  r(p,k) + s(p,l) + r(q,i) + s(q,j) >= D*W(p,q)  for all live p=(i,j), q=(k,l) with W(p,q) > 0;
      (I3)  a(i) + b(j) >= D*U(p) + sum of r(p,.) + sum of s(p,.)  for all live p=(i,j); the right side is p's *cost*;
      (I4)  in a leaf: Z <= D*B + D*g - 1, where Z is the sum of all a and b.

    (I2) is to be tested where both are listed: else what is paid for the match is at least what is left of it.

    A leaf or fix may end with `cliques`, a list of [d, p, q, p, q, ...]: a dual and couples of numbers of pairs, p <=
    q. A couple is the match of p and q, or p alone where q is p. C(p,q) is the sum of the d of all cliques with that
    couple. D*W(p,q) - C(p,q) takes the place of D*W(p,q) above, in T, too, and D*U(p) - C(p,p) that of D*U(p) in (I3);
    Z is the sum of all a, b and d; and

      (I5)  d >= 0; of two couples of a clique, a pair of the one and another of the other share a row or a column.

    Why that is enough: let f be an alignment of the node. By (I2) D times its value is at most the sum of the costs of
    its pairs, because the other pairs of f have different rows and different columns, and of the d, because by (I5) f
    contains one couple of a clique at most; by (I3) the costs are at most the sum of a and b over the rows and columns
    that f covers, less what (I3) leaves over at its pairs, their *slacks*; by (I1) what f leaves uncovered only adds.
    So D*value <= Z; also <= Z - slack(p) for each p in f, and <= Z - a(i) for each row i that f leaves uncovered
    (columns likewise). Values and B are multiples of g, so (I4) means value <= B, and a fix may forbid each p with Z -
    slack(p) <= D*B + D*g - 1 and require each row with a dual and Z - a(i) <= D*B + D*g - 1 (columns likewise): what it
    excludes is worth at most B.
    """

    def __init__(self, size: tuple[int, int], work: Work) -> None:
        self.size, self.work = size, work

    def duals_of(self, node: Any, required: Collection[tuple[int, int]]) -> Duals:
        """(I1), (I5)."""
        (m, n), (scale, a, b, parts, cliques) = self.size, read_duals(node, self.size, required)
        pairs, lines = parts[::3], parts[1::3]
        # an alignment that leaves the line alone would be charged less than it is worth
        demand(min(parts, default=0) >= 0, "(I1) a number of a star is negative")
        stars: dict[int, dict[int, int]] = {}
        if parts:
            for p, line, dual in zip(pairs, lines, parts[2::3], strict=True):
                if dual:  # nearly all pairs of large graphs that are listed pay nothing
                    stars.setdefault(p, {})[line] = dual
            places = sorted([p * (m + n) + line for p, line in zip(pairs, lines, strict=True)])
            fits = max(pairs) < m * n and max(lines) < m + n and all(map(lt, places, islice(places, 1, None)))
            # two values for one dual mean what each reader makes of them; a pair outside has no row or column
            demand(fits, "(I1) star: a pair or a line is out of range, or a dual is given twice")
        return Duals(scale, a, b, stars, array("q", pairs), *(self.cliques(*cliques) if cliques else ()))

    def cliques(self, cliques: list[Any]) -> tuple[int, dict[tuple[int, int], int]]:
        """(I5). Returns the sum of all d, and C."""
        added, less, n = 0, defaultdict[tuple[int, int], int](int), self.size[1]
        for clique in cliques:
            numbers = clique if type(clique) is list and {*map(type, clique)} == {int} else []
            demand(len(numbers) % 2 and min(numbers) >= 0, "(I5) clique: not a dual and couples of pairs, from 0")
            dual, couples = natural(numbers[0], "clique"), [*zip(numbers[1::2], numbers[2::2], strict=True)]
            self.work.pay(len(couples) ** 2)
            for k, couple in enumerate(couples):
                demand(couple[0] <= couple[1] < self.size[0] * n, "(I5) clique: a couple is out of order or of range")
                for other in couples[:k]:
                    # a pair does not compete with itself: an alignment may contain both couples
                    competes = any(p != q and (p // n == q // n or p % n == q % n) for p in couple for q in other)
                    demand(competes, f"(I5) two couples of a clique do not compete: {shown(couple)}, {shown(other)}")
                less[couple] += dual
            added += dual
        return added, less

    def slacks(self, live: Live, duals: Duals) -> Any:
        """(I2), (I3). What :meth:`slacks_of` returns, in short arrays if there are many and they fit."""
        for kinds in ("ib", "qq") if live.marks is not None else ():
            try:
                return self.slacks_of(live, duals, kinds)
            except OverflowError:
                continue
        return self.slacks_of(live, duals)

    def slacks_of(self, live: Live, duals: Duals, kinds: str = "") -> Any:
        """(I2), (I3). Returns what is left of a(i) + b(j) when pairs (i, j) have paid: of live ones, and maybe others.

        A pair's rank is its U, but those of listed pairs are below 0.
        """
        (m, n), (scale, a, b, stars, listed, _, less) = self.size, duals
        slacks: Any
        ranks: Any
        if kinds:
            slacks, ranks = array(kinds[0]), array(kinds[1], [0]) * (m * n)
            for x in a:
                slacks.extend([x + y for y in b])
        elif live.marks is not None or m * n <= DENSE * live.size:  # U of a large one is of others, too
            slacks, ranks = [x + y for x in a for y in b], [0] * (m * n)
        else:
            slacks, ranks = {p: a[p // n] + b[p % n] for p in live.pairs}, dict.fromkeys(live.pairs, 0)
            # stars of other pairs pay for nothing here; the lists above have places for them, which are not read
            stars, listed = {p: star for p, star in stars.items() if p in ranks}, [p for p in listed if p in ranks]
        for p, weight in live.unary.items():
            slacks[p] -= scale * weight
            ranks[p] = weight
        for (p, q), dual in less.items():
            if p == q and live.has(p):
                slacks[p] += dual
        for p, star in stars.items():
            slacks[p] -= sum(star.values())
        for p in listed:
            ranks[p] = -1
        for p, q, weight in live.matches:
            one, other, rest = ranks[p], ranks[q], scale * weight
            if less:  # no pair pays less than nothing
                rest = max(0, rest - less.get((p, q) if p < q else (q, p), 0))
            if one == other >= 0:
                half = (rest + 1) // 2  # rounded down, 1 of an odd weight would be paid by neither
                slacks[p] -= half
                slacks[q] -= half
            elif one >= 0 <= other:  # neither is listed: one of the two pays all, so that (I2) holds
                slacks[p if one < other else q] -= rest
            else:
                # a dual pays towards each match with its line: an alignment has one pair of that line at most
                if one < 0 and p in stars:
                    rest -= stars[p].get(q // n, 0) + stars[p].get(m + q % n, 0)
                if other < 0 and q in stars:
                    rest -= stars[q].get(p // n, 0) + stars[q].get(m + p % n, 0)
                if rest > 0 and one < 0 and other < 0:
                    raise Refused(f"(I2) fails for {divmod(p, n)}, {divmod(q, n)} by {rest}")
                if rest > 0:
                    slacks[q if one < 0 else p] -= rest
        self.demand_afforded(live, slacks)
        return slacks

    def demand_afforded(self, live: Live, slacks: Any) -> None:
        """(I3): no slack of a live pair is below 0."""
        # one look at all; but a list holds pairs that are not live, too, which may owe: (I3) is not about these
        if min(slacks.values() if type(slacks) is dict else slacks, default=0) < 0:
            worst: Any = min(live.each(), key=slacks.__getitem__, default=None)
            if worst is not None and slacks[worst] < 0:
                raise Refused(f"(I3) fails for {divmod(worst, self.size[1])} by {-slacks[worst]}")


class FullInequalities:
    """(I1'), (I2') and (I3): leaves and fixes whose stars are stated in full, for problems like quadratic assignment.

    No pair pays but what is stated: `stars` is [p, dual, ..., p, dual, ...], with the duals of all m + n lines, one
    after the other. Instead of (I1), (I2)

      (I1')  D, a and b as in (I1); r(p,k) >= 0 unless row k is required and not p's own; s(p,l) likewise;
      (I2')  r(p,k) + s(p,l) + r(q,i) + s(q,j) >= D*W(p,q) for all live p=(i,j), q=(k,l) with i != k and j != l,

    also where W(p,q) = 0. An alignment of the node covers a required line once, so that it pays r(p,k) < 0 in just one
    couple, and r(p,k) >= 0 in one at most: the argument of `Inequalities` holds. This is the dual of the first level of
    the reformulation-linearization technique (Adams & Johnson 1994).

    Of the last D it keeps D*W by pairs and rows, and the bits of a place, see `demand_paid`.
    """

    def __init__(self, root: Live, size: tuple[int, int], work: Work) -> None:
        self.root, self.size, self.work = root, size, work
        self.scaled, self.bits, self.by_pair = 0, 3, dict[int, dict[int, int]]()

    def duals_of(self, node: Any, required: Collection[tuple[int, int]]) -> Duals:
        """(I1')."""
        scale, a, b, parts, _ = read_duals(node, self.size, required)
        stars = self.stars_of(parts, required)
        return Duals(scale, a, b, stars, [*stars])

    def stars_of(self, numbers: list[int], required: Collection[tuple[int, int]]) -> dict[int, list[int]]:
        """(I1') of stars: an alignment has to pay what is negative, once for sure."""
        (m, n), lines = self.size, {self.size[0] * side + line for side, line in required}
        width, pairs = 1 + m + n, numbers[:: 1 + m + n]
        stars = {p: numbers[1 + at * width : width + at * width] for at, p in enumerate(pairs)}
        fits = len(stars) == len(pairs) and all(0 <= p < m * n for p in pairs)
        demand(fits, "(I1') star: a pair is out of range, or is given twice")
        owed = {line for line in range(m + n) if min(numbers[1 + line :: width], default=0) < 0}
        # its own line has no other pair that could take what is owed
        own = [dual for p, star in stars.items() for dual in (star[p // n], star[m + p % n])]
        demand(owed <= lines and min(own, default=0) >= 0, "(I1') a dual of a star is negative")
        return stars

    def slacks(self, live: Live, duals: Duals) -> dict[int, int]:
        """(I2'), (I3). Returns what is left of a(i) + b(j) when live pairs (i, j) have paid what is stated."""
        (m, n), (scale, a, b, stars, *_), pairs = self.size, duals, sorted(live.pairs)
        self.work.pay(3 * self.root.size + len(pairs) * (len(pairs) + m + n))
        size = (len(pairs) + n) * (m + n)
        demand(size <= self.work.room, "a table of live pairs and lines is too large; --weights N raises it")
        none = [0] * (m + n)
        paid = {p: stars.get(p, none) for p in pairs}
        self.demand_paid(paid, scale)
        costs = {p: scale * live.unary.get(p, 0) + sum(star) for p, star in paid.items()}
        slacks = {p: a[p // n] + b[p % n] - cost for p, cost in costs.items()}
        for p, slack in slacks.items():
            demand(slack >= 0, f"(I3) fails for {divmod(p, n)} by {-slack}")
        return slacks

    def demand_paid(self, paid: dict[int, list[int]], scale: int) -> None:
        """(I2') of the live pairs, in order, that pay so much by each line: for all columns at once.

        Numbers x(0), x(1), ..., one for each column, are joined to one number, the sum of all x(l) * 2^(bits*l). To add
        two such numbers adds for each column, so that the sum of six is what a pair p and the pairs of a row pay beyond
        what they match. With 2^(bits-1) more for each column no place is below 0 or beyond its bits, since no x is as
        large as that, and x is not negative just if the highest bit of its place is 1.
        """
        m, n = self.size
        bits, weights = self.weights_by_row(scale, max([0, *[abs(f(x)) for x in paid.values() for f in (min, max)]]))
        number, words = len({p // n for p in paid}), 1 + bits * n // 64
        # to join n numbers takes n steps of that many words, and is done for each pair and for each row and line
        self.work.pay(words * (n * (len(paid) + number * (n + number)) + len(paid) * number))
        enough, places, none = 2 ** (bits - 3), range(0, bits * n, bits), [0] * (m + n)
        ones, rows = sum([1 << place for place in places]), dict[int, list[Any]]()
        halves = ones << (bits - 1)

        def joined(numbers: Iterable[int]) -> int:
            return sum(map(lshift, numbers, places))

        for p, star in paid.items():
            # to pairs of its own column a pair owes nothing
            own = joined(star[m:]) + (enough << bits * (p % n)) + halves
            rows.setdefault(p // n, []).append((p, p % n, star, own, weights.get(p, {})))
        for k, others in rows.items():
            by_line = [*zip(*[paid.get(k * n + l, none) for l in range(n)], strict=True)]
            by_column = [*map(joined, by_line[m:])]
            # those that are not live are owed nothing
            base = sum([enough << place for l, place in enumerate(places) if k * n + l not in paid])
            for i in [row for row in rows if row < k]:
                by_row = joined(by_line[i]) + base
                for p, j, star, own, weight in rows[i]:
                    both = own + star[k] * ones + by_row + by_column[j] - weight.get(k, 0)
                    if both & halves != halves:
                        owed = {l: 2 ** (bits - 1) - (both >> bits * l) % 2**bits for _, l, *_ in others}
                        l = max(owed, key=owed.__getitem__)
                        raise Refused(f"(I2') fails for {divmod(p, n)}, {(k, l)} by {owed[l]}")

    def weights_by_row(self, scale: int, largest: int) -> tuple[int, dict[int, dict[int, int]]]:
        """The bits of a place, and D*W of a pair with those of each later row, of all columns at once.

        Four duals and a weight are less than 2^(bits-3), which leaves room for twice that. Made again for another D.
        """
        n = self.size[1]
        if self.scaled != scale or 5 * largest >= 1 << (self.bits - 3):
            self.work.pay((4 + n // 64) * self.root.size)
            largest = max([largest, *[scale * weight for _, _, weight in self.root.matches]])
            bits, number, room = (5 * largest).bit_length() + 3, 0, DENSE * self.work.room
            self.scaled, self.bits, self.by_pair = scale, bits, {}
            for p, q, weight in self.root.matches:
                of_one, (k, l) = self.by_pair.setdefault(min(p, q), {}), divmod(max(p, q), n)
                number += k not in of_one
                demand(number * n <= room, "a table of pairs and rows is too large; --weights N raises it")
                of_one[k] = of_one.get(k, 0) + (scale * weight << bits * l)
        return self.bits, self.by_pair


def coverable(root: Live, n: int, work: Work) -> list[tuple[int, int]]:
    """The lines of which some optimum covers all.

    They have a pair with weight, and their pairs have more columns than these columns have other rows with a pair
    (columns likewise). An alignment of pairs with weight that leaves such a row alone leaves one of those columns, too:
    with that pair it is worth no less, as no weight is negative. So what bounds the alignments that cover all those
    lines bounds all: "cover" requires them, and below it an alignment is always one of these.
    """
    sides: list[dict[int, set[int]]] = [{}, {}]
    for i, j in [divmod(p, n) for p in root.pairs]:
        sides[0].setdefault(i, set()).add(j)
        sides[1].setdefault(j, set()).add(i)
    work.pay(3 * root.size + sum([len(cross) ** 2 for side in sides for cross in side.values()]))
    return [
        (side, line)
        for side, other in ((0, 1), (1, 0))
        for line, crossing in sides[side].items()
        # less the line itself
        if len({rival for each in crossing for rival in sides[other][each]}) - 1 < len(crossing)
    ]


class Lack:
    """(L1), (L2): all is wanted that rows can earn.

    U(i) is the most of U(p) in row i, and W(i,k) the most of W(p,q) in rows i and k, both of all pairs, live or not; if
    W(i,k) > 0, the rows are *adjacent*, and pairs p, q of them with W(p,q) = W(i,k) are *mates*. The node has
    to fulfil

      (L1)  the sum of all U(i) and of all W(i,k), of i < k, is `most` = B + g at most.

    So an alignment worth more than B is worth just that: it covers each row that has pairs with weight, by a pair with
    U(p) = U(i), and two of its pairs are mates if their rows are adjacent. Of the live pairs, p = (i,j) is struck off
    if U(p) < U(i); if its mates that are left have fewer rows, or fewer columns, than there are rows adjacent to i; or
    if another row is left one pair alone, and that has column j, too. When enough is struck off,

      (L2)  the pairs that are left have fewer rows, or fewer columns, than there are rows that have pairs with weight.

    An alignment of the node worth more than B would have no pair that is struck off, one after the other: there is
    none. The order makes no difference: what can be struck off can be later, too.

    For each pair p with U(p) = U(i), ``mates[p]`` holds the columns of its mates by row, as bits: bit j is set where
    column j is one. ``rows_of[j]`` are the rows of these pairs, ``adjacent[i]`` the rows adjacent to i, if i has
    pairs with weight. What is left at the root and at nodes above is `known`, as far as there is room.
    """

    def __init__(self, root: Live, size: tuple[int, int], most: int, work: Work) -> None:
        self.size, self.work = size, work
        n, number = size[1], 0
        work.pay(12 * root.size * (1 + n // 1024))
        alone, together = defaultdict[int, int](int), defaultdict[tuple[int, int], int](int)
        for p, weight in root.unary.items():
            alone[p // n] = max(weight, alone[p // n])
        ends = [(p, q, (p // n, q // n) if p < q else (q // n, p // n), weight) for p, q, weight in root.matches]
        for *_, rows, weight in ends:
            together[rows] = max(weight, together[rows])
        total = sum(alone.values()) + sum(together.values())
        demand(total <= most, f"(L1) fails: {total} > {most}")
        self.adjacent: dict[int, set[int]] = {p // n: set() for p in root.pairs}
        for i, k in together:
            self.adjacent[i].add(k)
            self.adjacent[k].add(i)
        self.mates: dict[int, dict[int, int]] = {p: {} for p in root.pairs if root.unary.get(p, 0) == alone[p // n]}
        room, self.rows_of = DENSE * work.room, defaultdict[int, list[int]](list)
        for p in self.mates:
            self.rows_of[p % n].append(p // n)
        for p, q, rows, weight in ends:
            if weight == together[rows] and p in self.mates and q in self.mates:
                for mates, (k, l) in ((self.mates[p], divmod(q, n)), (self.mates[q], divmod(p, n))):
                    number += k not in mates
                    demand(number * (1 + n // 64) <= room, "a table of mates is too large; --weights N raises it")
                    mates[k] = mates.get(k, 0) | 1 << l
        left = dict.fromkeys(self.adjacent, 0)
        for p in self.mates:
            left[p // n] |= 1 << p % n
        self.strike(left, left)
        self.known = [Struck([], [], left)]

    def demand_missing(
        self, above: Live, forced: list[int], forbidden: list[int], nodes: list[tuple[int, int]]
    ) -> None:
        """(L2). `nodes` are how many pairs are forced and forbidden in some nodes above, for which others will wait."""
        while not self.known[-1].is_above(forced, forbidden):
            self.known.pop()
        for f, b in nodes:
            has_room = len(self.known) * len(self.adjacent) < self.work.room
            if has_room and f + b > len(self.known[-1].forced) + len(self.known[-1].forbidden):
                self.known.append(self.below(self.known[-1], forced[:f], forbidden[:b]))
        left, columns = self.below(self.known[-1], forced, forbidden, above).left, 0
        for each in left.values():
            columns |= each
        demand(not all(left.values()) or columns.bit_count() < len(left), "(L2) fails: no row or column is missing")

    def below(self, known: "Struck", forced: list[int], forbidden: list[int], above: Live | None = None) -> "Struck":
        """The columns left where more pairs are forced and forbidden, or maybe only pairs that are live `above`."""
        n, left, new = self.size[1], known.left.copy(), forced[len(known.forced) :]
        self.work.pay((len(left) + len(forced) + len(forbidden)) * (1 + n // 1024))
        # a row without weight is none of `left`, and an image of a forbidden pair may be in it
        struck = [p for p in forbidden[len(known.forbidden) :] if p // n in left]
        if above is not None and above.marks is not None:  # no list has what a fix has forbidden in a large one
            struck += [p for p in self.mates if not above.has(p)]
        for p in struck:
            left[p // n] &= ~(1 << p % n)
        for p in new:
            left[p // n] &= 1 << p % n
        self.strike(left, [p // n for p in chain(struck, new)])
        return Struck(max(forced, known.forced, key=len), max(forbidden, known.forbidden, key=len), left)

    def strike(self, left: dict[int, int], changed: Iterable[int]) -> None:
        """Strike off what can be, where some rows have changed; where none has, nothing can. Ends at an empty row."""
        rows = {each for i in changed for each in (i, *self.adjacent[i])}
        # the rows with the fewest pairs come first, as they strike off the most
        waiting = dict.fromkeys(sorted(rows, key=lambda row: left[row].bit_count()))
        while waiting:
            del waiting[i := next(iter(waiting))]
            kept = self.with_mates(i, left)
            found = {i: kept} if kept != left[i] else {}
            if kept.bit_count() == 1:
                others = self.rows_of[kept.bit_length() - 1]
                self.work.pay(len(others) * (1 + self.size[1] // 1024))
                found |= {k: left[k] & ~kept for k in others if k != i and left[k] & kept}
            left |= found
            if not kept:
                return
            # what has mates in a row that has changed may have too few now, and so may that row
            for k in found:
                self.work.pay(1 + len(self.adjacent[k]))
                waiting |= dict.fromkeys((k, *self.adjacent[k]))

    def with_mates(self, i: int, left: dict[int, int]) -> int:
        """The columns in which a row is left pairs whose mates that are left have rows and columns enough."""
        kept, rest, first, need = 0, left[i], i * self.size[1], len(self.adjacent[i])
        while rest:
            bit = rest & -rest
            rest ^= bit
            mates = self.mates[first + bit.bit_length() - 1]
            self.work.pay((1 + len(mates)) * (1 + self.size[1] // 1024))
            columns, spare = 0, len(mates) - need
            for k, each in mates.items():
                if found := each & left[k]:
                    columns |= found
                elif spare:
                    spare -= 1
                else:
                    break
            else:
                if spare >= 0 and columns.bit_count() >= need:
                    kept |= bit
        return kept


class Struck(NamedTuple):
    """The columns that are left in each row, as bits, where these pairs are forced and those forbidden."""

    forced: list[int]
    forbidden: list[int]
    left: dict[int, int]

    def is_above(self, forced: list[int], forbidden: list[int]) -> bool:
        """Test whether a node with these pairs has all of ours, so that what is struck off here can be there."""
        return forced[: len(self.forced)] == self.forced and forbidden[: len(self.forbidden)] == self.forbidden


class Symmetries:
    """Permutations of rows and columns that change no weight.

    In "symmetry" `rows` is a permutation s of all rows, as a list, and `columns` one t of all columns, such that
    U(s(i),t(j)) = U(i,j) for all pairs, W likewise, and the forced pairs are mapped onto themselves. It forbids
    (s(i),t(j)) for each forbidden (i,j). For more is known of a node: every alignment that contains the forced pairs
    and is *not* in the node is worth at most B. So it is at the root, and "fix" and "branch" keep it so: what contains
    the pair has been bounded by the first half when the second begins. An alignment with the forced pairs and the image
    of a forbidden pair is the image of one with the forced pairs and that pair, which is not in the node and is worth
    the same. The lines that can be covered are known by which pairs have weight, so that images cover them, too.

    `known` are those looked at, as far as there is room.
    """

    def __init__(self, root: Live, size: tuple[int, int], work: Work) -> None:
        self.root, self.size, self.work = root, size, work
        self.known: set[tuple[int, ...]] = set()
        self.together: dict[tuple[int, int], int] | None = None  # W by couples

    def images(self, node: Any, forced: set[int], forbidden: set[int]) -> list[int]:
        """The images of the forbidden pairs under an automorphism that keeps the forced ones, less those forbidden."""
        (m, n), (_, rows, columns) = self.size, entries(node, [str, list, list], "symmetry")
        for part, size in ((rows, m), (columns, n)):
            # true would be taken for 1; an image given twice would let two pairs stand for one
            is_permutation = {*map(type, part)} <= {int} and sorted(part) == [*range(size)]
            demand(is_permutation, "symmetry: not a permutation of all rows or columns")
        if (*rows, *columns) not in self.known:
            self.demand_automorphism(rows, columns)
        # an image that lacks what is forced would not be bounded by what is known of this node
        stays = {rows[p // n] * n + columns[p % n] for p in forced} == forced
        demand(stays, "symmetry: the forced pairs are not mapped onto themselves")
        return sorted({rows[p // n] * n + columns[p % n] for p in forbidden} - forbidden)

    def demand_automorphism(self, rows: list[int], columns: list[int]) -> None:
        """Refuse permutations that change a weight. That is a property of no node: each is looked at once."""
        n, root = self.size[1], self.root
        self.work.pay(3 * root.size)
        if self.together is None:
            self.together = {(p, q) if p < q else (q, p): weight for p, q, weight in root.matches}
        look, image = self.together.get, {p: rows[p // n] * n + columns[p % n] for p in root.pairs}
        # as no two pairs have one image, nothing has weight but the images of what has
        alike = all(root.unary.get(image[p]) == weight for p, weight in root.unary.items())
        ends = [(image[p], image[q], weight) for p, q, weight in root.matches]
        alike = alike and all(look((p, q) if p < q else (q, p)) == weight for p, q, weight in ends)
        demand(alike, "symmetry: a weight is not that of its image")
        if (len(self.known) + 1) * (len(rows) + len(columns)) <= self.work.room:
            self.known.add((*rows, *columns))


class Tree:
    """The walk through a proof: what is forced, forbidden and required in the current node.

    Each of the three is a list that grows on the way down. `above` is what was live in some node above, the nearest
    that has left less than half of what was live before, so that there are few of them. `waiting` says, for each node
    to come, how much of the lists is to be kept, what is `above`, and which pair is to be forbidden then.
    """

    def __init__(self, question: "Question | Combined", bound: int, step: int, limits: Limits = Limits()) -> None:
        self.size = question.size
        self.root = self.above = Live(*question.weights(limits.weights))
        self.bound, self.step, self.work = bound, step, Work(limits)
        self.inequalities = Inequalities(self.size, self.work)
        self.forced: list[int] = []
        self.forbidden: list[int] = []
        self.required: list[tuple[int, int]] = []
        self.waiting: list[tuple[int, int, int, Live, list[int]]] = [(0, 0, 0, self.root, [])]
        self.is_first = True

    @cached_property
    def full(self) -> FullInequalities:
        """The inequalities of stars in full."""
        return FullInequalities(self.root, self.size, self.work)

    @cached_property
    def lack(self) -> Lack:
        """All that rows can earn (L1)."""
        return Lack(self.root, self.size, self.bound + self.step, self.work)

    @cached_property
    def symmetries(self) -> Symmetries:
        """The permutations that change no weight."""
        return Symmetries(self.root, self.size, self.work)

    def wait(self, forbid: list[int]) -> None:
        """A node will follow for which all that holds now holds, and these pairs are forbidden."""
        self.waiting.append((len(self.forced), len(self.forbidden), len(self.required), self.above, forbid))

    def visit(self, node: Any) -> Any:
        """Check the next node of the proof. Returns what is live in a leaf or fix, its duals, and the slacks."""
        forced, forbidden, required, self.above, forbid = self.waiting.pop()
        # what the other half of a branch has forced, forbidden or required does not hold in this one
        del self.forced[forced:], self.forbidden[forbidden:], self.required[required:]
        self.forbidden += forbid
        kind, n = first_word(node), self.size[1]
        is_first, self.is_first = self.is_first, False
        if kind in DUALS:
            return self.leaf_or_fix(kind, node)
        node = read(node)
        if kind == "branch":
            _, i, j = entries(node, [str, int, int], "branch")
            # j = n would give the number of pair (i + 1, 0): forced would be one pair, required the lines of another
            known = 0 <= j < n and (self.above.has(i * n + j) or self.root.has(i * n + j))
            demand(known, f"(C3) branch on {shown(i)}, {shown(j)}, a pair without weight")
            self.wait([i * n + j])  # a stack: what waits first comes second, as the prefix order has it
            self.forced.append(i * n + j)
            self.required += (0, i), (1, j)
            self.wait([])
        elif kind == "symmetry":
            self.work.pay(len(self.forced) + len(self.forbidden) + sum(self.size))
            self.wait(self.symmetries.images(node, {*self.forced}, {*self.forbidden}))
        elif node == ["cover"]:
            # below a branch or fix the alignment that covers more might be one that these have excluded
            demand(is_first, "cover is not the first node")
            self.required += coverable(self.root, n, self.work)
            self.wait([])
        elif node == ["lack"]:
            self.pay_for_live(False)
            self.lack.demand_missing(self.above, self.forced, self.forbidden, [each[:2] for each in self.waiting])
        else:
            demand(node == ["empty"], "neither leaf, fix, branch nor empty, nor cover, full, fullfix, symmetry or lack")
            covered = {line for p in self.live(False).each() for line in ((0, p // n), (1, p % n))}
            # if live pairs cover all that is required, an alignment may be here that nothing bounds
            demand(not covered.issuperset(self.required), "this node is not empty")
        return None

    def pay_for_live(self, has_matches: bool) -> None:
        """Count the looks at what is live, and at the lists of this node."""
        marks = self.above.marks
        size = self.root.size if has_matches else len(self.above.pairs) if marks is None else marks.count(1)
        # a match is three looks; duals of all lines are added up. Paid before, so that nothing runs beyond the limit
        self.work.pay(3 * size + len(self.forced) + len(self.forbidden) + len(self.required) + sum(self.size))

    def live(self, has_matches: bool) -> Live:
        """The pairs with weight that are not forbidden and are compatible with every forced pair; maybe their W."""
        above, n = self.above, self.size[1]
        self.pay_for_live(has_matches)
        if not self.forced and len(self.forbidden) == above.forbidden:  # a proof of one leaf copies nothing
            return above
        forced, forbidden = {*self.forced}, {*self.forbidden[above.forbidden :]}
        rows, columns = {p // n for p in forced}, {p % n for p in forced}
        # no alignment has forced pairs that compete or are forbidden: nothing is live, and a leaf of zeros will do
        if not len(rows) == len(forced) == len(columns) or forced & forbidden or not all(map(above.has, forced)):
            return Live({}, [], set())
        if above.marks is not None:
            marks = above.marks[:]
            for i, j in [divmod(p, n) for p in forced]:
                marks[i * n : i * n + n], marks[j::n] = bytes(n), bytes(self.size[0])
            for p in chain(forbidden, forced):
                marks[p] = p in forced
            return self.root.where(marks, above.forbidden, has_matches)
        barred = {p for p in above.pairs if p // n in rows or p % n in columns} - forced | forbidden
        return above.within(above.pairs - barred, above.forbidden, has_matches)

    def leaf_or_fix(self, kind: str, node: Any) -> tuple[Live, Duals, Any]:
        """(I1) to (I4), and what a fix forbids and requires."""
        # what was read of a line is not kept: a list of its numbers takes much more memory than the duals
        rules = self.full if kind in FULL else self.inequalities
        duals, live = rules.duals_of(read(node), self.required), self.live(kind not in FULL)
        slacks = rules.slacks(live, duals)
        # values are multiples of the step: D times one above B is more than this limit
        total, limit = duals.total, duals.scale * (self.bound + self.step) - 1
        if kind in ("leaf", "full"):
            if total > limit:
                raise Refused(f"(I4) fails: {total} > {limit}")
            return live, duals, slacks
        if live.marks is not None:  # a list of what is forbidden would be long: `above` lacks it from here on
            duals = duals._replace(stars={}, less={})  # they have paid, and would stay next to three lists of all pairs
            marks = live.marks[:]
            for p in live.each():
                marks[p] = total - slacks[p] > limit
            self.above = self.root.where(marks, len(self.forbidden))
        else:
            self.forbidden += [p for p in live.pairs if total - slacks[p] <= limit]
            self.restrict(live.pairs.difference(self.forbidden))
        # only lines with a dual: to require fewer is safe, since the nodes below then prove more
        for side, part in enumerate((duals.a, duals.b)):
            self.required += [(side, line) for line, dual in enumerate(part) if dual and total - dual <= limit]
        self.wait([])
        return live, duals, slacks

    def restrict(self, pairs: set[int]) -> None:
        """After a fix: the nodes below look at what is live now alone, if that is less than half of `above`."""
        if self.above.marks is not None or 2 * len(pairs) < len(self.above.pairs):
            self.above = self.above.within(pairs, len(self.forbidden))


def check(
    line: str | bytes,
    limits: Limits = Limits(),
    below: Iterator[str | bytes] = iter(()),
    walk: type[Tree] = Tree,
) -> dict[str, Any]:
    """Check one certificate; raise Refused with the first thing that is wrong.

    Of the lines `below`, those are taken that hold its proof, in format 5. Another `walk` than `Tree` has to be trusted
    as this file is. Returns the certificate as a dictionary, with "at_most" and "step" where they are left out, "unit"
    (N), and "sizes": of how many triples each graph consists.
    """
    import hashlib  # loaded slowly, and not needed for what is checked in memory

    record = parse_record(line, limits.line)
    is_streamed = record.get("format") == STREAMED
    is_known = is_streamed or record.get("format") == FORMAT
    demand(is_known, f"the format is not {FORMAT!r}; the tag last-of-0.2 of the project still reads formats 1 to 3")
    # an unchecked key would be believed because the line was verified
    strange = (KEYS | OPTIONAL) ^ (record.keys() | OPTIONAL)
    demand(not strange, f"keys missing or unknown: {', '.join(shown(key)[1:-1] for key in sorted(strange)[:5])}")
    demand(type(record["id"]) is str and type(record["convention"]) is str, "id or convention is not a string")
    graphs = [read_graph(record[side], side) for side in ("left", "right")]
    unit, worth = read_similarity(record)
    parts = [record[key] for key in ("convention", "left", "right", "similarity") if key in record]
    text = json.dumps(parts, sort_keys=True, separators=(",", ":"))
    # who names a question by its hash has to mean these triples and this convention
    demand(record["sha256"] == hashlib.sha256(text.encode()).hexdigest(), "sha256 does not fit graphs and convention")
    stated = [part[4:] for part in record["convention"].split("|") if part.startswith("dup:")]
    # of two rules the one that is read and the one that is checked could differ
    demand(len(stated) == 1 and stated[0] in RULES, "the convention does not say one rule for duplicates")
    question = Question(graphs[0], graphs[1], stated[0], unit, worth)
    demand(record.get("optima", {}) is not None, "optima: null, which would be read as if the key were left out")
    bound, step, matched = record.get("at_most", record["matched"]), record.get("step", 1), record["matched"]
    # a list in format 5, or other words, would be a proof that was not followed
    demand((record["proof"] == "below") == is_streamed, "proof: not a list of nodes")
    proof = (Unread(node, limits.line) for node in below) if is_streamed else record["proof"]
    claim = Claim(*ends(record["alignment"], "alignment"), matched, bound, step, proof, record.get("optima"))
    links = check_claim(claim, question, limits, walk)
    sizes = [graph.size(question.rule) for graph in graphs]
    return record | {"at_most": bound, "step": step, "unit": unit, "sizes": sizes, "links": links}


def ends(pairs: Any, what: str) -> tuple[list[Any], list[Any]]:
    """The left and the right ends of a list of pairs, whatever they are."""
    is_list = type(pairs) is list and {*map(type, pairs)} <= {list} and {*map(len, pairs)} <= {2}
    demand(is_list, f"{what}: not a list of pairs")
    return [i for i, _ in pairs], [j for _, j in pairs]


class Links(NamedTuple):
    """The pairs that are in every optimum, and those that are in some; no other pair earns in any."""

    forced: set[int]
    open: set[int]


def check_claim(claim: Claim, question: Question, limits: Limits = Limits(), walk: type[Tree] = Tree) -> Links | None:
    """Check what is claimed of a question: (C1) the alignment is one-to-one; (C2) its value; bound, step and proof.

    In a tree the value is the sum of the weights of the chosen pairs. That is what it is by definition: as the
    alignment is one-to-one, each left triple whose variables are aligned has one image, and if the right graph has it,
    what the two match is counted in U of one chosen pair, or in W of two, and nowhere else.
    """
    lefts, rights, matched, bound, step, proof, optima = claim
    chosen = pairs_of(lefts, rights, *question.size)
    natural(matched, "matched")
    # with B = 5 and step 2 a leaf would prove less than 7, and 6 is more than B. Of all optima, it is another bound's
    is_step = natural(step, "step") and (natural(bound, "at_most") % step == 0 or optima is not None)
    demand(is_step, "the step is 0 or does not divide the bound")
    demand(type(proof) is list or isinstance(proof, Iterator), "proof: not a list of nodes")
    is_counted = proof == [["count"]] and optima is None
    if is_counted:
        demand(question.rule != "product", "the rule is product: a triple may match more than once")
        # each match uses up a triple of either graph, unless the rule is product
        least = question.unit * min(question.left.size(question.rule), question.right.size(question.rule))
        demand(least <= bound, f"(count) fails: {least} > {bound}")
        value = question.value(dict(zip(lefts, rights, strict=True)))
    else:
        tree = walk(question, bound, step, limits)
        value = tree.root.value(chosen)
    demand(value == matched, f"(C2) the alignment is worth {value}, not {matched}")
    if is_counted:
        return None
    links = None
    if optima is not None:
        demand(matched == bound, "optima: the bound is not what the alignment is worth")
        tree, links = of_all_optima(tree, chosen, claim, limits)
    follow(proof, tree)
    return links


def pairs_of(lefts: list[Any], rights: list[Any], m: int, n: int) -> set[int]:
    """The numbers of the pairs of an alignment (C1)."""
    both = lefts + rights
    demand({*map(type, both)} <= {int}, "(C1) alignment: not whole numbers")
    if lefts and (min(both) < 0 or max(lefts) >= m or max(rights) >= n):
        raise Refused("(C1) alignment: a variable is out of range")
    demand(len({*lefts}) == len({*rights}) == len(lefts), "(C1) the alignment uses a variable twice")
    return {i * n + j for i, j in zip(lefts, rights, strict=True)}


def of_all_optima(tree: Tree, chosen: set[int], claim: Claim, limits: Limits) -> tuple[Tree, Links]:
    """(C4): the tree that a proof about all optima has to close, and what it proves then.

    "optima" is {"scale": M, "alignments": [...]}, M >= 1, of further alignments worth "matched", B itself. The pairs
    that earn in an alignment, with U(p) > 0 or a match with another pair of it, are its *links*. Let F be the links
    that all alignments of the certificate have, and R the pairs with weight that are a link of none. The claim is more
    then: (C4) each pair of F is a link of every optimum, and no pair of R is one of any. The proof is a tree about
    other weights: M times U and W; less 1 in U of each pair of F; and 1 more in U of each r in R with U(r) > 0, and in
    W of each match of an r in R with U(r) = 0. Its B is M*matched - ``|F|``. For let f be an optimum, without pairs
    that earn nothing. If f lacks a pair of F, or has a link in R, it is worth more than that: M*matched, less ``|F|`` -
    1 at most; or less ``|F|`` at most, and 1 more. So is what is worth more than "matched". Weights below 0 are made
    nonnegative first: see `combined`.
    """
    optima, root, (m, n) = claim.optima, tree.root, tree.size
    demand(type(optima) is dict and optima.keys() == {"scale", "alignments"}, "optima: not a scale and alignments")
    demand(natural(optima["scale"], "scale") and type(optima["alignments"]) is list, "optima: no scale or no list")
    looks = 3 * root.size * len(optima["alignments"])
    demand(looks <= limits.work, "more work than the limit allows; --work N raises it")
    forced = some = root.links(chosen)
    for pairs in optima["alignments"]:
        other = pairs_of(*ends(pairs, "optima: an alignment"), m, n)
        value = root.value(other)
        demand(value == claim.matched, f"(C2) an alignment of the optima is worth {value}, not {claim.matched}")
        links = root.links(other)
        forced, some = forced & links, some | links
    alone = {p: 1 for p in root.unary if p not in some} | dict.fromkeys(forced, -1)
    rest = root.pairs - some - root.unary.keys()
    together = {(p, q) if p < q else (q, p): 1 for p, q, _ in root.matches if p in rest or q in rest}
    question = combined(root, (m, n), optima["scale"], alone, together)
    bound = optima["scale"] * claim.matched - len(forced) + question.constant
    demand(bound % claim.step == 0, "the step does not divide the bound of all optima")
    return type(tree)(question, bound, claim.step, limits), Links(forced, some - forced)


def check_end(claim: Claim, question: Question, count: Question, scale: int, limits: Limits = Limits()) -> int:
    """Check a claim about M times a question plus (or, if M is negative, minus) a count; return what is counted.

    `count` asks about other triples of the same variables. The claim is that no alignment is worth more than `bound`,
    and that the alignment is worth so much. If that alignment is an optimum of the question, no optimum counts more
    (or less): another one would be worth more.
    """
    chosen, sign = pairs_of(claim.lefts, claim.rights, *question.size), 1 if scale > 0 else -1
    root, counted = (Live(*each.weights(limits.weights)) for each in (question, count))
    alone = {p: sign * weight for p, weight in counted.unary.items()}
    together = {(p, q) if p < q else (q, p): sign * weight for p, q, weight in counted.matches}
    value = counted.value(chosen)
    demand(root.value(chosen) == claim.matched, "(C2) the alignment is not worth what it should be")
    demand(abs(scale) * claim.matched + sign * value == claim.bound, "the alignment does not attain the bound")
    combination = combined(root, question.size, abs(scale), alone, together)
    bound = claim.bound + combination.constant
    demand(bound % claim.step == 0, "the step does not divide the bound of the combination")
    follow(claim.proof, Tree(combination, bound, claim.step, limits))
    return value


class Unread(NamedTuple):
    """A line of a proof, and the limit of its length."""

    line: str | bytes
    limit: int


def read(node: Any) -> Any:
    """A node, or the one that the line holds."""
    return parse(*node) if type(node) is Unread else node


def first_word(node: Any) -> str:
    """The first word of a node, or of the line that holds it."""
    if type(node) is Unread:
        start = node.line[:12] if isinstance(node.line, str) else node.line[:12].decode("latin-1")
        word, is_ended, _ = start[2:].partition('"')
        # a line that begins so is a list with this word first, if it is JSON at all; others are read
        if start[:2] == '["' and is_ended and word.isalpha():
            return word
    node = read(node)
    return node[0] if type(node) is list and node and type(node[0]) is str else ""


def follow(proof: Iterable[Any], tree: Tree) -> None:
    """Check the step, the nodes one by one, and that they are a tree. Of an iterator no more is taken than the tree."""
    if (step := tree.step) > 1:
        # a step that is too large would let (I4) pass for alignments that are worth more than B
        weights = chain(tree.root.unary.values(), (weight for _, _, weight in tree.root.matches))
        demand(not any(weight % step for weight in weights), f"the step {step} does not divide a weight")
    nodes, number, work, is_list = iter(proof), 0, tree.work.left, type(proof) is list
    try:
        while tree.waiting:
            node = next(nodes, nodes)  # a node is never the iterator itself: null is a node that is refused
            if node is nodes:  # a proof cut off here has shown nothing of them
                break
            tree.visit(node)
            number += 1
            tree.work.left = tree.work.left if is_list else work
        demand(not is_list or tree.waiting or next(nodes, nodes) is nodes, "the tree has ended before it")
    except Refused as refused:
        raise Refused(f"proof node {number}: {refused}") from None
    if tree.waiting:
        missing = "1 node is" if len(tree.waiting) == 1 else f"{len(tree.waiting)} nodes are"
        raise Refused(f"the proof has ended, but {missing} missing, with all that is below: is it cut off?")


def main(arguments: list[str]) -> int:
    """Check all certificates of a file; print the first that fails. Exit code 0: all verified; 1: not; 2: no file."""
    from fractions import Fraction  # loaded slowly, and not needed to check

    *options, name = arguments or [""]
    raised = dict(zip(options[::2], options[1::2], strict=False))
    known = raised.keys() <= {f"--{field}" for field in Limits._fields} and 2 * len(raised) == len(options)
    # 18 digits fit 64 bits, which is what readline takes
    numbers = all(len(number) < 19 and number.isascii() and number.isdecimal() for number in raised.values())
    code = 0 if arguments in (["-h"], ["--help"]) else 2
    if not (code and name and known and numbers):
        usage = "usage: python checker.py [--line N] [--weights N] [--work N] FILE", Limits.__doc__, Limits()
        print(*usage, sep="\n", file=sys.stderr if code else sys.stdout)
        return code
    limits = Limits(**{option[2:]: int(number) for option, number in raised.items()})
    number, sums = 0, [Fraction(0)] * 6
    try:
        file = open(name, "rb")
    except (OSError, ValueError) as error:
        print(f"no file to check: {ascii(str(error))[1:-1]}", file=sys.stderr)
        return 2
    with file:
        for line in (lines := Lines(file, limits)):
            first, number = lines.number, number + 1
            try:
                record = check(line, limits, lines)
                parts = [Fraction(record[key], record["unit"]) for key in ("at_most", "matched")] + record["sizes"]
                parts += map(len, record["links"] or ((), ()))
                sums = [one + more for one, more in zip(sums, parts, strict=True)]
                # common denominators may multiply with every line, and sums would never end
                demand(max(part.denominator for part in sums) < LARGE, "sums need a denominator of 10^36 or more")
            except Refused as refused:
                print(f"line {first}: refused: {refused}")
                return 1
    bound, matched, left, right, forced, some = sums
    print(f"{number} certificates verified: at most {bound}, proved; at least {matched}, attained")
    if left and right:
        prf = Fraction(matched, left), Fraction(matched, right), Fraction(2 * matched, left + right)
        print("attained: precision {}, recall {}, F1 {}".format(*prf))
    if forced or some:
        print(f"links: {forced} in every optimum, {some} in some, as far as certificates are about all optima")
    return 0 if number else 1  # an empty file proves nothing


if __name__ == "__main__":
    try:
        code = main(sys.argv[1:])
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = 130
        print("no verdict: interrupted", file=sys.stderr)
    except (OSError, MemoryError, AttributeError):  # standard output is None where it is closed
        # what is left in its buffer would fail again at exit, with an exit code of its own
        code, sys.stdout = 2, None
        try:
            print("no verdict: no memory, or nowhere to write it", file=sys.stderr)
        except OSError:
            sys.stderr = None
    sys.exit(code)
