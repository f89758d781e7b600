cimport cython

from smatchproof.problem.core.flat cimport Table, at, table_of

from smatchproof.problem.core.memory cimport (
    Room, find, give_back, indices, new_room, number, numbers, take, take_indices)

cdef number MOST_HALVES

cdef class Candidates:
    cdef Room room
    cdef readonly number rows, columns, candidates, halves, heaviest
    cdef readonly bint is_turned
    cdef bint has_originals
    cdef indices row, column, original, row_start, first, partner, mate
    cdef numbers alone, weight
    cdef number by_half

    cdef void _take_lists(self, number rows, number columns, number candidates, number halves) except *
    cpdef void fill(self, pairs, unary, matches) except *
    @cython.locals(p=number, h=number)
    cdef void _find_mates(self, indices free) noexcept nogil
    cdef void _take_weights(self, number by_half) except *
    cdef number place_halves(self, indices number, indices place) noexcept nogil
    cdef void copy_into(self, Candidates part, indices number, indices place) except *
    cdef number weight_between(self, number p, number q) noexcept nogil
    cpdef number value_of(self, columns) except *
    cdef number _value_of(self, numbers picked) noexcept nogil
    cdef number cell(self, number i, number j) noexcept nogil
    cpdef number candidate_at(self, number i, number j)
    cpdef place(self, number p)
    cpdef number original_number(self, number p)
    cdef number pair_number(self, number p) noexcept nogil
    @cython.locals(p=number)
    cpdef list pair_numbers(self, couple)
    cdef number line_number(self, number line) noexcept nogil
    cpdef partners(self, number p)
    cpdef number promise(self, number p)
    cpdef number counting_bound(self) except *
    @cython.locals(most=numbers, best=numbers, total=number, p=number, h=number, worth=number, other=number, weight=number)
    cdef number _count(self, indices line, number size) except *

@cython.locals(i=number, p=number, k=number, side=number)
cdef void _read_candidates(Candidates problem, Table pairs, Table unary, indices place) noexcept nogil
@cython.locals(k=number, weight=number, by_half=number)
cdef number _find_heaviest(Candidates problem, Table matches) noexcept nogil
@cython.locals(e=number, h=number, k=number, p=number)
cdef void _sort_halves(Candidates problem, Table matches, indices place, indices sorted_once, indices free) noexcept nogil
