# The same in compiled code: a room is a chain of blocks, a list is the numbers of one of them.
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

ctypedef long long number
ctypedef long long* numbers
ctypedef double* floats

cdef struct Block:
    Block* before
    long long is_aligned

ctypedef Block** Room

cdef inline Room new_room() except NULL:
    cdef Room room = <Room> calloc(1, sizeof(Block*))
    if room == NULL:
        raise MemoryError
    return room

cdef inline void* _block(Room room, size_t bytes) except NULL:
    cdef Block* block = <Block*> calloc(1, sizeof(Block) + bytes)
    if block == NULL:
        raise MemoryError
    block.before = room[0]
    room[0] = block
    return <void*> (block + 1)

cdef inline numbers take(Room room, number size) except NULL:
    return <numbers> _block(room, size * sizeof(number))

cdef inline floats take_floats(Room room, number size) except NULL:
    return <floats> _block(room, size * sizeof(double))

cdef inline void give_back(Room room) noexcept:
    cdef Block* block
    if room != NULL:
        while room[0] != NULL:
            block = room[0]
            room[0] = block.before
            free(block)
        free(room)

cdef inline void copy(numbers target, numbers source, number size) noexcept nogil:
    memcpy(target, source, size * sizeof(number))
