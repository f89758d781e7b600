"""Rows of the table: graph edit distance."""

import random

from smatchproof.conventions.conventions import Top
from smatchproof.lab.reductions.problems.edit_distance import CostTable, EditDistance, LabelledGraph
from smatchproof.lab.reductions.to_smatch.edit_distance import EditDistanceToSmatch
from tests.lab.reductions.case import Case

LABELS = 3


def labelled(rng: random.Random, most: int, *, directed: bool) -> LabelledGraph:
    """Any number of nodes, any density, and loops."""
    size, density = rng.randint(0, most), rng.choice([0.2, 0.5, 0.8])
    couples = [(a, b) for a in range(size) for b in range(size) if directed or a <= b]
    edges = {couple: rng.randrange(LABELS) for couple in couples if rng.random() < density}
    kinds = rng.randint(1, LABELS)
    return LabelledGraph(tuple("abcde"[:size]), tuple(rng.randrange(kinds) for _ in range(size)), edges, directed)


def costs(rng: random.Random) -> CostTable:
    """Unit costs, or costs of each label; a substitution may be dearer than a deletion and an insertion."""
    if rng.random() < 0.3:
        ones = (1,) * LABELS
        return CostTable(ones, ones, tuple(tuple(int(a != b) for b in range(LABELS)) for a in range(LABELS)))
    most = rng.choice([2, 5, 9])
    rows = [tuple(rng.randint(0, 2 * most) for _ in range(LABELS)) for _ in range(LABELS)]
    table = [tuple(rng.randint(0, most) for _ in range(LABELS)) for _ in range(2)]
    return CostTable(table[0], table[1], tuple(rows))


def distance(rng: random.Random) -> EditDistance:
    directed = rng.random() < 0.5
    left, right = labelled(rng, 4, directed=directed), labelled(rng, 4, directed=directed)
    roots = None
    if len(left) and len(right) and rng.random() < 0.2:
        roots = rng.randrange(len(left)), rng.randrange(len(right))
    return EditDistance(left, right, costs(rng), costs(rng), rng.choice([1, 1, 6]), roots)


CASES = [
    Case("edit distance", EditDistanceToSmatch, distance, enumerable=False),
    Case("edit distance without TOP", EditDistanceToSmatch, distance, {"top": Top.NONE}, enumerable=False),
]
