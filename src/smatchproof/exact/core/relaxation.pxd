# cython: language_level=3
from .star_bound cimport StarBound
from smatchproof.problem.core.memory cimport indices, number, numbers, take, take_indices

cdef class Relaxation(StarBound):
    cdef numbers is_picked
    cdef indices moves

    cdef void _take_lists(self, number rows, number columns, number candidates, number halves) except *
    cpdef void share_slack(self)
    cpdef void step(self, number aim)
    cdef void _earn(self, number p, number h, number amount) noexcept nogil
    cdef number _find_moves(self) noexcept nogil
    cdef void _mark_picks(self, number mark) noexcept nogil
    cpdef number undecided(self)
    cpdef number narrowest(self)
    cpdef Relaxation part(self, const unsigned char[:] alive, number forced=*)
    cdef number _number_kept(self, const unsigned char[:] alive, number forced, indices number_of) noexcept nogil
    cdef void _force(self, Relaxation part, number forced, indices number_of) noexcept nogil
