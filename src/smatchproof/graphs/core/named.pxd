# The same in compiled code: a tuple is allocated and its places are filled.
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_SET_ITEM

cdef extern from "Python.h":
    ctypedef struct PyTypeObject
    object PyType_GenericAlloc(PyTypeObject* kind, Py_ssize_t places)  # that of Cython takes another pointer

cdef inline void _put(object made, Py_ssize_t place, object value) noexcept:
    Py_INCREF(value)
    PyTuple_SET_ITEM(made, place, value)

cdef inline object of_three(kind, first, second, third):
    made = PyType_GenericAlloc(<PyTypeObject*> kind, 3)
    _put(made, 0, first)
    _put(made, 1, second)
    _put(made, 2, third)
    return made

cdef inline object of_four(kind, first, second, third, fourth):
    made = PyType_GenericAlloc(<PyTypeObject*> kind, 4)
    _put(made, 0, first)
    _put(made, 1, second)
    _put(made, 2, third)
    _put(made, 3, fourth)
    return made

cdef inline tuple fields(object made):
    return <tuple> made if isinstance(made, tuple) else tuple(made)
