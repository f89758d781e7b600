"""The instance that a pair was reduced from, as a page shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from smatchproof.reports.drawings.drawing import Drawing


class PartRow(NamedTuple):
    """A left variable and what it stands for, and the same of its partner; empty where it has none."""

    left: str
    left_part: str
    right: str
    right_part: str


class SourceView(NamedTuple):
    """The answer in words, pictures with captions, the variables, and the right ones without a partner."""

    answer: str
    pictures: Sequence[tuple[Drawing, str]]
    rows: Sequence[PartRow]
    rest: Sequence[tuple[str, str]]
