cimport cython
from .pricing cimport BY_COLUMN, GONE, INSIDE, OUTSIDE, Pricing, Whole
from .star_bound cimport StarBound
from smatchproof.problem.core.memory cimport (
    copy, copy_marks, find, give_back, indices, marks, new_room, number, numbers, Room, take, take_indices, take_marks,
    weight_at)

cdef number MOST_SLACK

@cython.final
cdef class Evaluation:
    cdef Room room
    cdef Pricing pricing
    cdef readonly number total
    cdef number starred
    cdef numbers row_dual, row_raise, column_dual, column_raise, dual
    cdef indices slack, star, line
    cdef marks state, terms

    cdef void _take_raises(self, Pricing pricing) except *
    cdef number _raise(self) noexcept
    @cython.locals(pricing=Pricing, k=number, p=number, slack=number)
    cpdef void note(self, StarBound part) except *
    cdef void _take_lists(self, number stars) except *
    @cython.locals(pricing=Pricing, p=number, k=number, listed=number)
    cdef number _list_stars(self, StarBound part, bint is_written) noexcept
    @cython.locals(pricing=Pricing, begin=number, end=number, k=number, h=number, i=number, q=number)
    cdef number _list_star(self, StarBound part, number p, number at, bint is_written, number listed) noexcept
    cdef number _list(self, bint is_written, number listed, number p, number line, number dual) noexcept nogil
    cdef list return_to(self, forced)
    @cython.locals(p=number)
    cpdef void mark_near(self, unsigned char[:] membership, number slack, unsigned char[:] near)
    @cython.locals(p=number, live=number, doomed=number)
    cpdef bint forbid(self, unsigned char[:] membership, number excess, number share)

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
