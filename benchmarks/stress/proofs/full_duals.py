"""Certificates of small problems with the nodes cover, full, fullfix and symmetry, as they are and changed."""

import json
import random
from collections.abc import Iterator
from typing import Any

from smatchproof.exact.checker import FORMAT, Combined
from tests.exact.attacks import rehashed
from tests.exact.test_full_duals import Prover, alignments, changed, random_dense, value

Proof = list[list[Any]]


def record_of(problem: Combined, proof: Proof, matched: int, bound: int) -> dict[str, Any]:
    """A certificate about these weights: each is a triple of its own role, which weighs so much on both sides.

    Its alignment is one that is worth `matched`.
    """
    m, n = problem.size
    ends = [[*divmod(p, n), *divmod(q, n), weight] for p, q, weight in problem.matches]
    sides = [
        {
            "variables": [f"v{line}" for line in range(size)],
            "attributes": [[f"u{p}", divmod(p, n)[side], "x", weight] for p, weight in problem.unary.items()],
            "relations": [[f"w{at}", each[side], each[2 + side], each[4]] for at, each in enumerate(ends)],
        }
        for side, size in enumerate((m, n))
    ]
    chosen = next(chosen for chosen in alignments(problem) if value(problem, chosen) == matched)
    return rehashed(
        {
            "format": FORMAT,
            "id": "weights",
            "convention": "conv:test|dup:multiset",
            "left": sides[0],
            "right": sides[1],
            "matched": matched,
            "alignment": [[*divmod(p, n)] for p in sorted(chosen)],
            "at_most": bound,
            "proof": proof,
        }
    )


def lines_of(problem: Combined, proof: Proof, best: int) -> tuple[bytes, bytes]:
    """The certificate of the optimum, and one that claims less."""
    true, false = record_of(problem, proof, best, best), record_of(problem, proof, 0, best - 1)
    return json.dumps(true).encode(), json.dumps(false).encode()


def mutants(rng: random.Random, problems: int, of_each: int = 10) -> Iterator[tuple[Combined, Proof, int]]:
    """Proofs that are changed, with the problem and its optimum."""
    for _ in range(problems):
        prover = Prover(random_dense(rng), rng)
        proof = prover.proof()
        for _ in range(of_each):
            mutant = changed(proof, prover.problem, prover.symmetries, rng)
            if mutant and rng.random() < 0.4:
                mutant = changed(mutant, prover.problem, prover.symmetries, rng)
            yield prover.problem, mutant, prover.best
