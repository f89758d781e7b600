# cython: language_level=3
cimport cython

from .linear_program cimport LinearProgram
from smatchproof.problem.core.memory cimport copy_floats, floats, indices, number, take_floats, take_indices

cdef class CliqueProgram(LinearProgram):
    cdef readonly number cliques
    cdef number elements, singles
    cdef indices first_member, member, at
    cdef floats clique_dual, step_clique, dear, ahead

    @cython.locals(i=number, c=number, p=number, q=number, e=number, size=number, end=number)
    cpdef void add_cliques(self, elements, number singles, cliques) except *
    cdef number _match_between(self, number p, number q) noexcept nogil
    cdef void inherit_cliques(self, CliqueProgram other) noexcept nogil
    cpdef tuple values(self)
    cpdef list matched(self)
    @cython.locals(p=number, fall=double)
    cdef void _move_candidates(self, floats line_excess, floats slot_excess, bint pays) noexcept nogil
    @cython.locals(e=number, fall=double)
    cdef void _move_matches(self, floats slot_excess) noexcept nogil
