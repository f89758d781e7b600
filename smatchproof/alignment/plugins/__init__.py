"""Code of users by name: ``file.py:object``, ``package.module:object`` or an entry point of an installed package.

Nothing is loaded unless the user allowed it: by naming it on the command line or in a call from Python, or by
``--plugin``. Names in experiment files, certificates, maps and tables are looked up among what is allowed, and never
allow anything themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from smatchproof.alignment.on_demand import on_demand

if TYPE_CHECKING:
    from smatchproof.alignment.plugins.calling import NamedCallable, users_code
    from smatchproof.alignment.plugins.code import error_line, summary_of
    from smatchproof.alignment.plugins.entry_points import Group
    from smatchproof.alignment.plugins.table import (
        Allowed,
        NamedObject,
        adopt,
        allow,
        allow_name,
        allowed,
        find,
        forgotten,
        is_reference,
        known_names,
        register,
    )
else:
    __getattr__ = on_demand(
        __name__,
        {
            "calling": ("NamedCallable", "users_code"),
            "code": ("error_line", "summary_of"),
            "entry_points": ("Group",),
            "table": (
                "Allowed",
                "NamedObject",
                "adopt",
                "allow",
                "allow_name",
                "allowed",
                "find",
                "forgotten",
                "is_reference",
                "known_names",
                "register",
            ),
        },
    )

__all__ = [
    "Allowed",
    "Group",
    "NamedCallable",
    "NamedObject",
    "adopt",
    "allow",
    "allow_name",
    "allowed",
    "error_line",
    "find",
    "forgotten",
    "is_reference",
    "known_names",
    "register",
    "summary_of",
    "users_code",
]
