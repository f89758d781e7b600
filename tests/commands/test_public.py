"""The promises of the public interface."""

import importlib
import pkgutil
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

import pytest

import smatchproof
from smatchproof import score_strings
from smatchproof.conventions.conventions import convention
from smatchproof.conventions.triples import matched_triples
from smatchproof.graphs.reading import parse_graph
from smatchproof.problem.score import Counts

# ---- packages


@pytest.mark.parametrize("package", ["smatchproof.exact", "smatchproof"])
def test_all_is_what_a_package_makes_public(package):
    module = importlib.import_module(package)
    submodules = {name for _, name, _ in pkgutil.iter_modules(module.__path__)}
    public = {
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and not (isinstance(value, ModuleType) and name in submodules)
    }
    assert public - {"TYPE_CHECKING"} <= set(module.__all__)
    assert not [name for name in module.__all__ if not hasattr(module, name)]  # some are loaded on demand
    assert len(module.__all__) == len(set(module.__all__))


def test_all_names_of_the_top_package():
    assert smatchproof.__all__ == [
        *("Backbone", "CorpusResult", "Counts", "Duplicates", "Graph", "GraphBuilder", "GraphPair", "PairScore"),
        *("SmatchproofError", "SolveParams", "Top", "__version__", "backbone", "best_match", "compare", "errors"),
        *("explain", "graph_edit_distance", "integer_program", "interval", "maximum_common_subgraph"),
        *("optimal_edit_path", "parse_graph", "score_corpus", "score_files", "score_graphs", "score_strings"),
        *("solution_of", "subgraph_isomorphism", "verify", "write_graph"),
    ]  # fmt: skip
    assert smatchproof.__version__ == version("smatchproof")


def test_the_package_tells_type_checkers_that_it_is_typed():
    assert Path(smatchproof.__file__).with_name("py.typed").is_file()


# ---- the example of Cai & Knight 2013, Section 2

WANT_GO = "(a / want-01 :ARG0 (b / boy) :ARG1 (c / go-01 :ARG0 b))"
FOOTBALL = "(x / want-01 :ARG0 (y / boy) :ARG1 (z / football))"
ALIGNMENTS = [
    # x, y and z are aligned with; M, P, R, F as in the paper's table
    ("abc", 4, 4 / 6, 4 / 5, 0.73),
    ("acb", 1, 1 / 6, 1 / 5, 0.18),
    ("bac", 0, 0 / 6, 0 / 5, 0.00),
    ("bca", 0, 0 / 6, 0 / 5, 0.00),
    ("cab", 0, 0 / 6, 0 / 5, 0.00),
    ("cba", 2, 2 / 6, 2 / 5, 0.36),
]


@pytest.mark.parametrize(("partners", "matched", "precision", "recall", "f1"), ALIGNMENTS)
def test_the_papers_table(partners, matched, precision, recall, f1):
    rule = convention("paper")
    left, right = (rule.triples(parse_graph(text)) for text in (WANT_GO, FOOTBALL))
    counts = matched_triples(left, right, [partners.index(variable) for variable in "abc"], rule.duplicates)
    assert sum(counts.values()) == matched
    assert (left.size, right.size) == (6, 5)
    score = Counts(matched, 4, left.size, right.size).score
    assert score == pytest.approx((precision, recall, f1), abs=0.005)
    assert score[:2] == pytest.approx((precision, recall))


# ---- functions


def test_an_option_that_there_is_not_is_named():
    with pytest.raises(TypeError, match=r"unknown option 'convetion'; .*did you mean convention"):
        score_strings(WANT_GO, FOOTBALL, convetion="paper")


def test_a_seed_is_that_of_the_method(tmp_path):
    """As that of the commands: of a function of the user and, in `compare`, of the tests, too."""
    seeds = []

    def seen(problem, params):
        seeds.append(params.seed)
        return [None] * problem.left_size

    score_strings(WANT_GO, FOOTBALL, method=seen, seed=7)
    score_strings(WANT_GO, FOOTBALL, method=seen)
    for name, text in (("a.amr", WANT_GO), ("b.amr", FOOTBALL)):
        (tmp_path / name).write_text(f"{text}\n")
    systems = [tmp_path / "a.amr", tmp_path / "b.amr"]
    found = smatchproof.compare(systems[1], systems, method=seen, seed=5, samples=9, metrics=["smatch", "sembleu"])
    assert found.rows() and {*seeds} == {7, 0, 5}
    for seed in (-1, "7", 1.5, 2**31, 1.0, True, None):
        with pytest.raises(smatchproof.SmatchproofError, match="cannot be; give a whole number from 0 to"):
            score_strings(WANT_GO, FOOTBALL, seed=seed)


def test_a_table_of_similarities_is_asked_in_all_functions_or_refused(tmp_path):
    """By metrics that do not grade it is refused, and not left out in silence."""
    table, files = tmp_path / "t.tsv", [tmp_path / "left.amr", tmp_path / "right.amr"]
    table.write_text("go-01\tfootball\t0.5\n")
    for file, text in zip(files, (WANT_GO, FOOTBALL), strict=True):
        file.write_text(f"{text}\n")
    alone = score_strings(WANT_GO, FOOTBALL, similarity=table).f1
    assert score_strings(WANT_GO, FOOTBALL).f1 < alone == smatchproof.score_files(*files, similarity=str(table)).f1
    systems = {"reference": files[1], "systems": [files[0]], "similarity": table, "samples": 9}
    for metrics in ([], ["s2match"]):
        [row] = smatchproof.compare(**systems, metrics=metrics).rows()
        assert metrics or row["score"] == alone
    for call in (
        lambda: smatchproof.score_files(*files, metric="smatch", similarity=table),
        lambda: smatchproof.compare(**systems, metrics=["sembleu"]),
    ):
        with pytest.raises(smatchproof.SmatchproofError, match="--similarities is for graded-smatch"):
            call()


def test_an_error_in_a_string_says_in_which():
    with pytest.raises(smatchproof.SmatchproofError, match=r"^left:1:8: the graph ends"):
        score_strings("(c / ca", "(d / dog)")
    with pytest.raises(smatchproof.SmatchproofError, match=r"^right:2:1: a second graph begins here"):
        score_strings("(c / cat)", "(d / dog)\n(e / eel)")
