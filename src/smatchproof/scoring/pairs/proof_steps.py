"""The nodes of a proof one by one, as the checker reads them: values of pairs, duals, reduced costs, fixed pairs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from smatchproof.base.record import Record, field
from smatchproof.exact.certificate import check_text, nodes_of
from smatchproof.exact.checker import DUALS, Duals, Question, Tree, read_graph, read_similarity
from smatchproof.problem.proof import Duals as StatedDuals

Pair = tuple[int, int]
FORCED, FORBIDDEN, LIVE, FIXED = "forced", "forbidden", "live", "fixed"
"""States of a pair of variables in a node: aligned by a branch, excluded before, possible, excluded by this node."""


class PairState(Record):
    """A pair of variables in a node: its state, its value with its share of relations, and its reduced cost.

    The reduced cost is the least by which an alignment with the pair is below the bound. The pair is worth what it
    matches `alone`, less the payments of cliques for that, plus its own payments for relations.
    """

    state: str
    worth: Fraction
    reduced_cost: Fraction
    alone: Fraction
    by_cliques: Fraction = Fraction(0)

    @property
    def paid_for(self) -> Fraction:
        """The payments of the pair for relations."""
        return self.worth - self.alone + self.by_cliques


class ProofStep(Record):
    """A node of a proof.

    `kind` is ``count`` or the name of the node in a certificate; `forced` are the pairs that the branches above align.
    A leaf or a fix, in full or not, has the `bound` of its alignments, which is the sum of the duals of `rows`,
    `columns` and `cliques`; `below`, which the bound must not reach; and the `pairs`. In a branch, `on` is the pair
    that it aligns or forbids; in a symmetry, `rows_to` and `columns_to` are the images of rows and columns.
    """

    kind: str
    forced: tuple[Pair, ...]
    bound: Fraction = Fraction(0)
    below: Fraction = Fraction(0)
    rows: Mapping[int, Fraction] = field(default_factory=dict)
    columns: Mapping[int, Fraction] = field(default_factory=dict)
    pairs: Mapping[Pair, PairState] = field(default_factory=dict)
    cliques: Sequence[Fraction] = ()
    on: Pair | None = None
    rows_to: Sequence[int] = ()
    columns_to: Sequence[int] = ()


def proof_steps(certificate: str) -> Iterator[ProofStep]:
    """Yield the nodes of the proof of a certificate, in order, after the checker has accepted the whole.

    Raises :class:`~smatchproof.exact.checker.Refused` for a certificate that it does not accept. All nodes take the
    time of a second check. Values are in triples.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> from smatchproof.scoring.pairs.comparison import claim
    >>> from smatchproof.scoring.settings import ScoreSettings
    >>> graphs = (parse_graph(text) for text in ("(b / boy)", "(g / girl)"))
    >>> [step] = proof_steps(claim(*graphs, ScoreSettings(certificates=True), "p").certificate)
    >>> step.kind, step.bound, step.pairs[0, 0].worth
    ('leaf', Fraction(1, 1), Fraction(1, 1))
    """
    record = check_text(certificate)
    if record["proof"] == [["count"]]:
        return iter([ProofStep("count", (), Fraction(min(record["sizes"])))])
    rule = next(part[4:] for part in record["convention"].split("|") if part.startswith("dup:"))
    left, right = (read_graph(record[side], side) for side in ("left", "right"))
    tree = Tree(Question(left, right, rule, *read_similarity(record)), record["at_most"], record["step"])
    return _steps(tree, nodes_of(certificate), record["unit"])


def _steps(tree: Tree, proof: Iterable[Any], unit: int) -> Iterator[ProofStep]:
    """Walk through the tree as the checker does."""
    for node in proof:
        forced_before, forbidden_before, *_, forbid = tree.waiting[-1]
        n = tree.size[1]
        forced = tuple(divmod(p, n) for p in tree.forced[:forced_before])
        forbidden = {*tree.forbidden[:forbidden_before], *forbid}
        visited = tree.visit(node)
        if node[0] == "branch":
            yield ProofStep("branch", forced, on=(node[1], node[2]))
        elif node[0] == "symmetry":
            yield ProofStep("symmetry", forced, rows_to=node[1], columns_to=node[2])
        elif node[0] not in DUALS:
            yield ProofStep(node[0], forced)
        else:
            live, duals, slacks = visited
            fixed = {*tree.forbidden} - forbidden if node[0] in ("fix", "fullfix") else set()
            yield _with_duals(tree, node, forced, fixed, duals, {p: slacks[p] for p in live.pairs}, unit)


def _with_duals(
    tree: Tree, node: Any, forced: tuple[Pair, ...], fixed: set[int], duals: Duals, slacks: Mapping[int, int], unit: int
) -> ProofStep:
    """A leaf, or a fix and the pairs that it fixes."""
    (scale, a, b, stars, *_), n = duals, tree.size[1]
    pairs, stated = {}, StatedDuals(*node[1:])
    by_cliques = stated.paid_by_cliques
    for p in tree.root.pairs:
        weight = tree.root.unary.get(p, 0)
        i, j = pair = divmod(p, n)
        star = stars.get(p, {})
        paid = sum(star.values() if isinstance(star, dict) else star)
        less = by_cliques.get((p, p), 0)
        slack = slacks.get(p, a[i] + b[j] - scale * weight + less - paid)
        state = FORBIDDEN if p not in slacks else FIXED if p in fixed else FORCED if pair in forced else LIVE
        worth, over = Fraction(a[i] + b[j] - slack, scale * unit), Fraction(slack, scale * unit)
        pairs[pair] = PairState(state, worth, over, Fraction(weight, unit), Fraction(less, scale * unit))
    rows, columns = ({line: Fraction(dual, scale * unit) for line, dual in enumerate(part) if dual} for part in (a, b))
    bound, below = Fraction(duals.total, scale * unit), Fraction(tree.bound + tree.step, unit)
    cliques = [Fraction(dual, scale * unit) for dual, *_ in stated.cliques if dual]
    return ProofStep(node[0], forced, bound, below, rows, columns, pairs, cliques)
