"""The registry of methods: the command line, the harness and the tests all use this one table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn

from smatchproof.alignment import Solver, UsageError, plugins, quoted
from smatchproof.exact import brute_force, exact, ilp, ilp_tight
from smatchproof.exact.primal import primal
from smatchproof.heuristics import HEURISTICS, Heuristic, heuristic
from smatchproof.scoring.peers import PEERS, PeerMethod

SOLVING_OPTIONS = frozenset({"time_limit", "node_limit", "solver", "seed"})
"""What a method may be asked to heed, as the command line calls it."""


@dataclass(frozen=True, slots=True)
class Method:
    """A way to align two graphs, by the name under which users and results know it."""

    name: str
    summary: str
    solve: Solver
    leaves_proof: bool = False
    """Whether its solutions can carry a proof that the checker follows."""
    interruptible: bool = True
    """Whether Ctrl-C ends a solve; a foreign solver does not return before it is done."""
    packages: tuple[str, ...] = ()
    """The packages whose versions its times depend on."""
    imports: tuple[str, ...] = ()
    """The optional packages that it loads, by the names under which they are imported."""
    label: str = ""
    """What signatures call it: its name, and for a user's method the fingerprint of its code."""
    options: frozenset[str] = SOLVING_OPTIONS
    """Those of :data:`SOLVING_OPTIONS` that it heeds; the others are refused when a user gives them."""

    def __post_init__(self) -> None:
        if not self.label:
            object.__setattr__(self, "label", self.name)


def _from(entry: Heuristic) -> Method:
    return Method(entry.name, entry.summary, entry.solve, options=entry.options)


def _integer_program(name: str, summary: str, solve: Solver) -> Method:
    options = frozenset({"time_limit", "solver", "seed"})
    return Method(name, summary, solve, False, False, ("mip", "highspy"), ("mip",), options=options)


_EXACT_OPTIONS = frozenset({"time_limit", "node_limit", "seed"})

METHODS: dict[str, Method] = {
    entry.name: entry
    for entry in (
        Method("exact", "certified branch and bound on the star relaxation", exact, True, options=_EXACT_OPTIONS),
        _integer_program("ilp-tight", "star-aggregated integer program (python-mip)", ilp_tight),
        _integer_program("ilp", "the paper's integer program (python-mip)", ilp),
        Method("brute-force", "every alignment; small graphs only", brute_force, options=frozenset()),
        Method("primal", "primal heuristic of exact alone, with its bound", primal, options=frozenset({"time_limit"})),
        *map(_from, HEURISTICS.values()),
    )
}
"""The methods by name. :func:`method` knows more numbers of random starts."""

DEFAULT_METHOD = "exact"


def allowed_method(named: str | Callable[..., Any]) -> str:
    """The name of a method that the user names, or hands over as a function: this is the permission to run its code.

    ``folder/mine.py:greedy`` is called ``mine.py:greedy`` from then on. The names of our methods and peers stay as they
    are, and so does an unknown name. Raises :class:`SmatchproofError` for code that cannot be loaded.

    >>> allowed_method("S+4R")
    'S+4R'
    """
    if not isinstance(named, str):
        if not callable(named):
            raise UsageError(f"a method is a name or can be called, unlike {type(named).__name__}")
        return plugins.register(named)
    return named if named in PEERS or _built_in(named) else plugins.allow_name(plugins.Group.METHOD, named, METHODS)


def method(name: str) -> Method:
    """The method of that name: one of :data:`METHODS`, ``kR`` or ``S+kR`` with any number k from 1, or a user's.

    A user's method has to be allowed before, by :func:`allowed_method` or ``--plugin``.

    >>> method("ilp").summary
    "the paper's integer program (python-mip)"
    >>> method("S+2R").summary
    'hill-climbing from the smart start and 2 random starts'
    >>> method("ipl")
    Traceback (most recent call last):
    ...
    smatchproof.alignment.errors.UsageError: unknown method 'ipl'; choose from exact, ..., S+9R, ILS, or kR ...
    """
    return _known(name) or _refuse(name, [*METHODS])


def method_or_peer(name: str) -> Method | PeerMethod:
    """The method of that name, or the program of others that an experiment can run beside ours.

    >>> method_or_peer("smatch").summary
    'the search of the package smatch: S+4R'
    """
    return PEERS.get(name) or _known(name) or _refuse(name, [*METHODS, *PEERS])


def known_method(named: str | Callable[..., Any]) -> str:
    """The name of a method that can be run; a function of the user's gets one. A name alone allows nothing.

    >>> known_method("S+4R")
    'S+4R'
    """
    return method_or_peer(named if isinstance(named, str) else allowed_method(named)).name


def _built_in(name: str) -> Method | None:
    if name in METHODS:
        return METHODS[name]
    try:
        return _from(heuristic(name))
    except UsageError:
        return None


def _known(name: str) -> Method | None:
    if built_in := _built_in(name):
        return built_in
    found = plugins.find(plugins.Group.METHOD, name, METHODS)
    if found is None:
        return None
    if not callable(found.value):
        raise UsageError(f"{name} is no method: it cannot be called with a problem and its parameters")
    from smatchproof.scoring.user_methods import NamedMethod  # only where a method is a user's

    return Method(name, found.summary, NamedMethod(name), label=found.label)


def _refuse(name: str, known: list[str]) -> NoReturn:
    names = [*known, *plugins.known_names(plugins.Group.METHOD, METHODS)]
    choices = f"{', '.join(names)}, or kR and S+kR with a whole number k from 1 to 999999"
    raise UsageError(f"unknown method {quoted(name)}; choose from {choices}, or file.py:object")
