# cython: language_level=3
cimport cython

from .flat cimport flat_of, numbers_of
from .memory cimport give_back, new_room, number, numbers, take
from .ranks cimport rank

@cython.locals(
    ends=number, pair=numbers, match=numbers, key=numbers, different=numbers, best=numbers, found=number, e=number,
    k=number, at=number)
cpdef best_matches(pairs, matches, number side, number size)
