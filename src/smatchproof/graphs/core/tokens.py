"""The graph of the tokens of a text: a stack of the nodes that are open."""

from __future__ import annotations

from smatchproof.graphs.graph import Edge, Graph

new_tuple = tuple.__new__
"""The constructor of edges: the __new__ of their own class takes twice as long."""


def graph_of_tokens(
    root: str, concept: str, tokens: list[tuple[str, str, str, str, str]], id: str | None
) -> Graph | None:
    """Return the graph whose root and concept are followed by `tokens`; ``None`` if these are not one graph.

    A token is a role with a target and the parentheses that close behind it, or another sign. The target is a value, or
    a variable and its concept. Linear in the tokens.
    """
    variables, concepts, edges = [root], [concept], list[Edge]()
    seen = {root}
    not_yet_defined, above = [], []
    source = 0
    for role, variable, value, closing, sign in tokens:
        if source < 0:  # the root was closed already
            return None
        if variable:
            if variable in seen:
                return None
            seen.add(variable)
            edges.append(new_tuple(Edge, (source, role, variable)))
            above.append(source)
            source = len(variables)
            variables.append(variable)
            concepts.append(value)
        elif role:
            if value not in seen:
                not_yet_defined.append(len(edges))
            edges.append(new_tuple(Edge, (source, role, value)))
        elif sign != ")":
            return None
        for _ in closing or sign:
            if source < 0:
                return None
            source = above.pop() if above else -1
    if source >= 0:
        return None
    early = [number for number in not_yet_defined if edges[number][2] in seen]
    return Graph(tuple(variables), tuple(concepts), tuple(edges), id, tuple(early))
