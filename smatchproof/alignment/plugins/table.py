"""What the user allowed in this process, and finding named objects among it.

The table is the process's own, like the list of its loaded modules. Workers adopt the table of the process that gives
them work (:func:`allowed`, :func:`adopt`) and load from it by name, so that no code travels.
"""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Container, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any

from smatchproof.alignment.errors import UsageError, quoted
from smatchproof.alignment.plugins.code import (
    LoadedCode,
    attribute,
    code_of,
    load_file,
    load_module,
    short_hash,
    summary_of,
)
from smatchproof.alignment.plugins.entry_points import Group, Registered, registered

_MODULE = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")


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
    with _LOCK:
        _FOUND.clear()
        if not text.endswith(".py"):
            if not _MODULE.fullmatch(text):
                raise UsageError(
                    f"{quoted(text)} is neither a Python file nor a module; write mine.py or package.module"
                )
            _ALLOWED.setdefault(text, Allowed(text))
            try:
                _code(text)
            except BaseException:
                _ALLOWED.pop(text)
                raise
            return text
        prefix, path = _file(text)
        before = _ALLOWED.get(prefix)
        if before and before.file and text == prefix:
            path = before.file
        if before and before.file != path:
            raise UsageError(f"two plugins are called {prefix}: {before.file} and {path}; rename one of them")
        if before is None or _has_changed(prefix, path):
            _LOADED[prefix] = load_file(path)
        _ALLOWED[prefix] = Allowed(prefix, path)
        return prefix


def is_reference(name: str) -> bool:
    """Whether a name is that of an object in a file or module, rather than of a file of data.

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
    """What the names of a file's objects begin with, and its absolute path."""
    path = Path(name)
    return path.name, str(path.parent.resolve() / path.name)


def _has_changed(prefix: str, path: str) -> bool:
    """Whether a file is not what was loaded from it; the script that runs is not run again."""
    code = _LOADED.get(prefix)
    if code is not None and code.module is sys.modules.get("__main__"):
        return False
    return code is None or not Path(path).is_file() or short_hash(Path(path).read_bytes()) != code.fingerprint


def register(value: Any) -> str:
    """Allow an object that a program holds; returns its name.

    A function or class that its module holds under its own name gets an address, and workers can load it; any other
    object is known in this process only.

    >>> register(attribute), find(Group.METHOD, register(len)).value([1])
    ('smatchproof.alignment.plugins.code:attribute', 1)
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
        _LOCAL[name] = NamedObject(name, value, _fingerprint(value))
        return name


def _address(value: Any) -> str:
    """The name of an object whose module is known; empty without one."""
    home, path = getattr(value, "__module__", None), getattr(value, "__qualname__", "<>")
    module = sys.modules.get(home or "")
    if module is None or "<" in path:
        return ""
    try:
        if attribute(module, path, "") is not value:
            return ""
    except UsageError:
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


def _fingerprint(value: Any) -> str:
    code = getattr(value, "__code__", None)
    if isinstance(code, CodeType):
        return short_hash(repr(_parts(code)).encode())
    without_place = re.sub(r" at 0x[0-9a-fA-F]+", "", repr(value))
    return short_hash(without_place.encode())


def _parts(code: CodeType) -> tuple[Any, ...]:
    """What a function does, without its place in memory."""
    constants = tuple(_parts(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.co_code, code.co_names, constants


# ---- finding


def find(group: Group, name: str, built_in: Container[str] = ()) -> NamedObject | None:
    """The object of that name among what is allowed; ``None`` for a name that is nobody's.

    Raises :class:`UsageError` for the name of code that is not allowed, and for code that lacks the object.
    """
    if known := _FOUND.get((group, name)):
        return known
    with _LOCK:
        found = _LOCAL.get(name) or _found(group, name, built_in)
        if found:
            _FOUND[group, name] = found
        return found


def _found(group: Group, name: str, built_in: Container[str]) -> NamedObject | None:
    where, colon, path = name.rpartition(":")
    if colon:
        if not is_reference(name):
            return None
        _require_allowed(where, name)
        code = _code(where)
        return NamedObject(name, attribute(code.module, path, where), code.fingerprint)
    if entry := registered(group, built_in).get(name):
        return _entry_object(entry)
    return None


def _entry_object(entry: Registered) -> NamedObject:
    _require_allowed(entry.module, entry.name, entry.package)
    code = _code(entry.module)
    value = attribute(code.module, entry.path, entry.package)
    return NamedObject(entry.name, value, f"{entry.package.replace(' ', '-')}-{code.fingerprint}".rstrip("-"))


def _require_allowed(where: str, name: str, package: str = "") -> None:
    if _permission(where) is None:
        whose = f"which {package} registers" if package else "which would run code"
        file = where if package or not where.endswith(".py") else f"{where} (with its path)"
        raise UsageError(f"{quoted(name)}, {whose}, is not allowed here; allow it with --plugin {file}")


def _permission(where: str) -> Allowed | None:
    """What allows the objects of a file or module."""
    if where.endswith(".py"):
        return _ALLOWED.get(where)
    parts = where.split(".")
    prefixes = (".".join(parts[:number]) for number in range(len(parts), 0, -1))
    return next((_ALLOWED[prefix] for prefix in prefixes if prefix in _ALLOWED), None)


def _code(where: str) -> LoadedCode:
    """The code of an allowed file or module, loaded once."""
    permission = _permission(where)
    assert permission is not None
    if where not in _LOADED:
        _LOADED[where] = load_file(permission.file) if permission.file else load_module(where)
    expected = permission.fingerprint if permission.prefix == where else ""
    if expected and _LOADED[where].fingerprint != expected:
        message = f"{where} is not here what it was where the work began"
        raise UsageError(f"{message}; leave it unchanged meanwhile, and start workers that run for long anew")
    return _LOADED[where]


def known_names(group: Group, built_in: Container[str] = ()) -> list[str]:
    """The names that installed packages register in a group, for lists of choices."""
    return sorted(registered(group, built_in))


# ---- workers


def allowed() -> tuple[Allowed, ...]:
    """What is allowed in this process, for workers to adopt."""
    with _LOCK:
        modules = {prefix: Allowed(prefix) for prefix in _LOADED}
        return tuple(
            Allowed(prefix, each.file, _LOADED[prefix].fingerprint if prefix in _LOADED else each.fingerprint)
            for prefix, each in {**modules, **_ALLOWED}.items()
        )


def adopt(allowances: tuple[Allowed, ...]) -> None:
    """Allow in this process what is allowed where its work comes from; each is loaded when it is needed.

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


@contextmanager
def forgotten() -> Iterator[None]:
    """Let what is allowed within the block be forgotten after it; for tests, and programs that run for long."""
    with _LOCK:
        tables: tuple[dict[Any, Any], ...] = (_ALLOWED, _LOADED, _LOCAL, _FOUND)
        before = [dict(table) for table in tables]
    try:
        yield
    finally:
        with _LOCK:
            for table, content in zip(tables, before, strict=True):
                table.clear()
                table.update(content)
