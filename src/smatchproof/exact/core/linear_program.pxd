cimport cython

from .candidates cimport Candidates
from smatchproof.problem.core.memory cimport (
    Room, floats, give_back, indices, new_room, number, numbers, take, take_floats, take_indices, weight_at, whole)

cdef class LinearProgram:
    cdef Room room
    cdef readonly number rows, columns, lines, candidates, matches, size
    cdef readonly bint is_full
    cdef double primal_weight, reach
    cdef indices row, column, first_slot, ends, slots
    cdef numbers earned, weight
    cdef floats x, step_x, x_sum, y, step_y, line_dual, step_line, slot_dual, step_slot

    cdef void _allocate(self, number candidates, number matches) except *
    cdef void _take_slots(self, number size) except *
    cpdef void fill(self, Candidates problem) except *
    cdef void _fill(self, Candidates problem, numbers match) noexcept nogil
    cdef void _set_steps(self) noexcept nogil
    cpdef void iterate(self, number iterations) except *
    @cython.locals(dual=double, new=double)
    cdef void _move_candidates(self, floats line_excess, floats slot_excess, bint pays) noexcept nogil
    @cython.locals(new=double)
    cdef void _move_matches(self, floats slot_excess) noexcept nogil
    cdef void _pay(self, floats dual, floats step, floats excess, number begin, number end) noexcept nogil
    cdef void share_out(self, numbers split, number scale, number beyond) noexcept nogil
    cdef number _share_of(self, number e, number scale, number most, number beyond) noexcept nogil

cdef number _number_slots(LinearProgram program, Candidates problem, numbers match, numbers at) noexcept nogil
