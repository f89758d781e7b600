"""Code of users by name: ``file.py:object``, ``package.module:object`` or an entry point of an installed package.

Nothing is loaded unless the user allowed it: by naming it on the command line or in a call from Python, or by
``--plugin``. Names in experiment files, certificates, maps and tables are looked up among allowed objects, and never
allow anything themselves. All is in :mod:`smatchproof.plugins.table`, which is loaded when it is needed.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from smatchproof.plugins.table import *  # noqa: F403
else:

    def __getattr__(name: str) -> Any:
        """Load what code of users needs: a score without it should not wait."""
        return getattr(import_module(f"{__name__}.table"), name)
