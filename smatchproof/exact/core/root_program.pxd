# cython: language_level=3
cimport cython

from .candidates cimport Candidates
from .memory cimport Room, give_back, new_room, number, numbers, take
from .node_program cimport NodeProgram

@cython.final
cdef class Slots:
    cdef Room room
    cdef numbers first, row_slot, column_slot

    cdef void number_them(self, Candidates problem) except *
    cdef void _sort_by_column(self, Candidates problem, numbers order, numbers start) noexcept nogil
    cdef void _group(
        self, Candidates problem, numbers order, numbers leader, numbers followers, numbers latest) noexcept nogil
    cdef void _number_rows(
        self, Candidates problem, numbers leader, numbers followers, numbers free) noexcept nogil
    cdef void _number_columns(
        self, Candidates problem, numbers order, numbers leader, numbers followers, numbers free) noexcept nogil

cpdef NodeProgram root_program(Candidates problem, bint is_full, double primal_weight)
cdef void _fill_candidates(NodeProgram program, Candidates problem, Slots slots) noexcept nogil
cdef void _fill_matches(NodeProgram program, Candidates problem, Slots slots) noexcept nogil
