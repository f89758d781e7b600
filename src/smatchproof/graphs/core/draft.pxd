cimport cython

from .named cimport of_three

@cython.final
cdef class Draft:
    cdef list variables, concepts, edges, not_yet_defined, above
    cdef set seen
    cdef Py_ssize_t source
    @cython.locals(edges=list)
    cdef bint add(self, str role, str variable, str value) except -1
    cdef bint close(self) except -1
    @cython.locals(number=Py_ssize_t)
    cdef graph(self, id)

cpdef graph_of_rest(str text, Py_ssize_t at, str root, str concept, id)
@cython.locals(last=Py_ssize_t, begin=Py_ssize_t)
cdef bint _is_read(str text, Py_ssize_t at, Draft draft) except -1
cdef Py_ssize_t _end_of_spaces(str text, Py_ssize_t at) noexcept
cdef Py_ssize_t _end_of_symbol(str text, Py_ssize_t at) noexcept
@cython.locals(begin=Py_ssize_t)
cdef Py_ssize_t _end_of_value(str text, Py_ssize_t at) noexcept
@cython.locals(begin=Py_ssize_t)
cdef Py_ssize_t _end_of_suffix(str text, Py_ssize_t at) noexcept
