"""Valid proofs that no solver would write: weak duals at the root, many branches, negative duals of required rows."""

from smatchproof.problem.proof import Branch, Duals, Empty, Fix, Leaf, spelled_out


def random_proof(problem, claim, rng, with_cliques=False):
    """A proof that nothing is worth more than `claim`, which has to be at least the optimum."""
    proof = []
    waiting = [(frozenset(), frozenset(), frozenset())]
    while waiting:
        forced, forbidden, required = waiting.pop()
        live = live_candidates(problem, forced, forbidden)
        covered = {(side, problem.candidates[p][side]) for p in live for side in (0, 1)}
        if not required <= covered:
            proof.append(Empty())
            continue
        thrifty = live <= forced
        cliques = random_cliques(problem, rng) if with_cliques and not thrifty else []
        duals = _duals(problem, live, rng, thrifty, cliques)
        limit = duals.scale * claim + duals.scale - 1
        if duals.total <= limit:
            proof.append(Leaf(_shifted(problem, duals, live, required, limit, rng)))
            continue
        slacks = slacks_of(problem, duals, live)
        dead = {p for p, slack in slacks.items() if duals.total - slack <= limit}
        tables = ((0, duals.rows), (1, duals.columns))
        needed = {(side, x) for side, table in tables for x, dual in enumerate(table) if duals.total - dual <= limit}
        if (dead - forbidden or needed - required) and rng.random() < 0.8:
            proof.append(Fix(duals))
            waiting.append((forced, forbidden | dead, required | needed))
            continue
        p = rng.choice(sorted(live - forced))
        proof.append(Branch(p))
        ends = {(side, problem.candidates[p][side]) for side in (0, 1)}
        waiting += [(forced, forbidden | {p}, required), (forced | {p}, forbidden, required | ends)]
    return tuple(proof)


def live_candidates(problem, forced, forbidden):
    taken = [{problem.candidates[p][side] for p in forced} for side in (0, 1)]
    if forced & forbidden:
        return frozenset()
    pairs = enumerate(problem.candidates)
    free = {p for p, (i, j) in pairs if i not in taken[0] and j not in taken[1] and p not in forbidden}
    return free | forced


def random_cliques(problem, rng):
    """Cliques of candidates, matches and couples without weight, with duals that pay for a part, or for too much."""
    width = problem.right_size
    pairs = [i * width + j for i, j in problem.candidates]
    couples = [(pair, pair) for pair in pairs] + [(pairs[p], pairs[q]) for p, q, _ in problem.matches]
    couples += [(pair, rng.randrange(problem.left_size * width)) for pair in rng.sample(pairs, min(2, len(pairs)))]
    couples, cliques = sorted({(min(couple), max(couple)) for couple in couples}), []
    for _ in range(rng.randrange(3)):
        clique = []
        for couple in rng.sample(couples, len(couples)):
            if all(compete(couple, other, width) for other in clique):
                clique.append(couple)
        taken = clique[: rng.randint(0, 5)]
        cliques.append([rng.choice((0, 1, 1, 2, 4)), *(pair for couple in taken for pair in couple)])
    return cliques


def compete(one, other, width):
    """Test whether no alignment contains both couples."""
    return any(p != q and (p // width == q // width or p % width == q % width) for p in one for q in other)


def _duals(problem, live, rng, thrifty, cliques):
    """Some candidates are listed, with anything; each match of two of them is paid for by one of its four stars.

    All are listed, and none pays for nothing, where it has to be thrifty: then there is nothing to branch on.
    """
    scale, shares = rng.choice((1, 1, 2, 3)), {}
    paid = Duals(scale, [], [], [], cliques).paid_by_cliques
    pairs = [i * problem.right_size + j for i, j in problem.candidates]
    listed = {p for p in range(len(problem.candidates)) if thrifty or rng.random() < rng.choice((0, 0.3, 1))}
    for p in listed:
        shares[p, rng.randrange(2), 0] = 0 if thrifty else rng.choice((0, 0, 0, 1))
    for p, q, weight in problem.matches:
        if p in live and q in live and listed & {p, q}:
            keys = [
                (a, side, problem.candidates[b][side]) for a, b in ((p, q), (q, p)) for side in (0, 1) if a in listed
            ]
            by_cliques = paid.get((min(pairs[p], pairs[q]), max(pairs[p], pairs[q])), 0)
            missing = scale * weight - by_cliques - sum(shares.get(key, 0) for key in keys)
            if missing > 0 and (listed >= {p, q} or rng.random() < 0.5):
                key = rng.choice(keys)
                shares[key] = shares.get(key, 0) + missing
    stars = []
    for (p, side, line), dual in rng.sample(sorted(shares.items()), len(shares)):
        i, j = problem.candidates[p]
        stars += i * problem.right_size + j, side * problem.left_size + line, dual
    duals = Duals(scale, [0] * problem.left_size, [0] * problem.right_size, stars, cliques)
    for p, slack in sorted(slacks_of(problem, duals, live).items()):
        i, j = problem.candidates[p]
        missing = -slack - duals.rows[i] - duals.columns[j]
        if missing > 0:
            table, index = (duals.rows, i) if rng.random() < 0.5 else (duals.columns, j)
            table[index] += missing
    return duals


def slacks_of(problem, duals, live):
    """Return the rest of the row and the column of each live candidate."""
    left, paid = {}, duals.paid_by_cliques
    for p in live:
        i, j = problem.candidates[p]
        pair = i * problem.right_size + j
        left[p] = duals.rows[i] + duals.columns[j] - duals.scale * problem.unary[p] + paid.get((pair, pair), 0)
    for (p, _, _), dual in spelled_out(problem, duals, live).items():
        if p in left:
            left[p] -= dual
    return left


def _shifted(problem, duals, live, required, limit, rng):
    """Let columns pay for a required row, and vice versa, beyond what is needed, while the node is a leaf."""
    for side, index in sorted(required):
        amount = rng.randrange(4)
        tables = [[*duals.rows], [*duals.columns]]
        tables[side][index] -= amount
        for other in [problem.candidates[p][1 - side] for p in live if problem.candidates[p][side] == index]:
            tables[1 - side][other] += amount
        shifted = duals._replace(rows=tables[0], columns=tables[1])
        if shifted.total <= limit:
            duals = shifted
    return duals
