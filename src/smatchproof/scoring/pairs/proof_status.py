"""Why a score is optimal: the nodes of a proof and their bounds."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, NamedTuple

from smatchproof.base.record import Record
from smatchproof.exact.certificate import nodes_of
from smatchproof.exact.checker import DUALS, STREAMED
from smatchproof.problem.proof import Duals
from smatchproof.scoring.pairs.comparison import Claim, ClaimStatus
from smatchproof.scoring.settings import ScoreSettings


class NodeBound(NamedTuple):
    """A node of a proof that has duals: they bound the value of its alignments by `total` / `scale`."""

    kind: str
    scale: int
    total: int

    @property
    def bound(self) -> float:
        """The upper bound for the alignments of the node."""
        return self.total / self.scale


_WITHOUT_CERTIFICATE = {
    ClaimStatus.CERTIFIED: "All triples of one graph are matched, as a checker has counted: none can match more.",
    ClaimStatus.SEARCHED: "Method {method} has met its own bound. It leaves no proof that a checker could follow.",
    ClaimStatus.BOUNDED: "A checker has accepted a bound, which the alignment does not meet.",
    ClaimStatus.HEURISTIC: "The bound is not met, so nothing is proved.",
}


class Evidence(Record):
    """The evidence about an optimum: a sentence, and the facts of a certificate if there is one."""

    proved: bool
    words: str
    sha256: str = ""
    nodes: tuple[tuple[str, int], ...] = ()
    duals: tuple[NodeBound, ...] = ()
    size: int = 0


_SHORT = "An independent checker, which shares no code with the solver, has accepted the certificate."
_LONG = (
    "The certificate was accepted when it was written, compiled code looking at its leaves first; `smatchproof verify` "
    "checks it by code that shares none with the solver."
)


def evidence(claim: Claim, settings: ScoreSettings) -> Evidence:
    """Return a description of the proof of a claim's bound, as the checker has read it.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> from smatchproof.scoring.pairs.comparison import claim
    >>> boy, settings = parse_graph("(b / boy)"), ScoreSettings(certificates=True)
    >>> evidence(claim(boy, boy, settings, "s.1"), settings).nodes
    (('count', 1),)
    """
    comparison = claim.comparison
    proved = comparison.status is ClaimStatus.CERTIFIED
    text = claim.certificate
    if text is None:
        words = _WITHOUT_CERTIFICATE[comparison.status].format(method=settings.method)
        return Evidence(proved, f"{claim.note[:1].upper()}{claim.note[1:]}." if claim.note else words)
    nodes = [(node[0], _bound(node)) for node in nodes_of(text)]
    kinds = Counter(kind for kind, _ in nodes)
    duals = tuple(bound for _, bound in nodes if bound)
    record = json.loads(text.partition("\n")[0])
    words = _LONG if record["format"] == STREAMED else _SHORT
    return Evidence(proved, words, record["sha256"], tuple(kinds.items()), duals, len(text))


def _bound(node: list[Any]) -> NodeBound | None:
    """The bound of a node by its duals, if it has any."""
    if node[0] not in DUALS:
        return None
    duals = Duals(*node[1:])
    return NodeBound(node[0], duals.scale, duals.total)
