"""Calling a user's object by its name, in whatever process."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from smatchproof.alignment.errors import SmatchproofError, UsageError
from smatchproof.alignment.interrupts import ends_from_outside
from smatchproof.alignment.plugins.code import error_line
from smatchproof.alignment.plugins.entry_points import Group
from smatchproof.alignment.plugins.prints import printing
from smatchproof.alignment.plugins.table import NamedObject, find


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
    smatchproof.alignment.errors.UsageError: mine.py:greedy raised SystemExit: 3
    """
    process = os.getpid()
    try:
        with printing():
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
        """What the object returns."""
        return self.of(self.object.value)(*arguments, **options)

    def of(self, value: Any) -> Callable[..., Any]:
        """The object, or one that was made of it, with its errors in one line."""

        def called(*arguments: Any, **options: Any) -> Any:
            with users_code(self.name):
                function = getattr(value, self.method) if self.method else value
                return function(*arguments, **options)

        return called
