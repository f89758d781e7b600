"""Drawings of pairs and graphs: every triple and link is drawn once, nothing covers anything, and it can be read."""

import xml.etree.ElementTree as ElementTree

import pytest

from smatchproof.conventions.conventions import convention
from smatchproof.conventions.triples import Duplicates, matched_triples
from smatchproof.graphs.reading import parse_graph
from smatchproof.reports.drawings.matched_parts import matched_copies
from smatchproof.reports.drawings.pair_drawing import pair_drawing
from smatchproof.scoring.pairs.matching import image

RULE = convention("smatch")
LEFT = parse_graph("(a / and :op1 (b / boy :age 5) :op2 (c / boy :mod (r / red)))")
RIGHT = parse_graph("(x / and :op1 (y / boy) :op2 (z / boy :age 5 :mod (w / red)))")


def contrast(one, other):
    """The ratio of contrast between two colours, from 1 to 21 (Web Content Accessibility Guidelines 2.2)."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour):
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.fixture(scope="module")
def pair():
    return RULE.triples(LEFT), RULE.triples(RIGHT)


def elements(drawing, kind):
    """The elements of a class."""
    return [each for each in ElementTree.fromstring(drawing.svg).iter() if each.get("class") == kind]


def bold(element):
    return "font-weight:700" in element.get("style")


def couples(mapping):
    return {(index, partner) for index, partner in enumerate(mapping) if partner is not None}


def drawn_links(drawing):
    return [(int(each.get("data-left")), int(each.get("data-right"))) for each in elements(drawing, "link")]


def test_a_pair_says_every_triple_once_and_marks_what_matches(pair):
    mapping = (0, 2, 1, 3)
    drawing = pair_drawing(*pair, mapping)
    matched = sum(matched_triples(*pair, mapping, Duplicates.SET).values())
    boxes, roles, arcs = (elements(drawing, kind) for kind in ("node", "role", "arc"))
    assert len(boxes) + len(arcs) == sum(graph.size for graph in pair) and len(arcs) == len(roles) == 6
    assert sum(map(bold, boxes)) + sum(map(bold, roles)) == 2 * matched
    broken = [each for each in arcs if "dasharray" in each.get("style")]
    assert len(broken) == sum(not bold(each) for each in roles)
    assert not elements(pair_drawing(*pair, mapping, roles=False), "role")
    assert f"left, {matched} of 9 triples matched, and right" in drawing.description
    assert "b with z" in drawing.description


def test_copies_of_a_triple_are_marked_one_by_one():
    boys = parse_graph("(a / and :op (b / boy) :mod 1 :mod 1 :mod 1)"), parse_graph("(a / and :op (b / boy) :mod 1)")
    rule = convention("smatch", duplicates=Duplicates.MULTISET)
    left, right = map(rule.triples, boys)
    flags, _ = matched_copies(left, right, (0, 1), rule.duplicates)
    copies = next(some for triple, some in flags.items() if triple.role == "mod")
    assert copies == [True, False, False]
    said = [bold(each) for each in elements(pair_drawing(left, right, (0, 1), rule.duplicates), "node")]
    assert said.count(False) == 2


def test_what_a_triple_matches(pair):
    left, right = pair
    for mapping in ((0, 1, 2, 3), (0, 2, 1, 3)):
        matches = matched_triples(left, right, mapping, Duplicates.SET)
        assert all(image(triple, mapping) in (*right.attributes, *right.relations) for triple in matches)
    with pytest.raises(ValueError, match="without a partner"):
        image(left.relations[0], (None,) * 4)


def test_graphs_of_any_kind_can_be_drawn():
    ring = RULE.triples(parse_graph("(a / x :r (b / x :r (c / x :r a)) :self a)"))
    lone = RULE.triples(parse_graph("(a / x)"))
    nothing = type(lone)()
    for left, right, mapping in (
        (ring, ring, (1, 2, 0)), (ring, lone, (0, None, None)), (lone, ring, (2,)), (nothing, lone, ()),
    ):  # fmt: skip
        assert {*drawn_links(pair_drawing(left, right, mapping))} == couples(mapping)
    assert any("↻" in each.text for each in elements(pair_drawing(ring, ring, (0, 1, 2)), "node"))
