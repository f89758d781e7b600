"""The page of one pair: both graphs, the alignment, what matches and what does not, and why no alignment is better."""

from __future__ import annotations

import base64
import hashlib
import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from smatchproof.base.record import Record
from smatchproof.base.version import VERSION
from smatchproof.conventions.triples import Alignment, Duplicates, TripleGraph
from smatchproof.exact.certificate import nodes_of
from smatchproof.exact.checker import STREAMED
from smatchproof.graphs.graph import Graph
from smatchproof.reports.drawings.colours import variables
from smatchproof.reports.drawings.drawing import Drawing
from smatchproof.reports.drawings.lesson import lesson
from smatchproof.reports.drawings.pair_drawing import pair_drawing
from smatchproof.reports.drawings.penman_text import penman_parts
from smatchproof.reports.drawings.proof_text import COLUMNS
from smatchproof.scoring.metrics.explanation import as_written, which_optimum
from smatchproof.scoring.metrics.protocol import Sentences
from smatchproof.scoring.pairs.comparison import Claim, ClaimStatus
from smatchproof.scoring.pairs.matching import aligned_variables, match_up
from smatchproof.scoring.pairs.optima_claims import linked_variables
from smatchproof.scoring.settings import ScoreSettings
from smatchproof.similarity.grading import Similarities

if TYPE_CHECKING:
    from jinja2 import Environment, Template

DRAWN, DRAWN_RELATIONS = 80, 100
"""The most variables and relations of a graph that is drawn."""
SIDES = "candidate", "reference"
"""The names of both graphs."""
PARTNERS = "partners joined by a link; what matches is green, bold and solid, the rest is dashed"
"""The caption of a drawing of two graphs."""


def template(name: str) -> Template:
    """A template of ours; it escapes its arguments, and refuses names without an argument."""
    return _environment().get_template(name)


@cache
def _environment() -> Environment:
    """The templates, which are compiled once. Pages allow their own script alone, by its hash."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    loader = FileSystemLoader(Path(__file__).parent / "templates")
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    script = environment.get_template("script.js.j2").render()
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    environment.filters["triples"] = lambda number: f"{number} triple{'s' * (str(number) != '1')}"
    environment.globals |= {
        "version": VERSION,
        "light": variables(),
        "dark": variables(dark=True),
        "script": script,
        "script_hash": f"sha256-{digest}",
    }
    return environment


def explain_page(
    claim: Claim,
    settings: ScoreSettings,
    id: str,
    sentences: Sentences = (None, None),
    graphs: tuple[Graph, Graph] | None = None,
    files: tuple[str, str] | None = None,
) -> str:
    """The page of one pair as HTML that needs nothing else.

    The title names the pair and, where they are known, the two files. With `graphs` the page shows their texts, and
    roles as they are written there.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> from smatchproof.scoring.pairs.comparison import claim
    >>> boy, settings = parse_graph("(b / boy)"), ScoreSettings(certificates=True)
    >>> "2 of 2 and 2 triples" in explain_page(claim(boy, boy, settings, "s.1"), settings, "s.1")
    True
    """
    comparison, backbone = claim.comparison.plain, claim.backbone
    comparison = as_written(comparison, graphs) if graphs else comparison
    left, right = comparison.left, comparison.right
    mapping, duplicates = comparison.solution.mapping, settings.convention.duplicates
    return template("pair.html.j2").render(
        title=f"Pair {id}" + (f" of {files[0]} and {files[1]}" if files else ""),
        counts=comparison.counts,
        graphs=(left, right),
        sentences=sentences,
        sides=SIDES,
        picture=pair_picture(left, right, mapping, comparison.duplicates, SIDES, comparison.similarities),
        texts=penman_parts(comparison, graphs) if graphs and left.variables and right.variables else (),
        which=which_optimum(comparison),
        alignment=aligned_variables(left, right, mapping),
        matching=match_up(left, right, mapping, duplicates, comparison.similarities),
        signature=settings.signature(),
        solution=comparison.solution if comparison.problem else None,
        why=evidence(claim, settings),
        steps=lesson(claim),
        proof_columns=COLUMNS,
        backbone=backbone,
        linked=linked_variables(comparison, backbone) if backbone else [],
    )


def is_too_large(left: TripleGraph, right: TripleGraph, most: int = DRAWN_RELATIONS) -> bool:
    """Test whether a pair has more variables or relations than a drawing takes."""
    relations = max(len(left.relations), len(right.relations))
    return max(len(left.variables), len(right.variables)) > DRAWN or relations > most


def pair_picture(
    left: TripleGraph,
    right: TripleGraph,
    mapping: Alignment,
    duplicates: Duplicates = Duplicates.SET,
    sides: tuple[str, str] = ("left", "right"),
    similarities: Similarities | None = None,
    most: int = DRAWN_RELATIONS,
) -> tuple[Drawing, str] | None:
    """The drawing of a pair with its caption, or ``None`` if a graph has more than `most` relations."""
    if is_too_large(left, right, most):
        return None
    drawing = pair_drawing(left, right, mapping, duplicates, titles=sides, similarities=similarities)
    is_aligned = any(partner is not None for partner in mapping)
    return drawing, f"Both graphs, {PARTNERS}" if is_aligned else "Both graphs"


# ---- what is proved


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
    kinds = Counter(node[0] for node in nodes_of(text))
    record = json.loads(text.partition("\n")[0])
    words = _LONG if record["format"] == STREAMED else _SHORT
    return Evidence(proved, words, record["sha256"], tuple(kinds.items()), len(text))
