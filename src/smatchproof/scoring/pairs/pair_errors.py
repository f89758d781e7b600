"""The errors of a pair: triples that are lost, added or confused, and the number of errors in every optimum.

Under one optimal alignment a triple of the reference that does not match is *lost*, one of the candidate is *added*. A
lost and an added triple about the same aligned variables, such as their concepts, are also *confused*. Another optimum
may match other triples. Errors are *certain* if every optimum makes at least this number of them:

* A triple may match if a triple of the other graph with the same label is about variables that some optimum links with
  its own. If the reference has n triples with a label, r of which may match, and c of the candidate's may match,
  n - min(r, c) are certainly lost; added ones likewise. If different labels match by similarity, or one copy of a
  triple matches several, the other graph gives no bound.
* A confusion is certain if all its variables are linked so in every optimum.

This is sound: every optimal alignment makes at least that number of errors with the label. It is not complete: two
triples that may match need not be matched by the same optimum. Where a limit left open what optima share, any two
variables count as linked by some.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from smatchproof.conventions.triples import Alignment, Attribute, Duplicates, Kind, Relation, TripleGraph
from smatchproof.graphs.notation import DOCUMENT
from smatchproof.problem.solution import Status
from smatchproof.scoring.pairs.comparison import Claim, Comparison
from smatchproof.scoring.pairs.matching import graded_couples, image, left_over

LOST, ADDED, CONFUSED = "lost", "added", "confused"
MEANINGS = {
    LOST: "in the reference, not matched",
    ADDED: "in the candidate, not matched",
    CONFUSED: "one in the reference, another in the candidate, about the same variables",
}
"""The errors in words."""
CONCEPT, RELATION, ATTRIBUTE, ROOT = KINDS = "concept", "relation", "attribute", "root"
"""The kinds of triples."""

_OF_SENTENCE = re.compile(r"s(\d{1,18})[^\d]")
"""The name of a variable of a document of UMR."""

Triple: TypeAlias = Attribute | Relation
Label: TypeAlias = tuple[str, str, str]
"""The common part of triples that match under some alignment: kind, role and value; a loop has another label than other
relations."""


class ErrorKind(NamedTuple):
    """An error without its variables: the kind of the triples, and the labels that they have in both graphs.

    The label of a concept is the concept, that of a relation its role; that of an attribute is its role, and, if it is
    confused, also its value. It is empty on the side where a lost or an added triple is missing.
    """

    error: str
    kind: str
    reference: str = ""
    candidate: str = ""

    @property
    def label(self) -> str:
        """The labels in words."""
        return f"{self.reference} as {self.candidate}" if self.error == CONFUSED else self.reference or self.candidate


class PairErrors(NamedTuple):
    """The errors of a pair of graphs, counted: all, those that are certain, and the triples of each label.

    `triples` has under :data:`LOST` those of the reference, under :data:`ADDED` those of the candidate. `certified` is
    true if a checker has accepted a proof about all optima, `is_unique` if there is only one optimum. Of documents
    `sentences` has those of each error, as ``1.snt2``: the id, and the sentence of the first variable.
    """

    id: str
    counts: Counter[ErrorKind]
    certain: Counter[ErrorKind]
    triples: Counter[ErrorKind]
    certified: bool
    is_unique: bool
    unreadable: tuple[str, ...] = ()
    sentences: Mapping[ErrorKind, Sequence[str]] = {}


class _Links(NamedTuple):
    """The links of one optimum, those that every optimum has, and those that some may have; `None` for any."""

    alignment: list[int | None]
    forced: frozenset[tuple[int, int]]
    possible: frozenset[tuple[int, int]] | None

    def may_link(self, lefts: Sequence[int], rights: Sequence[int]) -> bool:
        """Test whether each of the left variables may have the right one in its place for its partner."""
        return self.possible is None or self.possible.issuperset(zip(lefts, rights, strict=True))


def pair_errors(claim: Claim, id: str) -> PairErrors:
    """Return the errors of a pair whose claim has a backbone.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> from smatchproof.scoring.pairs.optima_claims import claim_of_optima
    >>> from smatchproof.scoring.settings import ScoreSettings
    >>> graphs = (parse_graph(f"(h / hit-01 :ARG0 (d / dog) :ARG1 (x / {what}))") for what in ("man", "woman"))
    >>> found = pair_errors(claim_of_optima(*graphs, ScoreSettings(), "s.1"), "s.1")
    >>> [(each.error, each.label) for each in found.certain]
    [('lost', 'woman'), ('added', 'man'), ('confused', 'woman as man')]
    """
    assert claim.backbone is not None
    comparison, backbone = claim.comparison.plain, claim.backbone
    left, right, links = comparison.left, comparison.right, _links(claim)
    added, lost = left_over(left, right, links.alignment, comparison.duplicates, comparison.similarities)
    sure = _surely_unmatched(comparison, links)
    counts, certain, triples = Counter[ErrorKind](), Counter[ErrorKind](), Counter[ErrorKind]()
    sentences = defaultdict[ErrorKind, list[int]](list)
    for error, graph, its, never in ((LOST, right, lost, sure[1]), (ADDED, left, added, sure[0])):
        every = Counter(map(_label_of, graph.attributes)) + Counter(map(_label_of, graph.relations))
        for found, labels in ((counts, Counter(map(_label_of, its))), (certain, never), (triples, every)):
            for label, number in labels.items():
                found[_kind(error, graph.top, label)] += number
        for triple in its:
            sentences[_kind(error, graph.top, _label_of(triple))] += _sentence(graph, triple)
    for one, other in _confused(dict.fromkeys(added), dict.fromkeys(lost), links.alignment):
        kind = _confusion(right.top, _label_of(other), _label_of(one))
        counts[kind] += 1
        sentences[kind] += _sentence(right, other)
        certain[kind] += links.forced.issuperset(zip(_ends(one), _ends(other), strict=True))
    places = {kind: [f"{id}.snt{number}" for number in sorted({*found})] for kind, found in sentences.items() if found}
    return PairErrors(id, counts, +certain, triples, backbone.certified, backbone.is_unique, sentences=places)


def _sentence(graph: TripleGraph, triple: Triple) -> list[int]:
    """The number of the sentence of a triple's first variable; none unless the graph is a document."""
    found = graph.variables[0] == DOCUMENT and _OF_SENTENCE.match(graph.variables[_ends(triple)[0]])
    return [int(found[1])] if found else []


def _links(claim: Claim) -> _Links:
    """The links of a claim by the numbers of their variables."""
    comparison, backbone = claim.comparison.plain, claim.backbone
    assert backbone is not None
    lefts, rights = (
        {name: at for at, name in enumerate(side.variables)} for side in (comparison.left, comparison.right)
    )
    partners = {lefts[one]: rights[other] for one, other in backbone.alignment}
    forced, some = (
        frozenset((lefts[one], rights[other]) for one, other in pairs) for pairs in (backbone.forced, backbone.open)
    )
    is_decided = comparison.solution.status is Status.OPTIMAL and not backbone.undecided
    return _Links([*map(partners.get, range(len(lefts)))], forced, forced | some if is_decided else None)


def _surely_unmatched(comparison: Comparison, links: _Links) -> tuple[Counter[Label], Counter[Label]]:
    """The labels of both graphs, with the numbers of their triples that no optimum matches.

    Linear in the couples of triples with the same label.
    """
    left, right, duplicates = comparison.left, comparison.right, comparison.duplicates
    copies = (
        Counter[Triple]([*left.attributes, *left.relations]),
        Counter[Triple]([*right.attributes, *right.relations]),
    )
    labelled = defaultdict[Label, list[Triple]](list)
    for triple in copies[1]:
        labelled[_label_of(triple)].append(triple)
    couples = [(one, other) for one in copies[0] for other in labelled.get(_label_of(one), ())]
    couples += [(one, other) for one, other, _ in graded_couples(left, right, comparison.similarities)]
    most = dict[Triple, int](), dict[Triple, int]()
    for couple in couples:
        if links.may_link(*map(_ends, couple)):
            matched = duplicates.matched(copies[0][couple[0]], copies[1][couple[1]])
            for its, triple, number in zip(most, couple, copies, strict=True):
                its[triple] = max(its.get(triple, 0), min(matched, number[triple]))
    may_match = _of_labels(most[0]), _of_labels(most[1])
    is_one_to_one = duplicates is not Duplicates.PRODUCT and comparison.similarities is None
    both = (may_match[0] & may_match[1],) * 2 if is_one_to_one else may_match
    return _of_labels(copies[0]) - both[0], _of_labels(copies[1]) - both[1]


def _of_labels(triples: Mapping[Triple, int]) -> Counter[Label]:
    found = Counter[Label]()
    for triple, number in triples.items():
        found[_label_of(triple)] += number
    return found


def _confused(added: Iterable[Triple], lost: Iterable[Triple], mapping: Alignment) -> Iterator[tuple[Triple, Triple]]:
    """The added and lost triples about the same aligned variables: of one kind, and of one role unless relations."""
    places = defaultdict[tuple[object, ...], list[Triple]](list)
    for other in lost:
        places[_place(other)].append(other)
    for one in added:
        if all(mapping[variable] is not None for variable in _ends(one)):
            yield from ((one, other) for other in places.get(_place(image(one, mapping)), ()))


def _place(triple: Triple) -> tuple[object, ...]:
    return triple[1:] if isinstance(triple, Relation) else triple[:3]


def _ends(triple: Triple) -> tuple[int, ...]:
    return (triple.source, triple.target) if isinstance(triple, Relation) else (triple.variable,)


def _label_of(triple: Triple) -> Label:
    if isinstance(triple, Relation):
        return RELATION, triple.role, "loop" if triple.source == triple.target else ""
    return triple.kind, triple.role, triple.value


def _kind(error: str, top: tuple[Kind, str] | None, label: Label) -> ErrorKind:
    kind, words = _kind_of(top, label), _in_words(label)
    return ErrorKind(error, kind, words) if error == LOST else ErrorKind(error, kind, candidate=words)


def _confusion(top: tuple[Kind, str] | None, reference: Label, candidate: Label) -> ErrorKind:
    return ErrorKind(CONFUSED, _kind_of(top, reference), _in_words(reference, True), _in_words(candidate, True))


def _kind_of(top: tuple[Kind, str] | None, label: Label) -> str:
    if label[0] == "TOP" or label[:2] == top:
        return ROOT
    return {"instance": CONCEPT, "attribute": ATTRIBUTE}.get(label[0], RELATION)


def _in_words(label: Label, with_value: bool = False) -> str:
    kind, role, value = label
    if kind == "attribute":
        return f":{role} {value}" if with_value else f":{role}"
    return f":{role}" if kind == RELATION else value
