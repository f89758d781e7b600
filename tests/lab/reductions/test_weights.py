"""Weights of triples mean copies: to scores, problems, exports, certificates and maps, of whatever size they are."""

import json
import random
from dataclasses import replace
from itertools import permutations

import pytest

from smatchproof.base.errors import InputError
from smatchproof.conventions.conventions import Top, convention
from smatchproof.conventions.triples import Duplicates, TripleGraph, matched_triples
from smatchproof.conventions.weights import TripleName, TripleWeights
from smatchproof.exact import exact
from smatchproof.exact.certificate import certificate, check_solution
from smatchproof.exact.checker import Refused, check
from smatchproof.exact.outline import counting_bound
from smatchproof.graphs.building import GraphBuilder
from smatchproof.lab.reductions.from_smatch.base import TripleGraphPair
from smatchproof.lab.reductions.from_smatch.boolean import OpbFromSmatch
from smatchproof.lab.reductions.maps import read_map, write_map
from smatchproof.lab.reductions.registry import SourceText, reduce
from smatchproof.problem.pairs import GraphPair
from smatchproof.problem.problem import build_problem
from smatchproof.problem.solution import SolveParams
from smatchproof.scoring.pairs.pair_map import question_sha256, read_pair_map


def graph_of(letter, rng, size=4):
    """A graph of some variables with one concept, and relations, loops and attributes of two roles."""
    builder = GraphBuilder()
    names = [builder.variable(f"{letter}{index}", "node") for index in range(size)]
    for name in names[1:]:
        builder.relation("part", names[0], name)
    arcs = [(role, one, other) for role in ("low", "high") for one in names for other in names]
    for arc in rng.sample(arcs, 9):
        builder.relation(*arc)
    for name in rng.sample(names, 2):
        builder.attribute("own", name, "+")
    return builder.build()


def pair_of(rng, most=4):
    """Two such graphs, and weights of some of their triples."""
    graphs = graph_of("x", rng), graph_of("y", rng)
    named = {}
    for graph in graphs:
        triples = convention("smatch").triples(graph)
        names = triples.variables
        named |= {TripleName(r, names[i], names[k]): rng.randint(1, most) for r, i, k in triples.relations}
        own = (each for each in triples.attributes if each.kind == "attribute")
        named |= {TripleName(each.role, names[each.variable], each.value): rng.randint(1, most) for each in own}
    return GraphPair(*graphs, Top.CONST, TripleWeights.of(named))


def expanded(graph):
    """Every triple as often as its weight says: what weights mean."""
    weights = graph.weights or {}
    parts = [
        [each for each in part for _ in range(weights.get(each, 1))] for part in (graph.attributes, graph.relations)
    ]
    return TripleGraph(graph.variables, tuple(parts[0]), tuple(parts[1]), graph.changes, graph.top)


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("rule", [Duplicates.MULTISET, Duplicates.PRODUCT])
def test_a_weight_is_that_many_copies(seed, rule):
    rng = random.Random(seed)
    weighted = pair_of(rng).triples()
    copies = [expanded(graph) for graph in weighted]
    assert [graph.size for graph in weighted] == [graph.size for graph in copies]
    assert any(graph.weights for graph in weighted) and not any(graph.weights for graph in copies)
    problem = build_problem(*weighted, rule)
    assert problem == build_problem(*copies, rule)
    assert counting_bound(*weighted, rule) == counting_bound(*copies, rule)
    best = 0
    for mapping in permutations(range(4)):
        matches = matched_triples(*weighted, mapping, rule)
        assert matches == matched_triples(*copies, mapping, rule)
        best = max(best, sum(matches.values()))
    solution = exact(problem, SolveParams(proof=True))
    assert solution.matched == solution.upper_bound == best  # an alignment of all is never worse than one of some
    for graphs in (weighted, copies):
        check_solution(*graphs, rule, problem, solution)
    texts = [OpbFromSmatch.of_triples(TripleGraphPair(*graphs, rule)).text() for graphs in (weighted, copies)]
    assert texts[0] == texts[1]


def certified(pair):
    """The certificates of a weighted pair, of what it means, and of the same graphs without weights."""
    lines = []
    weighted = pair.triples()
    for graphs in (weighted, [*map(expanded, weighted)], [replace(graph, weights=None) for graph in weighted]):
        problem = build_problem(*graphs, Duplicates.PRODUCT)
        solution = exact(problem, SolveParams(proof=True))
        lines.append(certificate("p", "conv:smatch|dup:product|top:const", *graphs, problem, solution))
    return lines


@pytest.mark.parametrize("seed", range(3))
def test_a_certificate_binds_the_weights(seed):
    weighted, copies, plain = certified(pair_of(random.Random(seed)))
    records = [check(line) for line in (weighted, copies, plain)]
    assert {record["format"][-1] for record in records} == {"4"}
    assert len({record["sha256"] for record in records}) == 3
    for key in ("matched", "at_most", "sizes", "proof", "alignment", "step"):
        assert records[0][key] == records[1][key]
    assert records[0]["matched"] > records[2]["matched"]
    assert len(weighted) < len(copies)
    graphs = {key: json.loads(weighted)[key] for key in ("left", "right", "sha256")}
    assert check(json.dumps(json.loads(copies) | graphs))["matched"] == records[0]["matched"]  # they mean the same
    with pytest.raises(Refused, match=r"\(C2\)"):  # what holds without weights
        check(json.dumps(json.loads(plain) | graphs))


WRONG_WEIGHTS = [
    (0, "a weight is 0"),
    (-1, "is not a whole number from 0"),
    (True, "left: malformed: a list of 4"),
    (2.0, "2.0 is not a whole number"),
    ("2", "left: malformed: a list of 4"),
    (None, "left: malformed: a list of 4"),
    (10**36, "or is too large"),
    (3, "sha256 does not fit"),
]


@pytest.mark.parametrize(("weight", "message"), WRONG_WEIGHTS)
def test_the_checker_refuses_what_is_no_weight(weight, message):
    line = certified(pair_of(random.Random(1)))[0]
    record = json.loads(line)
    at = next(at for at, triple in enumerate(record["left"]["relations"]) if len(triple) == 4 and triple[3] != weight)
    record["left"]["relations"][at][3] = weight
    with pytest.raises(Refused, match=message):
        check(json.dumps(record, separators=(",", ":")))


# ---- maps

QAP = "3\n0 1 2\n1 0 3\n2 3 0\n\n0 5 2\n5 0 4\n2 4 0\n"


def stored(**options):
    return reduce("qap", (SourceText("q.dat", QAP),), options)


def changed(**keys):
    """The map of the small instance, with other values of these keys."""
    return json.dumps(json.loads(write_map(stored())) | keys, indent=1)


def scored_pair(text):
    target = stored().reduction.target
    return read_pair_map(text, "m.json").pair(target.left, target.right, "m.json")


def test_a_map_states_weights_and_gives_them_back():
    reduction = stored().reduction
    text = write_map(stored())
    assert json.loads(text)["format"] == "smatchproof-map 2"
    assert json.loads(text)["read"] == ["q.dat: QAPLIB, order 3"]
    assert scored_pair(text) == reduction.target
    assert read_map(text, "m.json").reduction == reduction
    earlier = {key: value for key, value in json.loads(text).items() if key != "read"}
    assert read_map(json.dumps(earlier), "m.json").reduction == reduction
    plain = write_map(stored(copies=True))
    assert json.loads(plain)["format"] == "smatchproof-map 1" and "weights" not in json.loads(plain)
    assert read_pair_map(plain, "m.json").weights is None


ENTRIES = json.loads(write_map(stored()))["weights"]
FORGED_WEIGHTS = [
    *((weight, "weights[0][3]: expected int >= 1") for weight in (-2, 0)),
    *((weight, "weights[0][3]: expected int") for weight in (True, 2.0, "2", None)),
    (1, "expected a whole number from 2 to 2^63 - 1"),
    (float("nan"), "m.json"),
    *((weight, "weights[0][3]") for weight in (2**63, 10**400)),
    (10**18, "the map is of other graphs, or its weights are others"),
]
FORGED = [
    *(([[*ENTRIES[0][:3], weight], *ENTRIES[1:]], message) for weight, message in FORGED_WEIGHTS),
    ([ENTRIES[0], *ENTRIES], "each triple once"),
    (ENTRIES[::-1], "in the order of their triples"),
    ([], "expected weights"),
    (ENTRIES[1:], "the map is of other graphs, or its weights are others"),
    ([*ENTRIES, ["zzz", "x1", "x2", 5]], "no graph has the triple zzz(x1, x2)"),
    ([["facility", "r", "x9", 5], *ENTRIES], "no graph has the triple facility(r, x9)"),
    ([["TOP", "r", "top", 5], *ENTRIES], "no graph has the triple TOP(r, top)"),
    ([["instance", "r", "facilities", 5], *ENTRIES], "no graph has the triple instance(r, facilities)"),
    ([ENTRIES[0][:3], *ENTRIES[1:]], "weights[0]"),
    ({}, "weights: expected array"),
    (None, "format 'smatchproof-map 2' only, and always"),
]


@pytest.mark.parametrize(("weights", "message"), FORGED)
def test_forged_weights_are_refused(weights, message):
    text = changed(weights=weights)
    with pytest.raises(InputError) as caught:
        scored_pair(text)
    assert message in str(caught.value) and caught.value.hint and str(caught.value).count("\n") <= 2
    with pytest.raises(InputError):
        read_map(text, "m.json")


def test_a_map_of_other_weights_with_a_sha256_that_fits_is_another_pair_and_no_answer():
    target = stored().reduction.target
    heavier = [[*ENTRIES[0][:3], ENTRIES[0][3] + 1], *ENTRIES[1:]]
    weights = TripleWeights(tuple((TripleName(*name), weight) for *name, weight in heavier))
    other = replace(target, weights=weights)
    text = changed(weights=heavier, sha256=question_sha256(other))
    assert scored_pair(text) == other
    with pytest.raises(InputError, match="the map does not say what the reduction does"):
        read_map(text, "m.json")
