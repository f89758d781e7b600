# cython: language_level=3
from .candidates cimport Candidates
from .climb cimport NONE, Climb
from smatchproof.problem.core.memory cimport indices, number, numbers, take
from .star_bound cimport StarBound

cdef number UNKNOWN

cdef class Rounding(Climb):
    cdef StarBound relaxation
    cdef bint is_fresh
    cdef indices mate, row_start
    cdef numbers half, merit, is_open, best_of_row, offered

    cdef void _take_lists(self, Candidates problem) except *
    cpdef number climb(self, number limit)
    cpdef number dive(self, number limit)
    cdef number _note_picks(self) noexcept nogil
    cdef void _begin_with_forced(self) noexcept nogil
    cdef void _begin_with_picks(self) noexcept nogil
    cdef void _improve(self, number limit) noexcept nogil
    cdef void _dive(self) noexcept nogil
    cdef number _next(self) noexcept nogil
    cdef void _promise(self, number p) noexcept nogil
    cdef void _find_best(self, number i) noexcept nogil
    cdef void _close(self, number p, number best) noexcept nogil
