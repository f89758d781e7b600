"""Errors of pairs, against the enumeration of all optima: what is called certain is an error in each of them."""

import itertools
import random
from collections import Counter
from dataclasses import replace
from types import SimpleNamespace

from smatchproof.exact.optima import links
from smatchproof.problem.problem import build_problem
from smatchproof.scoring.pairs import pair_errors as module
from smatchproof.scoring.pairs.comparison import recounted
from smatchproof.scoring.pairs.matching import left_over
from smatchproof.scoring.pairs.optima_claims import claim_of_optima
from smatchproof.scoring.pairs.pair_errors import CONFUSED, pair_errors
from smatchproof.scoring.settings import ScoreSettings
from smatchproof.similarity.grading import Grading
from smatchproof.similarity.similarity import TableSimilarity
from tests.exact.random_pairs import random_pair
from tests.peers import one_to_one

GRADING = Grading(TableSimilarity({("c0", "c1"): 0.6, ("c1", "c2"): 0.9}, name="test"))


def settings_of(duplicates, grading=None):
    """Settings under which graphs are given as their triples."""
    rule = SimpleNamespace(triples=lambda graph: graph, duplicates=duplicates, weights=None, aspect="")
    return ScoreSettings(rule, grading=grading)


def all_optima(comparison):
    """The links of every optimal alignment, as alignments, and all alignments."""
    sides = comparison.left, comparison.right
    how = comparison.duplicates, comparison.similarities
    values = {
        mapping: recounted(*sides, mapping, *how) for mapping in one_to_one(*(len(side.variables) for side in sides))
    }
    problem = build_problem(*sides, *how)
    for mapping in values:
        if values[mapping] == max(values.values()):
            kept = {problem.candidates[p] for p in links(problem, mapping)}
            yield tuple(j if (i, j) in kept else None for i, j in enumerate(mapping))


def pairs(number):
    """Random pairs with what is claimed of them; a third of them graded."""
    rng = random.Random(28)
    for at in range(number):
        left, right, duplicates = random_pair(rng)
        yield claim_of_optima(left, right, settings_of(duplicates, GRADING if at % 3 == 0 else None), "p")


def confused(comparison, mapping, rest):
    return Counter(module._confused(dict.fromkeys(rest[0]), dict.fromkeys(rest[1]), mapping))


def test_what_is_certain_is_an_error_in_every_optimum():
    seen = Counter()
    for claim in pairs(400):
        comparison, found = claim.comparison, module._links(claim)
        how = comparison.left, comparison.right
        errors, sure = pair_errors(claim, "p"), module._surely_unmatched(comparison, found)
        optima = {*all_optima(comparison)}
        rests = [left_over(*how, each, comparison.duplicates, comparison.similarities) for each in optima]
        for side in (0, 1):
            unmatched = [module._of_labels(Counter(rest[side])) for rest in rests]
            for label in {label for each in (*unmatched, sure[side]) for label in each}:
                least, most = (end(each[label] for each in unmatched) for end in (min, max))
                assert sure[side][label] <= least, (claim, label)
                seen["certain"] += sure[side][label]
                seen["in every optimum"] += least
                seen["varies"] += most > least
        assert tuple(found.alignment) in optima
        for rest, mapping in zip(rests, optima, strict=True):
            its = Counter(
                module._confusion(how[1].top, module._label_of(b), module._label_of(a))
                for a, b in confused(comparison, mapping, rest)
            )
            assert all(its[kind] >= n for kind, n in errors.certain.items() if kind.error == CONFUSED)
        assert errors.certain <= errors.counts
        seen["confused"] += sum(n for kind, n in errors.certain.items() if kind.error == CONFUSED)
        seen["unsure"] += errors.certain != errors.counts
    assert min(seen["varies"], seen["confused"], seen["unsure"]) > 20, seen
    assert seen["certain"] > 0.95 * seen["in every optimum"], (
        seen
    )  # few are missed, though the pairs are small and alike


def test_where_nothing_is_known_of_optima_it_is_an_error_under_any_alignment():
    certain = 0
    for claim in itertools.islice(pairs(200), 200):
        comparison = claim.comparison
        nothing = claim._replace(backbone=limited_backbone(claim, undecided=1))
        found = module._links(nothing)
        assert found.possible is None
        sure = module._surely_unmatched(comparison, found)
        for mapping in one_to_one(len(comparison.left.variables), len(comparison.right.variables)):
            how = comparison.left, comparison.right, mapping, comparison.duplicates, comparison.similarities
            for its, rest in zip(sure, left_over(*how), strict=True):
                assert its <= module._of_labels(Counter(rest))
        certain += sure[0].total()
    assert certain > 100


def limited_backbone(claim, undecided):
    """The backbone of a claim as a limit would have left it."""
    return replace(claim.backbone, forced=(), open=(), undecided=undecided, certified=False)
