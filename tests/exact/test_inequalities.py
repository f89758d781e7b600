"""Compiled code that looks at leaves and fixes: what it accepts, the checker accepts, and it does what that does."""

import json
import random
from copy import copy
from typing import Any

import pytest

from smatchproof.exact import exact
from smatchproof.exact.certificate import QuickTree
from smatchproof.exact.checker import DUALS, LARGE, Combined, Refused, Tree, Unread, follow
from smatchproof.exact.core import inequalities, is_compiled, plain
from smatchproof.problem.problem import AlignmentProblem
from smatchproof.problem.solution import SolveParams
from tests.exact.forms import as_question, as_written
from tests.exact.test_full_duals import Prover, random_dense
from tests.exact.test_tree import digraph_problem

FORMS = [plain("inequalities"), *([inequalities] if is_compiled() else [])]
NUMBERS = (0, 1, -1, 2, 10**10, 10**11 - 1, 10**11, 10**12, 2**62, 2**63, LARGE - 1, LARGE)
LIMIT = 10**6
PAIRS = Combined((2, 2), {0: 1, 3: 2}, [(0, 3, 1)], 0)


def effect(of: type[Tree], walk: Tree, kind: str, line: str | bytes) -> Any:
    """The effect of a line at this node: the pairs that it forbids and the lines that it requires, or its refusal."""
    walk, before = copy(walk), (len(walk.forbidden), len(walk.required))
    for name in ("forced", "forbidden", "required", "waiting"):
        setattr(walk, name, [*getattr(walk, name)])
    try:
        of.leaf_or_fix(walk, kind, Unread(line, LIMIT))
    except Refused as refused:
        return str(refused)
    return {*walk.forbidden[before[0] :]}, {*walk.required[before[1] :]}, len(walk.waiting)


class Attacked(QuickTree):
    """A walk that tries changed lines at each node, and at nodes that are no part of the proof."""

    rng: random.Random
    accepted = 0

    def leaf_or_fix(self, kind: str, node: Any) -> Any:
        """Compare, and go on."""
        assert self.tables is not None
        for text in [
            node.line,
            f"{node.line}\0]",
            f"{node.line}\ud800",
            *(mutant(node.line, self.rng) for _ in range(12)),
        ]:
            word = text[2:].partition('"')[0] if text[:2] == '["' else kind
            named = word if word in DUALS else kind
            for walk in (self, self.elsewhere()):
                assert effect(QuickTree, walk, named, text) == effect(Tree, walk, named, text), (named, text)
            self.accepted += self._holds(self.tables, named, Unread(text, LIMIT))
        return super().leaf_or_fix(kind, node)

    def elsewhere(self) -> QuickTree:
        """Another node, at which pairs may compete or be forced twice; maybe of a proof of less."""
        other, rng, (m, n), pairs = copy(self), self.rng, self.size, sorted(self.root.pairs)
        other.bound -= self.step * rng.randrange(2)
        other.above = self.root
        other.forced = rng.choices(pairs, k=rng.randrange(3)) + self.forced * rng.randrange(2)
        other.forbidden = rng.choices(pairs, k=rng.randrange(len(pairs))) + self.forbidden * rng.randrange(2)
        lines = [(0, i) for i in range(m)] + [(1, j) for j in range(n)]
        other.required = rng.choices(lines, k=rng.randrange(len(lines))) + self.required * rng.randrange(2)
        return other


def attacked(question: Combined, bound: int, proof: list[Any], form: Any, seed: int, step: int = 1) -> int:
    """Follow a proof, and try changed lines on the way. Returns how many of all lines were accepted at once."""
    walk = Attacked(question, bound, step)
    walk.tables = form.Inequalities(*walk.size, walk.root.unary, walk.root.matches)
    walk.rng = random.Random(seed)
    follow([Unread(json.dumps(node, separators=(",", ":")), LIMIT) for node in proof], walk)
    return walk.accepted


def mutant(line: str, rng: random.Random) -> str:
    """A changed line: in a number, a triple, a letter, a list."""
    kind, scale, rows, columns, stars = json.loads(line)
    node = [kind, scale, [*rows], [*columns], [*stars]]
    changed = rng.choice(node[2:])
    match rng.randrange(9):
        case 0 if changed:
            changed[rng.randrange(len(changed))] += rng.choice((-1, 1, -1, 1, -5, 7))
        case 1 if changed:
            changed[rng.randrange(len(changed))] = rng.choice(NUMBERS)
        case 2:
            node[1] = rng.choice((*NUMBERS, scale + 1, scale - 1))
        case 3 if stars:
            at = 3 * rng.randrange(len(stars) // 3)
            node[4] += stars[at : at + 3]  # a dual that is given twice, or a fourth number of a star in full
        case 4 if stars:
            at = 3 * rng.randrange(len(stars) // 3)
            del node[4][at : at + rng.choice((1, 3, 3))]
        case 5:
            changed.insert(rng.randrange(len(changed) + 1), rng.choice(NUMBERS))
        case 6:
            node[0] = rng.choice(DUALS)
        case 7:
            node.insert(rng.randrange(1, 6), rng.choice(([], 1, node[2])))
        case _:
            at, letter = rng.randrange(len(line)), rng.choice('0123456789-[], e+."\0é')
            return line[:at] + rng.choice((letter, "", letter + line[at])) + line[at + 1 :]
    return json.dumps(node, separators=(",", ":"))


def number_of(form: Any) -> int:
    return 50 if form is inequalities else 15


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("factor", [1, 10**6, 2**50])
def test_it_accepts_and_does_what_the_checker_does(form: Any, factor: int) -> None:
    accepted = 0
    for seed in range(number_of(form)):
        problem = digraph_problem(4, 1, 5 + seed % 4, 6 + seed % 4, seed)
        unary = {p: factor * weight for p, weight in zip(problem.candidates, problem.unary, strict=True)}
        couples = {(problem.candidates[p], problem.candidates[q]): factor * weight for p, q, weight in problem.matches}
        problem = AlignmentProblem.from_weights(problem.left_size, problem.right_size, unary, couples)
        solution = exact(problem, SolveParams(proof=True))
        proof = as_written(solution.proof, problem)
        accepted += attacked(as_question(problem), solution.matched, proof, form, seed, problem.step)

    assert accepted == 0 if factor == 2**50 else accepted > 3 * number_of(form)  # those are long numbers


@pytest.mark.parametrize("form", FORMS)
def test_it_does_the_same_in_full(form: Any) -> None:
    accepted = 0
    for seed in range(number_of(form)):
        prover = Prover(random_dense(random.Random(seed)), random.Random(seed))
        accepted += attacked(prover.problem, prover.best, prover.proof(), form, seed)
    assert accepted > 8 * number_of(form)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("question", "is_taken"),
    [
        (Combined((127, 128), {0: 1}, [], 0), True),  # 127 * 128 * 255 is below 2**22
        (Combined((128, 128), {0: 1}, [], 0), True),
        (Combined((128, 129), {0: 1}, [], 0), False),
        (Combined((0, 5), {}, [], 0), False),
        (Combined((1, 1), {0: 2**60}, [], 0), True),
        (Combined((1, 1), {0: 2**63 - 1}, [], 0), True),
        (Combined((1, 1), {0: 2**63}, [], 0), False),
        (Combined((2, 2), {0: 2**62, 3: 2**62}, [], 0), False),
    ],
)
def test_what_is_left_to_the_checker(question: Combined, is_taken: bool) -> None:
    walk, most = QuickTree(question, 2**70, 1), sum(question.unary.values())
    assert (walk.tables is not None) == is_taken
    follow([Unread(f'["leaf",1,{json.dumps([most] * min(2, question.size[0]))},[],[]]', LIMIT)], walk)
    if most:
        with pytest.raises(Refused, match=r"\(I[34]\) fails"):
            follow([Unread(f'["leaf",1,[{most}],[],[]]', LIMIT)], QuickTree(question, most - 1, 1))


@pytest.mark.parametrize("bound", [1, 2**61, 2**63, LARGE - 1])
def test_a_fix_below_any_bound_does_what_the_checker_does(bound: int) -> None:
    for line in ('["fix",1,[2,2],[],[]]', '["fix",1,[1,3],[],[3,0,1]]'):
        for walk in (QuickTree(PAIRS, bound, 1), QuickTree(PAIRS, 0, 1)):
            assert effect(QuickTree, walk, "fix", line) == effect(Tree, walk, "fix", line)
