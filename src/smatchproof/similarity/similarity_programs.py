"""The similarities of other programs, where these differ from ours."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from smatchproof.similarity.similarity import VectorSimilarity, cosine, signature_label

_HAS_DIGIT = re.compile(r".*[0-9]")


@dataclass(frozen=True, slots=True)
class S2matchPySimilarity(VectorSimilarity):
    """The similarity of ``s2match.py`` (Opitz, Parcalabescu & Frank, TACL 2020; commit 711a231 of their suite).

    It differs from ``VectorSimilarity`` in these rules. A value with a hyphen and a digit
    anywhere has a sense, which is all behind its last hyphen; values with the same lemma, or one of which is the lemma
    of the other, have the similarity `sense`. The vector of a lemma is looked up as it is, never by its parts, and that
    of the lemma with an "s" is added to it. A value without a sense is looked up as it is, or else by the sum over its
    parts. A cosine counts if it is above `cutoff`, and is multiplied by `sense` after that, so that 0.6 counts 0.3
    where either value has a sense.

    Symmetric, and the same on every machine. A question costs two vectors; the object keeps those it has made.

    >>> from smatchproof.similarity.similarity import WordVectors
    >>> words = WordVectors.of({"hit": (1, 0), "punch": (0.8, 0.6), "cat": (0, 1)}, "toy")
    >>> similarity = S2matchPySimilarity(words)
    >>> similarity("hit", "punch"), similarity("hit-01", "punch-02"), similarity("hit-01", "hit-02"), similarity("hit", "cat")
    (0.8, 0.4, 0.5, 0.0)
    >>> similarity.signature
    's2match.py:toy#...,sense:0.5,cutoff:0.5'
    """  # noqa: E501

    sense: float = 0.5
    cutoff: float = 0.5

    @property
    def signature(self) -> str:
        """The vectors by name and fingerprint, and the two numbers."""
        label = signature_label(self.words.name)
        return f"s2match.py:{label}#{self.words.fingerprint},sense:{self.sense:g},cutoff:{self.cutoff:g}"

    def __call__(self, left: str, right: str) -> float:
        """The similarity of two values; symmetric."""
        left, right = left.lower(), right.lower()
        if left == right:
            return 1.0
        lemmas = program_lemma(left), program_lemma(right)
        if any(lemmas) and (lemmas[0] or left) == (lemmas[1] or right):
            return self.sense
        found = cosine(self._unit(left), self._unit(right))
        if found <= self.cutoff:
            return 0.0
        return found * self.sense if any(lemmas) else found

    def _known(self, value: str) -> list[Sequence[float]]:
        vectors = self.words.vectors
        if lemma := program_lemma(value):
            plural = [vectors[f"{lemma}s"]] if f"{lemma}s" in vectors else []
            return [vectors[lemma], *plural] if lemma in vectors else []
        if value in vectors:
            return [vectors[value]]
        return [vectors[part] for part in value.split("-") if part in vectors] if "-" in value else []


def program_lemma(value: str) -> str:
    """Return the lemma that ``s2match.py`` takes of a value with a sense; empty for a value without one.

    >>> program_lemma("have-rel-role-91"), program_lemma("1999-12"), program_lemma("near-by"), program_lemma("-10")
    ('have-rel-role', '1999', '', '')
    """
    return value.rpartition("-")[0] if "-" in value and _HAS_DIGIT.match(value) else ""
