"""Substitutes for the names of the module ``cython`` that the sources use, for installations without Cython."""

from smatchproof.problem.core.without_cython import compiled as compiled, nogil as nogil
