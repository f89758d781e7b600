"""Compiled code on disk: a full disk or a damaged file costs the time to compile again, and no answer."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, cast

from numba import config, njit
from numba.core.compiler_lock import global_compiler_lock
from numba.core.types.misc import unliteral

if config.DISABLE_JIT:
    raise ImportError("NUMBA_DISABLE_JIT is set")  # then plain Python searches, without arrays that overflow

_Function = TypeVar("_Function", bound=Callable[..., object])
_log = logging.getLogger("smatchproof")
_TOLD = [False]


def _load_arrays() -> None:
    """Load what numba needs for arrays, without scipy.linalg: to look for BLAS there takes it a sixth of a second.

    Nothing here multiplies matrices; whatever else is compiled in this process finds BLAS as before.
    """
    blas, modules = "scipy.linalg.cython_blas", cast(dict[str, Any], sys.modules)
    if "numba.np.arraymath" in modules or blas in modules:
        return
    modules[blas] = None  # so an import fails at once
    try:
        from numba.np import arraymath
    finally:
        del modules[blas]
    arraymath._HAVE_BLAS = find_spec("scipy") is not None


_load_arrays()


def compiled(function: _Function) -> _Function:
    """The function compiled when it is first called, or loaded from where it was kept. Threads can share the work.

    It is compiled once for each list of types of its arguments; numba alone would do so for each constant, too. One
    whose name begins with an underscore can be called by compiled code alone: the way in from Python takes as long to
    compile as the function itself.
    Raises ``RuntimeError`` where numba finds no folder to keep it in.
    """
    return _dispatcher(function, no_cpython_wrapper=function.__name__.startswith("_"))


def inlined(function: _Function) -> _Function:
    """A function that compiled code calls in one place: it becomes a part of that before anything is compiled.

    What is :func:`compiled` is optimised once more in each of its callers, in their callers, and so on, which takes as
    long as compiling it. Called from Python, it is compiled by itself.
    """
    return _dispatcher(function, inline="always")


def _dispatcher(function: _Function, **options: object) -> _Function:
    dispatcher = njit(cache=True, nogil=True, no_cfunc_wrapper=True, **options)(function)
    dispatcher._cache = KeptCode(dispatcher._cache, _used_stamps(function))
    compile_for = dispatcher.compile

    def compile_lightly(arguments: tuple[Any, ...]) -> Any:
        with _light_optimisation():
            return compile_for(tuple([unliteral(argument) for argument in arguments]))

    dispatcher.compile = compile_lightly
    return cast(_Function, dispatcher)


@contextmanager
def _light_optimisation() -> Iterator[None]:
    """Let LLVM optimise at its first level, unless NUMBA_OPT says otherwise: a tenth less to wait for, and no slower.

    Other code of this process is compiled as before.
    """
    with global_compiler_lock:
        level = config.OPT
        if "NUMBA_OPT" not in os.environ:
            config.OPT = type(level)(1)
        try:
            yield
        finally:
            config.OPT = level


def _used_stamps(function: Callable[..., object]) -> list[object]:
    """The stamps of other files that this one uses: what is compiled holds their functions and constants, too."""
    values = function.__globals__.values()
    called = [value for value in values if isinstance(getattr(value, "_cache", None), KeptCode)]
    stamps = {name: _stamp(name) for name in used_modules(function.__globals__)}
    stamps.update((each.py_func.__module__, each._cache.stamp) for each in called)
    return [stamp for module, stamp in sorted(stamps.items()) if module != function.__module__]


def used_modules(names: Mapping[str, object]) -> set[str]:
    """The modules of the same package that a module with these names uses: those that it names, and those of its names.

    A number does not tell where it was imported from: compiled code takes constants of others through their module.
    """
    modules = (
        each.__name__ if isinstance(each, ModuleType) else getattr(each, "__module__", "") for each in names.values()
    )
    package = str(names["__name__"]).partition(".")[0]
    return {name for name in modules if isinstance(name, str) and name.partition(".")[0] == package}


def _stamp(module: str) -> object:
    """When the file of a module was changed, and its size; ``None`` where there is no such file."""
    try:
        found = Path(str(sys.modules[module].__file__)).stat()
    except OSError:
        return None
    return found.st_mtime, found.st_size


def is_kept(dispatcher: Any) -> bool:
    """Whether code of this function was compiled before, in this process or on this machine."""
    return bool(dispatcher.signatures) or dispatcher._cache.is_there()


@contextmanager
def compilation_announced(dispatcher: Any, what: str, seconds: int) -> Iterator[None]:
    """Log that code is being compiled, which happens once per installation, and how long it took.

    It is compiled where the code of this function is not kept yet; `seconds` is about what it takes.
    """
    if is_kept(dispatcher):
        yield
        return
    from numba.core.event import install_timer

    _log.info("compiling %s, once per installation: about %d seconds", what, seconds)
    with install_timer("numba:compile", lambda took: _log.info("compiled in %.0f seconds", took)):
        yield


class KeptCode:
    """The code of a function that numba keeps in files. What is wrong with them is logged, once in a process.

    Code is as old as its `stamp`: that of the function's file, by which numba knows it, and those of files used.
    """

    def __init__(self, files: Any, used: Sequence[object]) -> None:
        self._files = files
        index = files._cache_file
        self.stamp = index._source_stamp = (index._source_stamp, *used)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._files, name)

    def is_there(self) -> bool:
        """Whether there is code of the function as it stands; what was kept of another version does not count."""
        try:
            return bool(self._files._cache_file._load_index())
        except Exception:  # whatever a file that is cut off makes the reader raise
            return False

    def load_overload(self, *arguments: Any) -> Any:
        """The code; ``None`` where there is none that can be read."""
        try:
            return self._files.load_overload(*arguments)
        except Exception as error:  # whatever a file that is cut off makes the reader raise
            _tell_once("read", self._files, error)
            with suppress(OSError):
                self._files.flush()
            return None

    def save_overload(self, *arguments: Any) -> None:
        """Keep the code, if that can be done."""
        try:
            self._files.save_overload(*arguments)
        except OSError as error:
            _tell_once("kept", self._files, error)


def _tell_once(what: str, files: Any, error: Exception) -> None:
    if not _TOLD[0]:
        _TOLD[0] = True
        _log.warning("compiled code cannot be %s in %s (%s); it is compiled anew", what, files.cache_path, error)
