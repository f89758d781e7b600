"""Whatever becomes of the numbers of a proof in format 4: it is refused, or brute force finds that its bound holds."""

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from hypothesis import example, given, strategies as st

import smatchproof.exact.checker
from smatchproof.exact import brute_force, exact
from smatchproof.exact.certificate import certificate
from smatchproof.exact.checker import FORMAT, LARGE, check
from smatchproof.problem.problem import build_problem
from smatchproof.problem.solution import SolveParams
from tests.exact.forms import has_duals
from tests.exact.random_pairs import random_pair
from tests.exact.random_proofs import random_proof

SEEDS = 300
Change = tuple[str, int]
"""The change of a number, or of a star, and to which of all that there are."""

NUMBERS = {
    "0": lambda number: 0,
    "1": lambda number: 1,
    "-1": lambda number: -1,
    "large": lambda number: LARGE,
    "doubled": lambda number: 2 * number,
    "more": lambda number: number + 1,
    "less": lambda number: number - 1,
}
STARS = ("drop", "repeat")
CHANGES = st.lists(st.tuples(st.sampled_from((*NUMBERS, *STARS)), st.integers(0, 10**6)), min_size=1, max_size=6)


@cache
def original(seed: int) -> tuple[str, int, int]:
    """A certificate with a proof of the optimum, the solver's or a random one; the optimum, and the step of values.

    Its alignment is empty, so that it may claim a bound below the optimum, too.
    """
    rng = random.Random(seed)
    while True:
        left, right, rule = random_pair(rng)
        problem = build_problem(left, right, rule)
        if problem.candidates:
            break
    best = brute_force(problem).matched
    solution = exact(problem, SolveParams(proof=True))
    if solution.proof == () or rng.random() < 0.7:
        solution = replace(solution, proof=random_proof(problem, best, rng))
    line = certificate("p", f"conv:test|dup:{rule}|top:none", left, right, problem, solution)
    record = json.loads(line) | {"alignment": [], "matched": 0, "at_most": best}
    assert record["format"] == FORMAT and check(json.dumps(record))["at_most"] == best
    return json.dumps(record), best, problem.step


def changed(record: dict[str, Any], changes: Sequence[Change]) -> dict[str, Any]:
    """The certificate with numbers of its leaves and fixes changed, and stars dropped or repeated."""
    for what, which in changes:
        nodes = [node for node in record["proof"] if has_duals(node)]
        if what in STARS:
            stars = [(node[4], place) for node in nodes for place in range(0, len(node[4]), 3)]
            if stars:
                part, place = stars[which % len(stars)]
                part[place : place + 3] = [] if what == "drop" else 2 * part[place : place + 3]
            continue
        numbers = [(node, 1) for node in nodes]
        numbers += [(part, place) for node in nodes for part in node[2:] for place in range(len(part))]
        if numbers:
            part, place = numbers[which % len(numbers)]
            part[place] = NUMBERS[what](part[place])
    return record


def is_accepted(record: dict[str, Any], checker: Any = smatchproof.exact.checker) -> bool:
    try:
        checker.check(json.dumps(record))
    except checker.Refused:
        return False
    return True


@given(st.integers(0, SEEDS - 1), st.integers(0, 2), CHANGES)
@example(0, 0, [("repeat", 0), ("drop", 0)])
def test_what_is_accepted_after_any_change_is_true(seed, fewer, changes):
    line, best, step = original(seed)
    claimed = max(0, best - fewer * step)
    if is_accepted(changed(json.loads(line) | {"at_most": claimed}, changes)):
        assert best <= claimed
