"""The nodes cover, full, fullfix and symmetry: what is accepted is true, by all alignments of small problems."""

import random
from collections import Counter
from itertools import permutations

import pytest

from smatchproof.exact.checker import Combined, Limits, Refused, Tree, coverable, follow
from tests.exact.forms import accepts

Proof = list[list]


def dense(rng: random.Random, n: int, with_root: bool, is_symmetric: bool) -> Combined:
    """A quadratic assignment problem, maybe with a root: flows times distances, which tend to have automorphisms."""
    flow, distance = ([[rng.choice((0, 1, 1, 2)) for _ in range(n)] for _ in range(n)] for _ in range(2))
    if is_symmetric:
        flow = [[flow[0][min((i - k) % n, (k - i) % n)] for k in range(n)] for i in range(n)]
        distance = [[1 + (j + k) % 2 for k in range(n)] for j in range(n)]
    size = n + with_root
    unary = {i * size + j: 1 for i in range(n) for j in range(n)}
    if not is_symmetric:
        unary |= {p: rng.randint(1, 3) for p in unary}
    matches = [
        (i * size + j, k * size + other, w)
        for i in range(n)
        for k in range(i + 1, n)
        for j in range(n)
        for other in range(n)
        if j != other and (w := flow[i][k] * distance[j][other] + flow[k][i] * distance[other][j])
    ]
    if with_root:
        root = size * size - 1
        unary |= {root: 2} if rng.random() < 0.5 else {}
        some = range(n) if is_symmetric else rng.sample(range(n), rng.randint(1, n))
        matches += [(i * size + j, root, 1) for i in some for j in range(n)]
    return Combined((size, size), unary, matches, 0)


def sparse(rng: random.Random) -> Combined:
    """A problem with any pairs and matches."""
    m, n = rng.randint(1, 4), rng.randint(1, 4)
    pairs = [p for p in range(m * n) if rng.random() < 0.6]
    unary = {p: rng.randint(1, 3) for p in pairs if rng.random() < 0.5}
    couples = [(p, q) for p in pairs for q in pairs if p // n < q // n and p % n != q % n]
    matches = [(p, q, rng.randint(1, 4)) for p, q in couples if rng.random() < 0.4]
    return Combined((m, n), unary, matches, 0)


def pairs_of(problem: Combined) -> set[int]:
    return {*problem.unary, *[end for p, q, _ in problem.matches for end in (p, q)]}


def value(problem: Combined, chosen: set[int]) -> int:
    return sum(problem.unary.get(p, 0) for p in chosen) + sum(
        w for p, q, w in problem.matches if p in chosen and q in chosen
    )


def alignments(problem: Combined):
    """All alignments of pairs with weight."""
    (m, n), pairs = problem.size, pairs_of(problem)

    def further(row, chosen, columns):
        if row == m:
            yield {*chosen}
            return
        yield from further(row + 1, chosen, columns)
        for j in range(n):
            if row * n + j in pairs and j not in columns:
                yield from further(row + 1, [*chosen, row * n + j], {*columns, j})

    return further(0, [], set())


def optimum(problem: Combined) -> int:
    return max(value(problem, chosen) for chosen in alignments(problem))


def automorphisms(problem: Combined) -> list[tuple[list[int], list[int]]]:
    (m, n), pairs = problem.size, pairs_of(problem)
    couples = {frozenset((p, q)): w for p, q, w in problem.matches}

    def keeps(s, t):
        image = {p: s[p // n] * n + t[p % n] for p in pairs}
        return all(problem.unary.get(image[p], 0) == problem.unary.get(p, 0) for p in pairs) and all(
            couples.get(frozenset((image[p], image[q]))) == w for p, q, w in problem.matches
        )

    return [([*s], [*t]) for s in permutations(range(m)) for t in permutations(range(n)) if keeps(s, t)]


def in_full(triples: list[int], m: int, n: int) -> list[int]:
    """Stars as they are stated in full: each pair with its duals of all lines."""
    stars: dict[int, list[int]] = {}
    for p, line, dual in zip(triples[::3], triples[1::3], triples[2::3], strict=True):
        stars.setdefault(p, [0] * (m + n))[line] = dual
    return [number for p, star in stars.items() for number in (p, *star)]


class Prover:
    """Builds a proof of the optimum, by full duals and symmetries, of a problem all of whose lines can be covered."""

    def __init__(self, problem: Combined, rng: random.Random) -> None:
        self.problem, self.rng, self.best = problem, rng, optimum(problem)
        self.pairs, self.couples = pairs_of(problem), {(p, q): w for p, q, w in problem.matches}
        self.couples |= {(q, p): w for (p, q), w in self.couples.items()}
        self.symmetries = automorphisms(problem)
        self.used = Counter()

    def proof(self) -> Proof:
        return [["cover"], *self.below([], set())]

    def duals(self, live: set[int]):
        """Full duals, some of them negative: matches paid somehow, then moved so that (I2') stays as it is."""
        rng, (m, n) = self.rng, self.problem.size
        scale = rng.choice((1, 2, 3))
        r = {p: Counter() for p in live}
        for p in live:
            for q in live:
                if p < q and (w := scale * self.couples.get((p, q), 0)):
                    half = rng.choice((0, w // 2, w))
                    r[p][q // n] = max(r[p][q // n], half)
                    r[q][p // n] = max(r[q][p // n], w - half)
        for _ in range(rng.randint(0, 6)):
            i, k, c = rng.randrange(m), rng.randrange(m), rng.randint(-3, 3)
            for p in live if i != k else ():
                if p // n in (i, k):  # what row i pays more towards row k, that pays less
                    r[p][k if p // n == i else i] += c if p // n == i else -c
        for p in live:
            c = rng.randint(-2, 2) if rng.random() < 0.5 else 0
            for k in range(m):
                r[p][k] += c * (k != p // n)
            for line in range(n):
                r[p][m + line] -= c * (line != p % n)
        costs = {p: scale * self.problem.unary.get(p, 0) + sum(r[p].values()) for p in live}
        a, b = [0] * m, [0] * n
        for turn in range(4):
            for line in range(m if turn % 2 == 0 else n):
                mine = [p for p in live if (p // n if turn % 2 == 0 else p % n) == line]
                if mine and turn % 2 == 0:
                    a[line] = max(costs[p] - b[p % n] for p in mine)
                elif mine:
                    b[line] = max(costs[p] - a[p // n] for p in mine)
        stars = [number for p in live for line, dual in r[p].items() if dual for number in (p, line, dual)]
        slacks = {p: a[p // n] + b[p % n] - costs[p] for p in live}
        return [scale, a, b, in_full(stars, m, n)], sum(a) + sum(b), slacks

    def live(self, forced, forbidden):
        n = self.problem.size[1]
        return {
            p for p in self.pairs - forbidden if all(p == q or (p // n != q // n and p % n != q % n) for q in forced)
        }

    def below(self, forced: list[int], forbidden: set[int]) -> Proof:
        (m, n), live = self.problem.size, self.live(forced, forbidden)
        rows, columns = {p // n for p in live}, {p % n for p in live}
        if len(rows) < m or len(columns) < n:
            return [["empty"]]
        duals, total, slacks = min((self.duals(live) for _ in range(3)), key=lambda each: each[1] / each[0][0])
        limit = duals[0] * (self.best + 1) - 1
        if total <= limit:
            self.used["full"] += 1
            return [["full", *duals]]
        proof = []
        gone = {p for p in live if total - slacks[p] <= limit}
        if gone:
            self.used["fullfix"] += 1
            proof, forbidden = [["fullfix", *duals]], forbidden | gone
        row = next((i for i in range(m) if i not in {p // n for p in forced}), None)
        if row is None:
            assert gone
            return [*proof, *self.below(forced, forbidden)]
        for p in range(row * n, row * n + n):
            if p in self.live(forced, forbidden):
                proof += [["branch", *divmod(p, n)], *self.below([*forced, p], forbidden)]
                forbidden = forbidden | {p}
                for s, t in self.rng.sample(self.symmetries, min(3, len(self.symmetries))):
                    images = {s[q // n] * n + t[q % n] for q in forbidden}
                    if {s[q // n] * n + t[q % n] for q in forced} == {*forced} and not images <= forbidden:
                        self.used["symmetry"] += 1
                        proof.append(["symmetry", s, t])
                        forbidden = forbidden | images
        return [*proof, ["empty"]]


def random_dense(rng: random.Random) -> Combined:
    return dense(rng, rng.choice((2, 3, 3, 4)), rng.random() < 0.4, rng.random() < 0.6)


def test_valid_proofs_are_accepted():
    rng, used = random.Random(1), Counter()
    for _ in range(150):
        prover = Prover(random_dense(rng), rng)
        follow(prover.proof(), Tree(prover.problem, prover.best, 1))
        used += prover.used
    assert min(used["full"], used["fullfix"], used["symmetry"]) > 100, used


def times(proof: Proof, problem: Combined, factor: int) -> Proof:
    """The proof with D and all duals multiplied by a factor."""
    lines = sum(problem.size)
    return [
        node
        if node[0] not in ("full", "fullfix")
        else [
            node[0],
            factor * node[1],
            *[[factor * dual for dual in part] for part in node[2:4]],
            [number if place % (1 + lines) == 0 else factor * number for place, number in enumerate(node[4])],
        ]
        for node in proof
    ]


def test_large_numbers_get_the_same_answer():
    """With 32, 64 and more bits for each column."""
    rng, answers = random.Random(6), Counter()
    for _ in range(40):
        prover = Prover(random_dense(rng), rng)
        mutant = prover.proof()
        for _ in range(5):
            factor = rng.choice((1, 10**7, 10**8, 10**15, 10**20))
            answer = accepts(prover.problem, mutant, prover.best)
            assert accepts(prover.problem, times(mutant, prover.problem, factor), prover.best) == answer
            answers[answer, factor] += 1
            mutant = changed(mutant, prover.problem, prover.symmetries, rng) if len(mutant) > 1 else mutant
            mutant = mutant if all(node[0] not in ("leaf", "fix") for node in mutant) else prover.proof()
    assert len(answers) == 10 and min(answers.values()) > 2, answers


def changed(proof: Proof, problem: Combined, symmetries: list, rng: random.Random) -> Proof:
    """A proof that is changed in one place, which may still be one."""
    (m, n), proof = problem.size, [[*node] for node in proof]
    at = rng.randrange(len(proof))
    node = proof[at]
    match rng.randrange(10):
        case 0:
            del proof[at]
        case 1:
            proof.insert(at, [*rng.choice(proof)])
        case 2 if node[0] in ("full", "fullfix"):
            node[0] = {"full": "fullfix", "fullfix": "full"}[node[0]]
        case 3 if node[0] in ("full", "fullfix"):
            node[0] = {"full": "leaf", "fullfix": "fix"}[node[0]]
        case 4 | 5 if node[0] in ("full", "fullfix"):
            part = rng.choice((2, 3))
            node[part] = [*node[part]]
            node[part][rng.randrange(len(node[part]))] -= rng.choice((1, 1, 2, 5))
        case 6 | 7 if node[0] in ("full", "fullfix") and len(node[4]) > m + n:
            node[4] = [*node[4]]
            place = rng.randrange(len(node[4]) // (1 + m + n)) * (1 + m + n)
            if rng.random() < 0.7:
                node[4][place + rng.randint(1, m + n)] -= rng.choice((-2, 1, 1, 2, 5))
            elif rng.random() < 0.5:
                node[4][place] = rng.randrange(m * n)
            else:
                del node[4][place : place + rng.choice((1, 1 + m + n, 1 + m + n))]
        case 8 if node[0] == "symmetry":
            part = node[rng.choice((1, 2))] = [*node[rng.choice((1, 2))]]
            i, j = rng.randrange(len(part)), rng.randrange(len(part))
            part[i], part[j] = part[j], part[i]
        case 8 if node[0] == "branch":
            node[1:] = rng.randrange(m), rng.randrange(n)
        case 9:
            proof.insert(at, ["symmetry", *rng.choice(symmetries)])
    return proof


def test_no_mutant_proves_less_than_the_optimum():
    rng, accepted, refused = random.Random(2), 0, 0
    for _ in range(40):
        prover = Prover(random_dense(rng), rng)
        proof = prover.proof()
        assert not accepts(prover.problem, proof, prover.best - 1)
        for _ in range(40):
            mutant = changed(proof, prover.problem, prover.symmetries, rng)
            if rng.random() < 0.3:
                mutant = changed(mutant, prover.problem, prover.symmetries, rng)
            assert not accepts(prover.problem, mutant, prover.best - 1), mutant
            is_accepted = accepts(prover.problem, mutant, prover.best)
            accepted, refused = accepted + is_accepted, refused + (not is_accepted)
    assert accepted > 100 and refused > 750, (accepted, refused)


def test_a_proof_of_a_problem_with_less_weight_is_refused():
    rng, refused = random.Random(3), 0
    while refused < 25:
        problem = random_dense(rng)
        p, q, weight = rng.choice(problem.matches or [(0, 0, 0)])
        less = [(*couple, w - 1 if couple == [p, q] else w) for *couple, w in problem.matches]
        less = problem._replace(matches=[each for each in less if each[2]])
        if weight and pairs_of(less) == pairs_of(problem) and optimum(less) < optimum(problem):
            prover = Prover(less, rng)
            assert accepts(less, proof := prover.proof(), prover.best)
            assert not accepts(problem, proof, prover.best)
            for _ in range(20):
                assert not accepts(problem, changed(proof, problem, prover.symmetries, rng), prover.best)
            refused += 1


def test_some_optimum_covers_the_lines_that_cover_requires():
    rng, lines = random.Random(4), 0
    for _ in range(400):
        problem = sparse(rng)
        tree, n = Tree(problem, 0, 1), problem.size[1]
        required = {*coverable(tree.root, n, tree.work)}
        lines += len(required)
        assert any(
            value(problem, chosen) == optimum(problem)
            and required <= {line for p in chosen for line in ((0, p // n), (1, p % n))}
            for chosen in alignments(problem)
        )
    assert lines > 400


ONE = Combined((2, 2), dict.fromkeys(range(4), 1), [(0, 3, 2), (1, 2, 2)], 0)
"""Two by two: either alignment is worth 4."""
FULL = ["full", 1, [1, 1], [1, 1], in_full([0, 1, 1, 3, 0, 1, 1, 1, 1, 2, 0, 1], 2, 2)]


REFUSED = [
    ([["cover"], ["cover"], FULL], "cover is not the first node"),
    ([["fix", 1, [], [], []], ["cover"], FULL], r"\(I3\)"),
    ([["branch", 0, 0], ["cover"], FULL, FULL], "cover is not the first node"),
    ([["cover", 1], FULL], "neither leaf"),
    ([["cover"]], "1 node is missing"),
    ([["cover"], ["full", 0, *FULL[2:]]], r"\(I1\)"),
    ([["cover"], ["full", 1, [1, 1], [1, 1], FULL[4][:-5]]], r"\(I2'\) fails for \(0, 1\), \(1, 0\) by 1"),
    ([["cover"], ["full", 1, [1, 1], [1, 0], FULL[4]]], r"\(I3\)"),
    ([["cover"], ["full", 1, [1, 1], [2, 1], FULL[4]]], r"\(I4\)"),
    ([["cover"], ["full", 1, [1, 1], [1, 1]]], "malformed leaf"),
    # without cover nothing is required
    ([["full", 1, [1, 1], [1, 1], in_full([0, 1, 3, 3, 0, -1, 1, 1, 1, 2, 0, 1], 2, 2)]], r"\(I1'\)"),
    ([["cover"], ["full", 1, [1, 1], [1, 1], in_full([0, 0, -1], 2, 2)]], r"\(I1'\)"),
    ([["cover"], ["full", 1, [1, 1], [1, 1], in_full([0, 2, -1], 2, 2)]], r"\(I1'\)"),
    ([["cover"], ["full", 1, [1, 1], [1, 1], in_full([-1, 0, -1], 2, 2)]], r"\(I1'\)"),
    ([["cover"], ["full", 1, [1, 1], [1, 1], in_full([4, 0, 1], 2, 2)]], r"\(I1'\) star: a pair is out of range"),
    ([["cover"], ["full", 1, [1, 1], [1, 1], 2 * in_full([0, 1, 1], 2, 2)]], "or is given twice"),
    ([["cover"], ["full", 1, [1, 1], [1, 1], FULL[4][:-1]]], "a star is cut off"),
    ([["symmetry", [0, 1], [0, 1, 2]]], "not a permutation"),
    ([["symmetry", [0], [0, 1]]], "not a permutation"),
    ([["symmetry", [0, 0], [0, 1]]], "not a permutation"),
    ([["symmetry", [False, True], [0, 1]]], "not a permutation"),
    ([["symmetry", [0, "1"], [0, 1]]], "not a permutation"),
    ([["symmetry", [0, [1]], [0, 1]]], "not a permutation"),
    ([["symmetry", [0, 1]]], "symmetry: malformed"),
    ([["symmetry", 0, 1]], "symmetry: malformed"),
    ([["branch", 0, 0], ["symmetry", [1, 0], [0, 1]]], "not mapped onto themselves"),
    ([["symmetry", [1, 0], [1, 0]]], "1 node is missing"),
]
"""Proofs that the optimum is 4, and why they are refused."""


@pytest.mark.parametrize(("proof", "reason"), REFUSED)
def test_refusals(proof, reason):
    follow([["cover"], FULL], Tree(ONE, 4, 1))
    with pytest.raises(Refused, match=reason):
        follow(proof, Tree(ONE, 4, 1))


def test_what_one_half_of_a_branch_has_shown_serves_the_other_by_symmetry():
    right = [["symmetry", [0, 1], [1, 0]], ["empty"]]
    follow([["cover"], ["branch", 0, 0], FULL, *right], Tree(ONE, 4, 1))
    # one that covers less is no alignment of the node; without cover nothing shows that it is worth less
    with pytest.raises(Refused, match="not empty"):
        follow([["branch", 0, 0], FULL, *right], Tree(ONE, 4, 1))


def test_zeros_are_matches_too():
    """Negative duals lower what is paid for couples without weight: below 0 they would be owed something."""
    problem = Combined((3, 3), dict.fromkeys(range(9), 1), [(0, 4, 5)], 0)
    stars = in_full([0, 1, 5, 0, 2, -5], 3, 3)  # what is paid towards row 1 is taken from row 2, where nothing matches
    with pytest.raises(Refused, match=r"\(I2'\) fails for \(0, 0\), \(2, 1\) by 5"):
        follow([["cover"], ["full", 1, [1, 1, 1], [0, 0, 0], stars]], Tree(problem, 3, 1))


def test_limits():
    rng = random.Random(5)
    prover = Prover(dense(rng, 3, with_root=True, is_symmetric=True), rng)
    proof = prover.proof()
    assert accepts(prover.problem, proof, prover.best)
    for work in (0, 10, 100, 200):
        assert not accepts(prover.problem, proof, prover.best, Limits(work=work))
    weights = len(prover.problem.unary) + len(prover.problem.matches)
    with pytest.raises(Refused, match="--weights N raises it"):
        follow(proof, Tree(prover.problem, prover.best, 1, Limits(weights=weights)))
