"""Certificates: what an independent checker needs to believe how far an alignment is from the optimum, if at all.

A certificate is one line of JSON; of a long proof each node has a line of its own below it. It holds the two graphs as
canonical lists of triples, with their weights if they have any, the convention, the SHA-256 of all three, the
alignment, its value, a bound and the proof that none is worth more. What the parts mean, and why they suffice, is said
where it is defined: in ``src/smatchproof/exact/checker.py``, which shares no code with what writes them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from smatchproof.base.process import gc_paused
from smatchproof.conventions.triples import Alignment, Attribute, Duplicates, Relation, TripleGraph
from smatchproof.exact.checker import (
    FORMAT,
    FULL,
    STREAMED,
    Claim,
    Graph as CheckerGraph,
    Limits,
    Links,
    Question as CheckerQuestion,
    Refused,
    Tree,
    Unread,
    check,
    check_claim,
    check_end,
)
from smatchproof.exact.core import is_compiled
from smatchproof.exact.core.inequalities import LARGEST_STARS, Inequalities
from smatchproof.problem.problem import AlignmentProblem, recount
from smatchproof.problem.proof import (
    Branch,
    Count,
    Cover,
    Empty,
    Fix,
    Lack,
    Leaf,
    LongProof,
    Proof,
    ProofNode,
    Symmetry,
    WrittenNode,
    is_long,
    proof_size,
)
from smatchproof.problem.solution import Solution
from smatchproof.similarity.grading import GradedPair, Similarities

if TYPE_CHECKING:  # a score should not wait for it
    from smatchproof.exact.optima import EveryOptimum, RangeEnd

UNLIMITED = Limits(*[2**60] * len(Limits._fields))
"""For certificates of our own: limits keep those of strangers from filling memory or taking hours."""
_BELOW = "below"
"""The proof of a certificate whose nodes are on the lines that follow."""
_SHORT = {"instance": "/", "TOP": "/TOP"}
"""How the roles of triples of these kinds are written: no role of a graph contains a slash."""
_NAMES = {(Leaf, False): "leaf", (Fix, False): "fix", (Leaf, True): "full", (Fix, True): "fullfix"}
_FARTHEST = 2**62
"""A number farther from 0 than all slacks and duals, see :mod:`smatchproof.exact.core.inequalities`."""
_Triple = TypeVar("_Triple", Attribute, Relation)

__all__ = [
    "UNLIMITED",
    "QuickTree",
    "Refused",
    "certificate",
    "certificate_line",
    "certificate_of_optima",
    "check_optima",
    "check_range_end",
    "check_solution",
    "check_text",
    "fingerprint",
    "nodes_of",
    "similarity_part",
]


class QuickTree(Tree):
    """The walk through proofs made by this process: compiled code reads the leaves and fixes of long ones first.

    The checker reads those that it does not accept. For accepted nodes nothing is returned, and no work is counted. The
    checker alone reads lists of nodes, graphs whose table of stars is too large, and matches that are not listed.

    For such proofs the word *certified* also rests on this code. ``smatchproof verify``, ``checker.py`` and the checks
    of certificates from elsewhere do not use it.
    """

    def leaf_or_fix(self, kind: str, node: Any) -> Any:
        """Check (I1) to (I4), and apply what a fix forbids and requires."""
        tables = self.tables if type(node) is Unread else None
        if tables is None or not self._holds(tables, kind, node):
            return super().leaf_or_fix(kind, node)
        least, is_fix = tables.total - tables.scale * (self.bound + self.step) + 1, kind not in ("leaf", "full")
        if abs(least) >= _FARTHEST or (least > 0 and not is_fix):
            return super().leaf_or_fix(kind, node)
        if is_fix:
            # `above` stays: it may hold more than is live, and all that is forbidden is taken from it where it is used
            self.forbidden += tables.pairs_from(least)
            self.required += tables.lines_from(least)
            self.wait([])
        return None

    @cached_property
    def tables(self) -> Inequalities | None:
        """The tables of compiled code, if there is any; made at the first line, as most proofs need none."""
        (m, n), root = self.size, self.root
        if is_compiled() and root.marks is None and 0 < m * n * (m + n) <= LARGEST_STARS:
            with suppress(OverflowError, MemoryError):  # of weights that 64 bits do not hold
                return Inequalities(m, n, root.unary, root.matches)
        return None

    def _holds(self, tables: Inequalities, kind: str, node: Unread) -> bool:
        """Test whether (I1) to (I3) hold for certain."""
        line, head = node.line, b'["%s",' % kind.encode()
        if isinstance(line, str):
            line = line.encode(errors="replace")  # half a character is a question mark then, which is in no line
        if len(line) > node.limit or not line.startswith(head):
            return False
        return tables.hold(line, len(head), kind in FULL, self.forced, self.forbidden, self.required)


def certificate(
    id: str,
    convention: str,
    left: TripleGraph,
    right: TripleGraph,
    problem: AlignmentProblem | None,
    solution: Solution,
    similarities: Similarities | None = None,
) -> str:
    """The certificate of a solution with a proof, as text without the last line's end. It has been accepted.

    It says that the alignment is worth ``solution.matched`` and that none is worth more than ``solution.proved_bound``
    (``upper_bound`` where it states none).
    `convention` is the signature of the convention that made the triples and, with the `similarities` if matches are
    graded, the problem; then it has to end with the signature of the grading. Without a `problem` there are only proofs
    that count. Raises :class:`Refused` when the checker refuses the certificate: then nothing about the solution is
    proved. Raises ``ValueError`` when the solution carries no proof.

    >>> from smatchproof.conventions.conventions import convention
    >>> from smatchproof.problem.problem import build_problem
    >>> from smatchproof.graphs.reading import parse_graph
    >>> from smatchproof.problem.solution import SolveParams
    >>> from smatchproof.exact.certified import exact
    >>> rule = convention("smatch")
    >>> boy = rule.triples(parse_graph("(b / boy)"))
    >>> problem = build_problem(boy, boy, rule.duplicates)
    >>> solution = exact(problem, SolveParams(proof=True))
    >>> line = certificate("example", rule.signature, boy, boy, problem, solution)
    >>> json.loads(line)["proof"]
    [['leaf', 1, [2], [0], []]]
    """
    return _certificate(id, convention, left, right, _claim(problem, solution), similarities)[0]


def certificate_of_optima(
    id: str,
    convention: str,
    left: TripleGraph,
    right: TripleGraph,
    found: EveryOptimum,
    similarities: Similarities | None = None,
) -> str:
    """The certificate of what all optima share, as text without the last line's end. It has been accepted.

    Arguments and errors are those of :func:`certificate`.
    """
    line, links = _certificate(id, convention, left, right, _claim_of_optima(found), similarities)
    _compare(found, right, links)
    return line


def _certificate(
    id: str,
    convention: str,
    left: TripleGraph,
    right: TripleGraph,
    claim: Claim,
    similarities: Similarities | None,
) -> tuple[str, Links | None]:
    """The text, and the links that the checker has read in it, where it is about all optima."""
    graded = None if similarities is None else similarity_part(similarities)
    first = certificate_line(id, convention, left, right, graded, _written(claim))
    nodes = [node.line.decode() for node in claim.proof] if isinstance(claim.proof, Iterator) else []
    text = "\n".join([first, *nodes])
    with gc_paused():
        # the text, as a stranger will read it: a slip in writing is found, too
        return text, check_text(text, UNLIMITED, QuickTree)["links"]


def check_text(text: str, limits: Limits = Limits(), walk: type[Tree] = Tree) -> dict[str, Any]:
    """Check the text of one certificate: the checker's answer. Raises :class:`Refused` where there is more, too.

    For a certificate of our own the `walk` can be :class:`QuickTree`.
    """
    lines = _lines_of(text)
    record = check(next(lines), limits, lines, walk=walk)
    if next(lines, None) is not None:
        raise Refused("the certificate has ended, but the text has not")
    return record


def _lines_of(text: str) -> Iterator[str]:
    """Yield the lines of a text, one by one: a list of all takes as much memory again."""
    start, end = 0, text.find("\n")
    while end >= 0:
        yield text[start:end]
        start, end = end + 1, text.find("\n", end + 1)
    yield text[start:]


def nodes_of(text: str) -> Iterator[Any]:
    """The nodes of the proof of a certificate, as it states them."""
    lines = _lines_of(text)
    proof = json.loads(next(lines))["proof"]
    return map(json.loads, lines) if proof == _BELOW else iter(proof)


def certificate_line(
    id: str,
    convention: str,
    left: TripleGraph,
    right: TripleGraph,
    graded: Mapping[str, object] | None,
    claim: Mapping[str, Any],
) -> str:
    """The one spelling of a certificate's first line, its graphs written again.

    `claim` is what is neither question nor name.
    """
    # encoded once, for the line and for the fingerprint
    parts = _parts(convention, left, right, graded)
    format = STREAMED if claim["proof"] == _BELOW else FORMAT
    name, rest = _json({"format": format, "id": id}), _json({"sha256": _hash(parts), **claim})
    question = ",".join([f'"{key}":{part}' for key, part in parts.items()])
    # the braces between the three are dropped, so that they are one object
    return f"{name[:-1]},{question},{rest[1:]}"


def check_solution(
    left: TripleGraph,
    right: TripleGraph,
    duplicates: Duplicates,
    problem: AlignmentProblem | None,
    solution: Solution,
    similarities: Similarities | None = None,
) -> None:
    """Have the checker judge the proof of a solution in memory, from the triples, as it would judge its certificate.

    Alignment, value, proved bound and proof are checked by the functions that check certificates, without JSON and the
    fingerprint; but each node of a long proof is a line, at which compiled code looks first. Raises :class:`Refused`
    where a certificate would be refused, and ``ValueError`` when the solution carries no proof. Costs about as much as
    building the problem.

    >>> from smatchproof.conventions.conventions import convention
    >>> from smatchproof.problem.problem import build_problem
    >>> from smatchproof.graphs.reading import parse_graph
    >>> from smatchproof.problem.solution import SolveParams
    >>> from smatchproof.exact.certified import exact
    >>> rule = convention("smatch")
    >>> boy = rule.triples(parse_graph("(b / boy)"))
    >>> problem = build_problem(boy, boy, rule.duplicates)
    >>> check_solution(boy, boy, rule.duplicates, problem, exact(problem, SolveParams(proof=True)))
    """
    _check(left, right, duplicates, _claim(problem, solution), similarities)


def check_optima(
    left: TripleGraph,
    right: TripleGraph,
    duplicates: Duplicates,
    found: EveryOptimum,
    similarities: Similarities | None = None,
) -> None:
    """Have the checker judge in memory what all optima share.

    Arguments and errors are those of :func:`check_solution`.
    """
    _compare(found, right, _check(left, right, duplicates, _claim_of_optima(found), similarities))


def _compare(found: EveryOptimum, right: TripleGraph, links: Links | None) -> None:
    """Refuse what was found unless the checker's links are the same, which it has derived of the alignments."""
    numbers = [i * len(right.variables) + j for i, j in found.problem.candidates]
    if links != Links(*({numbers[p] for p in part} for part in (found.forced, found.open))):
        raise Refused("the search and the checker name different links")


def check_range_end(whole: GradedPair, part: GradedPair, duplicates: Duplicates, matched: int, end: RangeEnd) -> None:
    """Have the checker judge in memory an end of the range of what a part of two graphs matches over all optima.

    `matched` is the optimum of the whole graphs, which is known to be one. Raises :class:`Refused` where the proof does
    not prove the end, and ``ValueError`` where there is none.
    """
    if end.answer.proof is None:
        raise ValueError("only an end with a proof can be checked")
    problem = end.question.problem
    proof = _nodes(end.answer.proof, problem)
    bound = end.answer.matched - end.question.constant
    claim = Claim(*_ends(end.alignment), matched, bound, problem.step, proof)
    with gc_paused():
        (left, right, similar), (one, other, similar_there) = whole, part
        asked = _question(left, right, duplicates, similar)
        counted = _question(one, other, duplicates, similar_there)
        if check_end(claim, asked, counted, end.sign * end.scale, UNLIMITED) != end.value:
            raise Refused("the alignment counts something else")


def _check(
    left: TripleGraph, right: TripleGraph, duplicates: Duplicates, claim: Claim, similarities: Similarities | None
) -> Links | None:
    with gc_paused():
        return check_claim(claim, _question(left, right, duplicates, similarities), UNLIMITED, walk=QuickTree)


def _question(
    left: TripleGraph, right: TripleGraph, duplicates: Duplicates, similarities: Similarities | None
) -> CheckerQuestion:
    """Two graphs as the checker reads them from a certificate."""
    unit, worth = 1, {}
    if similarities is not None:
        unit = similarities.denominator
        worth = {(*one, other.value): grade for (one, other), grade in similarities.values.items()}
    return CheckerQuestion(_distinct(left), _distinct(right), duplicates.value, unit, worth)


def _distinct(graph: TripleGraph) -> CheckerGraph:
    """A graph as the checker reads it from a certificate, but that it tells kinds of attributes from their roles."""
    attributes, relations, size = graph.attributes, graph.relations, len(graph.variables)
    # no triple twice: the graph's own lists are what the checker wants
    if graph.weights is None and len({*attributes, *relations}) == len(attributes) + len(relations):
        return CheckerGraph(size, attributes, relations)
    # the checker is told of each triple once, and of copies only where there are several
    copies: dict[Any, int] = {**graph.copies(attributes), **graph.copies(relations)}
    several = {triple: number for triple, number in copies.items() if number != 1}
    return CheckerGraph(size, [*dict.fromkeys(attributes)], [*dict.fromkeys(relations)], several)


def _listed_weights(graph: TripleGraph, triples: Sequence[Attribute | Relation]) -> list[int]:
    """For how many copies each of these triples of a graph stands."""
    return [1] * len(triples) if graph.weights is None else [graph.weights.get(triple, 1) for triple in triples]


def _claim(problem: AlignmentProblem | None, solution: Solution) -> Claim:
    """The claim about the graphs."""
    if solution.proof is None:
        raise ValueError("only a solution with a proof has a certificate")
    # a search may know a lower bound than its proof shows: only the proved one is claimed
    bound = solution.upper_bound if solution.proved_bound is None else solution.proved_bound
    # the same objects for the line and for the check in memory: neither can be more lenient
    proof = _nodes(solution.proof, problem)
    return Claim(*_ends(solution.mapping), solution.matched, bound, problem.step if problem else 1, proof)


def _claim_of_optima(found: EveryOptimum) -> Claim:
    """The claim about all optima: the proof is that of the problem that no other alignment answers."""
    problem, answer = found.no or (found.problem, None)
    if answer is None or answer.proof is None or not found.is_proved:
        raise ValueError("only a decision with a proof has a certificate")
    first = found.alignments[0]
    matched = recount(found.problem, first)
    others = [[*map(list, zip(*_ends(alignment), strict=True))] for alignment in found.alignments[1:]]
    optima = {"scale": found.scale, "alignments": others}
    proof = _nodes(answer.proof, problem)
    return Claim(*_ends(first), matched, matched, problem.step, proof, optima)


def _ends(mapping: Alignment) -> tuple[list[int], list[int]]:
    """The left variables that are aligned, and their partners."""
    lefts = [left for left, right in enumerate(mapping) if right is not None]
    return lefts, [right for right in mapping if right is not None]


def _written(claim: Claim) -> dict[str, Any]:
    """The part of a certificate that is neither question nor name."""
    return {
        "matched": claim.matched,
        **({"at_most": claim.bound} if claim.bound != claim.matched else {}),
        **({"step": claim.step} if claim.step > 1 else {}),
        "alignment": [*zip(claim.lefts, claim.rights, strict=True)],
        **({"optima": claim.optima} if claim.optima is not None else {}),
        "proof": _BELOW if isinstance(claim.proof, Iterator) else claim.proof,
    }


def fingerprint(
    convention: str, left: TripleGraph, right: TripleGraph, graded: Mapping[str, object] | None = None
) -> str:
    """The SHA-256 that binds a certificate to a convention, two graphs and similarities, as hexadecimal digits.

    `graded` is the part "similarity" of the certificate, where it has one: see :func:`similarity_part`.
    """
    return _hash(_parts(convention, left, right, graded))


def similarity_part(similarities: Similarities) -> dict[str, object]:
    """The part of a certificate about graded matches.

    >>> from smatchproof.similarity.grading import Label
    >>> similarity_part(Similarities(100, {(Label("instance", "", "cat"), Label("instance", "", "kitten")): 85}))
    {'denominator': 100, 'pairs': [['/', 'cat', 'kitten', 85]]}
    """
    pairs = [
        [_SHORT.get(one.kind, one.role), one.value, other.value, worth]
        for (one, other), worth in similarities.values.items()
    ]
    # sorted: the fingerprint must not depend on the order in which grades were found
    return {"denominator": similarities.denominator, "pairs": sorted(pairs)}


_json = json.JSONEncoder(separators=(",", ":")).encode


def _parts(
    convention: str, left: TripleGraph, right: TripleGraph, graded: Mapping[str, object] | None
) -> dict[str, str]:
    """The question of a certificate, as JSON."""
    # in the order in which the checker hashes them
    parts = {"convention": _json(convention), "left": _canonical(left), "right": _canonical(right)}
    return parts if graded is None else parts | {"similarity": _json(graded)}


def _hash(parts: Mapping[str, str]) -> str:
    import hashlib  # not needed for what is checked in memory, and loaded slowly

    return hashlib.sha256(f"[{','.join(parts.values())}]".encode()).hexdigest()


def _canonical(graph: TripleGraph) -> str:
    """A graph as JSON; its triples are sorted, its variables keep their order, which gives them their numbers."""
    attributes: list[tuple[str | int, ...]]
    attributes = [(_SHORT.get(kind, role), variable, value) for kind, role, variable, value in graph.attributes]
    relations: list[tuple[str | int, ...]] = [*graph.relations]
    if graph.weights is not None:
        attributes = [*map(_weighted, attributes, _listed_weights(graph, graph.attributes))]
        relations = [*map(_weighted, relations, _listed_weights(graph, graph.relations))]
    # the order of triples means nothing: sorted, equal graphs have equal fingerprints
    attributes.sort()
    relations.sort()
    # keys in the order of the alphabet, since the checker hashes what it reads with sorted keys
    return _json({"attributes": attributes, "relations": relations, "variables": graph.variables})


def _weighted(triple: tuple[str | int, ...], weight: int) -> tuple[str | int, ...]:
    # a weight of 1 is what the checker assumes
    return triple if weight == 1 else (*triple, weight)


def _nodes(proof: Proof, problem: AlignmentProblem | None) -> list[list[object]] | Iterator[Unread]:
    """The nodes of a proof as they are written: all at once, or line by line where there are many numbers."""
    if not is_long(proof_size(proof)):
        return [_node(node, problem) for node in proof]
    nodes = proof.nodes() if isinstance(proof, LongProof) else iter(proof)
    return (Unread(_line(node, problem), UNLIMITED.line) for node in nodes)


def _line(node: ProofNode | WrittenNode, problem: AlignmentProblem | None) -> bytes:
    """The line of a node."""
    if isinstance(node, WrittenNode):
        return b'["%b",%b]' % (_NAMES[node.kind, node.in_full].encode(), bytes(node.text))
    return _json(_node(node, problem)).encode()


def _node(node: ProofNode, problem: AlignmentProblem | None) -> list[object]:
    if isinstance(node, Branch):
        if problem is None:
            raise ValueError("a proof that branches is about a problem")
        return ["branch", *problem.candidates[node.candidate]]
    if isinstance(node, Empty):
        return ["empty"]
    if isinstance(node, Count):
        return ["count"]
    if isinstance(node, Lack):
        return ["lack"]
    if isinstance(node, Cover):
        return ["cover"]
    if isinstance(node, Symmetry):
        return ["symmetry", [*node.rows], [*node.columns]]
    return [_NAMES[type(node), node.in_full], *node.duals.parts]
