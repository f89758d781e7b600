cimport cython
from smatchproof.problem.core.memory cimport (
    give_back, indices, marks, new_room, number, numbers, Room, take, take_indices, take_marks)

cdef number MOST_DIGITS, COMMA, OPEN, CLOSE, MINUS, ZERO, NINE, END

@cython.final
cdef class StatedDuals:
    cdef Room room
    cdef number rows, columns, pairs, lines, number_listed, place, scale, total
    cdef numbers duals, star
    cdef indices listed
    cdef marks is_listed, is_required, is_stated
    cdef const unsigned char* text
    cdef bint is_accepted

    @cython.locals(k=number, side=number, text=bytes)
    cdef bint read(self, bytes line, number start, bint in_full, list required) except *
    @cython.locals(p=number, at=number, place=number)
    cdef void _forget(self) noexcept
    cdef void _read(self, bint in_full) noexcept
    cdef void _read_duals(self, number first, number end) noexcept
    @cython.locals(p=number, k=number, is_own=bint)
    cdef void _read_star(self, bint in_full) noexcept
    cdef void _add_dual(self, number p, number k, number dual, bint may_be_negative) noexcept
    @cython.locals(text=(cython.p_const_uchar), place=number, value=number, is_negative=bint, first=number, size=number)
    cdef number _number(self) noexcept
    cdef void _skip(self, number expected) noexcept
    cdef void _demand(self, bint condition) noexcept

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
