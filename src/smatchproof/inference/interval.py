"""Intervals of numbers."""

from __future__ import annotations

from typing import NamedTuple


class Interval(NamedTuple):
    """The two ends of a number that is not proved, or that was estimated from a sample; equal where there is one value.

    >>> print(Interval(0.5, 0.5), "|", Interval(0.25, 0.75))
    0.5000 | 0.2500 to 0.7500
    """

    low: float
    high: float

    @property
    def known(self) -> bool:
        """Test whether both ends are equal."""
        return self.low == self.high

    def __str__(self) -> str:
        return f"{self.low:.4f}" if self.known else f"{self.low:.4f} to {self.high:.4f}"


def hull(intervals: list[Interval]) -> Interval:
    """Return the smallest interval that contains all of these.

    >>> hull([Interval(0.2, 0.3), Interval(0.25, 0.4)])
    Interval(low=0.2, high=0.4)
    """
    return Interval(min(each.low for each in intervals), max(each.high for each in intervals))
