"""Growth of the time of a proof with the size of a pair, by family, and the transition from easy to hard."""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.common import corpus, sentences, table
from benchmarks.scores.documents import merged
from smatchproof.lab.generators import (
    DEFAULT,
    Noise,
    annotate,
    overlapping_digraph_pair,
    random_digraph_pair,
    random_graph,
)
from smatchproof.public import AlignmentProblem, Duplicates, GraphPair, SolveParams, build_problem, exact

FIGURE = Path(__file__).parents[1] / "curves.svg"
LIMIT = 10.0
SEEDS = (1, 2, 3)
NODES = 32
OVERLAPS = (0.0, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


class Point(NamedTuple):
    """The pairs of a family of one size, or of one overlap: medians, and how many were proved."""

    at: float
    seconds: float
    nodes: int
    proved: int


def _annotators(size: int, seed: int) -> AlignmentProblem:
    rng = random.Random(seed)
    graph = random_graph(DEFAULT, size, rng)
    return GraphPair(graph, annotate(graph, Noise.parse("2"), rng).graph).problem()


def _unrelated(size: int, seed: int) -> AlignmentProblem:
    rng = random.Random(seed)
    return GraphPair(random_graph(DEFAULT, size, rng), random_graph(DEFAULT, size, rng)).problem()


def _digraphs(size: int, seed: int) -> AlignmentProblem:
    return build_problem(*random_digraph_pair(size, 3, 1, 1, seed), Duplicates.SET)


def _documents() -> Callable[[int, int], AlignmentProblem]:
    """Documents of so many sentences of the Little Prince, from another place for each seed."""
    graphs = sentences(corpus("lpp"))

    def document(size: int, seed: int) -> AlignmentProblem:
        chosen = graphs[200 * seed : 200 * seed + size]
        left, right = (merged(list(side)) for side in zip(*chosen, strict=True))
        return GraphPair(left, right).problem()

    return document


def _point(at: float, problems: Iterator[AlignmentProblem]) -> Point:
    found = [exact(problem, SolveParams(time_limit=LIMIT, proof=True)) for problem in problems]
    seconds, nodes = (statistics.median(each) for each in zip(*((s.seconds, s.nodes) for s in found), strict=True))
    proved = sum(solution.matched == solution.upper_bound for solution in found)
    return Point(at, seconds, int(nodes), proved)


def growth_curves() -> str:
    """Seconds against variables for four families, and against the overlap of random digraphs of one size."""
    families = {
        "annotator pairs": ((10, 20, 40, 80, 160), _annotators),
        "unrelated pairs": ((10, 20, 40, 80), _unrelated),
        "documents (Little Prince)": ((5, 10, 20, 40, 80), _documents()),
        "random digraphs (3, 1, 1)": ((8, 16, 24, 32, 40), _digraphs),
    }
    curves = {name: list(_curve(sizes, make)) for name, (sizes, make) in families.items()}
    transition = [_point(overlap, (_overlapping(overlap, seed) for seed in SEEDS)) for overlap in OVERLAPS]
    FIGURE.write_text(_drawn(curves, transition), encoding="utf-8")
    grown = [[name, int(point.at), *_told(point)] for name, points in curves.items() for point in points]
    turned = [[f"{100 * point.at:.0f} %", *_told(point)] for point in transition]
    header = ["median s", "median nodes", "proved"]
    return "\n\n".join(
        (
            f"Pairs of {len(SEEDS)} seeds each, {LIMIT:.0f} s at most, with their proofs; variables of the left graph.",
            "![Seconds to the proof against variables, and against the overlap of the arcs](curves.svg)",
            table(["family", "variables", *header], grown),
            f"{_where(transition)} Random digraphs of {NODES} nodes of degree 3 in the mean, one label, one concept, "
            "against a copy of themselves of whose arcs that share is left where it was.",
            table(["overlap", *header], turned),
        )
    )


def _curve(sizes: tuple[int, ...], make: Callable[[int, int], AlignmentProblem]) -> Iterator[Point]:
    for size in sizes:
        problems = [make(size, seed) for seed in SEEDS]
        variables = statistics.median(problem.left_size for problem in problems)
        point = _point(variables, iter(problems))
        yield point
        if not point.proved:
            return


def _overlapping(overlap: float, seed: int) -> AlignmentProblem:
    pair = overlapping_digraph_pair(NODES, 3, 1, 1, overlap, seed)
    return build_problem(pair.left, pair.right, Duplicates.SET)


def _told(point: Point) -> list[object]:
    return [point.seconds, point.nodes, f"{point.proved}/{len(SEEDS)}"]


def _where(points: list[Point]) -> str:
    """Where pairs turn from hard to easy, in words."""
    slowest = points[0].seconds
    hard = [point.at for point in points if point.seconds > slowest / 2]
    easy = [point.at for point in points if all(later.nodes == 1 for later in points if later.at >= point.at)]
    if not hard or not easy:
        return "There is no transition between the overlaps that were tried."
    return (
        f"The transition: up to an overlap of {100 * max(hard):.0f} % a copy is as hard as an independent graph (half "
        f"of its seconds, or more); from {100 * min(easy):.0f} % on the bound of the root is the optimum."
    )


def _drawn(curves: dict[str, list[Point]], transition: list[Point]) -> str:
    """Both panels as an SVG file."""
    from smatchproof.reports.figures.figure_style import INK, label_axes, logarithmic, new_figure
    from smatchproof.reports.figures.panels import styles
    from smatchproof.reports.figures.svg import svg_file

    figure = new_figure(10, 4)
    looks = styles([*curves, "overlap"])
    panels = (
        ("variables of the left graph", curves, 1),
        (f"overlap of the arcs (%), {NODES} nodes", {"overlap": transition}, 100),
    )
    for axes, (label, some, scale) in zip(figure.subplots(1, 2), panels, strict=True):
        for name, points in some.items():
            colour, marker, dash = looks[name]
            at, seconds = [scale * point.at for point in points], [point.seconds for point in points]
            axes.plot(at, seconds, label=name, color=colour, marker=marker, linestyle=dash)
        label_axes(axes, label, "median seconds to the proof")
        logarithmic(axes, "y")
    logarithmic(figure.axes[0], "x")
    figure.axes[0].legend(fontsize=8, frameon=False, labelcolor=INK)
    return svg_file(
        figure,
        f"Left: seconds to the proof against variables, for {', '.join(curves)}. Right: seconds against the share of "
        f"arcs that a random digraph of {NODES} nodes shares with its copy. {_where(transition)}",
    )
