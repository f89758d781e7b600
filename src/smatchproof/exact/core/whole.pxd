# cython: language_level=3
cimport cython

from .candidates cimport Candidates
from .climb cimport Climb
from .evaluation cimport GONE, INSIDE, MOST_SLACK, OUTSIDE, Evaluation
from smatchproof.problem.core.memory cimport (
    Room, copy, copy_marks, give_back, indices, marks, new_room, number, numbers, take, take_indices, take_marks)
from .star_bound cimport Relaxation
from .star_program cimport StarProgram

cdef number BY_COLUMN, NEEDY, MOST_AID

cdef class Whole(Candidates):
    cdef public number scale
    cdef readonly number constant
    cdef marks state, rich, terms
    cdef object forced
    cdef numbers extra, excess, row_dual, column_dual, best

    cdef void _find_mates(self, indices free) noexcept nogil
    @cython.locals(p=number)
    cpdef void enter(self, unsigned char[:] membership, forced) except *
    @cython.locals(p=number, h=number)
    cdef list _force(self, forced)
    cpdef Relaxation part(self)
    @cython.locals(found=(number[:]), p=number, k=number, size=number)
    cpdef members(self)
    cdef number _number_inside(self, indices number_of) noexcept nogil
    cdef void _fit(self, Relaxation part) noexcept nogil
    cpdef StarProgram program(self, Relaxation part)
    cpdef Climb climb(self, Candidates part)
    cpdef void take_duals(self, Relaxation part)
    cdef void _find_rich(self) noexcept nogil
    cpdef void price_from_zero(self)
    @cython.locals(k=number, p=number, slack=number, rows=number)
    cpdef void help(self, Relaxation part)
    cdef number _needy_rows(self, number p) noexcept nogil
    cdef bint _is_needy(self, number p) noexcept nogil
    cdef number _unit(self) noexcept nogil
    cdef number _spare(self, number p) noexcept nogil
    cdef number _share(self, number p, number h) noexcept nogil
    cpdef void price(self, number first, number last)
    cpdef void price_needy(self, number first, number last)
    cdef void _price(self, number p) noexcept nogil
    cpdef void join(self, number most, unsigned char[:] membership) except *
    cdef void _offer(self, number p, numbers leaders, numbers sizes, number line, number most) noexcept nogil
    cdef bint _seems_better(self, number p, number q) noexcept nogil
    cdef number _distance(self, number p) noexcept nogil
    cpdef Evaluation evaluate(self, Relaxation part, number bound, Evaluation best=*)
    cdef void _note(self, Relaxation part, Evaluation found) except *
    cdef number _raise(self, Evaluation found) noexcept nogil
    @cython.locals(p=number, k=number, listed=number)
    cdef number _list_stars(self, Relaxation part, Evaluation found) noexcept nogil
    @cython.locals(begin=number, end=number, k=number, h=number, i=number, q=number)
    cdef number _list_star(self, Relaxation part, number p, number at, Evaluation found, number listed) noexcept nogil
    cdef number _list(self, Evaluation found, number listed, number p, number line, number dual) noexcept nogil
    @cython.locals(p=number)
    cpdef list return_to(self, Evaluation found, forced)
    cpdef void compete(self, number p, unsigned char[:] membership)
