cimport cython

from .flat cimport Table, at, flat_of, table_of
from .memory cimport give_back, new_room, number, numbers, take
from .ranks cimport rank

@cython.locals(
    count=number, ends=number, pair=Table, match=Table, best=numbers, key=number, e=number, k=number, p=number,
    weight=number)
cpdef list shared_most(pairs, matches, number side, number size)

@cython.locals(
    ends=number, pair=Table, match=Table, key=numbers, different=numbers, best=numbers, found=number, e=number,
    k=number)
cpdef best_matches(pairs, matches, number side, number size)
