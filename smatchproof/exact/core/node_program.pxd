# cython: language_level=3
cimport cython

from .memory cimport Room, floats, give_back, indices, new_room, number, numbers, take, take_floats, take_indices

cdef number NONE
cdef double RELAXATION

@cython.final
cdef class NodeProgram:
    cdef Room room
    cdef readonly number rows, columns, lines, candidates, matches, own_slots
    cdef readonly bint is_full
    cdef double primal_weight, least
    cdef indices number, row, column, first_slot, is_kept, ends, slots
    cdef numbers earned, weight
    cdef floats x, step_x, y, step_y, line_dual, step_line, slot_dual, step_slot

    cdef void set_steps(self) noexcept nogil
    cpdef void iterate(self, number iterations) except *
    cdef void _move_candidates(self, floats line_excess, floats slot_excess) noexcept nogil
    @cython.locals(new=double)
    cdef void _move_matches(self, floats slot_excess) noexcept nogil
    cdef void _pay(self, floats dual, floats step, floats excess, number size) noexcept nogil
    cpdef NodeProgram child(self, number forced, number alone)
    cdef number _place_candidates(self, numbers place, number forced, number alone) noexcept nogil
    cdef number _mark_slots(self, numbers place, numbers slot_place) noexcept nogil
    cdef number _place_slots(self, numbers slot_place) noexcept nogil
    cdef void _copy_candidates(self, NodeProgram child, numbers place, numbers slot_place) noexcept nogil
    cdef void _copy_matches(
        self, NodeProgram child, numbers place, numbers slot_place, number forced) noexcept nogil
    cdef void _copy_lines(self, NodeProgram child, number forced) noexcept nogil
