"""The core of the solver: one source, which runs as it is or is compiled ahead of time.

Compiled code computes with 64 bits. :func:`smatchproof.exact.core.forms.plain` gives the same modules uncompiled, for
numbers that are larger.
"""

from smatchproof.base.forms import prefer_newer_sources

prefer_newer_sources(__name__, __path__[0])
