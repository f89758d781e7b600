# cython: language_level=3
cimport cython

from smatchproof.problem.core.memory cimport (
    Room, give_back, indices, marks, new_room, number, numbers, take, take_indices, take_marks)

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
