"""The table's row type; :mod:`smatchproof.testing` says what is demanded of every reduction to Smatch."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from smatchproof.exact import ilp_tight
from smatchproof.reductions.reduction import Reduction
from smatchproof.testing.reductions import best_alignments, check_amrs, check_instance

__all__ = ["Case", "best_alignments", "check_amrs", "draws"]


@dataclass(frozen=True)
class Case:
    """A reduction and how to draw small random sources for it; `options` go to ``apply``.

    `enumerable`: whether the targets are small enough to list all their optimal alignments. Sources should be drawn
    so that both answers occur often (no-instances!), with the degenerate ones (empty, single) among them.
    """

    id: str
    reduction: type[Reduction]
    draw: Callable[[random.Random], Any]
    options: dict[str, Any] = field(default_factory=dict)
    enumerable: bool = True


def draws(case: Case, number: int, seed: int = 0) -> Iterator[str]:
    """The answers of that many random instances, each checked."""
    for at in range(number):
        rng = random.Random(f"{case.id} {seed} {at}")
        yield check_instance(case.reduction, case.draw, rng, None if case.enumerable else ilp_tight, **case.options)
