# cython: language_level=3
cimport cython

from .candidates cimport Candidates
from smatchproof.problem.core.memory cimport Room, copy, give_back, indices, new_room, number, numbers, take

cdef number NONE

cdef class Climb:
    cdef Candidates problem
    cdef Room room
    cdef readonly number value
    cdef number rows, columns, candidates, heaviest, by_half
    cdef indices row, column, first, partner
    cdef numbers alone, weight, gain, by_row, by_column, kept

    cdef void _take_lists(self, Candidates problem) except *
    @cython.locals(p=number)
    cpdef void begin(self, wanted) except *
    cpdef void begin_near(self, wanted) except *
    cpdef void save(self)
    cpdef columns_of(self, bint is_kept=*)
    cpdef number sweep(self, number first, number last)
    cdef void _sweep(self, number first, number last) noexcept nogil
    cdef void _begin(self) noexcept nogil
    cdef void _add(self, number p) noexcept nogil
    cdef void _choose(self, number p) noexcept nogil
    cdef void _leave(self, number p) noexcept nogil
    cdef void _try(self, number p, number old, number evicted) noexcept nogil
    cdef void _change(self, number p, number old, number evicted, number repair) noexcept nogil
