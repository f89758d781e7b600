"""Evidence for pairs of variables from outside of the graphs, and how it becomes part of the question.

Evidence is a set of pairs of variables: they stand for a common token, are of the same sentence, or a table lists them.
It is expressed by additional triples and similarities only, so that solvers, certificates and checkers need not support
it. There are three strengths:

* *filter*: only pairs with evidence may be aligned. They are divided into blocks, each a set of left and a set of right
  variables that are all pairs of it. A triple becomes one for each block of its variable (of each pair of blocks, if it
  is a relation), which is named in its role. Two variables share exactly one block if they have evidence, and otherwise
  none. So the matches of a pair with evidence are each counted once, and those of other pairs are gone.
* *tie-break*: of all optima one with the most evidence. Each variable with evidence gets a triple of its own, and the
  triples of a pair with evidence are similar: by 1, where equal triples match M. M is more than there can be pairs with
  evidence in an alignment. So an alignment is worth M times what it matches, and less than M more.
* *scored*: the same, but the triples of a pair with evidence match like equal ones.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from enum import StrEnum
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from smatchproof.base.errors import InputError, Place, short
from smatchproof.base.files import decoded_lines, opened_plain
from smatchproof.base.record import PartlyCompared, replace
from smatchproof.conventions.triples import Alignment, Attribute, Relation, TripleGraph
from smatchproof.graphs.corpus import Corpus
from smatchproof.graphs.graph import Graph
from smatchproof.similarity.grading import GradedPair, Label, Similarities

NamedPair = tuple[str, str]


ROLE = "/evidence"
"""The role of the triple of a variable with evidence."""


class Strength(StrEnum):
    """The effect of evidence on the alignment."""

    FILTER = "filter"
    """Only pairs with evidence are aligned; the optimum is another one."""
    TIE_BREAK = "tie-break"
    """One of the optima with the most evidence is chosen; the score is the same."""
    SCORED = "scored"
    """Each variable with evidence has an additional triple, which matches for pairs with evidence."""

    @property
    def is_scored(self) -> bool:
        """Test whether evidence counts as triples do."""
        return self is Strength.SCORED


class Restated(NamedTuple):
    """The question without evidence: its graphs, the worth of one of its units in the question with it, and the pairs.

    `pairs` are left and right variables, by number.
    """

    plain: GradedPair
    scale: int
    pairs: frozenset[tuple[int, int]]

    def supported(self, mapping: Alignment) -> int:
        """The number of pairs of an alignment that have evidence."""
        return sum((left, right) in self.pairs for left, right in enumerate(mapping))


def _by_words(left: Graph, right: Graph) -> Iterable[NamedPair]:
    from smatchproof.graphs.word_alignments import tokens_of  # every command loads this module, few use it

    rights = tokens_of(right)
    for one, tokens in tokens_of(left).items():
        yield from ((one, other) for other, others in rights.items() if not tokens.isdisjoint(others))


def _by_sentences(left: Graph, right: Graph) -> Iterable[NamedPair]:
    from smatchproof.graphs.word_alignments import sentences_of

    rights = sentences_of(right)
    for one, sentence in sentences_of(left).items():
        yield from ((one, other) for other, its in rights.items() if its == sentence)


SOURCES: dict[str, Callable[[Graph, Graph], Iterable[NamedPair]]] = {"words": _by_words, "sentences": _by_sentences}
"""The kinds of evidence contained in graphs, by name."""


class Evidence(PartlyCompared):
    """A source of evidence and its strength. `source` is one of :data:`SOURCES`, or a table's name and hash.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> cats = parse_graph("(a / cat~e.1 :mod (b / cat~e.2))")
    >>> sorted(Evidence("words", Strength.FILTER).pairs(cats, cats, "1"))
    [('a', 'a'), ('b', 'b')]
    """

    uncompared = ("table",)

    source: str
    strength: Strength = Strength.TIE_BREAK
    table: bytes = b""
    """The text of the table, compressed by zlib."""

    @property
    def signature(self) -> str:
        """The settings that can change a score or an alignment; with ``sim:`` before them if they add similarities."""
        return "sim:" * (self.strength is not Strength.FILTER) + f"evidence:{self.source}:{self.strength}"

    def pairs(self, left: Graph, right: Graph, id: str) -> Collection[NamedPair]:
        """Return the pairs of variables with evidence. Raises :class:`InputError` for an error in the source."""
        if self.source in SOURCES:
            return {*SOURCES[self.source](left, right)}
        listed = _rows(self.table).get(id, {})
        for names, line in listed.items():
            for side, name, graph in zip(("left", "right"), names, (left, right), strict=True):
                if name not in graph.variables and graph.variables:  # one that cannot be read may count as empty
                    place = Place(self.source.rpartition("#")[0], line, id=id)
                    raise InputError(f"the {side} graph has no variable {short(name, 40)}", place, "correct the table")
        return listed.keys()

    def check_fits(self, corpus: Corpus) -> None:
        """Raise :class:`InputError` if a table has no pair of the corpus; graphs that it lacks have no evidence."""
        rows = _rows(self.table)
        if rows and not any((block.id or str(position)) in rows for position, block in enumerate(corpus.headings(), 1)):
            wanted = short(next(corpus.headings()).id or "1", 60)
            message = f"no id in this table is that of a pair, such as {wanted}"
            hint = "write the # ::id of pairs in the first field, or positions from 1"
            raise InputError(message, Place(self.source.rpartition("#")[0]), hint)

    def restated(self, plain: GradedPair, evidence: Collection[NamedPair]) -> tuple[GradedPair, Restated]:
        """Return the question with evidence, as triples and similarities, and the question without it.

        Graphs have no weights of triples.
        """
        left, right, similarities = plain
        number = [{name: at for at, name in enumerate(graph.variables)} for graph in (left, right)]
        pairs = frozenset(
            (number[0][one], number[1][other]) for one, other in evidence if one in number[0] and other in number[1]
        )
        if self.strength is Strength.FILTER:
            return _filtered(plain, pairs), Restated(plain, 1, pairs)
        unit = similarities.denominator if similarities else 1
        scale, worth = 1, unit
        if self.strength is Strength.TIE_BREAK:
            scale, worth = 1 + min(len({pair[side] for pair in pairs}) for side in (0, 1)), 1
        values = {} if similarities is None else {key: scale * each for key, each in similarities.values.items()}
        names = left.variables, right.variables
        values |= {(_label("left", names[0][i]), _label("right", names[1][j])): worth for i, j in sorted(pairs)}
        graphs = [_with_evidence(graph, side, {pair[at] for pair in pairs}) for at, side, graph in _sides(left, right)]
        asked = graphs[0], graphs[1], Similarities(scale * unit, values)
        return asked, Restated(asked if self.strength.is_scored else plain, scale, pairs)


def _sides(left: TripleGraph, right: TripleGraph) -> tuple[tuple[int, str, TripleGraph], ...]:
    return (0, "left", left), (1, "right", right)


def _label(side: str, variable: str) -> Label:
    """The label of the triple of a variable with evidence; it is unique, since no role of a graph has a slash."""
    return Label("attribute", ROLE, f"{side} {variable}")


def _with_evidence(graph: TripleGraph, side: str, variables: Collection[int]) -> TripleGraph:
    """Return a graph with an additional triple for each variable with evidence."""
    labels = [(each, _label(side, graph.variables[each])) for each in sorted(variables)]
    more = [Attribute(label.kind, label.role, each, label.value) for each, label in labels]
    return replace(graph, attributes=(*graph.attributes, *more))


def _filtered(plain: GradedPair, pairs: frozenset[tuple[int, int]]) -> GradedPair:
    """Return the graphs with the blocks of their variables in the roles of their triples."""
    left, right, similarities = plain
    near = defaultdict[int, set[int]](set)
    for i, j in pairs:
        near[j].add(i)
    blocks = {lefts: at for at, lefts in enumerate(sorted({tuple(sorted(each)) for each in near.values()}))}
    of = defaultdict[int, list[int]](list), defaultdict[int, list[int]](list)
    for lefts, block in blocks.items():
        for i in lefts:
            of[0][i].append(block)
    for j, each in near.items():
        of[1][j].append(blocks[tuple(sorted(each))])
    graphs = [_with_blocks(graph, side, of[at]) for at, side, graph in _sides(left, right)]
    if similarities is None:
        return graphs[0], graphs[1], None
    values = {
        (
            one._replace(kind="attribute", role=_role(one, block)),
            other._replace(kind="attribute", role=_role(one, block)),
        ): worth
        for (one, other), worth in similarities.values.items()
        for block in blocks.values()
    }
    return graphs[0], graphs[1], Similarities(similarities.denominator, values)


def _role(triple: Label | Attribute | Relation, *blocks: object) -> str:
    """The role of a triple with blocks; no role of a graph has a slash."""
    kind = "" if isinstance(triple, Relation) or triple.kind == "attribute" else f"/{triple.kind}/"
    return f"{kind}{triple.role}/{'-'.join(map(str, blocks))}"


def _with_blocks(graph: TripleGraph, side: str, blocks: Mapping[int, list[int]]) -> TripleGraph:
    """Return a graph with a copy of each triple for each block of its variable, or each pair of blocks.

    A triple whose variable is in no block is replaced by one that matches nothing.
    """
    attributes = [
        Attribute("attribute", _role(each, block), each.variable, each.value)
        for each in graph.attributes
        for block in blocks.get(each.variable) or (side,)
    ]
    relations = [
        Relation(_role(each, *ends), each.source, each.target)
        for each in graph.relations
        for ends in product(*[blocks.get(end) or (side,) for end in (each.source, each.target)])
    ]
    return replace(graph, attributes=tuple(attributes), relations=tuple(relations), top=None)


_TIE_BREAK = r"(?:^|\|)sim:evidence:[^|]*:tie-break(?:$|\|)"
_GRADED = r"(?:^|\|)den:([1-9][0-9]{0,17})(?:$|\|)"


def values_without_evidence(
    record: Mapping[str, Any], sizes: tuple[int, int] | None = None
) -> tuple[int, int, int, int, int]:
    """Return matched, upper bound, left and right triples and the unit of a certificate that the checker has completed.

    If the evidence is a filter or a tie-break, they are those of the question without evidence; the `sizes` of its
    graphs are counted in the certificate if they are not known. A tie-break that could add up to a unit is not removed:
    then the values are those that the checker prints.
    """
    convention, unit = record["convention"], record["unit"]
    left, right = sizes or record["sizes"]
    if not re.search(_TIE_BREAK, convention):
        return record["matched"], record["at_most"], left, right, unit
    graded = int(found[1]) if (found := re.search(_GRADED, convention)) else 1
    added = [
        [value for role, _, value, *_ in side["attributes"] if role == ROLE]
        for side in (record["left"], record["right"])
    ]
    scale, similar = max(1, unit // graded), record["similarity"]["pairs"]
    is_less = min(map(len, added)) < scale and {*added[0]}.isdisjoint(added[1])
    if unit % graded or not is_less or any(n != 1 if role == ROLE else n % scale for role, _, _, n in similar):
        return record["matched"], record["at_most"], *record["sizes"], unit
    left, right = sizes or (size - len(more) for size, more in zip(record["sizes"], added, strict=True))
    return record["matched"] // scale, record["at_most"] // scale, left, right, graded


def named_evidence(source: str | Path, strength: Strength) -> Evidence:
    """Return the evidence of one of :data:`SOURCES`, or of a table."""
    return Evidence(str(source), strength) if str(source) in SOURCES else read_evidence(source, strength)


def read_evidence(path: str | Path, strength: Strength) -> Evidence:
    r"""Read the evidence of a table: lines of an id, a left and a right variable, separated by tabs.

    The name of the source contains the beginning of the SHA-256 of the file. Raises :class:`InputError` with the line
    of an error.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "table.tsv")
    ...     _ = path.write_text("s.1\tb\tx\n")
    ...     read_evidence(path, Strength.FILTER).signature
    'evidence:table.tsv#b669a38c:filter'
    """
    import hashlib
    import zlib

    with opened_plain(path, hint="name a table of ids, left and right variables, or say words or sentences") as file:
        whole = file.read()
    data = whole.removeprefix(BOM_UTF8)  # which would be a part of the first id
    for number, line in enumerate(decoded_lines(data, str(path), 1).split("\n"), 1):
        fields = line.split("\t")
        if line.strip() and (len(fields) != 3 or not all(map(str.strip, fields))):
            place = Place(str(path), number, 1, line)
            raise InputError("not an id and two variables", place, "expected three fields with a tab between them")
    if not data.strip():
        raise InputError("no pair in this file", Place(str(path)), "expected lines of an id and two variables")
    name = Path(path).name.replace("|", "/").replace(":", "/")
    return Evidence(f"{name}#{hashlib.sha256(whole).hexdigest()[:8]}", strength, zlib.compress(data))


@lru_cache(maxsize=2)
def _rows(table: bytes) -> dict[str, dict[NamedPair, int]]:
    """The pairs of each id of a compressed table, with their lines. Workers get the table with each pair of graphs."""
    import zlib

    rows = defaultdict[str, dict[NamedPair, int]](dict)
    for number, line in enumerate(zlib.decompress(table).decode().split("\n") if table else (), 1):
        if line.strip():
            id, left, right = map(str.strip, line.split("\t"))
            rows[id].setdefault((left, right), number)
    return dict(rows)
