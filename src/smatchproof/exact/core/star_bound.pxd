cimport cython
from .assignment cimport Assignments
from .candidates cimport Candidates
from smatchproof.problem.core.flat cimport Table
from smatchproof.problem.core.memory cimport (
    copy, indices, number, numbers, Room, take, take_indices, take_weights, weight_at, Weights)

@cython.final
cdef class Stars(Assignments):
    cdef number candidates, columns
    cdef indices first, partner, end_row, end_column
    cdef numbers crowded, crowded_columns, is_used, row_of, column_of, local

    cdef void take_stars(self, Room room, Candidates candidates) except *
    cdef void lay_out(self) noexcept nogil
    cdef void _lay_out_star(self, number p) noexcept nogil
    cdef number best_of(self, number p) noexcept nogil

cdef number MOST_WEIGHT, SCALE

cdef class StarBound(Candidates):
    cdef readonly number constant
    cdef public number scale
    cdef number changes
    cdef numbers half, worth, less, is_changed
    cdef indices changed
    cdef numbers kept_half, kept_star_rows, kept_star_columns, kept_rows, kept_columns
    cdef bint has_kept
    cdef Assignments outer
    cdef Stars stars

    cdef void _take_lists(self, number rows, number columns, number candidates, number halves) except *
    cdef void _take_earnings(self, Table unary) except *
    cdef void _split(self) noexcept nogil
    cdef void _lay_out(self) noexcept nogil
    cpdef number bound(self)
    cpdef number bound_near(self)
    cdef void _find_worths(self) noexcept nogil
    cdef void _note(self, number p) noexcept nogil
    cdef number slack(self, number p) noexcept nogil
