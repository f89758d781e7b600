# cython: language_level=3
from .candidates cimport Candidates
from .linear_program cimport LinearProgram
from smatchproof.problem.core.memory cimport find, give_back, indices, new_room, number, numbers, take, take_indices

cdef number NONE
cdef double REACH

cpdef NodeProgram root_program(Candidates problem, bint is_full, double primal_weight)

cdef class NodeProgram(LinearProgram):
    cdef indices number, is_kept

    cdef void _allocate(self, number candidates, number matches) except *
    cpdef NodeProgram child(self, number line, number other)
    cpdef void earn_beside(self, Candidates problem, number forced) noexcept
    cdef number _place_candidates(self, numbers place, number line, number other) noexcept nogil
    cdef number _mark_slots(self, numbers place, numbers slot_place) noexcept nogil
    cdef number _place_slots(self, numbers slot_place) noexcept nogil
    cdef void _copy_candidates(self, NodeProgram child, numbers place, numbers slot_place) noexcept nogil
    cdef void _copy_matches(self, NodeProgram child, numbers place, numbers slot_place) noexcept nogil
    cdef void _lead(
        self, NodeProgram child, numbers place, numbers slot_place, number line, number other) noexcept nogil
