# cython: language_level=3
cimport cython

from .memory cimport Room, give_back, new_room, number, numbers, take

@cython.locals(left=number, right=number, p=number, q=number)
cpdef value_of(pairs, unary, matches, mapping, number width)
