"""The formats that an alignment problem can be exported to, by name."""

from __future__ import annotations

from smatchproof.lab.reductions.from_smatch.base import FromSmatch
from smatchproof.lab.reductions.from_smatch.boolean import OpbFromSmatch, WcnfFromSmatch
from smatchproof.lab.reductions.from_smatch.integer_program import LpFromSmatch, MpsFromSmatch
from smatchproof.lab.reductions.from_smatch.matching import CliqueFromSmatch, GraphMatchingFromSmatch, QapFromSmatch

_CLASSES: tuple[type[FromSmatch], ...] = (
    LpFromSmatch, MpsFromSmatch, QapFromSmatch, CliqueFromSmatch, WcnfFromSmatch, OpbFromSmatch, GraphMatchingFromSmatch
)  # fmt: skip
FORMATS = {each.name: each for each in _CLASSES}
"""The reductions from Smatch by format, in the order in which help shows them; each class has a ``suffix``."""
