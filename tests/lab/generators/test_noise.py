"""Annotator noise: each operation changes exactly what it promises, as often as its rate says, and nothing breaks."""

import math
import random
import re
from collections import Counter
from statistics import fmean, stdev

import pytest
from hypothesis import given, strategies as st

from smatchproof.conventions.conventions import Top, convention
from smatchproof.conventions.triples import Duplicates
from smatchproof.graphs.graph import Graph
from smatchproof.graphs.reading import parse_graph
from smatchproof.graphs.writing import write_graph
from smatchproof.lab.generators import DEFAULT, MIXTURES, TYPICAL, Noise, annotate, annotated_pair, random_graphs
from smatchproof.lab.generators.amrs import concept_class, direct_role
from tests.lab.generators.graphs import RULE, check_amr, named, relations
from tests.strategies import penman_graphs

OPERATIONS = list(Noise().rates())
PLACES = {
    "polarity_lost": 50,
    "attribute_lost": 100,
    "reentrancies_merged": 50,
    "reentrancy_split": 250,
    "subgraph_dropped": 400,
}
"""How many places there are at least in the graphs; for what is not listed, 500."""


@pytest.fixture(scope="module")
def graphs() -> list[Graph]:
    return list(random_graphs(number=200, seed=11, sizes=range(4, 25)))


def copies(graphs: list[Graph], noise: Noise):
    return [(graph, annotate(graph, noise, random.Random(f"1 {graph.id}"))) for graph in graphs]


def difference(graph: Graph, copy):
    """The triples only of the graph and those only of its copy, in the names of the graph; new variables as ?name."""
    back = {name: f"?{name}" for name in copy.graph.variables}
    back.update({other: name for name, other in copy.alignment.items()})
    before, after = named(RULE.triples(graph)), named(RULE.triples(copy.graph), back)
    return before - after, after - before


def differences(graphs: list[Graph], noise: Noise):
    return ((graph, copy, *difference(graph, copy)) for graph, copy in copies(graphs, noise))


def instances(triples):
    return {(source, value) for role, source, value in triples if role == "instance"}


# ---- how often


@pytest.mark.parametrize("rate", [0.3, 1])
@pytest.mark.parametrize("operation", OPERATIONS)
def test_an_operation_is_done_at_its_rate(graphs, operation, rate):
    found = [copy for _, copy in copies(graphs, Noise(**{operation: rate}))]
    done = sum(len(copy.operations) for copy in found)
    places = sum(copy.places[operation] for copy in found)
    assert places > PLACES.get(operation, 500)
    assert abs(done - rate * places) <= 4 * math.sqrt(places * rate * (1 - rate))
    assert {each.name for copy in found for each in copy.operations} == {operation}
    assert [copy.graph.id for copy in found] == [graph.id for graph in graphs]
    for copy in found:
        check_amr(copy.graph)


def test_places_are_counted_where_they_are():
    text = '(w / want-01 :polarity - :ARG0 (b / boy :name (n / name :op1 "Bo")) :ARG1 (g / go-02 :ARG0 b))'
    places = annotate(parse_graph(text), TYPICAL.scaled(1e-9), random.Random(1)).places
    # A name is always a name; what boy is to want-01 it is to go-02 already, and the rest has no other parent.
    assert places == {
        **{"concept_swapped": 3, "sense_changed": 2, "role_changed": 3, "polarity_lost": 1, "attribute_lost": 1},
        **{"reentrancies_merged": 0, "reentrancy_split": 1, "subgraph_moved": 0, "subgraph_dropped": 3},
    }


# ---- what


def test_without_rewriting_what_stays_is_written_as_it_was(graphs):
    noise = Noise(reentrancy_split=0.5, polarity_lost=0.5, rewrite=False)
    for graph, copy in copies(graphs[:100], noise):
        check_amr(copy.graph)
        assert all(name == other for name, other in copy.alignment.items())
        assert [name for name in copy.graph.variables if name in graph.variables] == list(graph.variables)
    for graph, copy in copies(graphs[:50], Noise(rewrite=False)):
        assert copy.graph == graph and copy.alignment == {name: name for name in graph.variables}


def test_a_swapped_concept_is_of_its_class_and_known_below_its_role(graphs):
    for graph, copy, lost, new in differences(graphs, Noise(concept_swapped=0.3)):
        assert len(lost) == len(new) == len(copy.operations)
        before, after = dict(instances(lost)), dict(instances(new))
        assert before.keys() == after.keys() and len(before) == len(lost)
        assert all(concept_class(before[name]) == concept_class(after[name]) for name in before)
        roles = {edge.target: edge.role for edge in reversed(graph.edges)} | {graph.root: "^"}
        assert all(after[name] in DEFAULT.concepts[roles[name]] for name in after)


def test_a_changed_sense_leaves_the_word(graphs):
    for _, copy, lost, new in differences(graphs, Noise(sense_changed=0.5)):
        assert len(lost) == len(new) == len(copy.operations)
        words = [{(name, re.sub(r"-\d\d$", "", value)) for name, value in instances(each)} for each in (lost, new)]
        assert words[0] == words[1] and len(words[0]) == len(lost)


def test_a_changed_role_joins_the_same_variables(graphs):
    for graph, copy, lost, new in differences(graphs, Noise(role_changed=0.3)):
        assert len(lost) == len(new) == len(copy.operations)
        assert sorted(triple[1:] for triple in lost) == sorted(triple[1:] for triple in new)
        assert lost == relations(lost, RULE.triples(graph))
        assert not [role for role, *_ in lost | new if re.fullmatch(r"name|op\d|snt\d", role)]


@pytest.mark.parametrize("operation", ["polarity_lost", "attribute_lost", "attribute_inserted"])
def test_a_lost_or_inserted_attribute_is_all_that_differs(graphs, operation):
    is_lost = operation != "attribute_inserted"
    for graph, copy, lost, new in differences(graphs, Noise(**{operation: 0.4})):
        found, other = (lost, new) if is_lost else (new, lost)
        assert not other and len(found) == len(copy.operations)
        assert not instances(found) and not {target for *_, target in found} & {*graph.variables}
        assert not is_lost or all((role == "polarity") == (operation == "polarity_lost") for role, *_ in found)


def test_merged_variables_are_one(graphs):
    merged = 0
    for graph, copy in copies(graphs, Noise(reentrancies_merged=0.8)):
        same = {}
        for _, what in copy.operations:
            name, concept, kept = re.fullmatch(r"(\S+) / (\S+) became (\S+)", what).groups()
            same[name] = kept
            assert {graph.concepts[graph.variables.index(each)] for each in (name, kept)} == {concept}
        assert set(graph.variables) - copy.alignment.keys() == same.keys()
        merged += len(same)
        image = named(RULE.triples(graph), same)
        back = {other: name for name, other in copy.alignment.items()}
        assert image == named(RULE.triples(copy.graph), back)
        assert not [triple for triple in relations(image, RULE.triples(graph)) if triple[1] == triple[2]]
    assert merged > 40


def test_a_split_mention_is_a_new_variable_with_the_concept_alone(graphs):
    for graph, copy, lost, new in differences(graphs, Noise(reentrancy_split=0.5)):
        concepts = dict(zip(graph.variables, graph.concepts, strict=True))
        fresh = dict(instances(new))
        assert len(copy.graph.variables) == len(graph.variables) + len(fresh)
        assert len(fresh) == len(copy.operations) == len(new) / 2
        said = [told(what) for _, what in copy.operations]
        assert lost == {triple for triple, _ in said}
        expected = Counter(replaced(triple, target, f"? {concepts[target]}") for triple, target in said)
        found = [tuple(f"? {fresh[part]}" if part in fresh else part for part in triple) for triple in new]
        assert Counter(triple for triple in found if triple[0] != "instance") == expected


def told(what: str, pattern: str = r"(\S+) :(\S+) (\S+) .*"):
    """The triple of the branch that an operation speaks of, and the branch's target."""
    source, role, target = re.fullmatch(pattern, what).groups()
    direct, inverted = direct_role(role)
    return (direct.lower(), *((target, source) if inverted else (source, target))), target


def replaced(triple, name: str, by: str):
    return tuple(by if part == name else part for part in triple)


def test_a_moved_subgraph_hangs_by_the_same_role_below_another_variable(graphs):
    for graph, copy, lost, new in differences(graphs, Noise(subgraph_moved=0.1)):
        assert len(lost) == len(new) == len(copy.operations)
        assert lost == relations(lost, RULE.triples(graph))
        assert sorted(role for role, *_ in lost) == sorted(role for role, *_ in new)
        classes = {name: concept_class(concept) for name, concept in zip(graph.variables, graph.concepts, strict=True)}
        expected = set()
        for _, what in copy.operations:
            triple, target = told(what)
            source, parent = what.split()[0], what.split()[-1]
            assert triple in lost and parent != source and classes[parent] == classes[source]
            assert target in triple and source in triple
            is_argument = triple[1] == source and triple[0] != "mod"
            kept = {each[:2] for each in named(RULE.triples(graph)) - lost}
            assert not is_argument or (triple[0], parent) not in kept
            expected.add(replaced(triple, source, parent))
        assert expected == new


def of_variables(graph, some):
    """The triples of the graph that speak of some variable."""
    return {each for each in named(RULE.triples(graph)) if some & set(each[1 : 2 if each[0] == "instance" else 3])}


def test_a_dropped_branch_takes_with_it_what_hangs_nowhere_else(graphs):
    for graph, copy, lost, new in differences(graphs, Noise(subgraph_dropped=0.1)):
        assert not new
        gone = set(graph.variables) - copy.alignment.keys()
        cut = {told(what, r"(\S+) :(\S+) (\S+), and \d+ variables? with it")[0] for _, what in copy.operations}
        assert {name for name, _ in instances(lost)} == gone
        assert lost == of_variables(graph, gone) | cut
        assert sum(int(what.split()[-4]) for _, what in copy.operations) == len(gone)


def test_a_dropped_variable_leaves_what_hung_below_it(graphs):
    """However much that was: the copy has as many variables less as were dropped."""
    for graph, copy, lost, new in differences(graphs, Noise(variable_dropped=0.15)):
        gone = {re.fullmatch(r"(\S+) / .*", what)[1] for _, what in copy.operations}
        assert set(graph.variables) - copy.alignment.keys() == gone and len(gone) == len(copy.operations)
        assert not instances(new) and {name for name, _ in instances(lost)} == gone
        assert lost == of_variables(graph, gone)


def test_an_inserted_variable_is_a_leaf_below_a_role_that_was_free(graphs):
    for graph, copy, lost, new in differences(graphs, Noise(variable_inserted=0.15)):
        assert not lost and len(new) == 2 * len(copy.operations) == 2 * len(instances(new))
        starting = {(role, source) for role, source, *_ in named(RULE.triples(graph))}
        added = {triple for triple in new if triple[0] != "instance"}
        assert {target for _, _, target in added} == {name for name, _ in instances(new)}
        assert all((role, source) not in starting for role, source, _ in added)


def test_an_inserted_reentrancy_is_one_relation_between_variables_that_were_unrelated(graphs):
    for graph, copy, lost, new in differences(graphs, Noise(reentrancy_inserted=0.3)):
        assert not lost and len(new) == len(copy.operations)
        assert {name for _, *ends in new for name in ends} <= set(graph.variables)
        before = {frozenset(ends) for role, *ends in named(RULE.triples(graph)) if role != "instance"}
        assert not {frozenset(ends) for _, *ends in new} & before
        assert len(copy.graph.variables) == len(graph.variables)


def test_new_concepts_repeat_as_often_as_they_shall(graphs):
    def shared(share):
        noise = Noise(variable_inserted=0.2, concept_repeated=share)
        made = [(graph, each) for graph, _, _, new in differences(graphs, noise) for each in instances(new)]
        return sum(concept in graph.concepts for graph, (_, concept) in made) / len(made)

    assert shared(0.5) - shared(0) == pytest.approx(0.5, abs=0.1) and shared(1) > 0.95


# ---- strength and size


def test_spread_is_the_variation_of_strength_and_of_what_is_lost_and_inserted():
    rng = random.Random(1)
    noise = Noise(role_changed=0.01, variable_dropped=0.01, variable_inserted=0.01, spread=0.5, size_spread=1)
    drawn = [noise.drawn(rng) for _ in range(4000)]
    strength = [each.role_changed / 0.01 for each in drawn]
    assert fmean(strength) == pytest.approx(1, abs=0.04) and stdev(strength) == pytest.approx(0.5, abs=0.04)
    for name in ("variable_dropped", "variable_inserted"):
        own = [getattr(each, name) / each.role_changed for each in drawn]
        assert fmean(own) == pytest.approx(1, abs=0.08) and stdev(own) == pytest.approx(1, abs=0.1)
    assert Noise(role_changed=0.9, spread=3).drawn(random.Random(5)).role_changed <= 1


def test_the_second_copy_is_the_shorter_one_where_the_noise_says_so(graphs):
    def ratio(tendency):
        noise = Noise(variable_dropped=0.2, variable_inserted=0.2, second_shorter=tendency)
        pairs = [annotated_pair(graph, noise, random.Random(graph.id)) for graph in graphs[:100]]
        sizes = [sum(len(pair[side].graph.variables) for pair in pairs) for side in (0, 1)]
        return sizes[1] / sizes[0]

    shorter, equal, longer = map(ratio, (0.5, 0, -0.5))
    assert shorter < 0.9 < 0.95 < equal < 1.05 < 1.1 < longer
    nothing_inserted = Noise(variable_dropped=0.1, variable_inserted=0.2, second_shorter=1).drawn(random.Random(1))
    assert (nothing_inserted.variable_dropped, nothing_inserted.variable_inserted) == (0.2, 0)


# ---- together


@given(penman_graphs(5), st.integers(), st.sampled_from([*OPERATIONS, None]), st.booleans())
def test_whatever_the_graph_its_copy_is_one(text, seed, operation, rewrite):
    # Loops, duplicates, inverse roles of constants, forward mentions: nothing that is read may break.
    graph = parse_graph(text)
    rates = dict.fromkeys(OPERATIONS, 0.5) if operation is None else {operation: 1}
    copy = annotate(graph, Noise(**rates, rewrite=rewrite), random.Random(seed))
    assert parse_graph(write_graph(copy.graph)) == copy.graph
    both = [convention("smatch-1.0.4").triples(each) for each in (graph, copy.graph)]
    before, after = (each.size - len({*each.attributes, *each.relations}) for each in both)
    assert after <= before


@given(penman_graphs(5), st.integers(), st.booleans())
def test_without_operations_any_graph_keeps_its_triples(text, seed, rewrite):
    graph = parse_graph(text)
    copy = annotate(graph, Noise(rewrite=rewrite), random.Random(seed))
    back = {other: name for name, other in copy.alignment.items()}
    rule = convention("smatch", top=Top.NONE, duplicates=Duplicates.MULTISET)
    before, after = rule.triples(graph), rule.triples(copy.graph)
    assert named(before) == named(after, back) and before.size == after.size


def test_the_same_seed_gives_the_same_copy_and_another_seed_another(graphs):
    for graph in graphs[:30]:
        first, again, other = (annotate(graph, TYPICAL, random.Random(seed)) for seed in (1, 1, 2))
        assert first == again
        assert write_graph(first.graph) != write_graph(other.graph) or len(graph.variables) < 6
    state = random.getstate()
    annotate(graphs[0], TYPICAL, random.Random(1))
    assert random.getstate() == state
    with pytest.raises(ValueError, match="empty graph"):
        annotate(Graph(), TYPICAL, random.Random(1))


# ---- rates


def test_a_scaled_noise_keeps_its_mixture_up_to_1():
    noise = Noise(role_changed=0.2, polarity_lost=0.6, rewrite=False).scaled(2)
    assert noise == Noise(role_changed=0.4, polarity_lost=1, rewrite=False)
    assert TYPICAL.scaled(0) == Noise()


def test_a_noise_is_told_in_words():
    assert Noise.parse("2") == TYPICAL.scaled(2)
    assert Noise.parse("para") == MIXTURES["para"] and Noise.parse("spread=0.5").spread == 0.5
    assert Noise.parse("role_changed=0.1, polarity-lost=0.5") == Noise(role_changed=0.1, polarity_lost=0.5)
