"""The results of the constructions of the proofs for an instance, by the program that is extracted from them.

The program is made by ``make -C proofs constructions``; proofs/ExtractConstructions.v has its lines of numbers.
"""

import subprocess
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from smatchproof.conventions.triples import Duplicates, TripleGraph
from smatchproof.exact.models import Model
from smatchproof.lab.reductions.problems.graphs import SimpleGraph
from smatchproof.lab.reductions.problems.satisfiability import Formula
from smatchproof.similarity.grading import Similarities

Triple = tuple[int, int, int, int]
"""A triple of Coq: 0 for Inst, 1 for Attr, 2 for Rel, and its numbers."""

Variable = tuple[int, int, int, int]
"""X of the pair (i, j) is (i, j, -1, -1); Y of two pairs is all four."""

INSTANCE, ATTRIBUTE, RELATION = range(3)


class Program(NamedTuple):
    """An integer program without the order of its terms and rows."""

    objective: frozenset[tuple[int, Variable]]
    rows: Counter[tuple[frozenset[tuple[int, Variable]], int]]


def answers(program: str, instances: Sequence[Iterable[int]]) -> list[Iterator[int]]:
    """The program's result for each instance."""
    lines = "".join(" ".join(map(str, instance)) + "\n" for instance in instances)
    done = subprocess.run([program], input=lines, capture_output=True, text=True, check=True, timeout=540)
    return [map(int, line.split()) for line in done.stdout.splitlines()]


# ---- instances as numbers


def clauses(formula: Formula) -> list[int]:
    """The clauses, each with its length; a literal is its variable from 0 and whether it is positive."""
    numbers = [len(formula.clauses)]
    for clause in formula.clauses:
        numbers.append(len(clause))
        for literal in clause:
            numbers += [abs(literal) - 1, int(literal > 0)]
    return numbers


def edges(couples: Iterable[tuple[int, int]]) -> list[int]:
    """Couples of indexes after their number."""
    listed = list(couples)
    return [len(listed), *(end for couple in listed for end in couple)]


def graph(source: SimpleGraph) -> list[int]:
    return [len(source), *edges(source.edges)]


def things(layers: Iterable[Mapping[tuple[int, ...], int]]) -> list[int]:
    """The weighted arcs and indexes of each layer, after their number."""
    found = []
    for number, weights in enumerate(layers):
        for thing, weight in weights.items():
            found.append([len(thing) - 1, number, *thing, weight])
    return [len(found), *(number for thing in found for number in thing)]


def ones(matrix: Sequence[Sequence[int]]) -> list[int]:
    """The places of the ones."""
    return edges((i, k) for i, row in enumerate(matrix) for k, entry in enumerate(row) if entry)


Labels = dict[tuple[str, str], int]
"""The number of each name; those of concepts and other values are among one another, as are those of roles."""


def triples(part: TripleGraph, labels: Labels) -> list[int]:
    """The triples after their number; names get the next number when they are new."""
    found = []
    for kind, role, variable, value in part.attributes:
        word = labels.setdefault(("value", value), len(labels))
        is_concept = kind == "instance"
        name = 0 if is_concept else labels.setdefault((kind, role), len(labels))
        found.append((INSTANCE if is_concept else ATTRIBUTE, name, variable, word))
    for role, source, target in part.relations:
        found.append((RELATION, labels.setdefault(("relation", role), len(labels)), source, target))
    return [len(found), *(number for triple in found for number in triple)]


def scoring(left: TripleGraph, right: TripleGraph, rule: Duplicates) -> list[int]:
    """The instance whose answer is the integer program of two graphs."""
    labels: Labels = {}
    return [0, list(Duplicates).index(rule), *triples(left, labels), *triples(right, labels)]


def graded_scoring(left: TripleGraph, right: TripleGraph, rule: Duplicates, similarities: Similarities) -> list[int]:
    """The same with similarities."""
    labels: Labels = {}
    parts = [*triples(left, labels), *triples(right, labels)]
    grades = []
    for (one, other), worth in similarities.values.items():
        role = 0 if one.kind == "instance" else 1 + labels.setdefault((one.kind, one.role), len(labels))
        words = [labels.setdefault(("value", label.value), len(labels)) for label in (one, other)]
        grades += [role, *words, worth]
    numbers = [list(Duplicates).index(rule), similarities.denominator, len(similarities.values), *grades]
    return [9, *numbers, *parts]


# ---- answers


def read_program(numbers: Iterator[int]) -> Program:
    objective = frozenset(_terms(numbers))
    rows: Counter[tuple[frozenset[tuple[int, Variable]], int]] = Counter()
    for _ in range(next(numbers)):
        most = next(numbers)
        rows[frozenset(_terms(numbers)), most] += 1
    assert next(numbers, None) is None
    return Program(objective, rows)


def read_clauses(numbers: Iterator[int]) -> Counter[frozenset[tuple[int, Variable]]]:
    """Clauses as sets of literals: 1 or -1, and the variable; and how often each is listed."""
    clauses = Counter(frozenset(_terms(numbers)) for _ in range(next(numbers)))
    assert next(numbers, None) is None
    return clauses


def _terms(numbers: Iterator[int]) -> list[tuple[int, Variable]]:
    return [(next(numbers), _four(numbers)) for _ in range(next(numbers))]


def read_graphs(numbers: Iterator[int]) -> list[Counter[Triple]]:
    """The triples of both graphs, each as often as it is listed."""
    graphs = [Counter(_four(numbers) for _ in range(next(numbers))) for _ in range(2)]
    assert next(numbers, None) is None
    return graphs


def read_weighted_graphs(numbers: Iterator[int]) -> list[dict[Triple, int]]:
    """The triples of both graphs, each with its weight."""
    graphs = []
    for _ in range(2):
        weighted = [(next(numbers), _four(numbers)) for _ in range(next(numbers))]
        graphs.append({triple: weight for weight, triple in weighted})
        assert len(graphs[-1]) == len(weighted)
    assert next(numbers, None) is None
    return graphs


def _four(numbers: Iterator[int]) -> tuple[int, int, int, int]:
    return next(numbers), next(numbers), next(numbers), next(numbers)


# ---- what Python makes, in the numbers of Coq


def variables_of(model: Model) -> dict[str, Variable]:
    """The variables of a model by name."""
    found = {name: (*pair, -1, -1) for name, pair in model.pairs.items()}
    return found | {name: (*first, *second) for name, (first, second) in model.needs.items()}


def renamed(part: TripleGraph, number: Callable[[str, str], int]) -> Counter[Triple]:
    """The triples of a graph, every name being a number: `number` takes a kind of name and the name.

    TOP is Attr 0 0 0, as the root is the first variable, and whether a vertex has a loop is an attribute 1.
    """
    found: Counter[Triple] = Counter()
    for kind, role, variable, value in part.attributes:
        at = number("variable", part.variables[variable])
        if kind == "instance":
            found[INSTANCE, 0, at, number("concept", value)] += 1
        else:
            assert kind == "TOP" or role == "loop"
            found[(ATTRIBUTE, 0, at, 0) if kind == "TOP" else (ATTRIBUTE, 1, at, "+-".index(value))] += 1
    for role, source, target in part.relations:
        ends = (number("variable", part.variables[end]) for end in (source, target))
        found[RELATION, number("role", role), *ends] += 1
    return found


def weighted(part: TripleGraph, side: int, layers: Sequence[str]) -> dict[Triple, int]:
    """The triples of a graph with their weights, in the numbers of proofs/WeightedQap.v; `layers` are its roles."""
    found: dict[Triple, int] = {}
    number = [0 if name in "rs" else int(name[1:]) for name in part.variables]
    for attribute, copies in part.copies(part.attributes).items():
        kind, role, variable, value = attribute
        if kind == "instance":
            triple = (INSTANCE, 0, number[variable], side + 2 * (value in ("facility", "location")))
        else:
            triple = (ATTRIBUTE, 0 if kind == "TOP" else 1 + layers.index(role), number[variable], 0)
        found[triple] = copies
    for (role, source, target), copies in part.copies(part.relations).items():
        name = 2 + side if role in ("facility", "location") else 4 + layers.index(role)
        found[RELATION, name, number[source], number[target]] = copies
    return found


def cantor(x: int, y: int) -> int:
    """Cantor's pairing: ``Cantor.to_nat`` of Coq's library.

    >>> [cantor(0, 0), cantor(1, 0), cantor(0, 1), cantor(2, 0)]
    [0, 1, 2, 3]
    """
    return y + (x + y) * (x + y + 1) // 2


def name(kind: int, i: int, p: int) -> int:
    """``name`` of ``proofs/MaxSat.v``."""
    return 1 + cantor(kind, cantor(i, p))


def star_number(kind: str, word: str) -> int:
    """The numbers of proofs/SubgraphIsomorphism.v: the root is 0 and vertex i is i + 1."""
    if kind == "variable":
        return 0 if word in ("r", "s") else int(word[1:]) + 1
    return {"root": 0, "vertex": 1, "m": 0, "e": 1, "n": 2}[word]


def matrix_number(kind: str, word: str) -> int:
    """Those of proofs/MaxQap.v, where a variable x1 is vertex 0, and of its lean form."""
    if kind == "variable":
        return 0 if word in ("r", "s") else int(word[1:])
    if word[-1] in "12":
        return int(word[-1]) - 1 + (0 if word[:-1] == "root" else 2)
    return star_number(kind, word)


def formula_number(kind: str, word: str) -> int:
    """The names of proofs/MaxSat.v."""
    digits = [int(part) for part in "".join(c if c.isdigit() else " " for c in word).split()]
    if word in ("r", "s", "root"):
        return 0
    match kind, word[0], digits:
        case ("variable", "x", [v]) | ("role", "v", [v]):
            return name(0, v - 1, 0)
        case ("variable" | "role", "c", [j]):
            return name(1, j - 1, 0)
        case ("variable", "t" | "f" as letter, [v]):
            return name(2, v - 1, int(letter == "t"))
        case "variable", "c", [j, p]:
            return name(3, j - 1, p - 1)
        case "role", "l", [j, p]:
            return name(4, j - 1, p - 1)
        case "concept", letter, [index]:
            return name(int(letter == "c"), index - 1, 0)
    raise AssertionError(f"{kind} {word}")


def cut_number(couples: Sequence[tuple[int, int]]) -> Callable[[str, str], int]:
    """The names of proofs/MaxCut.v, for a graph with these edges."""
    links = {f"e{a}_{b}": name(4, index, 0) for index, (a, b) in enumerate(couples)}

    def number(kind: str, word: str) -> int:
        if word in ("r", "s", "root"):
            return 0
        if kind == "variable" and word[0] in "pq":
            return name(2, int(word[1:]), int(word[0] == "p"))
        return links[word] if word in links else name(0, int(word.removeprefix("vertex").lstrip("xm")), 0)

    return number


def path_number(vertices: int, edge_number: int, left_length: int) -> Callable[[str, str], int]:
    """The numbers of proofs/TwoPaths.v, for a graph by its numbers of vertices, edges and labels on the left."""
    total = vertices + 2 * edge_number

    def number(kind: str, word: str) -> int:
        if kind == "variable":
            return int(word[1:])
        if kind == "concept":
            side, index = word.split("-")
            return int(index) + (left_length + 1 if side == "right" else 0)
        for start, first, factor in (("left", total, 2), ("right", total + 1, 2), ("v", 0, 1)):
            if word.startswith(start):
                return first + factor * int(word.removeprefix(start))
        return vertices + 2 * int(word[1:]) + "pq".index(word[0])

    return number


def reified_number(vertices: int) -> Callable[[str, str], int]:
    """The numbers of proofs/AcyclicSubgraph.v, for a graph by its number of vertices."""

    def number(kind: str, word: str) -> int:
        if kind == "variable" and word[0] in "xy":
            return vertices + int(word[1:]) + 1
        words = {"edge": 2} if kind == "concept" else {"k": 1, "e": 2, "tail": 2, "head": 3}
        return words[word] if word in words else star_number(kind, word)

    return number


def tour_number(kind: str, word: str) -> int:
    """Those of proofs/HamiltonianCycle.v: one concept and one label."""
    return int(word[1:]) if kind == "variable" else {"vertex": 0, "e": 0}[word]


def packing_number(kind: str, word: str) -> int:
    """Those of proofs/Packing.v: legs and units count from 0."""
    digits = [int(part) for part in "".join(c if c.isdigit() else " " for c in word).split()]
    if kind != "variable":
        words = {"node": 0, "node1": 0, "node2": 1} if kind == "concept" else {"next": 0}
        spines = {"spine1": 1, "spine2": 2, "hang1": 3, "hang2": 4}
        return (words | spines)[word]
    match digits:
        case []:
            return 0
        case [leg]:
            return name(1, leg - 1, 0) if leg > 1 else 0
        case _:
            return name(0, digits[0] - 1, digits[1] - 1)


def string_number(kind: str, word: str) -> int:
    """Those of proofs/CommonPartition.v; letters count from 0."""
    if word in ("r", "s", "root"):
        return 0
    if kind == "role" and word.startswith("duo"):
        first, second = word.removeprefix("duo").split("-")
        return 2 + cantor(int(first) - 1, int(second) - 1)
    digits = int("".join(c for c in word if c.isdigit()))
    return digits - 1 if kind == "role" else digits
