"""Aspects: what each selects under every convention, against penman's reading of the same graphs, and their laws."""

import re
from collections import Counter

import pytest
from hypothesis import given, strategies as st

from smatchproof.conventions.aspects import ASPECTS
from smatchproof.conventions.conventions import CONVENTIONS, convention
from smatchproof.conventions.triples import Duplicates, TripleGraph
from smatchproof.graphs.reading import parse_graph
from tests.strategies import penman_graphs

EXAMPLE = """
(w / want-01
   :ARG0 (b / boy :wiki - :name (n / name :op1 "Tim"))
   :ARG1 (g / go-02 :ARG0 b :polarity - :time (s / soon))
   :ARG2-of (t / tell-01))
"""
THERE = ("smatch", "smatchpp-amr", "smatchpp-generic")  # roles and inverses agree there, but for TOP


def selected(name, text, rule="smatch", **overrides):
    """The triples of an aspect of a graph in PENMAN notation, as the paper writes them."""
    chosen = convention(rule, **overrides)
    graph = ASPECTS[name].select(chosen.triples(parse_graph(text)), chosen.duplicates)
    return sorted(graph.written(triple) for triple in (*graph.attributes, *graph.relations))


# ---- one example, every convention

INSTANCES = ["instance(b, boy)", "instance(g, go-02)", "instance(w, want-01)"]
SELECTED = {
    "concepts": sorted([*INSTANCES, "instance(n, name)", "instance(s, soon)", "instance(t, tell-01)"]),
    "frames": ["instance(g, go-02)", "instance(t, tell-01)", "instance(w, want-01)"],
    "non-sense-frames": ["instance(g, go)", "instance(t, tell)", "instance(w, want)"],
    "named-entities": ["name(b, boy)"],
    "negation": ["polarity(g, go-02)"],
    "re-entrancies": sorted([*INSTANCES, "arg0(g, b)", "arg0(w, b)"]),
    "semantic-roles": sorted(
        [*INSTANCES, "instance(t, tell-01)", "arg0(g, b)", "arg0(w, b)", "arg1(w, g)", "arg2(t, w)"]
    ),
    "wiki": ["wiki(b, -)"],
}


@pytest.mark.parametrize("rule", CONVENTIONS)
@pytest.mark.parametrize("name", SELECTED)
def test_what_an_aspect_selects(name, rule):
    expected = SELECTED[name]
    if rule in ("paper", "smatchpp-plain"):  # nothing is turned round, and case is kept
        as_written = {"arg2(t, w)": "ARG2-of(w, t)"}
        expected = [re.sub(r"^arg", "ARG", as_written.get(triple, triple)) for triple in expected]
    assert selected(name, EXAMPLE, rule) == sorted(expected)


@pytest.mark.parametrize("rule", CONVENTIONS)
@pytest.mark.parametrize("top", ["const", "concept", "none"])
def test_the_unlabelled_graph_keeps_instances_and_top_alone_as_they_are(rule, top):
    graph = convention(rule, top=top).triples(parse_graph(EXAMPLE))
    part = ASPECTS["unlabelled"].select(graph, Duplicates.SET)
    assert part.size == graph.size
    roles = Counter(triple.role for triple in part.attributes)
    assert roles.pop("role") == 3  # wiki, op1, polarity
    assert roles.pop("instance") == 6
    assert sum(roles.values()) == (top != "none") and not {*roles} & {"wiki", "op1", "polarity"}
    assert {triple.role for triple in part.relations} == {"role"}


@pytest.mark.parametrize("rule", CONVENTIONS)
def test_no_word_senses(rule):
    kept, changed = selected("no-word-senses", EXAMPLE, rule, top="concept"), "instance(g, go-01)"
    assert changed in kept and "instance(g, go-02)" not in kept
    unchanged = convention(rule, top="concept").triples(parse_graph(EXAMPLE))
    written = [unchanged.written(triple) for triple in (*unchanged.attributes, *unchanged.relations)]
    assert sorted({*kept} ^ {*written}) == [changed, "instance(g, go-02)"]


@pytest.mark.parametrize("rule", CONVENTIONS)
def test_the_sense_of_a_root_goes_from_top_too(rule):
    want, need = (selected("no-word-senses", f"(w / want-0{sense})", rule, top="concept") for sense in (1, 7))
    assert want == need and len(want) == 2


def test_a_role_top_below_the_root_is_an_attribute_like_others():
    found = selected("unlabelled", "(a / x :ARG0 (b / y :top top))", "smatch-1.0.4")
    assert "role(b, top)" in found and "top(a, top)" in found


# ---- what is what


@pytest.mark.parametrize("rule", CONVENTIONS)
def test_an_inverted_role_of_a_constant_says_the_same(rule):
    """No constant has a polarity of its own. Two programs drop such a triple."""
    expected = [] if rule in ("smatch-1.0.4", "amr-metric-suite") else ["polarity(x, tall)"]
    assert selected("negation", "(x / tall :polarity-of -)", rule) == expected
    assert len(selected("wiki", "(x / tall :wiki-of Q1)", rule)) == len(expected)


@pytest.mark.parametrize("role", ["polarity", "Polarity", "POLARITY"])
@pytest.mark.parametrize("rule", CONVENTIONS)
def test_case_does_not_matter(rule, role):
    assert selected("negation", f"(x / tall :{role} -)", rule) == ["polarity(x, tall)"]


@pytest.mark.parametrize("rule", CONVENTIONS)
def test_a_question_is_no_negation(rule):
    assert selected("negation", "(x / tall :polarity (a / amr-unknown))", rule) == []


@pytest.mark.parametrize("rule", CONVENTIONS)
@pytest.mark.parametrize(
    "text", ["(c / city :name (n / name))", "(n / name :name-of (c / city))", '(c / city :name "Rome" :name n)']
)
def test_a_named_entity_however_its_name_is_written(rule, text):
    assert selected("named-entities", text, rule) == ["name(c, city)"]


@pytest.mark.parametrize(("rule", "expected"), [("smatchpp-amr", ["name(c, city)"]), ("smatch", [])])
def test_a_dereified_name_is_a_name(rule, expected):
    text = "(x / see-01 :ARG1 (c / city :ARG1-of (h / have-name-91 :ARG2 (n / name))))"
    assert selected("named-entities", text, rule) == expected


@pytest.mark.parametrize("rule", THERE)
@pytest.mark.parametrize(
    ("text", "relations"),
    [
        ("(a / x :ARG0 (b / y) :ARG1 b)", ["arg0(a, b)", "arg1(a, b)"]),  # one parent, by two relations
        ("(a / x :ARG0-of (b / y) :ARG1-of (c / z))", ["arg0(b, a)", "arg1(c, a)"]),  # only once turned round
        ("(a / x :ARG0 (b / y :ARG0-of a))", []),  # one relation, written from both ends
        ("(a / x :ARG0 (b / y :ARG1 a))", []),  # a cycle: each has one parent
        ("(a / x :quant 1 :ARG0 (b / y :quant 1))", []),  # constants have no parents
        ("(a / x :ARG0 (b / y) :ARG1 (c / z :ARG2 b))", ["arg0(a, b)", "arg2(c, b)"]),
    ],
)  # fmt: skip
def test_re_entrancies(rule, text, relations):
    found = selected("re-entrancies", text, rule)
    assert [triple for triple in found if not triple.startswith("instance")] == relations
    joined = {name for triple in relations for name in re.findall(r"\b[a-c]\b", triple.partition("(")[2])}
    assert [triple[9] for triple in found if triple.startswith("instance")] == sorted(joined)


def test_re_entrancies_of_the_paper_are_those_after_turning_round():
    found = selected("re-entrancies", "(a / x :ARG0-of (b / y) :ARG1-of (c / z))", "paper")
    assert found == ["ARG0-of(a, b)", "ARG1-of(a, c)", "instance(a, x)", "instance(b, y)", "instance(c, z)"]
    assert selected("re-entrancies", "(a / x :ARG0 (b / y :ARG0-of a))", "paper") == []
    found = selected("re-entrancies", "(a / x :consist-of (b / y) :ARG0 b)", "paper")  # consist-of is no inverse
    assert found == ["ARG0(a, b)", "consist-of(a, b)", "instance(a, x)", "instance(b, y)"]


def test_smatch_1_0_4_makes_re_entrancies_of_modifiers():
    """It inverts `mod` to `domain`, so that a modified variable has one parent more."""
    text = "(a / x :ARG0 (b / y :mod (c / z)))"
    assert selected("re-entrancies", text) == []
    found = selected("re-entrancies", text, "smatch-1.0.4")
    assert found == ["arg0(a, b)", "domain(c, b)", "instance(a, x)", "instance(b, y)", "instance(c, z)"]


# ---- repeated triples


@pytest.mark.parametrize(("duplicates", "number"), [("set", 1), ("multiset", 2), ("product", 2)])
def test_roles_that_become_one_are_merged_where_triples_count_once(duplicates, number):
    text = "(a / x :ARG0 (b / y) :ARG1 b :op1 5 :op2 5)"
    found = Counter(selected("unlabelled", text, duplicates=duplicates))
    assert (found["role(a, b)"], found["role(a, 5)"]) == (number, number)


@pytest.mark.parametrize("name", ASPECTS)
def test_the_empty_graph_has_none(name):
    assert ASPECTS[name].select(TripleGraph(), Duplicates.SET) == TripleGraph()


# ---- laws


@given(penman_graphs(), st.sampled_from(sorted(CONVENTIONS)), st.sampled_from(Duplicates))
def test_laws_of_every_aspect(text, rule, duplicates):
    graph = convention(rule, duplicates=duplicates).triples(parse_graph(text))
    parts = {name: aspect.select(graph, duplicates) for name, aspect in ASPECTS.items()}
    for part in parts.values():
        assert part.variables == graph.variables
        assert part.size <= graph.size
        if duplicates is Duplicates.SET:
            assert part.size == len({*part.attributes, *part.relations})
    for name in ("concepts", "frames", "wiki", "re-entrancies", "semantic-roles"):  # triples of the graph itself
        assert Counter(parts[name].attributes) <= Counter(graph.attributes)
        assert Counter(parts[name].relations) <= Counter(graph.relations)
    assert parts["concepts"].size >= parts["frames"].size >= parts["non-sense-frames"].size
    if duplicates is not Duplicates.SET:
        assert parts["unlabelled"].size == parts["no-word-senses"].size == graph.size
