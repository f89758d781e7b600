cimport cython

from .flat cimport Table, at, table_of
from .memory cimport give_back, new_room, number, numbers, take

@cython.locals(
    size=number, couples=number, pair=Table, alone=Table, match=Table, partner=numbers, is_used=numbers,
    total=object, i=number, p=number, k=number)
cpdef value(mapping, pairs, unary, matches)
