"""Reading graphs whose file has a header: DIMACS and TSPLIB."""

from __future__ import annotations

import re
from collections.abc import Iterator

from smatchproof.base.errors import InputError, Place, quoted
from smatchproof.base.text import many
from smatchproof.lab.reductions.problems.graph_files.graph_file import (
    GraphDraft,
    GraphFile,
    numbered,
    refuse_directions,
    size_of,
)
from smatchproof.lab.reductions.words import Line, Word, lines, word_lines

# ---- DIMACS

_KINDS = ("edge", "edges", "col", "clq")
_NOT_USED = {"n": "weights of vertices", "d": "dimensions", "v": "coordinates", "x": "parameters"}


def read_dimacs_graph(text: str, source: str, directed: bool) -> GraphFile:
    r"""``p edge VERTICES EDGES``, then ``e ONE OTHER`` for each edge; vertices count from 1, or from 0 if one is 0.

    An edge that is listed again, in any direction, is one edge: many public files list each edge twice. The header
    counts the lines, the edges, or twice the edges. Raises :class:`InputError`.

    >>> read_dimacs_graph("c a path\np edge 3 4\ne 1 2\ne 2 1\ne 2 3\ne 3 2\n", "path.col", False).sizes()
    '3 vertices, 2 edges (each listed twice)'
    """
    hint = "write 'p edge VERTICES EDGES', then 'e ONE OTHER' for each edge"
    rows = [words for words in word_lines(text, source, hint) if not words[0].text.startswith("c")]
    head = rows[0] if rows else []
    if [word.text for word in head[:1]] != ["p"] or len(head) != 4 or head[1].text not in _KINDS:
        said = quoted(" ".join(word.text for word in head)) if head else "nothing"
        place = head[0].place if head else Place(source)
        raise InputError(f"expected 'p edge VERTICES EDGES' first, found {said}", place, hint)
    refuse_directions("DIMACS", source, directed)
    size, announced = size_of(head[2]), head[3].integer(0, 10**15, "the number of edges")
    edges, draft = [], GraphDraft(source)
    for words in rows[1:]:
        if words[0].text in _NOT_USED:
            draft.leave_out(_NOT_USED[words[0].text])
        elif words[0].text == "e" and len(words) in (3, 4):
            edges.append(words)
            if len(words) == 4:
                draft.leave_out("weights of edges")
        else:
            raise words[0].error(f"expected 'e ONE OTHER', found {quoted(words[0].text)}")
    first = 0 if any(word.whole() == 0 for words in edges for word in words[1:3]) else 1
    for name in numbered(first, size):
        draft.vertex(name)
    for words in edges:
        one, other = (word.integer(first, first + size - 1, "a vertex") - first for word in words[1:3])
        draft.arc(one, other, words[1])
    found = draft.undirected(merge=True)
    distinct = len(found.graph.edges) + len(found.loops)
    if announced not in (len(edges), distinct, 2 * distinct):
        counted = many(len(edges), "line") + (f" with {distinct} edges" if distinct != len(edges) else "")
        raise head[3].error(
            f"{announced} edges announced, found {counted}", "write the number of lines, or what is missing"
        )
    return found


# ---- TSPLIB

_KEY = re.compile(r"\s*([A-Z][A-Z_]*)\s*(?::\s*(.*?))?\s*")
_TSPLIB_HINT = "write TYPE : HCP, DIMENSION, EDGE_DATA_FORMAT : EDGE_LIST or ADJ_LIST and EDGE_DATA_SECTION"
_DRAWN = {"NODE_COORD_SECTION": "coordinates", "DISPLAY_DATA_SECTION": "coordinates"}


def read_tsplib(text: str, source: str, directed: bool) -> GraphFile:
    r"""The graph of a Hamiltonian cycle problem in TSPLIB's format: EDGE_LIST, ADJ_LIST or FULL_MATRIX of 0 and 1.

    Raises :class:`InputError`, also for distances and for edges that are fixed.

    >>> keys = "TYPE : HCP\nDIMENSION : 3\nEDGE_DATA_FORMAT : EDGE_LIST"
    >>> read_tsplib(f"{keys}\nEDGE_DATA_SECTION\n1 2\n2 3\n-1\nEOF", "path.hcp", False).sizes()
    '3 vertices, 2 edges'
    """
    said, sections = _sections(text, source)
    if "DIMENSION" not in said:
        raise InputError("a file without DIMENSION", Place(source), _TSPLIB_HINT)
    size = size_of(said["DIMENSION"])
    draft = GraphDraft(source, numbered(1, size))
    if (kind := said.get("EDGE_DATA_FORMAT")) is not None and "EDGE_DATA_SECTION" in sections:
        numbers = sections.pop("EDGE_DATA_SECTION")
        if kind.text == "EDGE_LIST":
            _add_edges(draft, numbers, size)
        elif kind.text == "ADJ_LIST":
            _add_neighbours(draft, numbers, size)
        else:
            raise kind.error("expected EDGE_LIST or ADJ_LIST")
    elif "EDGE_WEIGHT_SECTION" in sections and said.get("EDGE_WEIGHT_FORMAT"):
        if "TYPE" in said and not said["TYPE"].text.startswith("HCP"):
            raise said["TYPE"].error("distances, which are no graph", "write TYPE : HCP if 1 is an edge and 0 is none")
        _add_matrix(draft, sections.pop("EDGE_WEIGHT_SECTION"), size, said["EDGE_WEIGHT_FORMAT"])
        return _with_drawing(draft, sections, source).adjacency(directed=directed)
    else:
        raise InputError("a TSPLIB file without edges", Place(source), _TSPLIB_HINT)
    _with_drawing(draft, sections, source)
    refuse_directions(f"TSPLIB's {kind.text}", source, directed)
    return draft.undirected(merge=kind.text == "ADJ_LIST")


def _sections(text: str, source: str) -> tuple[dict[str, Word], dict[str, list[Word]]]:
    """The values by key, and the words of each section."""
    said: dict[str, Word] = {}
    sections: dict[str, list[Word]] = {}
    section: list[Word] | None = None
    for line in _up_to_end(text, source):
        found = _KEY.fullmatch(line.text)
        if found and found[1].endswith("_SECTION"):
            section = sections.setdefault(found[1], [])
        elif found and found[2] is not None:
            said[found[1]] = Word(found[2], line, found.start(2) + 1)
        elif section is None:
            raise InputError(f"expected KEY : VALUE, found {quoted(line.text)}", line.place(), _TSPLIB_HINT)
        else:
            section += line.words()
    return said, sections


def _up_to_end(text: str, source: str) -> Iterator[Line]:
    for line in lines(text, source, _TSPLIB_HINT):
        if line.text.strip() == "EOF":
            return
        if line.text.strip():
            yield line


def _with_drawing(draft: GraphDraft, sections: dict[str, list[Word]], source: str) -> GraphDraft:
    """Note coordinates, and refuse any other section: a fixed edge makes another question of the problem."""
    for name, words in sections.items():
        if name not in _DRAWN:
            place = words[0].place if words else Place(source)
            raise InputError(f"{name} is not read", place, "leave the section out if the question is without it")
        draft.leave_out(_DRAWN[name])
    return draft


def _add_edges(draft: GraphDraft, words: list[Word], size: int) -> None:
    if words and words[-1].text == "-1":
        words = words[:-1]
    if len(words) % 2:
        raise words[-1].error("expected two vertices for each edge")
    for one, other in zip(words[::2], words[1::2], strict=True):
        ends = [word.integer(1, size, "a vertex") - 1 for word in (one, other)]
        draft.arc(ends[0], ends[1], one)


def _add_neighbours(draft: GraphDraft, words: list[Word], size: int) -> None:
    """A vertex, its neighbours and -1, again and again; one more -1 ends the section."""
    vertex: Word | None = None
    for word in words:
        if word.text == "-1":
            vertex = None
        elif vertex is None:
            vertex = word
            vertex.integer(1, size, "a vertex")
        else:
            draft.arc(int(vertex.text) - 1, word.integer(1, size, "a vertex") - 1, word)
    if vertex is not None:
        raise words[-1].error("expected -1 behind the neighbours of a vertex")


def _add_matrix(draft: GraphDraft, words: list[Word], size: int, kind: Word) -> None:
    if kind.text != "FULL_MATRIX":
        raise kind.error("expected FULL_MATRIX, of 0 and 1")
    if len(words) != size * size:
        place = words[-1].place if words else kind.place
        raise InputError(f"expected {size * size} numbers of a matrix, found {len(words)}", place, _TSPLIB_HINT)
    for index, word in enumerate(words):
        if word.integer(0, 1, "0 for no edge or 1 for an edge; distances are no graph; a number"):
            draft.arc(*divmod(index, size), word)
