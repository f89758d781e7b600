# cython: language_level=3
cimport cython

from smatchproof.problem.core.memory cimport (
    Room, give_back, indices, marks, new_room, number, numbers, take, take_indices, take_marks)

cdef number OUTSIDE, INSIDE, GONE, MOST_SLACK

cdef class Evaluation:
    cdef Room room
    cdef readonly number total
    cdef number starred
    cdef numbers row_dual, row_raise, column_dual, column_raise, dual
    cdef indices slack, star, line
    cdef marks state, terms

    cdef void _take_lists(self, number candidates, number stars) except *
    cpdef void rest(self) except *
    @cython.locals(p=number)
    cpdef void mark_near(self, unsigned char[:] membership, number slack, unsigned char[:] near)
    @cython.locals(p=number, live=number, doomed=number)
    cpdef bint forbid(self, unsigned char[:] membership, number excess, number share)
