"""How closely random AMRs follow the corpus they were fitted to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.common import corpus, table
from benchmarks.graph_features import GraphFeatures, features
from smatchproof.lab.generators import CorpusStatistics, random_graphs
from smatchproof.public import Corpus

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FIGURE = Path(__file__).parent / "fit.svg"
PICTURE = "![Distributions of random graphs beside those of the corpus that they imitate](fit.svg)"
_SHOWN = {
    "variables": "variables of a graph",
    "degrees": "degree of a variable",
    "reentrancies": "re-entrancies of a graph",
    "repeats": "share of variables whose concept repeats",
    "attributes": "attributes of a graph",
    "depths": "depth of a graph",
}


def fit() -> str:
    """Statistics of a corpus and of as many graphs generated after it, with the Kolmogorov-Smirnov distances."""
    with Corpus(corpus("lpp")[2]) as file:
        graphs = [block.parse() for block in file.blocks()]
    statistics = CorpusStatistics.fit(graphs)
    real, made = features(graphs), features(random_graphs(statistics, len(graphs), seed=1))
    _draw(real, made)
    distances = real.distances(made)
    rows = [
        [words, f"{_mean(real, name):.3f}", f"{_mean(made, name):.3f}", f"{distances[name]:.3f}"]
        for name, words in _SHOWN.items()
    ]
    said = f"{len(graphs):,} graphs each, of *The Little Prince* and fitted to it. {PICTURE}\n\n"
    return said + table(["statistic", "mean, corpus", "mean, generated", "Kolmogorov-Smirnov distance"], rows)


def _mean(found: GraphFeatures, name: str) -> float:
    values: tuple[float, ...] = getattr(found, name)
    return sum(values) / len(values)


def _draw(real: GraphFeatures, made: GraphFeatures) -> None:
    from smatchproof.reports.figures.figure_style import INK, label_axes, new_figure
    from smatchproof.reports.figures.svg import svg_file

    figure = new_figure(10, 5.5)
    for axes, (name, words) in zip(figure.subplots(2, 3).flat, _SHOWN.items(), strict=True):
        _draw_distribution(axes, getattr(real, name), "corpus", "#2b2b2b", "-")
        _draw_distribution(axes, getattr(made, name), "generated", "#a03d00", "--")
        label_axes(axes, words, "share of at most so many")
    figure.axes[0].legend(frameon=False, labelcolor=INK)
    FIGURE.write_text(svg_file(figure, PICTURE[2:].partition("]")[0]), encoding="utf-8")


def _draw_distribution(axes: Axes, values: tuple[float, ...], label: str, colour: str, line: str) -> None:
    ordered = sorted(values)
    shares = [(at + 1) / len(ordered) for at in range(len(ordered))]
    axes.step(ordered, shares, where="post", label=label, color=colour, linestyle=line)
