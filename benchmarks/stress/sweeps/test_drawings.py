"""Drawings of pairs and graphs: every triple and link is drawn once, nothing covers anything, and it can be read."""

import random
import re
from itertools import islice

import pytest

from smatchproof.exact import exact
from smatchproof.generators import DEFAULT, Noise, annotate, random_graph
from smatchproof.graphs.corpus import Corpus
from smatchproof.graphs.reading import parse_graph
from smatchproof.heuristics import named
from smatchproof.problem.problem import build_problem
from smatchproof.problem.solution import SolveParams
from smatchproof.reports.drawings.colours import variables
from smatchproof.reports.drawings.graph_drawing import graph_drawing
from smatchproof.reports.drawings.pair_drawing import pair_drawing
from tests.browser import WIDTHS
from tests.reports.test_drawings import RULE, couples, elements

VIEWS = [(width, dark) for width in WIDTHS for dark in (False, True)]


TWO_VIEWS = [(1280, False), (390, True)]


def random_pairs(number):
    """Pairs of annotators of graphs of every size that is drawn."""
    for seed in range(number):
        rng = random.Random(seed)
        graph = random_graph(DEFAULT, 2 + seed % 11, rng)
        yield graph, annotate(graph, Noise.parse(str(1 + seed % 4)), rng).graph


def real_pairs(path, other, number):
    with Corpus(path) as left, Corpus(other) as right:
        for one, two in islice(zip(left.blocks(), right.blocks(), strict=False), number):
            yield one.parse(), two.parse()


def drawings_of(pairs):
    """Drawings of pairs, with the alignments that each has to show."""
    for number, graphs in enumerate(pairs):
        left, right = map(RULE.triples, graphs)
        problem = build_problem(left, right, RULE.duplicates)
        best = exact(problem, SolveParams()).mapping
        found = named("Base")(problem, SolveParams(seed=number)).mapping
        yield pair_drawing(left, right, found, facing=best if number % 2 else None), [found]
        yield pair_drawing(left, right, best, facing=best, marked=[0]), [best]


def look_at(browser, path, drawings, views=VIEWS):
    """Show drawings in a page, and return what is wrong with them."""
    style = (
        f":root {{ color-scheme: light dark; {variables()} }} "
        f"@media (prefers-color-scheme: dark) {{ :root {{ {variables(dark=True)} }} }} "
        "body { background: var(--paper) }"
    )
    page = "".join(f'<div style="overflow-x: auto">{drawing.svg}</div>' for drawing, _ in drawings)
    path.write_text(f"<!doctype html><meta charset=utf-8><style>{style}</style><body>{page}</body>")
    for width, dark in views:
        found = browser.figures(path, width=width, dark=dark)
        for (_, mappings), links in zip(drawings, found["links"], strict=True):
            assert sorted(map(tuple, links)) == sorted(couple for mapping in mappings for couple in couples(mapping))
        assert found["width"] == width
        yield found["wrong"]


STUDY = "smatchproof/experiments/study"


def test_links_are_those_of_the_alignment_and_cover_nothing(browser, tmp_path, request):
    study = sorted((request.config.rootpath / STUDY).glob("*.amr"))
    drawings = [*drawings_of(random_pairs(10)), *drawings_of(real_pairs(study[0], study[1], 5))]
    assert len(drawings) > 20
    for wrong in look_at(browser, tmp_path / "p.html", drawings, TWO_VIEWS):
        assert wrong == []


def test_graphs_are_drawn_without_touching(browser, tmp_path):
    drawings = []
    for number in (1, 2, 3, 9, 16):
        vertices = {at: f"vertex {at}" for at in range(number)}
        edges = [(a, b) for a in vertices for b in vertices if a < b]
        drawn = graph_drawing(vertices, edges, directed=number % 2 == 0, chosen=[0, number - 1], title="complete")
        assert len(elements(drawn, "edge")) == len(edges)
        drawings.append((drawn, []))
    for wrong in look_at(browser, tmp_path / "p.html", drawings, TWO_VIEWS):
        assert wrong == []


SPOILED = {
    "raw TeX": lambda svg: svg.replace(">arg0<", ">$\\mathdefault{10^{-1}}$<", 1),
    "vanished link": lambda svg: re.sub(r'(class="link"[^>]* d=")M', r"\1M-900 5L", svg, count=1),
    "link over something": lambda svg: re.sub(
        r'(class="link"[^>]* d=")M([\d.]+) ([\d.]+)', r"\1M60 \3L\2 \3", svg, count=1
    ),
    "clipped": lambda svg: re.sub(r'(class="node" x=")', r"\g<1>-", svg, count=1),
    "contrast of a text": lambda svg: svg.replace("fill:var(--soft, #6b665e)", "fill:#c0b8a8", 1),
    "contrast of a line": lambda svg: re.sub(r'(class="arc".*?stroke:)[^;]*', r"\1#b9b4ac", svg, count=1),
    "overlap": lambda svg: re.sub(
        r'(class="role" x=")([^"]+)(" y=")([^"]+)(.*?class="role" x=")[^"]+(" y=")[^"]+',
        r"\1\2\3\4\5\2\6\4", svg, count=1
    ),
    "no description": lambda svg: re.sub(r'aria-label="[^"]*"', 'aria-label="a pair"', svg),
}  # fmt: skip


@pytest.mark.parametrize("what", SPOILED)
def test_what_is_wrong_with_a_figure_is_seen(browser, tmp_path, what):
    boy = RULE.triples(parse_graph("(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-01 :ARG0 b))"))
    drawing = pair_drawing(boy, boy, (0, 2, 1))
    page = tmp_path / "p.html"
    head = f"<!doctype html><meta charset=utf-8><style>:root {{ {variables()} }} body {{ background: #fffdf8 }}</style>"
    page.write_text(f"{head}<body>{SPOILED[what](drawing.svg)}</body>")
    assert what in {kind for _, kind, _ in browser.figures(page)["wrong"]}


# ---- in a browser


def test_links_of_500_pairs(browser, tmp_path, shared_data):
    real = shared_data / "bamboo" / "para" / "main"
    pairs = [*random_pairs(250), *real_pairs(real / "src.dev.amr", real / "tgt.dev.amr", 250)]
    assert len(pairs) == 500
    for at in range(0, 500, 50):
        drawings = [*drawings_of(pairs[at : at + 50])]
        for wrong in look_at(browser, tmp_path / "p.html", drawings, TWO_VIEWS):
            assert wrong == []
