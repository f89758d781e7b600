"""Reading what solvers write: the words of solutions, and pairs that have to be one-to-one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from smatchproof.base.errors import InputError, Place, quoted
from smatchproof.problem.problem import Pair
from smatchproof.reductions.words import Word, word_lines

HINT = "give the solution of the file that was exported from this pair"


def solution_lines(text: str, source: str, separators: str = r"\s") -> Iterator[list[Word]]:
    r"""The words of each line of a solution that has any.

    >>> [[word.text for word in line] for line in solution_lines("o 3\n\nv 1 -2", "out")]
    [['o', '3'], ['v', '1', '-2']]
    """
    return word_lines(text, source, HINT, separators)


@dataclass(slots=True)
class CompetitionOutput:
    """The output of a solver in the format of the SAT, MaxSAT and pseudo-Boolean competitions."""

    values: list[Word] = field(default_factory=list)
    objective: Word | None = None

    @classmethod
    def read(cls, text: str, source: str) -> CompetitionOutput:
        """The words of all ``v`` lines, and that of the last ``o`` line; other lines say nothing about the solution.

        Raises :class:`InputError` when there is no ``v`` line.
        """
        output, status, found = cls(), None, False
        for first, *rest in solution_lines(text, source):
            if first.text == "v":
                found = True
                output.values += rest
            elif first.text == "o" and rest:
                output.objective = rest[0]
            elif first.text == "s":
                status = first
        if not found and status is not None:
            says = status.line.text.strip()[1:].strip()
            raise status.error(
                f"no line with 'v' and a solution: the solver says {quoted(says)}", "solve the problem first"
            )
        if not found:
            raise InputError("expected a line that begins with 'v', found none", Place(source), HINT)
        return output


@dataclass(slots=True)
class OneToOne:
    """Pairs taken one after the other, and what took them; `names` are the foreign variables in words."""

    names: Mapping[str, str]
    left: dict[int, tuple[int, str]] = field(default_factory=dict)
    right: dict[int, tuple[int, str]] = field(default_factory=dict)

    def take(self, pair: Pair, name: str, word: Word) -> None:
        """Take a pair. Raises :class:`InputError` when its left or right variable has another partner."""
        left, right = pair
        for variable, partner, taken in ((left, right, self.left), (right, left, self.right)):
            other, by = taken.setdefault(variable, (partner, name))
            if other != partner:
                raise word.error(
                    f"no alignment: {by} ({self.names[by]}) and {name} ({self.names[name]}) exclude each other"
                )
