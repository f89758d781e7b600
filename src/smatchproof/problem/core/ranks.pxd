cimport cython

from .memory cimport give_back, indices, new_room, number, numbers, take, take_indices

@cython.locals(
    order=indices, spare=indices, place=numbers, largest=number, found=number, last=number, k=number, key=number, p=number,
    bits=number)
cdef number rank(numbers keys, number size, numbers different) except -1
@cython.locals(largest=number, shift=number)
cdef indices sorted_by_keys(
    numbers keys, number size, number bits, indices order, indices spare, numbers count) noexcept nogil
cdef void sort_by_digit(
    numbers keys, number size, number shift, number bits, indices order, indices into, numbers count) noexcept nogil
