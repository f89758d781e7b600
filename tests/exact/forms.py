"""The two forms in which a certificate lists the duals of a leaf or fix, and the way from the new one to the old one.

Format 4 has ``[kind, D, rows, columns, stars]``: rows and columns without indexes, stars as triples of numbers.
Formats 1 to 3 have ``[kind, D, stars, rows, columns]``: rows and columns with their indexes, stars with two tables for
each pair, and all that is not 0 is in them.
"""

from collections.abc import Iterable
from typing import Any

from smatchproof.exact.checker import FORMAT, Limits, Question, read_graph, read_similarity
from smatchproof.exact.older_formats import OLDER_FORMATS
from smatchproof.problem.problem import AlignmentProblem
from smatchproof.problem.proof import Duals, spelled_out
from tests.exact.random_proofs import live_candidates, slacks_of

Record = dict[str, Any]
FORMATS = [*OLDER_FORMATS, FORMAT]
WEIGHTED_FORMAT = OLDER_FORMATS[-1]
"""The first with weights of triples."""


def is_short(record: Record) -> bool:
    """Whether a certificate lists its duals as format 4 does."""
    return bool(record["format"] == FORMAT)


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


def versions_of(record: Record) -> list[str]:
    """The formats in which what a certificate of format 4 says can be said."""
    if record["proof"][:1] == [["cover"]]:  # as the proofs of dense problems begin
        return [FORMAT]
    is_weighted = any(len(t) == 4 for side in ("left", "right") for part in ("attributes", "relations")
                      for t in record[side][part])  # fmt: skip
    if is_weighted:
        return [*FORMATS[2:]]
    is_new = {"step", "at_most"} & record.keys() or record["proof"] == [["count"]]
    return [*FORMATS[1:]] if is_new else [*FORMATS]


def in_format(record: Record, version: str) -> Record:
    """A certificate of format 4 in another format: its proof has all duals in it."""
    if version == FORMAT:
        return record
    proof = record["proof"] if record["proof"] == [["count"]] else _all_listed(record)
    return record | {"format": version, "proof": proof}


def _all_listed(record: Record) -> list[Any]:
    """The proof of a certificate that holds, with the stars of all live pairs."""
    problem, proof = problem_of(record), []
    number = {pair: candidate for candidate, pair in enumerate(problem.candidates)}
    waiting = [(frozenset[int](), frozenset[int]())]
    for node in record["proof"]:
        forced, forbidden = waiting.pop()
        if node[0] == "branch":
            p = number[node[1], node[2]]
            waiting += [(forced, forbidden | {p}), (forced | {p}, forbidden)]
        if not has_duals(node):
            proof.append(node)
            continue
        live, duals = live_candidates(problem, forced, forbidden), Duals(*node[1:])
        proof.append([*node[:2], _stars(problem, duals, live), _table(enumerate(duals.rows)),
                      _table(enumerate(duals.columns))])  # fmt: skip
        if node[0] == "fix":
            rows, columns = (
                part + [0] * (size - len(part))
                for part, size in ((duals.rows, problem.left_size), (duals.columns, problem.right_size))
            )
            slacks = slacks_of(problem, Duals(duals.scale, rows, columns, duals.stars), live)
            limit = duals.scale * (record.get("at_most", record["matched"]) + record.get("step", 1)) - 1
            dead = {p for p, slack in slacks.items() if duals.total - slack <= limit}
            waiting.append((forced, forbidden | dead))
    return proof


def _stars(problem: AlignmentProblem, duals: Duals, live: Iterable[int]) -> list[Any]:
    stars: dict[int, tuple[list[int], list[int]]] = {}
    for (candidate, side, line), dual in spelled_out(problem, duals, live).items():
        stars.setdefault(candidate, ([], []))[side].extend((line, dual))
    return [part for candidate, star in stars.items() for part in (*problem.candidates[candidate], *star)]


def _table(entries: Iterable[tuple[int, int]]) -> list[int]:
    """Also with those that are 0: a fix requires only what is listed."""
    return [number for entry in entries for number in entry]


# ---- small changes, in either form


def duals_on(record: Record, node: list[Any], side: int) -> dict[int, int]:
    """The duals of the rows (side 0) or columns (side 1) of a node that are listed."""
    if is_short(record):
        return dict(enumerate(node[2 + side]))
    return dict(zip(node[3 + side][::2], node[3 + side][1::2], strict=False))


def changed(record: Record, node: list[Any], side: int, index: int, amount: int) -> list[Any]:
    """The node with the dual of one row or column changed, which is listed from now on even if it is 0."""
    duals = duals_on(record, node, side)
    duals[index] = duals.get(index, 0) + amount
    if is_short(record):
        return [*node[: 2 + side], [duals.get(line, 0) for line in range(max(duals) + 1)], *node[3 + side :]]
    return [*node[: 3 + side], _table(duals.items()), *node[4 + side :]]


def without_star(record: Record, node: list[Any], pair: tuple[int, int]) -> list[Any]:
    """The node without what it lists of a pair."""
    if is_short(record):
        number = pair[0] * len(record["right"]["variables"]) + pair[1]
        triples = [node[4][start : start + 3] for start in range(0, len(node[4]), 3)]
        return [*node[:4], [part for triple in triples if triple[0] != number for part in triple]]
    stars = [node[2][start : start + 4] for start in range(0, len(node[2]), 4)]
    return [*node[:2], [part for star in stars if star[:2] != [*pair] for part in star], *node[3:]]


def scaled(record: Record, node: list[Any], factor: int) -> list[Any]:
    """The node with scale and duals times a factor."""

    def times(part: list[Any], each: int, which: int) -> list[Any]:
        return [number * factor if place % each == which else number for place, number in enumerate(part)]

    kind, scale, *parts = node
    if is_short(record):
        return [kind, scale * factor, *(times(part, 1, 0) for part in parts[:2]), times(parts[2], 3, 2)]
    stars = [times(part, 2, 1) if place % 4 >= 2 else part for place, part in enumerate(parts[0])]
    return [kind, scale * factor, stars, *(times(part, 2, 1) for part in parts[1:])]


def places_of_duals(record: Record, node: list[Any]) -> list[tuple[list[Any], int]]:
    """Where the duals of a node stand: a list and a place in it."""
    if is_short(record):
        rows, columns, stars = node[2:]
        lists = [(part, range(len(part))) for part in (rows, columns)] + [(stars, range(2, len(stars), 3))]
    else:
        parts = [node[3], node[4], *node[2][2::4], *node[2][3::4]]
        lists = [(part, range(1, len(part), 2)) for part in parts]
    return [(part, place) for part, places in lists for place in places]
