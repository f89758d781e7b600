"""The links of variables to the text of a graph: their tokens and their sentences."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from smatchproof.base.errors import InputError, Place, short
from smatchproof.graphs.graph import Graph, introducing_edges
from smatchproof.graphs.notation import without_suffix

_SUFFIX = re.compile(r"~(?:[a-z]\.?)?([0-9]+(?:,[0-9]+)*)")
_SPAN = re.compile(r"([0-9]+)-([0-9]+)\|([0-9.]+(?:\+[0-9.]+)*)")
_TOKEN = re.compile(r"([0-9]+)-([0-9.]+)(\.r)?")
_UMR_WORDS = re.compile(r"(\S+):([0-9]+-[0-9]+(?:,[0-9]+-[0-9]+)*)")
_IN_NAME = re.compile(r"s([0-9]+)[._]?[A-Za-z]")
_SENTENCE = re.compile(r"snt([0-9]+)", re.IGNORECASE)
LARGEST_SPAN = 10_000
"""The most tokens of a span: more are taken for a mistake."""
_MOST_DIGITS = 18


def tokens_of(graph: Graph) -> dict[str, frozenset[int]]:
    r"""Return the tokens of each variable, from suffixes of concepts and ``# ::alignments`` in both usual forms.

    Alignments of the Linguistic Data Consortium have the form ``0-1.1 2-1.2.r``: a token, and the address of a branch,
    whose numbers count the branches of a variable from 1, including re-entrancies (``.r`` is the role, which is
    ignored). Those of JAMR have the form ``0-2|0.0+0.1``: tokens from the first to before the second, and addresses
    that count from 0, without re-entrancies. Those of a UMR file name variables, ``s1p:2-3,5-5``, and the last token is
    included; unknown variables are ignored, and variables without a word share the token 0. Addresses of constants and
    of re-entrancies are ignored.
    Raises :class:`InputError` for an alignment of another form, for the address of no branch, for a number that is not
    a token's, and for the `alignment_error` of the graph.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> tokens_of(parse_graph("(c / chase-01~e.1 :ARG0 (d / dog~e.0))"))
    {'c': frozenset({1}), 'd': frozenset({0})}
    >>> tokens_of(parse_graph("# ::alignments 0-1.1 1-1 0-1.1.r\n(c / chase-01 :ARG0 (d / dog))"))
    {'d': frozenset({0}), 'c': frozenset({1})}
    >>> tokens_of(parse_graph("# ::alignments 0-1|0.0 1-3|0\n(c / chase-01 :ARG0 (d / dog))"))
    {'d': frozenset({0}), 'c': frozenset({1, 2})}
    """
    if graph.alignment_error is not None:
        raise graph.alignment_error
    found = defaultdict[str, set[int]](set)
    for variable, concept in zip(graph.variables, graph.concepts, strict=True):
        if suffix := _SUFFIX.fullmatch(concept[len(without_suffix(concept)) :]):
            found[variable].update(_number(each, graph) for each in suffix[1].split(","))
    items = []
    for item in graph.alignments.split():
        if umr := _UMR_WORDS.fullmatch(item):
            found[umr[1]].update(*(_words(each, graph) for each in umr[2].split(",")))
        else:
            items.append(item)
    of_form = {is_jamr: _addresses(graph, is_jamr) for is_jamr in {"|" in item for item in items}}
    for item in items:
        places = of_form["|" in item]
        for address, tokens in _read(item, graph):
            if address not in places:
                _refuse(graph, f"{short(item, 40)}: the graph has no branch {short(address, 40)}")
            if variable := places[address]:
                found[variable].update(tokens)
    names = {*graph.variables}
    return {variable: frozenset(tokens) for variable, tokens in found.items() if variable in names}


def _words(span: str, graph: Graph) -> range:
    """The tokens of a span of a UMR file."""
    first, last = (_number(each, graph) for each in span.split("-"))
    if not first <= last < first + LARGEST_SPAN:
        _refuse(graph, f"{short(span, 40)}: the tokens are none, or too many")
    return range(first, last + 1)


def _read(item: str, graph: Graph) -> Iterator[tuple[str, range]]:
    """The addresses of an alignment, each with its tokens."""
    if span := _SPAN.fullmatch(item):
        first, end = _number(span[1], graph), _number(span[2], graph)
        if not first < end <= first + LARGEST_SPAN:
            _refuse(graph, f"{short(item, 40)}: the tokens from {first:,} to before {end:,} are none, or too many")
        yield from ((address, range(first, end)) for address in span[3].split("+"))
    elif token := _TOKEN.fullmatch(item):
        if not token[3]:
            first = _number(token[1], graph)
            yield token[2], range(first, first + 1)
    elif item != "*":
        _refuse(graph, f"{short(item, 40)} is no alignment")


def _number(digits: str, graph: Graph) -> int:
    """The number of a token or of a sentence."""
    if len(digits) > _MOST_DIGITS:
        place = Place("word alignments or sentences", id=graph.id)
        raise InputError(f"{short(digits, 40)} has {len(digits):,} digits", place, f"expected at most {_MOST_DIGITS}")
    return int(digits)


def _refuse(graph: Graph, message: str) -> None:
    place = Place("# ::alignments", id=graph.id)
    raise InputError(message, place, "expected 0-1.2 (token and branch) or 0-1|0.1 (tokens and nodes)")


def _addresses(graph: Graph, is_jamr: bool) -> dict[str, str]:
    """The variables by their addresses; an empty text for numbered branches that are not variables."""
    defined, names = {number: name for name, number in introducing_edges(graph).items()}, {*graph.variables}
    number = Counter[int]()
    address = {graph.root: "0" if is_jamr else "1"}
    places = {address[graph.root]: graph.root or ""}
    for at, edge in enumerate(graph.edges):
        variable = defined.get(at, "")
        if is_jamr and not variable and without_suffix(edge.target) in names:
            continue
        here = f"{address[graph.variables[edge.source]]}.{number[edge.source] + (not is_jamr)}"
        number[edge.source] += 1
        places[here] = variable
        if variable:
            address[variable] = here
    return places


def sentences_of(graph: Graph) -> Mapping[str, int]:
    """Return the number of the sentence of each variable of a document.

    It is the number in the names if all of them but the root's have one (``s2p``, ``s2.p``, ``s2_p``); otherwise that
    of the branch ``:snt2`` of the root below which the variable is defined. Variables in no sentence have the number 0.
    Raises :class:`InputError` for a number that is not a sentence's.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> sentences_of(parse_graph("(m / multi-sentence :snt1 (c / cat) :snt2 (d / dog :poss c))"))
    {'m': 0, 'c': 1, 'd': 2}
    >>> sentences_of(parse_graph("(m / document :snt1 (s1.c / cat) :snt2 (s2.d / dog))"))
    {'m': 0, 's1.c': 1, 's2.d': 2}
    """
    named = {name: _IN_NAME.match(name) for name in graph.variables}
    if len(named) > 1 and all(named[name] for name in graph.variables[1:]):
        return {name: _number(found[1], graph) if found else 0 for name, found in named.items()}
    sentence = dict.fromkeys(graph.variables[:1], 0)
    for name, number in introducing_edges(graph).items():  # those above come first
        edge = graph.edges[number]
        above, branch = sentence[graph.variables[edge.source]], _SENTENCE.fullmatch(edge.role.partition("~")[0])
        sentence[name] = _number(branch[1], graph) if branch and edge.source == 0 else above
    return sentence
