# cython: language_level=3
cimport cython

from .memory cimport Room, give_back, new_room, number, numbers, take

cdef number NO_CELL, NONE

@cython.final
cdef class DenseAssignment:
    cdef Room room
    cdef number rows, columns, length, leaver
    cdef bint is_full
    cdef numbers value, row_dual, column_dual, taken, owner, reached, distance, parent, is_done

    cdef void solve(self) noexcept nogil
    cdef number _most(self, number row) noexcept nogil
    cdef number _search(self, number start) noexcept nogil
    cdef void _change_duals(self) noexcept nogil
    cdef void _rematch(self, number start, number end) noexcept nogil
