"""Certificates of small problems by the node lack, true and false, and changed."""

import random
from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import Any

from benchmarks.stress.proofs.full_duals import record_of
from smatchproof.exact.checker import Combined, Tree
from smatchproof.public import Refused
from tests.exact.test_full_duals import alignments, value

Proof = list[list[Any]]


def random_wanting(rng: random.Random) -> Combined:
    """Weights of which an alignment earns all that rows can, or nearly so."""
    if (kind := rng.random()) < 0.5:
        return random_wishes(rng)
    if kind < 0.6:
        return random_columns(rng)
    m, n = rng.randint(1, 4), rng.randint(1, 4)
    pairs = [(i, j) for i in range(m) for j in range(n)]
    unary = {i * n + j: rng.choice((1, 1, 1, 2)) for i, j in pairs if rng.random() < rng.choice((0.3, 0.8))}
    matches = dict[tuple[int, int], int]()
    for one, other in combinations(range(m), 2):
        share = rng.choice((0, 0.3, 0.6))
        for j, k in permutations(range(n), 2):
            if rng.random() < share:
                matches[one * n + j, other * n + k] = rng.choice((1, 1, 1, 1, 2))
    return Combined((m, n), unary, [(*couple, weight) for couple, weight in matches.items()], 0)


def random_wishes(rng: random.Random) -> Combined:
    """Each row has two columns, and couples of rows want the same one of them, or different ones: one has to branch."""
    m = rng.choice((3, 4))
    order = rng.sample(range(2 * m), 2 * m) if rng.random() < 0.5 else [j % (m + 1) for j in range(2 * m)]
    columns = [order[2 * i : 2 * i + 2] for i in range(m)]
    n, matches = max(order) + 1, list[tuple[int, int, int]]()
    for one, other in combinations(range(m), 2):
        same = rng.choice((True, True, False, False, None))  # or neither
        for j, k in product((0, 1), repeat=2):
            p, q = one * n + columns[one][j], other * n + columns[other][k]
            if p % n != q % n and same is not None and ((j == k) is same or rng.random() < 0.1):
                matches.append((p, q, 1))
    unary = {i * n + j: rng.choice((1, 1, 1, 2)) for i in range(m) for j in columns[i] if rng.random() < 0.2}
    return Combined((m, n), unary, matches, 0)


def random_columns(rng: random.Random) -> Combined:
    """Each row wants one of two columns, which other rows want, too; nothing else counts."""
    m = rng.choice((3, 4))
    unary = {i * m + j: 1 for i in range(m) for j in rng.sample(range(m), 2)}
    return Combined((m, m), unary, [], 0)


def wanted(problem: Combined) -> int:
    """All that rows can earn."""
    alone, together, n = dict[int, int](), dict[tuple[int, int], int](), problem.size[1]
    for p, weight in problem.unary.items():
        alone[p // n] = max(weight, alone.get(p // n, 0))
    for p, q, weight in problem.matches:
        together[p // n, q // n] = max(weight, together.get((p // n, q // n), 0))
    return sum(alone.values()) + sum(together.values())


def random_tree(problem: Combined, bound: int, rng: random.Random) -> Proof:
    """Branches down to where something lacks, or to where it does not and nothing is left to branch on."""
    tree, proof = Tree(problem, bound, 1), Proof()
    while tree.waiting and len(proof) < 60:
        waiting = [*tree.waiting]
        try:
            tree.visit(["lack"])
            proof.append(["lack"])
        except Refused:
            if rng.random() < 0.1:  # too soon: what is left here has to be found out
                proof.append(["lack"])
                continue
            if not (pairs := sorted(tree.live(False).pairs - {*tree.forced})):
                return proof + [["lack"]] * len(waiting)
            tree.waiting[:] = waiting
            proof.append(["branch", *divmod(rng.choice(pairs), problem.size[1])])
            tree.visit(proof[-1])
    return proof


def changed(proof: Proof, problem: Combined, rng: random.Random) -> Proof:
    """One change of a node."""
    mutant, place = [*proof], rng.randrange(len(proof))
    match rng.randrange(6):
        case 0:
            del mutant[place]
        case 1:
            mutant.insert(place, rng.choice(proof))
        case 2:
            mutant[place] = rng.choice((["lack"], ["empty"], ["lack", 0], ["leaf", 1, [], [], []], ["cover"]))
        case 3:
            mutant[place] = ["branch", *(rng.randrange(size) for size in problem.size)]
        case 4:
            mutant[place:] = [["lack"]] * rng.randrange(3)
        case _:
            mutant[place : place + 1] = [["fix", 1, [], [], []], mutant[place]]
    return mutant


def certificates(rng: random.Random, number: int) -> Iterator[tuple[dict[str, Any], bool]]:
    """So many, and whether what they claim is true."""
    for _ in range(number):
        problem = random_wanting(rng)
        asked = wanted(problem)
        bound = max(0, asked - rng.choice((0, 1, 1, 1, 1, 2)))
        proof = random_tree(problem, max(bound, asked - 1), rng)
        if rng.random() < 0.3:
            proof = changed(proof, problem, rng)
        best = max(value(problem, chosen) for chosen in alignments(problem))
        yield record_of(problem, proof, 0, bound), best <= bound
