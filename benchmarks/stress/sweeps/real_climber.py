"""The hill-climber of the ``smatch`` package on pairs of a corpus: seeded, and with nothing remembered."""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import pytest

from smatchproof.conventions.conventions import convention
from smatchproof.graphs.corpus import Corpus, check_pairing, pair_blocks
from smatchproof.heuristics import named
from smatchproof.problem.problem import AlignmentProblem, build_problem
from smatchproof.problem.solution import SolveParams
from tests import peers

CORPORA = {
    "para": ("bamboo/para/main/src.dev.amr", "bamboo/para/main/tgt.dev.amr"),
    "sts": ("bamboo/sts/main/src.dev.amr", "bamboo/sts/main/tgt.dev.amr"),
    "lpp": ("lpp/lpp-v1.6.amr", "lpp/lpp-v3.0.amr"),
}


class Found(NamedTuple):
    """What a search found, its alignment (-1 is none) and how long it took, with the making of the problem."""

    matched: int
    places: list[int]
    seconds: float


class Pair(NamedTuple):
    """A pair as both programs read it."""

    lines: tuple[str, str]
    build: Callable[[], AlignmentProblem]

    @property
    def size(self) -> int:
        """The number of variables of the smaller graph."""
        problem = self.build()
        return min(problem.left_size, problem.right_size)


def pairs(shared_data, corpus: str) -> list[Pair]:
    """The pairs of a corpus under the convention of the peer: both count the same."""
    rule = convention("smatch-1.0.4")
    files = [shared_data / file for file in CORPORA[corpus]]
    with Corpus(files[0]) as left, Corpus(files[1]) as right:
        _, places = check_pairing(left, right)
        triples = [tuple(rule.triples(block.parse()) for block in both) for both in pair_blocks(left, right, places)]
    lines = peers.smatch_lines(*files)
    return [
        Pair(texts, lambda both=both: build_problem(*both, rule.duplicates))
        for texts, both in zip(lines, triples, strict=True)
    ]


class RealClimber:
    """``get_best_match`` with its restarts, its starts and its random numbers under control."""

    def __init__(self, module) -> None:
        self.module = module

    def smart(self, name: str, lines: tuple[str, str]) -> Found:
        """Its own smart start and no other: climbed from as ``S``, or left as it is as ``Base``."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(self.module, "iteration_num", 1)
            if name == "Base":
                patch.setattr(self.module, "get_best_gain", lambda mapping, *_: (0, mapping))
            return self.climb(lines)

    def climb(self, lines: tuple[str, str], starts: Sequence[list[int]] = ()) -> Found:
        """The best of the smart start and four random ones; or of these starts, if any are given."""
        import amr

        module = self.module
        graphs = [amr.AMR.parse_AMR_line(text) for text in lines]
        for graph, prefix in zip(graphs, "ab", strict=True):
            graph.rename_node(prefix)
        triples = [kind for graph in graphs for kind in graph.get_triples()]
        module.match_triple_dict.clear()
        with pytest.MonkeyPatch.context() as patch:
            if starts:
                given = iter(starts)
                patch.setattr(module, "iteration_num", len(starts))
                for name in ("smart_init_mapping", "random_init_mapping"):
                    patch.setattr(module, name, lambda *_: list(next(given)))
            begin = time.perf_counter()
            places, matched = module.get_best_match(*triples, "a", "b")
            return Found(matched, places, time.perf_counter() - begin)


@contextmanager
def real_climber(seed: int = 0) -> Iterator[RealClimber]:
    """The climber, seeded: it can no longer seed itself from the clock before every start."""
    before = random.getstate()
    with peers.real_smatch() as (module, _), pytest.MonkeyPatch.context() as patch:
        random.seed(seed)
        patch.setattr(module.random, "seed", lambda: None)
        yield RealClimber(module)
    random.setstate(before)


def ours(name: str, pair: Pair, seed: int) -> Found:
    """What our method of that name finds."""
    begin = time.perf_counter()
    solution = named(name)(pair.build(), SolveParams(seed=seed))
    seconds = time.perf_counter() - begin
    return Found(solution.matched, [-1 if right is None else right for right in solution.mapping], seconds)
