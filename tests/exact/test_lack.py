"""The node "lack": all is wanted that rows can earn, and in this node a row cannot."""

import json
import random
import re

import pytest

from smatchproof.conventions.triples import Duplicates, TripleGraph
from smatchproof.exact import brute_force, exact
from smatchproof.exact.brute_force import alignments
from smatchproof.exact.certificate import certificate
from smatchproof.exact.checker import Combined, Limits, Refused, Tree, check, follow
from smatchproof.exact.search import containment
from smatchproof.lab.reductions.problems.satisfiability import Formula
from smatchproof.lab.reductions.to_smatch.satisfiability import SatisfiabilityToSmatch
from smatchproof.problem.problem import build_problem, picked
from smatchproof.problem.proof import ProofOutcome
from smatchproof.problem.solution import SolveParams
from smatchproof.reports.drawings.proof_text import proof_sections
from smatchproof.scoring.pairs.proof_steps import proof_steps
from tests.exact.attacks import FOLDER, rehashed
from tests.exact.forms import as_question
from tests.exact.test_decision import everything
from tests.instances import random_problem


def is_accepted(tree):
    try:
        tree.visit(["lack"])
    except Refused:
        return False
    return True


@pytest.mark.parametrize("number", [300, pytest.param(6_000, marks=pytest.mark.stress)])
def test_no_node_with_an_alignment_that_earns_everything_is_closed(number):
    """At random nodes; all alignments are tried."""
    rng = random.Random(number)
    seen = {(has_all, accepted): 0 for has_all in (True, False) for accepted in (True, False)}
    for _ in range(number):
        problem = random_problem(rng)
        asked = everything(problem)
        best = [{*picked(problem, mapping)} for value, mapping in alignments(problem) if value == asked]
        if not problem.candidates or not asked:
            continue
        for _ in range(5):
            tree, forced, forbidden = Tree(as_question(problem), asked - 1, 1), set(), set()
            for _ in range(rng.randrange(4)):
                p = rng.randrange(len(problem.candidates))
                if not tree.root.has(problem.candidates[p][0] * problem.right_size + problem.candidates[p][1]):
                    continue
                tree.visit(["branch", *problem.candidates[p]])
                if rng.random() < 0.5:
                    forced.add(p)
                else:
                    tree.waiting.pop()  # the half that has it
                    forbidden.add(p)
            has_all = any(forced <= each and not forbidden & each for each in best)
            seen[has_all, is_accepted(tree)] += 1
    assert seen[True, True] == 0
    assert seen[True, False] > number / 10 and seen[False, True] > number


def lacks(root, n, live):
    """The definition of (L2), from what is live."""
    most, together = {}, {}
    for p in root.pairs:
        most[p // n] = max(most.get(p // n, 0), root.unary.get(p, 0))
    weights = {frozenset((p, q)): weight for p, q, weight in root.matches}
    for (p, q), weight in ((sorted(each), weight) for each, weight in weights.items()):
        together[p // n, q // n] = max(together.get((p // n, q // n), 0), weight)

    def keeps(p, left):
        adjacent = {k for couple in together if p // n in couple for k in couple} - {p // n}
        mates = [
            q for q in left
            if weights.get(frozenset((p, q)), 0) == together.get((min(p, q) // n, max(p, q) // n), -1)
        ]  # fmt: skip
        if min(len({q // n for q in mates}), len({q % n for q in mates})) < len(adjacent):
            return False
        rows = [{q % n for q in left if q // n == k} for k in most if k != p // n]
        return {p % n} not in rows

    left = {p for p in live if root.unary.get(p, 0) == most[p // n]}
    while (kept := {p for p in left if keeps(p, left)}) != left:
        left = kept
    return min(len({p // n for p in left}), len({p % n for p in left})) < len(most)


@pytest.mark.parametrize("is_large", [False, True])
@pytest.mark.parametrize("number", [120, pytest.param(3_000, marks=pytest.mark.stress)])
def test_what_was_struck_off_above_is_what_can_be(number, is_large, monkeypatch):
    """In whole random trees, also with pairs without weight that are forbidden, and with fixes of large graphs."""
    if is_large:
        monkeypatch.setattr("smatchproof.exact.checker.LISTED", 0)
        monkeypatch.setattr("smatchproof.exact.checker.SPARSE", 10**9)
    rng, seen = random.Random(number), {True: 0, False: 0}
    for _ in range(number):
        problem = random_problem(rng)
        if not problem.candidates or not everything(problem):
            continue
        question, n = as_question(problem), problem.right_size
        tree = Tree(question, everything(problem) - 1, 1, Limits(weights=rng.choice((200, 10**6))))
        while tree.waiting and len(tree.forced) < 4:
            kind = rng.random()
            if kind < 0.5:
                left, right = rng.choice(problem.candidates)
                if not tree.root.has(left * n + right):
                    break
                tree.visit(["branch", left, right])
            elif kind < 0.7:  # as symmetries and fixes do
                forced, forbidden, required, tree.above, forbid = tree.waiting.pop()
                del tree.forced[forced:], tree.forbidden[forbidden:], tree.required[required:]
                tree.forbidden += forbid
                some = rng.randrange(problem.left_size * n)
                if tree.above.marks is not None and rng.random() < 0.5:
                    marks = tree.above.marks[:]
                    marks[some] = 0
                    tree.above = tree.root.where(marks, len(tree.forbidden))
                    some = rng.randrange(problem.left_size * n)
                tree.wait([some])
            else:
                accepted = is_accepted(tree)
                assert accepted == lacks(tree.root, n, {*tree.live(False).each()})
                seen[accepted] += 1
    assert min(seen.values()) > number / 5


SQUARE = {0: 1, 1: 1, 2: 1, 3: 1}  # two rows, two columns
STAR = [(0, 4, 1), (0, 8, 1)]  # of three rows and columns: the first row is adjacent to both others


@pytest.mark.parametrize(
    ("question", "bound", "why"),
    [
        (Combined((2, 2), SQUARE, [], 0), 1, "(L2) fails"),  # both rows have a pair
        (Combined((3, 2), dict.fromkeys(range(6), 1), [], 0), 2, None),  # three rows, two columns
        (Combined((3, 2), dict.fromkeys(range(6), 1), [], 0), 1, "(L1) fails: 3 > 2"),
        (Combined((3, 2), dict.fromkeys(range(6), 1), [], 0), 3, None),
        # one pair alone is left in each row, and both have the same column
        (Combined((3, 3), {0: 1, 3: 1, 6: 1, 7: 1, 8: 1}, [], 0), 2, None),
        (Combined((3, 3), {0: 1, 4: 1, 6: 1, 7: 1, 8: 1}, [], 0), 2, "(L2) fails"),
        # a pair that matches less alone: what remains has one column
        (Combined((2, 2), SQUARE | {1: 2, 3: 2}, [], 0), 3, None),
        (Combined((2, 2), SQUARE | {1: 2, 2: 2}, [], 0), 3, "(L2) fails"),
        # no pair has mates in both rows
        (Combined((3, 3), {}, [(0, 4, 1), (1, 8, 1)], 0), 1, None),
        (Combined((3, 3), {}, STAR, 0), 1, "(L2) fails"),
        # a match of less than the most is none
        (Combined((3, 3), {}, [*STAR, (1, 5, 2)], 0), 2, None),
        (Combined((3, 3), {}, [*STAR, (1, 5, 2), (1, 6, 1)], 0), 2, "(L2) fails"),
        # mates in both rows, but in one column
        (Combined((3, 3), {}, [(0, 4, 1), (0, 7, 1)], 0), 1, None),
        (Combined((3, 3), {}, [(0, 4, 1), (0, 7, 1), (0, 8, 1)], 0), 1, "(L2) fails"),
        # what is struck off takes others with it: row 2 has no pair that goes with row 1
        (Combined((3, 3), {}, [(0, 4, 1), (5, 6, 1)], 0), 1, None),
        (Combined((2, 2), {}, [], 0), 0, "(L2) fails"),
    ],
)
def test_each_condition(question, bound, why):
    if why is None:
        follow([["lack"]], Tree(question, bound, 1))
        return
    with pytest.raises(Refused, match=re.escape(f"proof node 0: {why}")):
        follow([["lack"]], Tree(question, bound, 1))


TWO = Combined((2, 2), {0: 2, 3: 2}, [], 0)


@pytest.mark.parametrize(
    ("proof", "why"),
    [
        ([["lack", 1]], "neither leaf"),
        ([["lack", []]], "neither leaf"),
        ([["lacks"]], "neither leaf"),
        ([["branch", 0, 0], ["lack"], ["lack"]], "(L2)"),
        ([["branch", 0, 0], ["leaf", 1, [2, 2], [], []]], "(I4)"),
        ([["branch", 0, 0]], "2 nodes are missing"),
    ],
)
def test_what_is_no_lack(proof, why):
    with pytest.raises(Refused, match=re.escape(why)):
        follow(proof, Tree(TWO, 3, 1))


def test_it_is_a_leaf():
    with pytest.raises(Refused, match="node 1: the tree has ended"):
        follow([["lack"], ["empty"]], Tree(Combined((2, 1), {0: 1, 1: 1}, [], 0), 1, 1))


def test_a_bound_may_be_a_step_below_what_is_wanted():
    question = Combined((2, 1), {0: 2, 1: 2}, [], 0)
    follow([["lack"]], Tree(question, 2, 2))
    with pytest.raises(Refused, match="L1"):
        follow([["lack"]], Tree(question, 2, 1))


def test_a_limit_of_work_ends_it():
    question = Combined((3, 2), dict.fromkeys(range(6), 1), [], 0)
    follow([["lack"]], Tree(question, 2, 1, Limits(work=150)))
    with pytest.raises(Refused, match="--work"):
        follow([["lack"]], Tree(question, 2, 1, Limits(work=90)))


@pytest.mark.parametrize("number", [120, pytest.param(2_000, marks=pytest.mark.stress)])
def test_formulas_are_decided_and_certified(number):
    """Up to 12 variables, against enumeration; what proves one unsatisfiable does not prove it of another one."""
    rng = random.Random(number)
    proofs, seen = [[["lack"]]], {True: 0, False: 0}
    for _ in range(number):
        variables = rng.randint(1, 12)
        lengths = rng.choices((1, 2, 3, 4), (1, 4, 20, 2), k=rng.randint(0, 5 * variables))
        literals = [sign * each for each in range(1, variables + 1) for sign in (1, -1)]
        formula = Formula(variables, tuple(tuple(rng.choices(literals, k=length)) for length in lengths))
        left, right = SatisfiabilityToSmatch.apply(formula).target.triples()
        problem = build_problem(left, right, Duplicates.SET)
        solution = exact(problem, SolveParams(at_least=left.size, proof=True))
        is_yes = solution.matched == left.size
        assert is_yes == (formula.brute_force() is not None), formula
        record = json.loads(certificate("formula", "dup:set", left, right, problem, solution))
        seen[is_yes] += 1
        if not is_yes:
            assert solution.proved_bound < left.size
            proofs.append(record["proof"])
            continue
        claim = record | {"matched": 0, "alignment": [], "at_most": left.size - 1}
        p = rng.choice(problem.candidates)
        for proof in ([["lack"]], rng.choice(proofs), [["branch", *p], ["lack"], ["lack"]]):
            with pytest.raises(Refused):
                check(json.dumps(rehashed(claim) | {"proof": proof}))
    assert min(seen.values()) > number / 5


@pytest.fixture(scope="module")
def hard():
    """Both graphs and the problem of a formula of 30 variables that nothing satisfies."""
    rng = random.Random(3)
    clauses = (tuple(rng.choice((1, -1)) * i for i in rng.sample(range(1, 31), 3)) for _ in range(180))
    left, right = SatisfiabilityToSmatch.apply(Formula(30, tuple(clauses))).target.triples()
    return left, right, build_problem(left, right, Duplicates.SET)


def test_what_takes_longer_is_decided_with_lookahead(hard, monkeypatch):
    """With guesses alone the tree is larger."""
    (left, right, problem), sizes = hard, []
    for guesses in (0, 10**6):
        monkeypatch.setattr(containment, "_GUESSES", guesses)
        solution = exact(problem, SolveParams(at_least=left.size, proof=True))
        assert solution.proved_bound == left.size - 1
        certificate("formula", "dup:set", left, right, problem, solution)
        sizes.append(len(solution.proof))
    assert sizes[0] < sizes[1]


def test_a_no_whose_proof_is_too_long_ends_without_one(hard, monkeypatch):
    """Whatever becomes of the proof: other searches are not asked again."""
    left, _, problem = hard
    for name in ("_LONGEST", "_LONGEST_AHEAD"):
        monkeypatch.setattr(containment, name, 0)
    monkeypatch.setattr("smatchproof.exact.certified._linear_programs", None)
    monkeypatch.setattr("smatchproof.exact.certified._lp_tree", None)
    solution = exact(problem, SolveParams(at_least=left.size, proof=True))
    assert (solution.upper_bound, solution.proof, solution.outcome) == (left.size - 1, None, ProofOutcome.SIZE)


def test_a_question_that_takes_too_many_nodes_is_left_to_others(monkeypatch):
    monkeypatch.setattr(containment, "_GUESSES", 0)
    monkeypatch.setattr(containment, "_MOST_NODES", 0)
    rng = random.Random(7)
    for _ in range(40):
        problem = random_problem(rng)
        asked = everything(problem)
        solution = exact(problem, SolveParams(at_least=asked, proof=True))
        assert (solution.matched >= asked) == (brute_force(problem).matched == asked)


def test_a_proof_says_it_in_words():
    record = json.loads((FOLDER / "correct" / "lack-formula.jsonl").read_text("utf-8"))
    graph = TripleGraph(tuple(record["left"]["variables"])), TripleGraph(tuple(record["right"]["variables"]))
    sections = [*proof_sections(proof_steps(json.dumps(record)), *graph)]
    assert [section.title.endswith("match all that it can, and one cannot.") for section in sections] == [
        node == ["lack"] for node in record["proof"]
    ]


def test_it_looks_at_pairs_where_a_leaf_looks_at_matches():
    """All couples of columns of two rows: 120 pairs, and 3,540 matches, of which each is three looks."""
    tree, spent = (
        Tree(Combined((2, 60), {}, [(j, 60 + k, 1) for j in range(60) for k in range(60) if j != k], 0), 0, 1),
        [],
    )
    for has_matches in (False, True):
        before = tree.work.left
        tree.live(has_matches)
        spent.append(before - tree.work.left)
    assert spent == [3 * 120 + 62, 3 * 3540 + 62]


def test_a_long_chain_of_rows_and_a_wide_table_of_columns_are_limited():
    """Rows with one column each are looked at once; columns as bits take room, which --weights limits."""
    size = 3_000
    chain = Combined((size, size), {i * size + i: 1 for i in range(size)}, [], 0)
    with pytest.raises(Refused, match="L2"):
        follow([["lack"]], Tree(chain, size - 1, 1, Limits(work=200_000)))
    wide = Combined((2, 5_000), {}, [(j, 5_000 + j, 1) for j in range(5_000)], 0)
    with pytest.raises(Refused, match="--weights"):
        follow([["lack"]], Tree(wide, 0, 1, Limits(weights=100_000)))
