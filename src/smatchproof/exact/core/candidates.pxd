cimport cython

from smatchproof.problem.core.flat cimport Table, at, table_of

from smatchproof.problem.core.memory cimport (
    Room, Weights, find, give_back, indices, new_room, number, numbers, put_weight, take, take_indices, take_weights,
    weight_at)

cdef number MOST_HALVES

cdef class Candidates:
    cdef Room room
    cdef readonly number rows, columns, candidates, halves, heaviest
    cdef readonly bint is_turned
    cdef bint has_originals
    cdef indices row, column, original, row_start, first, partner, mate
    cdef Weights alone, weight

    cdef void _take_lists(self, number rows, number columns, number candidates, number halves) except *
    cpdef void fill(self, pairs, unary, matches) except *
    cpdef void read_candidates(self, pairs, unary) except *
    @cython.locals(p=number)
    cpdef void read_matches(self, matches) except *
    cdef void _take_earnings(self, Table unary) except *
    @cython.locals(p=number, h=number)
    cdef void _find_mates(self, indices free) noexcept nogil
    cdef number count_halves(self, indices number) noexcept nogil
    cdef void copy_into(self, Candidates part, indices number) except *
    cdef numbers take_gains(self, Room room) except NULL
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

@cython.locals(k=number, largest=number)
cdef number _largest(Table table, number size, number first, number step) noexcept nogil
@cython.locals(i=number, p=number, k=number, side=number)
cdef void _read_candidates(Candidates problem, Table pairs, Table unary) noexcept nogil
@cython.locals(k=number)
cdef void _move_back(indices start, number size) noexcept nogil
@cython.locals(e=number, h=number, k=number, p=number)
cdef void _sort_halves(Candidates problem, Table matches, indices place, indices sorted_once) noexcept nogil
