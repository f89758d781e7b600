# The same in compiled code: a list is a part of a block of memory, and a room is a chain of blocks.
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

cdef extern from *:
    """
    #ifndef SMATCHPROOF_BLOCK
    #define SMATCHPROOF_BLOCK 16384  /* bytes: the lists of a pair of sentences need one such block, mostly */
    #endif
    """
    const size_t SMATCHPROOF_BLOCK  # with 1, each list has a block of its own, whose bounds a sanitizer can check

ctypedef long long number
ctypedef long long* numbers
ctypedef int* indices
ctypedef double* floats
ctypedef unsigned char* marks

cdef struct Weights:  # one of both is NULL
    marks light
    numbers heavy

cdef struct Block:
    Block* before
    size_t used, size  # bytes

cdef struct Blocks:
    Block* last

ctypedef Blocks* Room

cdef inline Room new_room() except NULL:
    cdef Room room = <Room> malloc(sizeof(Blocks))
    if room == NULL:
        raise MemoryError
    room.last = NULL
    return room

cdef inline void* _take(Room room, size_t bytes) except NULL:
    cdef Block* block = room.last
    cdef bint is_large = bytes > SMATCHPROOF_BLOCK  # the system has zeros for it when it is first used
    if block == NULL or block.size - block.used < bytes:
        if is_large:
            block = <Block*> calloc(1, sizeof(Block) + bytes)
        else:
            block = <Block*> malloc(sizeof(Block) + SMATCHPROOF_BLOCK)
        if block == NULL:
            raise MemoryError
        block.before, block.used, block.size = room.last, 0, bytes if is_large else SMATCHPROOF_BLOCK
        room.last = block
    block.used += bytes
    cdef char* begin = <char*> (block + 1) + block.used - bytes
    if not is_large:
        memset(begin, 0, bytes)
    return begin

cdef inline numbers take(Room room, number size) except NULL:
    return <numbers> _take(room, size * sizeof(number))

cdef inline indices take_indices(Room room, number size) except NULL:
    return <indices> _take(room, (size + 1) // 2 * sizeof(number))  # what comes next begins where a number may

cdef inline floats take_floats(Room room, number size) except NULL:
    return <floats> _take(room, size * sizeof(double))

cdef inline void copy(numbers target, numbers source, number size) noexcept nogil:
    memcpy(target, source, size * sizeof(number))

cdef inline void give_back(Room room) noexcept:
    cdef Block* block
    if room != NULL:
        while room.last != NULL:
            block = room.last
            room.last = block.before
            free(block)
        free(room)

cdef inline marks take_marks(Room room, number size) except NULL:
    return <marks> _take(room, (size + 7) / 8 * 8)  # so that what comes next is aligned

cdef inline indices as_indices(numbers taken) noexcept nogil:
    return <indices> taken

cdef inline Weights take_weights(Room room, number size, number most) except *:
    cdef Weights taken
    cdef bint is_light = most < 256  # as a byte holds
    taken.light = take_marks(room, size) if is_light else NULL
    taken.heavy = NULL if is_light else take(room, size)
    return taken

cdef inline number weight_at(Weights weights, number k) noexcept nogil:
    return weights.heavy[k] if weights.light == NULL else weights.light[k]

cdef inline void put_weight(Weights weights, number k, number weight) noexcept nogil:
    if weights.light == NULL:
        weights.heavy[k] = weight
    else:
        weights.light[k] = <unsigned char> weight

cdef inline void copy_marks(marks target, marks source, number size) noexcept nogil:
    memcpy(target, source, size)

cdef inline number whole(double value, number least, number most) noexcept nogil:
    if value >= most:
        return most
    return <number> value if value > least else least

cdef inline void copy_floats(floats target, floats source, number size) noexcept nogil:
    memcpy(target, source, size * sizeof(double))

cdef inline number find(indices ordered, number wanted, number low, number high) noexcept nogil:
    cdef number end = high, middle
    while low < high:
        middle = (low + high) >> 1
        if ordered[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low if low < end and ordered[low] == wanted else -1
