# cython: language_level=3
cimport cython

from smatchproof.problem.core.memory cimport Room, find, give_back, indices, new_room, number, numbers, take, take_indices
from .star_bound cimport StarBound

cdef class StarProof:
    cdef StarBound bound, root
    cdef Room room
    cdef indices is_listed
    cdef numbers cost

    cpdef tuple duals(self, forced, number most=*)
    cdef void _choose_listed(self, number common, number most) noexcept nogil
    cdef void _charge(self, number common) noexcept nogil
    cdef void _charge_rests(self, number p, number common) noexcept nogil
    cdef void _list_star(self, number p, number common, list stars) except *
    @cython.locals(f=number, pair=number, h=number, q=number, paid=number, at=number)
    cdef void _charge_forced(self, forced, number scale, list rows, list stars) except *
    cdef number _common(self) noexcept nogil
