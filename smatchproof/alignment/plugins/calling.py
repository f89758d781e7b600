"""Calling a user's object by its name, in whatever process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from smatchproof.alignment.errors import SmatchproofError, UsageError
from smatchproof.alignment.plugins.code import error_line
from smatchproof.alignment.plugins.entry_points import Group
from smatchproof.alignment.plugins.table import NamedObject, find


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
            try:
                function = getattr(value, self.method) if self.method else value
                return function(*arguments, **options)
            except SmatchproofError:
                raise
            except MemoryError:
                raise UsageError(f"{self.name} ran out of memory") from None
            except (Exception, SystemExit) as error:  # whatever a user's code raises, it is no error of ours
                raise UsageError(f"{self.name} raised {error_line(error)}") from None

        return called
