"""Building the problems of large graphs: the same problem as of small ones, but in arrays, ten times as fast."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from smatchproof.alignment.number_table import NumberTable, PairTable
from smatchproof.alignment.triples import Attribute, Duplicates, Relation, TripleGraph

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Numbers = npt.NDArray[np.int64]

MANY_PAIRS = 40_000
"""Where there are no more pairs of variables than this, arrays do not pay."""
_LARGEST = 1 << 62
"""No key and no sum of weights may exceed this."""


def pays(left: TripleGraph, right: TripleGraph, duplicates: Duplicates) -> bool:
    """Whether a problem is built in arrays: it is large, numpy is there, and 64 bits hold all keys and weights."""
    pairs = len(left.variables) * len(right.variables)
    if pairs <= MANY_PAIRS or pairs * pairs > _LARGEST or not find_spec("numpy"):
        return False
    worth = 1 if duplicates is Duplicates.SET else left.size * right.size
    return (
        worth * (len(left.attributes) + len(left.relations)) * (len(right.attributes) + len(right.relations)) < _LARGEST
    )


class LargeParts(NamedTuple):
    """What a large problem is made of: see :class:`smatchproof.alignment.problem.AlignmentProblem`."""

    candidates: NumberTable[tuple[int, int]]
    unary: NumberTable[int]
    matches: NumberTable[tuple[int, int, int]]
    same_concept: PairTable


def large_parts(left: TripleGraph, right: TripleGraph, duplicates: Duplicates) -> LargeParts:
    """The parts of the problem of two graphs for which arrays pay, see :func:`pays`.

    Time and memory in proportion to the couples of triples that match, but for sorting.
    """
    import numpy as np

    n, pairs = len(right.variables), len(left.variables) * len(right.variables)
    attributes = _couples(
        _rows(left, left.attributes, duplicates), _rows(right, right.attributes, duplicates), duplicates
    )
    relations = _couples(_rows(left, left.relations, duplicates), _rows(right, right.relations, duplicates), duplicates)
    (source, target), (other_source, other_target) = relations.left.T, relations.right.T
    fits = (source == target) == (other_source == other_target)
    loops, others = fits & (source == target), fits & (source != target)
    alone = attributes.left[:, 0] * n + attributes.right[:, 0]
    first, second = source * n + other_source, target * n + other_target
    own, unary = _added(
        np.concatenate((alone, first[loops])), np.concatenate((attributes.weight, relations.weight[loops]))
    )
    first, second = first[others], second[others]
    couples, weight = _added(np.minimum(first, second) * pairs + np.maximum(first, second), relations.weight[others])
    first, second = couples // pairs, couples % pairs
    candidates = np.sort(np.concatenate((own, first, second)))  # sorting beats the hashing of np.unique
    candidates = candidates[np.diff(candidates, prepend=-1) > 0]
    worth = np.zeros(len(candidates), dtype=np.int64)
    worth[np.searchsorted(candidates, own)] = unary
    same = np.array([label[0] == "instance" for label in attributes.labels], dtype=np.bool_)[attributes.label]
    equal = np.unique(attributes.left[same, 0] * n + attributes.right[same, 0])
    return LargeParts(
        NumberTable(np.column_stack((candidates // n, candidates % n))),
        NumberTable(worth),
        NumberTable(np.column_stack((np.searchsorted(candidates, first), np.searchsorted(candidates, second), weight))),
        PairTable(equal, n),
    )


def best_large_matches(
    candidates: NumberTable[tuple[int, int]], matches: Numbers, side: int, size: int
) -> tuple[Numbers, Numbers, Numbers]:
    """As :meth:`smatchproof.alignment.problem.AlignmentProblem.best_matches`, of a side with `size` variables."""
    import numpy as np

    one, other = np.concatenate((matches[:, :2], matches[:, 1::-1])).T
    key = one * size + candidates.array[other, side]
    order = np.argsort(key, kind="stable")
    key, weight = key[order], np.concatenate((matches[:, 2], matches[:, 2]))[order]
    first = np.flatnonzero(np.diff(key, prepend=-1))
    best = np.maximum.reduceat(weight, first) if len(first) else weight
    return key[first] // size, key[first] % size, best


def best_of_large_side(
    candidates: NumberTable[tuple[int, int]], unary: Numbers, matches: Numbers, side: int, size: int
) -> dict[int, int]:
    """As :meth:`smatchproof.alignment.problem.AlignmentProblem.best_of_side`, of a side with `size` variables."""
    import numpy as np

    line, most = candidates.array[:, side], 2 * unary
    one, _, weight = best_large_matches(candidates, matches, side, size)
    np.add.at(most, one, weight)
    best = np.zeros(size, dtype=np.int64)
    np.maximum.at(best, line, most)
    return {variable: int(best[variable]) for variable in np.flatnonzero(np.bincount(line, minlength=size)).tolist()}


_Row = tuple[tuple[str, ...], int, tuple[int, ...]]
"""A triple that is counted: its label, its copies, its variables."""


def _rows(
    graph: TripleGraph, triples: tuple[Attribute, ...] | tuple[Relation, ...], duplicates: Duplicates
) -> list[_Row]:
    counted = ((triple, 1) for triple in triples) if duplicates is Duplicates.SET else graph.copies(triples).items()
    rows = list[_Row]()
    for triple, copies in counted:
        if isinstance(triple, Attribute):
            rows.append(((triple.kind, triple.role, triple.value), copies, (triple.variable, triple.variable)))
        else:
            rows.append(((triple.role,), copies, (triple.source, triple.target)))
    return rows


class _Couples(NamedTuple):
    """Couples of triples of one label: their variables, shape (C, 2), the number of their label, what they match."""

    left: Numbers
    right: Numbers
    label: Numbers
    weight: Numbers
    labels: list[tuple[str, ...]]


def _couples(left: list[_Row], right: list[_Row], duplicates: Duplicates) -> _Couples:
    """All couples of a left and a right triple with the same label."""
    import numpy as np

    numbers: dict[tuple[str, ...], int] = {}
    one, other = (
        np.array(
            [(numbers.setdefault(label, len(numbers)), copies, *ends) for label, copies, ends in rows], dtype=np.int64
        ).reshape(-1, 4)
        for rows in (left, right)
    )
    other = other[np.argsort(other[:, 0], kind="stable")]
    size = np.bincount(other[:, 0], minlength=len(numbers))
    begin = np.cumsum(size) - size
    many = size[one[:, 0]]
    ours = np.repeat(np.arange(len(one)), many)
    theirs = np.arange(len(ours)) + np.repeat(begin[one[:, 0]] - np.cumsum(many) + many, many)
    a, b = one[ours], other[theirs]
    weight = a[:, 1] * b[:, 1] if duplicates is Duplicates.PRODUCT else np.minimum(a[:, 1], b[:, 1])
    return _Couples(a[:, 2:], b[:, 2:], a[:, 0], weight, list(numbers))


def _added(keys: Numbers, weights: Numbers) -> tuple[Numbers, Numbers]:
    """The different keys in ascending order, each with the sum of its weights."""
    import numpy as np

    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    first = np.flatnonzero(np.diff(keys, prepend=-1))
    return keys[first], np.add.reduceat(weights[order], first) if len(first) else weights[:0]
