cimport cython
from .candidates cimport Candidates
from .star_bound cimport StarBound
from smatchproof.problem.core.memory cimport (
    copy, give_back, indices, new_room, number, numbers, Room, take, weight_at, Weights)

cdef number NONE

cdef class Climb:
    cdef Candidates problem
    cdef Room room
    cdef readonly number value
    cdef number rows, columns, candidates, heaviest
    cdef indices row, column, first, partner
    cdef Weights alone, weight
    cdef numbers gain, by_row, by_column, kept

    cdef void _take_lists(self, Candidates problem) except *
    @cython.locals(p=number)
    cpdef void begin(self, wanted) except *
    cpdef void begin_near(self, wanted) except *
    cpdef columns_of(self, bint is_kept=*)
    cpdef number sweep(self, number first, number last)
    cdef void _sweep(self, number first, number last) noexcept nogil
    cdef void _begin(self) noexcept nogil
    cdef void _add(self, number p) noexcept nogil
    cdef void _choose(self, number p) noexcept nogil
    cdef void _leave(self, number p) noexcept nogil
    cdef void _try(self, number p, number old, number evicted) noexcept nogil
    cdef void _change(self, number p, number old, number evicted, number repair) noexcept nogil

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
