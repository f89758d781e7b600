"""Errors, files, limits, records and text, which every program needs. Nothing here depends on graphs.

Imports nothing of smatchproof. Begin with ``errors.py``: every error that a user sees has a place and a way out.

>>> from smatchproof.base.errors import InputError, Place
>>> str(InputError("expected ')'", Place("a.amr", 3, 7), "close the graph"))
"a.amr:3:7: expected ')'; close the graph"
"""

PLUGINS: list[str] = []
"""The names of modules. Each has ``HEURISTICS``, its methods by name. ``smatchproof/__init__.py`` names that of the
lab.
"""
