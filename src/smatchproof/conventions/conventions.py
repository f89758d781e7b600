"""Conventions: the rules that turn a graph into triples. A Smatch score is only defined together with its convention.

``cat`` against ``dog`` scores 50, 50 or 0 depending on the program, so a convention is a named setting that every
score prints in its signature. Eight are built in; ``docs/conventions.md`` describes them to their users.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Any

from smatchproof.base.errors import UsageError, setting, unknown
from smatchproof.base.record import Record, replace
from smatchproof.base.user_code import NamedCallable, allow, known, register, summary_of
from smatchproof.conventions.convention_rules import Reading, SmatchReading
from smatchproof.conventions.triple_draft import TripleDraft
from smatchproof.conventions.triples import Change, Duplicates, TripleGraph
from smatchproof.graphs.graph import Graph
from smatchproof.graphs.program_readers import refuse_for_smatch, refuse_for_smatchpp

if TYPE_CHECKING:  # few pairs have weights
    from smatchproof.conventions.weights import TripleWeights
else:  # for help(): msgspec looks the names of annotations up
    TripleWeights = object


class Top(StrEnum):
    """The value of the triple that marks the root: a constant or the root's concept; or no such triple."""

    CONST = "const"
    CONCEPT = "concept"
    NONE = "none"


class Convention(Record):
    """A named rule with its two settings. Take one from :data:`CONVENTIONS`, by :func:`convention`.

    >>> convention("smatch").signature
    'conv:smatch|dup:set|top:const'
    >>> convention("smatch", top="concept").signature
    'conv:smatch|dup:set|top:concept'
    """

    name: str
    summary: str
    duplicates: Duplicates
    top: Top
    read: Callable[[Graph], TripleDraft]
    aspect: str = ""
    """The aspect of :data:`~smatchproof.conventions.aspects.ALL_ASPECTS` that is counted; all triples if empty."""
    weights: TripleWeights | None = None
    """The numbers of copies of triples that are written once. See :meth:`weighted`."""

    def __post_init__(self) -> None:
        if self.weights is not None and self.duplicates is Duplicates.SET:
            raise UsageError("weights count copies of a triple, and dup:set counts each once; choose dup:product")
        if self.weights is not None and self.aspect:
            raise UsageError(f"weights are of whole graphs; leave out the weights, or the aspect {self.aspect}")

    @property
    def signature(self) -> str:
        """The settings that can change the triples of a graph, in one line."""
        part = f"|aspect:{self.aspect}" if self.aspect else ""
        if self.weights is not None:
            part += f"|weights:{self.weights.label}"
        return f"conv:{self.name}|dup:{self.duplicates}|top:{self.top}{part}"

    def weighted(self, weights: TripleWeights | None) -> Convention:
        """Return the convention for a pair whose triples have weights: n copies against m match n x m times.

        >>> from smatchproof.conventions.weights import TripleName, TripleWeights
        >>> weights = TripleWeights.of({TripleName("low", "a", "b"): 1000})
        >>> convention("smatch").weighted(weights).signature
        'conv:smatch|dup:product|top:const|weights:f26cf7acaba1'
        """
        return self if weights is None else replace(self, duplicates=Duplicates.PRODUCT, weights=weights)

    def triples(self, graph: Graph) -> TripleGraph:
        """Return the triples of a graph. Linear in the size of the graph; the empty graph has none.

        >>> from smatchproof.graphs.reading import parse_graph
        >>> graph = parse_graph('(p / person :ARG0-of (t / teach-01) :mod (t2 / tall))')
        >>> triples = convention("smatch").triples(graph)
        >>> [triples.written(triple) for triple in triples.relations]
        ['arg0(t, p)', 'mod(p, t2)']
        """
        if not graph.variables:
            return TripleGraph()
        draft = self.read(graph)
        attributes, relations, changes = draft.attributes, draft.relations, draft.changes
        top = None if self.top is Top.NONE else (draft.top_kind, draft.top_role)
        if top:
            attributes += draft.top_triples(self.top is Top.CONCEPT)
        if self.duplicates is Duplicates.SET and not draft.is_distinct:
            merged = len(attributes) + len(relations) - len({*attributes}) - len({*relations})
            if merged:
                attributes, relations = list(dict.fromkeys(attributes)), list(dict.fromkeys(relations))
                changes.append(Change("duplicate triple counted once", merged))
        triples = TripleGraph(draft.variables, tuple(attributes), tuple(relations), tuple(changes), top)
        if self.weights is not None:
            return self.weights.on(triples)
        if self.aspect:
            from smatchproof.conventions.aspects import ALL_ASPECTS  # a score of whole graphs should not wait for them

            return ALL_ASPECTS[self.aspect].select(triples, self.duplicates)
        return triples

    def of_aspect(self, aspect: str) -> Convention:
        """Return the convention restricted to an aspect of :data:`~smatchproof.conventions.aspects.ALL_ASPECTS`."""
        from smatchproof.conventions.aspects import ALL_ASPECTS

        if aspect not in ALL_ASPECTS:
            raise unknown("aspect", aspect, ALL_ASPECTS)
        return replace(self, aspect=aspect)


def convention(
    name: str, *, top: str | None = None, duplicates: str | None = None, aspect: str | None = None
) -> Convention:
    """Return the convention of this name, with single settings overridden.

    With an `aspect` only its triples are counted. A user's convention has to be allowed before, by
    :func:`allowed_convention`. Raises :class:`UsageError` for unknown names.

    >>> convention("smtach")
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.UsageError: unknown convention 'smtach'; choose from smatch, smatch-1.0.4, ...
    """
    chosen = CONVENTIONS.get(name) or _users_convention(name)
    if top is not None:
        chosen = replace(chosen, top=setting(Top, "top", top))
    if duplicates is not None:
        chosen = replace(chosen, duplicates=setting(Duplicates, "duplicates", duplicates))
    return chosen.of_aspect(aspect) if aspect else chosen


def allowed_convention(named: str | Convention | Callable[[Graph], TripleDraft]) -> str:
    """Return the name of a convention that the user names or passes, and allow its code to run.

    >>> allowed_convention("paper")
    'paper'
    """
    if isinstance(named, Convention) and named.weights is not None:
        raise UsageError("weights are of one pair: give such a convention to ScoreSettings, or the map to score --map")
    if isinstance(named, str):
        if named in CONVENTIONS:
            return named
        _refuse_family(named)
        return allow(named)
    if isinstance(named, Convention) and (named.name in CONVENTIONS or isinstance(named.read, _UsersReading)):
        return named.name
    return register(named)


def _refuse_family(name: str) -> None:
    """Refuse the name of a program that has several conventions."""
    family = [each for each in CONVENTIONS if each.startswith("smatchpp-")]
    if name.lower() in ("smatchpp", "smatch++"):
        plain = "smatchpp-plain is the program without -graph_type"
        raise UsageError(f"smatchpp has {len(family)} conventions; choose from {', '.join(family)} ({plain})")


# ---- conventions of users


def _users_convention(name: str) -> Convention:
    """Return a user's convention: a :class:`Convention`, or a function from a graph to a draft of its triples."""
    _refuse_family(name)
    value = known("convention", name, CONVENTIONS)
    if isinstance(value, Convention):
        return replace(value, name=name, read=_UsersReading(NamedCallable(name, "read")))
    if not callable(value):
        raise UsageError(f"{name} is no convention: expected a Convention, or a function from a graph to a TripleDraft")
    return Convention(name, summary_of(value), Duplicates.SET, Top.CONST, _UsersReading(NamedCallable(name)))


class _UsersReading(Record):
    """Reads a graph by a user's rule, and checks that the result is a draft."""

    rule: NamedCallable

    def __call__(self, graph: Graph) -> TripleDraft:
        draft = self.rule(graph)
        if not isinstance(draft, TripleDraft):
            raise UsageError(f"{self.rule.name} returned {type(draft).__name__}, expected a TripleDraft")
        size = len(draft.variables)
        ends = [triple.variable for triple in draft.attributes]
        ends += [end for triple in draft.relations for end in (triple.source, triple.target)]
        if not all(0 <= end < size for end in [draft.root, *draft.roots, *ends]) or len({*draft.variables}) < size:
            raise UsageError(f"{self.rule.name} returned triples of a variable that is not among its variables, or two")
        return draft


_SMATCHPP: dict[str, Any] = {
    "inverse": "all",
    "suffixes": True,
    "quotes": "none",
    "spaces": "one",
    "variables": False,
    "top": ("TOP", "root", "root_of_graph"),
    "refuse": refuse_for_smatchpp,
}

CONVENTIONS: dict[str, Convention] = {
    rule.name: rule
    for rule in (
        Convention("smatch", "what Smatch's authors meant", Duplicates.SET, Top.CONST, SmatchReading()),
        Convention(
            "smatch-1.0.4",
            "the PyPI program smatch 1.0.4 to the letter",
            Duplicates.PRODUCT,
            Top.CONST,
            Reading(
                inverse="once", mod="forward", lost=True, suffixes=True, quotes="scanned", spaces="cut",
                top=("attribute", "top", "top"), refuse=refuse_for_smatch,
            ),
        ),
        Convention(
            "smatchpp-amr",
            "the PyPI program smatchpp 1.8.0, graph type amr",
            Duplicates.SET,
            Top.CONCEPT,
            Reading(**_SMATCHPP, mod="one", reified=True),
        ),
        Convention(
            "smatchpp-generic",
            "the PyPI program smatchpp 1.8.0, graph type generic",
            Duplicates.MULTISET,
            Top.CONST,
            Reading(**_SMATCHPP, mod="two"),
        ),
        Convention(
            "smatchpp-plain",
            "the PyPI program smatchpp 1.8.0, without a graph type",
            Duplicates.MULTISET,
            Top.CONST,
            Reading(
                **_SMATCHPP | {"inverse": "written", "quotes": "written", "variables": True}, mod="two", case=True,
            ),
        ),
        Convention(
            "amr-metric-suite",
            "Smatch of the suite of Opitz et al. 2020 at 711a231 to the letter",
            Duplicates.PRODUCT,
            Top.CONCEPT,
            Reading(
                inverse="placed", mod="two", lost=True, suffixes=True, quotes="marked", spaces="cut", last=True,
                top=("attribute", "top", "top"), refuse=partial(refuse_for_smatch, program="amr-metric-suite"),
            ),
        ),
        Convention(
            "paper",
            "Cai & Knight 2013: triples as written, -of not turned round, no TOP",
            Duplicates.SET,
            Top.NONE,
            Reading(inverse="written", mod="two", quotes="written", case=True),
        ),
        Convention(
            "umr",
            "Uniform Meaning Representation: as smatch, and the document level",
            Duplicates.SET,
            Top.CONST,
            Reading(documents=True),
        ),
    )
}  # fmt: skip
"""The conventions by name."""
