"""The real programs that conventions are named after. Tests that need one skip where it is missing.

Both run in this process, ``smatch`` with what it prints caught.
"""

import io
import random
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest


class PeerCrash(Exception):
    """A real program stopped with an error that is not its user's."""


class PeerCounts(NamedTuple):
    """A program's counts of a pair: the triples that an alignment matches, and those of both graphs."""

    matched: int
    left: int
    right: int


@cache
def require(name: str, release: str) -> None:
    """Skip the test unless that release of a program is installed: its quirks are what is tested."""
    try:
        found = version(name)
    except PackageNotFoundError:
        pytest.skip(f"{name} {release} is not installed (pip install {name}=={release})")
    if found != release:
        pytest.skip(f"{name} {found} is installed, these tests are about {release}")


# ---- smatch 1.0.4


@contextmanager
def real_smatch() -> Iterator[tuple[Any, io.StringIO]]:
    """The module ``smatch`` with nothing remembered, and what it prints while the block runs."""
    require("smatch", "1.0.4")
    import amr
    import smatch

    printed = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        for module in (amr, smatch):
            for log in ("ERROR_LOG", "DEBUG_LOG"):
                patch.setattr(module, log, printed)
        smatch.match_triple_dict.clear()
        yield smatch, printed
        smatch.match_triple_dict.clear()


def smatch(left: str, right: str, runs: int = 1) -> PeerCounts:
    """The best that `runs` runs of ``smatch.get_amr_match`` find for two graphs on one line each.

    The program draws a new seed for every start; here its draws are the same in every run of the tests.
    """
    draw = random.Random(1)
    same_draws = SimpleNamespace(seed=lambda: None, randint=draw.randint)
    with real_smatch() as (module, printed), pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "random", same_draws)
        found = []
        for _ in range(runs):
            module.match_triple_dict.clear()
            try:
                found.append(PeerCounts(*module.get_amr_match(left, right)))
            except Exception as error:
                raise PeerCrash(f"{type(error).__name__}: {error}; it printed: {printed.getvalue()}") from error
        return max(found)


def smatch_lines(left: Path, right: Path) -> list[tuple[str, str]]:
    """The pairs of two files, each graph on one line, as ``smatch`` reads them."""
    with real_smatch() as (module, _), left.open() as lefts, right.open() as rights:
        return list(module.generate_amr_lines(lefts, rights))


def smatch_triples(text: str) -> int:
    """The number of triples that ``smatch`` counts in a graph on one line."""
    with real_smatch():
        import amr

        return sum(map(len, amr.AMR.parse_AMR_line(text).get_triples()))


def smatch_optimum(left: str, right: str) -> int:
    """The best value of any alignment under the weights that ``smatch`` itself computes: small graphs only."""
    with real_smatch() as (module, _):
        import amr

        graphs = [amr.AMR.parse_AMR_line(text) for text in (left, right)]
        for graph, prefix in zip(graphs, "ab", strict=True):
            graph.rename_node(prefix)
        lefts, rights = (graph.get_triples() for graph in graphs)
        _, weights = module.compute_pool(*lefts, *rights, "a", "b")
        best = 0
        for mapping in one_to_one(len(lefts[0]), len(rights[0])):
            best = max(best, module.compute_match([-1 if j is None else j for j in mapping], weights))
        return best


# ---- smatchpp 1.8.0

GRAPH_TYPES = {"smatchpp-amr": "amr", "smatchpp-generic": "generic", "smatchpp-plain": None}
"""The conventions that are named after the program, and its option ``-graph_type``; ``None`` leaves the option out."""


def smatchpp_optimum(left: str, right: str, graph_type: str | None) -> PeerCounts:
    """The score that ``smatchpp`` would print if its solver maximised the counts of its scorer: small graphs only."""
    require("smatchpp", "1.8.0")
    import numpy
    from smatchpp import preprocess, score

    graphs = [_smatchpp_triples(text, graph_type) for text in (left, right)]
    *graphs, lefts, rights = preprocess.BasicGraphPairPreparer().prepare_get_vars(*graphs)
    index = {name: i for names in (lefts, rights) for i, name in enumerate(sorted(names))}
    scorer = score.TripleScorer()
    best = 0
    for mapping in one_to_one(len(lefts), len(rights)):
        alignment = numpy.array([-1 if j is None else j for j in mapping])
        best = max(best, int(scorer.score(*graphs, alignment, index)[0]))
    return PeerCounts(best, len(graphs[0]), len(graphs[1]))


def _smatchpp_triples(text: str, graph_type: str | None) -> list[tuple[str, str, str]]:
    from smatchpp import data_helpers, model_factory

    standardizer = model_factory.StandardizerFactory.get_standardizer(graph_type)
    return standardizer.standardize(data_helpers.PenmanReader().string2graph(text))


# ---- both


def one_to_one(left: int, right: int) -> Iterator[tuple[int | None, ...]]:
    """Every one-to-one partial mapping of `left` things to `right` things."""
    for mapping in product([None, *range(right)], repeat=left):
        partners = [partner for partner in mapping if partner is not None]
        if len(partners) == len(set(partners)):
            yield mapping
