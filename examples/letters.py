"""Do two words share a letter?"""

from dataclasses import dataclass
from typing import ClassVar

from smatchproof.graphs.graph import Edge
from smatchproof.lab.reductions.reduction import Threshold, ToSmatch
from smatchproof.lab.reductions.registry import SourceProblem
from smatchproof.public import Graph, GraphPair


@dataclass(frozen=True)
class SharedLetter:
    """Two words; a solution is a letter that is in both."""

    left: str
    right: str
    yes: ClassVar[str] = "shared"
    no: ClassVar[str] = "nothing is shared"

    def verify(self, solution):
        return solution in self.left and solution in self.right

    def brute_force(self):
        return next((letter for letter in self.left if letter in self.right), None)

    def describe(self, solution):
        return solution


class SharedLetterToSmatch(ToSmatch):
    """Each letter becomes a variable with the letter as its concept, below a root without a mark of its own."""

    name, summary = "shared-letter", "do two words share a letter?"

    @classmethod
    def apply(cls, source, top="const"):
        pair = GraphPair(star("left", source.left), star("right", source.right), top)
        gadgets = {
            f"{side} v{number}": letter
            for side, word in (("left", source.left), ("right", source.right))
            for number, letter in enumerate(["the root", *word])
        }
        return cls(source, pair, Threshold(least=matched_without(pair) + 1), gadgets)

    def forward(self, solution):
        places = (word.index(solution) + 1 for word in (self.source.left, self.source.right))
        left, right = places
        return {"v0": "v0", f"v{left}": f"v{right}"}

    def read(self, alignment):
        words = " " + self.source.left, " " + self.source.right
        for left, right in alignment.items():
            letters = [word[int(name[1:])] for word, name in zip(words, (left, right))]
            if left != "v0" and letters[0] == letters[1]:
                return letters[0]
        return None


def star(side, word):
    """A root and a variable for each letter; the roles of the two sides have nothing in common."""
    variables = tuple(f"v{number}" for number in range(len(word) + 1))
    edges = tuple(Edge(0, f"{side}{number}", name) for number, name in enumerate(variables[1:], 1))
    return Graph(variables=variables, concepts=("word", *word), edges=edges)


def matched_without(pair):
    """The triples that the roots match by themselves: their concept and, where it is written, the TOP triple."""
    return 1 if pair.top == "none" else 2


def read(texts, options):
    """Two words, on one line."""
    words = texts[0].text.split()
    if len(words) != 2 or not all(word.isalpha() and len(set(word)) == len(word) for word in words):
        raise ValueError("expected two words without repeated letters")
    return SharedLetter(*words)


shared_letter = SourceProblem(SharedLetterToSmatch, "two words on one line", read)
