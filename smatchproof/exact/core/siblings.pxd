# cython: language_level=3
cimport cython

from .candidates cimport Candidates
from .node_program cimport NodeProgram
from smatchproof.problem.core.memory cimport (
    LANES, Room, find, give_back, lane_of, narrows, new_room, number, positive, set_lane, take_narrow, take_wide, wide,
    wides)

cdef number NONE
cdef double NEVER

cpdef number lanes()

@cython.final
cdef class Siblings:
    cdef Room room
    cdef NodeProgram base
    cdef wides x, y, earned, weight, line_dual, slot_dual
    cdef narrows step_x, step_y, step_line, step_slot

    cdef void _take(self, NodeProgram base, Room room) except *
    cdef void _copy_steps(self, NodeProgram base) noexcept nogil
    cpdef void begin(self, number lane, Candidates problem, number forced, number taken) noexcept
    @cython.locals(is_left=bint)
    cdef void _begin(self, NodeProgram base, number lane, number taken) noexcept nogil
    cdef void _earn(self, NodeProgram base, number lane, Candidates problem, number forced) noexcept nogil
    cpdef NodeProgram program(self, number lane, number taken)
    cpdef void lead(self, NodeProgram program, number lane, number taken) except *
    cdef void _put_back(self, NodeProgram base, number lane) noexcept nogil
    cpdef void iterate(self, number iterations) except *
    @cython.locals(dual=wide, new=wide, gradient=wide, old=wide, ahead=wide, reach=float)
    cdef void _move_candidates(self, NodeProgram base, wides line_excess, wides slot_excess, bint pays) noexcept nogil
    @cython.locals(asked=wide, new=wide, old=wide, ahead=wide, reach=float)
    cdef void _move_matches(self, NodeProgram base, wides slot_excess) noexcept nogil
    @cython.locals(reach=float)
    cdef void _pay(self, wides dual, narrows step, wides excess, number begin, number end) noexcept nogil
