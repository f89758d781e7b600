"""Tables made of rows, against numbers worked out by hand and against sums that must agree.

``row`` and ``study_rows`` are the synthetic rows of the other tests of reports.
"""

import random
from itertools import product

import pytest
from hypothesis import given, strategies as st
from msgspec import structs

from smatchproof.base.errors import InputError, UsageError
from smatchproof.inference.intervals import share_interval
from smatchproof.lab.experiments.experiment_figures import SECONDS, STEPS, anytime
from smatchproof.lab.experiments.experiment_tables import (
    formatted_differences,
    formatted_gaps,
    formatted_table1,
    formatted_table2,
)
from smatchproof.lab.experiments.gaps import differences, gaps, gaps_by_size, size_bins, worst_pairs
from smatchproof.lab.experiments.results import ALL, gather, natural_key, total
from smatchproof.lab.experiments.rows import PairFeatures, Row
from smatchproof.lab.experiments.tables import OPTIMUM, table1, table2
from smatchproof.problem.score import Counts
from smatchproof.problem.solution import Moment
from smatchproof.reports.tables.cells import as_text


def row(pair="1", method="S", seed=0, matched=8, optimum=10, bound=None, triples=(12, 14), size=(4, 5), **names):
    """A row; what is not said is ordinary."""
    bound = optimum if bound is None else bound
    facts = {"source": "news", "group": "g1", "left": "A", "right": "B", "seconds": 0.5, **names}
    facts = {"cluster": f"{facts['source']}: {pair}", **facts}
    return Row(
        pair=pair, method=method, seed=seed, matched=matched, optimum=optimum, bound=bound,
        left_triples=triples[0], right_triples=triples[1], left_variables=size[0], right_variables=size[1],
        **{"status": "heuristic", "optimum_seconds": 0.25, "machine": "a machine", "versions": "0", **facts}, sha256="",
        trace=(), features=PairFeatures(size[0] * size[1], 9, size[0], size[1], 1, 1, 0, 0, 0, 0),
        signature=f"smatch|conv:smatch|dup:set|top:const|method:{method}|v:0",
    )  # fmt: skip


def study_rows(sentences=4, seeds=3, swapped=False, unproved=()):
    """A study of annotators A, B and C over three groups; deterministic, and the methods are worse on large graphs."""
    for source in ("study", "study swapped")[: 1 + swapped]:
        for left, right in (("A", "B"), ("A", "C"), ("B", "C")):
            for group in range(1, 4):
                for sentence in range(1, sentences + 1):
                    couple = (left, right) if source == "study" else (right, left)
                    id = f"{left}-{right} g{group}.{sentence}"
                    yield from _pair_rows(source, id, f"g{group}", couple, seeds, id in unproved)


def _pair_rows(source, id, group, couple, seeds, unproved):
    dice = random.Random("".join(sorted(id)))  # the same for a pair and its exchange
    size = dice.randint(3, 30)
    triples = (2 * size, 2 * size + 3)
    facts = {"source": source, "pair": id, "group": group, "left": couple[0], "right": couple[1]}
    facts["cluster"] = "study: " + id.partition(" ")[2]
    optimum = dice.randint(size, 2 * size)
    for method, likely, number in (("Base", 0.9, 1), ("R", 0.5, seeds), ("S+4R", 0.2, seeds), ("exact", 0.0, 1)):
        for seed in range(number):
            dice = random.Random(f"{source} {id} {method} {seed}")
            gap = sum(dice.random() < likely for _ in range(size // 4))
            yield row(
                **facts, method=method, seed=seed, matched=optimum - gap, optimum=optimum, bound=optimum + unproved,
                triples=triples if couple[0] < couple[1] else triples[::-1], size=(size, size),
                seconds=0.001 * size,
            )  # fmt: skip


# ---- Tables 1 and 2, by hand

BY_HAND = [
    row(pair, method, seed, matched, optimum, triples=(triples, triples), seconds=seconds, group=group)
    for pair, group, optimum, triples, found in (
        # S misses a triple of the first pair with seed 1, Base two
        ("1", "g1", 8, 10, [("S", 0, 8, 1.0), ("S", 1, 7, 3.0), ("Base", 0, 6, 0.5)]),
        ("2", "g1", 5, 5, [("S", 0, 5, 1.0), ("S", 1, 5, 1.0), ("Base", 0, 5, 0.5)]),
        ("3", "g2", 9, 10, [("S", 0, 9, 1.0), ("S", 1, 9, 1.0), ("Base", 0, 9, 0.5)]),
    )
    for method, seed, matched, seconds in found
]


def test_document_scores_by_hand():
    first, second = table1(gather(BY_HAND))
    assert (first.source, first.left, first.right, first.group, first.pairs) == ("news", "A", "B", "g1", 2)
    assert first.counts == Counts(13, 13, 15, 15)
    assert first.optimum == (26 / 30, 26 / 30) and first.optimum.known
    base, smart = first.scores
    assert (base.method, base.f1, base.runs, base.errors) == ("Base", pytest.approx(22 / 30), 1, 1)
    assert (smart.method, smart.f1, smart.runs, smart.errors) == ("S", pytest.approx(25 / 30), 2, 1)
    assert [(score.f1, score.errors, score.undecided, score.missing) for score in second.scores] == [(0.9, 0, 0, 0)] * 2


def test_accuracy_and_time_by_hand():
    base, smart, optimum = table2(gather(BY_HAND))
    assert (base.accuracy, base.pair_accuracy) == ((0.5, 0.5), (pytest.approx(2 / 3), pytest.approx(2 / 3)))
    assert (smart.accuracy, smart.documents, smart.scored) == ((0.75, 0.75), 2, 2)
    assert smart.pair_accuracy == (pytest.approx(5 / 6), pytest.approx(5 / 6))
    assert (base.seconds, smart.seconds) == (1.5, 4.0)  # of one run: a mean of 2, and twice 1
    assert (optimum.method, optimum.accuracy, optimum.pair_accuracy, optimum.seconds) == (OPTIMUM, (1, 1), (1, 1), 0.75)


def test_an_optimum_that_is_not_proved_makes_intervals_and_counts_as_solved_by_no_method():
    rows = [row("1", method, 0, matched, 8, 9, triples=(10, 10)) for method, matched in (("S", 8), ("R", 7))]
    results = gather([*rows, *(row("2", method, 0, 5, 5, triples=(5, 5)) for method in "SR")])
    assert results.proved == 1
    (document,) = table1(results)
    assert document.optimum == (26 / 30, 28 / 30)
    wrong, perhaps = document.scores
    assert (wrong.method, wrong.errors, wrong.undecided) == ("R", 1, 0)  # below the best known: surely wrong
    assert (perhaps.method, perhaps.errors, perhaps.undecided) == ("S", 0, 1)
    certain, unsure, optimum = table2(results)
    assert (certain.accuracy, certain.pair_accuracy) == ((0, 0), (0.5, 0.5))
    assert (unsure.accuracy, unsure.pair_accuracy) == ((0, 1), (0.5, 1))
    assert (optimum.accuracy, optimum.pair_accuracy) == ((0, 1), (0.5, 1))
    r, s = gaps(results)
    assert (r.missed, r.gap, s.missed, s.gap) == ((0.5, 0.5), (0.5, 1), (0, 0.5), (0, 0.5))
    assert s.relative == (0, 1 / 14) and r.relative == (1 / 13, 2 / 14)
    assert s.missed_band.low == 0 and s.missed_band.high == share_interval([0, 1]).high
    assert s.gap_band is None is r.relative_band  # two pairs tell nothing
    text = as_text(formatted_table1([document]))
    assert "0.8000*" in text and "0.8667?" in text and "0.8667–0.9333" in text


def test_the_best_value_of_all_rows_is_the_optimum():
    rows = [row(method="S", matched=8, optimum=8, bound=10), row(method="R", matched=10, optimum=10, bound=10)]
    (pair,) = gather(rows).pairs
    assert pair.counts[:2] == (10, 10)  # the bound is met, so this is proved
    assert pair.missed("S") == (1, 1) and pair.gap("S") == (2, 2)


def test_runs_that_failed_are_misses_in_table_2_and_count_nowhere_else():
    failed = row("1", "ilp", 0, -1, 8, triples=(10, 10), status="not installed")
    done = row("2", "ilp", 0, 5, 5, triples=(5, 5), seconds=2.0)
    results = gather([*BY_HAND, failed, done, row("3", "ilp", 0, 9, 9, triples=(10, 10), group="g2", seconds=2.0)])
    first, second = table1(results)
    assert (first.scores[-1].f1, first.scores[-1].missing) == (None, 1)
    assert second.scores[-1].f1 == 0.9
    ilp = table2(results)[-2]
    assert (ilp.method, ilp.scored, ilp.documents, ilp.measured, ilp.pairs) == ("ilp", 1, 2, 2, 3)
    assert (ilp.accuracy, ilp.pair_accuracy, ilp.seconds) == ((0.5, 0.5), (pytest.approx(2 / 3),) * 2, 4.0)
    assert gaps(results)[-1].pairs == 2
    assert "1 of 2" in as_text(formatted_table2(table2(results))) and "–" in as_text(formatted_table1(table1(results)))
    never = gather([row(), row(method="ilp", matched=-1)])
    ilp = table2(never)[1]
    assert (ilp.method, ilp.accuracy, ilp.pair_accuracy, ilp.seconds) == ("ilp", (0, 0), (0, 0), 0)
    assert [each.method for each in gaps(never)] == ["S"] and worst_pairs(never, "ilp", 3) == []


def test_gaps_say_of_how_many_runs_they_are():
    rows = [row(str(at), "S", seed, 10) for at in range(20) for seed in (0, 1)]
    failing = [
        structs.replace(each, method="X", matched=10 if each.pair == "3" and each.seed else -1, status="raised")
        for each in rows
    ]
    results = gather([*rows, *failing])
    for table in (gaps(results), gaps_by_size(results)):
        x, s = table
        assert (x.method, x.pairs, x.runs, x.tried, x.missed) == ("X", 1, 1, 40, (0, 0))
        assert (s.method, s.pairs, s.runs, s.tried) == ("S", 20, 40, 40)
        text = as_text(formatted_gaps(table, by_size=table != gaps(results)))
        assert "1 of 40" in text and "runs: those that ended" in text
    assert "runs" not in formatted_gaps(gaps(gather(rows))).columns


def test_a_method_that_fails_at_times_is_not_above_itself_without_failures():
    found = {"1": 8, "2": 7, "3": 8}  # the optimum of each is 8
    rows = [row(pair, "S", seed, found[pair], 8, group=pair) for pair in found for seed in (0, 1)]
    failing = [
        structs.replace(each, method="X", **({"matched": -1} if (each.pair, each.seed) in {("2", 0), ("3", 1)} else {}))
        for each in rows
    ]
    failed, smart, _ = table2(gather([*rows, *failing]))
    assert smart.accuracy == smart.pair_accuracy == (pytest.approx(2 / 3),) * 2
    assert failed.accuracy == failed.pair_accuracy == (0.5, 0.5) and failed.scored == 3
    unfinished = table2(gather([*rows, failing[0]]))[0]
    assert (unfinished.accuracy, unfinished.scored, unfinished.documents) == ((1, 1), 1, 3), "no row is no failure"


# ---- gaps


def test_gaps_by_hand():
    twice = [row("3", "S", seed, matched, 20, size=(6, 6), triples=(30, 30)) for seed, matched in ((3, 20), (4, 16))]
    results = gather([row("1", "S", 0, 10, 10, size=(2, 3)), row("2", "S", 0, 7, 10, size=(5, 4)), *twice])
    (all_sizes,) = gaps(results)
    assert (all_sizes.pairs, all_sizes.sizes, all_sizes.place) == (3, (3, 6), pytest.approx(14 / 3))
    assert all_sizes.gap == (pytest.approx(5 / 3), pytest.approx(5 / 3))  # 0, 3 and the mean of 0 and 4
    assert all_sizes.relative == (pytest.approx(5 / 40), pytest.approx(5 / 40))
    assert all_sizes.missed == (0.5, 0.5)
    assert (all_sizes.worst.low, all_sizes.worst_pair.row.pair) == (4, "3")
    found = [(each.sizes, each.pairs, each.gap.low) for each in gaps_by_size(results)]
    assert found == [((3, 3), 1, 0), ((5, 5), 1, 3), ((6, 6), 1, 2)]


def test_pairs_of_one_sentence_count_once():
    """Ten copies of each of 20 pairs tell no more than the 20 pairs: the intervals are as wide."""
    alone, copied = (
        gather(
            row(f"{at}-{copy}", matched=10 - (at % 3 == 0) * at % 4, cluster=f"sentence {at}")
            for at in range(20)
            for copy in range(copies)
        )
        for copies in (1, 10)
    )
    (one,), (ten,) = gaps(alone), gaps(copied)
    assert (one.pairs, one.clusters, ten.pairs, ten.clusters) == (20, 20, 200, 20)
    assert ten.gap_band == pytest.approx(one.gap_band) and ten.relative_band == pytest.approx(one.relative_band)
    assert ten.missed_band[1] - ten.missed_band[0] > 0.9 * (one.missed_band[1] - one.missed_band[0])


def test_differences_of_two_methods_by_hand():
    """X is 2 better on a third of 12 pairs and 1 worse on one; on another pair it failed, and one optimum is open."""
    found = [12, 12, 12, 12, 9, *[10] * 7]
    rows = [row(str(at), "X", seed, each, 20, seconds=3.0) for at, each in enumerate(found) for seed in (0, 1)]
    rows += [row(str(at), "S", 0, 10, 20, bound=20 + (at == 3), seconds=0.5) for at in range(13)]
    rows += [row("12", "X", 0, -1, 20), *(row(str(at), "R", 0, 10, 20) for at in range(12))]
    results = gather(rows)
    x, r = differences(results, "S")
    assert (x.method, x.pairs, x.more, x.fewer, x.mean) == ("X", 12, 4, 1, pytest.approx(7 / 12))
    assert x.band.low < 0.1 and x.band.high > 1.1 and x.seconds == (36.0, 6.0)
    assert x.p == pytest.approx(2 * 0.125, abs=0.02), "5 coins, twice for Holm: 1 in 8 are as far from the middle"
    assert (r.mean, r.band, r.p) == (0, None, 1)
    (few,) = differences(gather([row(str(at), method) for at in range(9) for method in "RS"]), "S")
    assert few.band is None
    text = as_text(formatted_differences([x, r], "S"))
    assert "+0.583 (" in text and "+0.000 (–)" in text and "seconds of S" in text
    with pytest.raises(UsageError, match="unknown method 'S:restarts=5'; choose from X, R, S"):
        differences(results, "S:restarts=5")
    with pytest.raises(UsageError, match="S is the only method that was run"):
        differences(gather([row()]), "S")


@pytest.mark.parametrize("size", [1, 10, 10**4, 10**7])
def test_differences_do_not_depend_on_how_much_both_match(size):
    """Thirds of triples on 4 of 12 pairs, and 3 more on one: floats of large means would lose the ties."""
    moved = [[1, 0, 0]] * 3 + [[0, 0, -1], [3, 3, 3]] + [[0, 0, 0]] * 7
    rows = [row(str(at), "S", 0, size, 10**8) for at in range(12)]
    rows += [row(str(at), "X", k, size + more, 10**8) for at, each in enumerate(moved) for k, more in enumerate(each)]
    (found,) = differences(gather(rows), "S")
    signs = list(product((-1, 1), repeat=5))
    sums = [abs(sum(a * b for a, b in zip(each, (1, 1, 1, -1, 9), strict=True))) for each in signs]
    assert found.p == pytest.approx(sum(each >= 11 for each in sums) / 32, abs=0.03)
    assert found.mean == pytest.approx(11 / 36) and found.band.high > 1 > 0 > found.band.low


def test_bins_are_each_size_or_hold_about_as_many_pairs():
    results = gather(row(str(at), size=(size, size)) for at, size in enumerate([8, 8, 16, 16, 24, 40]))
    assert [each.sizes for each in gaps_by_size(results)] == [(8, 8), (16, 16), (24, 24), (40, 40)]
    sizes = [random.Random(at).randint(1, 200) for at in range(400)]
    bins = size_bins(sizes)
    assert len(bins) == 12 and bins[-1] == max(sizes)
    counts = [sum(low < size <= high for size in sizes) for low, high in zip((0, *bins), bins, strict=False)]
    assert sum(counts) == 400 and 25 < min(counts) <= max(counts) < 42


# ---- worst pairs, and the gap on the way


def test_the_worst_pairs_of_a_method():
    facts = [("R", at, 10 - at) for at in range(6)] + [("S", at, 10 - (at == 1)) for at in range(6)]
    results = gather([row(str(at), method, 0, matched) for method, at, matched in facts])
    assert [pair.row.pair for pair in worst_pairs(results, "R", 2)] == ["5", "4"]
    assert [pair.row.pair for pair in worst_pairs(results, "S", 2)] == ["1"]


def traced(pair, seed, *moments, bound=10):
    one = row(pair, "S", seed, matched=moments[-1][2], optimum=10, bound=bound)
    return structs.replace(one, trace=tuple(Moment(*moment) for moment in moments))


def test_the_gap_on_the_way_by_hand():
    rows = [
        traced("1", 0, (1, 3, 8, 0.1), (4, 9, 10, 0.4), (5, 12, 10, 0.5)),
        traced("1", 1, (1, 2, 10, 0.2)),
        traced("2", 0, (1, 4, 9, 0.1), (5, 20, 9, 0.9)),
        traced("3", 0, (1, 1, 10, 0.1), bound=11),  # open
        row("1", "exact", matched=10),  # no trace
    ]
    (found,) = anytime(rows, gather(rows))
    gap_at = dict(zip([round(each, 2) for each in STEPS], found.at_steps, strict=False))
    expected = {1.0: 1, 2.0: 1, 2.51: 2 / 3, 3.16: 0.4, 3.98: 0.4, 5.01: 0.1, 7.94: 0.1, 10.0: 1 / 30, 25.12: 1 / 30}
    assert {step: gap_at[step] for step in expected} == pytest.approx(expected)
    assert max(gap_at) == 25.12  # the last run ends after 20 steps
    assert found.at_seconds[SECONDS.index(1.0)] == pytest.approx(1 / 30)


def test_runs_that_failed_stay_where_they_were_and_silent_ones_count_with_their_answer():
    stopped = structs.replace(traced("1", 1, (1, 2, 9, 0.2)), matched=-1, status="stopped")
    silent = row("3", "S", 0, matched=10, seconds=0.5)
    rows = [traced("1", 0, (1, 3, 10, 0.1)), stopped, row("2", "S", 0, matched=-1, status="raised"), silent]
    (found,) = anytime(rows, gather(rows))
    assert found.at_steps[-1] == pytest.approx((0 + 0.1 + 1 + 0) / 4)


# ---- what must agree


@st.composite
def experiments(draw):
    """Rows of some pairs of two sources: methods miss some, some optima are not proved, some runs fail."""
    rows = []
    for at in range(draw(st.integers(1, 6))):
        optimum = draw(st.integers(0, 12))
        slack = draw(st.sampled_from([0, 0, 0, 1, 3]))
        size = draw(st.integers(0, 40)), draw(st.integers(0, 40))
        facts = {"optimum": optimum, "bound": optimum + slack, "size": size, "triples": (15, 17)}
        names = {"source": draw(st.sampled_from("xy")), "group": draw(st.sampled_from(["g1", "g2"]))}
        for method in ("R", "S"):
            for seed in range(draw(st.integers(1, 3))):
                matched = draw(st.integers(-1, optimum))
                rows.append(row(str(at), method, seed, matched, **facts, **names))
    return rows


@given(experiments(), st.randoms(use_true_random=False))
def test_sums_agree_whatever_the_order_of_the_rows(rows, dice):
    results = gather(rows)
    shuffled = rows[:]
    dice.shuffle(shuffled)
    assert gather(shuffled) == results
    assert len(results.pairs) == len({(each.source, each.pair) for each in rows})
    documents = table1(results)
    assert sum(document.pairs for document in documents) == len(results.pairs)
    assert total(results.pairs).matched == sum(document.counts.matched for document in documents)
    in_bins, in_all = gaps_by_size(results), gaps(results)
    for each in in_all:
        if each.source == ALL:
            continue
        parts = [part for part in in_bins if (part.source, part.method) == (each.source, each.method)]
        assert sum(part.pairs for part in parts) == each.pairs
        assert sum(part.pairs * part.gap.low for part in parts) == pytest.approx(each.pairs * each.gap.low)
        assert sum(part.pairs * part.missed.high for part in parts) == pytest.approx(each.pairs * each.missed.high)
        assert tuple(map(max, zip(*(part.worst for part in parts), strict=True))) == each.worst
        assert each.worst.low <= each.worst.high
    for each in (*in_bins, *in_all):
        assert 0 <= each.missed.low <= each.missed.high <= 1 and 0 <= each.gap.low <= each.gap.high
        assert (each.missed.low == 0) == (each.gap.low == 0) == (each.worst.low == 0)
    for each in table2(results):
        for share in (each.accuracy, each.pair_accuracy):
            assert share is None or 0 <= share.low <= share.high <= 1


# ---- rows that cannot be

WRONG = [
    ([row(), row()], "rows:2: S on pair 1 of news has a seed twice; run"),
    ([row(), row(seed=1, triples=(9, 9))], "rows:2: pair 1 of news is another one than in the rows above; run"),
    ([row(matched=11)], "rows:1: S on pair 1: 11 matched triples refute 10; run"),
    ([row(optimum=8, bound=10), row(seed=1, optimum=9, bound=8)], "rows:2: S on pair 1: 9 matched triples refute 8"),
    ([row(), structs.replace(row(seed=1), sha256="0")], "rows:2: pair 1 of news is another one than in the rows above"),
]


@pytest.mark.parametrize(("rows", "message"), WRONG)
def test_rows_that_contradict_each_other_are_refused(rows, message):
    with pytest.raises(InputError) as caught:
        gather(rows)
    assert str(caught.value).startswith(message)


# ---- order and words


def test_methods_of_users_come_first_then_those_of_the_paper_and_pairs_by_number():
    names = ["exact", "smatch", "S+4R", "ILS", "ilp", "R:restarts=12", "R", "mine.py:x", "ILP", "Base"]
    results = gather(row(pair, method) for method in names for pair in ("s.10", "s.9"))
    assert " ".join(results.methods) == "mine.py:x Base ILP R S+4R ILS R:restarts=12 smatch ilp exact"
    assert [pair.row.pair for pair in results.pairs] == ["s.9", "s.10"]
    assert sorted(["2b", "10", "2"], key=natural_key) == ["2", "2b", "10"]
