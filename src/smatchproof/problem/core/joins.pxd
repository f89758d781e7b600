cimport cython

from .flat cimport flat_of, listed, put_ends, split
from .memory cimport give_back, new_room, number, numbers, take
from .ranks cimport rank

cdef class Joins:
    cdef readonly number width, pairs
    cdef readonly bint has_copies, is_product
    cdef public list alone, alone_worth, together, together_worth, same

    @cython.locals(found=dict, copies=dict, partners=list, variable=number, partner=number, row=number)
    cpdef void join_attributes(self, left, right) except *
    @cython.locals(found=dict, copies=dict, partners=list, source=number, target=number, partner=number, row=number)
    cpdef void join_relations(self, left, right) except *
    @cython.locals(other=number)
    cdef void _weigh(self, list worth, number copies, list others) except *
    cpdef tuple parts(self)
    cdef _pairs(self, numbers pair, number size)
    @cython.locals(k=number)
    cdef _unary(self, numbers ends, number size)
    cdef _matches(self, numbers ends, numbers together, number size, number couples)
