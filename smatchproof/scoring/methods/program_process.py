"""The search of a program of others in a process of its own. Runs alone, as a script, with the program's name.

It reads one JSON object a line from its standard input and answers with one a line; what the program's libraries print
is dropped. The programs draw from random numbers and keep state in their modules, which are this process's alone.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
from functools import cache
from importlib import import_module
from typing import Any


class Seeded(random.Random):
    """Random numbers that stay as they were seeded: smatch asks for a new seed before every start."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        super().seed(seed)

    def seed(self, *_: Any, **__: Any) -> None:
        """Do nothing."""


def _now() -> tuple[float, float]:
    """Seconds of the clock, and of the processor."""
    return time.perf_counter(), time.process_time()


def _since(start: tuple[float, float]) -> list[float]:
    return [now - then for now, then in zip(_now(), start, strict=True)]


@cache
def _smatch() -> tuple[Any, list[float]]:
    """The package with its default number of starts, and what its table of possible matches takes, as :func:`_now`."""
    smatch: Any = import_module("smatch")
    seconds = [0.0, 0.0]
    compute_pool = smatch.compute_pool

    def timed(*arguments: Any, **settings: Any) -> Any:
        start = _now()
        found = compute_pool(*arguments, **settings)
        seconds[:] = _since(start)
        return found

    smatch.compute_pool, smatch.iteration_num = timed, 5
    return smatch, seconds


def smatch_answers(asked: dict[str, Any]) -> list[dict[str, Any]]:
    """Return, for each seed, the partner of each left variable (or none), the claimed value, and the seconds.

    `asked` holds the lists of triples of both sides, in the package's form, and the seeds.
    """
    smatch, building = _smatch()
    lists = [[tuple(triple) for triple in some] for side in ("left", "right") for some in asked[side]]
    found = []
    for seed in asked["seeds"]:
        smatch.random = Seeded(seed)
        smatch.match_triple_dict.clear()  # it remembers values of earlier pairs
        start = _now()
        mapping, claimed = smatch.get_best_match(*lists, "a", "b")
        seconds, cpu_seconds = (whole - part for whole, part in zip(_since(start), building, strict=True))
        partners = [None if place < 0 else place for place in mapping]
        found.append({"mapping": partners, "claimed": claimed, "seconds": seconds, "cpu_seconds": cpu_seconds})
    return found


def smatchpp_answers(asked: dict[str, Any]) -> list[dict[str, Any]]:
    """The same; `asked` holds the triples of both sides in this package's form, their variables, and the seeds."""
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
        start = _now()
        places, claimed, _ = aligner.solver.solve(unary, binary, max(map(len, variables)))
        seconds, cpu_seconds = _since(start)
        partners = [int(place) for place in places[: len(variables[0])]]
        mapping = [place if place < len(variables[1]) else None for place in partners]
        times = {"seconds": seconds, "cpu_seconds": cpu_seconds}
        found.append({"mapping": mapping, "claimed": round(float(claimed)), **times})
    return found


def ancast_answers(asked: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the one answer of AnCast: the partners of the left variables by name, the claimed value, and its scores.

    `asked` holds the sentences of both sides in order, each with its ``graph`` and ``document`` level as text, and
    their ``format``, umr or amr. A score is a list: what matches and all of it on the left, and the same on the right.
    Where a graph cannot be read, the answer is a reason.
    """
    document, matches, sentences = (import_module(f"ancast.{name}") for name in ("document", "matches", "sentence"))
    whole, partners = document.DocumentMatch(), {}
    for number, pair in enumerate(zip(asked["left"], asked["right"], strict=False), 1):
        graphs = [sentences.Sentence("", side["graph"], {}, number, asked["format"]) for side in pair]
        if any(graph.invalid for graph in graphs):
            return [{"reason": f"ancast does not read the graph of sentence {number} of a side"}]
        found = matches.MatchResolution(*graphs)
        whole.add_doct_info(found, test_doc=pair[0]["document"], gold_doc=pair[1]["document"])
        partners.update(found.match_list01)
    whole.calculate_modal()
    for layer, edges in (("temporal", document.get_edge_list_temp), ("coref", document.get_edge_list_coref)):
        whole.calculate_TCTC(layer, edges)
    sides = whole.semantic_metric_precision.metrics, whole.semantic_metric_recall.metrics
    kinds = {"labelled relations": "lr", "unlabelled relations": "ulr", "weighted relations": "wlr"}
    kinds |= {name: name for name in ("modal", "temporal", "coref")}
    concepts, triples = [], []
    for side in sides:
        concept, relation = side["concept"], side["relation"]
        concepts += [concept["good_sum" + end] + concept["bad_quality_sum" + end] for end in ("", "_count")]
        triples += [concept["smatch_concept_sum"] + relation["matched"]]
        triples += [concept["smatch_concept_sum_count"] + relation["total"]]
    scores = {"concepts": concepts}
    for name, key in kinds.items():
        scores[name] = [side[key][member] for side in sides for member in ("score", "score_count")]
    scores = {name: [float(each) for each in score] for name, score in (scores | {"smatch": triples}).items()}
    return [{"partners": partners, "claimed": round(float(triples[0])), "scores": scores}]


_ANSWERS = {"smatch": smatch_answers, "smatchpp": smatchpp_answers, "ancast": ancast_answers}

if __name__ == "__main__":
    answers = _ANSWERS[sys.argv[1]]
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as answer:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        for question in sys.stdin:
            answer.write(json.dumps(answers(json.loads(question))) + "\n")
            answer.flush()
