"""Programs of others as methods: they search on the triples that ours get, as seeded, and are recounted."""

import subprocess
from dataclasses import replace
from functools import partial

import pytest

from smatchproof.base.errors import UsageError
from smatchproof.base.optional import RELEASES
from smatchproof.conventions.conventions import CONVENTIONS, convention
from smatchproof.conventions.triples import TripleGraph
from smatchproof.exact import exact
from smatchproof.experiments.experiment import Plan
from smatchproof.experiments.runner import run_pair
from smatchproof.experiments.sources import CorpusSource, GraphsSource, SourcePair
from smatchproof.generators import Noise
from smatchproof.graphs.reading import parse_graph
from smatchproof.graphs.writing import write_graph
from smatchproof.problem.problem import build_problem
from smatchproof.problem.solution import SolveParams
from smatchproof.scoring.methods import peers as adapters
from smatchproof.scoring.methods.peers import PEERS, PeerAnswer, PeerFailure
from smatchproof.scoring.methods.program_process import Seeded
from smatchproof.scoring.methods.registry import METHODS, method, method_or_peer
from smatchproof.scoring.pairs.comparison import recounted
from tests import peers

PAIRS = list(GraphsSource("g", 12, range(4, 14), Noise.parse("2"), seed=5).pairs())
SMATCH = convention("smatch")
SMATCH_ALONE, SMATCHPP_ALONE = (
    pytest.mark.parametrize("peer", [PEERS[name]], ids=[name]) for name in ("smatch", "smatchpp")
)
EVERY_PEER = pytest.mark.parametrize("peer", PEERS.values(), ids=PEERS)


@pytest.fixture(autouse=True)
def _installed(request):
    """A test that runs a peer needs it."""
    if peer := getattr(request.node, "callspec", None) and request.node.callspec.params.get("peer"):
        peers.require(peer.package, peer.release)


def both(pair, rule=SMATCH):
    return rule.triples(pair.left), rule.triples(pair.right)


# ---- what they find


@EVERY_PEER
def test_what_a_peer_claims_is_what_its_alignment_matches_and_no_more_than_the_optimum(peer):
    found = 0
    for pair in PAIRS[:6]:
        left, right = both(pair)
        optimum = exact(build_problem(left, right, SMATCH.duplicates)).matched
        for answer in peer.run(left, right, [1, 2]):
            assert answer.claimed == recounted(left, right, answer.mapping, SMATCH.duplicates) <= optimum
            assert 0 <= answer.seconds < 10 and 0 < answer.cpu_seconds < 10
            found += answer.claimed == optimum
    assert found >= 6, "a hill-climber finds most optima of pairs so small"


@EVERY_PEER
def test_the_same_seed_finds_the_same_and_seeds_do_not_depend_on_their_neighbours(peer):
    large = next(GraphsSource("g", 1, (30,), Noise.parse("3")).pairs())
    left, right = both(large)
    answers = [answer.mapping for answer in peer.run(left, right, range(4))]
    assert [answer.mapping for answer in peer.run(left, right, range(4))] == answers
    assert [answer.mapping for answer in peer.run(left, right, [2])] == answers[2:3]
    assert len(set(answers)) > 1, "other seeds go other ways"


@EVERY_PEER
@pytest.mark.parametrize("name", [name for name, rule in CONVENTIONS.items() if rule.duplicates == "set"])
def test_claims_hold_under_every_convention_that_counts_triples_once(peer, name, samples):
    rule = convention(name)
    source = CorpusSource("s", samples / "annotator-a.amr", samples / "annotator-b.amr")
    for pair in list(source.pairs())[3:6]:
        left, right = both(pair, rule)
        (answer,) = peer.run(left, right, [0])
        assert recounted(left, right, answer.mapping, rule.duplicates) == answer.claimed


def seeded_program(left, right, seed):
    """What ``smatch`` finds for two texts when its random numbers are those of a seed."""
    with peers.real_smatch() as (module, _), pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "random", Seeded(seed))
        return module.get_amr_match(*(" ".join(write_graph(graph).split("\n")[1:]) for graph in (left, right)))


@SMATCH_ALONE
def test_under_its_own_convention_smatch_finds_what_the_program_finds(peer):
    """The same search on the same triples: with the same random numbers it finds the same."""
    rule = convention("smatch-1.0.4")
    same = total = 0
    for pair in PAIRS:
        left, right = both(pair, rule)
        for seed, answer in enumerate(peer.run(left, right, range(5))):
            matched, left_size, right_size = seeded_program(pair.left, pair.right, seed)
            assert (left_size, right_size) == (left.size, right.size)
            assert recounted(left, right, answer.mapping, rule.duplicates) == answer.claimed
            same += matched == answer.claimed
            total += 1
    assert same == total


@pytest.mark.parametrize(
    "name",
    [
        "smatchpp-generic",
        *(pytest.param(each, marks=pytest.mark.stress) for each in ("smatchpp-amr", "smatchpp-plain")),
    ],
)
@SMATCHPP_ALONE
def test_under_its_own_convention_smatchpp_counts_what_the_program_counts(peer, name, tmp_path):
    rule = convention(name)
    some = PAIRS[:5]
    texts = [tuple(write_graph(replace(graph, id=None)) for graph in (pair.left, pair.right)) for pair in some]
    program = peers.smatchpp_text(tmp_path, texts, graph_type=peers.GRAPH_TYPES[name], solver="hillclimber")
    for pair, score in zip(some, program.scores, strict=True):
        left, right = both(pair, rule)
        matched = score.precision * left.size / 100
        assert matched == pytest.approx(score.recall * right.size / 100, abs=0.01)
        assert matched == pytest.approx(round(matched), abs=0.01)
        best = max(answer.claimed for answer in peer.run(left, right, range(4)))
        assert max(best, round(matched)) <= exact(build_problem(left, right, rule.duplicates)).matched


# ---- what is special about a program


@SMATCH_ALONE
def test_smatch_multiplies_repeated_triples_and_its_row_says_so(peer):
    rule = convention("smatch", duplicates="multiset")
    twice = parse_graph("(a / x :r 1 :r 1)")
    pair = SourcePair("s", "i", "", "A", "B", twice, twice)
    (row,) = run_pair(pair, Plan(rule, (("smatch", (0,)),), SolveParams(), SolveParams()))
    assert (row.matched, row.optimum, row.status) == (4, 4, "heuristic, claims 6")


@SMATCH_ALONE
def test_smatch_does_not_take_a_top_role_for_the_mark_of_the_root(peer):
    left, right = (SMATCH.triples(parse_graph(text)) for text in ("(a / x :TOP top)", "(b / y)"))
    (answer,) = peer.run(left, right, [0])
    assert answer.claimed == recounted(left, right, answer.mapping, SMATCH.duplicates) == 1


@SMATCH_ALONE
def test_smatch_forgets_a_pair_before_the_next(peer):
    """Through its own function a mapping of another pair that was seen before is worth what it was worth there."""
    first, second = both(PAIRS[0]), both(PAIRS[1])
    alone = peer.run(*second, [7])[0]
    peer.run(*first, [7])
    again = peer.run(*second, [7])[0]
    assert (again.mapping, again.claimed) == (alone.mapping, alone.claimed)


@EVERY_PEER
def test_empty_graphs(peer):
    empty, one = TripleGraph(), SMATCH.triples(parse_graph("(a / x)"))
    assert peer.run(empty, one, [1, 2]) == [PeerAnswer((), 0, 0.0)] * 2
    assert peer.run(one, empty, [1]) == [PeerAnswer((None,), 0, 0.0)]
    assert peer.run(empty, empty, [1]) == [PeerAnswer((), 0, 0.0)]


# ---- what goes wrong


@EVERY_PEER
def test_a_peer_that_is_not_there_or_another_one_says_so(peer):
    name = peer.package
    gone, other = replace(peer, package="no-such-package"), replace(peer, release="9.9")
    left, right = both(PAIRS[0])
    with pytest.raises(PeerFailure, match=rf"^no-such-package {peer.release} is not installed$"):
        gone.run(left, right, [0])
    with pytest.raises(PeerFailure, match=rf"^{name} {peer.release} is installed, 9\.9 is needed$"):
        other.run(left, right, [0])


@EVERY_PEER
def test_a_peer_that_crashes_or_takes_too_long_gives_no_answer(peer, monkeypatch):
    left, right = both(PAIRS[0])
    adapters._end_programs()  # one that runs may answer within any limit
    monkeypatch.setattr(adapters, "_START_SECONDS", 0.0)
    with pytest.raises(PeerFailure, match=rf"^{peer.name} was ended at the time limit$"):
        peer.run(left, right, [0], time_limit=0.001)
    assert len(peer.run(left, right, [0])) == 1, "the next pair is answered again"
    real = subprocess.Popen
    for program, said in (("1 / 0", "ZeroDivisionError: division by zero"), ("", "exit status 0")):
        adapters._end_programs()
        starts = partial(lambda program, command, **rest: real([*command[:2], "-c", program], **rest), program)
        monkeypatch.setattr(subprocess, "Popen", starts)
        with pytest.raises(PeerFailure, match=rf"^{peer.name} stopped with {said}$"):
            peer.run(left, right, [0])
    monkeypatch.setattr(adapters.sys, "executable", "/no/such/python")
    monkeypatch.setattr(subprocess, "Popen", real)
    with pytest.raises(PeerFailure, match=rf"^{peer.name} cannot be started: .*No such file"):
        peer.run(left, right, [0])


@EVERY_PEER
def test_a_process_that_is_killed_costs_a_pair(peer):
    left, right = both(PAIRS[0])
    (before,) = peer.run(left, right, [3])
    adapters._RUNNING[peer.name]._process.kill()
    with pytest.raises(PeerFailure, match=rf"^{peer.name} stopped with exit status -9$"):
        peer.run(left, right, [3])
    (after,) = peer.run(left, right, [3])
    assert (after.mapping, after.claimed) == (before.mapping, before.claimed)


@SMATCH_ALONE
def test_an_answer_that_is_no_alignment_has_no_value(peer, monkeypatch):
    wrong = replace(peer, answers=lambda *_: [PeerAnswer((0, 0), 9, 0.5)])
    monkeypatch.setitem(PEERS, "smatch", wrong)
    graph = parse_graph("(a / x :r (b / x))")
    pair = SourcePair("s", "i", "", "A", "B", graph, graph)
    (row,) = run_pair(pair, Plan(SMATCH, (("smatch", (0,)),), SolveParams(), SolveParams()))
    assert (row.matched, row.status) == (-1, "smatch claims 9, but (0, 0) is no alignment")


# ---- the registry


def test_peers_are_methods_of_experiments_only():
    for name, peer in PEERS.items():
        assert method_or_peer(name) is peer
        with pytest.raises(UsageError, match=rf"^unknown method '{name}'; choose from exact, "):
            method(name)
    assert not PEERS.keys() & METHODS.keys()
    assert [*PEERS] == [*RELEASES]  # by these they are known before they are loaded
    assert method_or_peer("S+3R").summary == method("S+3R").summary
    with pytest.raises(UsageError, match=r"^unknown method 'S\+3'; choose from exact, .*, smatch, smatchpp, or kR and"):
        method_or_peer("S+3")
