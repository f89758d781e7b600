cimport cython
from .linear_program cimport LinearProgram
from .star_bound cimport StarBound
from smatchproof.problem.core.memory cimport (
    copy_floats, find, floats, give_back, indices, marks, new_room, number, numbers, put_weight, Room, take,
    take_floats, take_indices, take_marks, weight_at, whole)

cdef class Position:
    cdef Room room
    cdef floats x, y, line_dual, slot_dual, clique_dual

cdef class CliqueProgram(LinearProgram):
    cdef readonly number cliques
    cdef number elements, singles
    cdef indices first_member, member, at
    cdef floats clique_dual, step_clique, dear, ahead

    @cython.locals(i=number, c=number, p=number, q=number, e=number, size=number, end=number)
    cpdef void add_cliques(self, elements, number singles, cliques) except *
    cdef number _match_between(self, number p, number q) noexcept nogil
    cpdef void inherit(self, CliqueProgram other)
    cdef void _place_others(self, CliqueProgram other, numbers place) noexcept nogil
    cdef bint _comes_before(self, number p, CliqueProgram other, number q) noexcept nogil
    cdef void _inherit_matches(self, CliqueProgram other, numbers place) noexcept nogil
    @cython.locals(p=number, q=number, part=double)
    cdef void _let_new_pay(self, marks is_known) noexcept nogil
    cpdef void restore(self, Position position)
    cpdef void decide(self, number p, bint is_forced)
    @cython.locals(p=number, fall=double)
    cdef void _move_candidates(self, floats line_excess, floats slot_excess, bint pays) noexcept nogil
    @cython.locals(e=number, fall=double)
    cdef void _move_matches(self, floats slot_excess) noexcept nogil

cdef double PRIMAL_WEIGHT, REACH

@cython.final
cdef class StarProgram(CliqueProgram):
    cdef readonly StarBound relaxation
    cdef readonly number unit, iterations, added
    cdef number total_weight

    cdef void _weigh(self) noexcept
    cpdef void advance(self, number iterations)
    @cython.locals(p=number, x=double)
    cpdef used(self, double least)
    @cython.locals(most=number, split=numbers, h=number, e=number, p=number, j=number)
    cpdef void split(self) except *
    @cython.locals(i=number, k=number, c=number, dual=number, paid=numbers)
    cdef void _pay_by_cliques(self) except *
    @cython.locals(p=number, h=number, rest=number)
    cdef void _split_rest(self, number e, number paid) noexcept
    cpdef list prices(self)
    cpdef void earn(self, number p, number more)
