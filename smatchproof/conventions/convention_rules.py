"""The built-in conventions as choices of single rules, which can be switched one by one.

A convention reads a graph at one go; here the same reading is put together from rules, so that a reading can have some
rules of one convention and the rest of another. What the rules of a convention give is what the convention gives: tests
hold that on random graphs and on corpora.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace

from smatchproof.base.errors import UsageError, quoted
from smatchproof.conventions.conventions import Convention, Top, bare, normalized, scanned, unquoted
from smatchproof.conventions.dereification import dereify
from smatchproof.conventions.triple_draft import TripleDraft
from smatchproof.conventions.triples import Attribute, Duplicates, Relation
from smatchproof.graphs.graph import Graph
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
    "duplicates": "repeated triples",
    "top": "the triple of the root (TOP)",
}
"""The rules by name, each with its subject, in the order in which they are switched."""


@dataclass(frozen=True, slots=True)
class Rules:
    """One choice for each rule.

    * `inverse`: ``amr`` turns roles round but AMR's three that only look inverse, ``once`` does so for one ``-of``,
      ``all`` for all roles, ``written`` for none. `mod`: ``one`` relation with ``domain``, ``forward`` (only ``mod`` is
      turned), ``two``.
    * `lost`: whether an inverse role of a constant is lost. `suffixes`: whether they count.
    * `quotes`: ``off`` at the ends, ``none`` anywhere, ``scanned`` (as smatch's scanner), ``written``.
    * `spaces`: ``cut`` at the first, ``one`` for several, ``written``. `case`: whether it counts.
    * `variables`: whether they are looked up as they are written. `reified`: whether such nodes become relations.
    * `duplicates`; `top`: kind, role, constant and what the triple says.
    """

    inverse: str
    mod: str
    lost: bool
    suffixes: bool
    quotes: str
    spaces: str
    case: bool
    variables: bool
    reified: bool
    duplicates: Duplicates
    top: tuple[str, str, str, Top]

    def switched(self, other: Rules, name: str) -> Rules:
        """The same with one rule of others."""
        return replace(self, **{name: getattr(other, name)})

    def differing(self, other: Rules) -> list[str]:
        """The names of the rules in which two choices differ, in the order of :data:`RULES`."""
        return [name for name in RULES if getattr(self, name) != getattr(other, name)]

    def convention(self, name: str) -> Convention:
        """These rules as a convention."""
        *_, top = self.top
        return Convention(name, "rules of two conventions", self.duplicates, top, self.read, name)

    # ---- reading

    def read(self, graph: Graph) -> TripleDraft:
        """The draft of a graph's triples by these rules."""
        names = [variable if self.variables else bare(variable) for variable in graph.variables]
        index = {name: position for position, name in enumerate(dict.fromkeys(names))}
        kind, role, value, _ = self.top
        draft = TripleDraft(tuple(index), root=index[names[0]], top_kind=kind, top_role=role, top_value=value)  # type: ignore[arg-type]
        for name, concept in zip(names, graph.concepts, strict=True):
            text = self._concept(concept)
            draft.attributes.append(Attribute("instance", "instance", index[name], text))
            draft.concepts[index[name]] = text
        for source, role, target in graph.edges:
            self._add(draft, index, index[names[source]], role, target)
        return dereify(draft) if self.reified else draft

    def _add(self, draft: TripleDraft, index: dict[str, int], source: int, role: str, target: str) -> None:
        role, inverted = self._role(role)
        other = index.get(self._reference(target))
        if other is None:
            if not (inverted and self.lost):
                name = role + "-of" if inverted else role
                draft.attributes.append(Attribute("attribute", name, source, self._constant(target)))
        elif inverted:
            draft.relations.append(Relation(role, other, source))
        else:
            draft.relations.append(Relation(role, source, other))

    def _role(self, role: str) -> tuple[str, bool]:
        """A role as it is counted, and whether its source and target change places."""
        if self.mod == "forward" and role == "mod":
            return "domain", True
        if self.inverse == "written":
            role, inverted = role.partition("~")[0], False
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
        """The text that is looked up among the variables, to see whether a target is one of them."""
        if not self.variables:
            return bare(target if self.suffixes else without_suffix(target))
        target = target if self.suffixes else without_suffix(target)
        if self.quotes == "scanned":
            target = scanned(target)
        return target.split()[0] if self.spaces == "cut" and target.split() else target

    def _concept(self, concept: str) -> str:
        return self._text(concept, cut=False)

    def _constant(self, target: str) -> str:
        return self._text(target, cut=True)

    def _text(self, text: str, cut: bool) -> str:
        text = text if self.suffixes else without_suffix(text)
        text = scanned(text) if self.quotes == "scanned" else text
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


_OWN = ("TOP", "TOP", "top")
_SMATCHPP = ("TOP", "root", "root_of_graph")
_BY_NAME: dict[str, Callable[[Convention], Rules]] = {
    "smatch": lambda rule: Rules(
        "amr", "one", False, False, "off", "written", False, True, False, rule.duplicates, (*_OWN, rule.top)
    ),
    "smatch-1.0.4": lambda rule: Rules(
        "once", "forward", True, True, "scanned", "cut", False, True, False, rule.duplicates,
        ("attribute", "top", "top", rule.top),
    ),
    "smatchpp-amr": lambda rule: Rules(
        "all", "one", False, True, "none", "one", False, False, True, rule.duplicates, (*_SMATCHPP, rule.top)
    ),
    "smatchpp-generic": lambda rule: Rules(
        "all", "two", False, True, "none", "one", False, False, False, rule.duplicates, (*_SMATCHPP, rule.top)
    ),
    "paper": lambda rule: Rules(
        "written", "two", False, False, "written", "written", True, True, False, rule.duplicates, (*_OWN, rule.top)
    ),
}  # fmt: skip
assert [*RULES] == [each.name for each in fields(Rules)]


def rules_of(rule: Convention) -> Rules:
    """The rules that a built-in convention is made of. Raises :class:`UsageError` for a user's.

    >>> from smatchproof.conventions.conventions import convention
    >>> rules_of(convention("smatch")).differing(rules_of(convention("smatch", top="none")))
    ['top']
    """
    if rule.name not in _BY_NAME:
        raise UsageError(
            f"convention {quoted(rule.name)} is not made of single rules; choose from {', '.join(_BY_NAME)}"
        )
    return _BY_NAME[rule.name](rule)
