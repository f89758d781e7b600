"""Reading QAPLIB: instances of quadratic assignment, and 0-1 matrices in the same format.

QAPLIB (Burkard, Karisch & Rendl 1997) writes nothing but integers, separated by any white space: an instance has
n and then two matrices of n x n entries. Some files have the best known value behind n, in line 1, which is read over.
Here commas separate too, and ``#`` starts a comment.
"""

from __future__ import annotations

from collections import Counter
from typing import NoReturn

from smatchproof.base.errors import InputError, quoted
from smatchproof.lab.reductions.problems.assignment import Matrix, MaxQap, QuadraticAssignment
from smatchproof.lab.reductions.words import Line, word_lines

_HINT = "a QAPLIB file has n and then two n x n matrices of whole numbers, nothing else"


def read_qaplib(text: str, source: str) -> QuadraticAssignment:
    r"""An instance of QAPLIB; the first matrix is taken for the flow. Raises :class:`InputError`. Linear time.

    >>> read_qaplib("2 10\n0 1\n1 0\n0 5\n5 0\n", "tiny.dat").distance  # 10 is the best known value
    ((0, 5), (5, 0))

    >>> read_qaplib("2\n\n0 1 1 0\n0 5\n5 0\n", "tiny.dat")
    QuadraticAssignment(flow=((0, 1), (1, 0)), distance=((0, 5), (5, 0)))
    >>> read_qaplib("2\n0 1 1 0\n0 x\n5 0\n", "tiny.dat")
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.InputError: tiny.dat:3:3: expected row 1, column 2 of the second matrix, found ...
      0 x
        ^
    """
    return QuadraticAssignment(*_matrices(Numbers(text, source, _HINT)))


def read_zero_one(text: str, source: str) -> MaxQap:
    r"""Two 0-1 matrices in the same format, for 0-1 Max-QAP. Raises :class:`InputError`. Takes linear time.

    >>> read_zero_one("2  0 1 1 0  0 1 0 0", "tiny.dat").b
    ((0, 1), (0, 0))
    >>> read_zero_one("1  0  7", "tiny.dat")
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.InputError: tiny.dat:1:7: expected row 1, column 1 of the second matrix from 0 to 1, ...
      1  0  7
            ^
    """
    return MaxQap(*_matrices(Numbers(text, source, _HINT), most=1))


def _matrices(numbers: Numbers, **range_: int) -> tuple[Matrix, Matrix]:
    size = numbers.whole("the size")
    numbers.skip_best_known(size)
    indexes = range(1, size + 1)

    def matrix(name: str) -> Matrix:
        where = f"row {{}}, column {{}} of the {name} matrix"
        return tuple(tuple(numbers.whole(where.format(i, k), **range_) for k in indexes) for i in indexes)

    both = matrix("first"), matrix("second")
    numbers.end(f"the end of the file after two {size} x {size} matrices")
    return both


class Numbers:
    r"""The integers of a text, one after the other. Reading one that is not there is a located error.

    Spaces, line ends and commas separate, ``#`` starts a comment. `hint` is for the error messages.

    >>> numbers = Numbers("3, 4 # three and four", "list.txt", "write numbers")
    >>> numbers.whole("the first"), numbers.whole("the second", least=0, most=9)
    (3, 4)
    >>> numbers.whole("the third")
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.InputError: list.txt:1:5: the file ends where the third was expected; write numbers
      3, 4 # three and four
          ^
    """

    def __init__(self, text: str, source: str, hint: str) -> None:
        self._start = Line((text.splitlines() or [""])[0], 1, source, hint)
        self._words = [word for line in word_lines(text, source, hint, r"\s,", "#") for word in line]
        self._next = 0

    def __bool__(self) -> bool:
        """Test whether there is another word."""
        return self._next < len(self._words)

    def whole(self, what: str, least: int = 0, most: int = 10**18 - 1) -> int:
        """The next number; `what` it is, in words. Raises :class:`InputError` if it is none, or out of its range."""
        if not self:
            place = self._words[-1].end if self._words else self._start.place()
            raise InputError(f"the file ends where {what} was expected", place, self._start.hint)
        word = self._words[self._next]
        self._next += 1
        return word.integer(least, most, what)

    def skip_best_known(self, size: int) -> None:
        """Read over a second number in line 1 if it is no entry: there is one too many, or line 2 has a whole row.

        Raises :class:`InputError` if the other numbers are one too few for two matrices.
        """
        lengths = Counter(word.line.number for word in self._words)
        first, second = [*lengths.values(), 0, 0][:2]
        spare = len(self._words) - 1 - 2 * size * size
        if first != 2 or not (spare == 1 or second == size > 1):
            return
        self._next += 1
        if spare == 0:
            hint = f"write two {size} x {size} matrices below line 1, or {size} alone in line 1"
            self.refuse("a best known value behind the size, and a number too few for two matrices", hint)

    def refuse(self, message: str, hint: str | None = None) -> NoReturn:
        """Raise an :class:`InputError` at the last number."""
        raise self._words[self._next - 1].error(message, hint)

    def end(self, expected: str) -> None:
        """Raise an :class:`InputError` if there is anything left."""
        if self:
            self._next += 1
            self.refuse(f"expected {expected}, found {quoted(self._words[self._next - 1].text)}")
