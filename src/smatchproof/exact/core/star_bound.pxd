# cython: language_level=3
cimport cython

from .assignment cimport Assignments
from .candidates cimport Candidates
from smatchproof.problem.core.memory cimport (
    Room, copy, give_back, indices, new_room, number, numbers, take, take_indices)

cdef number SCALE

cdef class Relaxation(Candidates):
    cdef readonly number constant
    cdef public number scale
    cdef number changes
    cdef numbers half, worth, less, crowded, crowded_columns, is_changed, is_picked
    cdef indices changed, moves
    cdef numbers is_used, star_row, star_column, local
    cdef numbers kept_half, kept_star_rows, kept_star_columns, kept_rows, kept_columns
    cdef bint has_kept
    cdef Assignments outer, stars

    cdef void _take_lists(self, number rows, number columns, number candidates, number halves) except *
    cdef void _split(self) noexcept nogil
    cdef void _lay_out(self) noexcept nogil
    cdef void _lay_out_star(self, number p) noexcept nogil
    cpdef Relaxation part(self, const unsigned char[:] alive, number forced=*)
    cdef number _number_kept(self, const unsigned char[:] alive, number forced, indices number_of) noexcept nogil
    cdef void _force(self, Relaxation part, number forced, indices number_of) noexcept nogil
    cpdef number bound(self)
    cpdef number bound_near(self)
    cdef void _find_worths(self) noexcept nogil
    cdef number _star(self, number p) noexcept nogil
    cdef void _earn(self, number p, number h, number amount) noexcept nogil
    cdef void _note(self, number p) noexcept nogil
    cdef number slack(self, number p) noexcept nogil
    cpdef void share_slack(self)
    cpdef void step(self, number aim)
    cdef number _find_moves(self) noexcept nogil
    cdef void _mark_picks(self, number mark) noexcept nogil
    cpdef number undecided(self)
    cpdef number narrowest(self)
    cpdef void save(self) except *
    cpdef void restore(self)
