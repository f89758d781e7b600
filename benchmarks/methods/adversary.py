"""Miss rates of methods on pairs that an adversary finds, and the share of real graphs within its limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from benchmarks.common import corpus, graphs_of, table
from smatchproof.lab.experiments.method_adversary import search_against
from smatchproof.lab.experiments.rows import alike_variables, reentrancies, repeated_concepts
from smatchproof.lab.generators.adversary import AdversarialPair, AdversaryParams
from smatchproof.lab.generators.adversary_graphs import SketchSpace
from smatchproof.public import TripleGraph, convention

METHODS = ("S", "S+4R", "S+9R", "ILS")
SIZES = (8, 12, 16, 24)
_NOTES = """\
`smatchproof generate adversary --method METHOD --variables SIZE`, with the default budget of 40 evaluations
for each variable: the share of 300 runs with new seeds that miss the proved optimum of the pair that was found, with
Wilson's 95 % interval; "random": of the pairs from which the search started. Where a method missed nothing,
the command says so, writes nothing and exits with 1.

"""
_SHAPE_NOTES = """

What the adversary's graphs may be like, and the share of graphs of 8 variables or more in the corpora that are so.

"""


def miss_rates() -> str:
    """Miss rates by size and method, then the shares of real graphs that are within the adversary's limits."""
    rows = [_row(size, method) for size in SIZES for method in METHODS]
    header = ["variables", "method", "random", "missed"]
    return _NOTES + table(header, rows) + _SHAPE_NOTES + _shapes()


def _row(size: int, method: str) -> list[object]:
    found = search_against(method, AdversaryParams(variables=size)).run()
    return [size, method, f"{found.random_missed:.1%}", _missed(found)]


def _missed(found: AdversarialPair) -> str:
    if found.band is None:
        return f"{found.miss_rate:.1%}"
    low, high = found.band
    return f"{found.miss_rate:.1%} ({low:.1%} to {high:.1%})"


def _shapes() -> str:
    files = {"LPP": corpus("lpp")[2]} | {name: corpus(f"{name} dev main")[1] for name in ("sts", "sick", "para")}
    rule = convention("smatch")
    large = {name: [graph for graph in graphs_of(file) if len(graph.variables) >= 8] for name, file in files.items()}
    graphs = {name: [*map(rule.triples, some)] for name, some in large.items()}
    space = SketchSpace(max(SIZES))
    rows = []
    for words, fits in _limits(space).items():
        shares = [sum(map(fits, some)) / len(some) for some in graphs.values()]
        rows.append([words, *(f"{share:.1%}" for share in shares)])
    return table(["limit", *(f"{name} ({len(some):,})" for name, some in graphs.items())], rows)


def _limits(space: SketchSpace) -> dict[str, Callable[[TripleGraph], bool]]:
    """The limits in words, each with the function that says whether a graph keeps it."""
    return {
        f"at most {space.relations_below} relations leave a variable": lambda graph: (
            max(Counter(each.source for each in graph.relations).values(), default=0) <= space.relations_below
        ),
        f"re-entrancies: {space.reentrancies:.0%} of the variables": lambda graph: (
            reentrancies(graph) <= space.reentrancies * len(graph.variables)
        ),
        f"repeated concepts: {space.repeated:.0%} of the variables": lambda graph: (
            repeated_concepts(graph) <= space.repeated * len(graph.variables)
        ),
        f"at most {space.same_concept} variables have the same concept": lambda graph: (
            _most_of_a_concept(graph) <= space.same_concept
        ),
        "no variables are alike to colour refinement": lambda graph: not alike_variables(graph),
    }


def _most_of_a_concept(graph: TripleGraph) -> int:
    return max(Counter(each.value for each in graph.attributes if each.kind == "instance").values())
