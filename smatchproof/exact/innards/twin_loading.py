"""When the compiled twin of the plain relaxation is loaded: when it is asked for, and when it pays.

To load it takes half a second, as long as thousands of pairs of sentences take in plain Python; to compile it, once per
installation, ten. So a process first spends in plain Python about what it would have saved, and then loads it: however
many pairs are to come, it loses little. Answers do not depend on it.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from importlib.util import find_spec
from math import inf

TO_LOAD, TO_COMPILE = 1.0, 60.0
"""After so many seconds of plain search in one process the twin is loaded, or compiled if it has to be."""
TWIN = f"{__name__.rpartition('.')[0]}.compiled_relaxation"


@dataclass(slots=True)
class PlainTime:
    """Seconds that a process has `spent` on plain search, and how many are `due` before the twin is looked for."""

    spent: float = 0.0
    due: float = TO_LOAD


PLAIN_TIME = PlainTime()
"""Of this process."""


def load_if_it_pays() -> None:
    """Load the twin if so much was searched in plain Python that this pays; mostly there is nothing to do."""
    if PLAIN_TIME.spent >= PLAIN_TIME.due:
        PLAIN_TIME.due = inf if _is_loaded(PLAIN_TIME.spent >= TO_COMPILE) else max(PLAIN_TIME.spent, TO_COMPILE)


def _is_loaded(may_compile: bool) -> bool:
    """Load the twin, or compile it if that may be. Answers whether there is nothing left to be done."""
    if TWIN not in sys.modules and not find_spec("numba"):
        return True
    try:
        from smatchproof.exact.innards import compiled_relaxation as twin
    except (ImportError, RuntimeError):  # numba does not load, or there is no folder for what it compiles
        return True
    if may_compile or twin.is_kept():
        twin.compile_all()
    return twin.IS_COMPILED
