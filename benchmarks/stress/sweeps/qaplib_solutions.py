"""Published solutions of QAPLIB, which its instances are solved against."""

from typing import NamedTuple


class QaplibSolution(NamedTuple):
    """The size of an instance, its optimum, and a permutation of its indexes, counted from 0."""

    size: int
    value: int
    permutation: tuple[int, ...]

    def of(self, problem):
        """The location of each facility.

        Files differ: most list the location of each facility, some the facility of each location. The one that has
        the value is taken, the former if both do.
        """
        inverse = tuple(self.permutation.index(index) for index in range(self.size))
        for candidate in (self.permutation, inverse):
            if problem.value(candidate) == self.value:
                return candidate
        raise ValueError(f"neither the permutation nor its inverse has the value {self.value}")


def read_qaplib_solution(text):
    """What a file says: n, the value, and a permutation of 1 to n."""
    size, value, *images = map(int, text.replace(",", " ").split())
    assert sorted(images) == [*range(1, size + 1)]
    return QaplibSolution(size, value, tuple(image - 1 for image in images))
