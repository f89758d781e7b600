"""Small random AMRs in PENMAN notation under every convention, TOP, rule for duplicates and metric, as questions."""

import random
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from benchmarks.stress.exact.oracle import Asked
from smatchproof.conventions.conventions import CONVENTIONS
from smatchproof.public import (
    Convention,
    Duplicates,
    Grading,
    Graph,
    ScoreSettings,
    TableSimilarity,
    Top,
    convention,
    parse_graph,
)
from smatchproof.similarity.grading import Graded
from tests.strategies import CONCEPTS, CONSTANTS, NAMES, ROLES, Sketch

METRICS = ("smatch", "graded-smatch")
COMBINATIONS = [*product(CONVENTIONS, Top, Duplicates, METRICS)]


class Written(NamedTuple):
    """A pair as it is written, its graphs, and what is asked of them."""

    texts: list[str]
    graphs: list[Graph]
    asked: Asked


def combination(number: int) -> tuple[Convention, str]:
    """The convention and the metric of that number, all in turn."""
    name, top, duplicates, metric = COMBINATIONS[number % len(COMBINATIONS)]
    return convention(name, top=top, duplicates=duplicates), metric


def written_pair(rng: random.Random, rule: Convention, metric: str) -> tuple[Asked, list[Graph], ScoreSettings]:
    """The question of two AMRs, unrelated or variations of each other; the graphs; the settings that ask it."""
    texts = _texts(rng)
    settings = ScoreSettings(rule, grading=_grading(rng) if metric == "graded-smatch" else None)
    _, graphs, asked = _written(texts, settings)
    return asked, graphs, settings


def written_texts(rng: random.Random, rule: Convention, metric: str, pairs: int) -> tuple[list[Written], ScoreSettings]:
    """Several such pairs under the same similarities, and the settings that ask them."""
    settings = ScoreSettings(rule, grading=_grading(rng) if metric == "graded-smatch" else None)
    return [_written(_texts(rng), settings) for _ in range(pairs)], settings


def _written(texts: list[str], settings: ScoreSettings) -> Written:
    rule, graphs = settings.convention, [parse_graph(text) for text in texts]
    triples = [rule.triples(graph) for graph in graphs]
    similarities = settings.grading.similarities(*triples) if settings.grading else None
    return Written(texts, graphs, Asked(*triples, rule.duplicates, similarities))


def _texts(rng: random.Random) -> list[str]:
    left = _sketch(rng)
    right = _variation(left, rng) if rng.random() < 0.5 else _sketch(rng)
    return [_text(sketch, rng) for sketch in (left, right)]


def _sketch(rng: random.Random) -> Sketch:
    size = rng.choice((1, 2, 3, 4, 4, 5))
    roles = rng.sample(ROLES, rng.randint(1, 4))
    concepts = CONCEPTS[: rng.randint(1, len(CONCEPTS))]
    tree = [(rng.randrange(child), rng.choice(roles)) for child in range(1, size)]
    extra = [
        (rng.randrange(size), (rng.choice(roles), rng.choice((rng.randrange(size), rng.choice(CONSTANTS)))))
        for _ in range(rng.randrange(5))
    ]
    everything = [(parent, (role, child)) for child, (parent, role) in enumerate(tree, 1)] + extra
    extra += rng.sample(everything, min(len(everything), rng.choice((0, 0, 1, 2))))
    return Sketch(tuple(rng.choice(concepts) for _ in range(size)), tuple(tree), tuple(extra))


def _variation(sketch: Sketch, rng: random.Random) -> Sketch:
    """The same graph with some other concepts, maybe another role, and some branches left out."""
    concepts = tuple(concept if rng.random() < 0.7 else rng.choice(CONCEPTS) for concept in sketch.concepts)
    tree = list(sketch.tree)
    if tree:
        child = rng.randrange(len(tree))
        tree[child] = (tree[child][0], rng.choice(ROLES))
    extra = tuple(branch for branch in sketch.extra if rng.random() < 0.8)
    return replace(sketch, concepts=concepts, tree=tuple(tree), extra=extra)


def _text(sketch: Sketch, rng: random.Random) -> str:
    branches = range(len(sketch.branches()))
    return sketch.penman(rng.sample(NAMES, len(sketch.concepts)), rng.sample(branches, len(branches)))


def _grading(rng: random.Random) -> Grading:
    values = sorted({*CONCEPTS, *(constant.strip('"').lower() for constant in CONSTANTS)})
    couples = [(x, y) for x in values for y in values if x < y and rng.random() < 0.5]
    table = TableSimilarity({couple: rng.choice((1.0, 0.5, rng.random())) for couple in couples}, "random")
    denominator = rng.choice((1, 2, 6, 1000, 10**6, 10**9))
    return Grading(table, rng.choice((0.0, 0.3, 0.5)), rng.choice([*Graded]), denominator)
