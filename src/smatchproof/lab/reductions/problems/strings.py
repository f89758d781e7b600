"""Two strings of the same letters, cut into the same pieces."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations, product
from typing import ClassVar

from smatchproof.base.errors import InputError, Place
from smatchproof.base.text import many
from smatchproof.lab.reductions.problems.assignment import Permutation, check_permutation
from smatchproof.lab.reductions.words import word_lines

Letters = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CommonPartition:
    """Minimum common string partition, as the maximisation of preserved duos.

    Cut both strings into as few pieces as possible, such that both are made of the same pieces (Goldstein, Kolman &
    Zheng 2005, "Minimum common string partition problem: hardness and approximations"). A solution takes each position
    of the left string to one of the right with the same letter, one-to-one; where neighbours go to neighbours, in that
    order, a *duo* is preserved and no cut is needed. So n letters and d preserved duos make n - d pieces, and it is
    NP-hard to have the most duos even if no letter occurs more than twice.

    A string is a sequence of letters; letters are any strings. Raises ``ValueError`` if they are not the same.

    >>> problem = CommonPartition("abcab", "ababc")
    >>> best = problem.brute_force()
    >>> best, problem.value(best), problem.describe(best)
    ((2, 3, 4, 0, 1), 3, 'abc | ab')
    """

    left: Letters
    right: Letters

    goal: ClassVar[str] = "max"
    quantity: ClassVar[str] = "preserved duos"
    quantity_of_one: ClassVar[str] = "preserved duo"

    def __init__(self, left: Sequence[str], right: Sequence[str]) -> None:
        object.__setattr__(self, "left", tuple(left))
        object.__setattr__(self, "right", tuple(right))
        there, wanted = Counter(self.left), Counter(self.right)
        for letter in (*self.left, *self.right):
            if there[letter] != wanted[letter]:
                raise ValueError(
                    f"the strings need the same letters: {letter!r} occurs {many(there[letter], 'time')} in the left"
                    f" one and {many(wanted[letter], 'time')} in the right one"
                )

    def value(self, solution: Permutation) -> int:
        """The number of preserved duos. Raises ``ValueError`` unless it maps equal letters."""
        check_permutation(solution, len(self.left))
        if any(self.left[i] != self.right[j] for i, j in enumerate(solution)):
            raise ValueError(f"letters of different kinds are mapped to each other: {solution}")
        return sum(after == before + 1 for before, after in pairwise(solution))

    def brute_force(self) -> Permutation:
        """All ways to map equal letters."""
        return max(self._solutions(), key=self.value)

    def _solutions(self) -> Iterator[Permutation]:
        here, there = _positions(self.left), _positions(self.right)
        for orders in product(*(permutations(there[letter]) for letter in here)):
            images = [0] * len(self.left)
            for positions, order in zip(here.values(), orders, strict=True):
                for position, image in zip(positions, order, strict=True):
                    images[position] = image
            yield tuple(images)

    def pieces(self, solution: Permutation) -> list[list[int]]:
        """The pieces, each as its positions in the left string, in this order.

        >>> CommonPartition("abcab", "ababc").pieces((2, 3, 4, 0, 1))
        [[0, 1, 2], [3, 4]]
        """
        pieces: list[list[int]] = []
        for i in range(len(self.left)):
            if i == 0 or solution[i] != solution[i - 1] + 1:
                pieces.append([])
            pieces[-1].append(i)
        return pieces

    def written(self, piece: Iterable[int]) -> str:
        """The letters of the left string at these positions."""
        glue = "" if all(len(letter) == 1 for letter in self.left) else " "
        return glue.join(self.left[i] for i in piece)

    def describe(self, solution: Permutation) -> str:
        """The pieces, in the order of the left string: ``abc | ab``."""
        return " | ".join(map(self.written, self.pieces(solution)))


def _positions(letters: Letters) -> dict[str, list[int]]:
    positions: dict[str, list[int]] = defaultdict(list)
    for position, letter in enumerate(letters):
        positions[letter].append(position)
    return positions


def read_strings(text: str, source: str) -> CommonPartition:
    r"""Two strings, one a line: of signs, or of words where one of the lines has several. Takes linear time.

    Raises :class:`InputError`, and ``ValueError`` if the strings are not made of the same letters.

    >>> read_strings("abcab\nababc\n", "two.txt").right
    ('a', 'b', 'a', 'b', 'c')
    >>> read_strings("to be\nbe to\n", "two.txt").left
    ('to', 'be')
    >>> read_strings("ab\nba\nab\n", "three.txt")
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.InputError: three.txt:3:1: expected two strings, found 3; write one a line
      ab
      ^
    """
    hint = "write one a line"
    strings = [*word_lines(text, source, hint)]
    if len(strings) != 2:
        place = strings[2][0].place if len(strings) > 2 else Place(source)
        raise InputError(f"expected two strings, found {len(strings)}", place, hint)
    if all(len(words) == 1 for words in strings):
        return CommonPartition(*(words[0].text for words in strings))
    return CommonPartition(*([word.text for word in words] for words in strings))
