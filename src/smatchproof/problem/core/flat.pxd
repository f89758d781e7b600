# The same in compiled code.
from cpython cimport array
from libc.string cimport memcpy

from .memory cimport Room, indices, number, numbers, take

cdef struct Table:  # one of both is NULL
    indices narrow
    numbers wide

cdef inline Table table_of(array.array flat, number size) except *:
    cdef Table table
    cdef bint is_narrow = flat.ob_descr.typecode == c"i"
    if not is_narrow and flat.ob_descr.typecode != c"q":
        raise TypeError("a flat list of numbers of another kind")
    if len(flat) != size:
        raise ValueError(f"a flat list of {len(flat)} numbers instead of {size}")
    table.narrow = flat.data.as_ints if is_narrow else NULL
    table.wide = NULL if is_narrow else flat.data.as_longlongs
    return table

cdef inline number at(Table table, number k) noexcept nogil:
    return table.wide[k] if table.narrow == NULL else table.narrow[k]

cdef inline bint is_narrow(numbers source, number size) noexcept nogil:
    cdef number k
    for k in range(size):
        if source[k] >> 31:
            return False
    return True

cdef inline array.array flat_of(numbers source, number size):
    cdef number k
    cdef array.array flat
    if size > 1 << 20 and is_narrow(source, size):
        flat = array.array("i")
        array.resize(flat, size)
        for k in range(size):
            flat.data.as_ints[k] = <int> source[k]
        return flat
    flat = array.array("q")
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
