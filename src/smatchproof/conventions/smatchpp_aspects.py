"""The aspects of the program smatchpp (Opitz, EACL 2023), release 1.8.0, graph type amr.

The definitions of the aspects (roles, groups of concepts, and the arguments of PropBank's frames that mean the same as
a role) are data of the program, which has to be installed. It reads them, and takes the aspects out of the triples of a
graph: none of it is part of this package. That takes time cubic in the graph, 5 seconds for 500 variables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from smatchproof.base.errors import UsageError
from smatchproof.base.optional import RELEASES, MissingPackageError, install_release, require_release
from smatchproof.conventions.conventions import convention
from smatchproof.conventions.triples import Attribute, Relation, TripleGraph
from smatchproof.graphs.graph import Graph
from smatchproof.graphs.program_readers import refuse_for_smatchpp

RELEASE = RELEASES["smatchpp"]
"""The release of smatchpp whose rules are followed."""
_FILES = "graph_aspects.json", "concept_groups.json", "propbank-amr-frames-arg-descr.txt"
"""The program's data; it would try to download the last one if it were missing."""

_End = int | str
_Triple = tuple[_End, str, _End]
"""A triple of the program: an end is the index of a variable, or a constant or concept."""


def smatchpp_aspects() -> tuple[Callable[[Graph], dict[str, TripleGraph]], str]:
    """Return the function :func:`parts` of the installed program, and the beginning of the SHA-256 of its data.

    Raises :class:`UsageError` if the program is missing or its data damaged.
    """
    try:
        require_release("smatchpp")
    except MissingPackageError as error:
        raise MissingPackageError(f"--fine-grained smatchpp: {error}") from None
    try:
        spec = find_spec("smatchpp.formalism.amr")
        folder = Path(next(iter((spec and spec.submodule_search_locations) or ()))) / "resource"
        data = b"".join((folder / name).read_bytes() for name in _FILES)
        found = partial(parts, import_module("smatchpp.formalism.amr.tools").AMRSubgraphExtractor())
        found(Graph())  # looks at every rule
    except Exception as error:  # whatever a program of others may raise, it is no error of ours
        raise UsageError(f"the aspects of smatchpp cannot be read: {error}; {install_release('smatchpp')}") from None
    return found, sha256(data).hexdigest()[:8]


def parts(extractor: Any, graph: Graph) -> dict[str, TripleGraph]:
    """Return the triples of each aspect of a graph, in the order of the program; repeated triples count once.

    The graph is read under the convention ``smatchpp-amr``. Raises :class:`UsageError` for text that the program does
    not read as it is written.
    """
    refuse_for_smatchpp(graph, "leave out --fine-grained smatchpp")
    read = convention("smatchpp-amr", top="concept").triples(graph)
    found = extractor.all_subgraphs_by_name([*_program_triples(read)])
    return {name: _as_graph(part, read.variables) for name, part in found.items()}


# ---- triples


def _program_triples(graph: TripleGraph) -> Iterator[_Triple]:
    for kind, role, variable, value in graph.attributes:
        if kind == "attribute" and role.endswith("-of"):  # the program turns it round: the constant is its source
            yield value, _role(role[:-3]), variable
        else:
            yield variable, {"instance": ":instance", "TOP": ":root"}.get(kind) or _role(role), value
    for role, source, target in graph.relations:
        yield source, _role(role), target


def _role(role: str) -> str:
    """A role as the program writes it; a role ``:root`` in a graph is not the program's mark of the root."""
    return f":{role}_but_not_the_graph_root" if role == "root" else f":{role}"


def _as_graph(triples: Iterable[_Triple], names: Sequence[str]) -> TripleGraph:
    """Return triples as a graph of the variables that they mention."""
    triples = sorted({*triples}, key=str)  # the program has them in the order of a set
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
