"""Scoring: counts of pairs, sums over corpora, several processes, graphs that cannot be read, methods that lie."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from smatchproof.base.errors import InputError
from smatchproof.graphs.corpus import Block
from smatchproof.graphs.reading import parse_graph
from smatchproof.problem.score import CorpusScore, Counts
from smatchproof.problem.solution import Solution, Status
from smatchproof.scoring.corpus.corpus_scores import score_blocks
from smatchproof.scoring.methods.registry import METHODS, Method
from smatchproof.scoring.metrics.smatch import AlignmentMetric, score_pair
from smatchproof.scoring.pairs.comparison import compare
from smatchproof.scoring.settings import OnError, ScoreSettings

BRUTE = ScoreSettings(method="brute-force")
BRUTE_METRIC = AlignmentMetric(BRUTE)


def block(text, id=None, source="left.amr", line=1):
    return Block(source, line, 0, id, text.encode())


def blocks(number, text="(a / x :r (b / y))"):
    """That many pairs of blocks, each with its own id and its own triples."""
    return [(block(text, f"s{n}"), block(f"(a / x :r (b / y) :s {n})", source="right.amr")) for n in range(number)]


def timeless(pairs):
    """The results without the times that they took."""
    return [replace(pair, seconds=0.0) for pair in pairs]


# ---- one pair


def test_a_pair_is_named_by_its_left_id_or_its_position():
    with_id, without = parse_graph("(a / x)", id="s.1"), parse_graph("(a / x)")
    assert score_pair(with_id, without, BRUTE, position=7).id == "s.1"
    assert score_pair(without, with_id, BRUTE, position=7).id == "7"
    assert score_pair(without, without, BRUTE).id == "1"


# ---- counts and sums


def ratios(matched, left, right):
    """Precision, recall and F1 by their definitions, in exact arithmetic."""
    precision = Fraction(matched, left) if left else Fraction(0)
    recall = Fraction(matched, right) if right else Fraction(0)
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else Fraction(0)
    return precision, recall, f1


CORPORA = [
    # (matched, upper bound, left triples, right triples) of each pair
    [],
    [(4, 4, 6, 5)],
    [(0, 0, 6, 5)],
    [(0, 0, 0, 5)],
    [(0, 0, 0, 0)],
    [(4, 4, 6, 5), (1, 1, 2, 2), (0, 0, 3, 4)],
    [(4, 6, 6, 5), (1, 1, 2, 2)],
    [(0, 5, 6, 5), (0, 2, 2, 2), (7, 7, 7, 7)],
    [(7, 7, 5, 5)],  # under dup:product more can match than there is
]


@pytest.mark.parametrize("rows", CORPORA)
def test_micro_and_macro_averages_and_their_upper_ends(rows):
    corpus = CorpusScore()
    for row in rows:
        corpus.add(Counts(*row))
    matched, upper, left, right = (sum(column) for column in zip(*rows, strict=True)) if rows else (0, 0, 0, 0)
    assert corpus.micro == pytest.approx(ratios(matched, left, right))
    assert corpus.micro_upper == pytest.approx(ratios(upper, left, right))
    for score, number in ((corpus.macro, 0), (corpus.macro_upper, 1)):
        columns = zip(*(ratios(row[number], row[2], row[3]) for row in rows), strict=True)
        assert score == pytest.approx([sum(column) / len(rows) for column in columns] if rows else [0, 0, 0])
    assert corpus.pairs == len(rows)
    assert corpus.proved == sum(row[0] == row[1] for row in rows)
    assert corpus.all_proved == (matched == upper)


# ---- many pairs


@pytest.mark.usefixtures("processes")
@pytest.mark.parametrize("number", [0, 33, 150])
def test_two_processes_give_what_one_gives(number):
    pairs = blocks(number)
    one = timeless(score_blocks(iter(pairs), BRUTE_METRIC))
    two = timeless(score_blocks(iter(pairs), BRUTE_METRIC, jobs=2))
    assert two == one
    assert [pair.id for pair in one] == [f"s{n}" for n in range(number)]


# ---- graphs that cannot be read

BROKEN = block("(a / x :r )", "bad", line=7)
NO_TARGET = r"left\.amr:7:8: role :r has no target \(id bad\)"


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_graph_that_cannot_be_read_stops_the_scoring(jobs):
    pairs = [*blocks(3), (BROKEN, blocks(1)[0][1]), *blocks(3)]
    found = []
    with pytest.raises(InputError, match=NO_TARGET):
        found.extend(score_blocks(pairs, BRUTE_METRIC, jobs))
    assert len(found) <= 3


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    ("left", "right", "counts", "errors"),
    [
        (BROKEN, block("(a / x :s 1)"), (0, 0, 0, 3), [NO_TARGET]),
        (block("(a / x :s 1)"), BROKEN, (0, 0, 3, 0), [NO_TARGET]),
        (BROKEN, BROKEN, (0, 0, 0, 0), [NO_TARGET, NO_TARGET]),
        (block("(a / x"), block("(a / x)"), (0, 0, 0, 2), [r"left\.amr:1:7: the graph ends before"]),
        (block("(a / x)"), block("(a / x)"), (2, 2, 2, 2), []),
    ],
)
def test_a_graph_that_cannot_be_read_scores_as_empty(jobs, left, right, counts, errors):
    pairs = [(block("(a / x)"), block("(a / x)")), (left, right)] * 2
    results = list(score_blocks(pairs, BRUTE_METRIC, jobs, on_error=OnError.EMPTY))
    assert [pair.counts for pair in results] == [(2, 2, 2, 2), counts] * 2
    for pair in results[1::2]:
        assert len(pair.errors) == len(errors)
        assert all(re.match(pattern, error) for pattern, error in zip(errors, pair.errors, strict=True))
        assert pair.id in ("bad", "2", "4")


# ---- methods that lie

LIES = [
    # mapping, matched, upper bound, what is found out
    ((0, 1), 5, 5, "lying claims 5 matched triples, a recount 4"),
    ((0, 1), 3, 5, "lying claims 3 matched triples, a recount 4"),
    ((None, None), 4, 4, "lying claims 4 matched triples, a recount 0"),
    ((1, 0), 4, 4, "lying claims 4 matched triples, a recount 0"),
    ((0, 0), 4, 4, "lying returned what is no alignment: (0, 0)"),
    ((0, 2), 4, 4, "lying returned what is no alignment: (0, 2)"),
    ((0, -1), 4, 4, "lying returned what is no alignment: (0, -1)"),
    ((0,), 2, 2, "lying returned what is no alignment: (0,)"),
    ((0, 1, None), 4, 4, "lying returned what is no alignment: (0, 1, None)"),
    ((0, 1), 4, 3, "lying claims the bound 3, its alignment 4"),
]


@pytest.mark.parametrize(("mapping", "matched", "upper_bound", "message"), LIES)
def test_a_method_that_lies_is_found_out(monkeypatch, mapping, matched, upper_bound, message):
    answer = Solution(mapping, matched, upper_bound, Status.OPTIMAL)
    monkeypatch.setitem(METHODS, "lying", Method("lying", "says what it likes", lambda problem, params: answer))
    graph = parse_graph("(a / x :r (b / y))")
    with pytest.raises(AssertionError, match=f"^{re.escape(message)}$"):
        compare(graph, graph, ScoreSettings(method="lying"))
