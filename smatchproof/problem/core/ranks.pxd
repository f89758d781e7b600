# cython: language_level=3
cimport cython

from .memory cimport Room, number, numbers, take

@cython.locals(order=numbers, spare=numbers, count=numbers, largest=number, shift=number, found=number, last=number)
cdef number rank(Room room, numbers keys, number size, numbers different) except -1
cdef void sort_by_digit(
    numbers keys, number size, number shift, number bits, numbers order, numbers into, numbers count) noexcept nogil
