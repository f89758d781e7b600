"""The rules of UMR files beyond those of their graphs: blocks, names of variables, alignments, values, document level.

The lists are those of the guidelines (release 0.9), of their lattices and of their reference pages, and the further
names that the public files of 2025 use.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from smatchproof.base.errors import quoted, short
from smatchproof.base.record import Struct, field
from smatchproof.graphs.notation import without_suffix
from smatchproof.graphs.reading import edge_places, node_places
from smatchproof.graphs.umr import ALIGNMENT, BLOCKS, LAYERS, UmrSentence

UMR_ROLES = """
ARG* op* mod name wiki quote quant unit value ord range scale list-item li
actor co-actor undergoer theme recipient force causer experiencer stimulus instrument companion material source place
start goal affectee cause manner reason purpose temporal extent other-role
age degree direction duration example frequency group medium part path polite possessor topic vocative
regard comparison according-to concession condition concessive-condition consequence effect result pure-addition
size color configuration orientation anchor axis
substitute substitution subtraction apprehensive parenthesis clausal-marker
aspect mode modal-strength modal-predicate polarity refer-number refer-person refer-definiteness
calendar century day dayperiod decade era month quarter season timezone time weekday year year2
"""
"""The roles of UMR graphs."""

_DEGREES = "full partial neutral non-neutral non-full strong-partial weak-partial strong-neutral weak-neutral"
_STRENGTHS = " ".join(f"{degree}-affirmative {degree}-negative" for degree in _DEGREES.split())
_VALUES = {
    "aspect": "state habitual process activity endeavor performance generic imperfective atelic-process perfective "
    "reversible-state irreversible-state inherent-state point-state undirected-activity directed-activity iterative "
    "semelfactive undirected-endeavor directed-endeavor inceptive incremental-accomplishment "
    "nonincremental-accomplishment non-incremental-accomplishment directed-achievement "
    "reversible-directed-achievement irreversible-directed-achievement",
    "modal-strength": f"{_STRENGTHS} undefined",
    "refer-number": "singular non-singular nonsingular dual paucal trial non-dual-paucal non-trial-paucal plural "
    "greater-plural",
    "refer-person": "1st 2nd 3rd 4th non-1st non-3rd excl incl exclusive inclusive 1st-exclusive 1st-inclusive",
    "polarity": "- + -intense umr-unknown truth-value",
    "degree": "intensifier downtoner equal most",
    "mode": "imperative interrogative expressive",
    "polite": "+ -",
}
VALUES = {role: tuple(values.split()) for role, values in _VALUES.items()}
"""The values of attributes, the usual ones first; a node in place of a value may have any concept."""
_RELATIONS = {
    "temporal": ("before", "after", "overlap", "contained", "contains", "depends-on"),
    "modal": ("modal", "unspecified", *_STRENGTHS.split()),
    "coref": ("same-entity", "same-event", "subset-of"),
}
CONSTANTS = frozenset(
    {"root", "author", "null-conceiver", "document-creation-time"}
    | {"past-reference", "present-reference", "future-reference"}
)
_VARIABLE = re.compile(r"s(\d+)[^\W\d_]+\d*")


UmrFinding = tuple[str, int, int | None, str, str]
"""A rule that a sentence breaks: the kind of the problem, line and column (both from 1), a description, and a hint."""


class DocumentSoFar(Struct):
    """The variables of the sentences of a document so far, and the numbers of sentences that could not be read."""

    number: int = 0
    variables: dict[str, int] = field(default_factory=dict)
    unread: set[int] = field(default_factory=set)

    before: int | None = None
    """The number of the previous sentence, if this one does not follow it."""

    def begin(self, number: int | None) -> None:
        """Begin a sentence; if its number is not larger than the last one, a new document begins."""
        if number is not None and number <= self.number:
            self.number, self.variables, self.unread = 0, {}, set()
        number = self.number + 1 if number is None else number
        self.before = self.number if self.number and number > self.number + 1 else None
        self.number = number


def umr_findings(sentence: UmrSentence, first_line: int, document: DocumentSoFar) -> Iterator[UmrFinding]:
    """Yield all rules that a sentence breaks; `document` has begun its number. Linear in the sentence."""
    if document.before is not None:
        message = f"sentence {document.number} comes after sentence {document.before}"
        yield "block", first_line, None, message, "number sentences in order"
    for name in BLOCKS:
        if name not in sentence.headings:
            yield "block", first_line, None, f"no block '{name}'", f"write '# {name}:'"
    yield from _variables(sentence, document)
    yield from _values(sentence)
    yield from _alignments(sentence)
    yield from _document_level(sentence, document)


def _variables(sentence: UmrSentence, document: DocumentSoFar) -> Iterator[UmrFinding]:
    places = node_places(sentence.graph_text)
    for name, (line, column) in zip(sentence.graph.variables, places, strict=True):
        found, place = _VARIABLE.fullmatch(name), (sentence.graph_line + line - 1, column)
        if not found or int(found[1]) != document.number:
            message = f"variable {quoted(name)} does not have the number of sentence {document.number}"
            yield "variable", *place, message, f"name it s{document.number}x"
        if name in document.variables:
            message = f"variable {quoted(name)} is defined in line {document.variables[name]} already"
            yield "variable", *place, message, "give it another name"
        document.variables.setdefault(name, place[0])


def _values(sentence: UmrSentence) -> Iterator[UmrFinding]:
    names = {*sentence.graph.variables}
    for edge, (line, column) in zip(sentence.graph.edges, edge_places(sentence.graph_text), strict=True):
        known, target = VALUES.get(edge.role), without_suffix(edge.target)
        if known and target not in names and target not in known:
            message = f"{quoted(target)} is no value of :{edge.role}"
            yield "value", sentence.graph_line + line - 1, column, message, _one_of(known)


def _one_of(known: tuple[str, ...]) -> str:
    """The hint to write one of these, with the first of them."""
    return f"write one of {', '.join(known[:8])}" + ", ..." * (len(known) > 8)


def _alignments(sentence: UmrSentence) -> Iterator[UmrFinding]:
    names, seen = {*sentence.graph.variables}, set[str]()
    for variable, words, line, column in sentence.alignment:
        last = max((part.stop - 1 for part in words), default=0)
        if variable not in names:
            message = f"the graph has no variable {quoted(variable)}"
            hint = "name one of the graph, or remove the line"
        elif variable in seen:
            message, hint = f"variable {quoted(variable)} is aligned a second time", "write 2-3,5-5 for several ranges"
        elif sentence.words and last > len(sentence.words):
            message, hint = f"word {last} of {len(sentence.words)}", "count the words from 1"
        else:
            message = hint = ""
        if message:
            yield "alignment", line, column, message, hint
        seen.add(variable)
    is_read = sentence.alignment and not sentence.errors.get(ALIGNMENT)
    if lost := [name for name in sentence.graph.variables if is_read and name not in seen]:
        names_of = short(", ".join(lost), 60)
        message = f"{len(lost)} of {len(names)} variables are not aligned: {names_of}"
        yield "alignment", sentence.alignment[0].line, None, message, f"write {lost[0]}: 0-0 for none"


def _document_level(sentence: UmrSentence, document: DocumentSoFar) -> Iterator[UmrFinding]:
    for layer, source, role, target, line, column in sentence.triples:
        known = _RELATIONS.get(layer, ())
        if not known:
            message, hint = f"{quoted(':' + layer)} is no layer", f"write :{', :'.join(LAYERS)}"
            yield "document-level", line, column, message, hint
        elif role not in known:
            message = f"{quoted(':' + role)} is no relation of :{layer}"
            yield "document-level", line, column, message, _one_of(known)
        for end in (source, target):
            found = _VARIABLE.fullmatch(end)
            is_unread = found is not None and int(found[1]) in document.unread
            if end not in document.variables and end not in CONSTANTS and not is_unread:
                hint = "name a variable of this sentence or of an earlier one, or a constant such as author"
                message = f"{quoted(end)} is neither a variable of the document so far nor a constant"
                yield "document-level", line, column, message, hint
