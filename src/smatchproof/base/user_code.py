"""Objects in Python files of users, by name: ``FILE.py:NAME``.

Naming a file on the command line, in an experiment or in a call is the permission to run it; from then on its objects
are known by the name of the file without its folder. Names in certificates, maps and tables are only looked up among
these files, and no other code is run.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from operator import attrgetter
from pathlib import Path
from types import ModuleType
from typing import Any

from smatchproof.base.errors import InputError, Place, SmatchproofError, UsageError, quoted, short, unknown
from smatchproof.base.record import Record

_FILES: dict[str, str] = {}
"""The absolute paths of the allowed files, by their names."""
_HELD: dict[str, Any] = {}
"""Objects by name: those that a program has passed, and those that were found before."""
COMMAND = "cmd:"
"""The prefix of the name of a program in any language: ``cmd:./greedy`` is ``cmd:greedy`` from then on."""
_REFERENCE = r"(?P<file>(.*[/\\])?[^|\s/\\]+\.py):(?P<path>[^\W\d]\w*(\.[^\W\d]\w*)*)"


class UserCodeError(UsageError):
    """An exception in a user's code, with its `traceback` as text."""

    traceback = ""


@contextmanager
def users_code(name: str) -> Iterator[None]:
    """Run a user's code in this block; its exceptions, except our own errors, become a :class:`UserCodeError`.

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
    except (Exception, SystemExit) as error:  # sys.exit() in a function does not end the command
        from traceback import format_exception  # not needed by code that does not fail

        failure = UserCodeError(f"{name} raised {error_line(error)}")
        failure.traceback = "".join(format_exception(error))
        raise failure from None


def error_line(error: BaseException) -> str:
    r"""Return an exception in one short line.

    >>> error_line(ValueError("first\nsecond")), error_line(MemoryError())
    ('ValueError: first second', 'MemoryError')
    """
    text = " ".join(str(error).split())
    return short(f"{type(error).__name__}: {text}".removesuffix(": "), 200)


def is_reference(name: str) -> bool:
    """Tell whether a name is that of an object in a Python file.

    >>> is_reference("folder/mine.py:greedy"), is_reference("mine.py"), is_reference("S+4R")
    (True, False, False)
    """
    return re.fullmatch(_REFERENCE, name) is not None


def allow(name: str, folder: Path = Path()) -> str:
    """Allow a file, or the file of an object, to be run; other names stay unchanged. Returns the name from then on.

    ``code/mine.py:greedy`` becomes ``mine.py:greedy``, and the program ``cmd:build/greedy`` becomes ``cmd:greedy``.
    Raises :class:`InputError` if there is no such file, and :class:`UsageError` for a second file of the same name.
    """
    if name.startswith(COMMAND):
        return _allow_program(name, folder)
    found = re.fullmatch(_REFERENCE, name)
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
    from shutil import which  # with two compressors, which a score does not need

    given = name.removeprefix(COMMAND)
    path = which(str((folder / given).absolute())) or which(given)
    if path is None:
        raise InputError("no program that can be run", Place(given), "name an executable file (chmod +x)")
    short = COMMAND + Path(given).name
    if _FILES.setdefault(short, path) != path:
        raise UsageError(f"two programs are called {short}: {_FILES[short]} and {path}; rename one of them")
    return short


def program_path(name: str) -> str:
    """Return the path of an allowed program. Raises :class:`UsageError` if it is not allowed."""
    if name not in _FILES:
        raise UsageError(f"{quoted(name)} would run a program, and is not allowed here; name its path")
    return _FILES[name]


def register(value: Any) -> str:
    """Register an object of a program. Returns its name, by which workers find the object, too.

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
    """Register an object under a given name."""
    _HELD[name] = value


def find(name: str) -> Any:
    """Return the object of this name; ``None`` for an unknown name.

    Raises :class:`UsageError` for a file that is not allowed or has no such object, and the exceptions of the file.
    """
    if name not in _HELD and (reference := re.fullmatch(_REFERENCE, name)):
        file = reference["file"]
        if file not in _FILES:
            raise UsageError(f"{quoted(name)} would run code; allow it with --plugin {file}, or give the object itself")
        module = _module(file)
        try:
            _HELD[name] = attrgetter(reference["path"])(module)
        except AttributeError:
            public = [
                each
                for each, held in vars(module).items()
                if not each.startswith("_") and not isinstance(held, ModuleType)
            ]
            has = ", ".join(public) or "nothing public"
            raise UsageError(f"{file} has no {quoted(reference['path'])}; it has {has}") from None
    return _HELD.get(name)


def known(what: str, name: str, names: Iterable[str], more: str = ", or FILE.py:NAME") -> Any:
    """Return the object of this name. Raises :class:`UsageError` for an unknown name, with the known `names`."""
    found = find(name)
    if found is None:
        if name in _FILES and name.endswith(".py"):
            choices = " or ".join(f"{name}:{each}" for each in _public_names(name)) or f"{name}:NAME"
            raise UsageError(f"{quoted(name)} is a file; name a {what} in it: {short(choices, 200)}")
        raise unknown(what, name, names, more)
    return found


def _public_names(file: str) -> list[str]:
    """Return the functions and classes of an allowed file, which is not run; none if they cannot be read."""
    import ast

    try:
        body = ast.parse(Path(_FILES[file]).read_bytes()).body
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    made = [each.name for each in body if isinstance(each, ast.FunctionDef | ast.ClassDef)]
    return [each for each in made if not each.startswith("_")]


def _module(file: str) -> Any:
    """Run a file once, as a module; it can import the other files of its folder."""
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
    """Return the first line of an object's docstring without the full stop, or an empty text.

    >>> summary_of(is_reference)
    'Tell whether a name is that of an object in a Python file'
    """
    lines = (getattr(value, "__doc__", None) or "").strip().splitlines()
    return lines[0].rstrip(".") if lines else ""


# ---- workers


def allowed() -> tuple[dict[str, str], dict[str, bytes]]:
    """Return the allowed files and the registered objects, for workers to :func:`adopt`."""
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
    """Let this worker use the files and objects of its parent process."""
    import pickle

    files, objects = shared
    _FILES.update(files)
    for name, value in objects.items():
        if name not in _HELD:
            _HELD[name] = pickle.loads(value)


class NamedCallable(Record):
    """Calls the object of this name, or its `method`. Only the name is sent to workers, which find the object."""

    name: str
    method: str = ""

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """Call the object and return its result. Raises :class:`UserCodeError` for an exception."""
        found = find(self.name)
        if found is None:
            raise UsageError(f"{quoted(self.name)} is not known in this process; define it in a file: FILE.py:NAME")
        with users_code(self.name):
            return (getattr(found, self.method) if self.method else found)(*arguments, **options)
