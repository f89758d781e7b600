"""The conventions: what each makes of a graph, its settings, what it reports, and what cannot matter to it."""

from collections import Counter

import pytest
from hypothesis import given, strategies as st

from smatchproof.conventions.conventions import CONVENTIONS, Convention, Top, convention
from smatchproof.conventions.dereification import _REIFICATIONS
from smatchproof.conventions.triples import Change, Duplicates, Relation, TripleGraph
from smatchproof.graphs.graph import Graph
from smatchproof.graphs.reading import parse_graph
from smatchproof.problem.score import Counts
from smatchproof.scoring.metrics.smatch import score_pair
from smatchproof.scoring.settings import ScoreSettings
from tests import peers
from tests.strategies import Sketch, graph_pairs, penman_graphs, sketches
from tests.tables import tables

TABLES = tables(__file__)

SUITE = "amr-metric-suite"
each_convention = pytest.mark.parametrize("name", CONVENTIONS)
each_but_the_suite = pytest.mark.parametrize("name", [name for name in CONVENTIONS if name != SUITE])


def triples(text: str, rule: Convention | str) -> list[str]:
    """Every triple of a graph but the instances, in the notation of the paper."""
    graph = (convention(rule) if isinstance(rule, str) else rule).triples(parse_graph(text))
    others = [triple for triple in (*graph.attributes, *graph.relations) if triple[0] != "instance"]
    return sorted(graph.written(triple) for triple in others)


def instances(text: str, rule: str) -> list[str]:
    graph = convention(rule).triples(parse_graph(text))
    return [graph.written(triple) for triple in graph.attributes if triple.kind == "instance"]


def scored(left: str, right: str, rule: Convention) -> Counts:
    """The counts of two graphs: solved, recounted, proved."""
    counts = score_pair(parse_graph(left), parse_graph(right), ScoreSettings(rule, "brute-force")).counts
    assert counts.proved
    return counts


# ---- what each makes of one graph

ONE_GRAPH = """(a / Boy~e.1
                  :ARG0-of~e.2 (b / have-mod-91 :ARG2 -)
                  :consist-of (c / x :ARG1-of-of a :domain b :mod 5)
                  :op1 "New York" :op1 "New York" :time-of 5)"""

TRIPLES = TABLES["one_graph"]


@pytest.mark.parametrize(("name", "expected"), TRIPLES.items(), ids=TRIPLES)
def test_one_graph_under_each_convention(name: str, expected: str) -> None:
    assert triples(ONE_GRAPH, name) == sorted(part.strip() + ")" for part in expected.split(")") if part.strip())


@pytest.mark.parametrize("name", TRIPLES)
def test_concepts(name: str) -> None:
    concept = {"smatch": "boy", "paper": "Boy", "smatchpp-plain": "Boy~e.1"}.get(name, "boy~e.1")
    assert instances(ONE_GRAPH, name) == [f"instance(a, {concept})", "instance(b, have-mod-91)", "instance(c, x)"]


@each_convention
def test_the_empty_graph_has_no_triples(name: str) -> None:
    assert convention(name).triples(Graph()) == TripleGraph()


# ---- details of smatch


@pytest.mark.parametrize(("written", "expected"), TABLES["smatch_edges"], ids=lambda part: part)
def test_smatch_edges(written: str, expected: str) -> None:
    assert triples(f"(a / x {written} :op9 (b / y))", "smatch") == sorted(["TOP(a, top)", "op9(a, b)", expected])


def test_smatch_1_0_4_takes_underscores_off_at_the_end_alone() -> None:
    assert "_arg1(a, b)" in triples("(a / x :_ARG1_ (b / y))", "smatch-1.0.4")


# ---- the settings


@pytest.mark.parametrize(
    ("name", "const", "concept"),
    [
        ("smatch", "TOP(c, top)", "TOP(c, cat)"),
        ("smatch-1.0.4", "top(c, top)", "top(c, cat)"),
        ("smatchpp-amr", "root(c, root_of_graph)", "root(c, cat)"),
        ("smatchpp-generic", "root(c, root_of_graph)", "root(c, cat)"),
        ("smatchpp-plain", "root(c, root_of_graph)", "root(c, cat)"),
        ("paper", "TOP(c, top)", "TOP(c, cat)"),
    ],
)
def test_top(name: str, const: str, concept: str) -> None:
    tops = {Top.CONST: [const], Top.CONCEPT: [concept], Top.NONE: []}
    assert {top: triples("(c / cat)", convention(name, top=top)) for top in Top} == tops
    # cat against dog: 50, 0 or 0; cat against cat: all
    against = {top: scored("(c / cat)", "(d / dog)", convention(name, top=top)) for top in Top}
    assert against == {"const": (1, 1, 2, 2), "concept": (0, 0, 2, 2), "none": (0, 0, 1, 1)}


@pytest.mark.parametrize(
    ("duplicates", "expected"),
    [
        # copies left and right: of polarity(a, -) 3 and 2, of ARG0(a, b) 1 and 2, of ARG1(a, a) 2 and 2
        ("set", Counts(3, 3, 3, 3)),
        ("multiset", Counts(2 + 1 + 2, 2 + 1 + 2, 3 + 1 + 2, 2 + 2 + 2)),
        ("product", Counts(6 + 2 + 4, 6 + 2 + 4, 3 + 1 + 2, 2 + 2 + 2)),
    ],
)
@each_but_the_suite
def test_duplicates(name: str, duplicates: str, expected: Counts) -> None:
    left = "(a / x :polarity - :polarity - :polarity - :ARG0 (b / y) :ARG1 a :ARG1 a)"
    right = "(a / x :polarity - :polarity - :ARG0 (b / y) :ARG0 b :ARG1 a :ARG1 a)"
    rule = convention(name, top="none", duplicates=duplicates)
    assert scored(left, right, rule) == expected.plus(Counts(2, 2, 2, 2))  # and the two instances


@pytest.mark.parametrize(("text", "expected"), TABLES["suite"])
def test_triples_of_the_suite(text: str, expected: list[str]) -> None:
    concept = instances(text, SUITE)[0].removeprefix("instance(a, ")[:-1]
    assert triples(text, SUITE) == sorted([*expected, f"top(a, {concept})"])


# ---- what is reported


@pytest.mark.parametrize(("name", "text", "expected"), TABLES["changes"])
def test_changes(name: str, text: str, expected: list[tuple[str, int]]) -> None:
    assert convention(name).triples(parse_graph(text)).changes == tuple(Change(*change) for change in expected)


@pytest.mark.parametrize("name", ["smatch", "smatch-1.0.4", "paper"])
@given(text=penman_graphs())
def test_changes_account_for_every_written_triple(name: str, text: str) -> None:
    graph = parse_graph(text)
    result = convention(name, top="none").triples(graph)
    fewer = ("duplicate triple counted once", "inverted role of a constant lost, as in smatch 1.0.4")
    gone = sum(change.triples for change in result.changes if change.reason in fewer)
    assert result.size + gone == len(graph.variables) + len(graph.edges)


# ---- dereification in smatchpp-amr

REIFICATIONS = [[role, concept, *ends] for concept, (role, *ends) in _REIFICATIONS.items()]
each_rule = pytest.mark.parametrize(("role", "concept", "source", "target"), REIFICATIONS)


@each_rule
def test_each_reification(role: str, concept: str, source: str, target: str) -> None:
    rule = convention("smatchpp-amr", top="none")
    below_source = f"(a / x :{source.upper()}-of (r / {concept} :{target.upper()} (b / y)))"
    below_target = f"(b / y :{target.upper()}-of (r / {concept} :{source.upper()} (a / x)))"
    assert triples(below_source, rule) == triples(below_target, rule) == [f"{role}(a, b)"]
    assert triples(f"(a / x :{source}-of (r / {concept} :{target} -))", rule) == [f"{role}(a, -)"]
    assert triples(f"(a / x :{target}-of (r / {concept} :{source} -))", rule) == [f"{role}-of(a, -)"]


def test_the_rules_are_those_of_smatchpp() -> None:
    peers.require("smatchpp", "1.8.0")
    from smatchpp.formalism.amr.tools import read_amr_reify_table

    table = read_amr_reify_table(lower=True).items()
    assert sorted([part.strip(":") for part in (role, *rule)] for role, rule in table) == sorted(REIFICATIONS)


@pytest.mark.parametrize(("why", "text"), TABLES["not_collapsed"])
def test_what_is_not_dereified(why: str, text: str) -> None:
    graph = convention("smatchpp-amr").triples(parse_graph(text))
    assert "r" in graph.variables
    assert graph.changes == ()


# ---- what cannot matter


def by_number(text: str, names: list[str], rule: Convention) -> Counter[tuple[object, ...]]:
    """The triples of a graph, each as often as it counts, with variables by their numbers in the sketch."""
    graph = rule.triples(parse_graph(text))
    numbers = [names.index(variable) for variable in graph.variables]
    attributes = [triple._replace(variable=numbers[triple.variable]) for triple in graph.attributes]
    relations = [Relation(role, numbers[source], numbers[target]) for role, source, target in graph.relations]
    return Counter([*attributes, *relations])


@st.composite
def written_twice(draw: st.DrawFn) -> tuple[Sketch, list[str], list[str], list[int]]:
    """A graph, two ways to name its variables, and another order of its branches."""
    sketch = draw(sketches())
    names = [f"v{number}" for number in range(8)]
    first, second = draw(st.permutations(names)), draw(st.permutations(names))
    return sketch, first, second, draw(st.permutations(range(len(sketch.branches()))))


@each_but_the_suite
@given(case=written_twice())
def test_names_and_order_do_not_matter(name: str, case: tuple[Sketch, list[str], list[str], list[int]]) -> None:
    sketch, names, others, order = case
    rule = convention(name)
    assert by_number(sketch.penman(names), names, rule) == by_number(sketch.penman(others, order), others, rule)


@each_convention
@given(pair=graph_pairs(3))
def test_a_score_is_symmetrical_and_reaches_no_more_than_the_smaller_graph(name: str, pair: tuple[str, str]) -> None:
    left, right = pair
    rule = convention(name)
    counts = scored(left, right, rule)
    assert scored(right, left, rule) == (*counts[:2], counts.right_triples, counts.left_triples)
    if rule.duplicates is not Duplicates.PRODUCT:
        assert counts.matched <= min(counts.left_triples, counts.right_triples)


@each_convention
@given(text=penman_graphs(3))
def test_a_graph_matches_itself(name: str, text: str) -> None:
    counts = scored(text, text, convention(name))
    if convention(name).duplicates is Duplicates.PRODUCT:
        assert counts.matched >= counts.left_triples
    else:
        assert counts.score.f1 == 1.0


# ---- random pairs: the same triples, the same value of every alignment as in the real programs


@given(pair=graph_pairs(3))
def test_random_pairs_count_as_in_smatch_1_0_4(pair: tuple[str, str]) -> None:
    counts = scored(*pair, convention("smatch-1.0.4"))
    theirs = peers.smatch(*pair)
    assert (theirs.left, theirs.right) == (counts.left_triples, counts.right_triples)
    assert theirs.matched <= counts.matched == peers.smatch_optimum(*pair)


@pytest.mark.parametrize("name", peers.GRAPH_TYPES)
@given(pair=graph_pairs(3))
def test_random_pairs_count_as_in_smatchpp(name: str, pair: tuple[str, str]) -> None:
    counts = scored(*pair, convention(name))
    theirs = peers.smatchpp_optimum(*pair, peers.GRAPH_TYPES[name])
    assert theirs == (counts.matched, counts.left_triples, counts.right_triples)


ODD_ROLES = ["mod-of-of", "domain-of-of", "domain-of-of-of", "MOD-OF", "DOMAIN", "-of", "prep-out-of", "ARG1~e.1"]
ODD_TARGETS = [
    *("b", '"b"', '"b c"', '""', '" b"', '"b "', '"a  b"', '"(:/~)"', '"it\'s"', "b_", '"b_"'),
    *('"-"', "-~e.2", "B"),
]
ODD = [f"(a / x :{role} (b / y))" for role in ("domain", "mod", "ARG1", "-", *ODD_ROLES)]
ODD += [f"(a / {concept})" for concept in ("NewYork", '"New York"', '"New  York"', '"New_York_"', "new~e.1")]
ODD += [f"(a / x :{role} {target} :ARG0 (b / y))" for role in ("op1", "op1-of") for target in ODD_TARGETS]


@pytest.mark.parametrize("left", ODD)
def test_odd_roles_and_targets_count_as_in_the_real_programs(left: str) -> None:
    for right in [left, "(a / newyork)", *ODD[::9]]:
        found = {name: scored(left, right, convention(name)) for name in CONVENTIONS}
        assert found["smatch-1.0.4"].matched == peers.smatch_optimum(left, right)
        for name, kind in peers.GRAPH_TYPES.items():
            counts = found[name]
            assert (counts.matched, *counts[2:]) == peers.smatchpp_optimum(left, right, kind)
