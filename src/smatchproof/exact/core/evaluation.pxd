# cython: language_level=3
cimport cython

from smatchproof.problem.core.memory cimport (
    Room, copy, copy_marks, give_back, indices, marks, new_room, number, numbers, take, take_indices, take_marks)
from .pricing cimport Pricing
from .star_bound cimport StarBound
from .whole cimport GONE, INSIDE, OUTSIDE

cdef number MOST_SLACK

@cython.final
cdef class Evaluation:
    cdef Room room
    cdef Pricing pricing
    cdef readonly number total
    cdef number starred
    cdef numbers row_dual, row_raise, column_dual, column_raise, dual
    cdef indices slack, star, line
    cdef marks state, terms

    cdef void _take_raises(self, Pricing pricing) except *
    cdef number _raise(self) noexcept
    @cython.locals(pricing=Pricing, k=number, p=number, slack=number)
    cpdef void note(self, StarBound part) except *
    cdef void _take_lists(self, number stars) except *
    @cython.locals(pricing=Pricing, p=number, k=number, listed=number)
    cdef number _list_stars(self, StarBound part, bint is_written) noexcept
    @cython.locals(pricing=Pricing, begin=number, end=number, k=number, h=number, i=number, q=number)
    cdef number _list_star(self, StarBound part, number p, number at, bint is_written, number listed) noexcept
    cdef number _list(self, bint is_written, number listed, number p, number line, number dual) noexcept nogil
    cdef list return_to(self, forced)
    cpdef void rest(self) except *
    @cython.locals(p=number)
    cpdef void mark_near(self, unsigned char[:] membership, number slack, unsigned char[:] near)
    @cython.locals(p=number, live=number, doomed=number)
    cpdef bint forbid(self, unsigned char[:] membership, number excess, number share)
