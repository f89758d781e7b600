# cython: language_level=3
cimport cython

from .assignment cimport Assignments
from .candidates cimport Candidates
from smatchproof.problem.core.memory cimport Room, indices, number, numbers, take

@cython.final
cdef class Stars(Assignments):
    cdef number candidates, columns
    cdef indices first, partner, end_row, end_column
    cdef numbers crowded, crowded_columns, is_used, row_of, column_of, local

    cdef void take_stars(self, Room room, Candidates candidates) except *
    cdef void lay_out(self) noexcept nogil
    cdef void _lay_out_star(self, number p) noexcept nogil
    cdef number best_of(self, number p) noexcept nogil
