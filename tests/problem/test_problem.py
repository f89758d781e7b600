"""Alignment problems: what the definition of matching says of each pair, and of each two, in both forms of the core."""

import pickle
import random
from array import array
from collections import Counter
from dataclasses import replace
from importlib import import_module
from itertools import combinations, product

import pytest

from smatchproof.base.forms import is_compiled, plain
from smatchproof.conventions.triples import Attribute, Duplicates, Relation, TripleGraph
from smatchproof.exact import exact
from smatchproof.problem import number_table, problem as problems
from smatchproof.problem.core import heaviest, joins, ranks
from smatchproof.problem.number_table import NumberTable, PackedTable, flattened
from smatchproof.problem.problem import AlignmentProblem, build_problem, recount
from smatchproof.problem.proof import Duals, spelled_out
from smatchproof.problem.solution import SolveParams
from smatchproof.similarity.grading import Label, Similarities, matched_value
from tests.exact.random_pairs import as_set, random_pair

LABELS = [Label(*label) for label in product(("instance", "attribute", "TOP"), "ab", "xyz")]


def random_graph(rng, most):
    """Few variables and labels, loops, triples twice, and weights of some triples."""
    size = rng.randrange(5)
    variables = [rng.randrange(size) for _ in range(24)] if size else []
    attributes = [Attribute(*rng.choice(LABELS)[:2], one, rng.choice("xyz")) for one in variables[:6]]
    relations = [Relation(rng.choice("ab"), *ends) for ends in zip(variables[6:15], variables[15:], strict=False)]
    weights = {triple: rng.choice((1, 2, most)) for triple in attributes + relations if rng.random() < 0.5}
    names = tuple(f"v{variable}" for variable in range(size))
    return TripleGraph(names, tuple(attributes), tuple(relations), weights=weights if most > 1 else None)


def random_similarities(rng):
    couples = [pair for pair in product(LABELS, repeat=2) if pair[0] != pair[1] and pair[0][:2] == pair[1][:2]]
    return Similarities(100, {pair: rng.randint(1, 100) for pair in couples if rng.random() < 0.5})


def assert_defined(problem, left, right, rule, similarities=None):
    """The weights of each pair alone, and of each two together, are their matches by the definition."""

    def worth(*pairs):
        partner = dict(pairs)
        mapping = [partner.get(variable) for variable in range(len(left.variables))]
        return matched_value(left, right, mapping, rule, similarities)

    pairs = [*product(range(len(left.variables)), range(len(right.variables)))]
    unary = {pair: worth(pair) for pair in pairs}
    both = {
        (one, other): worth(one, other) - unary[one] - unary[other]
        for one, other in product(pairs, repeat=2)
        if one[0] < other[0] and one[1] != other[1]
    }
    place = {pair: p for p, pair in enumerate(problem.candidates)}
    assert [*problem.candidates] == sorted(place) and [*problem.matches] == sorted(problem.matches)
    assert {pair: problem.unary[p] for pair, p in place.items()} == {pair: unary[pair] for pair in place}
    found = {(problem.candidates[p], problem.candidates[q]): weight for p, q, weight in problem.matches}
    assert found == {couple: weight for couple, weight in both.items() if weight}
    assert place.keys() == {pair for pair in pairs if unary[pair]}.union(*found)
    sides = [[each for each in graph.attributes if each.kind == "instance"] for graph in (left, right)]
    same = {(one.variable, other.variable) for one, other in product(*sides) if one[1::2] == other[1::2]}
    assert problem.same_concept == same and len(problem.same_concept) == len(same)


@pytest.mark.parametrize("heaviest", [1, 3, 10**9, 10**30])
@pytest.mark.parametrize("rule", Duplicates)
def test_problems_are_what_the_definition_says(rule, heaviest):
    rng = random.Random(f"{rule} {heaviest}")
    for turn in range(40):
        pair = [random_graph(rng, heaviest) for _ in range(2)]
        if rule is Duplicates.SET:
            pair = [as_set(graph) for graph in pair]
        similarities = random_similarities(rng) if turn % 2 else None
        assert_defined(build_problem(*pair, rule, similarities), *pair, rule, similarities)


@pytest.mark.parametrize("seed", range(20))
def test_both_forms_build_the_same(seed, monkeypatch):
    pair = random_pair(random.Random(seed))
    found = build_problem(*pair)
    monkeypatch.setattr(problems, "MOST_PAIRS", 0)
    again = build_problem(*pair)
    assert found == again and found.same_concept == again.same_concept


def test_many_keys_have_the_ranks_that_sorting_gives():
    """Graphs with enough couples that all digits are counted: their keys have 20 bits, or 40 if two are joined.

    Those of relations are sorted in two chunks.
    """
    rng = random.Random(1)
    size = 900
    graphs = []
    for _ in range(2):
        relations = {Relation("r", *rng.sample(range(size), 2)) for _ in range(300)}
        concepts = (Attribute("instance", "instance", variable, rng.choice("abc")) for variable in range(size))
        graphs.append(TripleGraph(tuple(map(str, range(size))), tuple(concepts), tuple(relations)))
    problem = build_problem(*graphs, Duplicates.SET)
    pairs = {
        (one.variable, other.variable)
        for one, other in product(*(graph.attributes for graph in graphs))
        if one.value == other.value
    }
    ends = [((one[1], other[1]), (one[2], other[2])) for one, other in product(*(graph.relations for graph in graphs))]
    couples = Counter(tuple(sorted(each)) for each in ends)
    assert couples.total() > plain(joins.__name__).CHUNK
    assert [*problem.candidates] == sorted(pairs.union(*ends))
    matches = [((problem.candidates[p], problem.candidates[q]), weight) for p, q, weight in problem.matches]
    assert matches == sorted(couples.items())
    assert is_compiled(ranks.__name__) == (plain(ranks.__name__) is not ranks)


def test_weights_that_64_bits_do_not_hold_are_added_up_all_the_same():
    triple = Attribute("instance", "instance", 0, "x")
    heavy = TripleGraph(("a",), (triple,), weights={triple: 10**12})
    problem = build_problem(heavy, heavy, Duplicates.PRODUCT)
    assert problem.unary == (10**24,) and recount(problem, [0]) == 10**24
    assert exact(problem).matched == 10**24
    assert build_problem(heavy, TripleGraph(), Duplicates.PRODUCT).unary == ()


def test_lists_of_another_length_are_refused():
    node = "smatchproof.exact.core.relaxation"
    for form in (import_module(node), plain(node)):
        with pytest.raises(ValueError, match="a flat list of 2 numbers instead of 4"):
            form.Relaxation(1, 2, 2, 0).fill(flattened([0, 1]), flattened([1, 1]), flattened([]))


def test_weights_that_numpy_counts_do_not_overflow():
    np = pytest.importorskip("numpy", reason="integers of 8 bits that overflow")
    weight, one, other = np.int8(100), (np.int8(0), np.int8(0)), (np.int8(1), np.int8(1))
    problem = AlignmentProblem.from_weights(
        np.int8(2), np.int8(2), {one: weight, other: weight}, {(one, other): weight, (other, one): weight}
    )
    assert problem.unary == (100, 100) and problem.matches == ((0, 1, 200),)
    assert {type(each) for each in (problem.left_size, *problem.unary, *problem.matches[0])} == {int}


@pytest.mark.parametrize(("pair", "weight"), [((0, 0), 0.5), ((0, 0), "1"), ((0.5, 0), 1)])
def test_what_is_no_integer_is_refused(pair, weight):
    with pytest.raises(ValueError, match="whole numbers, unlike"):
        AlignmentProblem.from_weights(1, 1, {pair: weight}, {})


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize(("constant", "value"), [("SMALL", 4_096), ("SMALL", 0), ("MOST_BITS", 0)])
def test_the_best_matches_of_a_variable_are_worth_the_same_however_they_are_counted(
    compiled, constant, value, monkeypatch
):
    form = heaviest if compiled else plain(heaviest.__name__)
    monkeypatch.setattr(form, constant, value)
    is_sparse, weights = set(), set()
    for seed in range(30):
        problem = build_problem(*random_pair(random.Random(seed)))
        weights.add(len({weight for *_, weight in problem.matches}))
        for side, size in enumerate((problem.left_size, problem.right_size)):
            best = Counter()
            for p, q, weight in problem.matches:
                for one, other in ((p, q), (q, p)):
                    key = one, problem.candidates[other][side]
                    best[key] = max(best[key], weight)
            shared = [sum(best[p, k] for k in range(size)) for p in range(len(problem.candidates))]
            pairs, _, matches = problem.flat()
            assert form.shared_most(pairs, matches, side, size) == shared
            assert [*problem.best_matches(side)] == sorted((*key, weight) for key, weight in best.items() if weight)
            is_sparse.add(len(problem.candidates) * size > 4 * len(problem.matches))
    assert is_sparse == {True, False} and max(weights) > 1


def test_sums_beyond_64_bits_do_not_overflow():
    pairs = [(k, k) for k in range(4)]
    heavy = AlignmentProblem.from_weights(4, 4, {}, dict.fromkeys(combinations(pairs, 2), 2**62))
    assert heavy.best_of_side(0) == dict.fromkeys(range(4), 3 * 2**62)


def test_packed_numbers_are_those_that_were_given(monkeypatch):
    """Also in the last block, and where an item begins one."""
    monkeypatch.setattr(number_table, "BLOCK", 6)
    for width in (0, 2, 3):
        given = array("q", range(24))
        table, plain = PackedTable(given, width), NumberTable(given, width)
        assert [table[k] for k in range(len(table))] == [*plain] == [*pickle.loads(pickle.dumps(table))]


def test_a_proof_of_weights_times_a_factor_has_duals_times_it():
    """As far as the factor does not go into the scale; of stars in full all numbers but those of pairs."""
    assert Duals(4, [1], [2], [5, 0, 3]).times(6, in_full=False).parts == (2, [3], [6], [5, 0, 9])
    assert Duals(4, [1], [2], [5, 1, 3]).times(6, in_full=True).parts == (2, [3], [6], [5, 3, 9])
    assert Duals(4, [1], [2], [], [[7, 5, 6]]).times(6, in_full=False).parts == (2, [3], [6], [], [[21, 5, 6]])
    problem = AlignmentProblem.from_weights(1, 1, {(0, 0): 30}, {})
    assert replace(problem, unit=10).divided(5).unit == 2 and replace(problem, unit=3).divided(5).unit == 1


def test_a_listed_pair_pays_what_is_stated_and_the_other_one_what_is_left():
    """Pair 0 is listed, with 4 of the 6 that the match is worth: to the row or to the column of the other pair."""
    problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 2, (1, 1): 1}, {((0, 0), (1, 1)): 3})
    for line, place in ((1, (0, 0, 1)), (3, (0, 1, 1))):
        duals = Duals(2, [4, 8], [], [0, line, 4])
        assert spelled_out(problem, duals, [0, 1]) == {place: 4, (1, 0, 0): 2}
        assert spelled_out(problem, duals, [0]) == {place: 4}  # of a match whose other pair is not live nothing is left
    elsewhere = Duals(2, [4, 8], [], [0, 0, 4])
    assert spelled_out(problem, elsewhere, [0, 1]) == {(0, 0, 0): 4, (1, 0, 0): 6}
    both = Duals(2, [], [], [0, 1, 4, 3, 0, 2])
    assert spelled_out(problem, both, [0, 1]) == {(0, 0, 1): 4, (1, 0, 0): 2}
    assert spelled_out(problem, Duals(2, [], [], [], [[5, 0, 3]]), [0, 1]) == {(1, 0, 0): 1}  # the clique pays 5


def test_the_size_of_duals_counts_lines_stars_and_couples():
    assert Duals(1, [1, 2], [3], [0, 0, 1, 0, 1, 1], [[5, 0, 1, 2, 3]]).size == 2 + 1 + 2 + 3


def test_a_time_limit_counts_from_the_beginning_of_a_solve(monkeypatch):
    monkeypatch.setattr("time.perf_counter", lambda: 12.0)
    assert SolveParams(time_limit=5).deadline(10.0) == 15.0
    assert [SolveParams(time_limit=5).seconds_left(begin) for begin in (10.0, 3.0)] == [3.0, 0.0]
    assert SolveParams().deadline(10.0) == float("inf") and SolveParams().seconds_left(10.0) is None


def test_copies_are_the_listed_ones_times_their_weight():
    arc, loop = Relation("low", 0, 1), Relation("low", 0, 0)
    graph = TripleGraph(("a", "b"), (), (arc, arc, loop), weights={arc: 3})
    assert graph.copies(graph.relations) == {arc: 6, loop: 1}
