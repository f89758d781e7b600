"""The format of printed scores."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

from smatchproof.base.errors import UsageError
from smatchproof.base.limits import MOST_DECIMALS


@dataclass(frozen=True)
class ScoreFormat:
    """The number of decimals of printed scores, and whether they are percentages.

    >>> ScoreFormat().score(0.81234), ScoreFormat(1, percent=True).score(0.81234), ScoreFormat(2).signed(-0.014)
    ('0.8123', '81.2', '-0.01')
    """

    decimals: int = 4
    percent: bool = False

    @classmethod
    def of(cls, decimals: int | None, percent: bool) -> Self:
        """Return the format with this number of decimals; by default 4, or 2 for percentages.

        Raises :class:`UsageError` if it is not a number from 0 to 12.
        """
        if decimals is not None and (not isinstance(decimals, int) or decimals not in range(MOST_DECIMALS + 1)):
            raise UsageError(f"{decimals!r} decimals cannot be printed; give a whole number from 0 to {MOST_DECIMALS}")
        return cls((2 if percent else 4) if decimals is None else decimals, percent)

    def score(self, value: float) -> str:
        """Format a score."""
        return f"{100 * value if self.percent else value:.{self.decimals}f}"

    def plus(self, value: float) -> str:
        """Format a difference with its sign."""
        return f"{100 * value if self.percent else value:+.{self.decimals}f}"

    def signed(self, value: float) -> str:
        """Format a difference, with its sign unless it is printed as zero."""
        text = self.plus(value)
        return text if re.search("[1-9]", text) else text[1:]

    def ends(self, ends: tuple[float, float], signed: bool = False) -> str:
        """Format two ends, or one number if they are equal."""
        (low, high), write = ends, self.signed if signed else self.score
        return write(low) if low == high else f"{write(low)} to {write(high)}"


FOUR_DECIMALS = ScoreFormat()
"""The default format."""
