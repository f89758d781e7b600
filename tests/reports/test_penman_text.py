"""Texts of graphs with marks: as many parts match as triples do, under every convention."""

import pytest

from smatchproof.conventions.conventions import CONVENTIONS, convention
from smatchproof.conventions.triples import matched_triples
from smatchproof.graphs.corpus import Corpus
from smatchproof.graphs.reading import parse_graph
from smatchproof.graphs.writing import write_graph
from smatchproof.reports.drawings.penman_text import penman_parts
from smatchproof.scoring.metrics.explanation import as_written
from smatchproof.scoring.pairs.comparison import compare
from smatchproof.scoring.settings import ScoreSettings


@pytest.mark.parametrize("name", CONVENTIONS)
def test_roles_as_written_match_what_was_counted(name):
    text = "(w / want-01 :arg0 (b / boy) :ARG0 (g / girl) :ARG1 (c / cat) :Polarity -)"
    graphs = [parse_graph(text), parse_graph(text.replace("ARG1", "arg1"))]
    settings = ScoreSettings(convention(name))
    found = compare(*graphs, settings)
    shown, mapping = as_written(found, graphs), found.solution.mapping
    for each in (found, shown):
        matches = matched_triples(each.left, each.right, mapping, found.duplicates)
        assert sum(matches.values()) == found.solution.matched


@pytest.mark.parametrize("name", CONVENTIONS)
def test_strings_and_numbers_have_their_mark(name):
    graphs = [parse_graph('(n / name :op1 "True" :op2 5 :op3 "A~1" :op4 "Foo Bar" :op5 "a_" :domain "q")')] * 2
    found = compare(*graphs, ScoreSettings(convention(name)))
    marked = [part.text for part in penman_parts(as_written(found, graphs), graphs)[0] if part.mark == "matched"]
    assert marked == ["n / name", ':op1 "True"', ":op2 5", ':op3 "A~1"', ':op4 "Foo Bar"', ':op5 "a_"', ':domain "q"']


@pytest.mark.parametrize("name", CONVENTIONS)
def test_suffixes_and_apostrophes_are_no_part_of_what_is_marked(name):
    text = '(p / person :name "O\'Brien" :op1 "x" :op2 a~e.1)'
    graphs = [parse_graph(text if name.startswith("smatchpp") else text.replace('"x"', '"x"~e.4'))] * 2
    parts, _ = penman_parts(as_written(compare(*graphs, ScoreSettings(convention(name))), graphs), graphs)
    assert [part.mark for part in parts if part.text.startswith(":")] == ["matched"] * 3


def test_strings_that_are_nearly_equal_have_marks_of_their_own():
    graphs = parse_graph('(a / b :op1 "foo" :op1 "foo_")'), parse_graph('(a / b :op1 "foo")')
    parts, _ = penman_parts(as_written(compare(*graphs, ScoreSettings()), graphs), graphs)
    assert [(part.text, part.mark) for part in parts if ":op1" in part.text] == [
        (':op1 "foo"', "matched"),
        (':op1 "foo_"', "missed"),
    ]


def test_marks_count_the_matched_triples(samples):
    """Every triple of these graphs but TOP is a part of the text, and no other part has a mark."""
    settings = ScoreSettings()
    with Corpus(samples / "annotator-a.amr") as left, Corpus(samples / "annotator-b.amr") as right:
        for blocks in zip(left.blocks(), right.blocks(), strict=True):
            graphs = [block.parse() for block in blocks]
            found = as_written(compare(*graphs, settings), graphs)
            for graph, parts in zip(graphs, penman_parts(found, graphs), strict=True):
                assert "".join(part.text for part in parts) == write_graph(graph).partition("\n")[2]
                assert sum(bool(part.mark) for part in parts) == len(graph.variables) + len(graph.edges)
            matched = sum(part.mark == "matched" for part in parts)
            top = any(triple.kind == "TOP" for triple in found.right.attributes) and found.solution.mapping[0] == 0
            assert matched == found.solution.matched - top
