"""The reductions to Smatch by name, and how to read their sources: what the command line and the maps go by."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from smatchproof.alignment import InputError, Place, SmatchproofError, Top, UsageError, quoted
from smatchproof.alignment.plugins import Group, allow_name, error_line, find, known_names
from smatchproof.reductions.problems.assignment import MaxQap
from smatchproof.reductions.problems.graph_formats import read_graphs
from smatchproof.reductions.problems.graphs import SimpleGraph
from smatchproof.reductions.problems.hamiltonian_cycle import HamiltonianCycle
from smatchproof.reductions.problems.packing import read_packing
from smatchproof.reductions.problems.qaplib import read_qaplib, read_zero_one
from smatchproof.reductions.problems.satisfiability import MaxSat, read_dimacs
from smatchproof.reductions.problems.strings import read_strings
from smatchproof.reductions.problems.subgraphs import Clique, CommonSubgraph, SubgraphIsomorphism
from smatchproof.reductions.problems.vertex_sets import IndependentSet, MaxCut
from smatchproof.reductions.reduction import ToSmatch
from smatchproof.reductions.to_smatch.acyclic_subgraph import AcyclicSubgraphToSmatch
from smatchproof.reductions.to_smatch.clique import CliqueToSmatch
from smatchproof.reductions.to_smatch.common_partition import CommonPartitionToSmatch
from smatchproof.reductions.to_smatch.common_subgraph import CommonSubgraphToSmatch
from smatchproof.reductions.to_smatch.hamiltonian_cycle import HamiltonianCycleToSmatch
from smatchproof.reductions.to_smatch.independent_set import IndependentSetToSmatch
from smatchproof.reductions.to_smatch.max_cut import MaxCutToSmatch
from smatchproof.reductions.to_smatch.max_qap import MaxQapToSmatch
from smatchproof.reductions.to_smatch.max_sat import MaxSatToSmatch
from smatchproof.reductions.to_smatch.packing import PackingToSmatch, PackingToSmatchDegree3
from smatchproof.reductions.to_smatch.quadratic_assignment import QuadraticAssignmentToSmatch
from smatchproof.reductions.to_smatch.satisfiability import SatisfiabilityToSmatch
from smatchproof.reductions.to_smatch.subgraph_isomorphism import SubgraphIsomorphismToSmatch


class SourceText(NamedTuple):
    """The text of a file and the name that errors in it are reported under."""

    source: str
    text: str


Options = Mapping[str, Any]
"""What a user chose beside the files: ``size`` of a clique, ``directed``, ``induced``, ``lean``, ``diagonal``."""


@dataclass(frozen=True, slots=True)
class SourceProblem:
    """A reduction that users can name: what its files hold, which options it takes and how a source is read.

    `read` gets the files and the options, and raises ``ValueError`` for what is no such source. A user's entry is named
    as ``file.py:object``.
    """

    name: str
    summary: str
    files: str
    reduction: type[ToSmatch[Any, Any]]
    read: Callable[[Sequence[SourceText], Options], Any]
    options: frozenset[str] = frozenset()
    passed_on: frozenset[str] = field(default=frozenset())
    """Those options that the reduction takes, not the source."""


def _one(texts: Sequence[SourceText]) -> SourceText:
    if len(texts) != 1:
        extra = f", not also {texts[1].source}" if len(texts) > 1 else ""
        raise UsageError(f"expected one file{extra}")
    return texts[0]


def _graphs(texts: Sequence[SourceText], number: int, options: Options) -> list[SimpleGraph]:
    """That many graphs from one or more files."""
    if not texts:
        raise UsageError("name a file with a graph: graph6 (.g6) or a list of edges")
    directed = bool(options.get("directed", False))
    graphs = [graph for source, text in texts for graph in read_graphs(text, source, directed=directed)]
    if len(graphs) != number:
        place = Place(texts[0].source)
        wanted = "one graph" if number == 1 else f"{number} graphs"
        raise InputError(f"expected {wanted}, found {len(graphs)}", place, "write one a file, or one a line in graph6")
    return graphs


def _checked(make: Callable[[], Any], texts: Sequence[SourceText]) -> Any:
    """What `make` makes; what it refuses is the fault of the files."""
    try:
        return make()
    except ValueError as error:
        raise InputError(str(error), Place(texts[0].source), "give a source that the reduction is for") from None


def _subgraph(texts: Sequence[SourceText], options: Options) -> SubgraphIsomorphism:
    pattern, host = _graphs(texts, 2, options)
    return SubgraphIsomorphism(pattern, host, options.get("induced", False))


def _clique(texts: Sequence[SourceText], options: Options) -> Clique:
    if options.get("size") is None:
        raise UsageError("a clique of which size? give --size K")
    (graph,) = _graphs(texts, 1, options)
    return Clique(graph, options["size"])


def _max_qap(texts: Sequence[SourceText], options: Options) -> MaxQap:
    return read_zero_one(_one(texts).text, _one(texts).source, diagonal=options.get("diagonal", False))


SOURCES: dict[str, SourceProblem] = {
    entry.name: entry
    for entry in (
        SourceProblem(
            "sat",
            "3-SAT by way of clique and subgraph isomorphism (the classical chain)",
            "a formula in DIMACS CNF",
            SatisfiabilityToSmatch,
            lambda texts, _: read_dimacs(_one(texts).text, _one(texts).source),
        ),
        SourceProblem(
            "max-sat",
            "MAX-SAT directly: the optimum counts satisfied clauses",
            "a formula in DIMACS CNF",
            MaxSatToSmatch,
            lambda texts, _: MaxSat(read_dimacs(_one(texts).text, _one(texts).source)),
        ),
        SourceProblem("clique", "a clique of --size K", "a graph", CliqueToSmatch, _clique, frozenset({"size"})),
        SourceProblem(
            "subgraph",
            "subgraph isomorphism, also --induced, --directed",
            "a pattern and a host graph",
            SubgraphIsomorphismToSmatch,
            _subgraph,
            frozenset({"induced", "directed"}),
        ),
        SourceProblem(
            "acyclic-subgraph",
            "subgraph isomorphism with AMRs without cycles",
            "a pattern and a host graph",
            AcyclicSubgraphToSmatch,
            _subgraph,
            frozenset({"directed"}),
        ),
        SourceProblem(
            "common-subgraph",
            "maximum common edge subgraph",
            "two graphs",
            CommonSubgraphToSmatch,
            lambda texts, options: CommonSubgraph(*_graphs(texts, 2, options)),
        ),
        SourceProblem(
            "max-cut",
            "maximum cut",
            "a graph",
            MaxCutToSmatch,
            lambda texts, options: MaxCut(*_graphs(texts, 1, options)),
        ),
        SourceProblem(
            "independent-set",
            "independent set of a graph of degree 3 at most, as two paths with nothing repeated",
            "a graph",
            IndependentSetToSmatch,
            lambda texts, options: IndependentSet(*_graphs(texts, 1, options)),
        ),
        SourceProblem(
            "hamiltonian-cycle",
            "Hamiltonian cycle, with one concept and one label",
            "a graph",
            HamiltonianCycleToSmatch,
            lambda texts, options: HamiltonianCycle(*_graphs(texts, 1, options)),
            frozenset({"directed"}),
        ),
        SourceProblem(
            "packing",
            "items that fill bins exactly (3-partition), as two trees",
            "bins and capacity, then the items",
            PackingToSmatch,
            lambda texts, _: read_packing(_one(texts).text, _one(texts).source),
        ),
        SourceProblem(
            "packing-degree-3",
            "the same, as two trees of degree 3 at most",
            "bins and capacity, then the items",
            PackingToSmatchDegree3,
            lambda texts, _: read_packing(_one(texts).text, _one(texts).source),
        ),
        SourceProblem(
            "common-partition",
            "two strings cut into as few equal pieces as possible",
            "two strings, one a line",
            CommonPartitionToSmatch,
            lambda texts, _: read_strings(_one(texts).text, _one(texts).source),
        ),
        SourceProblem(
            "max-qap",
            "0-1 Max-QAP, also --lean (nothing but the quadratic part), --diagonal",
            "two 0-1 matrices in QAPLIB format",
            MaxQapToSmatch,
            _max_qap,
            frozenset({"lean", "diagonal"}),
            frozenset({"lean"}),
        ),
        SourceProblem(
            "qap",
            "quadratic assignment (a minimisation), as in QAPLIB",
            "a QAPLIB .dat file",
            QuadraticAssignmentToSmatch,
            lambda texts, _: read_qaplib(_one(texts).text, _one(texts).source),
        ),
    )
}


def allowed_reduction(name: str) -> str:
    """The name of a reduction that the user names on the command line: this is the permission to run its code.

    >>> allowed_reduction("clique")
    'clique'
    """
    return name if name in SOURCES else allow_name(Group.REDUCTION, name, SOURCES)


def source_problem(name: str) -> SourceProblem:
    """The entry of :data:`SOURCES` of that name, or a user's :class:`SourceProblem` that is allowed."""
    if name in SOURCES:
        return SOURCES[name]
    found = find(Group.REDUCTION, name, SOURCES)
    if found is None:
        choices = ", ".join([*SOURCES, *known_names(Group.REDUCTION, SOURCES)])
        raise UsageError(f"unknown source problem {quoted(name)}; choose from {choices}, or file.py:object")
    if not isinstance(found.value, SourceProblem):
        raise UsageError(f"{name} is no reduction: expected a SourceProblem, found {type(found.value).__name__}")
    return replace(found.value, name=name)


def reduce(name: str, texts: Sequence[SourceText], options: Options, top: Top = Top.CONST) -> ToSmatch[Any, Any]:
    r"""The reduction of that name, applied to the source that the files hold.

    Raises :class:`UsageError` for an unknown name or an option that the reduction does not take, and
    :class:`InputError` for files that do not hold such a source.

    >>> reduction = reduce("clique", [SourceText("k3.txt", "a b\nb c\na c")], {"size": 3})
    >>> reduction.relation
    Threshold(least=11)
    >>> reduce("clique", [SourceText("k3.txt", "a b")], {"size": 3, "lean": True})
    Traceback (most recent call last):
    ...
    smatchproof.alignment.errors.UsageError: clique takes no --lean
    """
    entry = source_problem(name)
    given = {option: value for option, value in options.items() if value is not None and value is not False}
    if foreign := sorted(given.keys() - entry.options):
        raise UsageError(f"{name} takes no --{foreign[0]}")
    passed_on = {option: value for option, value in given.items() if option in entry.passed_on}
    try:
        source = _checked(lambda: entry.read(texts, given), texts)
        applied: ToSmatch[Any, Any] = _checked(lambda: entry.reduction.apply(source, top=top, **passed_on), texts)
    except SmatchproofError:
        raise
    except Exception as error:
        if name in SOURCES:
            raise
        raise UsageError(f"{name} raised {error_line(error)}") from None
    return applied
