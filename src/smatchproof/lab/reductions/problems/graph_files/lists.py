"""Reading graphs written as plain lines of vertices: edge lists, CSV, adjacency lists and matrices, LAD, METIS, TGF.

These formats have no mark of their own, so :mod:`~smatchproof.lab.reductions.problems.graph_files.formats` tries each.
A reader is strict when it is tried; when a user names the format (`named`), it reads all that the format can mean.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from itertools import pairwise

from smatchproof.base.errors import InputError, Place, quoted, short
from smatchproof.lab.reductions.problems.graph_files.graph_file import (
    GraphDraft,
    GraphFile,
    numbered,
    refuse_directions,
    size_of,
)
from smatchproof.lab.reductions.words import Line, Word, lines, word_lines

_PLAIN = re.compile(r"\w[^\s,;:{}\[\]()\"<>=*]*")
"""A name in an edge list, unless the user says that the file is one: other characters belong to other formats."""
_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?")
_FRACTION = re.compile(r"[+-]?(?:\d+\.\d*|\.\d+|\d+[eE][+-]?\d+)(?:[eE][+-]?\d+)?")
_NO_NAME = re.compile(r"[:;\t\[\](){}<>=]|--")
"""Characters of no name in CSV, unless the user says that the file is CSV or names the columns: as in ``(0, 1)``."""
_COLUMNS = (
    ("source", "target"),
    ("from", "to"),
    ("src", "dst"),
    ("tail", "head"),
    ("node1", "node2"),
    ("fromnodeid", "tonodeid"),
    ("id1", "id2"),
)
"""The names of the two columns of vertices in the first line of a CSV file, in lower case."""
_NO_EDGE = "leave the line out if it is no edge, say --graph-format edge-list if it is one"
_MATRIX = "say --graph-format edge-list (or csv) if lines are edges, adjacency-matrix if they are rows of 0 and 1"
_TWO = (
    "keep the two vertices of each edge only; if there are no others, name the format: --graph-format edge-list or csv"
)
_COMMENT = "leave it out if it is a comment"

# ---- edges


def read_edge_list(text: str, source: str, directed: bool, named: bool) -> GraphFile:
    r"""Two names a line, and what networkx writes behind them: a weight, or data in braces. ``#`` begins a comment.

    One name alone is a vertex. Vertices are numbered in the order in which they are mentioned. Raises
    :class:`InputError`.

    >>> read_edge_list("a b\nc  # alone", "list.txt", False, False).graph
    SimpleGraph(vertices=('a', 'b', 'c'), edges=((0, 1),), directed=False)
    """
    draft = GraphDraft(source)
    hint = "write two names of vertices a line, without blanks in a name"
    rows = [words for words in word_lines(text, source, hint, comment="#") if not words[0].text.startswith("%")]
    if not named:
        _refuse_other_lists(text, source, rows)
    elif rows and all(len(words) == 1 and re.search("[,;]", words[0].text) for words in rows):
        raise rows[0][0].error("no blank in any line, but commas or semicolons", "say --graph-format csv")
    for words in rows:
        if len(words) > 2 and not _is_data(words, draft):
            raise words[2].error(f"expected two names a line, found {len(words)}")
        ends = [draft.vertex(word.text) for word in words[:2]]
        if len(ends) == 2:
            draft.arc(ends[0], ends[1], words[1] if ends[0] == ends[1] and not directed else words[0])
    return _finished(draft, rows, directed, "" if named else _NO_EDGE)


def _finished(draft: GraphDraft, rows: Sequence[Sequence[Word]], directed: bool, hint: str) -> GraphFile:
    """The graph of a list of edges. A first line that may be one of titles is counted, and the note says so.

    Raises :class:`InputError` with the `hint`, if there is one and its words are of another shape than all others.
    """
    found = draft.directed() if directed else draft.undirected()
    others = {word.text for row in rows[1:] for word in row[:2]}
    alone = len(rows) > 1 and len(rows[0]) > 1 and others.isdisjoint(word.text for word in rows[0][:2])
    if not alone or found.note or any(word.text[:1].isdigit() for word in rows[0][:2]):
        return found
    if hint and {*map(_shape, others)}.isdisjoint(_shape(word.text) for word in rows[0][:2]):
        raise rows[0][0].error("an edge, or the names of columns?", hint)
    return found._replace(note=f"the first is {rows[0][0].text} and {rows[0][1].text}, named nowhere else")


def _shape(name: str) -> str:
    """A name with one letter for each run of small letters, of capitals and of digits: ``node1`` is ``a0``."""
    return re.sub("[a-z]+", "a", re.sub("[A-Z]+", "A", re.sub(r"\d+", "0", name)))


def _is_data(words: list[Word], draft: GraphDraft) -> bool:
    """Test whether a weight or a dictionary follows the two ends of an edge."""
    rest = words[2].line.text[words[2].column - 1 :].rstrip()
    if len(words) == 3 and _NUMBER.fullmatch(words[2].text):
        draft.leave_out("weights of edges")
    elif rest.startswith("{") and rest.endswith("}"):
        if rest != "{}":
            draft.leave_out("attributes of edges")
    else:
        return False
    return True


def _refuse_other_lists(text: str, source: str, rows: list[list[Word]]) -> None:
    """Refuse what another format may mean by lines of one to three words."""
    if not rows:
        raise InputError("nothing but comments", Place(source), "say --graph-format edge-list if there is no vertex")
    in_edges = {word.text for words in rows if len(words) > 1 for word in words[:2]}
    for word in (word for words in rows for word in words[:2]):
        if not _PLAIN.fullmatch(word.text) or _FRACTION.fullmatch(word.text):
            raise word.error(f"expected the name of a vertex, found {quoted(word.text)}")
    for words in rows:
        if inside := re.search(r"\S#", words[0].line.text):
            raise InputError("a # in a word", words[0].line.place(inside.end()), "write a space before a comment")
    alone = [words[0] for words in rows if len(words) == 1]
    if alone and not in_edges:
        raise alone[0].error("a single word in every line, as in LGL and in damaged graph6")
    first = next((index for index, words in enumerate(rows) if len(words) > 1), len(rows))
    twice = next((word for word in alone if word.text in in_edges), None)
    if twice and not in_edges <= {words[0].text for words in rows[:first]}:  # unless the first lines list all vertices
        raise twice.error(f"{quoted(twice.text)} alone in a line, although it has edges")
    if _is_header(rows):
        raise rows[0][0].error("an edge, or the numbers of vertices and edges (rudy, METIS)?", _NO_EDGE)
    _refuse_tables(rows)
    _refuse_records(rows)
    _refuse_running_numbers(rows)
    if (titles := _titles([words[:2] for words in rows])) is not None:
        hint = "keep the two vertices of each edge only, or say --graph-format edge-list if all lines are edges"
        raise titles.error("an edge, or the names of columns?", hint)
    threes = [[word.whole() is None for word in words] for words in rows if len(words) == 3]
    if threes and all(three == [False, True, False] for three in threes):
        raise rows[0][0].error("a number, a word, a number: an edge with a weight, or with a label (SIF)?", _NO_EDGE)
    _refuse_odd_comments(text, source, rows)


def _refuse_tables(rows: list[list[Word]]) -> None:
    """Refuse a matrix of weights, with names or without."""
    table = [[word.text for word in words] for words in rows]
    is_square = all(len(row) == len(table) for row in table)
    diagonal = {"0"} if len(table) < 3 else {"0", "2"}  # 2 is a loop as igraph writes it, but 0 1, 1 2 is a path
    if is_square and len(table) > 1 and all(row[at] in diagonal for at, row in enumerate(table)):
        raise rows[0][0].error("an edge, or the row of a matrix?", _MATRIX)
    if len(table) > 1 and [row[0] for row in table[1:]] == table[0] and {*map(len, table[1:])} == {len(table)}:
        raise rows[0][0].error("an edge, or the names of a matrix?", _MATRIX)


def _refuse_records(rows: list[list[Word]]) -> None:
    """Refuse lines that begin with their kind: ``nodes 5`` above edges, or ``v 0`` and ``e 0 1``."""
    kinds = [words[0] for words in rows if words[0].whole() is None]
    others = all(word.whole() is not None for words in rows for word in words[1:])
    letters = {word.text for word in kinds} <= {*"acenptv"}
    if kinds and others and kinds[0] is rows[0][0] and (len(kinds) < len(rows) or letters):
        hint = "keep the two vertices of each edge only, or say --graph-format edge-list"
        raise kinds[0].error("the name of a vertex, or the kind of a line?", hint)
    thirds = [words[2].text for words in rows if len(words) == 3]
    if 0 < len(thirds) < len(rows) and {*thirds} <= {word.text for words in rows for word in words[:2]}:
        first = next(words[2] for words in rows if len(words) == 3)
        raise first.error("a weight, or another neighbour?", "say --graph-format edge-list or adjacency-list")


def _refuse_running_numbers(rows: list[list[Word]]) -> None:
    """Refuse lines of three numbers of which the first counts lines, unless they are a path with weights."""
    threes = [[word.whole() for word in words] for words in rows if len(words) == 3]
    if len(threes) == len(rows) > 2 and not any(None in three for three in threes):
        steps = {(later or 0) - (number or 0) for (number, *_), (later, *_) in pairwise(threes)}
        if steps == {1} and any((other or 0) - (one or 0) != 1 for one, other, _ in threes):
            raise rows[0][0].error("the end of an edge, or the number of a line?", _TWO)


def _is_header(rows: list[list[Word]]) -> bool:
    """Test whether the first line can be the number of vertices, with or without that of edges."""
    first, rest = rows[0], rows[1:]
    numbers = [word.whole() for word in first]
    ends = [tuple(word.text for word in words[:2]) for words in rest if len(words) > 1]
    if None in numbers or len(numbers) > 3:
        return False
    edges = {frozenset(pair) for pair in ends}
    counts = (len(rest), len(ends), len(edges), 2 * len(edges))
    if len(numbers) == 1 and numbers[0] in counts:
        return True
    if (numbers[0] or 0) < len({name for pair in ends for name in pair}):
        return False
    return len(numbers) == 1 or numbers[1] in counts or (numbers[0] == numbers[1] and numbers[-1] in counts)


def _titles(rows: Sequence[Sequence[Word]]) -> Word | None:
    """The first word of a line of titles, such as words above numbers; ``None`` if the first line can be an edge."""
    couples = [row for row in rows if len(row) > 1]
    if not couples or couples[0] is not rows[0] or any(word.text[:1].isdigit() for word in couples[0]):
        return None
    first, *rest = couples
    is_title = tuple(word.text.lower() for word in first) in _COLUMNS
    if rest:
        is_title |= first[0].text.lower() == "id"
        is_title |= any(all(row[column].whole() is not None for row in rest) for column in (0, 1))
    return first[0] if is_title else None


_ODD_COMMENTS = {
    r"#\s*": ("an empty comment, or TGF?", _COMMENT),
    r"#\s*\S+": ("a comment, or a vertex of LGL?", _COMMENT),
    r"#\S+\s+\S+|[^#]\S*\s+#\S+": ("a comment, or a name that begins with #?", "write a space behind # if it is one"),
}
"""Lines below an edge that another format, or an edge with such a name, may have; without the blanks at their end."""


def _refuse_odd_comments(text: str, source: str, rows: list[list[Word]]) -> None:
    """Refuse comments below the first edge that may be none, and ``# VERTEX`` above rows of LGL with weights."""
    first = rows[0][0].line.number
    marks = [line for line in lines(text, source, "") if "#" in line.text]
    for line in marks:
        for form, (problem, hint) in _ODD_COMMENTS.items():
            if line.number > first and re.fullmatch(form, line.text.rstrip()):
                raise InputError(problem, line.place(), hint)
    tops = [line for line in marks if line.number < first and line.text.startswith("#")]
    names = [line.text[1:].split() for line in tops]
    if names and all(len(name) == 1 for name in names):
        is_number = Word(names[0][0], tops[0], 1).whole() is not None
        with_weights = all(len(words) == 2 and words[1].whole() is not None for words in rows)
        if with_weights and all((words[0].whole() is not None) == is_number for words in rows):
            raise InputError("a comment, or a vertex of LGL?", tops[0].place(), _COMMENT)


def read_csv(text: str, source: str, directed: bool, named: bool) -> GraphFile:
    r"""Two columns of vertices, separated by a comma or a semicolon, or by a tab; other columns are not used.

    A first line that names columns ``source`` and ``target`` (or ``from`` and ``to``, ...) says which two they are.
    Raises :class:`InputError`.

    >>> read_csv("a,b\nb,c\nc,a\n", "tri.csv", False, False).sizes()
    '3 vertices, 3 edges'
    """
    rows = _cells(text, source)
    draft = GraphDraft(source)
    if not named and not (rows and all(len(row) > 1 for row in rows)):
        raise InputError("expected two names of vertices a line", Place(source), "")
    if rows and all(len(row) == 1 and len(row[0].text.split()) > 1 for row in rows):
        raise rows[0][0].error(
            "expected a comma, a semicolon or a tab", "say --graph-format edge-list if spaces separate"
        )
    columns, has_titles = _columns(rows[0] if rows else [])
    if not has_titles:
        if (title := _titles([row[:2] for row in rows])) is not None:
            raise title.error(
                "an edge, or the names of columns?", "call the columns source and target, or leave them out"
            )
        if not named:
            _refuse_tables(rows)
            _refuse_running_numbers(rows)
            _refuse_other_columns(rows)
    if has_titles and len(rows) == 1 and not named:
        raise rows[0][0].error("no edge below the names of columns", "say --graph-format csv if there is no vertex")
    is_directed = _type(rows, source, directed) if has_titles else directed
    if max(map(len, rows), default=0) > 2:
        draft.leave_out("other columns than those of vertices")
    for row in rows[has_titles:]:
        if len(row) <= max(columns):
            if named and len(row) == 1:
                draft.vertex(row[0].text)
                continue
            raise row[-1].error("expected another cell")
        one, other = (row[column] for column in columns)
        if empty := next((cell for cell in (one, other) if not cell.text), None):
            raise empty.error("an empty cell instead of a vertex")
        draft.arc(draft.vertex(one.text), draft.vertex(other.text), other if one.text == other.text else one)
    ends = [[row[column] for column in columns] for row in rows[has_titles:] if len(row) > max(columns)]
    hint = "call the columns source and target, or leave them out; say --graph-format csv if the line is an edge"
    return _finished(draft, ends, is_directed, "" if named else hint)


def _type(rows: list[list[Word]], source: str, directed: bool) -> bool:
    """Read from the column ``Type``, as Gephi writes it, whether the edges are directed; else `directed`."""
    column = next((at for at, word in enumerate(rows[0]) if word.text.lower() == "type"), len(rows[0]))
    types = {row[column].text.lower(): row[column] for row in rows[1:] if len(row) > column}
    if {"directed", "undirected"} <= types.keys():
        raise types["undirected"].error("directed and undirected edges in one file", "write one type")
    if "undirected" in types:
        refuse_directions("the column Type", source, directed)
    return directed or "directed" in types


def _delimiter(raw: list[str], source: str) -> str:
    """The sign between cells, in the first line that has one outside of quotes."""
    bare = (re.sub('"[^"]*"', "", line) for line in raw)
    rows = ((at, line) for at, line in enumerate(bare, 1) if re.search("[,;\t]", line) and not re.match(r"#\s", line))
    number, first = next(rows, (1, ""))
    found = [sign for sign in ",;\t" if sign in first]
    if len(found) > 1:
        problem = f"cells between {found[0]!r}, or between {found[1]!r}?"
        raise InputError(problem, Place(source, number), "write the names of columns, as source and target, above")
    return found[0] if found else ","


def _cells(text: str, source: str) -> list[list[Word]]:
    """The cells of each line that has any; the column of a cell is that of its first letter, unless it is quoted."""
    raw = text.splitlines()
    delimiter = _delimiter(raw, source)
    reader = csv.reader(raw, delimiter=delimiter, strict=True, skipinitialspace=True)
    rows = []
    try:
        for row in reader:
            line = Line(raw[reader.line_num - 1], reader.line_num, source, "write two names of vertices a line")
            is_comment = line.text.startswith("#")
            if is_comment and len(row) > 1 and not line.text[1:2].isspace():
                problem = "a comment, or a name that begins with #?"
                raise InputError(problem, line.place(), "leave it out, or write the name in quotes")
            if any(cell.strip() for cell in row) and not is_comment:
                column, cells = 1, []
                for cell in row:
                    cells.append(Word(cell.strip(), line, min(column, len(line.text) + 1)))
                    column += len(cell) + 1
                rows.append(cells)
    except csv.Error as error:
        raise InputError(f"no CSV: {error}", Place(source, reader.line_num), "check the quotes") from None
    return rows


def _columns(titles: list[Word]) -> tuple[tuple[int, int], bool]:
    """The numbers of the columns of vertices, and whether the first line named them."""
    names = [word.text.lower().replace("_", "") for word in titles]
    found = next((pair for pair in _COLUMNS if set(pair) <= set(names)), None)
    return ((names.index(found[0]), names.index(found[1])), True) if found else ((0, 1), False)


def _refuse_other_columns(rows: list[list[Word]]) -> None:
    """Columns without titles: two of vertices, and perhaps numbers, or a dictionary as networkx writes it."""
    inside = [[cell.text for cell in row[1:]] for row in rows]
    is_square = len(rows) > 1 and all(len(row) == len(rows) for row in inside)
    of_zeros = is_square and (
        {cell for row in inside for cell in row} <= {"0", "1"} or all(row[at] == "0" for at, row in enumerate(inside))
    )
    below, titles = {cell for row in inside[1:] for cell in row}, [row[0].text for row in rows[1:]]
    is_named = titles == inside[0] and len({*titles}) == len(titles) > 1 and not {*titles} <= {"0", "1"}
    has_corner = is_named and below <= {"0", "1"}
    if of_zeros or has_corner or (not rows[0][0].text and len(rows) == len(rows[0])):
        hint = "write a line of the names above, names without blanks, and a whole 0 or 1 in every cell"
        raise rows[0][0].error("a matrix with names?", hint)
    for row in rows:
        if cell := next(
            (cell for cell in row[:2] if _NO_NAME.search(cell.text) or _FRACTION.fullmatch(cell.text)), None
        ):
            hint = "say --graph-format csv if it is, or write the names of columns, as source and target, above"
            raise cell.error(f"{quoted(cell.text)} is no usual name of a vertex", hint)
        if len(row) > 2 and row[2].text.startswith("{") and row[-1].text.endswith("}"):
            continue
        if len(row) != len(rows[0]):
            raise row[-1].error(f"{len(row)} cells where the first line has {len(rows[0])}")
        if cell := next((cell for cell in row[2:] if cell.text and not _NUMBER.fullmatch(cell.text)), None):
            raise cell.error("what is in this column?", "call the columns of vertices source and target in line 1")


# ---- neighbours


def read_adjacency_list(text: str, source: str, directed: bool, named: bool) -> GraphFile:
    r"""A vertex and its neighbours in each line, as ``networkx.write_adjlist`` writes them; ``#`` begins a comment.

    Every vertex has a line of its own, and each edge is listed once or at both ends. Raises :class:`InputError`.

    >>> read_adjacency_list("a b c\nb c\nc", "k3.adjlist", False, False).sizes()
    '3 vertices, 3 edges'
    """
    bare = [re.sub('"[^"]*"', "", line.partition("#")[0]) for line in text.splitlines()]
    if any(re.search(r"[^\s,;]\s*[,;]", line) for line in bare):
        spaced = (at for at, line in enumerate(bare, 1) if re.fullmatch(r"\s*[^\s,;]+\s[^,;]*\S\s*", line))
        if mixed := next(spaced, None):
            hint = "write names with spaces in quotes"
            raise InputError("words between spaces, or between commas?", Place(source, mixed), hint)
        rows = [[word for word in row if word.text] for row in _cells(text, source)]
    else:
        rows = [*word_lines(text, source, "write a vertex and its neighbours", comment="#")]
    draft = GraphDraft(source, dict.fromkeys(words[0].text for words in rows))
    if len(draft.number) < len(rows):
        raise InputError("a vertex has two lines", Place(source), "write all its neighbours in one")
    is_table = not named and {*map(len, rows)} in ({len(rows)}, {len(rows) + 1})
    for words in rows if is_table else ():
        neighbours = [word.text for word in words[1:]]
        if any(map(_FRACTION.fullmatch, neighbours)) or len({*neighbours}) < len(neighbours):
            hint = "say --graph-format adjacency-list, or adjacency-matrix if it is of 0 and 1"
            raise words[0].error("a vertex and its neighbours, or the row of a matrix?", hint)
    if not named and (all(len(words) == 1 for words in rows) or all(len(words) == 2 for words in rows)):
        raise InputError("as many words in every line", Place(source), "write a vertex and its neighbours")
    if not named and _is_header(rows):
        raise rows[0][0].error("neighbours, or the numbers of vertices and edges?")
    for words in rows:
        for word in words:
            if not named and not (_PLAIN.fullmatch(word.text.replace(" ", "_")) and word.text in draft.number):
                raise word.error("a neighbour without a line of its own")
        for word in words[1:]:
            draft.arc(draft.vertex(words[0].text), draft.vertex(word.text), word)
    return draft.directed() if directed else draft.undirected(merge=True)


def read_lad(text: str, source: str, directed: bool, named: bool) -> GraphFile:
    r"""The number of vertices, then for each vertex how many neighbours follow, and which; they count from 0.

    The graph is directed if some arc is not listed at both ends; a user who names the format means an undirected one
    without ``--directed``. Raises :class:`InputError`.

    >>> read_lad("3\n1 1\n2 0 2\n1 1\n", "path.lad", False, False).sizes()
    '3 vertices, 2 edges (each listed twice)'
    """
    rows = [*word_lines(text, source, "write the number of vertices, then 'DEGREE NEIGHBOUR ...' for each vertex")]
    if not rows or len(rows[0]) != 1:
        raise InputError("expected the number of vertices alone in the first line", Place(source), "")
    size = size_of(rows[0][0])
    if len(rows) != size + 1:
        raise rows[0][0].error(f"expected {size} lines of vertices, found {len(rows) - 1}")
    draft = GraphDraft(source, numbered(0, size))
    for vertex, words in enumerate(rows[1:]):
        words[0].integer(len(words) - 1, len(words) - 1, "the number of neighbours that follow,")
        for word in words[1:]:
            draft.arc(vertex, word.integer(0, size - 1, "a vertex"), word)
    if not (named or draft.arcs):
        raise rows[0][0].error("no vertex has a neighbour")
    return draft.undirected(merge=True) if named and not directed else draft.adjacency(directed=directed)


def read_metis(text: str, source: str, directed: bool, named: bool) -> GraphFile:
    r"""``VERTICES EDGES [FORMAT [WEIGHTS]]``, then the neighbours of each vertex in a line, from 1; ``%`` is a comment.

    Raises :class:`InputError`.

    >>> read_metis("3 2\n2\n1 3\n2\n", "path.graph", False, False).sizes()
    '3 vertices, 2 edges (each listed twice)'
    """
    hint = "write 'VERTICES EDGES', then a line for each vertex with its neighbours"
    rows = [line.words() for line in lines(text + "\n\n", source, hint) if not line.text.startswith("%")]
    head = rows[0]
    if not 2 <= len(head) <= 4 or any(word.whole() is None for word in head):
        raise InputError("expected 'VERTICES EDGES' in the first line", Place(source, 1), hint)
    size, edges = size_of(head[0]), head[1].whole()
    body, after = rows[1 : size + 1], rows[size + 1 :]
    if len(body) < size or any(after):
        raise head[0].error(f"expected {size} lines of vertices, found another number")
    if not (named or size):
        raise head[0].error("a graph without vertices")
    draft = GraphDraft(source, numbered(1, size))
    skipped, step = _weights_of(head)
    for vertex, words in enumerate(body):
        for word in words[skipped::step]:
            draft.arc(vertex, word.integer(1, size, "a vertex") - 1, word)
    if skipped or step > 1:
        draft.leave_out("weights")
    arcs = draft.arcs
    if one_way := next((arcs[arc] for arc in arcs if arc[::-1] not in arcs or arc[0] == arc[1]), None):
        raise one_way.error("an edge that is not listed at both of its ends")
    if len(arcs) != 2 * (edges or 0):
        raise head[1].error(f"expected the number of edges, {len(arcs) // 2}, found {head[1].text}")
    refuse_directions("METIS", source, directed)
    return draft.undirected()


def _weights_of(head: list[Word]) -> tuple[int, int]:
    """The number of words before the neighbours that are weights, and the number of words of a neighbour."""
    kinds = head[2].text.rjust(3, "0") if len(head) > 2 else "000"
    if not re.fullmatch("[01]{3}", kinds):
        raise head[2].error("expected three digits 0 or 1 for the kinds of weights")
    of_vertex = head[3].integer(1, 1000, "the number of weights of a vertex") if len(head) > 3 else 1
    return int(kinds[0]) + int(kinds[1]) * of_vertex, 1 + int(kinds[2])


_WHOLE_FLOAT = re.compile(r"([012])\.0*(?:e\+00)?")


def read_matrix(text: str, source: str, directed: bool, named: bool) -> GraphFile:
    r"""An adjacency matrix of 0 and 1, separated by spaces, commas or semicolons: undirected if it is symmetric.

    The first line and the first column may name the vertices. NumPy and pandas write 0 and 1 as floats. Raises
    :class:`InputError`.

    >>> read_matrix(",a,b,c\na,0,1,0\nb,1,0,1\nc,0,1,0\n", "path.csv", False, False).graph
    SimpleGraph(vertices=('a', 'b', 'c'), edges=((0, 1), (1, 2)), directed=False)
    """
    rows = [*word_lines(text, source, "write a square matrix of 0 and 1", r"\s,;", comment="#")]
    if len(rows) < 3 and not named:  # two lines of two words are edges
        raise InputError("expected a square matrix", Place(source), "write a square matrix of 0 and 1")
    names: Sequence[str] = numbered(0, len(rows))
    titles = [word.text for word in rows[0]] if rows else []
    has_titles = titles == [words[0].text for words in rows[1:]] and len({*titles}) == len(titles)
    if titles and has_titles and all(len(words) == len(rows) for words in rows[1:]):
        names, rows = titles, [words[1:] for words in rows[1:]]
    draft = GraphDraft(source, names)
    if all(_WHOLE_FLOAT.fullmatch(word.text) for words in rows for word in words):  # no writer has both 0 and 0.0
        rows = [[Word(word.text[0], word.line, word.column) for word in words] for words in rows]
    for row, words in enumerate(rows):
        if len(words) != len(rows):
            raise words[-1].error(f"expected {len(rows)} numbers, found {len(words)}")
        for column, word in enumerate(words):
            is_loop = row == column and (named or len(rows) > 3)  # igraph writes 2 for it
            if word.integer(0, 2 if is_loop else 1, "0 or 1"):
                draft.arc(row, column, word)
    return draft.adjacency(directed=directed)


def read_tgf(text: str, source: str, directed: bool, named: bool) -> GraphFile:
    r"""Trivial graph format: ``ID LABEL`` for each vertex, a line ``#``, then ``ID ID LABEL`` for each edge.

    Raises :class:`InputError`.

    >>> read_tgf("1 January\n2 March\n#\n1 2\n", "two.tgf", False, False).sizes()
    '2 vertices, 1 edge'
    """
    hint = "write 'ID LABEL' for each vertex, a line #, then 'ID ID LABEL' for each edge"
    rows = [words for line in lines(text, source, hint) if (words := line.words())]
    marks = [index for index, words in enumerate(rows) if words[0].text == "#"]
    if len(marks) != 1 or len(rows[marks[0]]) > 1 or not marks[0]:
        raise InputError("expected one line # between vertices and edges", Place(source), hint)
    draft = GraphDraft(source)
    for words in rows[: marks[0]]:
        if words[0].text in draft.number or words[0].text.startswith("#"):
            raise words[0].error(f"vertex {short(words[0].text, 60)} again")
        draft.vertex(words[0].text)
        if len(words) > 1:
            draft.leave_out("labels of vertices")
    for words in rows[marks[0] + 1 :]:
        if len(words) == 1:
            raise words[0].error("expected two vertices, found one")
        if unknown := next((word for word in words[:2] if word.text not in draft.number), None):
            raise unknown.error("expected a vertex of the first part")
        draft.arc(draft.number[words[0].text], draft.number[words[1].text], words[0])
        if len(words) > 2:
            draft.leave_out("labels of edges")
    return draft.directed() if directed else draft.undirected()
