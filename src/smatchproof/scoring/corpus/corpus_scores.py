"""Scores of pairs and corpora under any metric: blocks of text in, counts out."""

from __future__ import annotations

import itertools
import math
import os
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from smatchproof.base.errors import InputError, UsageError, short
from smatchproof.base.optional import MissingPackageError
from smatchproof.base.process import START_VARIABLE, number_of_jobs
from smatchproof.base.record import replace
from smatchproof.exact import SolverDisagreement
from smatchproof.graphs.corpus import Block
from smatchproof.graphs.graph import Graph
from smatchproof.scoring.metrics import CorpusMetric
from smatchproof.scoring.settings import OnError

if TYPE_CHECKING:
    from smatchproof.scoring.pairs.given_graphs import GivenBlock

Blocks: TypeAlias = "tuple[GivenBlock, ...]"
"""The graphs of a pair, mostly as text: candidate, reference, and in an audit further candidates."""

_Result = TypeVar("_Result")
_Task = tuple[int, Blocks]
_LITTLE_WORK = 0.1
"""The seconds of work in one process before others are started: two processes cost 0.08 s of processor time, and halve
the rest. This includes loading modules for the first pair, which the others then need not load."""
_LONGEST_NAME = 50
"""The longest name of a file in an error about a pair, which has further text after it."""
_SHORT_TEXT = 2_000
"""Bytes of a graph that is solved within milliseconds: longer ones, which may take hours, are not grouped with others.
"""


def score_blocks(
    pairs: Iterable[tuple[GivenBlock, GivenBlock]],
    metric: CorpusMetric,
    jobs: int | None = 1,
    scheduler: str | None = None,
    on_error: OnError = OnError.STOP,
) -> Generator[Any, None, None]:
    """Yield the scores of pairs that are still text, in order, by a metric; see :func:`map_blocks`.

    The scores have the metric's type: :class:`~smatchproof.scoring.metrics.alignment_scores.PairScore` if it aligns.
    Raises :class:`InputError` at the first graph that cannot be read unless `on_error` says otherwise.
    """
    with closing(score_blocks_by([metric], pairs, jobs, scheduler, on_error)) as scored:
        yield from (pair for (pair,) in scored)


def score_blocks_by(
    metrics: Sequence[CorpusMetric],
    pairs: Iterable[tuple[GivenBlock, GivenBlock]],
    jobs: int | None = 1,
    scheduler: str | None = None,
    on_error: OnError = OnError.STOP,
) -> Generator[tuple[Any, ...], None, None]:
    """Score every pair by each of several metrics; the pair is parsed once. See :func:`score_blocks`."""
    settings = tuple(metrics), on_error
    is_interruptible = all(metric.is_interruptible for metric in metrics)
    return map_blocks(_scored, pairs, settings, jobs, scheduler, is_interruptible=is_interruptible)


def _scored(position: int, blocks: Blocks, metrics: tuple[CorpusMetric, ...], on_error: OnError) -> tuple[Any, ...]:
    (left, right), errors = parsed(blocks, on_error)
    id = blocks[0].id or str(position)
    try:
        return tuple(metric.pair(left, right, id, errors) for metric in metrics)
    except MissingPackageError:  # no pair is to blame
        raise
    except (UsageError, SolverDisagreement) as error:
        told = type(error)(f"{_name((position, blocks))}: {error}")
        vars(told).update(vars(error))  # the traceback of code of a user
        raise told from None


def parsed(blocks: Blocks, on_error: OnError) -> tuple[list[Graph], tuple[str, ...]]:
    """Return the graphs of blocks, and their errors unless these are raised: a graph with an error is empty.

    The readable part of alignments with an error is used.
    """
    graphs: list[Graph] = []
    errors: list[str] = []
    for block in blocks:
        try:
            graph = block.parse()
            if graph.alignment_error is not None and on_error is not OnError.STOP:
                graph = replace(graph, alignment_error=None)
            graphs.append(graph)
        except InputError as error:
            if on_error is OnError.STOP:
                raise
            errors.append(str(error))
            graphs.append(Graph(id=block.id))
    return graphs, tuple(errors)


def map_blocks(
    function: Callable[..., _Result],
    pairs: Iterable[Blocks],
    settings: tuple[Any, ...],
    jobs: int | None = 1,
    scheduler: str | None = None,
    *,
    is_interruptible: bool = True,
) -> Generator[_Result, None, None]:
    """Yield ``function(position, blocks, *settings)`` for pairs that are still text, in order; positions are from 1.

    `jobs` processes work at the same time (default: one per processor), or, with the address of a `scheduler`, the
    workers of its Dask cluster; then leave out `jobs`. With one job, or little work, the work is done in this process.
    If it is not `is_interruptible`, so that Ctrl-C would not end it, it is always done in other processes. A single
    pair is solved in this process, which has threads. Memory does not grow with the number of pairs.
    """
    tasks: Iterator[_Task] = enumerate(pairs, 1)
    is_alone, spent = number_of_jobs(jobs) == 1 and scheduler is None, 0.0
    if not is_alone and is_interruptible:
        first = [*itertools.islice(tasks, 2)]
        is_alone = len(first) == 1 and scheduler is None
        tasks = itertools.chain(first, tasks)
    patience = math.inf if is_alone else 0.0 if START_VARIABLE in os.environ else _LITTLE_WORK
    if scheduler is not None or not is_interruptible:
        patience = 0.0
    # This process begins alone: most corpora are done before a second one would have started.
    for task in tasks:
        if spent >= patience or not (is_alone or all(block.length < _SHORT_TEXT for block in task[1])):
            tasks = itertools.chain([task], tasks)
            break
        begin = time.perf_counter()
        result = _mapped(task, function, settings)
        spent += time.perf_counter() - begin
        yield result
    else:
        return
    from smatchproof.scoring.corpus.workers import in_order, open_workers  # one process alone does not need it

    with open_workers(jobs, scheduler) as workers:
        yield from in_order(workers, _mapped, tasks, function, settings, name=_name)


def _mapped(task: _Task, function: Callable[..., _Result], settings: tuple[Any, ...]) -> _Result:
    position, blocks = task
    return function(position, blocks, *settings)


def _name(task: _Task) -> str:
    """The name of a pair and its files: an error may be about one of many systems."""
    position, blocks = task
    name = f"pair {blocks[0].id or position}"
    sources = dict.fromkeys(short(block.source, _LONGEST_NAME) for block in blocks if isinstance(block, Block))
    return f"{name} of {' and '.join(sources)}" if sources else name
