"""The counts of a corpus, and that the built-in statistics know all that they promise."""

import random
from collections import Counter
from statistics import fmean

import pytest

from smatchproof.base.errors import InputError
from smatchproof.graphs.graph import Graph
from smatchproof.graphs.reading import parse_graph
from smatchproof.lab.generators.amrs import (
    DEFAULT,
    END,
    CorpusStatistics,
    Distribution,
    direct_role,
    draw_in_context,
    written_role,
)

WANT = parse_graph('(w / want-01 :polarity - :ARG0 (b / boy :name (n / name :op1 "Bo")) :ARG1 (g / go-02 :ARG0 b))')
BOYS = parse_graph("(a / and~e.1 :op1 (b / boy :ARG0-of (s / sing-01)) :op2 (b2 / boy~e.3 :quant 2~e.2))")


@pytest.fixture(scope="module")
def statistics() -> CorpusStatistics:
    return CorpusStatistics.fit([WANT, BOYS])


def test_sizes_reentrancies_and_repeats_are_counted(statistics):
    assert statistics.sizes.counts == {4: 2}
    assert {size: row.counts for size, row in statistics.reentrancies.items()} == {4: {0: 1, 1: 1}}
    assert {size: row.counts for size, row in statistics.repeats.items()} == {4: {0: 1, 1: 1}}
    assert statistics.mentions.counts == {"/frame ARG0 /other ARG0": 1}


def test_concepts_are_counted_by_the_role_above(statistics):
    assert statistics.concepts["^"].counts == {"and": 1, "want-01": 1}
    assert statistics.concepts["ARG0"].counts == {"boy": 1}
    assert statistics.concepts["op2"].counts == {"boy": 1}, "the alignment suffix is no part of the concept"
    assert "want-01 ARG0" not in statistics.concepts, "what was seen once is not repeated word for word"


def test_branches_follow_each_other_and_later_mentions_are_none(statistics):
    assert statistics.branches["/frame ^"].counts == {"polarity=": 1, END: 1}  # go-02 has its mention only
    assert statistics.branches["/other ^"].counts == {"ARG0-of": 1, "name": 1, "op1": 1, "op1=": 1, "quant=": 1}
    assert statistics.branches["boy ^"].counts == {"ARG0-of": 1, "name": 1, "quant=": 1}
    assert "/frame ARG0" in statistics.branches, "below an inverse role the frame has that argument already"


def test_arguments_are_in_their_own_direction_and_constants_known_by_role(statistics):
    assert statistics.arguments["sing-01"].counts == {"ARG0": 1, END: 1}
    assert statistics.arguments["boy"].counts == {"name": 1, END: 3}
    assert statistics.constants["quant"].counts == {"2": 1}
    assert statistics.constants["op1"].counts == {'"Bo"': 1}


def test_nothing_can_be_fitted_to_nothing():
    for graphs in ([], [Graph()]):
        with pytest.raises(InputError, match=r"^none\.amr: no graph to take statistics of"):
            CorpusStatistics.fit(graphs, "none.amr")


def test_a_distribution_draws_each_value_as_often_as_it_was_seen():
    rng = random.Random(1)
    coin = Distribution.of({"a": 1, "b": 6, "c": 3})
    drawn = Counter(coin.draw(rng) for _ in range(10_000))
    assert all(abs(drawn[value] - 1000 * count) < 150 for value, count in coin.counts.items())
    assert ("b" in coin, "bb" in coin, "z" in coin) == (True, False, False)


@pytest.mark.parametrize("counts", [{}, {"a": 0}, {"a": 2, "b": -1}])
def test_a_distribution_of_nothing_is_refused(counts):
    with pytest.raises(ValueError, match="positive count"):
        Distribution.of(counts)


def test_a_context_backs_off_as_often_as_it_was_surprising():
    # Seen three times with one value: one in four goes on to the common context, which never gives up.
    table = {"rare": Distribution.of({"own": 3}), "common": Distribution.of({"other": 1})}
    rng = random.Random(1)
    drawn = Counter(draw_in_context(table, ["unknown", "rare", "common"], rng) for _ in range(10_000))
    assert abs(drawn["other"] - 2500) < 200 and drawn["own"] == 10_000 - drawn["other"]
    assert draw_in_context(table, ["unknown"], rng) is None


def test_the_concept_other_is_not_the_class_of_other_concepts():
    graph = parse_graph("(t / thing :mod (o / other) :mod (o2 / other))")
    branches = CorpusStatistics.fit([graph]).branches
    assert branches["other ^"].counts == {END: 2} and branches["/other ^"].counts == {END: 2, "mod": 1}


@pytest.mark.parametrize("role", ["ARG0", "ARG0-of", "mod", "domain", "consist-of", "consist-of-of", "prep-out-of"])
def test_a_role_is_written_as_it_was_read(role):
    assert written_role(*direct_role(role)) == role


def test_a_larger_graph_has_as_many_mentions_as_several_graphs():
    rng = random.Random(1)
    sizes = 10, 20, 200
    ten, twenty, many = (fmean(DEFAULT.number(DEFAULT.reentrancies, size, rng) for _ in range(400)) for size in sizes)
    assert 0.9 < ten < 1.2  # from the table: (34 + 2*20 + 3*8 + 4*2) / 100
    assert 9 < many / twenty < 11


# ---- the built-in statistics


def test_every_branch_of_the_default_leads_to_known_concepts_and_constants():
    for row in DEFAULT.branches.values():
        for branch in row.values:
            if branch.endswith("="):
                assert branch[:-1] in DEFAULT.constants or f"name {branch[:-1]}" in DEFAULT.constants, branch
            elif branch != END:
                assert branch in DEFAULT.concepts, branch


def test_every_context_of_the_default_is_one_that_occurs():
    concepts = {concept for row in DEFAULT.concepts.values() for concept in row.values}
    known = {*concepts, "/frame", "/other"}
    assert {context.split()[0] for context in DEFAULT.branches} <= known
    assert set(DEFAULT.arguments) <= known
    branches = {branch for row in DEFAULT.branches.values() for branch in row.values}
    inverse = {direct_role(branch)[0] for branch in branches}
    assert {context.split()[1] for context in DEFAULT.branches} <= {"^", *branches, *inverse}
