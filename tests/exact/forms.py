"""What certificates are about, and small changes of the duals in their leaves and fixes."""

from typing import Any

from smatchproof.exact.checker import Limits, Question, read_graph, read_similarity
from smatchproof.problem.problem import AlignmentProblem

Record = dict[str, Any]


def has_duals(node: Any) -> bool:
    return type(node) is list and len(node) == 5 and node[0] in ("leaf", "fix")


def question_of(record: Record) -> Question:
    """What a certificate asks; raises Refused where its graphs are none."""
    left, right = (read_graph(record[side], side) for side in ("left", "right"))
    rule = next(part[4:] for part in record["convention"].split("|") if part.startswith("dup:"))
    return Question(left, right, rule, *read_similarity(record))


def problem_of(record: Record) -> AlignmentProblem:
    """The weights of what a certificate asks."""
    sizes = [len(record[side]["variables"]) for side in ("left", "right")]
    unary, matches = question_of(record).weights(Limits().weights)
    couples = {(divmod(p, sizes[1]), divmod(q, sizes[1])): weight for p, q, weight in matches}
    return AlignmentProblem.from_weights(*sizes, {divmod(p, sizes[1]): each for p, each in unary.items()}, couples)


def changed(node: list[Any], side: int, index: int, amount: int) -> list[Any]:
    """The node with the dual of one row (side 0) or column (side 1) changed, which is listed from now on even if 0."""
    duals = node[2 + side] + [0] * (index + 1 - len(node[2 + side]))
    duals[index] += amount
    return [*node[: 2 + side], duals, *node[3 + side :]]


def without_star(node: list[Any], number: int) -> list[Any]:
    """The node without what it lists of the pair of this number."""
    triples = [node[4][start : start + 3] for start in range(0, len(node[4]), 3)]
    return [*node[:4], [part for triple in triples if triple[0] != number for part in triple]]


def scaled(node: list[Any], factor: int) -> list[Any]:
    """The node with scale and duals times a factor."""
    kind, scale, rows, columns, stars = node
    stars = [number * factor if place % 3 == 2 else number for place, number in enumerate(stars)]
    return [kind, scale * factor, *([dual * factor for dual in part] for part in (rows, columns)), stars]


def places_of_duals(node: list[Any]) -> list[tuple[list[Any], int]]:
    """Where the duals of a node stand: a list and a place in it."""
    rows, columns, stars = node[2:]
    lists = [(part, range(len(part))) for part in (rows, columns)] + [(stars, range(2, len(stars), 3))]
    return [(part, place) for part, places in lists for place in places]
