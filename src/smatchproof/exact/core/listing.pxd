# cython: language_level=3
cimport cython

from .evaluation cimport Evaluation
from smatchproof.problem.core.memory cimport (
    Room, find, give_back, indices, marks, new_room, number, numbers, take, take_indices, take_marks)
from .pricing cimport BY_COLUMN, Pricing
from .whole cimport GONE, INSIDE, Whole

cdef number LIVE, FORCED

@cython.final
cdef class Listing:
    cdef Whole whole
    cdef Evaluation found
    cdef Room room
    cdef number excess, lines, size, number_forced
    cdef indices forced
    cdef numbers spare, dual, line, earned
    cdef marks is_live, is_listed

    @cython.locals(whole=Whole, found=Evaluation, p=number, i=number, j=number, k=number, spare=number)
    cdef void _begin(self) noexcept
    @cython.locals(whole=Whole, p=number, h=number)
    cdef void _pay_by_default(self) noexcept
    cdef number _default(self, number p, number q, number h) noexcept
    @cython.locals(p=number, q=number, dual=number)
    cdef void _list_ends(self, paid) except *
    cdef void _list(self, number p) noexcept
    cdef bint _sweep(self) noexcept
    @cython.locals(whole=Whole, h=number, q=number, rest=number)
    cdef void _leave_rest(self, number p) noexcept
    @cython.locals(
        whole=Whole, found=Evaluation, pricing=Pricing, h=number, q=number, k=number, line=number, share=number)
    cdef void _make_star(self, number p) noexcept
    @cython.locals(k=number)
    cdef number _place(self, number p) noexcept
    cdef void _pay(self, number line, number dual) noexcept
    cdef void _forget_star(self) noexcept
    @cython.locals(whole=Whole, found=Evaluation, p=number, k=number, line=number, end=number)
    cpdef duals(self)
    cdef number _count_duals(self) noexcept
