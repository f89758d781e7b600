cimport cython

@cython.locals(
    variables=list, concepts=list, edges=list, seen=set, not_yet_defined=list, above=list, source=Py_ssize_t,
    role=str, target=str, variable=str, sign=str, number=Py_ssize_t)
cpdef graph_of_tokens(str root, str concept, list tokens, id)
