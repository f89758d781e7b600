"""The registry of methods: the command line, the harness and the tests all use this one table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from smatchproof import plugins
from smatchproof.base.errors import UsageError
from smatchproof.exact import SOLVERS
from smatchproof.heuristics import HEURISTICS, heuristic
from smatchproof.problem.method import SOLVING_OPTIONS as SOLVING_OPTIONS, Method as Method
from smatchproof.scoring.methods.peers import PEERS

METHODS: dict[str, Method] = {entry.name: entry for entry in (*SOLVERS, *HEURISTICS.values())} | PEERS
"""The methods by name. :func:`method` knows more numbers of random starts."""

DEFAULT_METHOD = "exact"


def allowed_method(named: str | Callable[..., Any]) -> str:
    """The name of a method that the user names, or hands over as a function: this is the permission to run its code.

    ``folder/mine.py:greedy`` is called ``mine.py:greedy`` from then on. The names of our methods stay as
    they are, and so does an unknown name. Raises :class:`SmatchproofError` for code that cannot be loaded.

    >>> allowed_method("S+4R")
    'S+4R'
    """
    if not isinstance(named, str):
        if not callable(named):
            raise UsageError(f"a method is a name or can be called, unlike {type(named).__name__}")
        return plugins.register(named)
    return named if _built_in(named) else plugins.allow_name(plugins.Group.METHOD, named, METHODS)


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
    smatchproof.base.errors.UsageError: unknown method 'ipl'; choose from exact, ..., ILS, smatch, smatchpp, or kR ...
    """
    return _built_in(name) or _users_method(name)


def known_method(named: str | Callable[..., Any]) -> str:
    """The name of a method that can be run; a function of the user's gets one. A name alone allows nothing.

    >>> known_method("S+4R")
    'S+4R'
    """
    return method(named if isinstance(named, str) else allowed_method(named)).name


def _built_in(name: str) -> Method | None:
    if name in METHODS:
        return METHODS[name]
    try:
        return heuristic(name)
    except UsageError:
        return None


def _users_method(name: str) -> Method:
    more = ", or kR and S+kR with a whole number k from 1 to 999999, or file.py:object"
    found = plugins.known(plugins.Group.METHOD, name, METHODS, more=more)
    if not callable(found.value):
        raise UsageError(f"{name} is no method: it cannot be called with a problem and its parameters")
    from smatchproof.scoring.methods.user_methods import NamedMethod  # only where a method is a user's

    return Method(name, found.summary, NamedMethod(name), label=found.label)
