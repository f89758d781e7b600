#!/usr/bin/env bash
# Guess: a tour of seven places is a shortest one, whatever the unit of the distances, which elkai declares as floats.
# True:  elkai 2.0.1 loses what is behind the point. For places in the unit square all distances are 0 or 1, and 48 of 50 tours are not
#        shortest, from a matrix as from coordinates (Coordinates2D). With all distances times a million each one is.
#        fast-tsp 0.2.2 refuses fractions, and python-tsp 0.5.0 takes them as they are.
# Hurts: those who order things by dissimilarities between 0 and 1.
. "$(dirname "$0")/common.bash"
pypi elkai==2.0.1 python-tsp==0.5.0 fast-tsp==0.2.2 numpy==2.4.6
python - <<'PY' | seen 'elkai 2.0.1 python-tsp 0.5.0 fast-tsp 0.2.2
elkai: 48 of 50 tours are not shortest
elkai, coordinates: 48 of 50 tours are not shortest
elkai, times a million: 0 of 50 tours are not shortest
python-tsp: 0 of 50 tours are not shortest
fast-tsp: refused'
import itertools
import math
import random
from importlib.metadata import version

import elkai
import fast_tsp
import numpy
from python_tsp.exact import solve_tsp_dynamic_programming

print("elkai", version("elkai"), "python-tsp", version("python-tsp"), "fast-tsp", version("fast-tsp"))


def length(tour, distances):
    return sum(distances[one][other] for one, other in zip(tour, [*tour[1:], tour[0]], strict=True))


missed = {"elkai": 0, "elkai, coordinates": 0, "elkai, times a million": 0, "python-tsp": 0}
for seed in range(50):
    random.seed(seed)
    places = [(random.random(), random.random()) for _ in range(7)]
    distances = [[math.dist(one, other) for other in places] for one in places]
    optimum = min(length((0, *rest), distances) for rest in itertools.permutations(range(1, 7)))
    tours = {
        "elkai": elkai.DistanceMatrix(distances).solve_tsp()[:-1],
        "elkai, coordinates": [int(name) for name in elkai.Coordinates2D({str(number): place for number, place in enumerate(places)}).solve_tsp()[:-1]],
        "elkai, times a million": elkai.DistanceMatrix([[each * 1e6 for each in row] for row in distances]).solve_tsp()[:-1],
        "python-tsp": solve_tsp_dynamic_programming(numpy.array(distances))[0],
    }
    for name, tour in tours.items():
        missed[name] += length(tour, distances) > optimum + 1e-9
for name, count in missed.items():
    print(f"{name}: {count} of 50 tours are not shortest")
try:
    fast_tsp.find_tour(distances)
except ValueError:
    print("fast-tsp: refused")
PY
