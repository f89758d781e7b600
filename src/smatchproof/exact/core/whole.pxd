# cython: language_level=3
cimport cython

from .candidates cimport Candidates
from .climb cimport Climb
from smatchproof.problem.core.memory cimport (
    give_back, indices, marks, new_room, number, numbers, take, take_indices, take_marks)
from .star_bound cimport StarBound
from .star_program cimport StarProgram

cdef number OUTSIDE, INSIDE, GONE

cdef class Whole(Candidates):
    cdef public number scale
    cdef readonly number constant
    cdef marks state
    cdef object forced
    cdef numbers extra

    cdef void _find_mates(self, indices free) noexcept nogil
    cpdef void enter(self, unsigned char[:] membership, forced) except *
    @cython.locals(p=number, h=number)
    cdef list _force(self, forced)
    cpdef StarBound part(self)
    @cython.locals(found=(number[:]), p=number, k=number, size=number)
    cpdef members(self)
    cdef number _number_inside(self, indices number_of) noexcept nogil
    cdef void _fit(self, StarBound part) noexcept nogil
    cpdef StarProgram program(self, StarBound part)
    cpdef Climb climb(self, Candidates part)
    cpdef void compete(self, number p, unsigned char[:] membership)
