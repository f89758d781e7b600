# cython: language_level=3, cdivision=True
# The same in compiled code.
from cpython cimport array
from libc.string cimport memcpy

from .memory cimport Room, new_room, number, numbers, take

cdef inline numbers numbers_of(array.array flat, number size) except? NULL:
    if flat.ob_descr.typecode != c"q":
        raise TypeError("a flat list of numbers of another kind")
    if len(flat) != size:
        raise ValueError(f"a flat list of {len(flat)} numbers instead of {size}")
    return flat.data.as_longlongs

cdef inline array.array flat_of(numbers source, number size):
    cdef array.array flat = array.array("q")
    array.resize(flat, size)
    memcpy(flat.data.as_voidptr, source, size * sizeof(number))
    return flat

cdef inline numbers listed(Room room, list source, number more) except NULL:
    cdef number k
    cdef numbers made = take(room, len(source) + more)
    for k in range(len(source)):
        made[k] = source[k]
    return made

cdef inline void split(numbers source, number size, number divisor, numbers into, number first) noexcept nogil:
    cdef number k
    for k in range(size):
        into[first + 2 * k] = source[k] // divisor
        into[first + 2 * k + 1] = source[k] % divisor

cdef inline void put_ends(numbers ends, number first, numbers matches, number size) noexcept nogil:
    cdef number k
    for k in range(size):
        matches[3 * k] = ends[first + 2 * k]
        matches[3 * k + 1] = ends[first + 2 * k + 1]
