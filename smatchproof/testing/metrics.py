"""Tests that every metric passes."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from smatchproof.base.errors import UsageError
from smatchproof.plugins import register
from smatchproof.scoring.metrics import allowed_metric, metric as metric_named
from smatchproof.scoring.metrics.metric import Metric
from smatchproof.testing.instances import random_graph, refuse, require


def check_metric(
    metric: str | Metric | Callable[..., Any], *, instances: int = 100, seed: int = 0, most: float | None = 1.0
) -> None:
    """Check a metric, by its name or itself, on `instances` pairs of small graphs.

    Its value has to be a number from 0 to `most` (``None``: of any size), the same for the same graphs and seed; counts
    have to add up in any order; no graph may get more for another than for itself, unless it was only searched.

    >>> check_metric("smatch", instances=5)
    """
    if isinstance(metric, str):
        metric = metric_named(allowed_metric(metric))
    elif not hasattr(metric, "score"):
        metric = metric_named(register(metric))
    asked: Any = metric
    total: Any = None
    other_way: Any = None
    for number in range(instances):
        rng = random.Random(f"metric {seed} {number}")
        left, right = random_graph(rng), random_graph(rng)
        try:
            counts, again, same = (asked.score(left, each, seed=number) for each in (right, right, left))
        except UsageError as error:
            refuse(str(error), left, right)
        value = counts.value
        require(value == value and abs(value) != float("inf"), f"{asked.name} is {value}", left, right)
        require(counts.value == again.value, f"{asked.name} is {value}, and then {again.value}", left, right)
        if most is not None:
            require(0 <= value <= most + 1e-9, f"{asked.name} is {value}, not from 0 to {most}", left, right)
        require(
            not same.proved or same.value >= value - 1e-9,
            f"{asked.name} of a graph with itself is {same.value} < {value}",
            left,
            right,
        )
        total = counts if total is None else total.plus(counts)
        other_way = counts if other_way is None else counts.plus(other_way)
    if total is not None:
        require(abs(total.value - other_way.value) <= 1e-9, f"{asked.name}: a sum depends on the order of its parts")
