"""What drawings and texts of a pair show: which triples an alignment matches, and both in words."""

from __future__ import annotations

from collections import Counter

from smatchproof.conventions.triples import Alignment, Attribute, Duplicates, Relation, TripleGraph
from smatchproof.scoring.pairs.matching import matched_on_both_sides
from smatchproof.similarity.grading import Similarities

Triple = Attribute | Relation


def matched_copies(
    left: TripleGraph,
    right: TripleGraph,
    mapping: Alignment,
    duplicates: Duplicates,
    similarities: Similarities | None = None,
) -> tuple[dict[Triple, list[bool]], dict[Triple, list[bool]]]:
    """Test each triple of both graphs, copy by copy, for a match; a triple with a weight is one copy here.

    >>> from smatchproof.conventions.conventions import convention
    >>> from smatchproof.graphs.reading import parse_graph
    >>> boy, girl = (convention("smatch").triples(parse_graph(text)) for text in ("(b / boy)", "(g / girl)"))
    >>> [[*found.values()] for found in matched_copies(boy, girl, [0], Duplicates.SET)]
    [[[False], [True]], [[False], [True]]]
    """
    matches, images = matched_on_both_sides(left, right, mapping, duplicates, similarities)
    return _flags(left, matches), _flags(right, images)


def attribute_words(triple: Attribute) -> str:
    """The words for an attribute in a drawing: its role and value; ▲ marks the root.

    >>> attribute_words(Attribute("attribute", "polarity", 0, "-")), attribute_words(Attribute("TOP", "TOP", 0, "top"))
    (':polarity -', '▲ root')
    """
    if triple.kind == "TOP":
        return "▲ root" if triple.value == "top" else f"▲ root {triple.value}"
    return f":{triple.role} {triple.value}"


def _flags(graph: TripleGraph, matches: Counter[Triple]) -> dict[Triple, list[bool]]:
    copies = Counter[Triple]([*graph.attributes, *graph.relations])
    return {triple: [number < matches[triple] for number in range(copies[triple])] for triple in copies}


def alignment_words(left: TripleGraph, right: TripleGraph, mapping: Alignment) -> str:
    """An alignment in words, for those who cannot see its drawing: all couples, and the variables without a partner.

    >>> from smatchproof.conventions.conventions import convention
    >>> from smatchproof.graphs.reading import parse_graph
    >>> read = convention("smatch").triples
    >>> alignment_words(read(parse_graph("(a / x :r (b / y))")), read(parse_graph("(c / x :r (d / z))")), (0, None))
    'Aligned: a with c. Without a partner: b on the left; d on the right.'
    """
    partners = {index: partner for index, partner in enumerate(mapping) if partner is not None}
    named = ", ".join(f"{left.variables[index]} with {right.variables[partner]}" for index, partner in partners.items())
    words = f"Aligned: {named}." if partners else "Nothing is aligned."
    alone = []
    for graph, aligned, side in ((left, {*partners}, "left"), (right, {*partners.values()}, "right")):
        rest = [name for index, name in enumerate(graph.variables) if index not in aligned]
        alone += [f"{', '.join(rest)} on the {side}"] if rest else []
    return f"{words} Without a partner: {'; '.join(alone)}." if alone else words
