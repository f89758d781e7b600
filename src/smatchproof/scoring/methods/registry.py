"""The registry of methods: the command line, the harness and the tests all use this one table."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from smatchproof.base import PLUGINS
from smatchproof.base.errors import UsageError
from smatchproof.base.user_code import COMMAND, allow, hold, known, program_path, register, summary_of, users_code
from smatchproof.exact import SOLVERS
from smatchproof.problem.solution import SOLVING_OPTIONS as SOLVING_OPTIONS, Method as Method
from smatchproof.scoring.methods.peers import PEERS
from smatchproof.scoring.parameters import read_parameters, split_name

METHODS: dict[str, Method] = {entry.name: entry for entry in SOLVERS}
for _name in PLUGINS:
    METHODS |= import_module(_name).HEURISTICS
METHODS |= PEERS
"""The methods by name."""

DEFAULT_METHOD = "exact"


def allowed_method(named: str | Callable[..., Any]) -> str:
    """Return the name of a method that the user names or passes as a function, and allow its code to run.

    ``folder/mine.py:greedy`` is called ``mine.py:greedy`` from then on. Other names stay unchanged. Raises
    :class:`UsageError` for an object that is neither a name nor a function.

    >>> allowed_method("S+4R")
    'S+4R'
    """
    if not isinstance(named, str):
        if not callable(named):
            raise UsageError(f"a method is a name or can be called, unlike {type(named).__name__}")
        return register(named)
    return allow(named)


def method(named: str, **parameters: object) -> Method:
    """Return the method of this name, or a user's, with its parameters, in the name or apart.

    A user's method has to be allowed before, by :func:`allowed_method`.

    >>> method("ilp").summary
    "the paper's integer program (python-mip)"
    >>> method("S", restarts=2).summary, method("S:restarts=4").name
    ('hill-climbing from the smart start and 2 random starts', 'S+4R')
    >>> method("ipl")
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.UsageError: unknown method 'ipl'; choose from exact, ..., ILS, ..., or FILE.py:NAME, ...
    """
    if not parameters and named in METHODS:
        return METHODS[named]
    name, given = split_name(named, METHODS)
    found = METHODS.get(name) or _users_method(name)
    if not found.restarted and "restarts" in given | parameters:
        takers = [each for each, one in METHODS.items() if one.restarted]
        others = f"restarts is for {', '.join(takers)}, not for {name}"
        raise UsageError(f"{others}; leave it out, or choose method {takers[0]}")
    values = read_parameters(name, given, ["restarts"] if found.restarted else [], parameters)
    return found.restarted(**values) if found.restarted and values else found


ENTRY_POINTS = "smatchproof.methods"
"""The group of entry points in which installed packages register methods."""


def _users_method(name: str) -> Method:
    from smatchproof.scoring.methods.user_methods import NamedMethod

    if name.startswith(COMMAND):
        return Method(name, f"the program {program_path(name)}", NamedMethod(name))
    from importlib.metadata import entry_points  # only where a method is a user's

    registered = {entry.name: entry for entry in entry_points(group=ENTRY_POINTS)}
    if name in registered:
        with users_code(registered[name].value):
            hold(name, registered[name].load())
    found = known("method", name, [*METHODS, *registered], ", or FILE.py:NAME, or cmd:PROGRAM")
    if not callable(found):
        raise UsageError(f"{name} is no method: it cannot be called with a problem and its parameters")
    return Method(name, summary_of(found), NamedMethod(name))
