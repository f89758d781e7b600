"""The foundation of a claim: certified, searched, bounded or heuristic; only a checked proof makes it proved."""

import json
import random
from dataclasses import replace

import pytest

from smatchproof.cli import main
from smatchproof.exact import brute_force
from smatchproof.exact.checker import check
from smatchproof.exact.outline import counting_bound
from smatchproof.graphs.reading import parse_graph
from smatchproof.problem.problem import build_problem
from smatchproof.problem.proof import Count, ProofOutcome
from smatchproof.problem.solution import Solution, SolveParams, Status
from smatchproof.scoring.methods.registry import METHODS
from smatchproof.scoring.pairs.comparison import ClaimStatus, claim, compare, compare_triples, status_of
from smatchproof.scoring.settings import ScoreSettings
from tests.exact.random_pairs import random_pair

WANT = parse_graph("(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-01 :ARG0 b))", id="s.1")
SAID = parse_graph("(w / want-01 :ARG0 (g / girl) :ARG1 (t / football))", id="s.1")


@pytest.mark.parametrize("outcome", ProofOutcome)
@pytest.mark.parametrize("status", Status)
@pytest.mark.parametrize("accepted", [3, 4, 5, None])
@pytest.mark.parametrize("searches_all", [True, False])
def test_only_an_accepted_bound_certifies_and_bounds(accepted, status, outcome, searches_all):
    """An alignment worth 3, below the bound 4 of the search; each certified or bounded pair has a bound that it met."""
    found, reason = status_of(Solution((0,), 3, 4, status, outcome=outcome), accepted, searches_all)
    assert (found is ClaimStatus.CERTIFIED) == (accepted == 3) and (not reason or found is not ClaimStatus.CERTIFIED)
    assert reason != "optimal"  # which is no reason
    rests_on_search = accepted == 5 and status is Status.DECIDED
    is_searched = status is Status.OPTIMAL and searches_all and accepted != 3
    assert (found is ClaimStatus.SEARCHED) == is_searched
    assert (found is ClaimStatus.BOUNDED) == (accepted in (4, 5) and not is_searched and not rests_on_search)
    assert found.is_checked == (accepted is not None and not is_searched and not rests_on_search)


@pytest.mark.parametrize("equal", [False, True])
def test_exact_is_certified_in_memory_and_is_the_optimum(equal):
    """Under every rule for duplicates; equal graphs are counted, the same triples in another order take a search."""
    rng, settings = random.Random(3), ScoreSettings()
    for _ in range(100):
        left, right, duplicates = random_pair(rng)
        if equal:
            right = replace(left, variables=tuple(f"{name}2" for name in left.variables))
        settings = replace(settings, convention=replace(settings.convention, duplicates=duplicates))
        found = compare_triples(left, right, settings)
        best = brute_force(build_problem(found.left, found.right, found.duplicates)).matched
        assert (found.status, found.solution.matched, found.counts.upper_bound) == (ClaimStatus.CERTIFIED, best, best)


@pytest.mark.parametrize("change", [{"proof": ()}, {"proof": (Count(),)}])
def test_what_the_checker_refuses_is_never_called_proved(monkeypatch, caplog, change):
    honest = METHODS["exact"]

    def lying(problem, params):
        return replace(honest.solve(problem, params), **change)

    monkeypatch.setitem(METHODS, "exact", replace(honest, solve=lying))
    found = compare(WANT, SAID, ScoreSettings())
    assert found.status is ClaimStatus.HEURISTIC
    assert found.counts.upper_bound > found.counts.matched
    assert found.reason.startswith("the checker refuses the proof: ") and found.reason in caplog.text


@pytest.mark.parametrize("stated", [True, False])
@pytest.mark.parametrize("claimed", [0, 1])
def test_a_proof_of_a_bound_above_the_alignment_certifies_no_optimum(monkeypatch, stated, claimed):
    """With and without the bound of its proof in the solution, and however low the other bound is that it claims."""
    honest = METHODS["exact"]

    def bounded(problem, params):
        solution = honest.solve(problem, params)
        least, matched = 6, solution.matched  # triples of the smaller graph: what counting proves
        bound = matched + claimed if stated else least
        status = Status.OPTIMAL if bound == matched else Status.TIME_LIMIT
        return replace(
            solution, upper_bound=bound, proved_bound=least if stated else None, proof=(Count(),), status=status
        )

    monkeypatch.setitem(METHODS, "exact", replace(honest, solve=bounded))
    found = compare(WANT, SAID, ScoreSettings())
    assert min(found.left.size, found.right.size) == 6 > found.solution.matched
    assert found.status is (ClaimStatus.SEARCHED if stated and not claimed else ClaimStatus.BOUNDED)
    assert found.certified_counts.upper_bound == 6


@pytest.mark.parametrize("method", ["brute-force", "S", "S+4R", "ILS", "exact"])
@pytest.mark.parametrize("check", [True, False])
def test_counts_are_called_proved_by_proofs_alone(method, check):
    """Whatever a method claims, and whatever bound it meets: what is no proof proves nothing."""
    rng = random.Random(7)
    for _ in range(100):
        left, right, duplicates = random_pair(rng)
        settings = ScoreSettings(method=method, check=check)
        settings = replace(settings, convention=replace(settings.convention, duplicates=duplicates))
        found = compare_triples(left, right, settings)
        by_counting = counting_bound(left, right, duplicates) == found.solution.matched
        assert found.certified_counts.proved == (found.status is ClaimStatus.CERTIFIED or by_counting)


def test_a_memory_limit_makes_an_interval_and_its_certificate():
    settings = ScoreSettings(params=SolveParams(memory_limit=1000), certificates=True)
    claimed = claim(WANT, SAID, settings, "s.1")
    record = check(claimed.certificate)
    assert claimed.comparison.status is ClaimStatus.BOUNDED
    assert record["proof"] == [["count"]] and record["matched"] < record["at_most"] == min(record["sizes"])
    assert claimed.comparison.reason == "over the memory limit"


@pytest.fixture
def files(tmp_path):
    for name, graph in (("a.amr", "(w / want-01 :ARG0 (b / boy))\n"), ("b.amr", "(w / want-01 :ARG0 (g / girl))\n")):
        (tmp_path / name).write_text(graph)
    return str(tmp_path / "a.amr"), str(tmp_path / "b.amr")


@pytest.mark.parametrize(
    ("options", "code", "certified"),
    [
        (["--require-proof"], 0, 1),
        (["--no-check"], 0, 0),
        (["--method", "brute-force", "--require-proof"], 1, 0),
        (["--memory-limit", "1000"], 0, 1),
    ],
)
def test_require_proof_means_certified(files, capsys, options, code, certified):
    assert main(["score", *files, *options, "--format", "json"]) == code
    out, said = capsys.readouterr()
    answer = json.loads(out)
    assert said == (f"{files[0]}: not every pair is certified, as --require-proof asks\n" if code else "")
    assert (answer["proved"], answer["certified"]) == (certified, certified)
    assert f"|certified:{certified}/1|" in answer["signature"]
