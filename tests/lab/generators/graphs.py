"""The properties of every generated AMR, and the comparison of two graphs' triples by the names of variables."""

from collections.abc import Mapping

from smatchproof.conventions.conventions import Top, convention
from smatchproof.conventions.triples import TripleGraph
from smatchproof.graphs.graph import Graph
from smatchproof.graphs.reading import parse_graph
from smatchproof.graphs.writing import write_graph

RULE = convention("smatch", top=Top.NONE)

NamedTriple = tuple[str, str, str]


def check_amr(graph: Graph) -> None:
    """It is written and read back as itself (so it is connected and defines each variable once), no triple twice."""
    assert parse_graph(write_graph(graph), id=graph.id) == graph
    reified = any(concept.endswith("-91") for concept in graph.concepts)
    for name in ("smatch", "smatch-1.0.4", "smatchpp-generic", *["smatchpp-amr"] * (not reified)):
        triples = convention(name).triples(graph)
        assert not [change for change in triples.changes if "duplicate" in change.reason or "merged" in change.reason]
        assert len({*triples.attributes, *triples.relations}) == triples.size


def named(triples: TripleGraph, names: Mapping[str, str] | None = None) -> set[NamedTriple]:
    """The triples as (role, variable, variable or value), variables by name; `names` replaces some of them."""

    def name(index: int) -> str:
        return (names or {}).get(triples.variables[index], triples.variables[index])

    found = {(each.role, name(each.variable), each.value) for each in triples.attributes}
    return found | {(each.role, name(each.source), name(each.target)) for each in triples.relations}


def relations(triples: set[NamedTriple], graph: TripleGraph) -> set[NamedTriple]:
    """Those of the triples that are relations of the graph."""
    names = graph.variables
    return triples & {(each.role, names[each.source], names[each.target]) for each in graph.relations}
