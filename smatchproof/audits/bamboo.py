"""The table of BAMBOO (Opitz, Daza & Frank, TACL 2021) for any metrics, and the rows that its authors publish.

Three sets of sentence pairs with human similarities, parsed to AMRs: ``sts``, ``sick`` and ``para``; each as it is
(``main``), with relations written as nodes (``reify``), with synonyms (``syno``), and as pairs of a foil and a
paraphrase (``role_confusion``). A cell is Pearson's correlation with the human similarities, or for role confusion the
share of couples whose paraphrase scores more than its foil (version 0.2 of the benchmark); both times 100.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from smatchproof.alignment import Corpus, UsageError, check_pairing, pair_blocks
from smatchproof.audits.correlation import correlation, role_confusion
from smatchproof.audits.human_scores import read_human
from smatchproof.scoring.corpus_scores import score_blocks
from smatchproof.scoring.metrics.metric import CorpusMetric

SETS = ("sts", "sick", "para")
MAIN, ROLE = "main", "role_confusion"
VARIANTS = (MAIN, "reify", "syno", ROLE)


class Cell(NamedTuple):
    """A column of the table: a set and a variant of it."""

    set: str
    variant: str

    @property
    def heading(self) -> str:
        """What a column is called.

        >>> Cell("sts", "role_confusion").heading
        'sts role'
        """
        return f"{self.set} {self.variant.partition('_')[0]}"


CELLS = tuple(Cell(name, variant) for variant in VARIANTS for name in SETS)
"""The columns in the order of the published table."""


@dataclass(frozen=True, slots=True)
class Published:
    """A row of the published table, of the *test* sets: `metric` as it is called there, and the name of the metric of
    ours that has its settings, if there is one.
    """

    metric: str
    ours: str
    values: tuple[float, ...]


PUBLISHED = (
    Published(
        "SemBleu(k1)", "sembleu-k1@530bc05+reader",
        (66.03, 62.88, 39.72, 61.76, 62.10, 38.17, 61.83, 58.83, 37.10, 7.59, 3.36, 17.48),
    ),
    Published("Sema", "", (55.90, 53.32, 33.43, 55.51, 56.16, 32.33, 50.16, 48.87, 29.11, 78.48, 90.76, 74.93)),
    Published(
        "SemBleu(k3)", "sembleu@530bc05+reader",
        (56.54, 58.06, 32.82, 54.96, 58.53, 33.66, 53.19, 53.72, 28.96, 81.01, 93.28, 77.79),
    ),
    Published(
        "SemBleu(k2)", "sembleu-k2@530bc05+reader",
        (60.62, 59.86, 36.88, 57.68, 59.64, 36.24, 57.34, 56.18, 33.26, 81.01, 93.28, 77.88),
    ),
    Published("WLK-k2", "", (65.57, 61.36, 36.21, 63.77, 62.55, 36.23, 60.14, 56.40, 32.51, 79.75, 90.76, 77.61)),
    Published(
        "Smatch", "bamboo-smatch",
        (58.39, 59.75, 41.32, 58.03, 61.79, 39.47, 56.13, 57.37, 39.54, 89.87, 98.32, 88.14),
    ),
    Published(
        "SmatchPP", "bamboo-smatchpp",
        (58.54, 59.75, 41.38, 58.35, 59.75, 41.39, 56.28, 57.37, 39.66, 89.87, 98.32, 88.31),
    ),
    Published(
        "S2match(def)", "s2match.py",
        (56.39, 58.11, 42.40, 55.78, 59.97, 40.67, 56.04, 57.15, 40.93, 93.67, 98.32, 91.26),
    ),
    Published("S2match", "", (58.70, 60.47, 42.52, 58.19, 62.37, 40.55, 56.62, 57.88, 41.15, 89.87, 98.32, 92.24)),
    Published("WWLK-k2", "", (67.31, 67.53, 38.37, 64.56, 67.16, 37.17, 62.10, 61.89, 34.30, 92.41, 99.16, 86.53)),
    Published(
        "WWLK-k2-train", "", (67.90, 67.89, 38.62, 64.95, 67.38, 37.78, 62.42, 62.25, 34.44, 92.41, 100.00, 91.26)
    ),
)  # fmt: skip
"""The results of December 2023 at github.com/flipz357/bamboo-amr-benchmark, in that order."""

DEFAULT_METRICS = tuple(row.ours for row in PUBLISHED if row.ours and row.ours != "s2match.py")
"""Those that need no similarities."""


@dataclass(frozen=True, slots=True)
class BambooRow:
    """The cells of a metric, in the order of :data:`CELLS`; ``None`` where a correlation is not defined."""

    metric: str
    signature: str
    values: tuple[float | None, ...]


def files_of(folder: Path, cell: Cell, split: str) -> tuple[Path, Path]:
    """The two files of graphs of a cell.

    >>> [path.as_posix() for path in files_of(Path("bamboo"), Cell("sts", "main"), "dev")]
    ['bamboo/sts/main/src.dev.amr', 'bamboo/sts/main/tgt.dev.amr']
    """
    inside = folder / cell.set / cell.variant
    return inside / f"src.{split}.amr", inside / f"tgt.{split}.amr"


MetricsOf = Callable[[Sequence[Corpus]], Mapping[str, CorpusMetric]]
"""The metrics by name, for the graphs of some corpora: word vectors are read for these alone."""


def bamboo_rows(
    folder: Path, metrics: MetricsOf, split: str = "dev", jobs: int | None = 1
) -> Generator[tuple[Cell, dict[str, tuple[str, float | None]]], None, None]:
    """For each cell the signature and the value of each metric, cell by cell.

    Raises :class:`InputError` for files that are missing or cannot be read, and :class:`UsageError` where couples are
    not complete.
    """
    for cell in CELLS:
        left, right = files_of(folder, cell, split)
        with Corpus(left) as one, Corpus(right) as other:
            total, places = check_pairing(one, other)
            human = None if cell.variant == ROLE else read_human(folder / cell.set / f"{split}.y", total)
            if human is None and total % 2:
                raise UsageError(f"{left} has {total} pairs; role confusion needs a foil and a paraphrase for each two")
            found = {}
            for name, metric in metrics([one, other]).items():
                scored = score_blocks(pair_blocks(one, other, places), metric, jobs)
                values = [pair.counts.value for pair in scored]
                share = role_confusion(values).accuracy if human is None else correlation(values, human).pearson
                found[name] = metric.signature, None if share is None else 100 * share
        yield cell, found


def bamboo_table(found: Mapping[Cell, Mapping[str, tuple[str, float | None]]]) -> tuple[BambooRow, ...]:
    """The cells, gathered by metric.

    >>> cells = {cell: {"smatch": ("smatch|...", 50.0)} for cell in CELLS}
    >>> bamboo_table(cells)[0].values[:2]
    (50.0, 50.0)
    """
    names = next(iter(found.values()), {})
    return tuple(BambooRow(name, names[name][0], tuple(found[cell][name][1] for cell in CELLS)) for name in names)
