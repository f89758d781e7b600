"""Small random instances, quickly: few labels and many, loops, repeated triples, empty sides."""

from __future__ import annotations

import random

from smatchproof.conventions.conventions import convention
from smatchproof.conventions.triples import Duplicates
from smatchproof.graphs.graph import Graph
from smatchproof.graphs.reading import parse_graph
from smatchproof.problem.problem import AlignmentProblem, build_problem

_CONCEPTS = ("boy", "girl", "want-01", "see-01", "person", "name")
_ROLES = ("ARG0", "ARG1", "mod", "ARG0-of", "domain", "op1")
_CONSTANTS = ("-", "3", '"Ann"', "expressive")


def random_graph(rng: random.Random, most_variables: int = 4) -> Graph:
    """A connected AMR with attributes, re-entrancies, inverse roles, loops and repetitions.

    >>> len(random_graph(random.Random(0)).variables) <= 4
    True
    """
    size = rng.randint(1, most_variables)
    concepts, roles = (rng.sample(pool, rng.randint(1, len(pool))) for pool in (_CONCEPTS, _ROLES))
    below: list[list[str]] = [[] for _ in range(size)]
    for _ in range(rng.randrange(size + 2)):
        target = rng.choice(_CONSTANTS) if rng.random() < 0.4 else f"v{rng.randrange(size)}"
        below[rng.randrange(size)].append(f":{rng.choice(roles)} {target}")
    for child in range(size - 1, -1, -1):
        text = f"(v{child} / {rng.choice(concepts)} {' '.join(below[child])})"
        if child:
            below[rng.randrange(child)].append(f":{rng.choice(roles)} {text}")
    return parse_graph(text)


def random_problem(rng: random.Random, most_variables: int = 4) -> AlignmentProblem:
    """The alignment problem of two random graphs, or one of random weights; sides may be empty.

    >>> problem = random_problem(random.Random(1))
    >>> problem.left_size <= 4 and problem.right_size <= 4
    True
    """
    if rng.random() < 0.5:
        rule = convention("smatch", duplicates=rng.choice(list(Duplicates)))
        left, right = (rule.triples(random_graph(rng, most_variables)) for _ in range(2))
        return build_problem(left, right, rule.duplicates)
    sizes = rng.randrange(most_variables + 1), rng.randrange(most_variables + 1)
    pairs = [(left, right) for left in range(sizes[0]) for right in range(sizes[1])]
    unary = {pair: rng.randrange(4) for pair in pairs if rng.random() < 0.6}
    couples = {
        (one, other): rng.randrange(1, 4)
        for one in pairs
        for other in pairs
        if one < other and one[0] != other[0] and one[1] != other[1] and rng.random() < 0.15
    }
    return AlignmentProblem.from_weights(*sizes, unary, couples)
