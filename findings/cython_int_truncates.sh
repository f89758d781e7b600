#!/usr/bin/env bash
# Guess: the annotation int means a Python integer, as when the module is not compiled: a float is kept as it is, or is a
#        TypeError, as for str.
# True:  Cython 3.3.1 compiles "def f(a: int)" to a function that truncates 2.7 to 2 without a word, and True to 1; the same
#        for cython.int, in loops over lists, too. Large integers stay exact under int. A string is a TypeError.
# Hurts: those who test the uncompiled module (2.7 comes back) and ship the compiled one: weights lose their fractions.
. "$(dirname "$0")/common.bash"
pypi cython==3.3.1 setuptools==80.9.0
cat > typed.py <<'PY'
import cython


def python_int(a: int):
    return a


def c_int(a: cython.int):
    return a


def total(values: list):
    result: cython.int = 0
    value: cython.int
    for value in values:
        result += value
    return result
PY
cp typed.py plain.py
cythonize -3 -i typed.py > log 2>&1
python - <<'PY' | seen 'Cython 3.3.1 compiled True
python_int 2.7 plain 2.7 compiled 2
python_int True plain True compiled 1
python_int 100000000000000000000 plain 100000000000000000000 compiled 100000000000000000000
c_int 2.7 plain 2.7 compiled 2
total [1.5, 2.5] plain 4.0 compiled 3
a string: TypeError'
from importlib.metadata import version

import plain
import typed

print("Cython", version("cython"), "compiled", typed.__file__.endswith(".so"))
for name, value in (("python_int", 2.7), ("python_int", True), ("python_int", 10**20), ("c_int", 2.7), ("total", [1.5, 2.5])):
    print(name, value, "plain", getattr(plain, name)(value), "compiled", getattr(typed, name)(value))
try:
    typed.python_int("2")
except TypeError as error:
    print("a string: TypeError")
PY
