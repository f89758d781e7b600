#!/usr/bin/env bash
# Guess: what Cython declares in cpython/*.pxd compiles without a warning where it is used as declared.
# True:  Cython 3.3.1 declares PyType_GenericAlloc(object type, Py_ssize_t nitems) in cpython.type, and hands a PyObject* to a
#        function of C that takes a PyTypeObject*: a warning of gcc up to 13, an error from gcc 14 on. With a declaration of
#        one's own, and a cast, it compiles without one.
# Hurts: those who allocate instances of Python classes in compiled code, and ship sources.
. "$(dirname "$0")/common.bash"
pypi cython==3.3.1 setuptools==80.9.0
cat > shipped.pyx <<'PY'
from cpython.type cimport PyType_GenericAlloc

def made(kind):
    return PyType_GenericAlloc(kind, 0)
PY
cat > own.pyx <<'PY'
cdef extern from "Python.h":
    ctypedef struct PyTypeObject
    object PyType_GenericAlloc(PyTypeObject* kind, Py_ssize_t places)

def made(kind):
    return PyType_GenericAlloc(<PyTypeObject*> kind, 0)
PY
{
    cython --version 2>&1
    for name in shipped own; do
        cython -3 "$name.pyx"
        include=$(python -c 'import sysconfig; print(sysconfig.get_paths()["include"])')
        if cc -c -fPIC -I"$include" -Werror=incompatible-pointer-types "$name.c" -o "$name.o" 2> "$name.log"; then
            echo "$name compiles"
        else
            echo "$name: $(grep -c 'PyType_GenericAlloc.*incompatible pointer' "$name.log") incompatible pointer"
        fi
    done
} | seen 'Cython version 3.3.1
shipped: 1 incompatible pointer
own compiles'
