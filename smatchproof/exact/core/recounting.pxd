# cython: language_level=3
cimport cython

from .memory cimport Room, give_back, new_room, number, numbers, take

@cython.locals(rows=number, columns=number, left=number, right=number, p=number, q=number)
cpdef recounted(problem, mapping)
