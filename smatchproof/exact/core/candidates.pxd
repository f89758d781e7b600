# cython: language_level=3
cimport cython

from smatchproof.problem.core.flat cimport numbers_of

from smatchproof.problem.core.memory cimport Room, copy, find, give_back, new_room, number, numbers, take

cdef class Candidates:
    cdef Room room
    cdef readonly number rows, columns, candidates, halves, heaviest
    cdef readonly bint is_turned
    cdef numbers row, column, alone, original, row_start, first, partner, mate, weight

    cdef void _take_lists(self, number rows, number columns, number candidates, number halves) except *
    cpdef void fill(self, pairs, unary, matches) except *
    cdef void _read_candidates(self, numbers pairs, numbers unary) noexcept nogil
    cdef void _order_candidates(self, numbers place) except *
    cdef void _turn_candidates(self, numbers place, numbers left, numbers right, numbers alone) noexcept nogil
    cdef void _read_matches(self, numbers matches, numbers place, numbers ends, numbers weights) noexcept nogil
    cdef void _sort_halves(
        self, numbers ends, numbers weights, numbers sorted_once, numbers half_at, numbers free) noexcept nogil
    cdef number place_halves(self, numbers number, numbers place) noexcept nogil
    cdef void copy_into(self, Candidates part, numbers number, numbers place) noexcept nogil
    cdef number weight_between(self, number p, number q) noexcept nogil
    cdef number cell(self, number i, number j) noexcept nogil
    @cython.locals(i=number)
    cpdef number value_of(self, columns) except *
    cdef number _value_of(self, numbers picked) noexcept nogil
    cpdef number candidate_at(self, number i, number j)
    cpdef place(self, number p)
    cpdef number original_number(self, number p)
    cdef number pair_number(self, number p) noexcept nogil
    cdef number line_number(self, number line) noexcept nogil
    cpdef numbers_in_proofs(self)
    cpdef partners(self, number p)
    cpdef number promise(self, number p)
