# cython: language_level=3
cimport cython

from .candidates cimport Candidates
from .memory cimport Room, give_back, new_room, number, numbers, take
from .nested_assignments cimport ALONE, DECIDED, NEEDED, OPTIONAL, NestedAssignments

cdef class Stars(NestedAssignments):
    cdef Candidates problem
    cdef Room slots_room
    cdef readonly number rows, columns, candidates, halves, scale
    cdef numbers row, column, first, partner, mate, weight, alone, row_slots, column_slots

    cdef number _number_slots(self, numbers line, number lines, number number, numbers start, numbers slot) except -1
    cdef void _lay_out(self, numbers row_slot, numbers column_slot) noexcept nogil
    cpdef void charge(self, number begin, number end)
    cpdef void settle_stars(self, number begin, number end)
    cpdef void begin_outer(self)
    cpdef number original(self, number p)
    cpdef bint may_stay_alone(self, number v)
    cdef number slack(self, number p) noexcept nogil
    cdef number evaluate(self) noexcept nogil
    cpdef list columns_of_rows(self)
    cpdef tuple listed_duals(self)
    cdef void _list_star(self, number p, list listed) except *
    cdef number _partner_in(self, number v) noexcept nogil
    cdef void forbid(self, number p) noexcept nogil
    cdef void require(self, number v, number need) noexcept nogil
    cdef void force(self, number p) noexcept nogil
    cdef void _keep_only(self, number v, number p) noexcept nogil
    cdef void choose(self, number v, number option) noexcept nogil
    cdef number fix_beyond(self, number spare, bint is_trial) noexcept nogil
