"""The standard suite with every method: the reference that is shipped, the figure of the README, and what it shows."""

from __future__ import annotations

import csv
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

from smatchproof.lab.experiments import experiment_figures as figures, study
from smatchproof.lab.experiments.experiment_tables import formatted_suite
from smatchproof.lab.experiments.gaps import gaps_by_size
from smatchproof.lab.experiments.results import Results, gather
from smatchproof.lab.experiments.rows import read_rows
from smatchproof.lab.experiments.runner import ROWS, run_experiment
from smatchproof.lab.experiments.study import suite_rows
from smatchproof.public import open_workers
from smatchproof.reports.figures.panels import panels_figure
from smatchproof.reports.figures.svg import svg_file
from smatchproof.reports.tables.cells import as_markdown

METHODS = ("Base", "R", "10R", "S", "S+4R", "S+9R", "ILS", "primal", "smatch", "smatchpp")
ROOT = Path(__file__).parents[2]
FOLDER, FIGURE = ROOT / "build" / "suite", ROOT / "docs" / "suite.svg"
SHOWN = ("S", "S+4R", "ILS", "smatchpp")
"""The methods of the figure."""
_CAPTION = "Mean gap against size in twelve families of hard pairs"
_COLUMNS = ("family", "least", "most", "pairs", "method", "missed", "missed at most", "gap", "gap at most")


def suite() -> str:
    """Run the suite, or go on in build/suite; write the reference and the figure; return the table."""
    with study.shipped("suite") as whole:
        experiment = replace(whole, methods=METHODS)
        with closing(run_experiment(experiment, FOLDER, partial(open_workers, None, None), resume=True)) as run:
            for _ in run:
                pass
    results = gather(read_rows(FOLDER / ROWS))
    rows = suite_rows(results)
    with Path(study.__path__[0], "suite.csv").open("w", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(_COLUMNS)
        for row in rows:
            ends = (f"{end:.4g}" for end in (*row.missed, *row.gap))
            writer.writerow([row.family, *row.sizes, row.pairs, row.method, *ends])
    FIGURE.write_text(_figure(results), encoding="utf-8")
    confirmed, claims = results.planted
    words = (
        f"`smatchproof experiment suite`, {len(results.pairs)} pairs; of each method the share of pairs missed and the "
        f"mean gap. Optima certified within 20 s each: {results.proved}. Planted optima that are confirmed: "
        f"{confirmed} of {claims}."
    )
    return f"{words}\n\n{as_markdown(replace(formatted_suite(rows), notes=()))}"


def _figure(results: Results) -> str:
    by_size = [row for row in gaps_by_size(results) if row.method in SHOWN]
    panels = [
        replace(figures.size_panels([row for row in by_size if row.source == source])[0], title=source)
        for source in results.sources
    ]
    return svg_file(panels_figure(panels), _CAPTION)
