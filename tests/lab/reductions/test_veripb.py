"""VeriPB proofs: a small checker of our own accepts them, VeriPB too where it is there, and nothing accepts a lie."""

import itertools
import random
import re
import time
from collections import Counter
from dataclasses import replace

import pytest

from smatchproof.exact import brute_force, exact
from smatchproof.exact.certificate import certificate
from smatchproof.exact.search.documents.document_search import DocumentSearch
from smatchproof.lab.generators import random_digraph_pair
from smatchproof.lab.reductions.from_smatch.boolean import OpbFromSmatch
from smatchproof.lab.reductions.from_smatch.veripb import proof_lines
from smatchproof.problem.problem import build_problem, recount
from smatchproof.problem.proof import Branch, Duals, Empty, Fix, Leaf
from smatchproof.problem.solution import SolveParams, Status
from tests.exact.forms import is_proof
from tests.exact.hard_problems import branching_pairs, frustrated_triangles, problem_of
from tests.exact.random_pairs import random_pair
from tests.exact.random_proofs import random_proof
from tests.exact.test_graded import CONVENTIONS, graded_pair
from tests.lab.reductions.veripb_checker import Wrong, check


def solved(problem):
    solution = exact(problem, SolveParams(proof=True))
    assert solution.status is Status.OPTIMAL and solution.proof is not None
    return solution


def written(problem, solution):
    reduction = OpbFromSmatch(problem)
    return reduction.text(), "".join(f"{line}\n" for line in proof_lines(reduction, solution, ["a title"]))


def accepted(problem, solution):
    """Write a proof, let it be checked, and return it."""
    opb, proof = written(problem, solution)
    assert check(opb, proof) == (-solution.upper_bound, -solution.matched)
    return opb, proof


def as_interval(solution, problem, rng):
    """The same proof with a worse alignment."""
    mapping = tuple(partner if rng.random() < 0.5 else None for partner in solution.mapping)
    return replace(solution, mapping=mapping, matched=recount(problem, mapping))


def kinds(solutions):
    return {type(node) for solution in solutions for node in solution.proof}


# ---- what is accepted


def test_small_pairs_under_all_rules_for_duplicates():
    rng = random.Random("veripb 3.0")
    for _ in range(60):
        left, right, rule = random_pair(rng)
        problem = build_problem(left, right, rule)
        solution = solved(problem)
        assert solution.matched == brute_force(problem).matched
        accepted(problem, solution)
        accepted(problem, as_interval(solution, problem, rng))


def graded_problems(number, seed="graded"):
    rng = random.Random(seed)
    while number:
        left, right, rule, similarities = graded_pair(rng)
        if len((problem := build_problem(left, right, rule, similarities)).candidates) > 3:
            number -= 1
            yield problem


def test_graded_pairs():
    for problem in graded_problems(20):
        accepted(problem, solved(problem))


def branching_pairs_solved(number):
    """Problems that the root leaves open, with their solutions: the known ones, then random digraphs."""
    seeds = (random_digraph_pair(7, 3, 1, 1, seed) for seed in itertools.count(100))
    for pair in itertools.chain(branching_pairs().values(), seeds):
        solution = solved(problem := problem_of(pair))
        if Branch in kinds([solution]):
            number -= 1
            yield problem, solution
        if not number:
            return


def check_branching(number):
    rng, seen = random.Random("branching"), set()
    for problem, solution in branching_pairs_solved(number):
        _, proof = accepted(problem, solution)
        assert "\ndel id " in proof
        accepted(problem, as_interval(solution, problem, rng))
        seen |= kinds([solution])
    assert seen >= {Leaf, Fix, Branch}


def test_pairs_that_branch():
    check_branching(2)


@pytest.mark.parametrize("with_cliques", [False, True])
def test_proofs_that_no_solver_would_write(with_cliques):
    """Weak duals from the root on, so that all is left to the tree; their claim may be above the optimum."""
    rng = random.Random("proofs 3.0")
    seen, cliques = set(), 0
    for number in range(60):
        left, right, rule, similarities = (*random_pair(rng), None) if number % 3 else graded_pair(rng)
        problem = build_problem(left, right, rule, similarities)
        best = brute_force(problem)
        claim = best.matched + rng.choice((0, 0, 1, problem.unit))
        solution = replace(best, upper_bound=claim, proof=random_proof(problem, claim, rng, with_cliques))
        if claim == best.matched:  # then the other checker can say that the proof is one
            counted = CONVENTIONS[rule] if similarities else f"dup:{rule}"
            certificate("pair", counted, left, right, problem, solution, similarities)
        accepted(problem, solution)
        seen |= kinds([solution])
        cliques += len(cliques_of(solution))
    assert seen == {Leaf, Fix, Branch, Empty} and (cliques > 100 if with_cliques else cliques == 0)


def cliques_of(solution):
    return [clique for node in solution.proof if isinstance(node, Leaf | Fix) for clique in node.duals.cliques]


def solved_as_a_document(pair):
    """A problem and its solution with a proof that may have cliques, which only the search for documents writes."""
    problem = problem_of(pair)
    search = DocumentSearch(problem, SolveParams(proof=True), time.perf_counter())
    assert search.run() is Status.OPTIMAL
    bounds = {"upper_bound": search.upper_bound, "proved_bound": search.proved_bound, "proof": search.proof()}
    mapping = search.incumbent.mapping()
    return problem, replace(exact(problem), mapping=mapping, matched=recount(problem, mapping), **bounds)


def test_frustrated_triangles_have_cliques():
    rng, cliques = random.Random("triangles 3.0"), 0
    for number in (1, 2, 3, *([None] * 10)):
        pair = frustrated_triangles(number) if number else frustrated_triangles(rng.randint(1, 3), rng)
        problem, solution = solved_as_a_document(pair)
        assert not number or (solution.matched == 2 * number and len(cliques_of(solution)) == 2 * number)
        cliques += len(cliques_of(solution))
        accepted(problem, solution)
        accepted(problem, as_interval(solution, problem, rng))
    assert cliques > 20


def of_triangle(*nodes):
    """A triangle, and its solution by that proof."""
    problem, solution = solved_as_a_document(frustrated_triangles(1))
    return problem, replace(solution, proof=nodes)


ODD, EVEN = [0, 8, 1, 16, 9, 17], [0, 17, 1, 9, 8, 16]
"""The cliques of a triangle."""


def test_a_clique_is_derived_once_and_stays_when_its_node_is_left():
    leaf = Leaf(Duals(1, [], [], [], [[1, *ODD], [1, *EVEN]]))
    halves = Leaf(Duals(2, [], [], [], [[1, *EVEN], [2, *ODD], [1, *EVEN]]))
    for second in (leaf, halves):
        problem, solution = of_triangle(Branch(0), Branch(2), leaf, second, leaf)
        assert is_proof(problem, solution.upper_bound, solution.proof)
        _, proof = accepted(problem, solution)
        assert proof.count(" 2 d ;") == proof.count(" 2 d ;\ndel id ") == 2
        assert proof.count("rup 1 ~x7 1 ~x10 >= 1") == 1


@pytest.mark.parametrize("couples", [[0, 14, 14, 28], [0, 0, 0, 14], [0, 14, 1, 28, 0, 29]])
def test_couples_that_do_not_exclude_each_other_are_no_clique(couples):
    """Two triangles: of one alone unit propagation sees that it lacks what is better, whatever is assumed."""
    problem, solution = solved_as_a_document(frustrated_triangles(2))
    [leaf] = solution.proof
    claim = replace(solution, proof=(Leaf(leaf.duals._replace(cliques=[*leaf.duals.cliques, [1, *couples]])),))
    with pytest.raises(Wrong, match="unit propagation"):
        check(*written(problem, claim))
    assert not is_proof(problem, claim.upper_bound, claim.proof)


# ---- what is refused


def spoilt(opb, proof, other_opb, rng):
    """A proof with one change, or with the OPB file of another pair."""
    lines = proof.splitlines()
    at = rng.randrange(len(lines))
    kind = rng.choice(("number", "number", "literal", "dropped", "twice", "swapped", "cut", "conclusion", "other"))
    match kind:
        case "other":
            return kind, other_opb, proof
        case "dropped":
            del lines[at]
        case "twice":
            lines.insert(at, lines[at])
        case "swapped":
            other = rng.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        case "cut":
            lines = lines[:at]
        case "literal":
            at = rng.choice([at for at, line in enumerate(lines) if re.search(r"~?x\d", line)])
            literals = list(re.finditer(r"~?x\d", lines[at]))
            found = rng.choice(literals)
            flipped = found[0][1:] if found[0][0] == "~" else f"~{found[0]}"
            lines[at] = lines[at][: found.start()] + flipped + lines[at][found.end() :]
        case "number" | "conclusion":
            if kind == "conclusion":
                at = max(at for at, line in enumerate(lines) if line.startswith("c"))
            found = rng.choice(list(re.finditer(r"\d+", lines[at])) or [re.match("", lines[at])])
            changed = str(max(0, int(found[0] or 0) + rng.choice((-2, -1, -1, 1, 1, 2, 10))))
            lines[at] = lines[at][: found.start()] + changed + lines[at][found.end() :]
    return kind, opb, "".join(f"{line}\n" for line in lines)


def proofs_to_spoil(rng):
    """Proofs of solvers and others, of optima and intervals, of weights with a step too, with their optimum."""
    for number in range(40):
        left, right, rule, similarities = (*random_pair(rng), None) if number % 3 else graded_pair(rng)
        problem = build_problem(left, right, rule, similarities)
        best = brute_force(problem)
        claim = best.matched + (number % 4 == 3)
        proof = random_proof(problem, claim, rng, with_cliques=number % 2 > 0)
        solution = replace(best, upper_bound=claim, proof=proof)
        yield *written(problem, solution), best.matched


def constraints(opb: str) -> list[str]:
    """The lines of a file that are no comments."""
    return [line for line in opb.splitlines() if not line.startswith("*")]


def spoil(number: int, seed: str) -> tuple[Counter[str], Counter[str]]:
    """Spoil proofs until that many were refused; count those, and all, by kind. What is accepted has to be true."""
    rng = random.Random(seed)
    proofs = list(proofs_to_spoil(rng))
    refused, of = Counter(), Counter()
    while refused.total() < number:
        (opb, proof, best), (other_opb, _, other_best) = rng.sample(proofs, 2)
        kind, about, wrong = spoilt(opb, proof, other_opb, rng)
        if wrong == proof and constraints(about) == constraints(opb):
            continue
        of[kind] += 1
        try:
            lower, upper = check(about, wrong)
        except Wrong:
            refused[kind] += 1
        else:
            assert lower <= -(other_best if kind == "other" else best) <= upper, wrong
    return refused, of


def test_1000_spoilt_proofs_are_refused_and_the_others_prove_nothing_false():
    refused, of = spoil(1000, seed="spoilt")
    assert min(refused[kind] / of[kind] for kind in of) > 0.25
    assert refused["cut"] == of["cut"] and refused["other"] == of["other"]


def test_a_worse_alignment_is_no_optimum():
    """The claim that a worse alignment is the best one, with the proof that was meant for the best one."""
    problem = problem_of(branching_pairs()["sat-chain"])
    solution = solved(problem)
    worse = as_interval(solution, problem, random.Random(1))
    assert worse.matched < solution.matched
    with pytest.raises(Wrong, match="unit propagation"):
        check(*written(problem, replace(worse, upper_bound=worse.matched, proved_bound=worse.matched)))


@pytest.mark.parametrize("change", [lambda nodes: nodes[:-1], lambda nodes: (*nodes, nodes[-1])])
def test_a_tree_that_ends_too_early_or_too_late_is_not_written(change):
    problem = problem_of(branching_pairs()["sat-chain"])
    solution = solved(problem)
    with pytest.raises(ValueError, match=r"^the (proof ends before its tree|tree of the proof) is complete"):
        written(problem, replace(solution, proof=change(solution.proof)))
