"""Reading graphs whose file has a header: DIMACS and TSPLIB."""

from __future__ import annotations

import re

from smatchproof.base.errors import InputError, Place, quoted
from smatchproof.base.text import many
from smatchproof.lab.reductions.problems.graph_files.graph_file import (
    GraphDraft,
    GraphFile,
    numbered,
    refuse_directions,
    size_of,
)
from smatchproof.lab.reductions.words import Word, lines, word_lines

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
_TSPLIB_HINT = "write TYPE : HCP, DIMENSION, EDGE_DATA_FORMAT : EDGE_LIST and EDGE_DATA_SECTION"
_DRAWN = {"NODE_COORD_SECTION": "coordinates", "DISPLAY_DATA_SECTION": "coordinates"}


def read_tsplib(text: str, source: str, directed: bool) -> GraphFile:
    r"""The graph of a Hamiltonian cycle problem in TSPLIB's format, with an EDGE_LIST.

    Raises :class:`InputError`, also for distances and for edges that are fixed: these make another question of it.

    >>> keys = "TYPE : HCP\nDIMENSION : 3\nEDGE_DATA_FORMAT : EDGE_LIST"
    >>> read_tsplib(f"{keys}\nEDGE_DATA_SECTION\n1 2\n2 3\n-1\nEOF", "path.hcp", False).sizes()
    '3 vertices, 2 edges'
    """
    said, sections = _sections(text, source)
    needed = ("DIMENSION", "EDGE_DATA_FORMAT", "EDGE_DATA_SECTION")
    if lacks := next((key for key in needed if key not in said | sections), None):
        raise InputError(f"a TSPLIB file without {lacks}", Place(source), _TSPLIB_HINT)
    if said["EDGE_DATA_FORMAT"].text != "EDGE_LIST":
        raise said["EDGE_DATA_FORMAT"].error("expected EDGE_LIST")
    refuse_directions("TSPLIB", source, directed)
    size = size_of(said["DIMENSION"])
    draft, ends = GraphDraft(source, numbered(1, size)), sections.pop("EDGE_DATA_SECTION")
    for name, words in sections.items():
        if name not in _DRAWN:
            place = words[0].place if words else Place(source)
            raise InputError(f"{name} is not read", place, "leave the section out if the question is without it")
        draft.leave_out(_DRAWN[name])
    if ends and ends[-1].text == "-1":
        ends.pop()
    if len(ends) % 2:
        raise ends[-1].error("expected two vertices for each edge")
    for one, other in zip(ends[::2], ends[1::2], strict=True):
        tail, head = (word.integer(1, size, "a vertex") - 1 for word in (one, other))
        draft.arc(tail, head, one)
    return draft.undirected()


def _sections(text: str, source: str) -> tuple[dict[str, Word], dict[str, list[Word]]]:
    """The values by key, and the words of each section."""
    said: dict[str, Word] = {}
    sections: dict[str, list[Word]] = {}
    section: list[Word] | None = None
    for line in lines(text, source, _TSPLIB_HINT):
        if line.text.strip() == "EOF":
            break
        found = _KEY.fullmatch(line.text)
        if found and found[1].endswith("_SECTION"):
            section = sections.setdefault(found[1], [])
        elif found and found[2] is not None:
            said[found[1]] = Word(found[2], line, found.start(2) + 1)
        elif section is None and line.text.strip():
            raise InputError(f"expected KEY : VALUE, found {quoted(line.text)}", line.place(), _TSPLIB_HINT)
        elif section is not None:
            section += line.words()
    return said, sections
