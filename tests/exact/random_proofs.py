"""Valid proofs that no solver would write: weak duals at the root, many branches, negative duals of required rows."""

from smatchproof.alignment.proof import Branch, Duals, Empty, Fix, Leaf


def random_proof(problem, claim, rng):
    """A proof that nothing is worth more than `claim`, which has to be at least the optimum."""
    proof = []
    waiting = [(frozenset(), frozenset(), frozenset())]
    while waiting:
        forced, forbidden, required = waiting.pop()
        live = _live(problem, forced, forbidden)
        covered = {(side, problem.candidates[p][side]) for p in live for side in (0, 1)}
        if not required <= covered:
            proof.append(Empty())
            continue
        duals = _duals(problem, live, forced, rng)
        limit = duals.scale * claim + duals.scale - 1
        if duals.total <= limit:
            proof.append(Leaf(_shifted(problem, duals, live, required, limit, rng)))
            continue
        slacks = {p: _slack(problem, duals, p) for p in live}
        dead = {p for p, slack in slacks.items() if duals.total - slack <= limit}
        tables = ((0, duals.rows), (1, duals.columns))
        needed = {(side, x) for side, table in tables for x, dual in table.items() if duals.total - dual <= limit}
        if (dead - forbidden or needed - required) and rng.random() < 0.8:
            proof.append(Fix(duals))
            waiting.append((forced, forbidden | dead, required | needed))
            continue
        p = rng.choice(sorted(live - forced))
        proof.append(Branch(p))
        ends = {(side, problem.candidates[p][side]) for side in (0, 1)}
        waiting += [(forced, forbidden | {p}, required), (forced | {p}, forbidden, required | ends)]
    return tuple(proof)


def _live(problem, forced, forbidden):
    taken = [{problem.candidates[p][side] for p in forced} for side in (0, 1)]
    if forced & forbidden:
        return frozenset()
    pairs = enumerate(problem.candidates)
    free = {p for p, (i, j) in pairs if i not in taken[0] and j not in taken[1] and p not in forbidden}
    return free | forced


def _duals(problem, live, forced, rng):
    """Each match is paid for by one of its four stars, each candidate by its row or by its column."""
    scale, stars = rng.choice((1, 1, 2, 3)), {}
    for p, q, weight in problem.matches:
        if p in live and q in live:
            keys = [(one, side, problem.candidates[other][side]) for one, other in ((p, q), (q, p)) for side in (0, 1)]
            missing = scale * weight - sum(stars.get(key, 0) for key in keys)
            key = rng.choice(keys)
            stars[key] = stars.get(key, 0) + max(0, missing)
    rows, columns = {}, {}
    listed = {}
    for (candidate, side, index), dual in stars.items():
        if dual:
            listed.setdefault(candidate, ([], []))[side].extend((index, dual))
    duals = Duals(scale, listed, rows, columns)
    for p in sorted(live):
        i, j = problem.candidates[p]
        missing = -_slack(problem, duals, p)
        if missing > 0:
            table, index = (rows, i) if rng.random() < 0.5 else (columns, j)
            table[index] = table.get(index, 0) + missing
    return duals


def _slack(problem, duals, p):
    i, j = problem.candidates[p]
    paid = sum(dual for (candidate, _, _), dual in duals.each_star() if candidate == p)
    return duals.rows.get(i, 0) + duals.columns.get(j, 0) - duals.scale * problem.unary[p] - paid


def _shifted(problem, duals, live, required, limit, rng):
    """Let columns pay for a required row, and the other way round, beyond what is needed, as long as it is a leaf."""
    for side, index in sorted(required):
        amount = rng.randrange(4)
        tables = [dict(duals.rows), dict(duals.columns)]
        tables[side][index] = tables[side].get(index, 0) - amount
        for p in live:
            if problem.candidates[p][side] == index:
                other = problem.candidates[p][1 - side]
                tables[1 - side][other] = tables[1 - side].get(other, 0) + amount
        shifted = Duals(duals.scale, duals.stars, *({x: d for x, d in table.items() if d} for table in tables))
        if shifted.total <= limit:
            duals = shifted
    return duals
