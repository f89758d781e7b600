"""Objects in Python files of users, by name: ``FILE.py:NAME``.

To name a file on the command line, in an experiment or in a call is the permission to run it; from then on its objects
are known by the name of the file without its folder. The names in certificates, maps and tables are looked up among
these files, and run nothing else.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
import sys
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import Any

from smatchproof.base.errors import InputError, Place, SmatchproofError, UsageError, quoted, unknown

_FILES: dict[str, str] = {}
"""The absolute paths of the files that may be run, by their names."""
_HELD: dict[str, Any] = {}
"""Objects by name: those that a program has handed over, and those that were found before."""
COMMAND = "cmd:"
"""Begins the name of a program in any language: ``cmd:./greedy`` is ``cmd:greedy`` from then on."""
_REFERENCE = re.compile(r"(?P<file>(.*[/\\])?[^|\s/\\]+\.py):(?P<path>[^\W\d]\w*(\.[^\W\d]\w*)*)")


class UserCodeError(UsageError):
    """Code of a user raised an exception, whose `traceback` is kept as text."""

    traceback = ""


@contextmanager
def users_code(name: str) -> Iterator[None]:
    """Run code of a user in this block; its exceptions become a :class:`UserCodeError`, but for our own errors.

    >>> with users_code("mine.py:greedy"):
    ...     {}["x"]
    Traceback (most recent call last):
    ...
    smatchproof.base.user_code.UserCodeError: mine.py:greedy raised KeyError: 'x'
    """
    try:
        yield
    except SmatchproofError:
        raise
    except (Exception, SystemExit) as error:  # sys.exit() in a function is no end of the command
        failure = UserCodeError(f"{name} raised {error_line(error)}")
        failure.traceback = "".join(traceback.format_exception(error))
        raise failure from None


def error_line(error: BaseException) -> str:
    r"""An exception in one short line.

    >>> error_line(ValueError("first\nsecond")), error_line(MemoryError())
    ('ValueError: first second', 'MemoryError')
    """
    try:
        text = " ".join("".join(sign if sign.isprintable() else " " for sign in str(error)).split())
    except Exception:  # nothing is known of the class
        text = ""
    line = f"{type(error).__name__}: {text}".removesuffix(": ")
    return line if len(line) <= 200 else f"{line[:197]}..."


def is_reference(name: str) -> bool:
    """Tell whether a name is that of an object in a Python file.

    >>> is_reference("folder/mine.py:greedy"), is_reference("mine.py"), is_reference("S+4R")
    (True, False, False)
    """
    return _REFERENCE.fullmatch(name) is not None


def allow(name: str, folder: Path = Path()) -> str:
    """Let a file, or the file of an object in it, be run; other names stay as they are. Returns the name from then on.

    ``code/mine.py:greedy`` becomes ``mine.py:greedy``, and ``cmd:build/greedy``, a program, ``cmd:greedy``. Raises
    :class:`InputError` where there is no such file, and :class:`UsageError` for a second file of the same name.
    """
    if name.startswith(COMMAND):
        return _allow_program(name, folder)
    found = _REFERENCE.fullmatch(name)
    given = Path(found["file"] if found else name)
    if given.suffix != ".py" or str(given) in _FILES:
        return name
    path = (folder / given).absolute()
    if not path.is_file():
        raise InputError("no such file", Place(str(folder / given)), "name a Python file")
    if _FILES.setdefault(given.name, str(path)) != str(path):
        raise UsageError(f"two files are called {given.name}: {_FILES[given.name]} and {path}; rename one of them")
    return f"{given.name}:{found['path']}" if found else given.name


def _allow_program(name: str, folder: Path) -> str:
    if name in _FILES:
        return name
    given = name.removeprefix(COMMAND)
    path = shutil.which(str((folder / given).absolute())) or shutil.which(given)
    if path is None:
        raise InputError("no program that can be run", Place(given), "name an executable file (chmod +x)")
    short = COMMAND + Path(given).name
    if _FILES.setdefault(short, path) != path:
        raise UsageError(f"two programs are called {short}: {_FILES[short]} and {path}; rename one of them")
    return short


def program_path(name: str) -> str:
    """The path of an allowed program, by its name. Raises :class:`UsageError` for one that is not allowed."""
    if name not in _FILES:
        raise UsageError(f"{quoted(name)} would run a program, and is not allowed here; name its path")
    return _FILES[name]


def register(value: Any) -> str:
    """Let an object be used that a program holds. Returns its name, by which workers get the object, too.

    >>> register(allow)
    'smatchproof.base.user_code:allow'
    """
    function = value if hasattr(value, "__qualname__") else type(value)
    name = stem = f"{function.__module__}:{function.__qualname__.rpartition('.')[2].strip('<>')}"
    number = 1
    while _HELD.setdefault(name, value) is not value:
        number += 1
        name = f"{stem}-{number}"
    return name


def hold(name: str, value: Any) -> None:
    """Let an object be used by a name of its own."""
    _HELD[name] = value


def find(name: str) -> Any:
    """The object of that name; ``None`` for an unknown name.

    Raises :class:`UsageError` for a file that is not allowed or has no such object, and what running the file raises.
    """
    if name not in _HELD and (reference := _REFERENCE.fullmatch(name)):
        file = reference["file"]
        if file not in _FILES:
            raise UsageError(f"{quoted(name)} would run code, and is not allowed here; allow it with --plugin {file}")
        module = _module(file)
        try:
            _HELD[name] = attrgetter(reference["path"])(module)
        except AttributeError:
            public = [each for each in vars(module) if not each.startswith("_")]
            has = ", ".join(public) or "nothing public"
            raise UsageError(f"{file} has no {quoted(reference['path'])}; it has {has}") from None
    return _HELD.get(name)


def known(what: str, name: str, names: Iterable[str], more: str = ", or FILE.py:NAME") -> Any:
    """The object of that name. Raises :class:`UsageError` for an unknown one, with the `names` that there are."""
    found = find(name)
    if found is None:
        raise unknown(what, name, names, more)
    return found


def _module(file: str) -> Any:
    """Run a file once, as a module of its own; what lies beside it can be imported."""
    path = _FILES[file]
    name = "_user_" + re.sub(r"\W", "_", path)
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None and spec.loader is not None  # its name ends with .py
        sys.modules[name] = module = importlib.util.module_from_spec(spec)
        if (folder := str(Path(path).parent)) not in sys.path:
            sys.path.append(folder)
        try:
            with users_code(file):
                spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
    return sys.modules[name]


def summary_of(value: Any) -> str:
    """The first line of an object's docstring, without the full stop; empty for one without.

    >>> summary_of(is_reference)
    'Tell whether a name is that of an object in a Python file'
    """
    lines = (getattr(value, "__doc__", None) or "").strip().splitlines()
    return lines[0].rstrip(".") if lines else ""


# ---- workers


def allowed() -> tuple[dict[str, str], dict[str, bytes]]:
    """The files, and the objects that programs have handed over, for workers to :func:`adopt`."""
    import pickle  # only where there are workers

    objects = {}
    for name, value in _HELD.items():
        if not is_reference(name):
            try:
                objects[name] = pickle.dumps(value)
            except Exception:  # a lambda, say: a worker that needs it says that it is unknown
                continue
    return dict(_FILES), objects


def adopt(shared: tuple[dict[str, str], dict[str, bytes]]) -> None:
    """Let this process use what the process that gives it work uses."""
    import pickle

    files, objects = shared
    _FILES.update(files)
    for name, value in objects.items():
        if name not in _HELD:
            _HELD[name] = pickle.loads(value)


@dataclass(frozen=True, slots=True)
class NamedCallable:
    """Calls the object of that name, or a `method` of it. The name travels to workers, which find the object there."""

    name: str
    method: str = ""

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """Call the object and return its result. Raises :class:`UserCodeError` for an exception."""
        found = find(self.name)
        if found is None:
            raise UsageError(f"{quoted(self.name)} is not known in this process; define it in a file: FILE.py:NAME")
        with users_code(self.name):
            return (getattr(found, self.method) if self.method else found)(*arguments, **options)
