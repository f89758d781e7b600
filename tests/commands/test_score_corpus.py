"""`score_corpus`: the same numbers as for files, from strings and graphs; nothing is left behind."""

import penman
import pytest
from penman.models.amr import model

from smatchproof import (
    Graph,
    SmatchproofError,
    backbone,
    compare,
    errors,
    explain,
    parse_graph,
    score_corpus,
    score_files,
    score_graphs,
    score_strings,
)
from smatchproof.graphs.corpus import Corpus
from smatchproof.graphs.graph import Edge

CAT, DOG = "(c / cat :mod (b / big))", "# ::id d\n(d / dog :mod (b / big))"


@pytest.fixture(scope="module")
def texts(samples):
    """The sample annotations as strings."""
    sides = []
    for name in ("annotator-a.amr", "annotator-b.amr"):
        with Corpus(samples / name) as corpus:
            sides.append([block.text.decode() for block in corpus.blocks()])
    return sides


@pytest.mark.parametrize("jobs", [1, 2])
def test_strings_score_as_files_do(samples, texts, jobs):
    expected = score_files(samples / "annotator-a.amr", samples / "annotator-b.amr")
    found = score_corpus(*texts, jobs=jobs)
    assert (found.corpus, found.signature) == (expected.corpus, expected.signature)
    assert [(pair.id, pair.counts, pair.alignment) for pair in found.pairs] == [
        (pair.id, pair.counts, pair.alignment) for pair in expected.pairs
    ]


@pytest.mark.parametrize("jobs", [1, 2])
def test_graphs_of_all_kinds_score_alike(texts, jobs):
    lefts, rights = (side[:6] for side in texts)
    kinds = [str, parse_graph, penman.decode]
    mixed = (
        [kinds[at % 3](text) for at, text in enumerate(lefts)],
        [kinds[at // 2](text) for at, text in enumerate(rights)],
    )
    assert score_corpus(*mixed, jobs=jobs).corpus == score_corpus(lefts, rights).corpus
    assert score_corpus(iter(mixed[0]), iter(mixed[1]), jobs=jobs).corpus.pairs == 6
    assert score_graphs(penman.decode(CAT), CAT).counts.score.f1 == 1


@pytest.mark.parametrize(
    "text",
    [
        "(g / gold :consist-of-of (r / ring))",
        "(r / ring :consist-of (g / gold :mod-of (q / quite)))",
        "(a / act :prep-on-behalf-of-of (p / person :ARG0-of a))",
    ],
)
def test_graphs_of_penman_have_the_converses_of_amr(text):
    for graph in (penman.decode(text, model=model), penman.Graph(penman.decode(text, model=model).triples)):
        graph.top = text[1]
        assert score_graphs(graph, text).counts.score.f1 == 1


@pytest.mark.parametrize(
    "parts",
    [
        (("a", "b"), ("x", "y"), (Edge(-1, "r", "a"),)),
        (("a", "b"), ("x", "y"), (Edge(2, "r", "a"),)),
        (("a", "b"), ("x",)),
        (("a", "a"), ("x", "y")),
    ],
)
def test_a_graph_whose_parts_do_not_fit_is_refused_before_compiled_code_has_it(parts):
    for score in (score_graphs, explain, backbone, lambda *pair: score_corpus(*([graph] for graph in pair))):
        for pair in ((CAT, Graph(*parts)), (Graph(*parts), CAT)):
            with pytest.raises(SmatchproofError, match="use GraphBuilder"):
                score(*pair)


@pytest.mark.parametrize(
    ("lefts", "rights", "error", "words"),
    [
        (CAT, [CAT], TypeError, "lefts is of type str; expected a list of graphs, or files by score_files"),
        ([CAT], penman.decode(CAT), TypeError, "rights is of type Graph; expected a list of graphs"),
        (3, [CAT], TypeError, "lefts is of type int"),
        ([CAT, 3], [CAT, CAT], TypeError, "left 2 is of type int; expected a string in PENMAN notation, a smatchproof"),
        ([CAT], [["a"]], TypeError, "right 1 is of type list"),
        ([CAT], [CAT, CAT], SmatchproofError, "1 graph in lefts, 2 in rights"),
        (iter([CAT]), [CAT, CAT], SmatchproofError, "more graphs in rights than the 1 in lefts"),
        (iter([CAT, CAT]), [CAT], SmatchproofError, "more graphs in lefts than the 1 in rights"),
        ([CAT], ["(c / cat"], SmatchproofError, "right 1:1:9: the graph ends before"),
        ([CAT], [penman.Graph([("a", ":instance", "b"), ("c", "", "d")])], SmatchproofError, "right 1: penman"),
        ([penman.Graph([("a", ":instance", "b"), ("a", ":quant", {})])], [CAT], SmatchproofError, "left 1: penman"),
    ],
)
def test_what_is_no_list_of_graphs(lefts, rights, error, words):
    with pytest.raises(error, match=words.replace("(", r"\(")):
        score_corpus(lefts, rights)


def test_graphs_with_different_ids_at_the_same_position_are_told_of_once():
    lefts, rights = ([f"# ::id {id}\n{CAT}" for id in order] for order in ("apqr", "arpq"))
    with pytest.warns(UserWarning, match="left 2 has the id p, right 2 r; graphs pair by position") as told:
        score_corpus([*map(penman.decode, lefts)], rights)
    assert len(told) == 1 and told[0].filename == __file__
    score_corpus([CAT, lefts[0]], [rights[1], rights[0]])  # only one of each pair has an id, or both the same


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda file: compare([CAT], [file]), "expected the path of a file, found list; graphs are for score_corpus"),
        (lambda file: compare(file, [[CAT]]), "expected the path of a file, found list"),
        (lambda file: score_files(file, [CAT]), "expected the path of a file, found list"),
        (lambda file: errors([CAT], file), "expected the path of a file, found list"),
        (lambda file: compare(file, [file], fine_grained="damonte"), "fine_grained is True or False"),
        (lambda file: score_strings(parse_graph(CAT), CAT), "of type Graph; expected a string, or graphs by score_gra"),
    ],
)
def test_values_of_another_type_are_named(samples, call, words):
    with pytest.raises(TypeError, match=words):
        call(samples / "annotator-a.amr")


def test_a_graph_that_cannot_be_read_may_count_as_empty():
    found = score_corpus([CAT, "(c / "], [CAT, CAT], on_error="empty")
    assert [len(pair.errors) for pair in found.pairs] == [0, 1]
    assert found.pairs[1].counts.left_triples == 0
