"""Brute force straight from the triples, and small random questions for it. It shares no code with the program.

An alignment is tried by counting the triples that it maps onto triples; nothing is known of problems, weights or
bounds.
"""

import random
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cache, partial
from itertools import permutations, product

import numpy as np

from smatchproof.conventions.triples import Attribute, Duplicates, Relation, TripleGraph
from smatchproof.similarity.grading import Label, Similarities


@dataclass(frozen=True)
class Asked:
    """A question: two graphs, a rule for duplicates, and how much different values match, if they may."""

    left: TripleGraph
    right: TripleGraph
    rule: Duplicates
    similarities: Similarities | None

    @property
    def unit(self) -> int:
        return self.similarities.denominator if self.similarities else 1

    @property
    def signature(self) -> str:
        return f"conv:any|dup:{self.rule}|top:none" + ("|sim:any" if self.similarities else "")


def value(asked: Asked, partner: dict[int, int]) -> int:
    """The value of an alignment, by definition."""
    held = Counter(asked.right.attributes) + Counter(asked.right.relations)
    total = 0
    for triple, copies in (Counter(asked.left.attributes) + Counter(asked.left.relations)).items():
        ends = [triple.variable] if isinstance(triple, Attribute) else [triple.source, triple.target]
        if all(end in partner for end in ends):
            if isinstance(triple, Attribute):
                image = triple._replace(variable=partner[triple.variable])
            else:
                image = triple._replace(source=partner[triple.source], target=partner[triple.target])
            if others := held[image]:
                worth = {"set": 1, "multiset": min(copies, others), "product": copies * others}
                total += asked.unit * worth[asked.rule.value]
    return total + (graded(asked, partner) if asked.similarities else 0)


def graded(asked: Asked, partner: dict[int, int]) -> int:
    """The value of matches between different values, each the only one of its role and variable."""
    total = 0
    for one in asked.left.attributes:
        for other in asked.right.attributes:
            if partner.get(one.variable) == other.variable and one.value != other.value:
                alone = all(
                    sum((each.kind, each.role, each.variable) == (its.kind, its.role, its.variable) for each in side)
                    == 1
                    for its, side in ((one, asked.left.attributes), (other, asked.right.attributes))
                )
                labels = tuple(Label(its.kind, its.role, its.value) for its in (one, other))
                total += asked.similarities.values.get(labels, 0) if alone else 0
    return total


def optimum(asked: Asked) -> int:
    """The value of the best alignment: all are tried, at once where 64 bits hold what they may be worth.

    They are tried on tables of what each triple matches under each image of its variables; the best one is then counted
    by definition.
    """
    rows, columns = len(asked.left.variables), len(asked.right.variables)
    images = _images(rows, columns)
    copies = Counter(asked.left.attributes) + Counter(asked.left.relations)
    most = sum(copies.values()) * (len(asked.right.attributes) + len(asked.right.relations) + 1)
    if most * asked.unit >= 2**62:
        return max(value(asked, _partner(image)) for image in images.tolist())
    total = np.zeros(len(images), np.int64)
    for variable, table in _attribute_tables(asked).items():
        total += table[images[:, variable]]
    for (source, target), table in _relation_tables(asked).items():
        total += table[images[:, source], images[:, target]]
    best = int(total.argmax())
    assert value(asked, _partner(images[best].tolist())) == total[best]
    return int(total[best])


@cache
def _images(rows: int, columns: int) -> np.ndarray:
    """Every alignment as a row: the column of each variable, or -1."""
    if rows <= columns:
        images = [*permutations(range(columns), rows)]
        return np.array(images, np.int64).reshape(len(images), rows)
    images = [*permutations(range(rows), columns)]
    chosen = np.array(images, np.int64).reshape(len(images), columns)
    result = np.full((len(chosen), rows), -1)
    for column in range(columns):
        result[np.arange(len(chosen)), chosen[:, column]] = column
    return result


def _partner(image: list[int]) -> dict[int, int]:
    return {i: j for i, j in enumerate(image) if j >= 0}


def _worth(asked: Asked, copies: int, others: int) -> int:
    return asked.unit * {"set": 1, "multiset": min(copies, others), "product": copies * others}[asked.rule.value]


def _attribute_tables(asked: Asked) -> dict[int, np.ndarray]:
    """The value of the attributes of a variable under each of its images; the last entry is for none."""
    tables, held = (
        defaultdict(partial(np.zeros, len(asked.right.variables) + 1, np.int64)),
        Counter(asked.right.attributes),
    )
    for one, copies in Counter(asked.left.attributes).items():
        for other, others in held.items():
            if one[:2] == other[:2] and one.value == other.value:
                tables[one.variable][other.variable] += _worth(asked, copies, others)
    grades = asked.similarities.values if asked.similarities else {}
    alone = [_alone(graph) if grades else [] for graph in (asked.left, asked.right)]
    for one, other in product(*alone):
        labels = Label(one.kind, one.role, one.value), Label(other.kind, other.role, other.value)
        tables[one.variable][other.variable] += grades.get(labels, 0)
    return tables


def _alone(graph: TripleGraph) -> list[Attribute]:
    """The attributes that are the only ones of their role and variable."""
    number = Counter(each[:3] for each in graph.attributes)
    return [each for each in graph.attributes if number[each[:3]] == 1]


def _relation_tables(asked: Asked) -> dict[tuple[int, int], np.ndarray]:
    """The value of the relations between two variables under each of their images; the last entries are for none."""
    size, held = len(asked.right.variables) + 1, Counter(asked.right.relations)
    tables = defaultdict(partial(np.zeros, (size, size), np.int64))
    for one, copies in Counter(asked.left.relations).items():
        for other, others in held.items():
            if one.role == other.role:
                tables[one.source, one.target][other.source, other.target] += _worth(asked, copies, others)
    return tables


def random_question(rng: random.Random) -> Asked:
    """A small question: few labels and many, loops, copies, similarities in odd units, empty sides, a TOP or none."""
    concepts, roles, top = rng.choice((1, 2, 5)), rng.choice((1, 1, 2, 4)), rng.choice((None, "top", "concept"))
    rule = rng.choice(list(Duplicates))
    graphs = [_graph(rng, concepts, roles, top, rule) for _ in range(2)]
    similarities = None
    if rng.random() < 0.4:
        unit = rng.choice((1, 2, 6, 1000, 10**6, 10**9))
        labels = [sorted({Label(a.kind, a.role, a.value) for a in graph.attributes}) for graph in graphs]
        couples = [(x, y) for x in labels[0] for y in labels[1] if x != y and x[:2] == y[:2] and rng.random() < 0.6]
        similarities = Similarities(unit, {couple: rng.randint(1, unit) for couple in couples})
    return Asked(*graphs, rule, similarities)


def _graph(rng: random.Random, concepts: int, roles: int, top: str | None, rule: Duplicates) -> TripleGraph:
    size = rng.choice((0, 1, 2, 3, 4, 4, 5, 5))
    attributes = [Attribute("instance", "instance", v, f"c{rng.randrange(concepts)}") for v in range(size)]
    relations = []
    if size:
        if top is not None:
            attributes.append(Attribute("TOP", "TOP", 0, "top" if top == "top" else attributes[0].value))
        attributes += [
            Attribute("attribute", f"a{rng.randrange(2)}", rng.randrange(size), str(rng.randrange(2)))
            for _ in range(rng.randrange(3))
        ]
        ends = range(size)
        number = rng.randrange(2 * size + 2)
        relations = [Relation(f"r{rng.randrange(roles)}", rng.choice(ends), rng.choice(ends)) for _ in range(number)]
    times = rng.choice((1, 1, 1, 2, 3))
    attributes, relations = times * attributes, times * relations
    attributes += rng.sample(attributes, min(len(attributes), rng.randrange(2)))
    relations += rng.sample(relations, min(len(relations), rng.randrange(2)))
    if rule is Duplicates.SET:
        attributes, relations = list(dict.fromkeys(attributes)), list(dict.fromkeys(relations))
    return TripleGraph(tuple(f"v{v}" for v in range(size)), tuple(attributes), tuple(relations))
