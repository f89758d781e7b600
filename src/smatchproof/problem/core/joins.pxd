cimport cython

from smatchproof.graphs.core.named cimport fields

from .flat cimport (
    Places, Table, at, count_marked, mark, new_flat, new_places, place_of, put, put_marked, shortened, table_of)
from .memory cimport Room, give_back, new_room, number, numbers, take
from .ranks cimport rank

cdef number CHUNK

cdef class Joins:
    cdef readonly number width, pairs
    cdef readonly bint has_copies, is_product
    cdef public list alone, alone_worth, together, same
    cdef public number unit
    cdef number couples, copies

    @cython.locals(found=dict, copies=dict, partners=list, variable=number, partner=number, row=number, other=number)
    cpdef void join_attributes(self, left, right) except *
    @cython.locals(
        found=dict, copies=dict, partners=list, source=number, target=number, partner=number, row=number, other=number)
    cpdef void join_relations(self, left, right) except *
    cdef number _worth(self, number copies, number others) noexcept
    @cython.locals(key=number, size=number)
    cpdef tuple parts(self)
    @cython.locals(worth=list, k=number, p=number)
    cdef _unary(self, Places places, number size)
    @cython.locals(size=number, chunk=list)
    cdef _matches(self, Places places)
    @cython.locals(couples=number, before=number, span=number, variable=number, relation=tuple)
    cdef list _chunks(self)
    @cython.locals(couples=number, size=number, k=number, p=number, one=number, other=number, relation=tuple)
    cdef number _add(self, list chunk, Places places, Table matches, number first) except -1
    @cython.locals(
        k=number, j=number, row=number, is_turned=bint, partners=list, copies=number, others=list, partner=number)
    cdef void _list_couples(self, list chunk, numbers key, numbers worth) except *

@cython.locals(k=number)
cdef void _number_ends(Table matches, number size, Places places) noexcept nogil
