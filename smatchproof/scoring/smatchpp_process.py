"""The hill-climbing of the package smatchpp in a process of its own. Runs alone, as a script.

It reads one JSON object a line from its standard input and answers with one a line; what the package's libraries print
is dropped. The package draws from Python's global random numbers, which are this process's alone.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
from importlib import import_module
from typing import Any


def answers(asked: dict[str, Any]) -> list[dict[str, Any]]:
    """For each seed the partner of each left variable (or none), the value that the package claims, and the seconds.

    `asked` holds the triples of both sides, in whose form the package reads them, their variables, and the seeds.
    """
    align, score, solvers = (import_module(f"smatchpp.{name}") for name in ("align", "score", "solvers"))
    sides = asked["left"], asked["right"]
    variables = [side["variables"] for side in sides]
    index = {name: number for names in variables for number, name in enumerate(names)}
    aligner = align.GraphAligner(score.IDTripleMatcher(), solvers.HillClimber())
    triples = [[tuple(triple) for triple in side["triples"]] for side in sides]
    unary, binary = aligner._compute_match_dicts(*triples, *variables, index)
    found = []
    for seed in asked["seeds"]:
        random.seed(seed)
        start = time.perf_counter()
        places, claimed, _ = aligner.solver.solve(unary, binary, max(map(len, variables)))
        seconds = time.perf_counter() - start
        partners = [int(place) for place in places[: len(variables[0])]]
        mapping = [place if place < len(variables[1]) else None for place in partners]
        found.append({"mapping": mapping, "claimed": round(float(claimed)), "seconds": seconds})
    return found


if __name__ == "__main__":
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as answer:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        for question in sys.stdin:
            answer.write(json.dumps(answers(json.loads(question))) + "\n")
            answer.flush()
