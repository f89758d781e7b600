"""Brute force straight from the triples, and small random questions for it. It shares no code with the program.

An alignment is tried by counting the triples that it maps onto triples; nothing is known of problems, weights or
bounds.
"""

import random
from collections import Counter
from dataclasses import dataclass
from itertools import permutations, product

from smatchproof.public import Attribute, Duplicates, Relation, Similarities, TripleGraph
from smatchproof.similarity.grading import Label


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
    listed = Counter(asked.left.attributes) + Counter(asked.left.relations)
    total = graded(asked, partner) if asked.similarities else 0
    for triple, copies in listed.items():
        if others := held[_image(triple, partner)]:
            worth = {"set": 1, "multiset": min(copies, others), "product": copies * others}
            total += asked.unit * worth[asked.rule.value]
    return total


def _image(triple: Attribute | Relation, partner: dict[int, int]) -> Attribute | Relation | None:
    """The triple that has to be there on the right; ``None`` where a variable has no partner."""
    if isinstance(triple, Attribute):
        return triple._replace(variable=partner[triple.variable]) if triple.variable in partner else None
    if triple.source not in partner or triple.target not in partner:
        return None
    return triple._replace(source=partner[triple.source], target=partner[triple.target])


def graded(asked: Asked, partner: dict[int, int]) -> int:
    """The value of matches between different values, each the only one of its role and variable."""
    total = 0
    for one, other in product(*map(_alone, (asked.left, asked.right))):
        if partner.get(one.variable) == other.variable and one.value != other.value:
            labels = Label(one.kind, one.role, one.value), Label(other.kind, other.role, other.value)
            total += asked.similarities.values.get(labels, 0)
    return total


def _alone(graph: TripleGraph) -> list[Attribute]:
    """The attributes that are the only ones of their role and variable."""
    number = Counter(each[:3] for each in graph.attributes)
    return [each for each in graph.attributes if number[each[:3]] == 1]


def optimum(asked: Asked) -> int:
    """The value of the best alignment: all are tried."""
    rows, columns = len(asked.left.variables), len(asked.right.variables)
    if rows <= columns:
        return max(value(asked, dict(enumerate(image))) for image in permutations(range(columns), rows))
    return max(value(asked, {i: j for j, i in enumerate(image)}) for image in permutations(range(rows), columns))


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
