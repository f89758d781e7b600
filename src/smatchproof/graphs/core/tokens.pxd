cimport cython

from .named cimport of_three

@cython.locals(last=Py_ssize_t, begin=Py_ssize_t, tokens=list)
cpdef list tokens_of(str text, Py_ssize_t at)
cdef Py_ssize_t _end_of_spaces(str text, Py_ssize_t at) noexcept
cdef Py_ssize_t _end_of_symbol(str text, Py_ssize_t at) noexcept
@cython.locals(begin=Py_ssize_t)
cdef Py_ssize_t _end_of_value(str text, Py_ssize_t at) noexcept
@cython.locals(begin=Py_ssize_t)
cdef Py_ssize_t _end_of_suffix(str text, Py_ssize_t at) noexcept
@cython.locals(
    variables=list, concepts=list, edges=list, seen=set, not_yet_defined=list, above=list, source=Py_ssize_t,
    role=str, value=str, variable=str, closing=str, sign=str, number=Py_ssize_t)
cpdef graph_of_tokens(str root, str concept, list tokens, id)
