"""Random matrices as instances of quadratic assignment."""

from __future__ import annotations

import random
from itertools import combinations

from smatchproof.lab.reductions.families.family import Instance

_LARGEST_FLOW, _LARGEST_DISTANCE = 4, 9
"""Weights that copies of triples can still stand for: products of larger ones make graphs of many thousand triples."""
Rows = list[list[int]]


def max_qap(rng: random.Random, size: int = 10, density: float = 0.5, planted: bool = False) -> Instance:
    """0-1 Max-QAP of two random matrices of that density. Planted, one has all ones of the other, and as many more."""
    left, right = (_random_ones(size, density, rng) for _ in range(2))
    images = rng.sample(range(size), size)
    if planted:
        left = [[one and int(rng.random() < 0.5) for one in row] for row in left]
        for i, k in combinations(range(size), 2):
            for a, b in ((i, k), (k, i)):
                right[images[a]][images[b]] |= left[a][b]
    return Instance({"matrices.dat": _written(left, right)}, {}, tuple(images) if planted else None)


def grid(rng: random.Random, size: int = 9, density: float = 0.4) -> Instance:
    """Random flows between the places of a grid, as those of Nugent, Vollmann & Ruml (1968)."""
    width = next((wide for wide in range(int(size**0.5), 0, -1) if size % wide == 0), 1)
    places = [divmod(place, width) for place in range(size)]
    distances = [[abs(a - c) + abs(b - d) for c, d in places] for a, b in places]
    joined = [couple for couple in combinations(range(size), 2) if rng.random() < density]
    flows = _symmetric(size, _LARGEST_FLOW, joined, rng)
    return Instance({"grid.dat": _written(flows, distances)}, {"copies": True})


def tree(rng: random.Random, size: int = 8) -> Instance:
    """Flows along a random tree between places at random distances, as those of Christofides & Benavent (1989)."""
    branches = [(rng.randrange(vertex), vertex) for vertex in range(1, size)]
    flows = _symmetric(size, _LARGEST_FLOW, branches, rng)
    distances = _symmetric(size, _LARGEST_DISTANCE, [*combinations(range(size), 2)], rng)
    return Instance({"tree.dat": _written(flows, distances)}, {"copies": True})


def _random_ones(size: int, density: float, rng: random.Random) -> Rows:
    if not 0 <= density <= 1:
        raise ValueError(f"a density is from 0 to 1, not {density}")
    places = [(i, k) for i in range(size) for k in range(size) if i != k]
    ones = {*rng.sample(places, round(density * len(places)))}
    return [[int((i, k) in ones) for k in range(size)] for i in range(size)]


def _symmetric(size: int, largest: int, places: list[tuple[int, int]], rng: random.Random) -> Rows:
    """A symmetric matrix with random numbers from 1 at these places."""
    rows = [[0] * size for _ in range(size)]
    for i, k in places:
        rows[i][k] = rows[k][i] = rng.randint(1, largest)
    return rows


def _written(left: Rows, right: Rows) -> str:
    if not left:
        raise ValueError("matrices have 1 row at least")
    return "\n".join([str(len(left)), *(" ".join(map(str, row)) for row in (*left, *right))]) + "\n"
