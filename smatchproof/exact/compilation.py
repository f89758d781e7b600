"""A call that was needed before the core was compiled ahead of time."""

from __future__ import annotations

import warnings

from smatchproof.exact.core.forms import is_compiled


def compile_search() -> bool:
    """Do nothing, and return whether the core is compiled. Deprecated: nothing is compiled at run time any more."""
    warnings.warn("compile_search() does nothing any more; leave it out", DeprecationWarning, stacklevel=2)
    return is_compiled()
