"""The reductions to Smatch by name, for the command line and the maps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from importlib import import_module
from typing import Any

from smatchproof.base.errors import InputError, Place, UsageError
from smatchproof.base.record import Record
from smatchproof.base.user_code import known, users_code
from smatchproof.lab.reductions.reduction import Options, Reading, SourceProblem, SourceText, ToSmatch
from smatchproof.public import Top

__all__ = [
    "SOURCES",
    "Options",
    "SourceProblem",
    "SourceText",
    "StoredReduction",
    "reduce",
    "source_problem",
]

_FILES = (
    "satisfiability subgraphs max_cut independent_set hamiltonian_cycle packing common_partition assignment "
    "edit_distance"
)
SOURCES: dict[str, SourceProblem] = {
    entry.reduction.name: entry
    for file in _FILES.split()
    for entry in vars(import_module(f"smatchproof.lab.reductions.to_smatch.{file}")).values()
    if isinstance(entry, SourceProblem)
}
"""The source problems that these files declare, by name, in the order in which help shows them."""


def _checked(make: Callable[[], Any], texts: Sequence[SourceText]) -> Any:
    """Call `make`; what it refuses is reported as an error of the files."""
    try:
        return make()
    except ValueError as error:
        raise InputError(str(error), Place(texts[0].source), "give a source that the reduction is for") from None


def source_problem(name: str) -> SourceProblem:
    """The entry of :data:`SOURCES` of that name, or a user's :class:`SourceProblem` that is allowed."""
    if name in SOURCES:
        return SOURCES[name]
    found = known("source problem", name, SOURCES)
    if not isinstance(found, SourceProblem):
        raise UsageError(f"{name} is no reduction: expected a SourceProblem, found {type(found).__name__}")
    return found


class StoredReduction(Record):
    """A reduction, and the name, the files and the options that it was made from: all that a map holds."""

    name: str
    texts: tuple[SourceText, ...]
    options: Options
    reduction: ToSmatch[Any, Any]
    read: tuple[str, ...]
    """A line for each file that says what was found in it."""


def reduce(name: str, texts: Sequence[SourceText], options: Options, top: Top = Top.CONST) -> StoredReduction:
    r"""The reduction of that name, applied to the source that the files hold.

    Raises :class:`UsageError` for an unknown name or an option that the reduction does not take, and
    :class:`InputError` for files that do not hold such a source.

    >>> reduced = reduce("clique", [SourceText("k3.txt", "a b\nb c\na c")], {"size": 3})
    >>> reduced.reduction.relation, reduced.read
    (Threshold(least=11), ('k3.txt: edge list, 3 vertices, 3 edges',))
    >>> reduce("clique", [SourceText("k3.txt", "a b")], {"size": 3, "lean": True})
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.UsageError: clique takes no --lean; leave it out
    """
    entry = source_problem(name)
    given = {option: value for option, value in options.items() if value is not None and value is not False}
    if foreign := sorted(given.keys() - {*entry.options}):
        raise UsageError(f"{name} takes no --{foreign[0].replace('_', '-')}; leave it out")
    passed_on = {option: value for option, value in given.items() if option in entry.passed_on}
    with nullcontext() if name in SOURCES else users_code(name):
        found = _checked(lambda: entry.read(texts, given), texts)
        source, lines = found if isinstance(found, Reading) else (found, ())
        applied = _checked(lambda: entry.reduction.apply(source, top=top, **passed_on), texts)
    return StoredReduction(name, tuple(texts), options, applied, lines)
