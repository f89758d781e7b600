"""Modules above the core that add something to it. The core imports none of them by itself."""

from __future__ import annotations

PLUGINS: list[str] = []
"""The names of modules. Each has ``HEURISTICS``, its methods by name. ``smatchproof/__init__.py`` names that of the
lab.
"""

SOURCE_VIEWS: list[str] = []
"""The names of modules. Each has ``view_of_map``, which shows on the page of a pair what it was reduced from."""
