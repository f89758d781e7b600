"""Cliques in leaves and fixes: smatchproof-checker says what src/smatchproof/exact/checker.py says."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest

from benchmarks.stress.proofs.campaign import line_difference, refusal
from benchmarks.stress.proofs.full_duals import record_of
from smatchproof.exact.checker import Combined
from tests.exact.random_proofs import compete
from tests.exact.test_full_duals import optimum, pairs_of, sparse
from tests.proofs.in_coq import needs_coq

pytestmark = needs_coq

# Row i has columns 2i and 2i + 1. Each two rows want to be equal, but for the first and the last, which want to differ:
# two of three wishes can come true. Of the matches on a circle of six, each competes with all but its neighbours.
ONE, TWO, THREE, FOUR, FIVE, SIX = [0, 8], [8, 16], [1, 16], [1, 9], [9, 17], [0, 17]
TRIANGLE = Combined((3, 6), {}, [(*couple, 1) for couple in (ONE, TWO, THREE, FOUR, FIVE, SIX)], 0)
ODD, EVEN = [1, *ONE, *THREE, *FIVE], [1, *FOUR, *SIX, *TWO]
LEAF = ["leaf", 1, [], [], [], [ODD, EVEN]]
# the same where each pair of the first row matches something by itself, which the third clique pays for
WEIGHED = TRIANGLE._replace(unary={0: 3, 1: 3})
ROW = [3, 0, 0, 1, 1]
ALL = TRIANGLE._replace(unary=dict.fromkeys((0, 1, 8, 9, 16, 17), 1))
LONE = Combined((1, 1), {0: 1}, [], 0)


def leaf(*cliques: list, scale: int = 1, rows: tuple = (), stars: tuple = ()) -> list:
    return ["leaf", scale, [*rows], [], [*stars], [*cliques]]


RIGHT = [
    (TRIANGLE, [LEAF], 2),
    (TRIANGLE, [leaf(EVEN, ODD)], 2),
    # without cliques 3 is the best bound, as rows pay for both matches of each pair
    (TRIANGLE, [["leaf", 2, [2, 2, 2], [], []]], 3),
    (TRIANGLE, [leaf(scale=2, rows=(2, 2, 2))], 3),
    # one clique only, and pairs that are not listed pay for what it leaves
    (TRIANGLE, [leaf(ODD, rows=(1, 0, 1), stars=(0, 0, 0, 8, 0, 0, 9, 0, 0))], 3),
    # in halves and in thirds, which add up at equal couples
    (TRIANGLE, [leaf([2, *ODD[1:]], [2, *EVEN[1:]], scale=2)], 2),
    (TRIANGLE, [leaf(ODD, EVEN, ODD, EVEN, ODD, EVEN, scale=3)], 2),
    # what is left to the limit
    (TRIANGLE, [leaf([2, *ODD[1:]], EVEN)], 3),
    # a clique of no couples adds its dual, and cliques of dual 0 say nothing
    (TRIANGLE, [leaf(ODD, EVEN, [0])], 2),
    (TRIANGLE, [leaf(ODD, EVEN, [1])], 3),
    (TRIANGLE, [leaf(ODD, EVEN, [0, 0, 0, 1, 1], [0, 2, 3])], 2),
    (TRIANGLE, [leaf([10, *ODD[1:]], [10, *EVEN[1:]], [10**36 - 1], scale=10)], 10**35 + 2),
    (ALL, [leaf(ODD, EVEN, rows=(1, 1, 1))], 5),
    (LONE, [leaf([1, 0, 0])], 1),
    # couples without weight, of one row, and one that stands for itself twice
    (TRIANGLE, [leaf(ODD, EVEN, [0, 0, 1, 0, 1, *ONE, *THREE])], 2),
    (WEIGHED, [leaf(ODD, EVEN, ROW)], 5),
    (WEIGHED, [leaf(ODD, EVEN, rows=(3,))], 5),
    (WEIGHED, [leaf(ODD, EVEN, [1, *ROW[1:]], rows=(2,))], 5),
    (WEIGHED, [["branch", 0, 0], leaf(ODD, EVEN, ROW), leaf(ODD, EVEN, ROW)], 5),
    # anything better would need a row that has no pair any more; the first would do as a leaf, too
    (WEIGHED, [["fix", *leaf(ODD, EVEN, rows=(3,))[1:]], ["empty"]], 5),
    (WEIGHED, [["fix", *leaf(ODD, EVEN, rows=(3, 1))[1:]], ["empty"]], 5),
]
WRONG = [
    # a dual too small, too large, negative, or no whole number
    *[(TRIANGLE, [leaf([x, *ODD[1:]], EVEN)], 2) for x in (0, 2, -1, 10**36, "1", 1.0, True, None, [1])],
    (TRIANGLE, [leaf(ODD, EVEN, [1])], 2),
    (TRIANGLE, [leaf(ODD, EVEN, [-1])], 2),
    (TRIANGLE, [leaf(ODD, EVEN, [-1])], 3),
    (TRIANGLE, [leaf([2, *ODD[1:]], EVEN, [-1])], 2),
    (TRIANGLE, [leaf(ODD)], 2),
    (TRIANGLE, [leaf()], 2),
    (TRIANGLE, [leaf([1, *ODD[1:]], [1, *EVEN[1:]], scale=2)], 2),
    (TRIANGLE, [leaf([10, *ODD[1:]], [10, *EVEN[1:]], [10**36], scale=10)], 10**35 + 2),
    # what a clique pays beyond a match is lost: no candidate gets it back
    (ALL, [leaf([3, *ODD[1:]], EVEN)], 4),
    (ALL._replace(unary=ALL.unary | {0: 2, 1: 2}), [leaf([3, *ODD[1:]], EVEN, rows=(2,))], 6),
    (WEIGHED, [leaf(ODD, EVEN, [2, *ROW[1:]])], 5),
    (WEIGHED, [leaf(ODD, EVEN, [2, *ROW[1:], 8, 8])], 5),
    (WEIGHED, [leaf(ODD, EVEN, [3, 0, 0], [3, 1, 1])], 5),
    # couples that do not compete
    *[(TRIANGLE, [leaf(ODD, EVEN, [0, *one, *other])], 2) for one, other in ((ONE, TWO), (SIX, ONE), (TWO, THREE))],
    (TRIANGLE, [leaf([1, *ONE, *TWO, *THREE, *FOUR, *FIVE, *SIX])], 1),
    (TRIANGLE, [leaf([1, *ONE, *ONE, *THREE, *FIVE], EVEN)], 2),
    (TRIANGLE, [leaf(ODD, EVEN, [0, 0, 0, 0, 0])], 2),
    (TRIANGLE, [leaf(ODD, EVEN, [0, 0, 0, *ONE])], 2),
    (TRIANGLE, [leaf(ODD, EVEN, [0, 0, 0, 8, 8])], 2),
    # the larger number first, pairs out of range, and one number too few or too many
    (TRIANGLE, [leaf([1, 8, 0, *THREE, *FIVE], EVEN)], 2),
    *[(TRIANGLE, [leaf(ODD, EVEN, [0, *couple])], 2) for couple in ([0, 18], [18, 18], [-1, 0], [-1, -1], [0, 10**40])],
    *[(TRIANGLE, [leaf(ODD, EVEN, [0, *couple])], 2) for couple in ([0], [0, 8, 1], ["0", 8], [[0], 8], [0.0, 8])],
    (TRIANGLE, [leaf(ODD[:-1], EVEN)], 2),
    # what is no list, and what is no clique
    *[
        (TRIANGLE, [[*LEAF[:5], cliques]], 2)
        for cliques in (0, None, {}, "", [1], [[]], [ODD, EVEN, []], ODD, [[ODD, EVEN]])
    ],
    # nodes with too many entries, and of kinds that have no cliques
    (TRIANGLE, [[*LEAF, []]], 2),
    *[
        (LONE, [["cover"], [kind, 1, [1], [], [], []], ["empty"]][:more], 1)
        for kind, more in (("full", 2), ("fullfix", 3))
    ],
    (LONE, [["cliques", 1, [1], [], [], []]], 1),
    (TRIANGLE, [["empty", []]], 2),
    # fixes that forbid nothing, or too much
    (WEIGHED, [["fix", *leaf(ODD, EVEN, rows=(3,))[1:]], ["empty"]], 4),
    (WEIGHED, [["fix", *leaf(ODD, EVEN, rows=(3, 1))[1:]], ["empty"]], 4),
    (WEIGHED, [["fix", *leaf(ODD, EVEN, [1], rows=(3, 1))[1:]], ["empty"]], 5),
]
BY_HAND = [(*case, True) for case in RIGHT] + [(*case, False) for case in WRONG]


def name_of(value: object) -> str | None:
    return json.dumps(value) if type(value) is list else None


@pytest.mark.parametrize(("problem", "proof", "bound", "holds"), BY_HAND, ids=name_of)
def test_certificates_by_hand_get_the_same_answer(program, problem, proof, bound, holds):
    line = json.dumps(record_of(problem, proof, 0, bound)).encode()
    assert (refusal(line) is None) is holds, refusal(line)
    assert not line_difference(program, line)
    assert not holds or optimum(problem) <= bound


# ---- random nodes


def random_cliques(problem: Combined, rng: random.Random) -> list[list[int]]:
    """Some of them of couples without weight or of pairs that no alignment has together."""
    n, pairs = problem.size[1], range(problem.size[0] * problem.size[1])
    all_couples = [(p, q) for p, q, _ in problem.matches] + [(p, p) for p in pairs] + [*combinations(pairs, 2)][:20]
    cliques = []
    for _ in range(rng.randint(1, 5)):
        chosen: list[tuple[int, int]] = []
        for couple in rng.sample(all_couples, min(len(all_couples), rng.randint(1, 12))) + all_couples[:3]:
            if all(compete(couple, other, n) for other in chosen):
                chosen.append((min(couple), max(couple)))
        cliques.append([rng.randint(0, 5), *[number for couple in chosen for number in couple]])
    return cliques


def paid(problem: Combined, live: set[int], node: list) -> dict[int, int] | None:
    """The cost of each live pair, or ``None`` if (I2) fails: literally as in the head of checker.py."""
    (m, n), (_, scale, _, _, stars, cliques) = problem.size, node
    dual, by_clique, listed = Counter(), Counter(), {*stars[::3]}
    for p, line, number in zip(stars[::3], stars[1::3], stars[2::3], strict=True):
        dual[p, line] += number
    for number, *numbers in cliques:
        for couple in zip(numbers[::2], numbers[1::2], strict=True):
            by_clique[couple] += number
    cost = {p: scale * problem.unary.get(p, 0) - by_clique[p, p] for p in live}
    for (p, _), number in dual.items():
        if p in live:
            cost[p] += number
    for p, q, weight in problem.matches:
        rest = scale * weight - by_clique[min(p, q), max(p, q)]
        if not {p, q} <= live or rest <= 0:
            continue
        left = {x: dual[x, y // n] + dual[x, m + y % n] for x, y in ((p, q), (q, p))}
        if {p, q} <= listed:
            if sum(left.values()) < rest:
                return None
        elif q in listed or p in listed:
            payer, other = (p, q) if q in listed else (q, p)
            cost[payer] += max(0, rest - left[other])
        else:
            ranks = [problem.unary.get(x, 0) for x in (p, q)]
            for x, own, others in ((p, *ranks), (q, *reversed(ranks))):
                cost[x] += rest if own < others else (rest + 1) // 2 if own == others else 0
    return cost


def random_duals(problem: Combined, live: set[int], rng: random.Random) -> tuple[list, int, dict[int, int]]:
    """Duals that pay for all live pairs, but for the kind of the node, with their sum and the slacks."""
    m, n = problem.size
    while True:
        some = sorted(rng.sample(sorted(live), rng.randint(0, min(3, len(live)))))
        places = sorted({(p, rng.randrange(m + n)) for p in some for _ in range(rng.randint(1, 3))})
        stars = [number for place in places for number in (*place, rng.randint(0, 4))]
        node = [None, rng.randint(1, 3), [], [], stars, random_cliques(problem, rng)]
        cost = paid(problem, live, node)
        if cost is not None:
            break
    b = [rng.choice((0, 0, 1, 2)) for _ in range(n)]
    a = [max([0, *(cost[p] - b[p % n] for p in live if p // n == i)]) for i in range(m)]
    node[2:4] = a, b
    slacks = {p: a[p // n] + b[p % n] - cost[p] for p in live}
    return node, sum(a) + sum(b) + sum(clique[0] for clique in node[5]), slacks


def random_proofs(rng: random.Random, number: int) -> Iterator[tuple[Combined, list, int]]:
    """Leaves, and fixes with a leaf below, with the least bound for which they are proofs."""
    while number:
        problem = sparse(rng)
        live = pairs_of(problem)
        if not problem.matches:
            continue
        number -= 1
        node, total, slacks = random_duals(problem, live, rng)
        if rng.random() < 0.4:
            yield problem, [["leaf", *node[1:]]], total // node[1]
            continue
        for bound in range(optimum(problem), total // node[1]):
            left = {p for p in live if total - slacks[p] > node[1] * (bound + 1) - 1}
            tried = [random_duals(problem, left, rng) for _ in range(5)]
            last, rest, _ = min(tried, key=lambda each: each[1] / each[0][1])
            if rest // last[1] <= bound:
                yield problem, [["fix", *node[1:]], ["leaf", *last[1:]]], bound
                break
        else:
            yield problem, [["fix", *node[1:]], ["leaf", *node[1:]]], total // node[1]


def changed(proof: list, problem: Combined, rng: random.Random) -> list:
    """A proof of which one clique has one thing changed, or is left out, doubled or joined with another."""
    proof = json.loads(json.dumps(proof))
    cliques = rng.choice(proof)[5]
    clique = rng.choice(cliques)
    match rng.randrange(7):
        case 0:
            clique[0] += rng.choice((-2, -1, 1))
        case 1:
            cliques.remove(clique)
        case 2:
            cliques.append([clique[0], *clique[1:]])
        case 3:
            clique += rng.choice(cliques)[1:]
        case 4:
            clique[rng.randrange(len(clique))] += rng.choice((-1, 1))
        case 5:
            del clique[rng.randrange(len(clique))]
        case _:
            p, q = sorted(rng.choices(range(problem.size[0] * problem.size[1] + 1), k=2))
            clique += p, q
    return proof


def lines(problem: Combined, proof: list, bound: int) -> list[bytes]:
    return [json.dumps(record_of(problem, proof, 0, each)).encode() for each in (bound, bound - 1) if each >= 0]


def test_random_proofs_with_cliques_hold(program):
    kinds = Counter[str]()
    for problem, proof, bound in random_proofs(random.Random(31), 150):
        assert optimum(problem) <= bound
        line, *less = lines(problem, proof, bound)
        assert refusal(line) is None
        assert len(proof) == 2 or all(refusal(each) for each in less)
        assert not [why for each in (line, *less) if (why := line_difference(program, each))]
        kinds[" ".join(node[0] for node in proof)] += 1
    assert min(kinds.values()) > 30 and len(kinds) == 2, kinds


def test_mutants_get_the_same_answer_and_none_is_false(program):
    rng, held, total = random.Random(32), 0, 0
    for problem, proof, bound in random_proofs(rng, 80):
        best = optimum(problem)
        for _ in range(5):
            for line in lines(problem, changed(proof, problem, rng), rng.choice((bound, best))):
                is_right = refusal(line) is None
                assert not is_right or json.loads(line)["at_most"] >= best, line
                assert not (why := line_difference(program, line)), why
                held, total = held + is_right, total + 1
    assert 60 < held < total - 200, (held, total)
