cimport cython

from .candidates cimport Candidates
from smatchproof.problem.core.memory cimport (
    Room, give_back, indices, new_room, number, numbers, take, weight_at, Weights)

cdef number LEAST
cdef unsigned long long FACTOR, ADDEND

@cython.final
cdef class Tabu:
    cdef Room room
    cdef Candidates problem
    cdef readonly number rows, columns, cells, value, best_value, iteration
    cdef unsigned long long random
    cdef indices row, column, first, partner
    cdef Weights weight, alone
    cdef numbers candidate_at, gain, tabu_until, is_adjacent, place, best, holder

    cdef void _look_up(self) noexcept nogil
    cpdef void begin(self, columns, number seed) except *
    cdef void _stand(self) noexcept nogil
    cpdef void run(self, number iterations, number goal)
    cdef void _make(self, number i, number j) noexcept nogil
    cdef void _ban(self, number i, number j) noexcept nogil
    cdef number _draw(self, number below) noexcept nogil
    cdef number _spread(self, number i, number j, number sign) noexcept nogil
    cdef void _move(self, number i, number j) noexcept nogil
    cdef number _best_move(self) noexcept nogil
    cdef number _weight_between(self, number one, number other) noexcept nogil
    cdef bint _is_allowed(self, number i, number other, number j, number gain) noexcept nogil
