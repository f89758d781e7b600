"""The aspects of the program smatchpp (Opitz, EACL 2023), release 1.8.0, graph type amr.

What belongs to an aspect (roles, groups of concepts, and which arguments of PropBank's frames mean the same as a role)
is data of the program, which is installed by itself. It is read from there: none of it is part of this package.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from smatchproof.alignment.conventions import convention
from smatchproof.alignment.errors import UsageError
from smatchproof.alignment.graph import Graph
from smatchproof.alignment.optional import RELEASES, install_release, missing_release
from smatchproof.alignment.program_readers import refuse_for_smatchpp
from smatchproof.alignment.triples import Attribute, Relation, TripleGraph

RELEASE = RELEASES["smatchpp"]
"""The release of smatchpp whose rules are followed."""
_INSTALL = install_release("smatchpp", RELEASE)
_RESOURCES = Path("formalism", "amr", "resource")
_ASPECTS, _GROUPS, _FRAMES = "graph_aspects.json", "concept_groups.json", "propbank-amr-frames-arg-descr.txt"
_INSTANCE, _ROOT = ":instance", ":root"
_REENTRANCIES = "REENTRANCIES"

_End = int | str


class _Triple(NamedTuple):
    """A triple of the program: an end is the index of a variable, or a constant or concept."""

    source: _End
    role: str
    target: _End


@dataclass(frozen=True, slots=True)
class AspectRule:
    """How the triples of an aspect are found.

    Those with one of the `roles`, and those at variables that have a value of the concept `group`. Then what is up to
    `depth` relations below their targets; with `parents`, what points at their sources; and with `predicates` the
    relation to any of their ends of a variable that has no other relation.
    """

    roles: frozenset[str]
    group: frozenset[str]
    depth: int
    parents: bool
    predicates: bool


@dataclass(frozen=True, slots=True)
class SmatchppAspects:
    """The program's aspects, and by which roles it replaces arguments of frames. Made by :func:`smatchpp_aspects`.

    `fingerprint` is the beginning of the SHA-256 of the files that they were read from.
    """

    rules: Mapping[str, AspectRule]
    arguments: Mapping[str, Mapping[str, str]]
    fingerprint: str

    @property
    def names(self) -> tuple[str, ...]:
        """The aspects in the order of the program."""
        return (*self.rules, _REENTRANCIES)

    def parts(self, graph: Graph) -> dict[str, TripleGraph]:
        """The triples of each aspect of a graph; repeated ones count once.

        The graph is read under the convention ``smatchpp-amr``. Linear in the graph for each aspect. Raises
        :class:`UsageError` for what the program does not read as it is written.
        """
        refuse_for_smatchpp(graph, "leave out --fine-grained smatchpp")
        read = convention("smatchpp-amr", top="concept").triples(graph)
        found = _IndexedTriples.of(self._standardized(list(_by_names(read))))
        parts = {name: _select(found, rule) for name, rule in self.rules.items()}
        parts[_REENTRANCIES] = [each for each in found.edges if found.shares(each.target)]
        return {name: _as_graph(found.with_instances(part), read.variables) for name, part in parts.items()}

    def _standardized(self, triples: list[_Triple]) -> list[_Triple]:
        """The same with arguments of frames by the roles that mean the same, where one is known."""
        concepts = _concepts(triples)
        roles = {variable: self.arguments.get(concept, {}) for variable, concept in concepts.items()}
        return [each._replace(role=roles.get(each.source, {}).get(each.role, each.role)) for each in triples]


# ---- triples


def _by_names(graph: TripleGraph) -> Iterator[_Triple]:
    for kind, role, variable, value in graph.attributes:
        if kind == "attribute" and role.endswith("-of"):  # the program turns it round: the constant is its source
            yield _Triple(value, _role(role[:-3]), variable)
        else:
            yield _Triple(variable, {"instance": _INSTANCE, "TOP": _ROOT}.get(kind) or _role(role), value)
    for role, source, target in graph.relations:
        yield _Triple(source, _role(role), target)


def _role(role: str) -> str:
    """A role as the program writes it; one that a graph calls ``:root`` is not that of its root."""
    return f":{role}_but_not_the_graph_root" if role == "root" else f":{role}"


def _concepts(triples: Iterable[_Triple]) -> dict[_End, str]:
    return {source: str(target) for source, role, target in triples if role == _INSTANCE}


@dataclass(frozen=True, slots=True)
class _IndexedTriples:
    """The triples of a graph, by their ends."""

    triples: Sequence[_Triple]
    edges: Sequence[_Triple]
    """All that are not instances."""
    concepts: Mapping[_End, str]
    below: Mapping[_End, Sequence[_Triple]]
    above: Mapping[_End, Sequence[_Triple]]

    @classmethod
    def of(cls, triples: Sequence[_Triple]) -> _IndexedTriples:
        below, above = defaultdict(list), defaultdict(list)
        edges = [each for each in triples if each.role != _INSTANCE]
        for each in edges:
            below[each.source].append(each)
            above[each.target].append(each)
        return cls(triples, edges, _concepts(triples), dict(below), dict(above))

    def shares(self, end: _End) -> bool:
        """Whether it is a variable that several point to."""
        return end in self.concepts and len(self.above.get(end, ())) > 1

    def predicates(self, end: _End) -> list[_Triple]:
        """The triples to it whose sources have no other."""
        return [
            each
            for each in self.above.get(end, ())
            if each.role != _ROOT and each.source not in self.above and len(self.below[each.source]) == 1
        ]

    def with_instances(self, part: Iterable[_Triple]) -> list[_Triple]:
        """Each triple once, and the concepts of their variables."""
        once = dict.fromkeys(part)
        ends = [end for source, _, target in once for end in (source, target) if end in self.concepts]
        return list(once | dict.fromkeys(_Triple(end, _INSTANCE, self.concepts[end]) for end in ends))


def _select(found: _IndexedTriples, rule: AspectRule) -> list[_Triple]:
    """The triples of an aspect, without the concepts of their variables."""
    chosen = [each for each in found.triples if each.role in rule.roles]
    members = {each.source for each in found.triples if each.target in rule.group}
    chosen += [each for each in found.triples if each.source in members or each.target in members]
    part = _with_what_is_below(found, chosen, rule.depth)
    if rule.parents:
        part += [each for end in dict.fromkeys(begin.source for begin in chosen) for each in found.above.get(end, ())]
    if rule.predicates:
        ends = dict.fromkeys(end for source, _, target in part for end in (source, target))
        part += [each for end in ends for each in found.predicates(end)]
    return part


def _with_what_is_below(found: _IndexedTriples, chosen: Iterable[_Triple], depth: int) -> list[_Triple]:
    kept = dict.fromkeys(chosen)
    last = list(kept)
    for _ in range(depth):
        ends = dict.fromkeys(above.target for above in last)
        last = [each for end in ends for each in found.below.get(end, ()) if each not in kept]
        kept |= dict.fromkeys(last)
    return list(kept)


def _as_graph(part: Iterable[_Triple], names: Sequence[str]) -> TripleGraph:
    """Triples as a graph of the variables that they mention."""
    triples = list(part)
    mentioned = sorted({end for source, _, target in triples for end in (source, target) if isinstance(end, int)})
    index: dict[_End, int] = {variable: number for number, variable in enumerate(mentioned)}
    attributes, relations = [], []
    for source, role, target in triples:
        if source in index and target in index:
            relations.append(Relation(role, index[source], index[target]))
        elif source in index:
            attributes.append(Attribute("attribute", role, index[source], str(target)))
        else:
            attributes.append(Attribute("attribute", f"{role}-of", index[target], str(source)))
    return TripleGraph(tuple(names[each] for each in mentioned), tuple(attributes), tuple(relations))


# ---- the program's data


def smatchpp_aspects() -> SmatchppAspects:
    """The aspects of the installed program, which is not loaded. Raises :class:`UsageError` where there is none."""
    if reason := missing_release("smatchpp", RELEASE):
        raise UsageError(f"--fine-grained smatchpp: {reason}; {_INSTALL}")
    spec = find_spec("smatchpp")
    places = list(spec.submodule_search_locations or ()) if spec else []
    if not places:
        raise UsageError(f"--fine-grained smatchpp finds no folder of smatchpp; {_INSTALL}")
    return read_smatchpp_aspects(Path(places[0]) / _RESOURCES)


def read_smatchpp_aspects(folder: Path) -> SmatchppAspects:
    """The aspects that the files of a folder say. Raises :class:`UsageError` for files that are not as in 1.8.0."""
    try:
        data = {name: (folder / name).read_bytes() for name in (_ASPECTS, _GROUPS, _FRAMES)}
        aspects, groups = json.loads(data[_ASPECTS]), json.loads(data[_GROUPS])
        arguments = _arguments(aspects, _frames(data[_FRAMES].decode()))
        rules = {name: _rule(said, groups) for name, said in aspects.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise UsageError(f"the aspects of smatchpp cannot be read from {folder}: {error}; {_INSTALL}") from None
    return SmatchppAspects(rules, arguments, sha256(b"".join(data.values())).hexdigest()[:8])


def _rule(said: Mapping[str, Any], groups: Mapping[str, Sequence[str]]) -> AspectRule:
    return AspectRule(
        frozenset(said["associated_rel"]),
        frozenset(groups.get(said["associated_concept_group"], ())),
        int(said["subgraph_extraction_range"]),
        said["add_parent"] == 1,
        said["add_predicates"] != 0,
    )


def _frames(text: str) -> dict[str, dict[str, str]]:
    """The description of each argument of a frame, in words between spaces. Of a frame with two lines the last."""
    frames = {}
    for line in filter(None, text.lower().split("\n")):
        frame, *arguments = line.split("  arg")
        described = (each.replace(", ", " ").replace(". ", " ").split(": ") for each in arguments)
        frames[frame] = {f":arg{number}": f" {' '.join(words.split())} " for number, words, *_ in described}
    return frames


def _arguments(aspects: Mapping[str, Any], frames: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, str]]:
    """The roles that arguments of frames stand for, by what their descriptions contain: of several the last."""
    words = [pair for said in aspects.values() for pair in said["search_in_frame_descr"].items()]
    found: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for frame, arguments in frames.items():
        for argument, description in arguments.items():
            for word, role in words:
                if word in description:
                    found[frame][argument] = role
    return dict(found)
