"""The pictures of the README are those that their command makes, and can be read."""

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from website.pictures import DOCS, METHODS, pair_picture

README = Path(__file__).parents[2] / "README.md"


def words(svg):
    return [text for each in ElementTree.fromstring(svg).iter() if each.tag.endswith("text") and (text := each.text)]


def test_the_readme_shows_them_with_a_description():
    shown = re.findall(r"!\[([^\]]*)\]\(docs/(\w+\.svg)\)", README.read_text(encoding="utf-8"))
    assert [name for _, name in shown] == ["pair.svg", "suite.svg", "gap.svg"]
    assert all(len(alt) > 40 for alt, _ in shown)


def test_the_pair_is_drawn_anew_as_it_is():
    assert (DOCS / "pair.svg").read_text(encoding="utf-8") == pair_picture().file


def test_the_gap_says_what_it_shows():
    svg = (DOCS / "gap.svg").read_text(encoding="utf-8")
    assert {*METHODS, "variables of the larger graph", "pairs missed (%)"} <= {*words(svg)}
    assert "mathdefault" not in svg and "What hill-climbing misses" in ElementTree.fromstring(svg).get("aria-label")
