# cython: language_level=3
from .memory cimport Room, copy, give_back, new_room, number, numbers, take
from .relaxation cimport SCALE, Relaxation

cdef number _NONE, _UNKNOWN

cdef class Rounding:
    cdef Relaxation relaxation
    cdef Room room
    cdef readonly number value
    cdef number rows, columns, candidates
    cdef numbers row, column, row_start, first, partner, weight, gain, by_row, by_column
    cdef numbers half, mate, merit, is_open, best_of_row

    cpdef number climb(self, number limit)
    cpdef number dive(self, number limit)
    cdef void _begin(self) noexcept nogil
    cdef void _begin_with_picks(self) noexcept nogil
    cdef void _take(self, number p) noexcept nogil
    cdef void _leave(self, number p) noexcept nogil
    cdef void _improve(self, number limit) noexcept nogil
    cdef void _try(self, number p, number old, number evicted) noexcept nogil
    cdef void _change(self, number p, number old, number evicted, number repair) noexcept nogil
    cdef void _dive(self) noexcept nogil
    cdef number _next(self) noexcept nogil
    cdef void _promise(self, number p) noexcept nogil
    cdef void _find_best(self, number i) noexcept nogil
    cdef void _close(self, number p, number best) noexcept nogil
