"""Similarities of two concepts, or of two constants, that are not equal.

Smatch tests whether two concepts are equal. S2match (Opitz, Parcalabescu & Frank, "AMR Similarity Metrics from
Principles", TACL 2020) uses their similarity. This module computes similarities from 0 to 1; ``grading.py`` has the
threshold and the rounding of a score, and ``similarity_files.py`` reads the files of similarities.
"""

from __future__ import annotations

import hashlib
import math
import re
import reprlib
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from numbers import Real
from operator import mul
from typing import Any, Protocol, TypeGuard, cast

from smatchproof.base.errors import UsageError, quoted


class Similarity(Protocol):
    """The similarity of two values. It is called only for values that differ: equal ones are 1.

    A value is a concept or a constant in the form that a convention gives it: ``run-02``, ``boy``.
    """

    @property
    def signature(self) -> str:
        """The settings that can change a similarity, short and without ``|``."""

    def __call__(self, left: str, right: str) -> float:
        """The similarity, from 0 to 1; the same in both directions unless the signature says ``directed``."""


def in_unit_interval(number: object) -> TypeGuard[float]:
    """Test whether an object is a real number from 0 to 1; NaN is not.

    >>> in_unit_interval(1), in_unit_interval(-0.1), in_unit_interval(float("nan")), in_unit_interval("1")
    (True, False, False, False)
    """
    return isinstance(number, Real) and bool(0 <= cast(Any, number) <= 1)


# ---- vectors


@dataclass(frozen=True, slots=True)
class WordVectors:
    """Words with their vectors, all of one dimension. `name` and `fingerprint` say which vectors they are."""

    vectors: Mapping[str, Sequence[float]] = field(repr=False)
    dimension: int
    name: str
    fingerprint: str

    @classmethod
    def of(cls, vectors: Mapping[str, Sequence[float]], name: str) -> WordVectors:
        """Return the vectors of a mapping; the fingerprint is that of their words and numbers.

        Raises :class:`UsageError` unless all have one dimension, at least 1, and only finite numbers. Linear in
        the numbers, and n log n in the words.

        >>> WordVectors.of({"boy": (1, 0), "girl": (0.8, 0.6)}, "toy")
        WordVectors(dimension=2, name='toy', fingerprint='bbf6f009')
        >>> WordVectors.of({"boy": (1, 0), "girl": (1,)}, "toy")
        Traceback (most recent call last):
        ...
        smatchproof.base.errors.UsageError: the vector of 'girl' has 1 number, that of 'boy' has 2; give ...
        """
        kept = {word: array("d", vector) for word, vector in vectors.items()}
        first = next(iter(kept), None)
        if first is None or not kept[first]:
            raise UsageError("no word has a vector; give at least one word and its numbers")
        dimension = len(kept[first])
        digest = hashlib.sha256()
        for word, vector in sorted(kept.items()):
            if len(vector) != dimension:
                numbers = f"{len(vector)} number" + ("" if len(vector) == 1 else "s")
                raise UsageError(
                    f"the vector of {quoted(word)} has {numbers}, that of {quoted(first)} has {dimension}; "
                    "give all as many"
                )
            if not all(map(math.isfinite, vector)):
                raise UsageError(f"the vector of {quoted(word)} has a number that is not finite; leave the word out")
            digest.update(f"{word}\n{vector.tolist()}\n".encode())
        return cls(kept, dimension, name, digest.hexdigest()[:8])


@dataclass(frozen=True, slots=True)
class VectorSimilarity:
    """The cosine of two values' vectors, or 0 if it is negative.

    The vector of a value, ignoring case, is that of the whole value if this is a word of the vocabulary. Otherwise a
    sense (``-01``: two digits or more after a lemma with a letter in it) is removed, and the vector is that of the
    lemma; otherwise it is the average over the parts of the lemma between hyphens that are words. A value without a
    vector, or with a zero vector, is only similar to itself. Words that are not in lower case are never looked up. This
    is the paper's formula, used with `sense` = None: ``run-01`` and ``run-02`` have similarity 1 if ``run`` is a word,
    and 0 if it is not.

    With `sense`, the coefficient for senses of the paper's program, values with the same lemma (``run-01`` and
    ``run-02``, ``run`` and ``run-01``) have this similarity, with or without vectors; the cosine of different lemmas is
    multiplied by it where either value has a sense. :class:`S2matchPySimilarity` has all rules of that program.

    Exactly symmetric, and the same on every machine: all sums are rounded once (``math.fsum``). A value's vector is
    computed once and cached; each pair costs a product of two vectors.

    >>> toy = WordVectors.of({"boy": (1, 0), "girl": (0.8, 0.6), "run": (0, 1), "away": (1, 0)}, "toy")
    >>> similarity = VectorSimilarity(toy)
    >>> similarity("boy", "girl"), similarity("run-01", "run-02"), similarity("boy", "unicorn")
    (0.8, 1.0, 0.0)
    >>> round(similarity("run-away-02", "girl"), 4)
    0.9899
    >>> graded = VectorSimilarity(toy, sense=0.5)
    >>> graded("run-01", "run-02"), graded("run", "run-01"), graded("boy", "girl"), round(graded("run-01", "girl"), 4)
    (0.5, 0.5, 0.8, 0.3)
    >>> graded.signature
    'vectors:toy#4c4d448d,sense:0.5'
    """

    words: WordVectors
    sense: float | None = None
    _units: dict[str, array[float] | None] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.sense is not None and not in_unit_interval(self.sense):
            raise UsageError(f"a sense coefficient of {reprlib.repr(self.sense)}; choose one from 0 to 1")

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        settings = (getattr(self, each.name) for each in fields(self) if each.init)
        return type(self), tuple(settings)  # the cache is not sent to other processes

    @property
    def signature(self) -> str:
        """The vectors by name and fingerprint, and the settings that are not the paper's."""
        sense = "" if self.sense is None else f",sense:{_shortest(self.sense)}"
        return f"vectors:{signature_label(self.words.name)}#{self.words.fingerprint}{sense}"

    def __call__(self, left: str, right: str) -> float:
        """Return the similarity of two values; it is symmetric."""
        if left == right:
            return 1.0
        left, right = left.lower(), right.lower()
        coefficient = 1.0
        if self.sense is not None:
            lemmas = _lemma(left), _lemma(right)
            if lemmas[0] == lemmas[1]:
                return 1.0 if left == right else float(self.sense)
            if lemmas != (left, right):
                coefficient = float(self.sense)
        return cosine(self._unit(left), self._unit(right)) * coefficient

    def _unit(self, value: str) -> array[float] | None:
        """The vector of a value at length 1, None if it has none."""
        if value not in self._units:
            known = self._known(value)
            self._units[value] = at_length_1(average(known)) if known else None
        return self._units[value]

    def _known(self, value: str) -> list[Sequence[float]]:
        """The vectors of the words that stand for a value: of its best spelling that has any."""
        vectors = self.words.vectors
        for words in _spellings(value):
            if known := [vectors[word] for word in words if word in vectors]:
                return known
        return []


def needed_words(values: Iterable[str]) -> set[str]:
    """Return every word that a similarity by vectors may look up for these values. Linear in their text.

    >>> sorted(needed_words(["Boy", "run-away-02", "-"]))
    ['-', '02', 'away', 'boy', 'run', 'run-away', 'run-away-02', 'run-aways']
    """
    needed: set[str] = set()
    for value in map(str.lower, values):
        needed.update(*_spellings(value), value.split("-") if value != "-" else ())
        if lemma := value.rpartition("-")[0]:  # for s2match.py, which takes more than senses off
            needed.update((lemma, f"{lemma}s"))
    needed.discard("")
    return needed


_SENSE = re.compile(r"(.+)-[0-9]{2,}", re.DOTALL)


def _lemma(value: str) -> str:
    """A value without its sense. A date or a telephone number has none.

    >>> _lemma("have-rel-role-91"), _lemma("near"), _lemma("1999-12"), _lemma("-10")
    ('have-rel-role', 'near', '1999-12', '-10')
    """
    match = _SENSE.fullmatch(value)
    return match[1] if match and any(map(str.isalpha, match[1])) else value


def _spellings(value: str) -> tuple[list[str], list[str], list[str]]:
    """The words that may stand for a value, best first: itself, its lemma, the parts of its lemma."""
    lemma = _lemma(value)
    return [value], [lemma], [part for part in lemma.split("-") if part]


def average(vectors: Sequence[Sequence[float]]) -> list[float]:
    """The average of vectors, whatever their order.

    >>> average([(1.0, 0.0), (0.0, 1.0)])
    [0.5, 0.5]
    """
    return [math.fsum(column) / len(column) for column in zip(*vectors, strict=True)]


def at_length_1(vector: Sequence[float]) -> array[float] | None:
    """A vector at length 1, None for a zero vector."""
    length = math.sqrt(math.fsum(number * number for number in vector))
    return array("d", [number / length for number in vector]) if length else None


def cosine(left: array[float] | None, right: array[float] | None) -> float:
    """The product of two vectors of length 1, at least 0 and at most 1; 0 if there is none.

    >>> cosine(array("d", [0.6, 0.8]), array("d", [1.0, 0.0])), cosine(None, array("d", [1.0]))
    (0.6, 0.0)
    """
    if left is None or right is None:
        return 0.0
    if left == right:  # whose product may be just below 1
        return 1.0
    return min(1.0, max(0.0, math.fsum(map(mul, left, right))))


# ---- vectors as s2match.py uses them

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


# ---- tables


@dataclass(frozen=True, slots=True)
class TableSimilarity:
    """The similarities of listed pairs; a pair that is not listed has similarity 0. Case is ignored.

    A symmetric table holds in both directions, a directed one only as written (left value, right value). Raises
    :class:`UsageError` for a number outside of [0, 1], a value whose similarity to itself is not 1, and a pair with two
    numbers. Each call is a look-up. The fingerprint in the signature is that of the pairs, in any order.

    >>> similarity = TableSimilarity({("boy", "child"): 0.72}, "mine")
    >>> similarity("child", "boy"), similarity("boy", "tree"), similarity.signature
    (0.72, 0.0, 'table:mine#6d3a3e2c')
    >>> TableSimilarity({("boy", "child"): 0.72}, "mine", symmetric=False)("child", "boy")
    0.0
    >>> TableSimilarity({("boy", "child"): 72}, "percent")
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.UsageError: similarity 'percent' of 'boy' and 'child' is 72; expected a ...
    """

    pairs: Mapping[tuple[str, str], float] = field(repr=False)
    name: str
    symmetric: bool = True
    fingerprint: str = field(init=False)

    def __post_init__(self) -> None:
        pairs: dict[tuple[str, str], float] = {}
        for (left, right), number in self.pairs.items():
            what = f"similarity '{self.name}' of '{left}' and '{right}' is {reprlib.repr(number)}"
            if not in_unit_interval(number):
                raise UsageError(f"{what}; expected a number from 0 to 1")
            key = pair_key(left, right, self.symmetric)
            if key[0] == key[1] and number != 1:
                raise UsageError(f"{what}, but a value is 1 similar to itself; leave the pair out")
            if pairs.setdefault(key, float(number)) != number:
                ways_out = "leave one of them out" + (", or pass symmetric=False" if self.symmetric else "")
                raise UsageError(f"{what}, but was {pairs[key]!r} before; {ways_out}")
        lines = (f"{left}\t{right}\t{number!r}\n" for (left, right), number in sorted(pairs.items()) if left != right)
        object.__setattr__(self, "pairs", pairs)
        object.__setattr__(self, "fingerprint", hashlib.sha256("".join(lines).encode()).hexdigest()[:8])

    @property
    def signature(self) -> str:
        """The table by name and fingerprint, and whether it is directed."""
        return f"table:{signature_label(self.name)}#{self.fingerprint}" + ("" if self.symmetric else ",directed")

    def __call__(self, left: str, right: str) -> float:
        """The similarity of two values as listed."""
        return 1.0 if left == right else self.pairs.get(pair_key(left, right, self.symmetric), 0.0)


def pair_key(left: str, right: str, symmetric: bool) -> tuple[str, str]:
    """The key of a pair in a table: in lower case, and in alphabetical order if the table is symmetric.

    >>> pair_key("Child", "boy", symmetric=True), pair_key("Child", "boy", symmetric=False)
    (('boy', 'child'), ('child', 'boy'))
    """
    left, right = left.lower(), right.lower()
    return (right, left) if symmetric and right < left else (left, right)


# ---- functions


@dataclass(frozen=True, slots=True)
class CallableSimilarity:
    """A similarity that a Python function computes; a signature contains only its name.

    Each call checks the result, and for symmetry calls the function a second time. Raises :class:`UsageError` if the
    result is not a number from 0 to 1 or differs between the two directions (unless `symmetric` is False). Exceptions
    of the function are passed on. For worker processes the function has to be picklable.

    >>> def initials(left, right):
    ...     return 0.5 if left[:1] == right[:1] else 0
    >>> similarity = CallableSimilarity(initials, "initials")
    >>> similarity("boy", "bag"), similarity("boy", "girl"), similarity.signature
    (0.5, 0.0, 'callable:initials')
    >>> CallableSimilarity(lambda left, right: len(left) / 4, "lengths")("boy", "girl")
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.UsageError: similarity 'lengths' of 'boy' and 'girl' is 0.75, but of 'girl' ...
    """

    function: Callable[[str, str], Any]
    name: str
    symmetric: bool = True

    def __post_init__(self) -> None:
        if not self.name.strip():
            raise UsageError("a similarity without a name; name it, so that signatures distinguish it")

    @property
    def signature(self) -> str:
        """The name, and whether the similarity is directed."""
        return f"callable:{signature_label(self.name)}" + ("" if self.symmetric else ",directed")

    def __call__(self, left: str, right: str) -> float:
        """Return the function's result, checked."""
        number = self._answer(left, right)
        if self.symmetric and (other := self._answer(right, left)) != number:
            raise UsageError(
                f"similarity '{self.name}' of '{left}' and '{right}' is {number!r}, but of '{right}' and '{left}' it "
                f"is {other!r}; make the function symmetric, or pass symmetric=False"
            )
        return number

    def _answer(self, left: str, right: str) -> float:
        number = self.function(left, right)
        if not in_unit_interval(number):
            raise UsageError(
                f"similarity '{self.name}' of '{left}' and '{right}' is {reprlib.repr(number)}; "
                "expected a number from 0 to 1"
            )
        return float(number)


# ---- signatures


def signature_label(name: str) -> str:
    """Return a name as a part of a signature, where ``|`` separates the settings.

    >>> signature_label("my words|50d")
    'my_words_50d'
    """
    return re.sub(r"[|\s]", "_", name)


def _shortest(number: float) -> str:
    """The shortest text that reads back as the number.

    >>> _shortest(1), _shortest(0.5), _shortest(0.1234567890123)
    ('1', '0.5', '0.1234567890123')
    """
    return repr(float(number)).removesuffix(".0")
