"""The common links of all optima, against an enumeration of all alignments; their certificates, and mutants of
these."""

import copy
import json
import random
from dataclasses import replace
from typing import NamedTuple

import pytest
from hypothesis import given

from benchmarks.stress.exact.oracle import Asked
from benchmarks.stress.exact.written_pairs import combination, written_pair
from smatchproof.conventions.aspects import ASPECTS
from smatchproof.exact import exact
from smatchproof.exact.certificate import certificate_of_optima, check_optima, check_range_end
from smatchproof.exact.checker import Refused, check
from smatchproof.exact.optima import EveryOptimum, end_of_range, every_optimum
from smatchproof.exact.search.proof_tree import Evidence, Place, ProofTree, Store
from smatchproof.problem.problem import AlignmentProblem, build_problem, recount
from smatchproof.problem.proof import Duals, Empty, Fix, in_numbers
from smatchproof.problem.solution import SolveParams
from smatchproof.similarity.grading import matched_value
from tests.peers import one_to_one
from tests.strategies import problems

PROOF = SolveParams(proof=True)


class Truth(NamedTuple):
    """The optimum, and pairs of variables by what all optima have, from their enumeration."""

    optimum: int
    forced: frozenset
    open: frozenset


def values_of(asked: Asked) -> dict[tuple, int]:
    """The value of each alignment by definition: triple by triple."""
    return {
        each: matched_value(asked.left, asked.right, each, asked.rule, asked.similarities)
        for each in one_to_one(len(asked.left.variables), len(asked.right.variables))
    }


def optimal(values: dict[tuple, int]) -> list[tuple]:
    """The alignments of the greatest value: with pairs that earn nothing, too."""
    best = max(values.values())
    return [alignment for alignment, value in values.items() if value == best]


def links_of_optima(values: dict[tuple, int]) -> set[frozenset]:
    """Of each optimum the pairs without which it is worth less."""
    return {
        frozenset(
            (row, column)
            for row, column in enumerate(optimum)
            if column is not None and values[*optimum[:row], None, *optimum[row + 1 :]] < values[optimum]
        )
        for optimum in optimal(values)
    }


def links_of_all(problem: AlignmentProblem) -> set[frozenset]:
    """The links of the optima of a problem."""
    return links_of_optima({each: recount(problem, each) for each in one_to_one(problem.left_size, problem.right_size)})


def enumerated(asked: Asked) -> Truth:
    """The truth by definition."""
    values = values_of(asked)
    found = links_of_optima(values)
    forced = frozenset.intersection(*found)
    return Truth(max(values.values()), forced, frozenset.union(*found) - forced)


def weighted(asked: Asked, rng: random.Random) -> Asked:
    """The same question with weights of some triples."""
    sides = []
    for graph in (asked.left, asked.right):
        triples = [*graph.attributes, *graph.relations]
        weights = {triple: rng.randint(2, 4) for triple in triples if rng.random() < 0.4}
        sides.append(replace(graph, weights=weights))
    return replace(asked, left=sides[0], right=sides[1])


def question(number: int, rng: random.Random) -> Asked:
    """A pair under the convention and metric of that number; every third Smatch has weights."""
    rule, metric = combination(number)
    asked, *_ = written_pair(rng, rule, metric)
    return weighted(asked, rng) if metric == "smatch" and rng.random() < 0.3 else asked


def built(asked: Asked) -> AlignmentProblem:
    return build_problem(asked.left, asked.right, asked.rule, asked.similarities)


def found(asked: Asked) -> EveryOptimum:
    problem = built(asked)
    return every_optimum(problem, exact(problem).mapping, PROOF)


def pairs(problem, candidates):
    return frozenset(problem.candidates[p] for p in candidates)


def line_of(asked: Asked, optima: EveryOptimum) -> str:
    return certificate_of_optima("pair", asked.signature, asked.left, asked.right, optima, asked.similarities)


def stated(record: dict) -> Truth:
    """The statement of an accepted certificate."""
    columns = len(record["right"]["variables"])
    forced, some = (frozenset(divmod(p, columns) for p in part) for part in record["links"])
    return Truth(record["matched"], forced, some)


def compare_with_enumeration(number: int, seed: int) -> dict[str, int]:
    """Compare a number of pairs, and have the checker judge each. Returns the numbers of links and searches."""
    rng = random.Random(seed)
    counts = {"forced": 0, "open": 0, "impossible": 0, "searches": 0, "pairs with open links": 0}
    for k in range(number):
        asked = question(k, rng)
        truth, optima = enumerated(asked), found(asked)
        mine = pairs(optima.problem, optima.forced), pairs(optima.problem, optima.open)
        assert optima.is_decided and mine == truth[1:], asked
        check_optima(asked.left, asked.right, asked.rule, optima, asked.similarities)
        assert stated(check(line_of(asked, optima))) == truth
        counts["forced"] += len(truth.forced)
        counts["open"] += len(truth.open)
        counts["impossible"] += len(optima.problem.candidates) - len(truth.forced) - len(truth.open)
        counts["searches"] += len(optima.alignments)
        counts["pairs with open links"] += bool(truth.open)
    return counts


def test_small_pairs_agree_with_enumeration():
    counts = compare_with_enumeration(150, seed=1)
    assert min(counts.values()) > 20  # each kind of link is there


@given(problems(max_left=4, max_right=4))
def test_problems_of_any_weights_agree_with_enumeration(problem):
    known = links_of_all(problem)
    optima = every_optimum(problem, exact(problem).mapping, PROOF)
    forced = frozenset.intersection(*known)
    assert optima.is_proved
    assert pairs(problem, optima.forced) == forced
    assert pairs(problem, optima.open) == frozenset.union(*known) - forced


def test_links_that_the_checker_does_not_derive_are_refused():
    """The proof holds: it is about the alignments, and the search has only named their links wrongly."""
    rng = random.Random(5)
    asked = next(each for each in (question(0, rng) for _ in range(100)) if enumerated(each).forced)
    right = found(asked)
    p = min(right.forced)
    for wrong in (replace(right, forced=right.forced - {p}), replace(right, open=right.open | {p})):
        with pytest.raises(Refused, match="different links"):
            check_optima(asked.left, asked.right, asked.rule, wrong, asked.similarities)
        with pytest.raises(Refused, match="different links"):
            line_of(asked, wrong)


def test_a_place_without_any_way_on_is_empty_in_its_proof():
    """A line that has to be covered and has no candidate left: the proof ends there, and proves the bound."""
    evidence = Evidence.of(Duals(1, [9], [], []), Store())
    tree = ProofTree(Place(9, evidence, 9, [evidence]), 3, 1, 100)
    tree.branch(tree.root, (), None)
    assert tree.proved_bound == 3
    assert [*map(type, in_numbers(tree.proof()))] == [Fix, Empty]


def compare_ranges_with_enumeration(number: int, seed: int) -> dict[str, int]:
    """Compare the ranges of all aspects, and have the checker judge both ends; returns numbers of ranges and alarms."""
    rng = random.Random(seed)
    counts = {"ranges": 0, "wide": 0, "refused lies": 0}
    for k in range(number):
        rule, metric = combination(k)
        asked, _, settings = written_pair(rng, rule, metric)
        if len(asked.left.variables) * len(asked.right.variables) > 16:
            continue
        problem, optima = built(asked), optimal(values_of(asked))
        best = exact(problem).matched
        whole = asked.left, asked.right, asked.similarities
        for aspect in ASPECTS.values():
            left, right = (aspect.select(graph, asked.rule) for graph in whole[:2])
            similar = settings.grading.similarities(left, right) if settings.grading else None
            values = [matched_value(left, right, each, asked.rule, similar) for each in optima]
            count = build_problem(left, right, asked.rule, similar)
            for sign, truth in ((-1, min(values)), (1, max(values))):
                end = end_of_range(problem, best, count, sign, PROOF)
                assert end.value == truth, (aspect.name, sign, asked)
                check_range_end(whole, (left, right, similar), asked.rule, best, end)
            counts["ranges"] += 1
            counts["wide"] += min(values) < max(values)
            if min(values) < max(values):  # an optimum in the middle, called the end
                other = next(each for each in optima if matched_value(left, right, each, asked.rule, similar) != truth)
                with pytest.raises(Refused):
                    check_range_end(whole, (left, right, similar), asked.rule, best, replace(end, alignment=other))
                value = matched_value(left, right, other, asked.rule, similar)
                lie = replace(end, alignment=other, value=value, answer=lowered(end.answer, value - truth))
                with pytest.raises(Refused):
                    check_range_end(whole, (left, right, similar), asked.rule, best, lie)
                counts["refused lies"] += 1
    return counts


def lowered(answer, change):
    """The same answer, for another value."""
    return replace(answer, matched=answer.matched + change)


def test_ranges_of_aspects_agree_with_enumeration():
    counts = compare_ranges_with_enumeration(110, seed=3)
    assert min(counts.values()) > 20


def mutate(record: dict, rng: random.Random) -> dict:
    """One small change of claim, alignments, scale or proof."""
    mutant = copy.deepcopy(record)
    optima, node = mutant["optima"], rng.choice(mutant["proof"])
    known = [mutant["alignment"], *optima["alignments"]]
    chosen = rng.choice(known)
    match rng.randrange(8):
        case 0:
            mutant["matched"] += rng.choice((-1, 1))
        case 1 if optima["alignments"]:
            optima["alignments"].remove(rng.choice(optima["alignments"]))
        case 2:
            optima["alignments"].append(copy.deepcopy(chosen))
        case 3 if chosen:
            rng.choice(chosen)[rng.randrange(2)] = rng.randrange(5)
        case 4 if chosen:
            chosen.remove(rng.choice(chosen))
        case 5:
            optima["scale"] = max(0, optima["scale"] + rng.choice((-1, 1, optima["scale"])))
        case 6 if node[0] in ("leaf", "fix"):
            node[0] = {"leaf": "fix", "fix": "leaf"}[node[0]]
        case _:
            parts = [part for part in node[2:] if type(part) is list and part]
            if parts:
                part = rng.choice(parts)
                part[rng.randrange(len(part))] += rng.choice((-2, -1, 1))
    return mutant


def check_mutants(number: int, seed: int) -> tuple[int, int]:
    """Check a number of mutants: those accepted state the truth. Returns how many were, and how many could not be."""
    rng, accepted, originals = random.Random(seed), 0, []
    while len(originals) < 60:
        asked = question(len(originals), rng)
        originals.append((json.loads(line_of(asked, found(asked))), enumerated(asked)))
    for _ in range(number):
        mutant, truth = rng.choice(originals)
        for _ in range(rng.choice((1, 1, 1, 2, 4))):
            mutant = mutate(mutant, rng)
        try:
            record = check(json.dumps(mutant))
        except Refused:
            continue
        accepted += 1
        assert "optima" in record
        assert stated(record) == truth, json.dumps(mutant)
    return accepted, number - accepted


def test_no_mutant_with_a_false_claim_is_accepted():
    accepted, refused = check_mutants(1_000, seed=2)
    assert accepted > 50 < refused
