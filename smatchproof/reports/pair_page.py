"""The page of one pair: both graphs, the alignment, what matches and what does not, and why no alignment is better."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping as Dictionary, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from smatchproof.alignment import (
    VERSION,
    Attribute,
    Duplicates,
    InputError,
    Mapping,
    Place,
    Relation,
    Similarities,
    SmatchproofError,
    Status,
    TripleGraph,
    convention_from_signature,
    graded_matches,
    matched_triples,
    parse_graph,
)
from smatchproof.reports.drawing import alignments_figure, image, pair_figure, svg
from smatchproof.reports.results import PairResult, Results
from smatchproof.reports.scoring import Comparison, ScoreSettings, certified, recounted

if TYPE_CHECKING:
    from jinja2 import Template

DRAWN_AS_GRAPHS, DRAWN_AS_OUTLINES = 12, 80
"""Up to so many variables a graph is drawn with arrows, and as an outline."""


def template(name: str) -> Template:
    """A template of ours; it escapes what it is given, and refuses names that it was not given."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    loader = FileSystemLoader(Path(__file__).parent / "templates")
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return environment.get_template(name)


# ---- what matches


class Match(NamedTuple):
    """A triple of the left graph, the one of the right graph that it matches, and how often they match.

    `worth` is the similarity of a match that is graded; of a match of equal triples it is 1.
    """

    left: str
    right: str
    times: int
    worth: float = 1.0


@dataclass(frozen=True, slots=True)
class Matching:
    """All triples of a pair: those that match under an alignment, and those of either side that do not."""

    matched: tuple[Match, ...]
    left_only: tuple[str, ...]
    right_only: tuple[str, ...]


def match_up(
    left: TripleGraph,
    right: TripleGraph,
    mapping: Mapping,
    duplicates: Duplicates,
    similarities: Similarities | None = None,
) -> Matching:
    """Which triples match; of a repeated triple the copies beyond those that match are left over.

    >>> from smatchproof.alignment import convention
    >>> rule = convention("paper", top="none")
    >>> boy, girl = (rule.triples(parse_graph(text)) for text in ("(b / boy :mod (y / young))", "(g / girl)"))
    >>> match_up(boy, girl, [0, None], rule.duplicates).right_only
    ('instance(g, girl)',)
    """
    matches = matched_triples(left, right, mapping, duplicates)
    images = Counter({image(triple, mapping): number for triple, number in matches.items()})
    found = [Match(left.written(each), right.written(image(each, mapping)), n) for each, n in matches.items()]
    for one, other, worth in _graded(left, right, mapping, similarities):
        found.append(Match(left.written(one), right.written(other), 1, worth))
        matches[one] += 1
        images[other] += 1
    return Matching(tuple(found), tuple(_left_over(left, matches)), tuple(_left_over(right, images)))


def _graded(
    left: TripleGraph, right: TripleGraph, mapping: Mapping, similarities: Similarities | None
) -> Iterator[tuple[Attribute, Attribute, float]]:
    """The matches of different values: both triples and their similarity."""
    if similarities is None:
        return
    of_role = {(kind, role, variable): value for kind, role, variable, value in right.attributes}
    for triple, worth in graded_matches(left, right, mapping, similarities).items():
        partner = mapping[triple.variable]
        assert partner is not None
        value = of_role[triple.kind, triple.role, partner]  # a value that is alone of its role
        yield triple, triple._replace(variable=partner, value=value), worth / similarities.denominator


def _left_over(graph: TripleGraph, matched: Counter[Attribute | Relation]) -> list[str]:
    rest = Counter[Attribute | Relation]([*graph.attributes, *graph.relations])
    rest.subtract(matched)
    return [graph.written(triple) for triple, number in rest.items() for _ in range(number)]


class AlignedVariable(NamedTuple):
    """A left variable and its partner, with their concepts; without a partner, nothing."""

    left: str
    right: str


def aligned_variables(left: TripleGraph, right: TripleGraph, mapping: Mapping) -> list[AlignedVariable]:
    """Every left variable with its partner."""
    names = [_with_concepts(graph) for graph in (left, right)]
    return [
        AlignedVariable(names[0][index], "" if partner is None else names[1][partner])
        for index, partner in enumerate(mapping)
    ]


def _with_concepts(graph: TripleGraph) -> list[str]:
    concepts = {triple.variable: triple.value for triple in graph.attributes if triple.kind == "instance"}
    return [f"{name} / {concepts[index]}" if index in concepts else name for index, name in enumerate(graph.variables)]


# ---- why nothing is better


class Leaf(NamedTuple):
    """A node of a proof that has duals: they bound the value of its alignments by `total` / `scale`."""

    kind: str
    scale: int
    total: int

    @property
    def bound(self) -> float:
        """No alignment of the node matches more."""
        return self.total / self.scale


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of the optimum, and from what: a sentence, and the facts of a certificate where there is one."""

    proved: bool
    words: str
    sha256: str = ""
    nodes: tuple[tuple[str, int], ...] = ()
    duals: tuple[Leaf, ...] = ()
    size: int = 0


def evidence(comparison: Comparison, settings: ScoreSettings, id: str) -> tuple[Comparison, Evidence]:
    """What proves the bound of a comparison, by the checker's word.

    A proof that the checker refuses proves nothing; then the comparison that is returned claims no more than the bound
    that needs no proof.
    """
    if not settings.certificates:
        proved = comparison.solution.status is Status.OPTIMAL
        words = f"The bound of method {settings.method} is met. It leaves no certificate that a checker could follow."
        return comparison, Evidence(proved, words if proved else "The bound is not met, so nothing is proved.")
    comparison, line, note = certified(comparison, settings, id)
    proved = comparison.solution.status is Status.OPTIMAL
    if line is None:
        return comparison, Evidence(proved, f"{note[:1].upper()}{note[1:]}.")
    record = json.loads(line)
    kinds = Counter(str(node[0]) for node in record["proof"])
    duals = tuple(
        Leaf(kind, scale, sum(rows[1::2]) + sum(columns[1::2]))
        for kind, scale, _, rows, columns in (node for node in record["proof"] if node[0] in ("leaf", "fix"))
    )
    words = "An independent checker, which shares no code with the solver, has accepted the certificate."
    return comparison, Evidence(proved, words, record["sha256"], tuple(kinds.items()), duals, len(line))


# ---- the page


def explain_page(
    comparison: Comparison,
    settings: ScoreSettings,
    id: str,
    why: Evidence,
    sentences: tuple[str | None, str | None] = (None, None),
    sides: tuple[str, str] = ("left", "right"),
) -> str:
    """The page of one pair as HTML that needs nothing else. `why` is its :func:`evidence`, `sides` are two names.

    >>> boy = parse_graph("(b / boy)")
    >>> from smatchproof.reports.scoring import compare
    >>> settings = ScoreSettings(certificates=True)
    >>> page = explain_page(*(compare(boy, boy, settings), settings, "s.1"), Evidence(True, "It is obvious."))
    >>> "2 of 2 and 2 triples" in page, "It is obvious." in page
    (True, True)
    """
    left, right = comparison.left, comparison.right
    mapping, duplicates = comparison.solution.mapping, settings.convention.duplicates
    return template("pair.html.j2").render(
        title=f"Pair {id}",
        version=VERSION,
        counts=comparison.counts,
        why=why,
        sentences=sentences,
        sides=sides,
        graphs=(left, right),
        figures=_figures(left, right, [(" and ".join(sides), mapping)], duplicates, "pair", sides),
        alignment=aligned_variables(left, right, mapping),
        matching=match_up(left, right, mapping, duplicates, comparison.similarities),
        signature=f"{settings.counted}|method:{settings.method}|v:{VERSION}",
        solution=comparison.solution,
    )


def _figures(
    left: TripleGraph,
    right: TripleGraph,
    alignments: Sequence[tuple[str, Mapping]],
    duplicates: Duplicates,
    prefix: str,
    sides: tuple[str, str] = ("left", "right"),
) -> list[tuple[str, str]]:
    """The drawings of a pair, each with its caption, as far as it is not too large for them."""
    largest = max(len(left.variables), len(right.variables))
    figures = []
    if len(alignments) == 1 and largest <= DRAWN_AS_GRAPHS:
        words = "Both graphs, aligned variables at the same place; what matches is in colour"
        figure = pair_figure(left, right, alignments[0][1], duplicates, titles=sides)
        figures.append((svg(figure, f"{prefix}-graphs", words), words))
    if largest <= DRAWN_AS_OUTLINES:
        words = "Both graphs line by line and joined by the alignment; what matches is in colour"
        if len(alignments) > 1:
            words += ", and the variables with another partner are marked"
        figure = alignments_figure(left, right, alignments, duplicates)
        figures.append((svg(figure, f"{prefix}-outlines", words), words))
    return figures


# ---- pairs that an experiment has stored


@dataclass(frozen=True, slots=True)
class StoredPair:
    """A pair of an experiment with its graphs, the best alignment that is known, and what methods have found."""

    left: TripleGraph
    right: TripleGraph
    duplicates: Duplicates
    optimal: Mapping
    found: Dictionary[str, Mapping]


def read_stored_pairs(path: str | Path, results: Results) -> dict[tuple[str, str], StoredPair]:
    """The pairs of a JSONL file by source and id; none where there is no such file.

    Each line is an object with ``source``, ``pair``, ``left`` and ``right`` (PENMAN notation), ``optimal`` (couples of
    variables) and ``found`` (such couples by the name of the method). Raises :class:`InputError` for a line that is
    none, or contradicts the rows.
    """
    places = {(pair.source, pair.pair): pair for pair in results.pairs}
    stored = {}
    try:
        file = Path(path).open(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise InputError(str(error.strerror).lower(), Place(str(path)), "run the experiment again") from None
    with file:
        for number, line in enumerate(file, 1):
            try:
                record = json.loads(line)
                pair = places.get((record["source"], record["pair"]))
                if pair is None:
                    raise ValueError(f"there is no row of pair {record['pair']}")
                stored[pair.source, pair.pair] = _stored(record, pair, results.signatures[0])
            except (ValueError, LookupError, TypeError, AttributeError, SmatchproofError) as error:
                message = f"not a pair of this experiment ({error})"
                raise InputError(message, Place(str(path), number), "run the experiment again") from None
    return stored


def _stored(record: dict[str, Any], pair: PairResult, signature: str) -> StoredPair:
    """The pair of a line, its alignments recounted."""
    rule = convention_from_signature(signature)
    left, right = (rule.triples(parse_graph(record[side], source=side)) for side in ("left", "right"))
    optimal = _mapping(record["optimal"], left, right)
    found = {method: _mapping(couples, left, right) for method, couples in record["found"].items()}
    values = [recounted(left, right, mapping, rule.duplicates) for mapping in (optimal, *found.values())]
    if max(values) != values[0] or values[0] != pair.counts.matched:
        raise ValueError(f"the optimal alignment matches {values[0]} triples, the rows say {pair.counts.matched}")
    return StoredPair(left, right, rule.duplicates, optimal, found)


def _mapping(couples: Sequence[Sequence[str]], left: TripleGraph, right: TripleGraph) -> tuple[int | None, ...]:
    """An alignment by index."""
    partners = {str(name): str(partner) for name, partner in couples}
    for graph, names in ((left, partners.keys()), (right, partners.values())):
        if unknown := {*names} - {*graph.variables}:
            raise ValueError(f"{min(unknown)} is no variable of the {'left' if graph is left else 'right'} graph")
    number = {name: index for index, name in enumerate(right.variables)}
    return tuple(number[partners[name]] if name in partners else None for name in left.variables)


@dataclass(frozen=True, slots=True)
class AlignmentView:
    """How the alignment that a method found differs from the optimal one: variables with another partner, triples
    that it loses and gains. `figures` are drawings (SVG and caption), for one of the methods only.
    """

    method: str
    matched: int
    optimum: int
    changed: tuple[tuple[str, str, str], ...]
    lost: tuple[str, ...]
    gained: tuple[str, ...]
    figures: Sequence[tuple[str, str]]


def alignment_views(pair: StoredPair, prefix: str) -> list[AlignmentView]:
    """What each method that missed the optimum did otherwise; the one that missed least is drawn and comes first."""
    value = {method: recounted(pair.left, pair.right, m, pair.duplicates) for method, m in pair.found.items()}
    optimum = recounted(pair.left, pair.right, pair.optimal, pair.duplicates)
    best = [match.left for match in match_up(pair.left, pair.right, pair.optimal, pair.duplicates).matched]
    right = aligned_variables(pair.left, pair.right, pair.optimal)
    missed = sorted((m for m in pair.found if value[m] < optimum), key=value.__getitem__, reverse=True)
    views = []
    for method in missed:
        mapping = pair.found[method]
        mine = [match.left for match in match_up(pair.left, pair.right, mapping, pair.duplicates).matched]
        couples = zip(aligned_variables(pair.left, pair.right, mapping), right, strict=True)
        drawn = [(method, mapping), ("optimum", pair.optimal)] if method == missed[0] else []
        views.append(
            AlignmentView(
                method,
                value[method],
                optimum,
                tuple((a.left, a.right, b.right) for a, b in couples if a.right != b.right),
                tuple(triple for triple in best if triple not in mine),
                tuple(triple for triple in mine if triple not in best),
                _figures(pair.left, pair.right, drawn, pair.duplicates, prefix) if drawn else (),
            )
        )
    return views
