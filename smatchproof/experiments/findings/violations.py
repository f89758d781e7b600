"""Violations of determinacy and symmetry: how often the score of a method depends on more than the two graphs."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass

from smatchproof.experiments.results import PairResult, Results, method_sort_key, natural_key, sort_key

SWAPPED = " swapped"
"""What the name of a source may add to that of the source whose left and right sides it exchanges."""


@dataclass(frozen=True, slots=True)
class Violations:
    """On how many of the `compared` pairs a method breaks a principle, and by how many triples at worst.

    *determinacy*: the same pair has the same score, whatever the seed; *symmetry*: so has the exchanged pair.
    `examples` names some of the pairs, the worst first.
    """

    principle: str
    source: str
    method: str
    compared: int
    violated: int
    worst: int
    examples: tuple[str, ...]


def violations(results: Results, examples: int = 5) -> tuple[Violations, ...]:
    """Count the violations of determinacy and symmetry by each method that was tried on one of the two.

    The exchanged pair of a pair has the names of its sides exchanged, also in its own name and in that of its source,
    or its source has the same name followed by ``" swapped"``. Symmetry compares runs of the same number.

    >>> from smatchproof.experiments.experiment import Experiment
    >>> from smatchproof.experiments.runner import results_of
    >>> from smatchproof.experiments.sources import TrapSource
    >>> rings = TrapSource("rings", "ring", (("size", (16,)),))
    >>> results = results_of(Experiment("rings", (rings,), ("S", "ILS"), seeds=(1, 2)))
    >>> [(row.principle, row.method, row.compared, row.violated) for row in violations(results)]
    [('determinacy', 'S', 1, 0), ('determinacy', 'ILS', 1, 0)]
    """
    found: dict[tuple[str, str, str], list[tuple[int, str]]] = defaultdict(list)
    pairs_by_name = {(pair.source, pair.pair, pair.left, pair.right): pair for pair in results.pairs}
    for pair in results.pairs:
        for method in results.methods:
            matched = pair.runs[method].matched if method in pair.runs else ()
            if len(matched) > 1:
                found["determinacy", pair.source, method].append((max(matched) - min(matched), pair.pair))
            if (other := _exchanged(pair, pairs_by_name)) and method in other.runs:
                differences = [abs(a - b) for a, b in zip(matched, other.runs[method].matched, strict=False)]
                if differences:
                    found["symmetry", pair.source, method].append((max(differences), pair.pair))
    table = []
    for (principle, source, method), spreads in found.items():
        broken = sorted((spread for spread in spreads if spread[0]), key=lambda each: (-each[0], natural_key(each[1])))
        names = tuple(name for _, name in broken[:examples])
        worst = broken[0][0] if broken else 0
        table.append(Violations(principle, source, method, len(spreads), len(broken), worst, names))
    return tuple(sorted(table, key=lambda row: (row.principle, natural_key(row.source), method_sort_key(row.method))))


def _exchanged(pair: PairResult, pairs_by_name: dict[tuple[str, str, str, str], PairResult]) -> PairResult | None:
    """The pair with the sides exchanged, if the experiment holds it as well; of two such, only the first has one."""
    source, name = (_exchange(text, pair.left, pair.right) for text in (pair.source, pair.pair))
    for key in ((pair.source + SWAPPED, name), (pair.source + SWAPPED, pair.pair), (source, name)):
        other = pairs_by_name.get((*key, pair.right, pair.left))
        if other and _sizes(other) == _sizes(pair)[::-1] and sort_key(pair) < sort_key(other):
            return other
    return None


def _sizes(pair: PairResult) -> tuple[tuple[int, int], tuple[int, int]]:
    """Triples and variables of both sides."""
    counts = pair.counts
    return (counts.left_triples, pair.left_variables), (counts.right_triples, pair.right_variables)


def _exchange(text: str, left: str, right: str) -> str:
    """A text with two of its words exchanged.

    >>> _exchange("A-B 3", "A", "B")
    'B-A 3'
    """
    words = re.split(r"(\W+)", text)
    return "".join({left: right, right: left}.get(word, word) for word in words)
