"""The study that the project ships: five annotations of the same twenty sentences.

It has the shape of the study of Cai & Knight (2013, Tables 1 and 2): annotators A to D and their consensus E, five
groups of four sentences, and all pairs of annotators, which makes 200 pairs of graphs and 50 document scores. The
consensus is written by hand. A to D are made from it with noise (``benchmarks/study_annotations.py``): each annotator
makes a share of their own, and all make less from group to group.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import as_file, files

from smatchproof.experiments.experiment import Experiment, read_experiment


@contextmanager
def shipped(name: str) -> Iterator[Experiment]:
    """An experiment that is shipped; its files are there while the block runs.

    ``study`` compares every two annotators, ``growth`` is about gap against size and re-entrancy, ``suite`` has twelve
    families of hard pairs.

    >>> with shipped("study") as study, shipped("growth") as growth:
    ...     pairs = [pair for source in study.sources for pair in source.pairs()]
    ...     print(len(pairs), pairs[0].id, pairs[0].group, sum(source.count() for source in growth.sources))
    200 A-B g1.1 g1 240
    """
    with as_file(files("smatchproof.experiments.study")) as folder:
        plan = folder / f"{name}.toml"
        yield read_experiment(plan.read_text(encoding="utf-8"), str(plan), folder)
