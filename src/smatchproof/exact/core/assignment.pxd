# cython: language_level=3
from .shortest_paths cimport ShortestPaths
from smatchproof.problem.core.memory cimport number, numbers

cdef number BIDS

cdef class Assignments(ShortestPaths):
    cdef number solve(self, number first_row, number rows, number first_column, number columns) noexcept nogil
    cdef number solve_near(self, number rows, number columns) noexcept nogil
    cdef number cover(self, number rows, number columns) noexcept nogil
    cdef void _match(self, number first_row, number rows, number first_column, number columns) noexcept nogil
    cdef number _total(self, number first_row, number rows, number first_column, number columns) noexcept nogil
    cdef number _bid(self, number row) noexcept nogil
