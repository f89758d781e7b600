"""Running a metric over the pairs of a corpus, in several processes if wanted."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable
from dataclasses import dataclass

from smatchproof.alignment import Block
from smatchproof.scoring.comparison import OnError
from smatchproof.scoring.corpus_scores import parsed
from smatchproof.scoring.metrics.metric import Metric, Value
from smatchproof.scoring.workers import in_order, open_workers


@dataclass(frozen=True, slots=True)
class Measured:
    """What a metric says of a pair; `errors` tells of graphs that could not be read and count as empty."""

    id: str
    value: Value
    seconds: float
    errors: tuple[str, ...] = ()


_Task = tuple[int, Block, Block]
_CHUNK = 32


def measure(
    metric: Metric,
    pairs: Iterable[tuple[Block, Block]],
    jobs: int | None = 1,
    total: int | None = None,
    on_error: OnError = OnError.STOP,
    scheduler: str | None = None,
) -> Generator[Measured, None, None]:
    """What the metric says of pairs that are still text, in their order.

    `jobs` processes work at the same time, or the workers of the Dask cluster with that `scheduler`. Memory does not
    grow with the number of pairs. Raises :class:`InputError` at the first graph that cannot be read unless
    `on_error` says otherwise.
    """
    numbered = ((position, left, right) for position, (left, right) in enumerate(pairs, 1))
    if jobs == 1 and scheduler is None:
        for task in numbered:
            yield _measured(task, metric, on_error)
        return
    with open_workers(jobs, scheduler) as workers:
        size = _CHUNK if total is None else max(1, min(_CHUNK, total // (8 * workers.slots)))
        yield from in_order(workers, _measured, numbered, metric, on_error, name=_name, chunk=size)


def _name(task: _Task) -> str:
    position, left, _ = task
    return f"pair {left.id or position}"


def _measured(task: _Task, metric: Metric, on_error: OnError) -> Measured:
    position, left_block, right_block = task
    errors: list[str] = []
    left, right = (parsed(block, on_error, errors) for block in (left_block, right_block))
    start = time.perf_counter()
    value = metric.score(left, right)
    return Measured(left_block.id or str(position), value, time.perf_counter() - start, tuple(errors))
