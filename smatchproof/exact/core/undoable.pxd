# cython: language_level=3
cimport cython

from .memory cimport Room, give_back, new_room, number, numbers, take

@cython.final
cdef class Undoable:
    cdef Room room, log_room
    cdef numbers now, written_in, stretch_of, begin, place, before
    cdef readonly number size, level, entries
    cdef number stretch, stretches, capacity

    cdef void put(self, number i, number number) noexcept nogil
    cdef void enter(self) except *
    cdef void return_to(self, number level) except *
    cdef void _reserve(self) except *
