# cython: language_level=3
cimport cython
from libc.math cimport exp

from .assignment cimport Assignments
from .candidates cimport Candidates
from smatchproof.problem.core.memory cimport Room, copy, give_back, new_room, number, numbers, take, whole
from .node_program cimport NodeProgram

cdef number LISTED, FORCED, FARTHEST, UNCOVERED, MOST_SLOTS
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
    @cython.locals(p=number, q=number, h=number, dual=number)
    cpdef duals(self, Candidates problem, forced, number target)
    @cython.locals(p=number, q=number, k=number, before=number, dual=number, line=numbers, star=list)
    cpdef full_duals(self, Candidates problem, forced, list lines, number size)
    @cython.locals(p=number, k=number, size=number)
    cdef object _listed_stars(self, Candidates problem, number target, numbers status)
    @cython.locals(p=number, k=number, end=number)
    cdef void _write_stars(
        self, Candidates problem, numbers line, numbers dual, numbers is_listed, number[::1] stars) noexcept
    cdef void _find_lines(self, NodeProgram program, numbers line) noexcept nogil
    cdef void _pay_by_rows(self, NodeProgram program, number target, numbers slack, numbers dual, numbers needed) noexcept nogil
    cdef void _find_listed(
        self, NodeProgram program, number target, numbers slack, numbers dual, numbers is_listed,
        numbers rest) noexcept nogil
    @cython.locals(p=number, gain=number)
    cpdef list costs(self, number target, double rate)

cpdef double tree_cost(number gap, double rate) noexcept
