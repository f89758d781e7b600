cimport cython

from smatchproof.graphs.core.named cimport fields, of_four, of_three

@cython.locals(
    index=dict, attributes=list, constants=list, relations=list, number=Py_ssize_t, inverse=Py_ssize_t, role=str,
    target=str, inverted=bint, is_distinct=bint)
cpdef smatch_triples(variables, concepts, edges, directions, values)
