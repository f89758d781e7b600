"""The pictures of the README: ``python -m website.pictures`` writes them into ``docs``.

``docs/pair.svg`` is a pair with its best alignment; ``docs/gap.svg`` is what hill-climbing misses against the size of a
pair, over pairs by design, which takes about half a minute.
"""

from __future__ import annotations

import sys
from pathlib import Path

from smatchproof.exact import exact
from smatchproof.graphs.reading import parse_graph
from smatchproof.lab.experiments.experiment import Experiment
from smatchproof.lab.experiments.experiment_figures import size_panels
from smatchproof.lab.experiments.gaps import gaps_by_size
from smatchproof.lab.experiments.made_pairs import DesignSource
from smatchproof.lab.experiments.runner import results_of
from smatchproof.problem.pairs import GraphPair
from smatchproof.problem.solution import SolveParams
from smatchproof.reports.drawings.drawing import Drawing
from smatchproof.reports.drawings.pair_drawing import pair_drawing
from smatchproof.reports.figures.panels import panels_figure
from smatchproof.reports.figures.svg import svg_file

DOCS = Path(__file__).parents[1] / "docs"
PAIR = GraphPair(
    parse_graph(
        "(b / believe-01 :ARG0 (g / girl)"
        " :ARG1 (w / want-01 :ARG0 (c / boy :mod (y / young)) :ARG1 (l / go-02 :ARG0 c)))"
    ),
    parse_graph(
        "(t / think-01 :ARG0 (f / girl) :ARG1 (v / want-01 :ARG0 (k / boy) :ARG1 (m / go-02 :ARG0 f :time (n / now))))"
    ),
)
"""A sentence as two annotators might write it."""
METHODS = "R", "S", "S+4R"
DESIGN = DesignSource("growth", 8, (8, 14, 20, 26, 33, 40), (0, 1, 2, 3, 4), (0.3,), (4,), (0.8,), seed=1)
"""240 pairs in which nothing grows with size or re-entrancy but these."""


def pair_picture() -> Drawing:
    """A pair with its best alignment."""
    solution = exact(PAIR.problem(), SolveParams())
    return pair_drawing(*PAIR.triples(), solution.mapping, titles=("one annotator", "another"))


def gap_picture() -> str:
    """The triples that the hill-climbing of Smatch misses, by the size of a pair, as the text of an SVG file."""
    results = results_of(Experiment("growth", (DESIGN,), METHODS, seeds=(0, 1, 2)))
    figure = panels_figure(size_panels(gaps_by_size(results)))
    words = "What hill-climbing misses against the size of a pair: mean gap in triples, and pairs missed"
    return svg_file(figure, words)


def main() -> int:
    """Write both."""
    (DOCS / "pair.svg").write_text(pair_picture().file, encoding="utf-8")
    (DOCS / "gap.svg").write_text(gap_picture(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
