"""The description of an experiment: pairs, methods, seeds and limits. A small value, from TOML or from Python."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Iterator
from pathlib import Path
from typing import Any

from msgspec import convert

from smatchproof.base.errors import UsageError, quoted, unknown
from smatchproof.base.limits import LARGEST_SEED, MOST_SEEDS, NODES, SECONDS, SEED, Kind, number_range
from smatchproof.base.record import Record, field, force_setattr
from smatchproof.base.user_code import allow, allowed
from smatchproof.base.version import VERSION
from smatchproof.lab.experiments.made_pairs import DesignSource, DigraphsSource, FamilySource, GraphsSource, TrapSource
from smatchproof.lab.experiments.sources import (
    AnnotationsSource,
    AnnotatorsSource,
    CorpusSource,
    SelfSource,
    Source,
    SourcePair,
    described,
    sha256_of,
)
from smatchproof.lab.experiments.toml_tables import TEXT, Table, one_of
from smatchproof.public import Convention, SolveParams, allowed_method, convention, method

OPTIMUM_SECONDS = 60.0
"""The time limit of the certified solver for the optimum of a pair, unless the experiment says otherwise."""


class Experiment(Record):
    """Every method with every seed on every pair of the sources.

    * `methods`: names from :mod:`smatchproof.scoring.methods.registry`, or a user's functions; those
      in `once` run with the first seed only.
    * `time_limit` (seconds) and `node_limit`: of one solve; `optimum_time_limit`: of the certified optimum.

    Raises :class:`UsageError` for an unknown method, and where something is missing or there twice.

    >>> from smatchproof.lab.experiments.made_pairs import TrapSource
    >>> circles = TrapSource("circles", "circle", (("persons", (4, 6)),))
    >>> experiment = Experiment("example", (circles,), ("S", "exact"), seeds=(1, 2), once=("exact",))
    >>> experiment.runs, experiment.rows
    ((('S', (1, 2)), ('exact', (1,))), 3)
    >>> Experiment("example", (circles,), ("S", "S"))
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.UsageError: method 'S' is there twice
    """

    name: str
    sources: tuple[Source, ...]
    methods: tuple[str, ...]
    seeds: tuple[int, ...] = (0,)
    convention: Convention = field(default_factory=lambda: convention("smatch"))
    time_limit: float | None = None
    node_limit: int | None = None
    optimum_time_limit: float | None = OPTIMUM_SECONDS
    once: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not (self.sources and self.methods and self.seeds):
            raise UsageError("an experiment needs at least one source, one method and one seed")
        force_setattr(self, "methods", tuple(map(_method_name, self.methods)))
        force_setattr(self, "once", tuple(map(_method_name, self.once)))
        _refuse_twice("method", self.methods)
        _refuse_twice("seed", self.seeds)
        _refuse_twice("source", [source.name for source in self.sources])
        for name in self.once:
            if name not in self.methods:
                raise UsageError(f"unknown method {quoted(name)}; choose from those of the experiment")

    @property
    def runs(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """The runs on each pair: each method with its seeds."""
        return tuple((name, self.seeds[:1] if name in self.once else self.seeds) for name in self.methods)

    @property
    def rows(self) -> int:
        """The number of rows of a pair."""
        return sum(len(seeds) for _, seeds in self.runs)

    @property
    def limits(self) -> SolveParams:
        """The limits of one run."""
        return SolveParams(time_limit=self.time_limit, node_limit=self.node_limit)

    @property
    def optimum_limits(self) -> SolveParams:
        """The limits of the certified optimum of a pair."""
        return SolveParams(time_limit=self.optimum_time_limit)

    def describe(self) -> dict[str, Any]:
        """Return all that the rows depend on, but the machine, as JSON values. Files are named with their hashes."""
        rule = self.convention
        used = {name.partition(":")[0] for name in self.methods}
        return {
            "name": self.name,
            "convention": {"name": rule.name, "top": str(rule.top), "duplicates": str(rule.duplicates)},
            "sources": [described(source) for source in self.sources],
            "methods": list(self.methods),
            "code": {name: sha256_of(path) for name, path in allowed()[0].items() if name in used},
            "seeds": list(self.seeds),
            "once": list(self.once),
            "time_limit": self.time_limit,
            "node_limit": self.node_limit,
            "optimum_time_limit": self.optimum_time_limit,
            "version": VERSION,
        }


def _method_name(named: str | Callable[..., Any]) -> str:
    """The name of a method that can be run; a user's function gets one. A name alone does not allow code to run."""
    return method(named if isinstance(named, str) else allowed_method(named)).name


def _refuse_twice(what: str, values: Iterable[object]) -> None:
    for value, number in Counter(values).items():
        if number > 1:
            raise UsageError(f"{what} {quoted(value)} is there twice")


# ---- from TOML


def _seeds(value: Any) -> tuple[int, ...]:
    """``[0, 1, 2]`` or ``"0-19"``."""
    found = number_range(value, 0, LARGEST_SEED) if isinstance(value, str) else convert(value, list)
    if not found or len(found) > MOST_SEEDS:
        raise ValueError
    seeds = tuple(map(SEED.read, found))
    _refuse_twice("seed", seeds)
    return seeds


def _methods(value: Any, folder: Path, of: Collection[str] = ()) -> tuple[str, ...]:
    """Methods, each once: texts, or tables of a name and its parameters; some of those `of` an experiment.

    Files of a user's are relative to `folder`.
    """
    named = convert(value, list[str | dict[str, str | int | float]])
    tables = [{"name": each} if isinstance(each, str) else each for each in named]
    names = [method(allow(str(each.pop("name", "")), folder), **each).name for each in tables]
    if not (names or of):
        raise ValueError
    for name in names:
        if of and name not in of:
            raise unknown("method", name, of)
    _refuse_twice("method", names)
    return tuple(names)


_SEEDS = Kind(
    f'a list of whole numbers from 0 to {LARGEST_SEED}, or a range such as "0-19", at most {MOST_SEEDS:,} of them',
    _seeds,
)


def read_experiment(text: str, source: str, folder: Path = Path()) -> Experiment:
    """The experiment that a TOML text describes; paths in it are relative to `folder` (default: here).

    Raises :class:`InputError` with the line of the error: a key, a kind of source, a generator, a method or a path
    that is unknown, or a value that cannot be. The corpora that it names are not read yet. A file of a user's, as
    in ``mine.py:greedy``, is run.

    >>> read_experiment('''
    ... methods = ["S", "S+kR"]
    ... [[sources]]
    ... kind = "trap"
    ... family = "circle"
    ... ''', "example.toml")
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.InputError: example.toml:2:18: methods: unknown method 'S+kR'; choose from exact, ...
    """
    table = Table.of_text(text, source, folder)
    name = table.get("name", TEXT, Path(source.removesuffix(".gz")).stem)
    rule = _read_convention(table, folder)
    expected = 'a list of methods, such as ["S", "S+4R", "exact"]'
    methods = table.take("methods", Kind(expected, lambda value: _methods(value, folder)))
    once = table.get("once", Kind("a list of methods", lambda value: _methods(value, folder, methods)), ())
    settings = {
        "seeds": table.get("seeds", _SEEDS, (0,)),
        "time_limit": table.find("time_limit", SECONDS),
        "node_limit": table.find("node_limit", NODES),
        "optimum_time_limit": table.get("optimum_time_limit", SECONDS, OPTIMUM_SECONDS),
    }
    tables = table.tables("sources", "describe a source of pairs below it")
    table.close("an experiment")
    sources: dict[str, Source] = {}
    for each in tables:
        found = read_source(each, sources)
        if found.name in sources:
            what = f"two sources are called {quoted(found.name)}"
            raise each.error("name", what, "give each source a name of its own")
        sources[found.name] = found
    return Experiment(name, tuple(sources.values()), methods, convention=rule, once=once, **settings)  # type: ignore[arg-type]


KINDS: dict[str, type[Source]] = {
    source.kind: source
    for source in (
        CorpusSource,
        AnnotatorsSource,
        GraphsSource,
        AnnotationsSource,
        SelfSource,
        DigraphsSource,
        DesignSource,
        TrapSource,
        FamilySource,
    )
}
"""The kinds of sources by the names that an experiment's file gives them."""


def read_source(table: Table, known: Container[str]) -> Source:
    """Read a ``[[sources]]`` table.

    A source without a name is called as its kind is, with a number if that is the name of a source that is `known`.
    Raises :class:`InputError` at the key that is wrong.
    """
    kind = table.take("kind", one_of("source", KINDS, " or ".join(KINDS)))
    numbered = (f"{kind.kind}-{number}" for number in itertools.count(2))
    free = next(name for name in itertools.chain([kind.kind], numbered) if name not in known)
    source: Source = kind.read(table, table.get("name", TEXT, free))
    table.close(f"a source of kind {kind.kind}")
    return source


def _read_convention(table: Table, folder: Path) -> Convention:
    """The convention that three keys name."""
    known = Kind("the name of a convention", lambda value: convention(allow(convert(value, str), folder)).name)
    name = table.get("convention", known, "smatch")
    top = table.find("top", Kind("a text", lambda value: convention(name, top=value).top))
    duplicates = table.find("duplicates", Kind("a text", lambda value: convention(name, duplicates=value).duplicates))
    return convention(name, top=top, duplicates=duplicates)


def all_pairs(experiment: Experiment) -> Iterator[SourcePair]:
    """The pairs of all sources, one after the other."""
    return itertools.chain.from_iterable(source.pairs() for source in experiment.sources)
