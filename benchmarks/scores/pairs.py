"""One pair in one process: from two texts to a certified F1, next to smatch.py's ``get_amr_match``."""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

from benchmarks.common import blocks, corpus, table, without_comments
from smatchproof import score_strings
from smatchproof.public import Block

CORPORA = ("sts", "sick", "para")
_PAIRS, _PASSES, _PASSES_OF_SMATCH = 300, 7, 3


def in_one_process() -> str:
    """Microseconds a pair: the mean over pairs of the least of several passes, ours and smatch.py's in turn."""
    smatch = import_module("smatch")
    rows = []
    for name in CORPORA:
        pairs = _texts(name)
        ours, theirs = [1e9] * len(pairs), [1e9] * len(pairs)
        for number in range(_PASSES):
            _least(ours, pairs, score_strings)
            if number < _PASSES_OF_SMATCH:
                _least(theirs, pairs, lambda left, right: _asked(smatch, left, right))
        proved = sum(score_strings(*pair).certified for pair in pairs)
        mine, its = (1e6 * sum(each) / len(each) for each in (ours, theirs))
        rows.append((name, f"{len(pairs)}", f"{proved}", f"{mine:,.0f}", f"{its:,.0f}", f"{its / mine:.1f}"))
    columns = ("corpus", "pairs", "certified", "`score_strings`, µs", "smatch.py, µs", "times")
    return table(columns, rows)


def _texts(name: str) -> list[tuple[str, str]]:
    """The texts of the first pairs of a corpus, each on a line, as smatch.py takes them."""
    pairs = blocks(corpus(f"{name} dev main"))[:_PAIRS]
    return [(_on_one_line(left), _on_one_line(right)) for left, right in pairs]


def _on_one_line(block: Block) -> str:
    return " ".join(map(str.strip, without_comments(block).splitlines()))


def _least(best: list[float], pairs: list[tuple[str, str]], score: Callable[[str, str], Any]) -> None:
    for number, pair in enumerate(pairs):
        begin = time.perf_counter()
        score(*pair)
        best[number] = min(best[number], time.perf_counter() - begin)


def _asked(smatch: Any, left: str, right: str) -> Any:
    smatch.match_triple_dict.clear()  # as the loop over a corpus does
    return smatch.get_amr_match(left, right)
