"""Numbers as JSON: a proof has millions, and Python needs half the time of the search to write them."""

from __future__ import annotations

from collections.abc import Sequence

try:
    import cython
except ImportError:
    from . import without_cython as cython

OPEN, CLOSE, COMMA, MINUS, ZERO = b"[],-0"


def json_of(numbers: Sequence[int]) -> bytearray:
    """Return an array of 64-bit integers above -2**63 as a JSON list without spaces.

    >>> from array import array
    >>> json_of(array("q", [0, -12, 345])), json_of(array("q"))
    (bytearray(b'[0,-12,345]'), bytearray(b'[]'))
    """
    size, largest = len(numbers), 0
    with cython.nogil:
        for k in range(size):
            rest = -numbers[k] if numbers[k] < 0 else numbers[k]
            if rest > largest:
                largest = rest
    width = 3  # a digit, a sign and a comma
    while largest > 9:
        largest //= 10
        width += 1
    text = bytearray(width * size + 2)
    letters, place = text, width * size + 1
    with cython.nogil:  # other threads may run
        letters[place] = CLOSE
        # from the end, since digits come in this order
        for k in range(size - 1, -1, -1):
            rest = -numbers[k] if numbers[k] < 0 else numbers[k]
            place -= 1
            letters[place] = ZERO + rest % 10
            while rest > 9:
                rest //= 10
                place -= 1
                letters[place] = ZERO + rest % 10
            if numbers[k] < 0:
                place -= 1
                letters[place] = MINUS
            if k > 0:
                place -= 1
                letters[place] = COMMA
        place -= 1
        letters[place] = OPEN
    del text[:place]
    return text
