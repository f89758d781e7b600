"""Programs of others as methods: they search with their own code, on the triples that our methods get.

Two programs' scores differ mostly by the triples that they count, not by the search. So a peer gets the triples of
the experiment's convention, written in its own form, and its alignment is recounted as ours are. Under the convention
that is named after the program these are the triples that it would have read itself.
"""

from __future__ import annotations

import atexit
import os
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from smatchproof.base.optional import RELEASES, missing_release
from smatchproof.conventions.triples import TripleGraph


class PeerFailure(Exception):
    """A peer gave no answer to a pair."""


@dataclass(frozen=True, slots=True)
class PeerAnswer:
    """The answer of a peer for one seed: an alignment, its claimed value, its seconds by clock and by processor."""

    mapping: tuple[int | None, ...]
    claimed: int
    seconds: float
    cpu_seconds: float = 0.0


_Run = Callable[[TripleGraph, TripleGraph, Sequence[int], float | None], list[PeerAnswer]]


@dataclass(frozen=True, slots=True)
class PeerMethod:
    """A program of others, by the name under which experiments and their rows know it.

    `package` and `release` name the package that has to be installed: the adapter knows the internals of this release.
    """

    name: str
    summary: str
    package: str
    release: str
    answers: _Run
    options: frozenset[str] = frozenset({"time_limit", "seed"})
    """The options of a solve that the program heeds."""
    leaves_proof: ClassVar[bool] = False

    @property
    def label(self) -> str:
        """The name in signatures."""
        return self.name

    def missing(self) -> str:
        """Why it cannot run here; empty if it can."""
        return missing_release(self.package, self.release)

    def run(
        self, left: TripleGraph, right: TripleGraph, seeds: Sequence[int], time_limit: float | None = None
    ) -> list[PeerAnswer]:
        """Its answers for two graphs, one for each seed. Raises :class:`PeerFailure` where it has none.

        What is timed is its search alone: neither the reading of the graphs nor its table of what could match, as our
        own methods are timed. `time_limit` is for one seed; not every peer can be stopped.
        """
        if reason := self.missing():
            raise PeerFailure(reason)
        if not left.variables or not right.variables:
            return [PeerAnswer((None,) * len(left.variables), 0, 0.0)] * len(seeds)
        return self.answers(left, right, seeds, time_limit)


# ---- processes

_START_SECONDS = 60.0
"""A process needs some time to load the package."""
_ONE_AT_A_TIME = threading.Lock()
"""A process answers one question after the other."""


class _ProgramProcess:
    """A process that has loaded the package and answers pair after pair, until its input is closed."""

    def __init__(self, program: str) -> None:
        import subprocess
        import tempfile

        self.program, self.owner = program, os.getpid()
        self._has_answered = False
        self._errors = tempfile.TemporaryFile()
        script = Path(__file__).with_name("program_process.py")
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-P", str(script), program],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
            )
        except OSError as error:
            self._errors.close()
            raise PeerFailure(f"{program} cannot be started: {error}") from None

    def ask(self, asked: dict[str, Any], limit: float | None) -> list[dict[str, Any]]:
        """Its answers. Raises :class:`PeerFailure` where it takes longer than `limit` seconds, or ends."""
        import json

        process, is_late = self._process, threading.Event()
        assert process.stdin is not None and process.stdout is not None

        def end() -> None:
            is_late.set()
            process.kill()

        timer = None
        if limit is not None:
            timer = threading.Timer(limit + (0.0 if self._has_answered else _START_SECONDS), end)
            timer.start()
        try:
            with suppress(BrokenPipeError):
                process.stdin.write(json.dumps(asked).encode() + b"\n")
                process.stdin.flush()
            line = process.stdout.readline()
        finally:
            if timer is not None:
                timer.cancel()
        if not line.endswith(b"\n"):
            late = f"{self.program} was ended at the time limit"
            raise PeerFailure(late if is_late.is_set() else self._why_it_ended())
        self._has_answered = True
        found: list[dict[str, Any]] = json.loads(line)
        return found

    def _why_it_ended(self) -> str:
        status = self._process.wait()
        self._errors.seek(0)
        last = self._errors.read().decode(errors="replace").strip().rpartition("\n")[2]
        return f"{self.program} stopped with {last or f'exit status {status}'}"

    def close(self) -> None:
        """End it; a process that was forked has only its copies of the pipes to close."""
        if self.owner == os.getpid():
            self._process.kill()
            self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._errors):
            if stream is not None:
                with suppress(OSError):
                    stream.close()


_RUNNING: dict[str, _ProgramProcess] = {}
"""The processes that answer, by program."""


def _end_programs() -> None:
    while _RUNNING:
        _RUNNING.popitem()[1].close()


atexit.register(_end_programs)


def _ask(
    program: str,
    side: Callable[[TripleGraph, str], object],
    left: TripleGraph,
    right: TripleGraph,
    seeds: Sequence[int],
    time_limit: float | None,
) -> list[PeerAnswer]:
    asked = {"left": side(left, "a"), "right": side(right, "b"), "seeds": list(seeds)}
    found = ask_program(program, asked, None if time_limit is None else time_limit * len(seeds))
    return [PeerAnswer(**{**each, "mapping": tuple(each["mapping"])}) for each in found]


def ask_program(program: str, asked: dict[str, Any], limit: float | None = None) -> list[dict[str, Any]]:
    """The answers of a program to one pair; one process answers for all pairs, and is ended after `limit` seconds."""
    with _ONE_AT_A_TIME:
        if program in _RUNNING and _RUNNING[program].owner != os.getpid():
            _end_programs()
        if program not in _RUNNING:
            _RUNNING[program] = _ProgramProcess(program)
        try:
            return _RUNNING[program].ask(asked, limit)
        except BaseException:  # what it says next may be the answer to this pair
            _RUNNING.pop(program).close()
            raise


# ---- the inputs of the programs


def _smatch_lists(graph: TripleGraph, prefix: str) -> object:
    """The triples in the package's form: concepts in the order of the variables, attributes, relations.

    The kind of an attribute is part of its role, because the package would take a ``:TOP top`` for the root's mark.
    """
    names = [f"{prefix}{number}" for number in range(len(graph.variables))]
    concepts: list[tuple[str, str, str] | None] = [None] * len(names)
    attributes = []
    for kind, role, variable, value in graph.attributes:
        if kind == "instance" and concepts[variable] is None:
            concepts[variable] = (role, names[variable], value)
        else:
            attributes.append((f"{kind} {role}", names[variable], value))
    relations = [(role, names[source], names[target]) for role, source, target in graph.relations]
    # a variable without a concept gets one that only it has
    whole = [each or ("instance", name, f"no concept {name}") for each, name in zip(concepts, names, strict=True)]
    return whole, attributes, relations


def _smatchpp_side(graph: TripleGraph, prefix: str) -> object:
    """The triples in the package's form, (source, role, target); no value is spelled like a variable."""
    names = [f"{prefix * 2}_{number}" for number in range(len(graph.variables))]
    attributes = [(names[variable], f"{kind} {role}", f"={value}") for kind, role, variable, value in graph.attributes]
    relations = [(names[source], role, names[target]) for role, source, target in graph.relations]
    return {"variables": names, "triples": [*attributes, *relations]}


PEERS: dict[str, PeerMethod] = {
    name: PeerMethod(name, summary, name, RELEASES[name], partial(_ask, name, side))
    for name, summary, side in (
        ("smatch", "the search of the package smatch: S+4R", _smatch_lists),
        ("smatchpp", "the hill-climbing of the package smatchpp: 4R", _smatchpp_side),
    )
}
"""The programs of others by name."""
