"""Python that students write as a text: an answer to an exercise, or a function. It runs in this very process."""

from __future__ import annotations

import re
from fractions import Fraction
from types import FunctionType
from typing import Any

from smatchproof.base.errors import UsageError
from smatchproof.base.user_code import error_line
from smatchproof.generators import TRAPS
from smatchproof.teaching import judges

_PROGRAM = re.compile(r"^(async )?def |^(answer|from|import)\b", re.MULTILINE)
_CERTIFICATE = '{"format"'


def written_answer(text: str) -> Any:
    r"""The answer that a text is: the value of an expression, that of a program, or a text as it stands.

    Some names of the notebook are known. Raises :class:`UsageError` where a program fails.

    >>> written_answer("20 * 19"), written_answer("FTF"), written_answer("answer = [1]\nanswer.append(2)")
    (380, 'FTF', [1, 2])
    """
    text = text.strip()
    if text.startswith(_CERTIFICATE) or (text.isidentifier() and text not in ("None", "True", "False")):
        return text
    if _PROGRAM.search(text):
        names = _run(text)
        return names["answer"] if "answer" in names else last_function(names)
    try:
        return eval(text, _names())
    except Exception:  # words are no Python, and whoever judges them says what is asked for
        return text or None


def written_function(text: str) -> FunctionType:
    """The function that a program defines last. Raises :class:`UsageError` where it fails or defines none."""
    return last_function(_run(text))


def last_function(names: dict[str, Any]) -> FunctionType:
    """The last function among the names that a program has defined. Raises :class:`UsageError` for none."""
    functions = [value for value in names.values() if isinstance(value, FunctionType) and value.__module__ == _STUDENT]
    if not functions:
        raise UsageError("expected a function, such as def reduce(vertices, edges):")
    return functions[-1]


_STUDENT = "student"


def _names() -> dict[str, Any]:
    return {"__name__": _STUDENT, "judges": judges, "TRAPS": TRAPS, "Fraction": Fraction}


def _run(text: str) -> dict[str, Any]:
    """The names that a program has defined."""
    names = _names()
    try:
        exec(compile(text, _STUDENT, "exec"), names)
    except (Exception, SystemExit) as error:
        raise UsageError(f"{_place(error)}{error_line(error)}") from None
    return names


def _place(error: BaseException) -> str:
    """The line of a program that an error is in, where it is known."""
    line, trace = getattr(error, "lineno", None), error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == _STUDENT:
            line = trace.tb_lineno
        trace = trace.tb_next
    return f"line {line}: " if line else ""
