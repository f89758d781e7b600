"""Loading a user's file or module: once, under a name that hides nothing, with the fingerprint of its source."""

from __future__ import annotations

import os
import re
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, NoReturn

from smatchproof.base.errors import InputError, Place, UsageError, quoted
from smatchproof.base.files import read_bytes
from smatchproof.base.interrupts import ends_from_outside
from smatchproof.plugins.prints import contained

_LONGEST = 200  # characters of a user's message: then an error, with its place and hint, still has one readable line


class LoadedCode(NamedTuple):
    """A module of a user, and the beginning of the SHA-256 of its source file; empty for one without a file."""

    module: ModuleType
    fingerprint: str


def load_file(path: str) -> LoadedCode:
    """Run a Python file as a module of its own, whatever its name: ``heuristics.py`` and ``re.py`` hide nothing.

    What the file imports while it is loaded may lie beside it: its folder is the last place to look, for so long.
    Raises :class:`InputError` for a file that cannot be read or does not run to its end.
    """
    from importlib.util import module_from_spec, spec_from_file_location

    source, name = read_bytes(path, "name a Python file"), _module_name(path)
    spec = spec_from_file_location(name, path)
    assert spec is not None  # its name ends with .py
    module, before = module_from_spec(spec), sys.modules.get(name)
    sys.modules[name] = module  # so that what it defines can be pickled
    folder = str(Path(path).parent)
    sys.path.append(folder)
    try:
        with contained(path):
            # these bytes, whose fingerprint is printed; a loader would take a cached compilation, or write one
            exec(compile(source, path, "exec", dont_inherit=True), vars(module))
    except BaseException as error:
        sys.modules.pop(name)
        if before is not None:
            sys.modules[name] = before
        _refuse(error, path)
    finally:
        if folder in sys.path:
            del sys.path[len(sys.path) - 1 - sys.path[::-1].index(folder)]
    return LoadedCode(module, short_hash(source))


def load_module(name: str) -> LoadedCode:
    """Import an installed module. Raises :class:`UsageError` where there is none, or its import fails."""
    try:
        with contained(name):
            module = import_module(name)
    except ModuleNotFoundError as error:
        missing = str(error.name)
        if name == missing or name.startswith(f"{missing}."):
            raise UsageError(f"there is no module {missing}; install it, or name a file such as mine.py") from None
        raise UsageError(f"module {name} cannot be loaded: {error_line(error)}") from None
    except BaseException as error:
        _refuse(error, f"module {name}")
    return code_of(module)


def code_of(module: ModuleType) -> LoadedCode:
    """A module that is loaded, with the fingerprint of its file."""
    try:
        return LoadedCode(module, short_hash(Path(str(module.__file__)).read_bytes()))
    except (AttributeError, OSError):
        return LoadedCode(module, "")


def short_hash(data: bytes) -> str:
    """The first eight hexadecimal digits of the SHA-256."""
    import hashlib  # every process that starts workers comes here, and it is loaded slowly

    return hashlib.sha256(data).hexdigest()[:8]


def attribute(module: ModuleType, path: str, where: str) -> Any:
    """The object that a module calls `path`, such as ``greedy`` or ``Search.run``."""
    value: Any = module
    for name in path.split("."):
        try:
            value = getattr(value, name)
        except AttributeError:
            public = [each for each in vars(module) if not each.startswith("_")]
            raise UsageError(f"{where} has no {quoted(path)}; it has {', '.join(public) or 'nothing public'}") from None
    return value


def summary_of(value: Any) -> str:
    """The first line of an object's docstring, without the full stop; empty for one without.

    >>> summary_of(short_hash)
    'The first eight hexadecimal digits of the SHA-256'
    """
    lines = (getattr(value, "__doc__", None) or "").strip().splitlines()
    return lines[0].rstrip(".") if lines else ""


def error_line(error: BaseException) -> str:
    r"""An error of code that is not ours in one short line.

    >>> error_line(ValueError("first\nsecond")), error_line(MemoryError())
    ('ValueError: first second', 'MemoryError')
    """
    try:
        text = str(error)
    except Exception:  # nothing is known of the class
        text = ""
    text = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    kind = type(error).__name__
    line = f"{kind}: {text}" if text else kind
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 3]}..."


def _refuse(error: BaseException, where: str) -> NoReturn:
    """Raise the exception of a user's import as an error of the user, unless it was ended from outside."""
    from traceback import walk_tb

    if ends_from_outside(error):
        raise error
    if isinstance(error, SyntaxError) and error.filename == where:
        place = Place(where, error.lineno, error.offset, error.text)
        raise InputError(f"this is no Python: {error.msg}", place, "repair the line") from None
    lines = [line for frame, line in walk_tb(error.__traceback__) if frame.f_code.co_filename == where]
    if not lines:
        raise UsageError(f"{where} cannot be loaded: {error_line(error)}") from None
    raise InputError(f"cannot be loaded: {error_line(error)}", Place(where, lines[-1]), "repair the file") from None


def _module_name(path: str) -> str:
    """A name that no other module has, the same in every process."""
    stem = re.sub(r"\W", "_", Path(path).stem)
    return f"_smatchproof_plugin_{short_hash(os.fsencode(path))}_{stem}"
