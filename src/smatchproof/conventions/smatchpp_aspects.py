"""The aspects of the program smatchpp (Opitz, EACL 2023), release 1.8.0, graph type amr.

The definitions of the aspects (roles, groups of concepts, and the arguments of PropBank's frames that mean the same as
a role) are data of the program, which has to be installed and reads them: none of it is part of this package. The
extraction is ours, because the program's own takes time cubic in the graph: 5 seconds for 500 variables.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from smatchproof.base.errors import UsageError
from smatchproof.base.optional import RELEASES, MissingPackageError, install_release, require_release
from smatchproof.base.record import Record
from smatchproof.conventions.conventions import convention
from smatchproof.conventions.triples import Attribute, Relation, TripleGraph
from smatchproof.graphs.graph import Graph
from smatchproof.graphs.program_readers import refuse_for_smatchpp

RELEASE = RELEASES["smatchpp"]
"""The release of smatchpp whose rules are followed."""
_FILES = "graph_aspects.json", "concept_groups.json", "propbank-amr-frames-arg-descr.txt"
"""The program's data; it would try to download the last one if it were missing."""
_INSTANCE, _ROOT = ":instance", ":root"

_End = int | str


class _Triple(NamedTuple):
    """A triple of the program: an end is the index of a variable, or a constant or concept."""

    source: _End
    role: str
    target: _End


class SmatchppAspects(Record):
    """The aspects of the program, read from its data. Made by :func:`smatchpp_aspects`.

    * `rules`: the roles of each aspect, its group of concepts, and the triples that are added around its own.
    * `groups`: the concepts of each group. `arguments`: the roles that the arguments of a frame stand for.
    * `fingerprint`: the beginning of the SHA-256 of the program's data.
    """

    rules: Mapping[str, Mapping[str, Any]]
    groups: Mapping[str, Sequence[str]]
    arguments: Mapping[str, Mapping[str, str]]
    fingerprint: str

    @property
    def names(self) -> tuple[str, ...]:
        """The aspects in the order of the program."""
        return (*self.rules, "REENTRANCIES")

    def parts(self, graph: Graph) -> dict[str, TripleGraph]:
        """Return the triples of each aspect of a graph; repeated triples count once.

        The graph is read under the convention ``smatchpp-amr``. Linear in the graph for each aspect. Raises
        :class:`UsageError` for text that the program does not read as it is written.
        """
        refuse_for_smatchpp(graph, "leave out --fine-grained smatchpp")
        read = convention("smatchpp-amr", top="concept").triples(graph)
        triples = list(_program_triples(read))
        roles = {end: self.arguments.get(concept, {}) for end, concept in _concepts(triples).items()}
        triples = [each._replace(role=roles.get(each.source, {}).get(each.role, each.role)) for each in triples]
        found = _IndexedTriples(triples)
        chosen = [found.select(rule, self.groups) for rule in self.rules.values()]
        chosen.append([each for each in found.edges if each.target in found.concepts and found.is_shared(each.target)])
        graphs = (_as_graph(found.with_instances(part), read.variables) for part in chosen)
        return dict(zip(self.names, graphs, strict=True))


def smatchpp_aspects() -> SmatchppAspects:
    """Return the aspects of the installed program. Raises :class:`UsageError` if it is missing or its data damaged."""
    try:
        require_release("smatchpp")
    except MissingPackageError as error:
        raise MissingPackageError(f"--fine-grained smatchpp: {error}") from None
    try:
        spec = find_spec("smatchpp.formalism.amr")
        folder = Path(next(iter((spec and spec.submodule_search_locations) or ()))) / "resource"
        data = b"".join((folder / name).read_bytes() for name in _FILES)
        made = import_module("smatchpp.formalism.amr.tools").AMRSubgraphExtractor()
        read = made.extractor.graph_aspects, made.extractor.concept_groups, made.semantic_standardizer.rules
        aspects = SmatchppAspects(*read, sha256(data).hexdigest()[:8])
        aspects.parts(Graph())  # looks at every rule
    except Exception as error:  # whatever a program of others may raise, it is no error of ours
        raise UsageError(f"the aspects of smatchpp cannot be read: {error}; {install_release('smatchpp')}") from None
    return aspects


# ---- triples


def _program_triples(graph: TripleGraph) -> Iterator[_Triple]:
    for kind, role, variable, value in graph.attributes:
        if kind == "attribute" and role.endswith("-of"):  # the program turns it round: the constant is its source
            yield _Triple(value, _role(role[:-3]), variable)
        else:
            yield _Triple(variable, {"instance": _INSTANCE, "TOP": _ROOT}.get(kind) or _role(role), value)
    for role, source, target in graph.relations:
        yield _Triple(source, _role(role), target)


def _role(role: str) -> str:
    """A role as the program writes it; a role ``:root`` in a graph is not the program's mark of the root."""
    return f":{role}_but_not_the_graph_root" if role == "root" else f":{role}"


def _concepts(triples: Iterable[_Triple]) -> dict[_End, str]:
    return {source: str(target) for source, role, target in triples if role == _INSTANCE}


class _IndexedTriples:
    """The triples of a graph, with an index by ends of those that are not instances (`edges`)."""

    def __init__(self, triples: Sequence[_Triple]) -> None:
        self.triples, self.concepts = triples, _concepts(triples)
        self.edges = [each for each in triples if each.role != _INSTANCE]
        self.below: dict[_End, list[_Triple]] = defaultdict(list)
        self.above: dict[_End, list[_Triple]] = defaultdict(list)
        for each in self.edges:
            self.below[each.source].append(each)
            self.above[each.target].append(each)

    def is_shared(self, end: _End) -> bool:
        """Test whether several triples point to the variable."""
        return len(self.above.get(end, ())) > 1

    def select(self, rule: Mapping[str, Any], groups: Mapping[str, Sequence[str]]) -> list[_Triple]:
        """Return the triples of an aspect, without the concepts of their variables.

        First come the triples with one of its roles, and those at variables that have a value of its group. Then come
        the triples up to a number of relations below their targets; the triples that point at their sources; and, for
        each of their ends, the relation to it from a variable that has no other relation.
        """
        group = frozenset(groups.get(rule["associated_concept_group"], ()))
        chosen = [each for each in self.triples if each.role in rule["associated_rel"]]
        members = {each.source for each in self.triples if each.target in group}
        chosen += [each for each in self.triples if each.source in members or each.target in members]
        last = part = list(dict.fromkeys(chosen))
        for _ in range(int(rule["subgraph_extraction_range"])):
            ends = dict.fromkeys(each.target for each in last)
            known = set(part)
            last = [below for end in ends for below in self.below.get(end, ()) if below not in known]
            part = [*part, *last]
        if rule["add_parent"] == 1:
            ends = dict.fromkeys(each.source for each in chosen)
            part += [above for end in ends for above in self.above.get(end, ())]
        if rule["add_predicates"] != 0:
            ends = dict.fromkeys(end for source, _, target in part for end in (source, target))
            part += [above for end in ends for above in self.above.get(end, ()) if self._is_predicate(above)]
        return part

    def _is_predicate(self, triple: _Triple) -> bool:
        """Test whether the source of a triple has no other relation."""
        return triple.role != _ROOT and triple.source not in self.above and len(self.below[triple.source]) == 1

    def with_instances(self, part: Iterable[_Triple]) -> list[_Triple]:
        """Return each triple once, with the concepts of its variables."""
        once = dict.fromkeys(part)
        ends = [end for source, _, target in once for end in (source, target) if end in self.concepts]
        return list(once | dict.fromkeys(_Triple(end, _INSTANCE, self.concepts[end]) for end in ends))


def _as_graph(triples: Sequence[_Triple], names: Sequence[str]) -> TripleGraph:
    """Return triples as a graph of the variables that they mention."""
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
