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

cdef inline void put(Table table, number k, number value) noexcept nogil:
    if table.narrow == NULL:
        table.wide[k] = value
    else:
        table.narrow[k] = <int> value

cdef inline array.array new_flat(number size, number total):
    cdef array.array flat = array.array("i" if size > 1 << 20 and total < 1 << 31 else "q")
    array.resize(flat, size)
    return flat

cdef inline array.array shortened(array.array flat, number size):
    array.resize(flat, size)
    return flat

ctypedef numbers Places  # a word for each 32 numbers: a bit for each of them, and above these the count of those before

cdef inline number ones(unsigned int bits) noexcept nogil:
    bits -= (bits >> 1) & 0x55555555
    bits = (bits & 0x33333333) + ((bits >> 2) & 0x33333333)
    return (((bits + (bits >> 4)) & 0x0F0F0F0F) * <unsigned int> 0x01010101) >> 24

cdef inline Places new_places(Room room, number size) except NULL:
    return take(room, (size >> 5) + 1)

cdef inline void mark(Places places, number key) noexcept nogil:
    places[key >> 5] |= <number> 1 << (key & 31)

cdef inline number count_marked(Places places, number size) noexcept nogil:
    cdef number k, before = 0
    for k in range((size >> 5) + 1):
        if places[k]:  # memory for what has no members is not taken
            places[k] |= before << 32
            before += ones(<unsigned int> places[k])
    return before

cdef inline number place_of(Places places, number key) noexcept nogil:
    cdef number word = places[key >> 5]
    return (word >> 32) + ones(<unsigned int> (word & ((<number> 1 << (key & 31)) - 1)))

cdef inline void put_marked(Places places, number size, number divisor, Table table) noexcept nogil:
    cdef number k, key, quotient = 0, place = 0
    cdef unsigned int bits
    for k in range((size >> 5) + 1):
        bits = <unsigned int> places[k]
        while bits:
            key = (k << 5) + ones(~bits & (bits - 1))
            bits &= bits - 1
            if key >= (quotient + 1) * divisor:
                quotient = key // divisor
            put(table, 2 * place, quotient)
            put(table, 2 * place + 1, key - quotient * divisor)
            place += 1
