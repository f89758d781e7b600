cimport cython
from .star_bound cimport StarBound
from smatchproof.problem.core.memory cimport (
    find, give_back, indices, new_room, number, numbers, put_weight, Room, take, take_indices, weight_at)

cdef class Relaxation(StarBound):
    cdef numbers is_picked
    cdef indices moves

    cdef void _take_lists(self, number rows, number columns, number candidates, number halves) except *
    cpdef void step(self, number aim)
    cdef void _earn(self, number p, number h, number amount) noexcept nogil
    cdef number _find_moves(self) noexcept nogil
    cdef void _mark_picks(self, number mark) noexcept nogil
    cpdef Relaxation part(self, const unsigned char[:] alive, number forced=*)
    cdef number _number_kept(self, const unsigned char[:] alive, number forced, indices number_of) noexcept nogil
    cdef void _force(self, Relaxation part, number forced, indices number_of) noexcept nogil

cdef class StarProof:
    cdef StarBound bound, root
    cdef Room room
    cdef indices is_listed
    cdef numbers cost

    cpdef tuple duals(self, forced)
    cdef void _choose_listed(self, number common) noexcept nogil
    cdef void _charge(self, number common) noexcept nogil
    cdef void _charge_rests(self, number p, number common) noexcept nogil
    cdef void _list_star(self, number p, number common, list stars) except *
    @cython.locals(f=number, pair=number, h=number, q=number, paid=number, at=number)
    cdef void _charge_forced(self, forced, number scale, list rows, list stars) except *
    cdef number _common(self) noexcept nogil
