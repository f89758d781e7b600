"""Reading one graph: what is refused, where and with which words; and what is read."""

import re
import sys
from unicodedata import east_asian_width

import pytest
from hypothesis import example, given, strategies as st

from smatchproof.base.errors import InputError
from smatchproof.graphs.graph import Edge
from smatchproof.graphs.reading import parse_graph

# The way out that each kind of mistake is answered with.
CONCEPT = "write ({} / concept)"
TARGET = "write {0} value, {0} variable or {0} (x / concept)"
ROLE = "write :role after the colon"
QUOTES = "put a symbol with spaces or special characters in quotes"
SLASH = "put a symbol that contains '/' in quotes"
TIME = 'put a value with a colon in quotes: "12:30"'
AGAIN = "refer to it as a bare {0}, or give this node another variable"
GRAPH = "write (x / concept ...)"
OPENING = "remove it, or add the '(' it closes"
BLANK = "leave a blank line between two graphs"
TEXT = "remove it, or start a comment with '#'"
STRING = "add the closing '\"'"
BEGIN = "begin a string with '\"', and end it so"
END = "end a string with '\"'"
ORDINARY = "write an ordinary space"
NEW_NODE = "write a role before a node; between two graphs leave a blank line"

UNCLOSED = "the graph ends before its parentheses are closed"
NO_CONCEPT = "a variable without a concept"
NO_ROLE = "a role without a name"
NOT_SEEN = "unexpected {}, which is not seen"
NO_COLON = "role '{}' without its colon"
BEGINS = "a string that begins with {}"
ENDS = "a string that ends with {}"
OPEN_STRING = "a string that is not closed on its line"
EXPECTED_ROLE = "expected a role such as :ARG0, or ')', found "
EXPECTED_GRAPH = "expected '(' to begin a graph, found "

BAD_GRAPHS = [
    # text, line, column, text at the caret, message, way out
    # parentheses
    ("(b / boy", 1, 9, "", UNCLOSED, "add ')'"),
    ("(b / boy\n   :ARG0 (c / cat)\n\n", 2, 19, "", UNCLOSED, "add ')'"),
    ("(b / boy\n   :ARG0 (c / cat", 2, 18, "", UNCLOSED, "add 2 ')'"),
    ("(b / boy :ARG0", 1, 15, "", UNCLOSED, "add ')'"),
    ("(b / boy :", 1, 11, "", UNCLOSED, "add ')'"),
    ("(b /", 1, 5, "", UNCLOSED, "add ')'"),
    ("(b", 1, 3, "", UNCLOSED, "add ')'"),
    ("(", 1, 2, "", UNCLOSED, "add ')'"),
    ("(b / boy))", 1, 10, ")", "')' without its '('", OPENING),
    ("(b / boy)\n  )", 2, 3, ")", "')' without its '('", OPENING),
    (")", 1, 1, ")", EXPECTED_GRAPH + "')'", GRAPH),
    # concepts
    ("(b)", 1, 1, "(b)", NO_CONCEPT, CONCEPT.format("b")),
    ("(b / )", 1, 1, "(b /", NO_CONCEPT, CONCEPT.format("b")),
    ("()", 1, 1, "()", NO_CONCEPT, CONCEPT.format("x")),
    ("(a / x :r (b))", 1, 11, "(b)", NO_CONCEPT, CONCEPT.format("b")),
    ("(a / x :r (b / y) :s (c / :t z))", 1, 22, "(c /", NO_CONCEPT, CONCEPT.format("c")),
    ('(a / x :r "(" :s (b))', 1, 18, "(b)", NO_CONCEPT, CONCEPT.format("b")),
    ("(a / x\n# (no / node)\n  :s (b))", 3, 6, "(b)", NO_CONCEPT, CONCEPT.format("b")),
    ("(a :r y)", 1, 1, "(a", NO_CONCEPT, CONCEPT.format("a")),
    ("(:r y)", 1, 2, ":r", "expected a symbol, found ':r'", QUOTES),
    ("(/ x)", 1, 2, "/", "unexpected '/'", SLASH),
    ('("a" / x)', 1, 2, '"a"', "expected a symbol, found '\"a\"'", QUOTES),
    ("(a / x / y)", 1, 8, "/ y", "unexpected '/'", SLASH),
    # targets
    ("(a / x :r :s y)", 1, 8, ":r", "role :r has no target", TARGET.format(":r")),
    ("(a / x :s y :r )", 1, 13, ":r", "role :r has no target", TARGET.format(":r")),
    ("(a / x :s y :r)", 1, 13, ":r", "role :r has no target", TARGET.format(":r")),
    ("(a / x\n  :s y\n  :r )", 3, 3, ":r", "role :r has no target", TARGET.format(":r")),
    ("(a / x\r\n  :s y\r\n  :r )\r\n", 3, 3, ":r", "role :r has no target", TARGET.format(":r")),
    ("(a / x :s (b / y :t ) :r )", 1, 18, ":t", "role :t has no target", TARGET.format(":t")),
    ('(a / x :s ":t" :r )', 1, 16, ":r", "role :r has no target", TARGET.format(":r")),
    ('(a / x :s "\\":t" :r )', 1, 18, ":r", "role :r has no target", TARGET.format(":r")),
    ("(é / naïve :s 日本 :r )", 1, 18, ":r", "role :r has no target", TARGET.format(":r")),
    ("(a / x\t:r )", 1, 8, ":r", "role :r has no target", TARGET.format(":r")),
    ("(a / x :r a:b)", 1, 12, ":b", "role :b has no target", TARGET.format(":b")),
    ("(a / x :r y z)", 1, 13, "z", EXPECTED_ROLE + "'z'", QUOTES),
    ("(a / x y)", 1, 8, "y", EXPECTED_ROLE + "'y'", QUOTES),
    ("(a / x \N{NO-BREAK SPACE}y)", 1, 8, " y", NOT_SEEN.format("U+00A0 NO-BREAK SPACE"), ORDINARY),
    (
        "(a / x\n\N{NO-BREAK SPACE}\N{NO-BREAK SPACE}:r y)",
        2,
        1,
        " ",
        NOT_SEEN.format("U+00A0 NO-BREAK SPACE"),
        ORDINARY,
    ),
    ("(a / x)\N{ZERO WIDTH SPACE}", 1, 8, "\ufffd", NOT_SEEN.format("U+200B ZERO WIDTH SPACE"), "remove it"),
    ("\ufeff(a / x)", 1, 1, "\ufffd(a", NOT_SEEN.format("U+FEFF ZERO WIDTH NO-BREAK SPACE"), "remove it"),
    # roles without their colon
    ("(w / want-01 ARG0 (b / boy))", 1, 14, "ARG0", NO_COLON.format("ARG0"), "write :ARG0"),
    ("(w / want-01 :ARG0 (b / boy) foo (g / go-02))", 1, 30, "foo", NO_COLON.format("foo"), "write :foo"),
    ("(w / want-01\n  ARG1-of w)", 2, 3, "ARG1-of", NO_COLON.format("ARG1-of"), "write :ARG1-of"),
    ('(n / name op1 "x")', 1, 11, "op1", NO_COLON.format("op1"), "write :op1"),
    ('(n / name op1: "x")', 1, 11, "op1", NO_COLON.format("op1"), "write :op1"),
    ('(n / name :op1 "x" op2:y)', 1, 20, "op2", NO_COLON.format("op2"), "write :op2"),
    ('(n / name :op1 "x" time :op2 "y")', 1, 20, "time", EXPECTED_ROLE + "'time'", QUOTES),
    # quotes that are none of PENMAN
    ('(n / name :op1 “Rome")', 1, 16, "“Rome", BEGINS.format("U+201C LEFT DOUBLE QUOTATION MARK"), BEGIN),
    ('(n / name :op1 „New York" :op2 "x")', 1, 16, "„N", BEGINS.format("U+201E DOUBLE LOW-9 QUOTATION MARK"), BEGIN),
    ("(n / name :op1 'New York')", 1, 16, "'N", BEGINS.format("U+0027 APOSTROPHE"), BEGIN),
    ('(n / name :op1 "Rome”)', 1, 21, "”)", ENDS.format("U+201D RIGHT DOUBLE QUOTATION MARK"), END),
    ('(n / name :op1 "New York” :op2 "x")', 1, 25, "” ", ENDS.format("U+201D RIGHT DOUBLE QUOTATION MARK"), END),
    ('(n / name :op1 "the “old” town)', 1, 16, '"the', OPEN_STRING, STRING),
    # carriage returns alone
    ("(a / x\r  :s y\r  :r )\r", 3, 3, ":r", "role :r has no target", TARGET.format(":r")),
    ("(a / x\r\n  :s y\n  :t z\r  :r )\r", 4, 3, ":r", "role :r has no target", TARGET.format(":r")),
    ('(a / x :height 5")', 1, 17, '"', OPEN_STRING, STRING),
    # roles
    ("(a / x : y)", 1, 8, ": y", NO_ROLE, ROLE),
    ("(a / x :r y : (b / c))", 1, 13, ": (", NO_ROLE, ROLE),
    ("(a / x :~e.1 y)", 1, 8, ":~", NO_ROLE, ROLE),
    ("(a / x :time 12:30)", 1, 16, ":30", "':30' is read as a role", TIME),
    ("(a / x :time 12:30 :r y)", 1, 16, ":30", "':30' is read as a role", TIME),
    ("(a / x (b / y))", 1, 8, "(b", EXPECTED_ROLE + "'('", NEW_NODE),
    # variables
    ("(a / x :r (a / y))", 1, 11, "(a / y", "variable a is defined a second time", AGAIN.format("a")),
    ("(a / x :r (b / y)\n  :s (b / y))", 2, 6, "(b", "variable b is defined a second time", AGAIN.format("b")),
    # not one graph
    ("(a / x)\n(b / y)", 2, 1, "(b", "a second graph begins here", BLANK),
    ("(a / x)\n# ::id 2\n(b / y)\n# ::id 3\n(c / z)", 3, 1, "(b", "a second graph begins here", BLANK),
    ("(a / x) foo", 1, 9, "foo", "text after the graph: 'foo'", TEXT),
    ("(a / x)\n:r y", 2, 1, ":r", "text after the graph: ':r'", TEXT),
    ('(a / x) "foo"', 1, 9, '"foo"', """text after the graph: '"foo"'""", TEXT),
    ('(a / x)\n"foo" "bar"', 2, 1, '"foo"', """text after the graph: '"foo"'""", TEXT),
    ("(a / x)~e.1", 1, 8, "~e.1", "text after the graph: '~e.1'", TEXT),
    ("foo (a / x)", 1, 1, "foo", EXPECTED_GRAPH + "'foo'", GRAPH),
    ("foo\n(a / x)", 1, 1, "foo", EXPECTED_GRAPH + "'foo'", GRAPH),
    ("", 1, 1, "", "expected a graph, found nothing", GRAPH),
    ("\n\n", 1, 1, "", "expected a graph, found nothing", GRAPH),
    ("# only a comment", 1, 17, "", "expected a graph, found nothing", GRAPH),
    # strings and symbols
    ('(a / x :r "foo)', 1, 11, '"foo', OPEN_STRING, STRING),
    ('(a / x :r "foo\nbar")', 1, 11, '"foo', OPEN_STRING, STRING),
    ('(a / x :r "foo\\")', 1, 11, '"foo', OPEN_STRING, STRING),
    ("(a / km/h)", 1, 8, "/h", "unexpected '/'", SLASH),
    ("(a / x :r km/h)", 1, 13, "/h", "unexpected '/'", SLASH),
    ("(a / x :wiki http://x)", 1, 19, "//x", "unexpected '/'", SLASH),
    ("(a / x~foo)", 1, 7, "~foo", EXPECTED_ROLE + "'~'", QUOTES),
    # 5,000 parentheses
    ("(" * 5000, 1, 2, "((", "expected a symbol, found '('", "write (x / concept ...)"),
    ("(a / b :r " * 5000, 1, 50_000, "", UNCLOSED, "add 5000 ')'"),
    ("(a / b :r\n" * 5000, 5000, 10, "", UNCLOSED, "add 5000 ')'"),
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


GOOD_GRAPHS = [
    # name, text, edges as (source, role, target)
    ("on one line", "(a / x :r (b / y) :s a)", [(0, "r", "b"), (0, "s", "a")]),
    ("without spaces", "(a/x:r(b/y):s a)", [(0, "r", "b"), (0, "s", "a")]),
    ("on many lines", "(a\n/\nx\n:r\n(b\n/\ny\n)\n:s\na\n)\n", [(0, "r", "b"), (0, "s", "a")]),
    ("carriage returns", "(a / x\r\n  :r (b / y)\r\n  :s a)\r\n", [(0, "r", "b"), (0, "s", "a")]),
    ("tabs", "(a\t/\tx\t:r\t(b\t/\ty)\t:s\ta)\t", [(0, "r", "b"), (0, "s", "a")]),
    ("blank line inside", "(a / x\n\n  :r (b / y) :s a)", [(0, "r", "b"), (0, "s", "a")]),
    ("comments before", "# one\n  # two\n(a / x :r (b / y) :s a)", [(0, "r", "b"), (0, "s", "a")]),
    ("comments inside", "(a / x\n# ) :q (\n  :r (b / y)\n  # :q\n  :s a)", [(0, "r", "b"), (0, "s", "a")]),
    (
        "concepts that begin with #",
        '(a / #X :r (b /#Y~e.1\n:s " / #z")\n:s a)',
        [(0, "r", "b"), (1, "s", '" / #z"'), (0, "s", "a")],
    ),
    ("comments after", "(a / x :r (b / y) :s a)\n# done )", [(0, "r", "b"), (0, "s", "a")]),
    ("comment after the graph on its line", "(a / x :r (b / y) :s a) # done", [(0, "r", "b"), (0, "s", "a")]),
    ("forward reference", "(a / x :r b :s (b / y))", [(0, "r", "b"), (0, "s", "b")]),
    ("roles of depth", "(a / x :r (b / y :q a) :s b)", [(0, "r", "b"), (1, "q", "a"), (0, "s", "b")]),
    ("inverse roles", "(a / x :r-of (b / y))", [(0, "r-of", "b")]),
    ("repeated", "(a / x :r (b / y) :r b :r b)", [(0, "r", "b")] * 3),
    ("constants", "(a / x :r - :s 5 :t +1.5 :u $3)", [(0, "r", "-"), (0, "s", "5"), (0, "t", "+1.5"), (0, "u", "$3")]),
    ("strings", '(a / x :r "y z" :s "")', [(0, "r", '"y z"'), (0, "s", '""')]),
    (
        "string of punctuation",
        '(a / x :r "((" :s ":t )" :u "# /")',
        [(0, "r", '"(("'), (0, "s", '":t )"'), (0, "u", '"# /"')],
    ),
    ("string with a time", '(a / x :time "12:30")', [(0, "time", '"12:30"')]),
    ("string with quotes", r'(a / x :r "a \"b\" c" :s "\\")', [(0, "r", r'"a \"b\" c"'), (0, "s", r'"\\"')]),
    ("unicode", "(é / naïve :日 (ß / ü))", [(0, "日", "ß")]),
    ("line separator in a string", '(a / x :r "p\u2028q\u0085r" :s b)', [(0, "r", '"p\u2028q\u0085r"'), (0, "s", "b")]),
    ("alignment suffixes", '(a / x~e.1 :r~e.2 y~e.3,4 :s "z"~5)', [(0, "r~e.2", "y~e.3,4"), (0, "s", '"z"~5')]),
    ("suffix apart", "(a / x ~e.1 :r y ~e.2)", [(0, "r", "y~e.2")]),
    ("number sign in a symbol", "(a / x :r y#1)", [(0, "r", "y#1")]),
]


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
    with pytest.raises(InputError, match="role '：arg0' without its colon; write :arg0"):
        parse_graph("(x / 想-02 ：arg0 (y / 男孩))")
