"""The readings of the built-in conventions, as choices of single rules that can be switched one by one.

A reading can have some rules of one convention and the rest of another. This shows how much of the difference of two
scores is due to each rule. ``smatch`` has a faster reading, which gives the same triples as its rules: tests compare
them on random graphs and on corpora.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache

from smatchproof.base.record import Record
from smatchproof.conventions.core.smatch_triples import smatch_triples
from smatchproof.conventions.triple_draft import TripleDraft
from smatchproof.conventions.triples import Attribute, Change, Kind, Relation
from smatchproof.graphs.graph import Graph, introducing_edges
from smatchproof.graphs.notation import NOT_INVERSE, uninverted, without_suffix

RULES = {
    "inverse": "inverse roles (-of)",
    "mod": "mod and domain",
    "lost": "inverse roles of constants",
    "suffixes": "alignment suffixes (~e.3)",
    "quotes": "quotes",
    "spaces": "strings with spaces",
    "case": "upper and lower case",
    "variables": "variables that differ in case only",
    "reified": "reified relations",
    "documents": "relations of UMR documents",
    "last": "relations between two variables, constants of a role",
    "duplicates": "repeated triples",
    "top": "the triple of the root (TOP)",
}
"""The rules by name, each with its subject, in the order of switching."""


_MERGED = "variable merged with one that differs in case only"
_LOST = "inverted role of a constant lost, as in smatch 1.0.4"
_CUT = "string cut at its first space, as in smatch 1.0.4"
_OVERWRITTEN = "triple overwritten by a later one, as in amr-metric-suite"


_SCANNED = "scanned", "marked"


class Reading(Record):
    """One choice for each rule; the default is that of ``smatch``.

    * `inverse`: which roles in ``-of`` are inverted: ``amr``: all but the three of AMR that only look inverse;
      ``once``: the same, but one ``-of`` only; ``all``; ``placed``: those of :func:`turned_edges`; ``written``: none.
    * `mod`: ``one`` relation with ``domain``, ``forward`` (only ``mod`` is turned), or ``two`` relations.
    * `lost`: whether an inverse role of a constant is lost. `suffixes`: whether alignment suffixes count.
    * `quotes`: ``off``: removed at the ends; ``none``: removed everywhere; ``scanned``: as by smatch's scanner;
      ``marked``: the same, but the mark of a closing quote counts; ``written``: kept.
    * `spaces`: ``cut`` at the first, ``one`` for several, ``written``. `case`: whether case counts.
    * `variables`: whether they are looked up as written. `reified`: whether reified nodes become relations.
    * `documents`: whether documents of UMR are read as such: each relation in one direction, a root for each sentence.
    * `last`: whether only the last relation between two variables counts, and the last constant of a role.
    * `top`: kind, role and constant of the triple of the root.

    `refuse` raises :class:`~smatchproof.base.errors.UsageError` for a graph that the program does not read.
    """

    inverse: str = "amr"
    mod: str = "one"
    lost: bool = False
    suffixes: bool = False
    quotes: str = "off"
    spaces: str = "written"
    case: bool = False
    variables: bool = True
    reified: bool = False
    documents: bool = False
    last: bool = False
    top: tuple[Kind, str, str] = ("TOP", "TOP", "top")
    refuse: Callable[[Graph], None] | None = None

    def switched(self, other: Reading, name: str = "") -> Reading:
        """Return the reading with the rule `name` of another reading, or a copy; it refuses no graph."""
        choices = {each: getattr(other if each == name else self, each) for each in self.__struct_fields__}
        return Reading(**choices | {"refuse": None})

    def __call__(self, graph: Graph) -> TripleDraft:
        """Return the draft of a graph's triples by these rules. Linear in the graph."""
        if self.refuse:
            self.refuse(graph)
        names = graph.variables if self.variables else tuple(map(bare, graph.variables))
        index = {name: position for position, name in enumerate(dict.fromkeys(names))}
        kind, role, value = self.top
        draft = TripleDraft(tuple(index), root=index[names[0]], top_kind=kind, top_role=role, top_value=value)
        for name, concept in zip(names, graph.concepts, strict=True):
            text = self._text(concept, cut=False)
            draft.attributes.append(Attribute("instance", "instance", index[name], text))
            draft.concepts[index[name]] = text
        changed = {_MERGED: len(names) - len(index), _LOST: 0, _CUT: 0, _OVERWRITTEN: 0}
        turned = turned_edges(graph) if self.inverse == "placed" else frozenset()
        kept = self._last(graph, names, index, turned) if self.last else range(len(graph.edges))
        changed[_OVERWRITTEN] = len(graph.edges) - len(kept)
        for number in kept:
            source, role, target = graph.edges[number]
            changed[_LOST] += not self._add(
                draft, index, index[names[source]], *self._role(role, number in turned), target
            )
            changed[_CUT] += self.spaces == "cut" and len(scanned(target).split()) > 1
        draft.changes += [Change(reason, number) for reason, number in changed.items() if number]
        if self.reified:
            from smatchproof.conventions.dereification import dereify  # the default convention needs neither

            draft = dereify(draft)
        if self.documents:
            from smatchproof.conventions.umr import count_document

            draft = count_document(draft)
        return draft

    def _last(self, graph: Graph, names: Sequence[str], index: dict[str, int], turned: Collection[int]) -> list[int]:
        """The edges that no later edge overwrites; mentions of a variable above its definition count as the latest.

        An edge overwrites the earlier ones between its two variables in the same direction. An edge to a constant
        overwrites those of its variable with the same role to constants.
        """
        introduced, kept = introducing_edges(graph), dict[tuple[int, int | str], int]()
        places: list[tuple[bool, int, tuple[int, int | str]]] = []
        ends: tuple[int, int | str]
        for number, (position, role, target) in enumerate(graph.edges):
            word, inverted = self._reference(target), self._role(role, number in turned)[1]
            source, other = index[names[position]], index.get(word)
            if other is None:
                ends = source, f"{role} {number}" if inverted and self.lost else role
            else:
                ends = (other, source) if inverted else (source, other)
            places.append((not inverted and introduced.get(word, -1) > number, number, ends))
        for _, number, ends in sorted(places, key=lambda place: place[:2]):
            kept[ends] = number
        kept.pop((index[names[0]], "TOP"), None)  # the triple of the root overwrites one that is written
        return [*kept.values()]

    def _add(
        self, draft: TripleDraft, index: dict[str, int], source: int, role: str, inverted: bool, target: str
    ) -> bool:
        """Add a triple to the draft. Returns ``False`` if the triple is lost."""
        other = index.get(self._reference(target))
        if other is not None:
            draft.relations.append(Relation(role, other, source) if inverted else Relation(role, source, other))
        elif inverted and self.lost:
            return False
        else:
            name = role + "-of" if inverted else role
            draft.attributes.append(Attribute("attribute", name, source, self._text(target, cut=True)))
        return True

    def _role(self, role: str, turned: bool) -> tuple[str, bool]:
        """The role that counts, and whether its source and target change places; `turned` is for ``placed``."""
        if self.mod == "forward" and role == "mod":
            return "domain", True
        if self.inverse == "written":
            role, inverted = role if self.suffixes else role.partition("~")[0], False
        elif self.inverse == "placed":
            role, inverted = (role[:-3] if turned else role).lower(), turned
        elif self.inverse == "once":
            inverted = role.endswith("-of") and role not in NOT_INVERSE
            role = normalized(role[:-3] if inverted else role)
        elif self.inverse == "amr":
            role, inverted = uninverted(role.partition("~")[0].lower())
        else:
            return self._all_turned(bare(role))
        return ("mod", not inverted) if self.mod == "one" and role == "domain" else (role, inverted)

    def _all_turned(self, role: str) -> tuple[str, bool]:
        if self.mod == "one":
            role = {"domain": "mod-of", "domain-of": "mod"}.get(role, role)
        inverted = False
        while role.endswith("-of"):
            role, inverted = role[:-3], not inverted
        return role, inverted

    def _reference(self, target: str) -> str:
        """The text to look up among the variables, to find out whether a target is one of them."""
        if not self.variables:
            return bare(target if self.suffixes else without_suffix(target))
        target = target if self.suffixes else without_suffix(target)
        if self.quotes in _SCANNED:
            target = scanned(target)
        return target.split()[0] if self.spaces == "cut" and target.split() else target

    def _text(self, text: str, cut: bool) -> str:
        text = text if self.suffixes else without_suffix(text)
        text = scanned(text) if self.quotes in _SCANNED else text
        if self.spaces == "cut":
            text = (text.split() or [""])[0] if cut else text.replace(" ", "")
        elif self.spaces == "one":
            text = " ".join(text.split())
        text = text if self.case else text.lower()
        if self.quotes == "scanned":
            return text.rstrip("_")
        if self.quotes == "none":
            return text.replace('"', "").replace("'", "")
        return unquoted(text) if self.quotes == "off" else text


def turned_edges(graph: Graph) -> frozenset[int]:
    """Return the numbers of the edges that amr-evaluation and amr-metric-suite invert. Linear in the graph.

    These are the roles in ``-of`` that introduce a variable, or are the last of their variable.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> sorted(turned_edges(parse_graph("(a / x :ARG0-of a :ARG1-of (b / y) :ARG2-of b :ARG3-of a)")))
    [1, 3]
    """
    last = {edge.source: number for number, edge in enumerate(graph.edges)}
    places = {*introducing_edges(graph).values(), *last.values()}
    return frozenset(number for number in places if graph.edges[number].role.endswith("-of"))


# ---- tokens

_MANY_TOKENS = 2**14
"""The size of a cache of tokens, which holds most tokens of a corpus."""


def unquoted(token: str) -> str:
    """Return a token without the quotes around it."""
    return token[1:-1] if token[:1] == '"' else token


def normalized(text: str) -> str:
    """Return a token as smatch 1.0.4 compares it: in lower case, without underscores at its end."""
    return text.lower().rstrip("_")


@lru_cache(maxsize=_MANY_TOKENS)
def scanned(token: str) -> str:
    """Return a token as the scanner of smatch 1.0.4 stores it: without its opening quote, and ``_`` for a closing one.

    >>> scanned('"New York"'), scanned('5'), scanned('"b"~e.2')
    ('New York_', '5', 'b_~e.2')
    """
    first, *rest = token.split('"')
    return first + "".join(("_" if number % 2 else "") + part for number, part in enumerate(rest))


@lru_cache(maxsize=_MANY_TOKENS)
def bare(token: str) -> str:
    """Return a token as smatchpp reads it: in lower case, without quotes and apostrophes, with single spaces."""
    return " ".join(token.lower().split()).replace('"', "").replace("'", "")


# ---- smatch: what Smatch's authors meant, fast


class _Directions(dict[str, tuple[str, bool]]):
    """Of each role the role without case, suffix and ``-of``, and whether its source and target change places.

    >>> directions = _Directions()
    >>> directions["ARG0-of"], directions["ARG0-of-of"], directions["domain"], directions["consist-of"]
    (('arg0', True), ('arg0', False), ('mod', True), ('consist-of', False))
    """

    def __missing__(self, role: str) -> tuple[str, bool]:
        plain, inverted = uninverted(role.partition("~")[0].lower())
        self[role] = ("mod", not inverted) if plain == "domain" else (plain, inverted)
        return self[role]


class _Values(dict[str, str]):
    """Of each concept or constant the text without suffix, quotes and case; at most :data:`_MANY_TOKENS` are kept."""

    def __missing__(self, token: str) -> str:
        if len(self) >= _MANY_TOKENS:
            self.clear()
        return self.setdefault(token, unquoted(without_suffix(token)).lower())


_DIRECTIONS, _VALUES = _Directions(), _Values()


class SmatchReading(Reading):
    """The rules of ``smatch``."""

    def __call__(self, graph: Graph) -> TripleDraft:
        """The draft of a graph's triples."""
        attributes, relations, kept, is_distinct = smatch_triples(
            graph.variables, graph.concepts, graph.edges, _DIRECTIONS, _VALUES
        )
        changes = [Change("inverted role of a constant kept on its variable", kept)] if kept else []
        concepts = {0: attributes[0].value}
        return TripleDraft(graph.variables, attributes, relations, changes, concepts, is_distinct=is_distinct)
