"""The aspects of other programs: worked by hand, against smatchpp itself, and what is said where it is missing."""

import copy
from functools import partial

import pytest
from hypothesis import given

from smatchproof.conventions.amr_evaluation import (
    amr_evaluation_enhanced_parts,
    amr_evaluation_parts,
    scan,
    scan_enhanced,
)
from smatchproof.conventions.ancast_aspects import ancast_parts
from smatchproof.conventions.smatchpp_aspects import parts as smatchpp_parts
from smatchproof.conventions.triples import TripleGraph
from smatchproof.graphs.graph import Graph
from smatchproof.graphs.reading import parse_graph
from smatchproof.graphs.umr import parse_document
from smatchproof.problem.score import Counts
from smatchproof.scoring.pairs.fine_grained import program_aspects, program_fine_grained
from smatchproof.scoring.settings import FineGrained, ScoreSettings
from smatchproof.similarity.grading import matched_value
from tests import peers
from tests.docs.test_pages import page_files
from tests.strategies import graph_pairs, penman_graphs

WITHOUT_PACKAGES = [FineGrained.DAMONTE, FineGrained.DAMONTE_ENHANCED]


def words(part):
    return sorted(part.elements())


def triples(part):
    return sorted(part.written(triple) for triple in (*part.attributes, *part.relations))


def scored(left, right, how, **settings):
    return program_fine_grained(parse_graph(left), parse_graph(right), ScoreSettings(**settings), how)


# ---- amr-evaluation, by hand

BOYS = "(a / and :op1 (b / boy :polarity -) :op2 (c / boy :polarity -))"


def test_words_count_as_often_as_they_occur_or_once():
    one, other = BOYS, "(a / and :op1 (b / boy :polarity -))"
    repeated, once = (scored(one, other, how) for how in WITHOUT_PACKAGES)
    assert (repeated["concepts"], once["concepts"]) == (Counts(2, 2, 3, 2), Counts(2, 2, 2, 2))
    assert (repeated["negation"], once["negation"]) == (Counts(1, 1, 2, 1), Counts(1, 1, 1, 1))


def test_inverse_roles_are_turned_where_the_reader_turns_them():
    """The role of b comes before another one and is kept; scores turn it, and whole graphs do not."""
    text = "(a / act-01 :ARG0 (b / boy) :ARG1-of b :time (n / now) :part-of b)"
    assert [(*each,) for each in scan(parse_graph(text)).relations] == [
        ("ARG0", "a", "b"),
        ("ARG1-of", "a", "b"),
        ("time", "a", "n"),
        ("part", "b", "a"),
    ]
    original, variant = amr_evaluation_parts(parse_graph(text)), amr_evaluation_enhanced_parts(parse_graph(text))
    assert {"arg0(a, b)", "arg1(b, a)"} <= {*triples(original["semantic-roles"])}
    assert "arg1-of(a, b)" in triples(original["no-word-senses"])
    assert scan_enhanced(parse_graph(text)).relations[0] == ("ARG1-of", "a", "b")
    assert "arg1(b, a)" in triples(variant["semantic-roles"])
    assert triples(original["re-entrancies"]) == sorted(
        ["instance(a, act-01)", "instance(b, boy)", "arg1(b, a)", "part(b, a)", "top(b, boy)"]
    )
    assert variant["re-entrancies"].size == 0  # one role is left between a and b, and points at b


def test_an_inverse_role_of_a_constant():
    """Lost as the last of its variable. Elsewhere it has a constant for its source, which stops the program."""
    last, first = "(a / tall :polarity-of -)", "(a / tall :polarity-of - :quant 2)"
    assert [words(amr_evaluation_parts(parse_graph(text))["negation"]) for text in (last, first)] == [[], []]
    assert [len(scan(parse_graph(text)).attributes) for text in (last, first)] == [1, 3]


def test_parts_have_a_top_of_their_own_or_attributes_of_concepts():
    text = "(s / say-01 :mod (q / quick) :ARG0 (b / boy) :ARG1 5)"
    original, variant = amr_evaluation_parts(parse_graph(text)), amr_evaluation_enhanced_parts(parse_graph(text))
    common = ["arg0(s, b)", "instance(b, boy)", "instance(s, say-01)"]
    assert triples(original["semantic-roles"]) == sorted([*common, "arg1(s, 5)", "top(s, say-01)"])
    assert triples(variant["semantic-roles"]) == sorted([*common, "arg0(s, boy)"])


def test_unlabelled_has_no_direction_and_nothing_behind_a_colon():
    text = '(g / go-02 :ARG0-of (s / see-01) :time "10:30")'
    original, variant = amr_evaluation_parts(parse_graph(text)), amr_evaluation_enhanced_parts(parse_graph(text))
    assert triples(original["unlabelled"])[-3:] == ["label(g, 10:label)", "label(g, s)", "top(g, go-02)"]
    assert triples(variant["unlabelled"])[-3:] == ["label(g, 10:label_)", "label(s, g)", "top(g, go-02)"]


def test_senses():
    for concept, expected in [("go-02", "go-01"), ("mix-105", "mix-01"), ("1999-12-31", "1999-12-01"), ("boy", "boy")]:
        part = amr_evaluation_parts(parse_graph(f"(a / {concept})"))["no-word-senses"]
        assert triples(part)[0] == f"instance(a, {expected})"
    frames = amr_evaluation_enhanced_parts(parse_graph("(a / mix-105 :mod (b / go-02) :mod (c / go-02))"))
    assert (words(frames["frames"]), words(frames["non-sense-frames"])) == (["go-02"], ["go"])
    assert "instance\ta\tmix-105" not in frames["without-variables"]
    assert words(frames["without-variables"]) == ["TOP\tmix-105\tmix-105", "mod\tmix-105\tgo-02"]


@given(graph_pairs(3))
def test_optima_are_the_best_of_all_alignments(pair):
    left, right = map(parse_graph, pair)
    for how in WITHOUT_PACKAGES:
        chosen = program_aspects(how)
        parts, others = chosen.parts(left), chosen.parts(right)
        for name, counts in program_fine_grained(left, right, ScoreSettings(), how).items():
            one, other = parts[name], others[name]
            if not isinstance(one, TripleGraph):
                continue
            mappings = peers.one_to_one(len(one.variables), len(other.variables))
            values = [matched_value(one, other, mapping, chosen.duplicates) for mapping in mappings]
            assert counts.proved and counts.matched == max(values, default=0), (how, name)


# ---- smatchpp

RULE = ("associated_rel", "associated_concept_group", "subgraph_extraction_range", "add_parent", "add_predicates")
RULES = {
    "PLACE": dict(zip(RULE, ([":location"], "places", 1, 0, 1), strict=True)),
    "ASKED": dict(zip(RULE, ([], "questions", 0, 1, 0), strict=True)),
    "CONCEPT": dict(zip(RULE, ([":instance"], "", 0, 0, 0), strict=True)),
}
GROUPS = {"places": ["city"], "questions": ["amr-unknown"]}


@pytest.fixture
def made():
    """The program with aspects of our own: two places, and a frame that has whereabouts."""
    peers.require("smatchpp", "1.8.0")
    from smatchpp import graph_transforms, subgraph_extraction

    program = copy.copy(extractor())
    program.extractor = subgraph_extraction.BasicSubgraphExtractor(True, RULES, GROUPS)
    program.semantic_standardizer = graph_transforms.SyntacticEdgeRelabelingTransformer(
        {"stay-01": {":arg2": ":location"}}
    )
    return partial(smatchpp_parts, program)


def test_an_aspect_by_its_rule(made):
    assert tuple(made(Graph())) == ("PLACE", "ASKED", "CONCEPT", "REENTRANCIES")
    text = "(s / stay-01 :ARG1 (b / boy) :ARG2 (h / home :poss b) :time (n / now))"
    found = made(parse_graph(text))
    roles = [":location(s, h)", ":poss(h, b)"]  # the argument means a location; one relation below its target
    assert triples(found["PLACE"]) == sorted(
        [*roles, ":instance(s, stay-01)", ":instance(h, home)", ":instance(b, boy)"]
    )
    assert triples(found["REENTRANCIES"]) == sorted(
        [":arg1(s, b)", ":poss(h, b)", ":instance(s, stay-01)", ":instance(h, home)", ":instance(b, boy)"]
    )
    assert len(triples(found["CONCEPT"])) == 4


def test_groups_parents_and_predicates(made):
    found = made(parse_graph("(b / big :domain (c / city) :degree (a / amr-unknown))"))
    city = [":instance(c, city)", ":instance(b, big)", ":mod(c, b)", ":root(b, big)", ":degree(b, a)"]
    assert triples(found["PLACE"]) == sorted([*city, ":instance(a, amr-unknown)"])
    asked = [":degree(b, a)", ":mod(c, b)"]  # the question, and what points at its source
    named = [":instance(b, big)", ":instance(a, amr-unknown)", ":instance(c, city)"]
    assert triples(found["ASKED"]) == sorted(asked + named)
    lone = made(parse_graph("(z / and :op1 (c / city :ARG0-of (g / grow-01)))"))["PLACE"]
    assert ":arg0(g, c)" in triples(lone)


def extracted(text):
    """The program's own aspects of a graph: how many triples each has."""
    from smatchpp import data_helpers
    from smatchpp.formalism.amr import tools

    graph = tools.AMRStandardizer().standardize(data_helpers.PenmanReader().string2graph(text))
    return {name: len(part) for name, part in extractor().all_subgraphs_by_name(graph).items()}


def extractor(made=[]):  # noqa: B006 - it reads 8,000 frames
    from smatchpp.formalism.amr import tools

    return (made or made.append(tools.AMRSubgraphExtractor()) or made)[0]


@given(penman_graphs(5))
def test_as_many_triples_as_smatchpp_extracts(text):
    peers.require("smatchpp", "1.8.0")
    parts = program_aspects(FineGrained.SMATCHPP).parts(parse_graph(text))
    assert {name: part.size for name, part in parts.items()} == extracted(text)


SAMPLE = [
    ("(s / say-01 :ARG0 (c / city :quant 2) :ARG1 (g / go-02 :ARG0 c :polarity -))",
     "(s / say-01 :ARG0 (c / city) :ARG1 (g / go-01 :ARG1 c :polarity - :location (t / town)))"),
    ('(c / control-01 :ARG0 (p / person :name (n / name :op1 "Ann") :wiki -) :ARG2 (w / wheel :poss p))',
     '(c / control-01 :ARG0 (p / person :name (n / name :op1 "Bob")) :instrument (w / wheel :poss p))'),
    ("(a / amr-unknown :cause-of (d / die-01 :ARG1 (h / he)) :time (d2 / date-entity :year 5))",
     "(d / die-01 :ARG1 (h / he) :ARG1-of (c / cause-01 :ARG0 (a / amr-unknown)) :time (n / now))"),
]  # fmt: skip


@pytest.mark.parametrize(("left", "right"), SAMPLE)
def test_the_counts_are_those_of_smatchpp(left, right):
    peers.require("smatchpp", "1.8.0")
    from smatchpp import Smatchpp, solvers
    from smatchpp.formalism.amr import tools

    program = Smatchpp(
        alignmentsolver=solvers.get_solver("hillclimber"),  # its integer program takes seconds to load
        graph_standardizer=tools.AMRStandardizer(),
        subgraph_extractor=extractor(),
        score_dimension="all-multialign",
        printer=object(),  # its own one loads scipy.stats
    )
    runs = [program.process_pair(left, right)[0] for _ in range(5)]
    ours = scored(left, right, FineGrained.SMATCHPP)
    assert list(ours) == list(runs[0])
    for name, (_, _, left_triples, right_triples) in runs[0].items():
        best = max(run[name][0] for run in runs)
        assert ours[name] == Counts(best, best, left_triples, right_triples), name


# ---- AnCast, by hand


def test_a_relation_is_one_half_for_each_equal_concept():
    one, other = "(s1g / go-02 :ARG0 (s1b / boy) :polarity -)", "(s1g / go-01 :ARG0 (s1b / boy) :polarity -)"
    found = scored(one, other, FineGrained.ANCAST)
    assert found["labelled-relations"] == Counts(2, 2, 4, 4)  # boy, and the constant
    assert found["modal"] == Counts(0, 0, 0, 0)


def test_relations_between_the_same_ends_count_as_often_on_both_sides_without_their_labels():
    one, other = (f"(a / x {roles})" for roles in (":r 1 :q 2", ":p 1 :o 1 :n 2"))
    found = scored(one, other, FineGrained.ANCAST)
    assert found["labelled-relations"] == Counts(0, 0, 4, 6)
    assert found["unlabelled-relations"] == Counts(4, 4, 4, 6)


def test_the_document_level_is_no_part_of_the_relations():
    parts = ancast_parts(parse_document(page_files()["gold.umr"].encode()))
    assert {name: part.size for name, part in parts.items()} == {
        "labelled-relations": 44, "unlabelled-relations": 44, "temporal": 3, "modal": 4, "coreference": 2,
    }  # fmt: skip
