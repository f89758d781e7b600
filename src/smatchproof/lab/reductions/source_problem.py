"""The declaration of a reduction to Smatch: its name, its files, its options, and how a source is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from smatchproof.base.errors import InputError, Place, UsageError
from smatchproof.base.record import Record
from smatchproof.base.text import many
from smatchproof.lab.reductions.problems.graph_files.formats import FoundGraphs, read_graphs
from smatchproof.lab.reductions.problems.graph_files.graph_file import refuse_loops
from smatchproof.lab.reductions.problems.graphs import SimpleGraph
from smatchproof.lab.reductions.reduction import ToSmatch


class SourceText(NamedTuple):
    """The text of a file and the name that errors in it are reported under."""

    source: str
    text: str


Options = Mapping[str, Any]
"""The options that a user chose: ``size`` of a clique, ``directed``, ``induced``, ``lean``, ``copies``,
``graph_format``."""


class Reading(NamedTuple):
    """A source that was read, and a line for each file that says what was found in it."""

    source: Any
    lines: tuple[str, ...]


Reader = Callable[[Sequence[SourceText], Options], Any]
"""A function that reads a source from files and options; it may return a :class:`Reading`."""


class SourceProblem(Record):
    """A reduction that users can name: what its files are, the way to read a source, and its options.

    `read` gets the files and the options, and raises ``ValueError`` unless they hold such a source. Each of our
    reductions declares its entry below itself, as ``SOURCE``, and gives it its name. A user's entry is named as
    ``FILE.py:NAME``.
    """

    reduction: type[ToSmatch[Any, Any]]
    files: str
    read: Reader
    options: tuple[str, ...] = ()
    passed_on: tuple[str, ...] = ()
    """The options that the reduction takes, not the source."""


GRAPH_OPTIONS: tuple[str, ...] = ("graph_format",)
"""The options of all sources that are read from graph files."""


def read_several_graphs(
    texts: Sequence[SourceText],
    number: int,
    options: Options,
    *,
    undirected: bool = False,
    loops_count: bool = True,
) -> Reading:
    """Read `number` graphs from one or more files; the source is their list.

    `loops_count` says whether a loop of an undirected graph changes the answer of the problem: such a graph is refused.
    Raises :class:`UsageError` and :class:`InputError`.
    """
    if not texts:
        raise UsageError("name a file with a graph, such as an edge list, DIMACS or graph6")
    graphs: list[SimpleGraph] = []
    said = []
    for text, found in zip(texts, found_graphs(texts, options), strict=True):
        if loops_count:
            refuse_loops(found.graphs)
        note = ""
        for graph in found.graphs:
            if undirected and graph.graph.directed:
                raise InputError(f"a directed graph ({found.title})", Place(text.source), "give an undirected one")
            note += f"; {many(len(graph.loops), 'loop')} left out" if graph.loops else ""
            graphs.append(graph.graph)
        said.append(found.says(text.source) + note)
    if len(graphs) != number:
        wanted = "one graph" if number == 1 else f"{number} graphs"
        hint = "write one a file, or one a line in graph6"
        raise InputError(f"expected {wanted}, found {len(graphs)}", Place(texts[0].source), hint)
    return Reading(graphs, tuple(said))


def found_graphs(texts: Sequence[SourceText], options: Options) -> list[FoundGraphs]:
    """The graphs of each file, in the format that the options name or that its content decides.

    Raises :class:`UsageError` and :class:`InputError`.
    """
    directed, name = bool(options.get("directed", False)), options.get("graph_format")
    return [read_graphs(text, source, directed=directed, format_name=name) for source, text in texts]


def reader(read: Callable[[str, str], Any], says: Callable[[Any], str]) -> Reader:
    """A reader of one file, from a function of its text and its name.

    `says` tells what was read: its format and its sizes.
    """

    def from_texts(texts: Sequence[SourceText], options: Options) -> Reading:
        if len(texts) != 1:
            raise UsageError(f"expected one file, found {len(texts)}; name the file of the instance, or - for its text")
        [one] = texts
        source = read(one.text, one.source)
        return Reading(source, (f"{one.source}: {says(source)}",))

    return from_texts


def graph_reader(
    number: int, make: Callable[..., Any], *flags: str, undirected: bool = True, loops_count: bool = True
) -> Reader:
    """A reader of that many graphs, of which `make` makes the source, with the options that are named by `flags`."""

    def from_texts(texts: Sequence[SourceText], options: Options) -> Reading:
        graphs, lines = read_several_graphs(texts, number, options, undirected=undirected, loops_count=loops_count)
        return Reading(make(*graphs, **{flag: options.get(flag, False) for flag in flags}), lines)

    return from_texts
