# cython: language_level=3
cimport cython

from .memory cimport Room, give_back, new_room, number, numbers, take
from .undoable cimport Undoable

cdef number ALONE, FREE, OPTIONAL, NEEDED, DECIDED, INFINITY, LARGEST_DUAL

cdef class NestedAssignments:
    cdef Room room
    cdef Undoable values, duals, matches, counts, needs
    cdef tuple logs
    cdef readonly number cells, nodes, outer_cells, outer_nodes, level, levels
    cdef readonly bint has_drifted
    cdef readonly number inner_waiting
    cdef number total, outer_waiting, changes, search
    cdef numbers value, dual, match, count, need
    cdef numbers left, right, left_place, right_place, items, items_start, is_left, owner
    cdef numbers waiting_inner, waiting_outer, changed, is_changed, reached_in, distance, parent, reached, heads

    cdef void _list_cells(self) noexcept nogil
    cdef number _append(self, number v, number c) noexcept nogil
    @cython.locals(log=Undoable)
    cpdef void enter(self) except *
    @cython.locals(log=Undoable)
    cpdef void return_to(self, number level) except *
    cdef bint is_alive(self, number c) noexcept nogil
    cdef bint is_matched(self, number c) noexcept nogil
    cdef void release(self, number v) noexcept nogil
    cdef void credit(self, number owner, number amount) noexcept nogil
    cdef void revalue(self, number c, number value) noexcept nogil
    cdef void recheck(self, number c) noexcept nogil
    cdef void drop(self, number c) noexcept nogil
    cdef void _put_last(self, number v, number c, numbers place) noexcept nogil
    cdef number settle_changes(self) noexcept nogil
    cdef void settle_inner(self, number begin, number end) noexcept nogil
    @cython.locals(is_optional=bint)
    cdef void _settle_node(self, number v) noexcept nogil
    cdef void _match(self, number c) noexcept nogil
    cdef void _augment(self, number start) noexcept nogil
    cdef number _reach(self, number v, numbers across, number limit, number reached) noexcept nogil
    cdef number _nearest(self, number begin, number end) noexcept nogil
    cdef void _move_duals(self, number start, number length, number heads, number final) noexcept nogil
    cdef void _match_back(self, number start, number goal, numbers own, numbers across) noexcept nogil
