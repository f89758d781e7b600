# cython: language_level=3
from .candidates cimport Candidates
from .memory cimport Room, give_back, new_room, number, numbers, take
from .node_program cimport NodeProgram

cpdef NodeProgram root_program(Candidates problem, bint is_full, double primal_weight)
cdef void sort_by_column(Candidates problem, numbers order, numbers start) noexcept nogil
cdef void number_column_slots(
    Candidates problem, numbers order, numbers latest, numbers column_slots, numbers column_slot) noexcept nogil
cdef number number_row_slots(
    Candidates problem, numbers column_slots, numbers first_slot, numbers row_slot, numbers column_slot) noexcept nogil
cdef void fill_candidates(NodeProgram program, Candidates problem, numbers first_slot) noexcept nogil
cdef void fill_matches(NodeProgram program, Candidates problem, numbers row_slot, numbers column_slot) noexcept nogil
