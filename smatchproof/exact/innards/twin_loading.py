"""When the compiled twin of the plain relaxation is loaded: when it is asked for, and when it pays.

To load it takes half a second, as long as thousands of pairs of sentences take in plain Python; to compile it, once per
installation, ten. So a process first spends in plain Python about what it would have saved, and then loads it: however
many pairs are to come, it loses little. A pair with a time limit does not wait for it. Answers do not depend on it.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from importlib.util import find_spec
from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # it loads numba
    from smatchproof.exact.innards.compiled_relaxation import CompiledNode

_log = logging.getLogger("smatchproof")

TO_LOAD, TO_COMPILE = 1.0, 60.0
"""After so many seconds of plain search in one process the twin is loaded, or compiled if it has to be."""


@dataclass(slots=True)
class Twin:
    """What a process knows of the twin.

    `node` is its class of nodes, as soon as all of it is compiled or loaded; `spent` are the seconds of search, and
    after `due` of them the twin is looked for. Threads share it: where two add to `spent` at once, one may be lost, so
    that the twin is loaded a little later.
    """

    node: type[CompiledNode] | None = None
    spent: float = 0.0
    due: float = TO_LOAD


TWIN = Twin()
"""That of this process."""


def load() -> None:
    """Compile the twin, or load what was compiled before; searches that begin from now on use it.

    Raises ``ImportError`` or ``RuntimeError`` where numba does not load, or has no folder for what it compiles.
    """
    from smatchproof.exact.innards import compiled_relaxation

    compiled_relaxation.compile_all()
    TWIN.node = compiled_relaxation.CompiledNode


def load_if_it_pays() -> None:
    """Load the twin if so much was searched without it that this pays; mostly there is nothing to do."""
    if TWIN.spent >= TWIN.due:
        TWIN.due = inf  # other threads go on in plain Python meanwhile
        if not _is_settled(may_compile=TWIN.spent >= TO_COMPILE):
            TWIN.due = TO_COMPILE


def _is_settled(may_compile: bool) -> bool:
    """Load the twin, compiling it only if that may be. Answers whether it need not be looked for again."""
    if not find_spec("numba"):
        return True
    try:
        from smatchproof.exact.innards import compiled_relaxation

        if not (may_compile or compiled_relaxation.is_kept()):
            return False
        load()
    except Exception as error:  # there is no folder for what is compiled, or numba was interrupted while it loaded
        _log.info("going on in plain Python: the compiled twin does not load (%s)", error)
        return True
    return True
