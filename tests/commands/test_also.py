"""`differences --also`: other programs on the same files, next to the optimum of what they count."""

import json
from dataclasses import replace

import pytest

from smatchproof import score_files
from smatchproof.base.optional import RELEASES
from smatchproof.conventions.conventions import convention
from smatchproof.graphs.reading import parse_graph
from smatchproof.problem.solution import Solution, Status
from smatchproof.scoring.methods.registry import METHODS
from smatchproof.scoring.systems import peer_scores
from tests import peers
from tests.commands.running import printed

COMMAND = "differences"
QUOTE = '(b / boy :x "a\\"")'
TRAP = "(a / and :op1 (b / boy :mod (t / tall)) :op2 (c / boy :mod (s / short)) :op3 (d / boy))"


@pytest.fixture
def pair(tmp_path):
    left, right = tmp_path / "left.amr", tmp_path / "right.amr"
    left.write_text(f"# ::id one\n{TRAP}\n\n# ::id two\n{QUOTE}\n\n# ::id three\n(g / go-02 :ARG0 (b / boy))\n")
    right.write_text(f"# ::id one\n{TRAP}\n\n# ::id two\n(b / boy)\n\n# ::id three\n(g / go-02 :ARG1 (b / boy))\n")
    return left, right


@pytest.fixture
def scripted(monkeypatch):
    """The program finds nothing with odd seeds, and aligns variables by position with even ones."""

    def solve(problem, params):
        mapping = tuple(at if params.seed % 2 == 0 else None for at in range(problem.left_size))
        return Solution.of(problem, mapping, problem.trivial_bound(), Status.HEURISTIC)

    monkeypatch.setitem(METHODS, "smatch", replace(METHODS["smatch"], solve=solve))
    monkeypatch.setattr(peer_scores, "require_release", lambda name: None)


def test_numbers_misses_and_spread(run, pair, scripted):
    found = json.loads(printed(run(*pair, "--also", "smatch", "--runs", 3, "--jobs", 1, "--format", "json")))
    (program,) = found["programs"]
    assert found["seeds"] == [0, 1, 2]
    assert (program["pairs"], program["left_out"], program["varying"]) == (2, 1, 2)
    rule = convention("smatch-1.0.4")
    triples = [rule.triples(parse_graph(text)).size for text in (TRAP, "(g / go-02 :ARG0 (b / boy))")]
    best = triples[0] + triples[1] - 1
    assert (program["optimum"]["matched"], program["optimum"]["certified"]) == (best, 2)
    assert [each["matched"] for each in program["runs"]] == [best, 0, best]
    assert [each["missed_pairs"] for each in program["runs"]] == [0, 2, 0]
    assert [each["missed_triples"] for each in program["runs"]] == [0, best, 0]
    assert [each["f1"] for each in program["runs"]] == [best / sum(triples), 0, best / sum(triples)]
    assert [each["id"] for each in program["most"]] == ["one", "three"]


@pytest.mark.usefixtures("processes")
@pytest.mark.parametrize("name", ["smatch", pytest.param("smatchpp", marks=pytest.mark.stress)])
def test_real_programs(run, paths, name):
    peers.require(name, RELEASES[name])
    out = printed(run(*paths, "--also", name, "--runs", 2, "--seed", 7, "--jobs", 2, "--format", "json"))
    (program,) = json.loads(out)["programs"]
    assert json.loads(out)["seeds"] == [7, 8]
    corpus = score_files(*paths, convention=program["convention"]).corpus
    assert (program["optimum"]["matched"], program["optimum"]["f1"]) == (corpus.counts.matched, corpus.micro.f1)
    assert all(0.9 * corpus.counts.matched < each["matched"] <= corpus.counts.matched for each in program["runs"])
    if name == "smatch":
        sizes = [peers.smatch(*texts)[1:] for texts in peers.smatch_lines(*paths)]
        found = (program["optimum"][side] for side in ("left_triples", "right_triples"))
        assert [sum(size) for size in zip(*sizes, strict=True)] == [*found]
