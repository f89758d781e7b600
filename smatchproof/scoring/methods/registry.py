"""The registry of methods: the command line, the harness and the tests all use this one table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from smatchproof import plugins
from smatchproof.base.errors import UsageError
from smatchproof.base.optional import RELEASES
from smatchproof.exact import SOLVERS
from smatchproof.heuristics import HEURISTICS, heuristic
from smatchproof.problem.method import SOLVING_OPTIONS as SOLVING_OPTIONS, Method as Method

if TYPE_CHECKING:  # a score should not wait for programs of others
    from smatchproof.scoring.methods.peers import PeerMethod

METHODS: dict[str, Method] = {entry.name: entry for entry in (*SOLVERS, *HEURISTICS.values())}
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
    return named if named in RELEASES or _built_in(named) else plugins.allow_name(plugins.Group.METHOD, named, METHODS)


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
    smatchproof.base.errors.UsageError: unknown method 'ipl'; choose from exact, ..., S+9R, ILS, or kR ...
    """
    return _built_in(name) or _users_method(name, METHODS)


def method_or_peer(name: str) -> Method | PeerMethod:
    """The method of that name, or the program of others that an experiment can run beside ours.

    >>> method_or_peer("smatch").summary
    'the search of the package smatch: S+4R'
    """
    if name in RELEASES:
        from smatchproof.scoring.methods.peers import PEERS

        return PEERS[name]
    return _built_in(name) or _users_method(name, [*METHODS, *RELEASES])


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
        return heuristic(name)
    except UsageError:
        return None


def _users_method(name: str, choices: Iterable[str]) -> Method:
    more = ", or kR and S+kR with a whole number k from 1 to 999999, or file.py:object"
    found = plugins.known(plugins.Group.METHOD, name, METHODS, choices=choices, more=more)
    if not callable(found.value):
        raise UsageError(f"{name} is no method: it cannot be called with a problem and its parameters")
    from smatchproof.scoring.methods.user_methods import NamedMethod  # only where a method is a user's

    return Method(name, found.summary, NamedMethod(name), label=found.label)
