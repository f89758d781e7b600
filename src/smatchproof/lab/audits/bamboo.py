"""The table of BAMBOO (Opitz, Daza & Frank, TACL 2021) for any metrics, and the rows that its authors publish.

Three sets of sentence pairs with human similarities, parsed to AMRs: ``sts``, ``sick`` and ``para``; each as it is
(``main``), with relations written as nodes (``reify``), with synonyms (``syno``), and as pairs of a foil and a
paraphrase (``role_confusion``). A cell is Pearson's correlation with the human similarities, or for role confusion the
share of couples whose paraphrase scores more than its foil (version 0.2 of the benchmark); both times 100.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Generator, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from smatchproof.base.errors import UsageError
from smatchproof.base.record import Record
from smatchproof.lab.audits.correlation import correlation, read_human, role_confusion
from smatchproof.public import Corpus, CorpusMetric, check_pairing, pair_blocks, score_blocks

SETS = ("sts", "sick", "para")
MAIN, ROLE = "main", "role_confusion"
VARIANTS = (MAIN, "reify", "syno", ROLE)


class Cell(NamedTuple):
    """A column of the table: a set and a variant of it."""

    set: str
    variant: str

    @property
    def heading(self) -> str:
        """The title of the column.

        >>> Cell("sts", "role_confusion").heading
        'sts role'
        """
        return f"{self.set} {self.variant.partition('_')[0]}"


CELLS = tuple(Cell(name, variant) for variant in VARIANTS for name in SETS)
"""The columns in the order of the published table."""


class Published(Record):
    """A row of the published table, of the *test* sets: `metric` as it is called there, and the name of the metric of
    ours that has its settings, if there is one.
    """

    metric: str
    ours: str
    values: tuple[float, ...]


_DATA = tomllib.loads(resources.files("smatchproof.lab.audits").joinpath("bamboo.toml").read_text(encoding="utf-8"))
PUBLISHED = tuple(Published(row["metric"], row["ours"], tuple(row["values"])) for row in _DATA["published"])
"""The results of December 2023 at github.com/flipz357/bamboo-amr-benchmark, in that order."""

DEFAULT_METRICS = tuple(row.ours for row in PUBLISHED if row.ours and row.ours != "s2match")
"""Metrics that need no similarities."""


class BambooRow(Record):
    """The cells of a metric, in the order of :data:`CELLS`; ``None`` if a correlation is not defined."""

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
    """The signature and the value of each metric, cell by cell.

    Raises :class:`InputError` for files that are missing or cannot be read, and :class:`UsageError` if couples are
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
