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
from tests.exact.clique_proofs import BY_HAND
from tests.exact.random_proofs import compete
from tests.exact.test_full_duals import optimum, pairs_of, sparse
from tests.proofs.in_coq import needs_coq

pytestmark = needs_coq


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
