"""Graded matches, which S2match counts besides equal triples (Opitz, Parcalabescu & Frank, TACL 2020, Section 5).

Under Smatch two concepts match or do not match; S2match lets different ones match by their similarity. To keep optima,
bounds and certificates exact, similarities are integers over a stated denominator: a match of equal triples is worth
the denominator, and a match of two different values their similarity in the same unit. All other rules are those of
Smatch.

There is one rule more than in the paper, so that no score exceeds 1: different values match only if each is the only
value of its variable for the role. This always holds for concepts, of which a variable has one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from smatchproof.base.errors import UsageError
from smatchproof.base.limits import LARGEST_DENOMINATOR
from smatchproof.base.record import PartlyCompared, Record, field, force_setattr
from smatchproof.conventions.triples import Alignment, Attribute, Duplicates, Kind, TripleGraph, matched_triples

if TYPE_CHECKING:  # a score without similarities should not wait for them
    from smatchproof.similarity.similarity import Similarity
else:  # for help(): msgspec looks the names of annotations up
    Similarity = object

DENOMINATOR = 1_000_000


class Graded(StrEnum):
    """The triples that may match by similarity: those of concepts, also the root's, or all about one variable."""

    CONCEPTS = "concepts"
    TOP = "top"
    ATTRIBUTES = "attributes"

    def covers(self, kind: Kind, role: str, top: tuple[Kind, str] | None) -> bool:
        """Test whether triples of this kind and role may match by similarity; `top` is the mark of the root.

        A convention may mark it by an attribute (``smatch-1.0.4`` by one with the role ``top``): then all attributes
        with that role are covered by ``top``. ``top`` differs from ``concepts`` only where TOP has the root's concept.

        >>> Graded.TOP.covers("attribute", "top", ("attribute", "top")), Graded.TOP.covers("attribute", "op1", None)
        (True, False)
        """
        return kind in _KINDS[self] or (self is Graded.TOP and (kind, role) == top)


_KINDS: dict[Graded, frozenset[Kind]] = {
    Graded.CONCEPTS: frozenset({"instance"}),
    Graded.TOP: frozenset({"instance", "TOP"}),
    Graded.ATTRIBUTES: frozenset({"instance", "TOP", "attribute"}),
}


class Label(NamedTuple):
    """A triple about one variable without the variable. Two such triples with equal labels can match."""

    kind: Kind
    role: str
    value: str


class Similarities(Record):
    """The similarities of different values of a role, in units of 1 / `denominator`; couples that are not listed have
    0.

    Raises ``ValueError`` unless each is a similarity of two different values of a role.

    >>> cat, kitten = Label("instance", "instance", "cat"), Label("instance", "instance", "kitten")
    >>> Similarities(100, {(cat, kitten): 85}).values[cat, kitten]
    85
    """

    denominator: int
    values: Mapping[tuple[Label, Label], int]

    def __post_init__(self) -> None:
        for (left, right), worth in self.values.items():
            if left == right or left[:2] != right[:2] or not 0 < worth <= self.denominator:
                raise ValueError(f"{left} and {right} cannot match {worth} of {self.denominator}")

    def matches(self, left: TripleGraph, right: TripleGraph) -> Iterator[tuple[Attribute, int, int]]:
        """Yield each match of different values: the left triple, the right variable and the weight.

        Linear in the triples and in the couples of them that match.
        """
        if not self.values:
            return
        lone_left, lone_right = _lone(left), _lone(right)
        for (one, other), worth in self.values.items():
            for variable in lone_left.get(one, ()):
                for partner in lone_right.get(other, ()):
                    yield Attribute(one.kind, one.role, variable, one.value), partner, worth


def _lone(graph: TripleGraph) -> dict[Label, list[int]]:
    """The variables of each label that have no other value, and no second copy, of its role."""
    attributes = graph.attributes
    number = Counter((kind, role, variable) for kind, role, variable, _ in attributes)
    if graph.weights is not None:
        number.update(triple[:3] for triple in attributes if graph.weights.get(triple, 1) > 1)
    lone: dict[Label, list[int]] = defaultdict(list)
    for kind, role, variable, value in attributes:
        if number[kind, role, variable] == 1:
            lone[Label(kind, role, value)].append(variable)
    return lone


GradedPair: TypeAlias = tuple[TripleGraph, TripleGraph, Similarities | None]
"""Two graphs, and the similarities of different values, if any."""


class Grading(PartlyCompared):
    """A similarity and its settings, which turn Smatch into S2match.

    * `threshold`: lower similarities count as 0 (tau, 0.5 in the paper).
    * `graded`: which triples match by similarity.
    * `denominator`: similarities are rounded to multiples of 1 / denominator.

    Raises :class:`UsageError` for a threshold outside [0, 1] or a denominator that is not from 1 to 10^9.

    >>> from smatchproof.similarity.similarity import TableSimilarity
    >>> grading = Grading(TableSimilarity({("cat", "kitten"): 0.85}, name="pets"))
    >>> grading.signature
    'sim:table:pets#8153720a|tau:0.5|graded:concepts|den:1000000'
    """

    uncompared = ("_worths",)

    similarity: Similarity
    threshold: float = 0.5
    graded: Graded = Graded.CONCEPTS
    denominator: int = DENOMINATOR
    _worths: dict[tuple[str, str], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        force_setattr(self, "_worths", {})  # those of another similarity, if this is a changed copy
        if not 0 <= self.threshold <= 1:
            raise UsageError(f"a threshold of similarities is from 0 to 1, not {self.threshold}")
        if not 1 <= self.denominator <= LARGEST_DENOMINATOR:
            raise UsageError(f"a denominator is from 1 to {LARGEST_DENOMINATOR}, not {self.denominator}")

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as bytes that :func:`_unpacked` caches, so that a worker keeps its cached similarities."""
        import pickle  # one process alone does not need it

        return _unpacked, (pickle.dumps((self.similarity, self.threshold, self.graded, self.denominator)),)

    @property
    def signature(self) -> str:
        """The settings that can change a graded score, in one line."""
        name = self.similarity.signature.replace("|", "/")
        return f"sim:{name}|tau:{self.threshold!r}|graded:{self.graded}|den:{self.denominator}"

    def similarities(self, left: TripleGraph, right: TripleGraph) -> Similarities:
        """Return the similarities that matter for two graphs: those of their values that reach the threshold."""
        rights = _by_role(right, self.graded)
        found = {}
        for key, values in _by_role(left, self.graded).items():
            for x in values:
                for y in rights.get(key, ()):
                    if x != y and (worth := self._worth(x, y)):
                        found[Label(*key, x), Label(*key, y)] = worth
        return Similarities(self.denominator, found)

    def _worth(self, x: str, y: str) -> int:
        worth = self._worths.get((x, y))
        if worth is None:
            value = self.similarity(x, y)
            worth = round(value * self.denominator) if value >= self.threshold else 0
            self._worths[x, y] = worth
        return worth


@lru_cache(maxsize=2)
def _unpacked(parts: bytes) -> Grading:
    import pickle

    return Grading(*pickle.loads(parts))


def _by_role(graph: TripleGraph, graded: Graded) -> dict[tuple[Kind, str], dict[str, None]]:
    """The values of each role that may match by similarity, in the order of the triples."""
    values: dict[tuple[Kind, str], dict[str, None]] = defaultdict(dict)
    for kind, role, _, value in graph.attributes:
        if graded.covers(kind, role, graph.top):
            values[kind, role][value] = None
    return values


def matched_value(
    left: TripleGraph,
    right: TripleGraph,
    mapping: Alignment,
    duplicates: Duplicates,
    similarities: Similarities | None = None,
) -> int:
    """Return the value of an alignment by the definition: its matched triples and, with similarities, its graded ones.

    It is in triples, or in units of 1 / denominator. The function is independent of alignment problems: every score is
    recounted by it. Linear in the triples and in the couples of them that match.

    >>> boy = TripleGraph(("b",), (Attribute("instance", "instance", 0, "boy"),))
    >>> matched_value(boy, boy, [0], Duplicates.SET)
    1
    >>> man = TripleGraph(("m",), (Attribute("instance", "instance", 0, "man"),))
    >>> table = {(Label("instance", "instance", "boy"), Label("instance", "instance", "man")): 85}
    >>> [matched_value(boy, other, [0], Duplicates.SET, Similarities(100, table)) for other in (boy, man)]
    [100, 85]
    """
    equal = sum(matched_triples(left, right, mapping, duplicates).values())
    if similarities is None:
        return equal
    # of one left triple and one partner there is one match at most
    matches = similarities.matches(left, right)
    worths = (worth for triple, partner, worth in matches if mapping[triple.variable] == partner)
    return similarities.denominator * equal + sum(worths)
