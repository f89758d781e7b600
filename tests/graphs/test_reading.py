"""Reading one graph: what is refused, where and with which words; and what is read."""

import re
import sys
from unicodedata import east_asian_width

import pytest
from hypothesis import example, given, strategies as st

from smatchproof.base.errors import InputError
from smatchproof.graphs.graph import Edge
from smatchproof.graphs.reading import parse_graph
from tests.tables import tables

TABLES = tables(__file__)

# Each text with line and column of its error, the text at the caret, the message, and the way out.
BAD_GRAPHS = [
    *TABLES["refused"],
    ["(" * 5000, 1, 2, "((", "expected a symbol, found '('", "write (x / concept ...)"],
    ["(a / b :r " * 5000, 1, 50_000, "", "the graph ends before its parentheses are closed", "add 5000 ')'"],
    ["(a / b :r\n" * 5000, 5000, 10, "", "the graph ends before its parentheses are closed", "add 5000 ')'"],
]


def shown(bad):
    return bad[0][:30].encode("unicode_escape").decode()


@pytest.mark.parametrize(
    ("text", "line", "column", "at_caret", "message", "hint"), BAD_GRAPHS, ids=map(shown, BAD_GRAPHS)
)
def test_what_is_no_graph_is_refused_where_it_goes_wrong(text, line, column, at_caret, message, hint):
    headline = f"a.amr:{line + 10}:{column}: {message} (id s.7); {hint}"
    with pytest.raises(InputError, match="^" + re.escape(headline) + "\n") as caught:
        parse_graph(text, source="a.amr", first_line=11, id="s.7")
    _, excerpt, caret = str(caught.value).split("\n")
    assert caret.strip() == "^"
    # a terminal shows wide characters, such as Chinese ones, in two columns
    under = "".join(sign * (2 if east_asian_width(sign) in "WF" else 1) for sign in excerpt)[caret.index("^") :]
    assert under.removesuffix("…").startswith(at_caret)
    assert under or not at_caret
    if not at_caret:
        assert under.strip("…") == ""


@given(st.text(st.sampled_from('ab1/():"\\~#-. \t\n\r\x0b\N{NO-BREAK SPACE}\N{LINE SEPARATOR}é'), max_size=40))
@example('(a / b :q 5" :s :t "z")')
@example("(a / b)~e.1")
def test_any_text_is_a_graph_or_an_error_with_a_place_in_it(text):
    try:
        graph = parse_graph(text)
    except InputError as error:
        lines = re.split("\r\n|\r|\n", text)
        assert 1 <= error.place.line <= len(lines)
        assert 1 <= error.place.column <= len(lines[error.place.line - 1]) + 1
        assert "''" not in error.message
        assert len(str(error).split("\n")) == 3
    else:
        assert len(graph.variables) == len(set(graph.variables)) == len(graph.concepts) > 0


GOOD_GRAPHS = TABLES["read"]  # name, text, edges as (source, role, target)


@pytest.mark.parametrize(("text", "edges"), [case[1:] for case in GOOD_GRAPHS], ids=[case[0] for case in GOOD_GRAPHS])
def test_what_is_a_graph_is_read_as_it_was_written(text, edges):
    assert parse_graph(text).edges == tuple(Edge(*edge) for edge in edges)


def test_variables_and_concepts_stand_in_the_order_of_the_text():
    graph = parse_graph('(w / want-01~e.2 :ARG1 (g / go :ARG0 b) :ARG0 (b / "a boy"))', id="s.1")
    assert graph.variables == ("w", "g", "b")
    assert graph.concepts == ("want-01~e.2", "go", '"a boy"')
    assert (graph.root, graph.id) == ("w", "s.1")


@pytest.mark.parametrize("depth", [5_000, 20_000])
def test_depth_is_no_limit(depth):
    before = sys.getrecursionlimit()
    text = "(a0 / x" + "".join(f" :r (a{number} / x" for number in range(1, depth)) + ")" * depth
    graph = parse_graph(text)
    assert len(graph.variables) == depth
    assert graph.edges[-1] == Edge(depth - 2, "r", f"a{depth - 1}")
    assert sys.getrecursionlimit() == before


def test_a_wide_colon_is_none_of_penman():
    with pytest.raises(InputError, match="found '：arg0'; write :role before a value"):
        parse_graph("(x / 想-02 ：arg0 (y / 男孩))")
