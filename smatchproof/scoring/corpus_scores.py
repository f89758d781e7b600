"""Scores of pairs and corpora: blocks of text in, counts out."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass

from smatchproof.alignment import Block, Change, Counts, Graph, InputError, MissingPackageError, Status, UsageError
from smatchproof.exact import SolverDisagreement
from smatchproof.scoring.comparison import Comparison, OnError, ScoreSettings, certified, compare
from smatchproof.scoring.methods import method
from smatchproof.scoring.workers import in_order, open_workers


@dataclass(frozen=True, slots=True)
class PairScore:
    """The result for one pair, in names and counts. `id` is the graphs' ``# ::id``, or their position from 1.

    `alignment` holds (left variable, right variable) couples; `errors` the graphs that were scored as empty;
    `left_changes` and `right_changes` what the convention did to the triples that were written. `certificate` is the
    line that the checker accepted, where one was asked for; `note` says why there is none. `fine_grained` holds the
    counts of each aspect, where they were asked for.
    """

    id: str
    counts: Counts
    status: Status
    seconds: float
    alignment: tuple[tuple[str, str], ...]
    left_changes: tuple[Change, ...] = ()
    right_changes: tuple[Change, ...] = ()
    errors: tuple[str, ...] = ()
    certificate: str | None = None
    note: str = ""
    fine_grained: dict[str, Counts] | None = None


def score_pair(left: Graph, right: Graph, settings: ScoreSettings, position: int = 1) -> PairScore:
    """The score of two graphs."""
    return _pair_score(compare(left, right, settings), settings, left.id or str(position), ())


def _pair_score(comparison: Comparison, settings: ScoreSettings, id: str, errors: tuple[str, ...]) -> PairScore:
    line, note = None, ""
    if settings.certificates:
        comparison, line, note = certified(comparison, settings, id)
    aspects = None
    if settings.fine_grained is not None:
        from smatchproof.scoring.fine_grained import fine_grained

        aspects = fine_grained(comparison, settings, settings.fine_grained)
    solution = comparison.solution
    return PairScore(
        id=id,
        counts=comparison.counts,
        status=solution.status,
        seconds=solution.seconds,
        alignment=comparison.alignment,
        left_changes=comparison.left.changes,
        right_changes=comparison.right.changes,
        errors=errors,
        certificate=line,
        note=note,
        fine_grained=aspects,
    )


_Task = tuple[int, Block, Block]


_CHUNK = 32


def score_blocks(
    pairs: Iterable[tuple[Block, Block]],
    settings: ScoreSettings,
    jobs: int | None = 1,
    total: int | None = None,
    scheduler: str | None = None,
) -> Generator[PairScore, None, None]:
    """Scores of pairs that are still text, in their order; `jobs` processes work at the same time.

    `total`, the number of pairs where it is known, lets a short corpus be shared out evenly. With the address of a
    `scheduler` the workers of its Dask cluster do the work; leave `jobs` to it then. Memory does not grow with the
    number of pairs. Raises :class:`InputError` at the first graph that cannot be read unless `settings.on_error` says
    otherwise.
    """
    numbered = ((position, left, right) for position, (left, right) in enumerate(pairs, 1))
    if jobs == 1 and scheduler is None and method(settings.method).interruptible:
        for task in numbered:
            yield _score_task(task, settings)
        return
    with open_workers(jobs, scheduler) as workers:
        size = _CHUNK if total is None else max(1, min(_CHUNK, total // (8 * workers.slots)))
        yield from in_order(workers, _score_task, numbered, settings, name=_name, chunk=size)


def _name(task: _Task) -> str:
    position, left, _ = task
    return f"pair {left.id or position}"


def _score_task(task: _Task, settings: ScoreSettings) -> PairScore:
    position, left_block, right_block = task
    errors: list[str] = []
    left, right = (parsed(block, settings.on_error, errors) for block in (left_block, right_block))
    id = left_block.id or str(position)
    try:
        return _pair_score(compare(left, right, settings), settings, id, tuple(errors))
    except MissingPackageError:  # no pair is to blame
        raise
    except (UsageError, SolverDisagreement) as error:
        raise type(error)(f"pair {id}: {error}") from None


def parsed(block: Block, on_error: OnError, errors: list[str]) -> Graph:
    """The graph of a block; what is wrong with it is an error, or one more of `errors` and an empty graph."""
    try:
        return block.parse()
    except InputError as error:
        if on_error is OnError.STOP:
            raise
        errors.append(str(error))
        return Graph(id=block.id)
