"""The papers' numbers: our copy of the cells against the data; numbers that need no corpus, to the digit or rule."""

import itertools
import json
import math
import tomllib
from collections import defaultdict
from importlib import resources

import pytest

from smatchproof.graphs.building import GraphBuilder
from smatchproof.graphs.corpus import Corpus, check_pairing, pair_blocks
from smatchproof.graphs.reading import parse_graph
from smatchproof.lab.audits.correlation import correlation, read_human
from smatchproof.lab.audits.principles import symmetry
from smatchproof.lab.audits.probes import tree
from smatchproof.lab.audits.published import DEGREES, MEASURED, error_hits, paper_rows
from smatchproof.lab.experiments.tables import DOCUMENT_SCORES, published_accuracies
from smatchproof.scoring.metrics import metric
from smatchproof.scoring.metrics.sembleu import sembleu_counts
from smatchproof.scoring.settings import ScoreSettings
from smatchproof.similarity.grading import Grading
from smatchproof.similarity.similarity import TableSimilarity


@pytest.fixture(scope="module")
def rows():
    return {(row.table.partition(":")[0], row.name): row for row in paper_rows()}


# ---- no cell is missing


def read(shared_data, name):
    path = shared_data / "papers" / name
    if not path.exists():
        pytest.skip(f"{path} is not on this machine")
    return json.loads(path.read_text())


def numbers(found):
    """The numbers of a part of the data or of ours, one after the other, without those that are labels."""
    if isinstance(found, dict):
        return [number for key, part in found.items() if key != "restarts" for number in numbers(part)]
    if isinstance(found, list):
        return [number for part in found for number in numbers(part)]
    return [found] if isinstance(found, int | float) else []


def test_every_number_of_opitz_et_al_is_ours_in_its_place(shared_data, rows):
    """Row by row; the columns of Table 9 are rows of ours, and the example of Table 4 is a sentence in the data."""
    data, ours = read(shared_data, "opitz2020.json"), defaultdict(list)
    for (table, _), row in rows.items():
        ours[table.lower().replace(" ", "")] += numbers(row.paper)
    theirs = {table: numbers(part) for table, part in data.items() if table in ours}
    assert sorted(ours.pop("table9")) == sorted(theirs.pop("table9")) and ours.pop("table4") == [9, 18]
    assert theirs.pop("table4") == [] and ours == theirs and sum(map(len, ours.values())) > 150
    words = {name: [*row.paper.values()] for (table, name), row in rows.items() if table == "Table 10"}
    assert words == {name: data["table10"][name] for name in words}


def test_every_cell_of_cai_and_knight_is_ours(shared_data):
    data = read(shared_data, "cai2013.json")
    table = {pair: methods for pair, methods in data["table1"].items() if pair != "what"}
    assert table == DOCUMENT_SCORES
    found = published_accuracies()
    assert {row.method: row.printed for row in found} == data["table2"]["accuracy_percent"]
    assert {row.method: row.seconds for row in found} == data["table2"]["seconds"]


def test_accuracies_that_follow_from_table_1():
    found = {row.method: (row.right, row.documents) for row in published_accuracies()}
    right = {"Base": 10, "ILP": 50, "R": 33, "10R": 50, "S": 46, "S+4R": 50, "S+9R": 50}
    assert found == {method: (number, 50) for method, number in right.items()}


def test_a_row_has_ours_or_a_reason(rows):
    assert len(rows) == 78
    without = {place for place, row in rows.items() if not row.ours}
    assert without == {
        *(("Table 2", name) for name in ("worst", "average")),
        *(("Table 6", name) for name in ("pair 4", "pair 5", "agreement", "judged_percent")),
        *(("Figure 8", name) for name in ("SM", "S2M")),
        ("Figure 10", "human"),
        *(("Figure 11", name) for name in ("SM a JAMR", "S2M a JAMR", "b SM", "b S2M")),
    }
    for place, row in rows.items():
        assert place not in without or row.why.startswith(("not measured", "the ", "our copy", "as SM")), row
        for cells in row.ours.values():
            assert cells and all(isinstance(value, str) or math.isfinite(value) for value in cells.values()), row


def test_what_is_measured_has_rows_in_the_paper_and_a_reason_where_it_reverses_an_order(rows):
    measured = tomllib.loads(resources.files("smatchproof.lab.audits").joinpath(MEASURED).read_text())
    places = {(f"Table {table.removeprefix('table')}", name) for table, found in measured.items() for name in found}
    assert places <= rows.keys() and len(places) == 49
    compared = {place: row for place, row in rows.items() if row.compared}
    assert all(row.because for row in compared.values() if row.reversed)
    assert not any(row.because for row in compared.values() if not row.reversed)
    svr = rows["Table 1", "svr_SB"]
    assert (svr.compared, svr.reversed) == (8, ())  # of seven corpora and the average
    assert rows["Table 3", "corpus"].compared == sum(
        one != other
        for cells in rows["Table 3", "corpus"].ours.values()
        for one, other in itertools.combinations(cells.values(), 2)
    )
    row = rows["Table 7", "STS pearson"]
    assert row.paper["SM"] == row.paper["S2M"] and row.compared == 2
    cells = row.ours["STS dev"]
    assert row.reversed == (f"STS dev: SB = {cells['SB']:g} > S2M = {cells['S2M']:g}",)


def test_the_paper_has_the_orders_that_are_asked_of_ours():
    data = tomllib.loads(resources.files("smatchproof.lab.audits").joinpath("opitz2020.toml").read_text())
    asked = [
        (table["cells"][low], table["cells"][high]) for table in data.values() for low, high in table.get("orders", ())
    ]
    assert len(asked) == 8
    for low, high in asked:
        pairs = zip(low, high, strict=True) if isinstance(low, list) else [(low, high)]
        assert all(one < other for one, other in pairs)


def test_what_was_measured_on_sick_is_measured_again(shared_data, rows):
    folder = shared_data / "bamboo" / "sick"
    smatch, sembleu = metric("bamboo-smatch"), metric("sembleu", commit="530bc05")
    with Corpus(folder / "main/src.dev.amr") as left, Corpus(folder / "main/tgt.dev.amr") as right:
        total, places = check_pairing(left, right)
        pairs = [(one.parse(), other.parse()) for one, other in pair_blocks(left, right, places)]
    forward, backward = ([sembleu.score(*pair[::step]).value for pair in pairs] for step in (1, -1))
    found = symmetry(forward, backward)
    for name, value in (("svr_SB", found.share), ("msv_SB", found.mean)):
        assert rows["Table 1", name].ours["SICK"][""] == pytest.approx(100 * value, rel=5e-3)
    human = read_human(folder / "dev.y", total)
    agreement = {
        "SB": correlation(forward, human),
        "SM": correlation([smatch.score(*pair).value for pair in pairs], human),
    }
    for part in ("rmse", "rmse_quantiles", "pearson", "spearman"):
        ours = rows["Table 7", f"SICK {part}"].ours["SICK dev"]
        for key, each in agreement.items():
            assert ours[key] == pytest.approx(getattr(each, part), rel=5e-3)


# ---- what needs no corpus


A, B = (
    "(a / and :op1 (h / heat-01 :ARG1 (t / thing) :loc (b / between :op1 (w / we)) :degree (s / so))"
    " :op2 (k / know-01 :polarity - :ARG0 (i / i) :ARG1 (t2 / thing :ARG1-of (d / do-02))))",
    "(k7 / know-01 :polarity - :ARG0 (i / i :ARG0-of (d9 / do-02 :ARG1 t8)) :ARG1 (t0 / thing"
    " :ARG1-of (h2 / heat-01 :degree (s1 / so) :loc (b3 / between :op1 (w4 / we)))) :ARG1 (t8 / thing))",
)
"""The graphs of Figure 3, with the negation that Smatch shows to be in B."""


def test_smatch_of_figure_3(rows):
    score = metric("bamboo-smatch").score(parse_graph(A), parse_graph(B))
    assert (score.matched, score.left_triples + score.right_triples, score.proved) == (17, 41, True)
    for order in ("A,B", "B,A"):
        row = rows["Figure 3", f"SM({order})"]
        assert row.ours == {"bamboo-smatch": {"": 0.8}, "bamboo-smatch (B with :polarity -)": {"": 0.8293}}
        assert round(34 / 41, 3) == row.paper[""]


def test_sembleu_of_figure_3_is_that_of_commit_9cd9aea(rows):
    """It turns edges round and keeps -of in their roles: with roles in "--of" today's program has roles in "-"."""
    found = {}
    for key, texts in (("SB(A,B)", (A, B)), ("SB(B,A)", (B, A))):
        counts = sembleu_counts(*(parse_graph(text.replace("-of", "--of")) for text in texts))
        logarithms = [math.log(each) for each in counts.smoothed_precisions]
        weighted = sum(weight * each for weight, each in zip((0.34, 0.33, 0.34), logarithms, strict=True))
        found[key] = counts.brevity_penalty * math.exp(weighted), counts.score
        assert all(f"{value:.5f}"[1:] in rows["Figure 3", key].why for value in found[key])
    assert found["SB(A,B)"] == pytest.approx((0.4220686216355269, 0.42712354108791883), abs=1e-12)
    assert found["SB(B,A)"] == pytest.approx((0.803665247092256, 0.8022979688200862), abs=1e-12)
    paper = [rows["Figure 3", key].paper[""] for key in found]
    assert paper == [round(found["SB(A,B)"][0], 3), math.floor(1000 * found["SB(B,A)"][0]) / 1000]


@pytest.mark.parametrize(("similarity", "printed"), [(0.85, "0.73"), (0.881, "0.74"), (0.959, "0.74"), (0.97, "0.75")])
def test_s2match_of_figure_10_by_the_similarity_of_it_and_this(similarity, printed):
    graphs = [
        parse_graph("(g2 / good-02 :ARG1 (i3 / idea :domain (t0 / this)) :polarity -)"),
        parse_graph("(c0 / contrast-01 :ARG2 (i4 / idea :domain (it / it) :ARG1-of (g3 / good-02 :polarity -)))"),
    ]
    grading = Grading(TableSimilarity({("it", "this"): similarity}, name="given"))
    score = metric("s2match", ScoreSettings(), grading).score(*graphs).value
    assert score == pytest.approx((5 + similarity) / 8) and f"{score:.2f}" == printed


FORMULAS = {
    "d leaves": (lambda d: 3 * d, lambda d: d),
    "root": (lambda d: d * d + d + 1, lambda d: d),
    "branching node": (lambda d: d * d + 2 * d + 3, lambda d: d + 1),
}


@pytest.mark.parametrize("degree", DEGREES)
def test_table_4_counts_what_footnote_9_says(degree):
    assert error_hits(degree) == {place: tuple(each(degree) for each in both) for place, both in FORMULAS.items()}


@pytest.mark.parametrize("degree", [2, 3])
def test_smatch_loses_the_relations_at_a_node_whose_roles_are_wrong(degree):
    """The optimum misses as many triples as Table 4 says, and one where only the concept is wrong."""
    firsts = [sum(degree**above for above in range(level)) for level in range(5)]
    size = firsts[4] + degree**4
    right = tree(degree, list(range(size)))
    for place, wrong in (
        ("d leaves", range(firsts[4], firsts[4] + degree)),
        ("root", (0,)),
        ("branching node", (firsts[2],)),
    ):
        builder = GraphBuilder()
        for node in range(size):
            builder.variable(f"n{node}", f"c{node}")
            if node:
                above = (node - 1) // degree
                role = "wrong" if node in wrong or above in wrong else "op"
                builder.relation(f"{role}{node}", f"n{above}", f"n{node}")
        score = metric("smatch").score(builder.build(), right)
        assert score.proved and score.right_triples - score.matched == FORMULAS[place][1](degree)
    other = metric("smatch").score(tree(degree, [size, *range(1, size)]), right)
    assert other.proved and other.right_triples - other.matched == 1
