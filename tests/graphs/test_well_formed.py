"""The quick way to read a graph against penman's: the same graph, or the same words about what is wrong."""

import random

import pytest

from smatchproof.base.errors import InputError
from smatchproof.base.forms import plain
from smatchproof.graphs.core import draft
from smatchproof.graphs.graph import Graph
from smatchproof.graphs.reading import parse_by_penman, parse_graph, read_well_formed, with_line_feeds
from tests.graphs.test_reading import BAD_GRAPHS, GOOD_GRAPHS

PIECES = [
    *("(", ")", "/", ":", "~", '"', "#", "/ #X ", "\\", " ", "\t", "\r", "\n", "\v", "\f", "\n\n", "\n# c (\n", "# c"),
    *("\N{NO-BREAK SPACE}", "\N{LINE SEPARATOR}", "\x1c", "é", "a", "b", "0", "-of", ":r", ":0", ":²", ":~e.1"),
    *("~e.1", "~2,3", "~e.1,", "~ee", "~", '"s t"', '"\\""', '"\\', "(b / c)", "(", "((", ") )", "/ x", ":r :s", ": x"),
]
"""The insertions that damage graphs: each sign with a meaning, and near-tokens."""
SPACES = [" ", "", "  ", "\n", "\r\n\t", "\n   "]


def random_text(rng: random.Random) -> str:
    """A graph in PENMAN notation with names that hold everything a token can."""
    names = rng.sample(["a", "b", "x0", "é", "v#", "-", "\N{NO-BREAK SPACE}"], rng.randint(1, 5))
    values = ["x", "want-01", '"a b"', '"(:r"', '"\\"q\\\\"', "5", "+", "y#1", *names]

    concepts = [" #X", "\t#1", *(f"{rng.choice(SPACES)}{value}" for value in values)]

    def suffix() -> str:
        return rng.choice(["", "", "", "~e.1", "~3", "~e.1,22"])

    def node(number: int) -> str:
        parts = [f"({space()}{names[number]}{space()}/{rng.choice(concepts)}{suffix()}"]
        for _ in range(rng.randrange(3)):
            parts.append(f":{rng.choice(['r', 'ARG0-of', '日', 'op1'])}{suffix()} {rng.choice(values)}{suffix()}")
        parts += [f":s{suffix()}{space()}{node(child)}" for child in children[number]]
        rng.shuffle(tail := parts[1:])
        return rng.choice(SPACES[:1] + SPACES[2:]).join(parts[:1] + tail) + space() + ")"

    def space() -> str:
        return rng.choice(SPACES)

    children: list[list[int]] = [[] for _ in names]
    for child in range(1, len(names)):
        children[rng.randrange(child)].append(child)
    comment = rng.choice(["", "", "# ::id 1\n", " # ::snt (a / b)\n#\n", "\n"])
    return comment + node(0) + rng.choice(["", "\n", " ", "\n\n"])


def damaged(text: str, rng: random.Random) -> str:
    """The text with one to three pieces put in, left out or moved."""
    for _ in range(rng.randint(1, 3)):
        start = rng.randrange(len(text) + 1)
        end = min(len(text), start + rng.choice([0, 0, 1, 1, 2, 8]))
        text = text[:start] + rng.choice([*PIECES, "", text[end : end + 6]]) + text[end:]
    return text


def outcome(read, text: str) -> tuple[Graph, tuple[int, ...]] | str:
    try:
        graph = read(text, id="s.1")
    except InputError as error:
        return str(error)
    return graph, graph.early_mentions


@pytest.mark.parametrize(("seed", "number"), [(1, 2_000), pytest.param(2, 100_000, marks=pytest.mark.stress)])
def test_the_quick_way_reads_what_penman_reads_and_nothing_else(seed, number):
    rng = random.Random(seed)
    quick = refused = 0
    for _ in range(number):
        text = random_text(rng)
        if rng.random() < 0.6:
            text = damaged(text, rng)
        expected = outcome(parse_by_penman, text)
        assert outcome(parse_graph, text) == expected, text
        graph = read_well_formed(with_line_feeds(text), "s.1")
        assert graph is None or (graph, graph.early_mentions) == expected, text
        quick += graph is not None
        refused += isinstance(expected, str)
    assert quick > number / 8 and refused > number / 5


@pytest.mark.parametrize(("seed", "number"), [(3, 2_000), pytest.param(4, 100_000, marks=pytest.mark.stress)])
def test_both_forms_read_the_same_texts_quickly(seed, number):
    rng, forms = random.Random(seed), (draft, plain(draft.__name__))
    quick = 0
    for _ in range(number):
        text = with_line_feeds(random_text(rng))
        text = damaged(text, rng) if rng.random() < 0.6 else text
        found = draft.BEGINNING.match(text)
        if found is None or "#" in text[found.start(1) :]:
            continue
        read = [form.graph_of_rest(text, found.end(), *found.groups(), "s.1") for form in forms]
        assert read[0] == read[1], text
        quick += read[0] is not None
    assert quick > number / 10


@pytest.mark.parametrize("text", [case[1] for case in GOOD_GRAPHS] + [case[0] for case in BAD_GRAPHS])
def test_examples_are_read_alike(text):
    assert outcome(parse_graph, text) == outcome(parse_by_penman, text)


def test_plain_graphs_are_read_without_penman_and_the_rest_is_left_to_it():
    assert read_well_formed('# ::id 1\n# ::snt (a\n(a / b~e.1 :r (c / "d e" :ARG0-of a) :q~e.2 "#")') is None  # the #
    plain = read_well_formed('# ::id 1\n# ::snt (a\n(a / b~e.1 :s c :r (c / "d e" :ARG0-of a) :q~e.2 5)')
    assert plain is not None and plain.early_mentions == (0,)
    for text in ("(a / b ~e.1)", "(a / b :r (a / c))", "(a / b :r\n# c\n d)", "(a / b", "(a / b))", "(a)", "", "x"):
        assert read_well_formed(text) is None
