"""One pair in one process: from two texts to a certified F1, next to smatch.py's ``get_amr_match``."""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import import_module
from statistics import mean, median
from typing import Any

from benchmarks.common import blocks, corpus, table, without_comments
from smatchproof import score_strings
from smatchproof.public import Block

CORPORA = ("sts", "sick", "para")
_PASSES = 5
_SMATCH: Any = import_module("smatch")


def in_one_process() -> str:
    """Microseconds a pair: the mean over all pairs of the median of several passes, ours and smatch.py's in turn."""
    rows = []
    for name in CORPORA:
        pairs = _texts(name)
        proved = sum(score_strings(*pair).certified for pair in pairs)
        passes = [
            [[_seconds(pair, by) for pair in pairs] for by in (score_strings, _by_smatch)] for _ in range(_PASSES)
        ]
        mine, its = (1e6 * mean(map(median, zip(*times, strict=True))) for times in zip(*passes, strict=True))
        rows.append((name, f"{len(pairs)}", f"{proved}", f"{mine:,.0f}", f"{its:,.0f}", f"{its / mine:.1f}"))
    columns = ("corpus", "pairs", "certified", "`score_strings`, µs", "smatch.py, µs", "times")
    return table(columns, rows)


def _texts(name: str) -> list[tuple[str, str]]:
    """The texts of all pairs of a corpus, each on a line, as smatch.py takes them. The first ones are the shortest."""
    return [(_on_one_line(left), _on_one_line(right)) for left, right in blocks(corpus(f"{name} dev main"))]


def _on_one_line(block: Block) -> str:
    return " ".join(map(str.strip, without_comments(block).splitlines()))


def _seconds(pair: tuple[str, str], score: Callable[[str, str], Any]) -> float:
    begin = time.perf_counter()
    score(*pair)
    return time.perf_counter() - begin


def _by_smatch(left: str, right: str) -> Any:
    _SMATCH.match_triple_dict.clear()  # as the loop over a corpus does
    return _SMATCH.get_amr_match(left, right)
