cimport cython

@cython.locals(
    index=dict, attributes=list, relations=list, number=Py_ssize_t, inverse=Py_ssize_t, role=str, target=str,
    read=tuple, inverted=bint)
cpdef smatch_triples(variables, concepts, edges, direction, value, without_suffix)
