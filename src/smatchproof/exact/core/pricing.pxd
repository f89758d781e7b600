cimport cython
from .candidates cimport Candidates
from .climb cimport Climb
from .star_bound cimport StarBound
from .star_program cimport StarProgram
from smatchproof.problem.core.memory cimport (
    as_indices, copy, give_back, indices, marks, new_room, number, numbers, put_weight, Room, take, take_indices,
    take_marks, weight_at, Weights)

cdef number OUTSIDE, INSIDE, GONE

cdef class Whole(Candidates):
    cdef public number scale
    cdef readonly number constant
    cdef marks state
    cdef object forced
    cdef numbers extra, scratch

    cdef numbers take_gains(self, Room room) except NULL
    cdef void _find_mates(self, indices free) noexcept nogil
    cpdef void enter(self, unsigned char[:] membership, forced) except *
    @cython.locals(p=number, h=number)
    cdef list _force(self, forced)
    @cython.locals(found=(number[:]), p=number, k=number, size=number)
    cpdef members(self)
    cdef number _number_inside(self, indices number_of) noexcept nogil
    cdef void _fit(self, StarBound part) noexcept nogil
    cpdef StarProgram program(self, StarBound part)
    cpdef Climb climb(self, Candidates part)
    cpdef void compete(self, number p, unsigned char[:] membership)

cdef number BY_COLUMN, NEEDY, MOST_AID

@cython.final
cdef class Pricing:
    cdef readonly Whole whole
    cdef Room room
    cdef number rows, columns, candidates, scale, unit
    cdef indices row, column, first, partner
    cdef marks state, rich, terms
    cdef Weights alone, weight
    cdef numbers extra, excess, row_dual, column_dual, best

    cdef void _take_lists(self, Whole whole) except *
    cpdef void take_duals(self, StarBound part)
    cdef void _find_rich(self) noexcept nogil
    @cython.locals(k=number, p=number, slack=number)
    cpdef void help(self, StarBound part)
    cdef number _needy_rows(self, number p) noexcept nogil
    cdef bint _is_needy(self, number p) noexcept nogil
    cdef number _spare(self, number p) noexcept nogil
    cdef number _share(self, number p, number h) noexcept nogil
    cpdef void price(self, number first, number last)
    cpdef void price_needy(self, number first, number last)
    cdef void _price(self, number p) noexcept nogil
    cpdef void join(self, number most, unsigned char[:] membership) except *
    cdef void _offer(self, number p, numbers leaders, numbers sizes, number line, number most) noexcept nogil
    cdef bint _seems_better(self, number p, number q) noexcept nogil
    cdef number _distance(self, number p) noexcept nogil
