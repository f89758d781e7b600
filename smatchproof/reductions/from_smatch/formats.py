"""The formats that an alignment problem can be exported to, by name."""

from __future__ import annotations

from typing import Any

from smatchproof.reductions.from_smatch.base import FromSmatch
from smatchproof.reductions.from_smatch.clique import CliqueFromSmatch
from smatchproof.reductions.from_smatch.dd import GraphMatchingFromSmatch
from smatchproof.reductions.from_smatch.lp import LpFromSmatch
from smatchproof.reductions.from_smatch.mps import MpsFromSmatch
from smatchproof.reductions.from_smatch.opb import OpbFromSmatch
from smatchproof.reductions.from_smatch.qap import QapFromSmatch
from smatchproof.reductions.from_smatch.wcnf import WcnfFromSmatch

FORMATS: dict[str, type[FromSmatch[Any, Any, Any]]] = {
    reduction.name: reduction
    for reduction in (
        LpFromSmatch,
        MpsFromSmatch,
        QapFromSmatch,
        CliqueFromSmatch,
        WcnfFromSmatch,
        OpbFromSmatch,
        GraphMatchingFromSmatch,
    )
}
"""The reductions by the names of their formats; each class has a ``suffix`` and a ``summary``."""
