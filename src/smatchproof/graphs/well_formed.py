"""The fast reader of one graph: a scanner and a draft of the graph, for text without errors and unusual forms.

Nearly all text is of this kind, and penman, which makes an object of every token, takes six times as long. All other
text (a comment within the graph, a suffix apart from its token, any mistake) is left to
:func:`smatchproof.graphs.reading.parse_graph`: penman decides what is a graph, and where an error is.
"""

from __future__ import annotations

import re

from smatchproof.base.record import replace
from smatchproof.graphs.core.draft import BEGINNING, graph_of_rest
from smatchproof.graphs.graph import Graph

_CONCEPT_SIGN = re.compile(r'(/[ \t]*+)#(?=[^ \t\r\n\v\f"()/:~#])')
_SIGN = "\ufdd0"  # no character of any text


def read_well_formed(text: str, id: str | None = None) -> Graph | None:
    r"""Return the graph in a text, or ``None`` if this reader is not sure and penman has to read the text.

    Lines end with a line feed. Comments may stand before the graph. Linear in the text, at any depth of nesting.

    >>> read_well_formed("# ::id 1\n(b / boy :poss b)").edges
    (Edge(source=0, role='poss', target='b'),)
    >>> read_well_formed("(b / boy") is None
    True
    """
    beginning = BEGINNING.match(text)
    if beginning is None:
        return None
    if text.find("#", beginning.start(1)) >= 0:
        signed = sign_concepts(text)
        graph = read_well_formed(signed, id) if signed.find("#", beginning.start(1)) < 0 else None
        return unsigned(graph) if graph else None
    root, concept = beginning.groups()
    return graph_of_rest(text, beginning.end(), root, concept, id)


def sign_concepts(text: str) -> str:
    """Replace the ``#`` of concepts such as ``#Percnt``, which penman takes for a comment, by another sign.

    A ``#`` begins a concept directly behind ``/`` and spaces, and directly before a name.

    >>> sign_concepts("(p / #Percnt)  # ten").replace(_SIGN, "!")
    '(p / !Percnt)  # ten'
    """
    return _CONCEPT_SIGN.sub(rf"\1{_SIGN}", text) if "#" in text else text


def unsigned(graph: Graph) -> Graph:
    """Return the graph of a text from :func:`sign_concepts` with ``#`` restored."""
    edges = tuple(edge._replace(target=unsigned_text(edge.target)) for edge in graph.edges)
    return replace(graph, concepts=tuple(map(unsigned_text, graph.concepts)), edges=edges)


def unsigned_text(text: str) -> str:
    """Return a text from :func:`sign_concepts` with ``#`` restored."""
    return text.replace(_SIGN, "#")
