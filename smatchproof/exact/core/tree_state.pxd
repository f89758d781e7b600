# cython: language_level=3
cimport cython
from libc.math cimport exp

from .candidates cimport Candidates
from .memory cimport Room, give_back, new_room, number, numbers, take
from .nested_assignments cimport DECIDED, INFINITY, NEEDED, OPTIONAL
from .stars cimport Stars

cdef number STEP_UNIT, WINDOW, TRIED_EVERY, LARGEST_EXPONENT

@cython.final
cdef class TreeState(Stars):
    cdef Room tree_room
    cdef public number incumbent
    cdef public bint is_fixing
    cdef readonly bint is_open, has_improved
    cdef readonly number least_bound
    cdef number step, patience, best_bound, window_bound, fruitless, iteration, last_iteration
    cdef numbers misused

    @cython.final
    cpdef number target(self) noexcept nogil
    cpdef void begin_node(self, number iterations, double step, number patience)
    @cython.locals(is_running=bint)
    cpdef bint improve(self, number iterations)
    cdef bint _iterate(self) noexcept nogil
    cdef bint _fix_all(self) noexcept nogil
    cdef number _find_misused(self) noexcept nogil
    cdef bint _is_agreed(self, number h) noexcept nogil
    cdef void _shift(self, number found, number step) noexcept nogil
    cdef bint _goes_on(self, number bound, number excess) noexcept nogil
    @cython.final
    cpdef number fix(self, bint is_trial) noexcept nogil
    @cython.final
    cpdef number best_branching(self) noexcept nogil
    cdef double _branching_cost(self, number v) noexcept nogil
    cdef double _child_cost(self, number bound) noexcept nogil
    cdef number _undecided(self, number begin, number end, numbers line) noexcept nogil
    cpdef void descend(self, number v, number option) except *
    @cython.final
    cpdef void close(self, number v, number option) noexcept nogil
    @cython.final
    cpdef number force_last(self) noexcept nogil
    @cython.final
    cpdef number settle(self) noexcept nogil
    cpdef list probe(self, number v)
    cdef number _bound_with(self, number v, number option) except *
