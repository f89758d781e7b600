"""A tree that other processes help to search: once many nodes are open, each is the root of a subtree for one of them.

A process is told which candidates of a node are forced and which are left, so that it may run on another machine: it
bounds the node anew.
The answer does not depend on how many there are: the subtrees are the same, and so is the incumbent that each begins
with.
"""

from __future__ import annotations

import time
from contextlib import closing
from functools import partial
from typing import NamedTuple

from smatchproof.exact.search.limits import Clock, LimitReached
from smatchproof.exact.search.sharing import OTHERS, Others
from smatchproof.exact.search.tree.dense_block import DenseBlock
from smatchproof.exact.search.tree.incumbent import Asked
from smatchproof.exact.search.tree.program_tree import ProgramTree
from smatchproof.exact.search.tree.subtree import OpenNode, Searched, flat
from smatchproof.exact.search.turned import turned
from smatchproof.problem.problem import AlignmentProblem
from smatchproof.problem.solution import Status

WAVES = 4, 16, 1_000_000
"""So many subtrees are searched at a time, then all the others: each wave begins with the better alignments that were
found before. Where tabu search has missed the optimum, as for 18 of 90 digraphs of 36 and 40 nodes, the first subtrees
mostly have it."""


class _Question(NamedTuple):
    """What is asked about each subtree. The `deadline` is in seconds of the time of day."""

    problem: AlignmentProblem
    is_block: bool
    asked: Asked
    rate: float
    deadline: float


def offer(tree: ProgramTree, problem: AlignmentProblem) -> None:
    """Let others search the subtrees of a tree of that problem, if there are any. A limit of nodes is not shared."""
    others = OTHERS.get()
    if others is not None and tree.clock.node_limit is None:
        tree.others = partial(_by_others, tree, problem, others)


def _by_others(tree: ProgramTree, problem: AlignmentProblem, others: Others) -> None:
    """Let others close all that is open. Raises :class:`LimitReached` where they did not."""
    for number in WAVES:
        limit = None
        with closing(others(search_below, tree.subtrees(number), _question(tree, problem))) as found:
            for each in found:
                tree.take_subtree(each)
                limit = limit or (None if each.status is Status.OPTIMAL else each.status)
        if limit is not None:
            raise LimitReached(limit)


def _question(tree: ProgramTree, problem: AlignmentProblem) -> _Question:
    """What is asked about the subtrees of a tree, as far as it is known."""
    deadline = tree.clock.deadline - time.perf_counter() + time.time()
    return _Question(problem, tree.block is not None, tree.asked, tree.rate, deadline)


def search_below(node: OpenNode, question: _Question) -> Searched:
    """Search the subtree of a node, in any process."""
    candidates = turned(question.problem)
    block = DenseBlock.of(candidates) if question.is_block else None
    if block is not None:
        candidates = block.candidates()
    clock = Clock(question.deadline - time.time() + time.perf_counter(), None)
    tree = ProgramTree(candidates, clock, question.asked, [None] * candidates.rows, block)
    status = Status.OPTIMAL
    try:
        clock.check()
        tree.begin_at(node, question.rate)
        tree.grow(looks_long=False)
    except LimitReached as limit:
        status = limit.status
    columns = tree.incumbent.columns if tree.incumbent.value > question.asked.incumbent else None
    record = tree.record
    kept = ([], 0) if record is None or not record.is_kept else (flat(record.root), record.size)
    # a root that is too long by itself has no record
    is_too_long = question.asked.longest > 0 and not tree.is_proving
    return Searched(columns, tree.bound, status, clock.nodes, *kept, is_too_long)
