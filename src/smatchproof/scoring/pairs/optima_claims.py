"""Claims about all optima of a pair: the search for their common links, its proof, and the canonical optimum."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import NamedTuple

from smatchproof.base.record import replace
from smatchproof.exact.checker import Refused
from smatchproof.exact.optima import EveryOptimum, canonical_optimum, every_optimum, links
from smatchproof.graphs.graph import Graph
from smatchproof.problem.solution import SolveParams, Status
from smatchproof.scoring.pairs.backbone import FORCED, MEANINGS, OPEN, UNDECIDED, Backbone, NamedPair
from smatchproof.scoring.pairs.comparison import Claim, Comparison, asked, claim_of_solved, solved, status_of
from smatchproof.scoring.pairs.matching import with_concepts
from smatchproof.scoring.settings import ScoreSettings


def claim_of_optima(left: Graph, right: Graph, settings: ScoreSettings, id: str) -> Claim:
    """Align two graphs and find the common links of all optima. Returns the claim, with the backbone.

    If all is decided and proved, the same proof proves the optimum, too, and the certificate, if one is asked for,
    states both. Otherwise the claim is that without a backbone, with the known part added. If the settings ask for the
    canonical optimum, the alignment is that one. A time limit in `settings` holds for each part.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> twins, one = parse_graph("(a / and :op1 (b / boy) :op1 (c / boy))"), parse_graph("(a / and :op1 (b / boy))")
    >>> found = claim_of_optima(twins, one, ScoreSettings(), "s.1")
    >>> found.comparison.status.value, found.backbone
    ('certified', Backbone(forced=1, open=2, impossible=0, undecided=0, certified=True))
    """
    begin, note, only_canonical = time.perf_counter(), "", settings.canonical and not settings.every_optimum
    # without counting: the alignment is that of a score
    comparison = solved(asked(left, right, settings, id), settings, by_counting=False)
    if comparison.problem is None or comparison.solution.status is not Status.OPTIMAL:
        plain = claim_of_solved(comparison, settings, id)
        return plain if only_canonical else plain._replace(backbone=_undecided(comparison))
    params = replace(settings.params, proof=settings.check and not only_canonical)
    found = every_optimum(comparison.problem, comparison.solution.mapping, params)
    if settings.canonical:
        comparison, found = _canonical(comparison, found, params)
    if only_canonical:
        return claim_of_solved(comparison, settings, id)
    if found.is_proved:
        try:
            line = _checked(comparison, found, settings, id)
            solution = replace(comparison.solution, seconds=time.perf_counter() - begin)
            certified = replace(comparison, solution=solution).judged(*status_of(solution, solution.matched))
            return Claim(certified, line, backbone=_named(comparison, found, certified=True))
        except Refused as refused:
            note = f"the checker refuses the proof about all optima: {refused}"
    plain = claim_of_solved(comparison, settings, id)
    return plain._replace(backbone=_named(comparison, found), note=plain.note or note)


def _canonical(comparison: Comparison, found: EveryOptimum, params: SolveParams) -> tuple[Comparison, EveryOptimum]:
    """Replace the alignment by the canonical optimum, by the names of left and then right variables, within limits."""
    left, right, pairs = comparison.left.variables, comparison.right.variables, found.problem.candidates
    order = sorted(range(len(pairs)), key=lambda p: (left[pairs[p][0]], right[pairs[p][1]]))
    first = canonical_optimum(found, order, params)
    if first is None:
        return comparison, found
    solution = replace(comparison.solution, mapping=tuple(first))
    others = [alignment for alignment in found.alignments if alignment != solution.mapping]
    found = replace(found, alignments=(solution.mapping, *others))
    return replace(comparison, solution=solution, is_canonical=True), found


class LinkedVariables(NamedTuple):
    """Two variables with their concepts, the kind of their link, and words for it; their numbers are `pair`."""

    left: str
    right: str
    kind: str
    words: str
    pair: tuple[int, int]


def linked_variables(comparison: Comparison, backbone: Backbone) -> list[LinkedVariables]:
    """Return the links of all known optima, in order; the words of open ones say whether the alignment has them."""
    numbers = [{name: at for at, name in enumerate(side.variables)} for side in (comparison.left, comparison.right)]
    names = [with_concepts(side) for side in (comparison.left, comparison.right)]
    kinds = dict.fromkeys(backbone.alignment, UNDECIDED) | dict.fromkeys(backbone.forced, FORCED)
    kinds |= dict.fromkeys(backbone.open, OPEN)
    shown, found = {*comparison.alignment}, []
    for pair, kind in kinds.items():
        i, j = numbers[0][pair[0]], numbers[1][pair[1]]
        words = f"{kind}: {MEANINGS[kind]}" + ", not in this alignment" * (pair not in shown)
        found.append(LinkedVariables(names[0][i], names[1][j], kind, words, (i, j)))
    return sorted(found, key=lambda link: link.pair)


def backbone_of(left: Graph, right: Graph, settings: ScoreSettings) -> Backbone:
    """Return the backbone of two graphs.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> cat = parse_graph("(c / cat)")
    >>> backbone_of(cat, cat, ScoreSettings()).forced
    (('c', 'c'),)
    """
    found = claim_of_optima(left, right, replace(settings, every_optimum=True, certificates=False), "1").backbone
    assert found is not None
    return found


def _checked(comparison: Comparison, found: EveryOptimum, settings: ScoreSettings, id: str) -> str | None:
    """Have the checker check the proof about all optima. Returns the certificate, if one is asked for."""
    from smatchproof.exact.certificate import certificate_of_optima, check_optima

    left, right, similarities = comparison.left, comparison.right, comparison.similarities
    if settings.certificates:
        return certificate_of_optima(id, settings.counted, left, right, found, similarities)
    check_optima(left, right, comparison.duplicates, found, similarities)
    return None


def _named(comparison: Comparison, found: EveryOptimum, certified: bool = False) -> Backbone:
    """The backbone of what was found, in names; pairs come in the order of the left graph, then of the right one."""
    left, right, pairs = comparison.left.variables, comparison.right.variables, found.problem.candidates

    def names(candidates: Iterable[int]) -> tuple[NamedPair, ...]:
        return tuple([(left[i], right[j]) for i, j in sorted(pairs[p] for p in candidates)])

    alignment = names(links(found.problem, found.alignments[0]))
    if not found.is_decided:
        return Backbone((), names(found.open), alignment, undecided=len(pairs) - len(found.open))
    impossible = len(pairs) - len(found.forced) - len(found.open)
    return Backbone(names(found.forced), names(found.open), alignment, impossible, certified=certified)


def _undecided(comparison: Comparison) -> Backbone:
    """The backbone if the optimum is not known: all undecided; without a problem not even candidates were counted."""
    number = len(comparison.problem.candidates) if comparison.problem else len(comparison.alignment)
    return Backbone((), (), comparison.alignment, undecided=number)
