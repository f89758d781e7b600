# cython: language_level=3
cimport cython

from smatchproof.problem.core.memory cimport number

cdef number OPEN, CLOSE, COMMA, MINUS, ZERO

@cython.locals(
    size=number, largest=number, rest=number, k=number, width=number, place=number, text=bytearray,
    letters=(cython.p_uchar))
cpdef bytearray json_of(const number[::1] numbers)
