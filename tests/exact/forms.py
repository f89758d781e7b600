"""The questions of certificates, and small changes of the duals in their leaves and fixes."""

from collections.abc import Iterable
from typing import Any

from smatchproof.exact.certificate import _nodes
from smatchproof.exact.checker import Combined, Limits, Question, Refused, Tree, follow, read_graph, read_similarity
from smatchproof.problem.problem import AlignmentProblem
from smatchproof.problem.proof import ProofNode

Record = dict[str, Any]


def has_duals(node: Any) -> bool:
    return type(node) is list and len(node) == 5 and node[0] in ("leaf", "fix")


def question_of(record: Record) -> Question:
    """The question of a certificate. Raises Refused if its graphs are invalid."""
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


def as_question(problem: AlignmentProblem) -> Combined:
    """A problem as the checker takes it."""
    number = [i * problem.right_size + j for i, j in problem.candidates]
    unary = {number[p]: weight for p, weight in enumerate(problem.unary) if weight}
    matches = [(number[p], number[q], weight) for p, q, weight in problem.matches]
    return Combined((problem.left_size, problem.right_size), unary, matches, 0)


def as_written(nodes: Iterable[ProofNode], problem: AlignmentProblem) -> list[Any]:
    """The nodes of a proof as a certificate holds them."""
    return [*_nodes((*nodes,), problem)]


def accepts(problem: Combined, proof: list[Any], bound: int, limits: Limits = Limits()) -> bool:
    try:
        follow(proof, Tree(problem, bound, 1, limits))
    except Refused:
        return False
    return True


def is_proof(problem: AlignmentProblem, claim: int, proof: Iterable[ProofNode]) -> bool:
    """Test whether the checker accepts it as a proof that no alignment is worth more than the claim."""
    return accepts(as_question(problem), as_written(proof, problem), claim)
