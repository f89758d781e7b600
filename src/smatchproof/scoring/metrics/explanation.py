"""The score of one pair under an alignment, triple by triple."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from smatchproof.base.record import replace
from smatchproof.base.text import Section, table_lines
from smatchproof.conventions.triples import TripleGraph
from smatchproof.graphs.graph import Graph
from smatchproof.problem.proof import ProofOutcome
from smatchproof.problem.solution import Status
from smatchproof.scoring.metrics.protocol import Sentences
from smatchproof.scoring.pairs.backbone import Backbone
from smatchproof.scoring.pairs.comparison import LONGER_PROOF, ClaimStatus, Comparison
from smatchproof.scoring.pairs.matching import Match, alignment_rows, match_up
from smatchproof.scoring.pairs.optima_claims import linked_variables
from smatchproof.scoring.settings import ScoreSettings


def explained(comparison: Comparison, settings: ScoreSettings, sentences: Sentences = (None, None)) -> list[Section]:
    """Return both graphs as conjunctions of triples, the alignment, its matching triples, and the score.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> from smatchproof.scoring.pairs.comparison import compare
    >>> settings = ScoreSettings()
    >>> sections = explained(compare(parse_graph("(c / cat)"), parse_graph("(d / dog)"), settings), settings)
    >>> [section.rows for section in sections if section.title == "matched"]
    [('TOP(c, top)  =  TOP(d, top)',)]
    """
    left, right = comparison.left, comparison.right
    mapping = comparison.solution.mapping
    matching = match_up(left, right, mapping, settings.convention.duplicates, comparison.similarities)
    return [
        _graph("candidate", left, sentences[0]),
        _graph("reference", right, sentences[1]),
        Section("alignment", tuple(alignment_rows(left, right, mapping))),
        Section("matched", tuple(_match(match) for match in matching.matched)),
        Section("only in the candidate", matching.left_only),
        Section("only in the reference", matching.right_only),
        Section("", _score(comparison, settings)),
    ]


def as_written(comparison: Comparison, graphs: Sequence[Graph]) -> Comparison:
    """The comparison with the roles that were counted in lower case as the graphs have them, the same on both sides.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> from smatchproof.scoring.pairs.comparison import compare
    >>> from smatchproof.scoring.settings import ScoreSettings
    >>> graphs = parse_graph("(w / want-01 :ARG0 (b / boy))"), parse_graph("(b / boy :ARG0-of (w / want-01))")
    >>> found = compare(*graphs, ScoreSettings())
    >>> found.right.relations[0].role, as_written(found, graphs).right.relations[0].role
    ('arg0', 'ARG0')
    """
    if comparison.left.weights is not None:
        return comparison
    roles: dict[str, str] = {}
    for graph in graphs:
        for edge in graph.edges:
            for role in (edge.role, edge.role.removesuffix("-of")):
                roles.setdefault(role.lower(), role)
    sides = comparison.left, comparison.right
    counted = {triple.role for side in sides for triple in side.attributes}
    counted |= {triple.role for side in sides for triple in side.relations}
    roles = {role: written for role, written in roles.items() if written not in counted}  # two stay two
    return replace(comparison, left=_with_roles(comparison.left, roles), right=_with_roles(comparison.right, roles))


def _with_roles(graph: TripleGraph, roles: Mapping[str, str]) -> TripleGraph:
    """The graph with other names for some roles."""
    attributes = tuple(triple._replace(role=roles.get(triple.role, triple.role)) for triple in graph.attributes)
    relations = tuple(triple._replace(role=roles.get(triple.role, triple.role)) for triple in graph.relations)
    return replace(graph, attributes=attributes, relations=relations)


def backbone_section(comparison: Comparison, backbone: Backbone) -> Section:
    """Return the links of all optima, each with its kind in words.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> from smatchproof.scoring.pairs.optima_claims import claim_of_optima
    >>> cat = parse_graph("(c / cat)")
    >>> found = claim_of_optima(cat, cat, ScoreSettings(), "1")
    >>> backbone_section(found.comparison, found.backbone)
    Section(title='every optimum: certified', rows=('c / cat  ↔  c / cat  forced: in every optimum',), is_counted=False)
    """
    rows = [(link.left, "↔", link.right, link.words) for link in linked_variables(comparison, backbone)]
    others = [f"{number:,} other pairs that could match: {words}" for number, words in backbone.others]
    title = f"every optimum: {'certified' if backbone.certified else 'not certified'}"
    return Section(title, (*table_lines(rows, (False,) * 4), *others), is_counted=False)


def which_optimum(comparison: Comparison) -> str:
    """Describe which of all optima the alignment is; empty if it is not known to be optimal."""
    if comparison.is_canonical:
        return "the canonical optimum, the first by the names of variables"
    if comparison.solution.status is Status.OPTIMAL:
        return "the optimum that the method found; there may be others"
    return ""


def _evidence(comparison: Comparison) -> Iterator[str]:
    """Describe how much of the alignment has evidence, if evidence is used."""
    if comparison.restated is not None:
        supported, pairs = comparison.restated.supported(comparison.solution.mapping), len(comparison.restated.pairs)
        aligned = len(comparison.alignment)
        yield f"evidence: of {supported:,} of {aligned:,} aligned pairs of variables; {pairs:,} pairs have some"


def _graph(side: str, graph: TripleGraph, sentence: str | None) -> Section:
    """A graph as the paper writes it: a conjunction of triples."""
    triples = [*map(graph.written, graph.attributes), *map(graph.written, graph.relations)] or ["(no triples)"]
    rows = [*(f"{triple} ∧" for triple in triples[:-1]), triples[-1]]
    changes = (f"({change.triples} x {change.reason})" for change in graph.changes)
    return Section(side + (f": {sentence}" if sentence else ""), (*rows, *changes), is_counted=False)


def _match(match: Match) -> str:
    if match.worth < 1:
        return f"{match.left}  ~  {match.right}  ({match.worth:.4f})"
    times = f"  ({match.times} times)" if match.times > 1 else ""
    return f"{match.left}  =  {match.right}{times}"


def _score(comparison: Comparison, settings: ScoreSettings) -> tuple[str, ...]:
    counts = comparison.counts
    precision, recall, f1 = counts.score
    proof = {
        ClaimStatus.CERTIFIED: "proved: no alignment matches more",
        ClaimStatus.BOUNDED: f"open: at most {counts.format_triples(counts.upper_bound)}, certified",
        ClaimStatus.SEARCHED: comparison.reason + LONGER_PROOF * (comparison.solution.outcome is ProofOutcome.SIZE),
    }.get(comparison.status, f"not proved: at most {counts.format_triples(counts.upper_bound)}")
    matched = counts.format_triples(counts.matched)
    return (
        f"matched {matched} of {counts.left_triples:,} and {counts.right_triples:,} triples ({proof})",
        f"precision {precision:.4f}  recall {recall:.4f}  F1 {f1:.4f}",
        *([f"alignment: {which}"] if (which := which_optimum(comparison)) else []),
        *_evidence(comparison),
        settings.signature(),
    )
