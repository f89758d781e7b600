"""Random formulas with three literals a clause."""

from __future__ import annotations

import random

from smatchproof.lab.reductions.families.family import Instance

THRESHOLD = 4.27
"""Clauses for each variable, about where random formulas turn from satisfiable to not (Mertens, Mezard & Zecchina)."""
MOST_CLAUSES = 500
"""The chain of reductions makes a graph of three vertices for each clause, nearly all of them joined."""


def formula(rng: random.Random, size: int = 3, ratio: float = THRESHOLD, planted: bool = False) -> Instance:
    """A random formula of `size` variables and `ratio` times as many clauses. Planted, one assignment satisfies all."""
    clauses = round(ratio * size)
    if size < 3 or clauses > MOST_CLAUSES:
        raise ValueError(f"a formula has 3 variables at least and {MOST_CLAUSES} clauses at most")
    values = [rng.random() < 0.5 for _ in range(size)]
    lines = [f"p cnf {size} {clauses}"]
    for _ in range(clauses):
        chosen = rng.sample(range(size), 3)
        signs = [rng.random() < 0.5 for _ in chosen]
        while planted and all(sign != values[at] for at, sign in zip(chosen, signs, strict=True)):
            signs = [rng.random() < 0.5 for _ in chosen]
        literals = (at + 1 if sign else -at - 1 for at, sign in zip(chosen, signs, strict=True))
        lines.append(" ".join(map(str, [*literals, 0])))
    return Instance({"formula.cnf": "\n".join(lines) + "\n"}, {}, tuple(values) if planted else None)
