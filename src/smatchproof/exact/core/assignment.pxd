from smatchproof.problem.core.memory cimport indices, number, numbers, Room, take, take_indices

cdef number UNREACHED, REACHED, SETTLED

cdef class ShortestPaths:
    cdef numbers row_begin, row_end, row_dual, pick, waiting
    cdef numbers column_dual, owner, state, distance, from_row, by_edge, reached
    cdef indices column
    cdef numbers value

    cdef void take_lists(self, Room room, number rows, number columns, number edges) except *
    cdef void _augment(self, number start, number first_column) noexcept nogil
    cdef number _nearest(self, number first_column, number touched) noexcept nogil
    cdef void _change_duals(self, number start, number end, number first_column, number touched) noexcept nogil
    cdef void _reassign(self, number start, number goal) noexcept nogil
    cdef void _lower_columns(self, number rows, number columns) noexcept nogil

cdef number BIDS

cdef class Assignments(ShortestPaths):
    cdef number solve(self, number first_row, number rows, number first_column, number columns) noexcept nogil
    cdef number solve_near(self, number rows, number columns) noexcept nogil
    cdef number cover(self, number rows, number columns) noexcept nogil
    cdef void _match(self, number first_row, number rows, number first_column, number columns) noexcept nogil
    cdef number _total(self, number first_row, number rows, number first_column, number columns) noexcept nogil
    cdef number _bid(self, number row) noexcept nogil
