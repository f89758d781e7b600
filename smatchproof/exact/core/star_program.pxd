# cython: language_level=3
cimport cython

from .memory cimport Room, copy_floats, floats, give_back, nearest, new_room, number, numbers, take, take_floats
from .relaxation cimport Relaxation

cdef double PRIMAL_WEIGHT

cdef class Position:
    cdef Room room
    cdef floats values

cdef class StarProgram:
    cdef readonly Relaxation relaxation
    cdef Room room
    cdef readonly number matches, iterations
    cdef readonly double unit
    cdef number rows, lines, candidates, halves
    cdef numbers row, column, first, partner, mate, weight
    cdef numbers other, slots, slot_line, match, row_slot, column_slot
    cdef numbers own_row, other_row, own_column, other_column, at_line
    cdef floats earns, value, x, x_sum, x_step, ahead, y, y_step
    cdef floats dual, dual_step, line_excess, price, price_step, slot_excess

    cdef void _take_numbers(self, number candidates, number halves) except *
    cdef void _take_floats(self, number candidates, number slots) except *
    cdef void _lay_out(self) noexcept nogil
    cdef number _lay_out_rows(self, number p, number slots) noexcept nogil
    cdef number _lay_out_columns(self, number p, number slots) noexcept nogil
    cdef void _begin(self) noexcept nogil
    cpdef void forget(self)
    cpdef void advance(self, number iterations)
    cdef void _move_candidates(self) noexcept nogil
    cdef void _move_matches(self) noexcept nogil
    cdef void _pay_lines(self) noexcept nogil
    @cython.locals(p=number, x=double)
    cpdef used(self, double least)
    cpdef void split(self)
    cpdef void inherit(self, StarProgram other)
    cdef number _order(self, number p, StarProgram other, number q) noexcept nogil
    cdef void _inherit_matches(self, number p, StarProgram other, number q) noexcept nogil
    cdef void _inherit_prices(self, number p, StarProgram other, number q) noexcept nogil
    cpdef Position keep(self)
    cpdef void recall(self, Position position)
    cpdef void decide(self, number p, bint is_forced)
    cpdef void earn(self, number p, number more)
