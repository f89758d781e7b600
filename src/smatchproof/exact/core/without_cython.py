"""What the sources use of the module ``cython``, for where Cython is not installed: it is needed to compile alone."""

from smatchproof.problem.core.without_cython import compiled as compiled, nogil as nogil
