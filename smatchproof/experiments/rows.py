"""The rows of an experiment: one for each pair, method and seed, each of which says all that it depends on."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import IO, Annotated, Any, NamedTuple

from msgspec import Meta

from smatchproof.base.records import Natural, NotNegative, Positive, read_lines
from smatchproof.experiments.features import PairFeatures
from smatchproof.problem.solution import Moment

_Matched = Annotated[int, Meta(ge=-1, le=2**63 - 1)]


class Key(NamedTuple):
    """The key of a row: no two rows of an experiment have the same."""

    source: str
    pair: str
    method: str
    seed: int


@dataclass(frozen=True, slots=True)
class Row:
    """The result of one run of one method on one pair, beside the certified optimum of the pair.

    * `source`, `pair`: the pair's origin as the experiment names it, and its id there; `left` and `right` name the
      sides (annotators, systems), and `group` the part of the source that the pair belongs to. Pairs of one `cluster`
      (of one sentence, or the same the other way round) are not independent.
    * `matched`: recounted from the method's alignment. `optimum` is the best value known and `bound` an upper bound;
      `proved` says that they are equal. All of them count triples, as do `left_triples` and `right_triples`.
    * `status`: why the method stopped; a method that could not run has a status that says why, and -1 `matched`.
    * `seconds` (of the clock on the wall) and `cpu_seconds` (of the process): of the method's solve alone; where the
      former are many more, others used the machine. `optimum_seconds` and `optimum_cpu_seconds`: of the certified
      solver, in the latter with the check of its proof. `building_seconds`: of the building of the problem from the
      triples, which comes before it; ``None`` for the programs of others.
    * `trace`: the moments at which a search with restarts found a better alignment, and its end; of a method that could
      not run to its end the moments before.
    * `features`: numbers that describe the graphs.
    * `sha256`: of the question: both triple lists and the convention, as in certificates; `settings`: of all that the
      rows of the experiment depend on, but the machine.
    * `signature`: the convention and the method; `machine` and `versions`: the machine and the software of the
      measurement; `workers`: the number of pairs that were done at the same time. `load` is the machine's average load
      in the minute before the pair was done, ``None`` where the system does not give it: where the load exceeds the
      processors, seconds of the clock are long.
    * `planted`: the optimum that the maker of the pair claims, without a solver; ``None`` where it claims none. A pair
      is `proved` with another one in no row.
    * `error`: the traceback of a user's method that has raised an exception; empty for all others.
    """

    source: str
    pair: str
    group: str
    cluster: str
    left: str
    right: str
    method: str
    seed: Natural
    matched: _Matched
    optimum: Natural
    bound: Natural
    proved: bool
    left_triples: Natural
    right_triples: Natural
    left_variables: Natural
    right_variables: Natural
    status: str
    seconds: NotNegative
    cpu_seconds: NotNegative
    optimum_seconds: NotNegative
    optimum_cpu_seconds: NotNegative
    building_seconds: NotNegative | None
    trace: tuple[Moment, ...]
    features: PairFeatures
    sha256: str
    settings: str
    signature: str
    machine: str
    workers: Positive
    load: NotNegative | None
    versions: str
    planted: Natural | None = None
    error: str = ""

    @property
    def key(self) -> Key:
        """The key of the row."""
        return Key(self.source, self.pair, self.method, self.seed)

    @property
    def failed(self) -> bool:
        """Test whether the method could not run."""
        return self.matched < 0

    @property
    def gap(self) -> int:
        """The number of triples that the method has missed."""
        return self.optimum - self.matched

    @property
    def contradiction(self) -> str:
        """Why no run can have left this row; empty where one can. A row that contradicts nothing may still be false."""
        best, size = max(self.matched, self.optimum), min(self.left_triples, self.right_triples)
        values = [moment.matched for moment in self.trace]
        if best > self.bound:
            return f"{best} matched triples refute {self.bound}"
        if self.planted is not None and (best > self.planted or self.bound < self.planted):
            return f"the optimum is planted as {self.planted}, and it is {best} to {self.bound}"
        if best > size and "|dup:product|" not in self.signature:
            return f"{best} matched triples are more than the {size} of a graph"
        if self.proved != (self.optimum == self.bound):
            return "proved means that optimum and bound are equal"
        is_other = bool(values) and (values[-1] > best if self.failed else values[-1] != self.matched)
        if is_other or values != sorted(values):
            return f"the trace does not rise to {self.matched}"
        return ""


FEATURES = tuple(field.name for field in fields(PairFeatures))
COLUMNS = tuple(name for field in fields(Row) for name in (FEATURES if field.name == "features" else (field.name,)))
"""The columns of CSV files, in order, which have the gap as well; in JSON lines features are an object of their own."""


def write_row(row: Row, file: IO[str]) -> None:
    """Append a row to a JSONL file and flush it, so that a kill loses no finished row."""
    file.write(json.dumps(asdict(row), ensure_ascii=False, separators=(",", ":")) + "\n")
    file.flush()


def read_rows(path: str | Path) -> Iterator[Row]:
    """The rows of a JSONL file. A last line that was cut off by a kill is left out.

    Raises :class:`InputError` for any other line that is no row, with its key.
    """
    hint = "name the folder of an experiment, or run it again if its rows are those of an older version"
    return (row for _, row in read_lines(path, Row, hint, cut=True))


def flat(row: Row) -> dict[str, Any]:
    """The values of a row by column, features among them, and its gap, ``None`` where the method could not run."""
    values: dict[str, Any] = asdict(row)
    values |= values.pop("features")
    return {name: values[name] for name in COLUMNS} | {"gap": None if row.failed else row.gap}


def write_csv(rows: Iterable[Row], file: IO[str]) -> None:
    """All rows as CSV, with a header and with the gap as the last column."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([*COLUMNS, "gap"])
    for row in rows:
        trace = "; ".join(" ".join(f"{part:g}" for part in moment) for moment in row.trace)
        writer.writerow((flat(row) | {"trace": trace}).values())
