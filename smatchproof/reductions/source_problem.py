"""The declaration of a reduction to Smatch: its name, its files, its options, and how a source is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from smatchproof.base.errors import InputError, Place, UsageError
from smatchproof.reductions.problems.graph_formats import read_graphs
from smatchproof.reductions.problems.graphs import SimpleGraph
from smatchproof.reductions.reduction import ToSmatch


class SourceText(NamedTuple):
    """The text of a file and the name that errors in it are reported under."""

    source: str
    text: str


Options = Mapping[str, Any]
"""What a user chose beside the files: ``size`` of a clique, ``directed``, ``induced``, ``lean``, ``diagonal``,
``copies``."""
Reader = Callable[[Sequence[SourceText], Options], Any]
"""A function that reads a source from files and options."""
OptionNames = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SourceProblem:
    """A reduction that users can name: its files, its options and the way to read a source.

    `read` gets the files and the options, and raises ``ValueError`` unless they hold such a source. Each of our
    reductions declares its entry below itself, as ``SOURCE``. A user's entry is named as ``file.py:object``.
    """

    name: str
    summary: str
    files: str
    reduction: type[ToSmatch[Any, Any]]
    read: Reader
    options: frozenset[str] = frozenset()
    passed_on: frozenset[str] = frozenset()
    """The options that the reduction takes, not the source."""

    @classmethod
    def of(
        cls,
        reduction: type[ToSmatch[Any, Any]],
        files: str,
        read: Reader,
        options: OptionNames = (),
        passed_on: OptionNames = (),
    ) -> SourceProblem:
        """The entry with the name and the summary of the reduction."""
        names = frozenset(options), frozenset(passed_on)
        return cls(reduction.name, reduction.summary, files, reduction, read, *names)


def one_text(texts: Sequence[SourceText]) -> SourceText:
    """The only file. Raises :class:`UsageError` for none and for several."""
    if len(texts) != 1:
        extra = f", not also {texts[1].source}" if len(texts) > 1 else ""
        raise UsageError(f"expected one file{extra}")
    return texts[0]


def read_several_graphs(
    texts: Sequence[SourceText], number: int, options: Options, *, undirected: bool = False
) -> list[SimpleGraph]:
    """Read `number` graphs from one or more files. Raises :class:`UsageError` and :class:`InputError`."""
    if not texts:
        raise UsageError("name a file with a graph: graph6 (.g6) or a list of edges")
    directed = bool(options.get("directed", False))
    graphs: list[SimpleGraph] = []
    for source, text in texts:
        graphs += read_graphs(text, source, directed=directed)
        if undirected and any(graph.directed for graph in graphs):
            hint = "give an undirected one, in graph6 or as a list of edges"
            raise InputError("a directed graph", Place(source), hint)
    if len(graphs) != number:
        place = Place(texts[0].source)
        wanted = "one graph" if number == 1 else f"{number} graphs"
        raise InputError(f"expected {wanted}, found {len(graphs)}", place, "write one a file, or one a line in graph6")
    return graphs


def reader(read: Callable[[str, str], Any]) -> Reader:
    """A reader of one file without options, from a function of its text and its name."""

    def from_texts(texts: Sequence[SourceText], options: Options) -> Any:
        one = one_text(texts)
        return read(one.text, one.source)

    return from_texts


def graph_reader(number: int, make: Callable[..., Any], *, undirected: bool = True) -> Reader:
    """A reader of that many graphs, of which `make` makes the source."""

    def from_texts(texts: Sequence[SourceText], options: Options) -> Any:
        return make(*read_several_graphs(texts, number, options, undirected=undirected))

    return from_texts
