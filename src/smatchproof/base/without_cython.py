"""Substitutes for the names of the module ``cython`` that the sources use, for installations without Cython."""

from __future__ import annotations

from contextlib import nullcontext

compiled = False
"""In compiled code this is the constant 1, and branches for plain code are left out."""
nogil = nullcontext()
"""In compiled code this lets other threads run."""
