"""Messages for people, by :mod:`logging`, which is loaded with the first one: it would take a twentieth of a start."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import logging

BEFORE: list[Callable[[], None]] = []
"""What is to be done before the first message: the command line lets messages be printed."""


def logger() -> logging.Logger:
    """Return the logger of smatchproof.

    >>> logger().name
    'smatchproof'
    """
    import logging

    while BEFORE:
        BEFORE.pop()()
    return logging.getLogger("smatchproof")
