"""Drawings of pairs: every triple is drawn once, what matches is in colour, and the SVG text stands in a page."""

import re
import xml.etree.ElementTree as ElementTree

import pytest

from smatchproof.alignment import Duplicates, convention, matched_triples, parse_graph
from smatchproof.reports.figure_style import MATCHED
from smatchproof.reports.outline_figures import alignments_figure
from smatchproof.reports.pair_figures import pair_figure
from smatchproof.reports.svg import svg
from smatchproof.scoring.matching import image

LEFT = parse_graph("(a / and :op1 (b / boy :age 5) :op2 (c / boy :mod (r / red)))")
RIGHT = parse_graph("(x / and :op1 (y / boy) :op2 (z / boy :age 5 :mod (w / red)))")


@pytest.fixture(scope="module")
def pair():
    rule = convention("smatch")
    return rule.triples(LEFT), rule.triples(RIGHT)


def words(figure):
    return [text.get_text() for axes in figure.axes for text in axes.texts]


def test_an_outline_says_every_triple_once_and_colours_what_matches(pair):
    left, right = pair
    mapping = (0, 1, 2, 3)
    figure = alignments_figure(left, right, [("found", mapping)])
    matches = matched_triples(left, right, mapping, Duplicates.SET)
    for axes, graph in zip(figure.axes, pair, strict=True):
        said = [text for text in axes.texts if "triples matched" not in text.get_text()]
        assert len(said) == graph.size
        assert sum(text.get_color() == MATCHED for text in said) == sum(matches.values())
    assert "found: 8 of 9 and 9 triples matched" in words(figure)
    assert ":age 5" in words(figure) and "b / boy" in words(figure) and ":op1" in words(figure)


def test_two_alignments_mark_the_variables_that_they_align_otherwise(pair):
    figure = alignments_figure(*pair, [("found", (0, 1, 2, 3)), ("optimum", (0, 2, 1, 3))])
    assert len(figure.axes) == 4
    boxed = [sorted(text.get_text() for text in axes.texts if text.get_bbox_patch()) for axes in figure.axes]
    assert boxed == [["b / boy", "c / boy"], ["y / boy", "z / boy"]] * 2
    joined = [patch for patch in figure.artists if type(patch).__name__ == "ConnectionPatch"]
    assert len(joined) == 8


def test_graphs_of_any_kind_can_be_drawn():
    rule = convention("smatch")
    ring = rule.triples(parse_graph("(a / x :r (b / x :r (c / x :r a)) :self a)"))
    empty = rule.triples(parse_graph("(a / x)"))
    for left, right, mapping in ((ring, ring, (1, 2, 0)), (ring, empty, (0, None, None)), (empty, ring, (2,))):
        matched = sum(matched_triples(left, right, mapping, Duplicates.SET).values())
        assert f"m: {matched} of {left.size} and {right.size} triples" in " ".join(
            words(alignments_figure(left, right, [("m", mapping)]))
        )
        titles = [axes.get_title() for axes in pair_figure(left, right, mapping).axes]
        assert titles == [
            f"left: {matched} of {left.size} triples matched",
            f"right: {matched} of {right.size} triples matched",
        ]
    assert any("↻" in caption for caption in words(pair_figure(ring, ring, (0, 1, 2))))


def test_what_a_triple_matches(pair):
    left, right = pair
    for mapping in ((0, 1, 2, 3), (0, 2, 1, 3)):
        matches = matched_triples(left, right, mapping, Duplicates.SET)
        assert all(image(triple, mapping) in (*right.attributes, *right.relations) for triple in matches)
    with pytest.raises(ValueError, match="without a partner"):
        image(left.relations[0], (None,) * 4)


# ---- SVG


def test_svg_stands_in_a_page(pair):
    text = svg(alignments_figure(*pair, [("found", (0, 1, 2, 3))]), "first", 'A "label" <here>')
    root = ElementTree.fromstring(text)
    assert root.get("aria-label") == 'A "label" <here>' and root.get("role") == "img"
    ids = re.findall(r'\bid="([^"]*)"', text)
    assert ids and all(id.startswith("first-") for id in ids) and len(ids) == len(set(ids))
    assert set(re.findall(r'(?:url\(|href=")#([^")]*)', text)) <= set(ids)
    assert "var(--ink, #2b2b2b)" in text and "var(--matched, #1a7f5a)" in text
    assert text == svg(alignments_figure(*pair, [("found", (0, 1, 2, 3))]), "first", 'A "label" <here>')


def test_svg_shortens_coordinates_and_no_words():
    rule = convention("smatch")
    graph = rule.triples(parse_graph("(p / pi :value 3.14159265)"))
    text = svg(alignments_figure(graph, graph, [("m", (0,))]))
    assert ":value 3.14159265" in text
    assert not re.search(r'(?:[xy]|width|d)="[^"]*\.\d{3}', text)


@pytest.mark.parametrize("value", ["$5 and $x_{$", "你好", "\\frac $\\frac$ <b>&", "e\u0301 \N{PARTY POPPER} \x01"])
def test_text_of_any_kind_is_drawn_as_it_is(value):
    graph = convention("smatch").triples(parse_graph(f'(m / money :value "{value}")'))
    for figure in (alignments_figure(graph, graph, [(value, (0,))]), pair_figure(graph, graph, (0,))):
        drawn = "".join(ElementTree.fromstring(svg(figure)).itertext())
        assert f":value {value}".replace("\x01", "\N{REPLACEMENT CHARACTER}").rstrip() in drawn
