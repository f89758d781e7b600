"""Plugins of this process: allowing them, finding named objects among them, and calling these.

The table is the process's own, like the list of its loaded modules. Workers adopt the table of the process that gives
them work (:func:`allowed`, :func:`adopt`) and load from it by name, so that no code travels.
"""

from __future__ import annotations

import os
import re
import sys
import threading
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from operator import attrgetter
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING, Any

from smatchproof.base.errors import SmatchproofError, UsageError, quoted, unknown
from smatchproof.base.interrupts import ends_from_outside
from smatchproof.plugins.code import (
    LoadedCode,
    attribute,
    code_of,
    error_line,
    load_file,
    load_module,
    short_hash,
    summary_of,
)
from smatchproof.plugins.prints import contained

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_MODULE = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")


class Group(StrEnum):
    """The kinds of named objects."""

    METHOD = "method"
    METRIC = "metric"
    SIMILARITY = "similarity"
    SOURCE = "source"
    FAMILY = "family"
    REDUCTION = "reduction"
    CONVENTION = "convention"

    @property
    def entry_points(self) -> str:
        """The group of entry points that packages register them in."""
        return f"smatchproof.{self.removesuffix('y')}ies" if self.endswith("y") else f"smatchproof.{self}s"


@dataclass(frozen=True, slots=True)
class Allowed:
    """A file (by its absolute path) or a module whose objects may be used, and what their names begin with.

    A module allows those below it, too. `fingerprint` is that of the source, where it is loaded.
    """

    prefix: str
    file: str | None = None
    fingerprint: str = ""


@dataclass(frozen=True, slots=True)
class NamedObject:
    """An object of a user, by the name under which results know it, and the fingerprint of its code."""

    name: str
    value: Any
    fingerprint: str

    @property
    def label(self) -> str:
        """The name for signatures: it changes when the code does."""
        text = re.sub(r"[|\s]", "_", self.name)
        return f"{text}#{self.fingerprint}" if self.fingerprint else text

    @property
    def summary(self) -> str:
        """The first line of its docstring."""
        return summary_of(self.value)


_LOCK = threading.RLock()
_ALLOWED: dict[str, Allowed] = {}
_LOADED: dict[str, LoadedCode] = {}
_LOCAL: dict[str, NamedObject] = {}
"""Objects without an address, such as a lambda: nobody but this process can have them."""
_FOUND: dict[tuple[Group, str], NamedObject] = {}
"""What was found before: a similarity is asked for millions of times."""


# ---- allowing


def allow(text: str) -> str:
    """Let the objects of a file or a module be named, and load it; returns what their names begin with.

    Those of ``folder/mine.py`` are called ``mine.py:object``, those of a module ``package.module:object``; a package
    allows its modules as well. A file without a folder that is allowed already is that one, wherever it lies. Raises
    :class:`SmatchproofError` for what cannot be loaded, and for two files of one name.
    """
    is_file = text.endswith(".py")
    if not is_file and not _MODULE.fullmatch(text):
        raise UsageError(f"{quoted(text)} is neither a Python file nor a module; write mine.py or package.module")
    with _LOCK:
        _FOUND.clear()
        prefix, path = _file(text) if is_file else (text, None)
        before = _ALLOWED.get(prefix)
        if before and before.file and text == prefix:
            path = before.file
        if before and before.file != path:
            raise UsageError(f"two plugins are called {prefix}: {before.file} and {path}; rename one of them")
        if path is None:
            _LOADED[prefix] = _LOADED.get(prefix) or load_module(prefix)
        elif before is None or _has_changed(prefix, path):
            _LOADED[prefix] = load_file(path)
        _ALLOWED[prefix] = Allowed(prefix, path)
        return prefix


def is_reference(name: str) -> bool:
    """Tell whether a name is that of an object in a file or module, rather than of a file of data.

    >>> is_reference("mine.py:greedy"), is_reference("package.module:greedy"), is_reference("folder/table.tsv")
    (True, True, False)
    """
    where, colon, path = name.rpartition(":")
    return bool(colon and _MODULE.fullmatch(path) and (where.endswith(".py") or _MODULE.fullmatch(where)))


def allow_name(group: Group, name: str, built_in: Container[str] = ()) -> str:
    """Allow what the user has named, if it is a user's code; returns the name that results know it by.

    ``folder/mine.py:greedy`` becomes ``mine.py:greedy``. The name of an entry point allows its module. Any other name
    stays as it is, and allows nothing. Raises :class:`SmatchproofError` for code that cannot be loaded.
    """
    where, colon, path = name.rpartition(":")
    if is_reference(name):
        prefix = allow(where)
        attribute(_code(prefix).module, path, where)
        return f"{prefix}:{path}"
    if name not in built_in and not colon and (entry := registered(group, built_in).get(name)):
        allow(entry.module)
    return name


def _file(name: str) -> tuple[str, str]:
    """Return the prefix of the names of a file's objects, and its absolute path."""
    path = Path(name)
    return path.name, str(path.parent.resolve() / path.name)


def _has_changed(prefix: str, path: str) -> bool:
    """Test whether a file differs from the code that was loaded from it; the script that runs is not run again."""
    code = _LOADED.get(prefix)
    if code is not None and code.module is sys.modules.get("__main__"):
        return False
    return code is None or not Path(path).is_file() or short_hash(Path(path).read_bytes()) != code.fingerprint


def register(value: Any) -> str:
    """Allow an object that a program holds; returns its name.

    A function or class that its module holds under its own name gets an address, and workers can load it; any other
    object is known in this process only.

    >>> register(attribute), find(Group.METHOD, register(len)).value([1])
    ('smatchproof.plugins.code:attribute', 1)
    """
    with _LOCK:
        if name := _address(value):
            return name
        function = value if hasattr(value, "__qualname__") else type(value)
        stem = f"{function.__module__}:{function.__qualname__.rpartition('.')[2].strip('<>')}"
        name, number = stem, 1
        while name in _LOCAL and _LOCAL[name].value is not value:
            number += 1
            name = f"{stem}-{number}"
        code = getattr(value, "__code__", None)
        parts = _parts(code) if isinstance(code, CodeType) else re.sub(" at 0x[0-9a-fA-F]+", "", repr(value))
        _LOCAL[name] = NamedObject(name, value, short_hash(str(parts).encode()))
        return name


def _address(value: Any) -> str:
    """The name of an object whose module is known; empty without one."""
    module = sys.modules.get(getattr(value, "__module__", None) or "")
    path = getattr(value, "__qualname__", "")
    try:
        if module is None or not path or attrgetter(path)(module) is not value:
            return ""
    except AttributeError:
        return ""
    prefix = next((prefix for prefix, code in _LOADED.items() if code.module is module), module.__name__)
    if module.__name__ == "__main__":
        file = getattr(module, "__file__", None) or ""
        if not file.endswith(".py"):
            return ""
        prefix, file = _file(file)
        _ALLOWED[prefix] = Allowed(prefix, file)
    _ALLOWED.setdefault(prefix, Allowed(prefix))
    _LOADED.setdefault(prefix, code_of(module))
    return f"{prefix}:{path}"


def _parts(code: CodeType) -> tuple[Any, ...]:
    """The code of a function, without its place in memory."""
    constants = tuple(_parts(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.co_code, code.co_names, constants


# ---- finding


def registered(group: Group, built_in: Container[str] = ()) -> dict[str, EntryPoint]:
    """Return the entries that installed packages register in a group, by name; looked up anew, at some milliseconds.

    Raises :class:`UsageError` where a name is taken twice, or is one of those that are `built_in`.
    """
    from importlib.metadata import entry_points

    found: dict[str, EntryPoint] = {}
    for entry in entry_points(group=group.entry_points):
        if entry.name in built_in:
            message = f"{package_of(entry)} registers the {group} '{entry.name}', which is a built-in name"
            raise UsageError(f"{message}; uninstall it, or ask its author for another name")
        other = found.setdefault(entry.name, entry)
        if other.value != entry.value:
            message = f"{package_of(other)} and {package_of(entry)} both register the {group} '{entry.name}'"
            raise UsageError(f"{message}; name one as {other.value} or {entry.value}")
    return found


def package_of(entry: EntryPoint) -> str:
    """The name and version of the package that registers an entry point."""
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist else "a package"


def find(group: Group, name: str, built_in: Container[str] = ()) -> NamedObject | None:
    """The object of that name among the allowed ones; ``None`` for an unknown name.

    Raises :class:`UsageError` for the name of code that is not allowed, and for code that lacks the object.
    """
    if found := _FOUND.get((group, name)):
        return found
    with _LOCK:
        found = _LOCAL.get(name)
        where, colon, path = name.rpartition(":")
        if found is None and is_reference(name):
            code = _code(where, name)
            found = NamedObject(name, attribute(code.module, path, where), code.fingerprint)
        elif found is None and not colon and (entry := registered(group, built_in).get(name)):
            package = package_of(entry)
            code = _code(entry.module, name, package)
            fingerprint = f"{package.replace(' ', '-')}-{code.fingerprint}".rstrip("-")
            found = NamedObject(name, attribute(code.module, entry.attr, package), fingerprint)
        if found:
            _FOUND[group, name] = found
        return found


def known(
    group: Group,
    name: str,
    built_in: Iterable[str],
    *,
    choices: Iterable[str] | None = None,
    what: str = "",
    more: str = ", or file.py:object",
) -> NamedObject:
    """The object of a user that has that name, which is none of those that are `built_in`.

    Raises :class:`UsageError` for the name of code that is not allowed, and for a name that is nobody's: `what` it
    should name, the `choices` there are (those that are built in, and what packages register), and `more`.
    """
    built_in = [*built_in]
    if found := find(group, name, built_in):
        return found
    names = [*(built_in if choices is None else choices), *sorted(registered(group, built_in))]
    raise unknown(what or group, name, names, more)


def _permission(where: str) -> Allowed | None:
    """Find the permission for the objects of a file or module."""
    if where.endswith(".py"):
        return _ALLOWED.get(where)
    parts = where.split(".")
    prefixes = (".".join(parts[:number]) for number in range(len(parts), 0, -1))
    return next((_ALLOWED[prefix] for prefix in prefixes if prefix in _ALLOWED), None)


def _code(where: str, name: str = "", package: str = "") -> LoadedCode:
    """The code of a file or module, loaded once. Raises :class:`UsageError` where it is not allowed, or has changed."""
    permission = _permission(where)
    if permission is None:
        whose = f"which {package} registers" if package else "which would run code"
        file = where if package or not where.endswith(".py") else f"{where} (with its path)"
        raise UsageError(f"{quoted(name)}, {whose}, is not allowed here; allow it with --plugin {file}")
    if where not in _LOADED:
        _LOADED[where] = load_file(permission.file) if permission.file else load_module(where)
    expected = permission.fingerprint if permission.prefix == where else ""
    if expected and _LOADED[where].fingerprint != expected:
        message = f"{where} is not here what it was where the work began"
        raise UsageError(f"{message}; leave it unchanged meanwhile, and start workers that run for long anew")
    return _LOADED[where]


# ---- workers


def allowed() -> tuple[Allowed, ...]:
    """List the permissions of this process, for workers to adopt."""
    with _LOCK:
        modules = {prefix: Allowed(prefix) for prefix in _LOADED}
        return tuple(
            Allowed(prefix, each.file, _LOADED[prefix].fingerprint if prefix in _LOADED else each.fingerprint)
            for prefix, each in {**modules, **_ALLOWED}.items()
        )


def adopt(allowances: tuple[Allowed, ...]) -> None:
    """Adopt the permissions of the process that gives the work; each object is loaded when it is needed.

    A file that has changed since this process loaded it is loaded again. Raises :class:`UsageError` when it is needed
    and is not, here, what it is there.
    """
    with _LOCK:
        if any(_ALLOWED.get(each.prefix) != each for each in allowances):
            _FOUND.clear()
        for each in allowances:
            loaded = _LOADED.get(each.prefix)
            if loaded and each.file and loaded.fingerprint != each.fingerprint:
                del _LOADED[each.prefix]
            _ALLOWED[each.prefix] = each


# ---- calling


@contextmanager
def users_code(
    name: str,
    kind: type[UsageError] = UsageError,
    passing: type[SmatchproofError] | tuple[type[SmatchproofError], ...] = SmatchproofError,
) -> Iterator[None]:
    """Run code of a user in this block: whatever it raises becomes an error of that `kind`, one line with its `name`.

    Errors of the types `passing` stay as they are, and so does what ends the code from outside: Ctrl-C, a deadline.
    A process that the code has forked, and that comes back, ends here: the answer is that of the process which asked.

    >>> with users_code("mine.py:greedy"):
    ...     raise SystemExit(3)
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.UsageError: mine.py:greedy raised SystemExit: 3
    """
    process = os.getpid()
    try:
        with contained(name):
            yield
    except passing:
        raise
    except MemoryError:
        raise kind(f"{name} ran out of memory") from None
    except BaseException as error:
        if ends_from_outside(error):
            raise
        raise kind(f"{name} raised {error_line(error)}") from None
    finally:
        if os.getpid() != process:
            os._exit(1)


@dataclass(frozen=True, slots=True)
class NamedCallable:
    """Calls the object of that name. It is the name that travels to workers, which load the object themselves.

    What the object raises becomes a :class:`UsageError` of one line, but for our own errors and Ctrl-C.
    """

    group: Group
    name: str
    method: str = ""
    """The method of the object to call; empty for the object itself."""

    @property
    def object(self) -> NamedObject:
        """The object, found in this process. Raises :class:`UsageError` where it is not known."""
        found = find(self.group, self.name)
        if found is None:
            raise UsageError(f"{self.group} '{self.name}' is not known in this process; define it in a file or module")
        return found

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """Call the object and return its result."""
        return self.of(self.object.value)(*arguments, **options)

    def of(self, value: Any) -> Callable[..., Any]:
        """The object, or one that was made of it, with its errors in one line."""

        def called(*arguments: Any, **options: Any) -> Any:
            with users_code(self.name):
                function = getattr(value, self.method) if self.method else value
                return function(*arguments, **options)

        return called
