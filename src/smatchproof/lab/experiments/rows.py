"""The rows of an experiment: one for each pair, method and seed, with features of the pair; as JSON lines and CSV."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Annotated, Any

from msgspec import Meta, Struct, json
from msgspec.structs import asdict

from smatchproof.base.records import Natural, NotNegative, read_lines
from smatchproof.lab.generators.colour_refinement import alike
from smatchproof.public import AlignmentProblem, Moment, TripleGraph

OVER_LIMIT = "over its limit"  # in the status of a run that took longer


class PairFeatures(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers that describe two graphs and their alignment problem; they are the same on every machine.

    * `candidates`: couples of variables that can match a triple; `matches`: couples of candidates that share one;
      ``None`` if the limits had no room for the problem.
    * `..._relations`: relations of each graph; `..._reentrancies`: those beyond a tree (or a forest).
    * `..._repeated`: variables whose concept an earlier variable has.
    * `..._alike`: variables that colour refinement cannot distinguish from another one: no method that looks at
      neighbourhoods can (Weisfeiler & Leman 1968). 0 means that the graph has no symmetry.
    """

    candidates: Natural | None
    matches: Natural | None
    left_relations: Natural
    right_relations: Natural
    left_reentrancies: Natural
    right_reentrancies: Natural
    left_repeated: Natural
    right_repeated: Natural
    left_alike: Natural
    right_alike: Natural


class Row(Struct, frozen=True, forbid_unknown_fields=True):
    """The result of one run of one method on one pair, with the certified optimum of the pair.

    * `source`, `pair`: the pair's origin as the experiment names it, and its id there; `left` and `right` name the
      sides (annotators, systems), and `group` the part of the source that the pair belongs to. Pairs of one `cluster`
      (of one sentence, or the same the other way round) are not independent.
    * `matched`: recounted from the method's alignment; -1 if the method could not run, and `status` says why.
      `optimum` is the best value known and `bound` an upper bound. All of them count triples.
    * `status`: why the method stopped. `error`: the traceback of a user's method that has raised an exception.
    * `seconds`: of the method's solve alone. `optimum_seconds`: of the certified solver.
    * `trace`: the moments at which a search found a better alignment, and its end.
    * `features`: numbers that describe the graphs. `sha256`: of both triple lists and the convention, as in
      certificates.
    * `signature`: the convention and the method; `machine` and `versions`: of the measurement.
    * `planted`: the optimum that the maker of the pair claims, if it claims one.
    """

    source: str
    pair: str
    group: str
    cluster: str
    left: str
    right: str
    method: str
    seed: Natural
    matched: Annotated[int, Meta(ge=-1, le=2**63 - 1)]
    optimum: Natural
    bound: Natural
    left_triples: Natural
    right_triples: Natural
    left_variables: Natural
    right_variables: Natural
    status: str
    seconds: NotNegative
    optimum_seconds: NotNegative
    trace: tuple[Moment, ...]
    features: PairFeatures
    sha256: str
    signature: str
    machine: str
    versions: str
    planted: Natural | None = None
    error: str = ""

    @property
    def key(self) -> tuple[str, str, str, int]:
        """Source, pair, method and seed; no two rows of an experiment have the same."""
        return self.source, self.pair, self.method, self.seed

    @property
    def proved(self) -> bool:
        """Test whether the optimum meets the bound."""
        return self.optimum == self.bound

    @property
    def failed(self) -> bool:
        """Test whether the method could not run."""
        return self.matched < 0

    @property
    def gap(self) -> int:
        """The number of triples that the method has missed."""
        return self.optimum - self.matched


FEATURES = PairFeatures.__struct_fields__
COLUMNS = (*(name for name in Row.__struct_fields__ if name != "features"), *FEATURES, "proved", "gap")
"""The columns of tables, in order; in JSON lines the features are an object of their own."""


def append(record: Struct, file: IO[str]) -> None:
    """Append a row or another record to a JSONL file and flush it, so that a kill loses none that is finished."""
    file.write(json.encode(record).decode() + "\n")
    file.flush()


def read_rows(path: str | Path) -> Iterator[Row]:
    """The rows of a JSONL file. A last line that was cut off by a kill is left out.

    Raises :class:`InputError` for any other line that is no row, with its key.
    """
    hint = "name the folder of an experiment, or run it again if its rows are those of an older version"
    return (row for _, row in read_lines(path, Row, hint, cut=True))


def flat(row: Row) -> dict[str, Any]:
    """The values of a row by column; its gap is ``None`` if the method could not run."""
    values = asdict(row)
    values |= asdict(values.pop("features"))
    return values | {"proved": row.proved, "gap": None if row.failed else row.gap}


def write_csv(rows: Iterable[Row], file: IO[str]) -> None:
    """All rows as CSV, with a header."""
    writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        trace = "; ".join(" ".join(f"{part:g}" for part in moment) for moment in row.trace)
        writer.writerow(flat(row) | {"trace": trace})


# ---- features


def pair_features(left: TripleGraph, right: TripleGraph, problem: AlignmentProblem | None) -> PairFeatures:
    """The features of a pair. Takes time linear in the problem, and quadratic in a graph at worst.

    >>> from smatchproof.public import convention
    >>> from smatchproof.public import parse_graph
    >>> boys = convention("smatch").triples(parse_graph("(a / and :op1 (b / boy) :op1 (c / boy :mod b))"))
    >>> features = pair_features(boys, boys, None)
    >>> features.left_relations, features.left_reentrancies, features.left_repeated, features.left_alike
    (3, 1, 1, 0)
    """
    return PairFeatures(
        None if problem is None else len(problem.candidates),
        None if problem is None else len(problem.matches),
        *(
            measure(graph)
            for measure in (lambda graph: len(graph.relations), reentrancies, repeated_concepts, alike_variables)
            for graph in (left, right)
        ),
    )


def reentrancies(graph: TripleGraph) -> int:
    """Count the relations between different variables of a graph beyond those of a forest.

    >>> reentrancies(TripleGraph())
    0
    """
    parent = list(range(len(graph.variables)))

    def top(variable: int) -> int:
        while parent[variable] != variable:
            parent[variable] = variable = parent[parent[variable]]
        return variable

    beyond = 0
    for relation in graph.relations:
        if relation.source == relation.target:
            continue
        one, other = top(relation.source), top(relation.target)
        beyond += one == other
        parent[one] = other
    return beyond


def repeated_concepts(graph: TripleGraph) -> int:
    """Count the variables that have the concept of an earlier variable.

    >>> from smatchproof.public import convention
    >>> from smatchproof.public import parse_graph
    >>> repeated_concepts(convention("smatch").triples(parse_graph("(a / and :op1 (b / boy) :op2 (c / boy))")))
    1
    """
    concepts = Counter(each.value for each in graph.attributes if each.kind == "instance")
    return concepts.total() - len(concepts)


def alike_variables(graph: TripleGraph) -> int:
    """Count the variables that share their class of colour refinement with another one.

    >>> from smatchproof.public import convention
    >>> from smatchproof.public import parse_graph
    >>> alike_variables(convention("smatch").triples(parse_graph("(a / and :op1 (b / boy) :op1 (c / boy))")))
    2
    """
    about: list[list[str]] = [[] for _ in graph.variables]
    for attribute in graph.attributes:
        about[attribute.variable].append(str((attribute.kind, attribute.role, attribute.value)))
    return alike([tuple(sorted(each)) for each in about], graph.relations)
