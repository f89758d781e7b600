#!/usr/bin/env bash
# Guess: what changes with a compiled module is the range of cython.int; powers of such numbers are whole, cython.float is
#        Python's float, and -1 is less than 1.
# True:  with Cython 3.3.1 a ** b of two cython.int is a double (cpow is off): 3 ** 35 is not exact. cython.float is C's
#        float, with seven digits; Python's is float or cython.double. A cython.int is compared with a cython.uint as
#        unsigned: -1 < 1 is false. min, max and "a if c else b" of an int and a double are doubles. Not compiled, all are as
#        in Python.
# Hurts: those who type counts and weights, and test the plain module.
. "$(dirname "$0")/common.bash"
pypi cython==3.3.1 setuptools==80.9.0
cat > typed.py <<'PY'
import cython


def power(a: cython.int, b: cython.int):
    return a**b


def total(values: list):
    result: cython.float = 0
    for value in values:
        result += value
    return result


def total_double(values: list):
    result: cython.double = 0
    for value in values:
        result += value
    return result


def less(a: cython.int, b: cython.uint):
    return a < b


def larger(a: cython.int, b: cython.double):
    return max(a, b)
PY
cp typed.py plain.py
cythonize -3 -i typed.py > log 2>&1
python - <<'PY' | seen 'Cython 3.3.1 compiled True
power 3 35 plain 50031545098999707 compiled 5.0031545098999704e+16
total [0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1] plain 0.9999999999999999 compiled 1.0000001192092896
total_double [0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1] plain 0.9999999999999999 compiled 0.9999999999999999
less -1 1 plain True compiled False
larger 3 2.5 plain 3 compiled 3.0'
from importlib.metadata import version

import plain
import typed

print("Cython", version("cython"), "compiled", typed.__file__.endswith(".so"))
for name, arguments in (("power", (3, 35)), ("total", ([0.1] * 10,)), ("total_double", ([0.1] * 10,)), ("less", (-1, 1)), ("larger", (3, 2.5))):
    print(name, *arguments, "plain", getattr(plain, name)(*arguments), "compiled", getattr(typed, name)(*arguments))
PY
