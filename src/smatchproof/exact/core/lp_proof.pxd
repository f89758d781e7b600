cimport cython
from .candidates cimport Candidates
from .node_program cimport NodeBound, NodeProgram, UNCOVERED
from smatchproof.problem.core.memory cimport copy, give_back, new_room, number, numbers, take, weight_at

cdef number LISTED, FORCED

cdef class LpProof:
    cdef NodeBound cover

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

cdef number OPEN, CLOSE, COMMA, MINUS, ZERO

@cython.locals(
    size=number, largest=number, rest=number, k=number, width=number, place=number, text=bytearray,
    letters=(cython.p_uchar))
cpdef bytearray json_of(const number[::1] numbers)
