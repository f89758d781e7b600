"""Rows of the table: trees and paths."""

import random

from smatchproof.conventions.conventions import Top
from smatchproof.lab.reductions.problems.packing import Packing
from smatchproof.lab.reductions.problems.strings import CommonPartition
from smatchproof.lab.reductions.to_smatch.common_partition import CommonPartitionToSmatch
from smatchproof.lab.reductions.to_smatch.packing import PackingToSmatch, PackingToSmatchDegree3
from tests.lab.reductions.case import Case


def packing(rng: random.Random) -> Packing:
    """Few large items, so that often they do not fit."""
    bins, capacity = rng.choice([(0, 1), (1, 3), (2, 2), (2, 3), (2, 3), (2, 4), (3, 2), (3, 2), (3, 3)])
    rest, smallest = bins * capacity, rng.choice([1, 2, 2])
    smallest = max(smallest, rest // 9 + 1)  # to enumerate the alignments of nine items takes seconds
    items = []
    while rest:
        items.append(min(rest, rng.randint(smallest, max(smallest, capacity - 1))))
        rest -= items[-1]
    return Packing(tuple(items), bins, capacity)


def strings(rng: random.Random) -> CommonPartition:
    letters = rng.choices(rng.choice(["a", "ab", "abc", "Aa"]), k=rng.randint(0, 6))
    return CommonPartition(letters, rng.sample(letters, len(letters)))


TOPS = (Top.CONST, Top.CONCEPT, Top.NONE)
CASES = [
    Case(f"{name} top {top}", reduction, draw, {"top": top})
    for name, reduction, draw in (
        ("packing", PackingToSmatch, packing),
        ("packing degree 3", PackingToSmatchDegree3, packing),
        ("common partition", CommonPartitionToSmatch, strings),
    )
    for top in TOPS
]
