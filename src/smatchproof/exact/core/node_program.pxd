cimport cython
from libc.math cimport exp
from .assignment cimport Assignments
from .candidates cimport Candidates
from .linear_program cimport LinearProgram
from smatchproof.problem.core.memory cimport (
    find, give_back, indices, new_room, number, numbers, Room, take, take_indices, weight_at, whole)

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

cdef number FARTHEST, UNCOVERED, MOST_SLOTS
cdef double STEEPEST

@cython.final
cdef class NodeBound:
    cdef Room room
    cdef readonly NodeProgram program
    cdef readonly number bound
    cdef readonly number scale
    cdef Assignments outer
    cdef numbers dual, split

    cdef void _prove(self) except *
    cdef void _split(self, NodeProgram program, numbers split, numbers dual) noexcept nogil
    cdef void _pay_by_columns(self, NodeProgram program, numbers split, numbers dual) noexcept nogil
    cdef void _lay_out(self, NodeProgram program, Assignments outer, numbers dual) noexcept nogil
    cdef number slack(self, number p) noexcept nogil
    @cython.final
    cpdef number without(self, number line) noexcept nogil
    @cython.locals(dropped=number)
    cpdef number mark_kept(self, number target) noexcept
    cpdef list costs(self, number target, double rate)

cpdef double tree_cost(number gap, double rate) noexcept
