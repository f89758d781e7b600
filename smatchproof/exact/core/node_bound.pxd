# cython: language_level=3
cimport cython
from libc.math cimport exp

from .assignment cimport Assignments
from .memory cimport Room, floats, give_back, new_room, number, numbers, take, take_floats, whole
from .node_program cimport NodeProgram

cdef number FARTHEST, UNCOVERED, MOST_SLOTS
cdef double STEEPEST

@cython.final
cdef class NodeBound:
    cdef readonly NodeProgram program
    cdef readonly number bound
    cdef number scale
    cdef Assignments outer

    cdef void _prove(self) except *
    cdef void _split(self, NodeProgram program, numbers split, numbers dual) noexcept nogil
    cdef void _pay_by_columns(self, NodeProgram program, numbers split, numbers dual) noexcept nogil
    cdef void _lay_out(self, NodeProgram program, Assignments outer, numbers dual) noexcept nogil
    cdef number slack(self, number p) noexcept nogil
    @cython.final
    cpdef number without(self, number line) noexcept nogil
    @cython.locals(dropped=number)
    cpdef number keep(self, number target) noexcept
    @cython.locals(best=number, least=double)
    cpdef number cheapest_line(self, number target, double rate) except *
    cdef void _add_costs(
        self, NodeProgram program, number target, double rate, floats cost, numbers size) noexcept nogil

cdef double tree_cost(number gap, double rate) noexcept nogil
