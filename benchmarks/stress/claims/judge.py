"""The one judge of all claims: the optimum of two graphs, from their triples and the question alone.

Brute force decides where there are few alignments. Of larger graphs the optimum is that of a run without limits whose
certificate the checker has accepted: the checker shares no code with the solver, and is attacked by campaigns of its
own.
"""

from collections import Counter
from math import perm

from benchmarks.stress.exact.campaign import question_of
from benchmarks.stress.exact.oracle import Asked, optimum, value
from smatchproof.conventions.triples import Duplicates, TripleGraph
from smatchproof.exact import exact
from smatchproof.exact.certificate import certificate, check_text
from smatchproof.exact.checker import Refused
from smatchproof.problem.problem import build_problem
from smatchproof.problem.solution import SolveParams

MOST_ALIGNMENTS = 5_000


def best(asked: Asked) -> int:
    """What the best alignment matches, in units of the question."""
    sizes = sorted(len(graph.variables) for graph in (asked.left, asked.right))
    if perm(sizes[1], sizes[0]) <= MOST_ALIGNMENTS:
        return optimum(asked)
    problem = build_problem(asked.left, asked.right, asked.rule, asked.similarities)
    solution = exact(problem, SolveParams(proof=True))
    record = check_text(
        certificate("", asked.signature, asked.left, asked.right, problem, solution, asked.similarities)
    )
    assert record["matched"] == record["at_most"], "an open optimum judges nothing"
    return int(record["matched"])


def wrong_claim(asked: Asked, alignment: dict[int, int], matched: int, bound: int) -> str | None:
    """Return the fault, if any, of the claim that an alignment matches so much, and none more than the bound."""
    if len({*alignment.values()}) != len(alignment) or value(asked, alignment) != matched:
        return f"the alignment {alignment} is not worth {matched}"
    if not matched <= best(asked) <= bound:
        return f"{best(asked)} is not from {matched} to {bound}"
    return None


def wrong_certificate(line: str | bytes, asked: Asked, matched: int, bound: int) -> str | None:
    """Return the fault, if any, of a certificate of these graphs for that claim."""
    try:
        record = check_text(line)
    except Refused as refused:
        return f"the checker refuses: {refused}"
    held = question_of(record)
    for side, graph, other in (("left", asked.left, held.left), ("right", asked.right, held.right)):
        if _triples(graph, asked.rule) != _triples(other, asked.rule):
            return f"the certificate is about another {side} graph"
    if (held.rule, held.unit) != (asked.rule, asked.unit):
        return f"the certificate is about {held.signature}, not {asked.signature}"
    if (record["matched"], record["at_most"]) != (matched, bound):
        return f"the certificate says {record['matched']} to {record['at_most']}, not {matched} to {bound}"
    return wrong_claim(held, dict(record["alignment"]), matched, bound)


def _triples(graph: TripleGraph, rule: Duplicates) -> object:
    """The triples of a graph by the names of its variables, as far as the rule counts them."""
    names = graph.variables
    kinds = ((each, each.role if each.kind == "attribute" else each.kind) for each in graph.attributes)
    attributes = Counter((role, names[each.variable], each.value) for each, role in kinds)
    relations = Counter((each.role, names[each.source], names[each.target]) for each in graph.relations)
    found = attributes, relations
    return sorted(names), [sorted(part) if rule is Duplicates.SET else sorted(part.items()) for part in found]
