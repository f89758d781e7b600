# cython: language_level=3
cimport cython
from libc.math cimport exp

from .assignment cimport Assignments
from smatchproof.problem.core.memory cimport Room, give_back, new_room, number, numbers, take, whole
from .node_program cimport NodeProgram

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
