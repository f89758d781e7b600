# cython: language_level=3
cimport cython

from smatchproof.problem.core.memory cimport (
    Room, give_back, indices, marks, new_room, number, numbers, take, take_indices, take_marks)

from .stated_duals cimport StatedDuals

cdef number HEAVIEST, RANK_LISTED

@cython.final
cdef class Inequalities:
    cdef Room room
    cdef number rows, columns, pairs, lines, number_of_matches, total_weight
    cdef readonly number scale, total
    cdef numbers alone, slacks, ranks, weight, duals, star
    cdef indices row, column, one, other
    cdef marks has_weight, is_live
    cdef StatedDuals stated

    cpdef bint hold(self, bytes line, number start, bint in_full, list forced, list forbidden, list required) except *
    cpdef list pairs_from(self, number least)
    @cython.locals(k=number)
    cpdef list lines_from(self, number least)
    @cython.locals(p=number, i=number, j=number, k=number)
    cdef void _mark_live(self, list forced, list forbidden) except *
    cdef void _pay_stars(self) noexcept
    cdef number _paid(self, number p, number q) noexcept
    @cython.locals(h=number, p=number, q=number, rest=number, one=number, other=number, half=number)
    cdef bint _holds_by_default(self) noexcept
    cdef bint _holds_in_full(self) noexcept
    @cython.locals(are_apart=bint)
    cdef bint _are_compatible(self, number p, number q) noexcept
    cdef bint _is_affordable(self) noexcept
