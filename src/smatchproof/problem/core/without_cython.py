"""What the sources use of the module ``cython``, for where Cython is not installed: it is needed to compile alone."""

from __future__ import annotations

from contextlib import nullcontext

compiled = False
"""In compiled code this is the constant 1, and what is not for compiled code is left out."""
nogil = nullcontext()
"""Compiled code lets other threads run meanwhile."""
