# cython: language_level=3
from .candidates cimport Candidates
from .climb cimport NONE, Climb
from .memory cimport number, numbers, take
from .relaxation cimport Relaxation

cdef class Rounding(Climb):
    cdef Relaxation relaxation
    cdef bint is_fresh
    cdef numbers offered

    cdef void _take_lists(self, Candidates problem) except *
    cpdef number climb(self, number limit)
    cdef number _note_picks(self) noexcept nogil
    cdef void _begin_with_picks(self) noexcept nogil
    cdef void _improve(self, number limit) noexcept nogil
