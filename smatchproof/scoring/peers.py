"""Programs of others as methods: they search with their own code, on the triples that our methods get.

What differs between two programs' scores is mostly not the search but what they count. So a peer gets the triples of
the experiment's convention, written in its own form, and its alignment is recounted as ours are. Under the convention
that is named after the program these are the triples that it would have read itself.
"""

from __future__ import annotations

import atexit
import os
import random
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

from smatchproof.alignment import TripleGraph
from smatchproof.alignment.optional import RELEASES, missing_release


class PeerFailure(Exception):
    """A peer gave no answer to a pair."""


@dataclass(frozen=True, slots=True)
class PeerAnswer:
    """What a peer found with one seed: its alignment, the value it claims for it, and the seconds of its search."""

    mapping: tuple[int | None, ...]
    claimed: int
    seconds: float


_Run = Callable[[TripleGraph, TripleGraph, Sequence[int], float | None], list[PeerAnswer]]


@dataclass(frozen=True, slots=True)
class PeerMethod:
    """A program of others, by the name under which experiments and their rows know it.

    `package` and `release` say what has to be installed: the adapter knows the inside of this release.
    """

    name: str
    summary: str
    package: str
    release: str
    answers: _Run
    options: frozenset[str] = frozenset({"time_limit", "seed"})
    """What it heeds of what a method can be asked for."""
    leaves_proof: ClassVar[bool] = False

    @property
    def label(self) -> str:
        """What signatures call it."""
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


# ---- smatch


class _Seeded(random.Random):
    """Random numbers that stay as they were seeded: the package asks for a new seed before every start."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        super().seed(seed)

    def seed(self, *_: Any, **__: Any) -> None:
        """Do nothing."""


_ONE_AT_A_TIME = threading.Lock()
"""smatch keeps its state in its module, and smatchpp answers one question after the other."""


def _smatch(left: TripleGraph, right: TripleGraph, seeds: Sequence[int], time_limit: float | None) -> list[PeerAnswer]:
    """Its search has no limit and runs in this process, so `time_limit` is not heeded."""
    lists = (*_smatch_lists(left, "a"), *_smatch_lists(right, "b"))
    with _ONE_AT_A_TIME:
        return [_smatch_answer(lists, seed) for seed in seeds]


def _smatch_lists(graph: TripleGraph, prefix: str) -> tuple[list[tuple[str, str, str]], ...]:
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


def _smatch_answer(lists: tuple[list[tuple[str, str, str]], ...], seed: int) -> PeerAnswer:
    with _quiet_smatch(seed) as (smatch, outside):
        start = time.perf_counter()
        try:
            mapping, claimed = smatch.get_best_match(*lists, "a", "b")
        except Exception as error:  # whatever a program of others may raise, it is no error of ours
            raise PeerFailure(f"smatch stopped with {type(error).__name__}: {error}") from None
        seconds = time.perf_counter() - start - sum(outside)
    return PeerAnswer(tuple(None if place < 0 else place for place in mapping), claimed, seconds)


@contextmanager
def _quiet_smatch(seed: int) -> Iterator[tuple[ModuleType, list[float]]]:
    """The package with random numbers of ours, the default number of starts, and nothing remembered.

    The list collects the seconds that it spends on its table of what could match.
    """
    smatch = import_module("smatch")
    seconds: list[float] = []
    compute_pool = smatch.compute_pool

    def timed(*arguments: Any, **settings: Any) -> Any:
        start = time.perf_counter()
        try:
            return compute_pool(*arguments, **settings)
        finally:
            seconds.append(time.perf_counter() - start)

    changed = {"random": _Seeded(seed), "compute_pool": timed, "iteration_num": 5}
    before = {name: getattr(smatch, name) for name in changed}
    for name, value in changed.items():
        setattr(smatch, name, value)
    smatch.match_triple_dict.clear()
    try:
        yield smatch, seconds
    finally:
        smatch.match_triple_dict.clear()
        for name, value in before.items():
            setattr(smatch, name, value)


# ---- smatchpp

_START_SECONDS = 60.0
"""A process needs some time to load the package."""


class _SmatchppProcess:
    """A process that has loaded the package and answers pair after pair, until its input is closed."""

    def __init__(self) -> None:
        import subprocess
        import tempfile

        self.owner = os.getpid()
        self._has_answered = False
        self._errors = tempfile.TemporaryFile()
        script = Path(__file__).with_name("smatchpp_process.py")
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-P", str(script)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
            )
        except OSError as error:
            self._errors.close()
            raise PeerFailure(f"smatchpp cannot be started: {error}") from None

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
            raise PeerFailure("smatchpp was ended at the time limit" if is_late.is_set() else self._why_it_ended())
        self._has_answered = True
        found: list[dict[str, Any]] = json.loads(line)
        return found

    def _why_it_ended(self) -> str:
        status = self._process.wait()
        self._errors.seek(0)
        last = self._errors.read().decode(errors="replace").strip().rpartition("\n")[2]
        return f"smatchpp stopped with {last or f'exit status {status}'}"

    def close(self) -> None:
        """End it; a process that was forked has only its copies of the pipes to close."""
        if self.owner == os.getpid():
            self._process.kill()
            self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._errors):
            if stream is not None:
                with suppress(OSError):
                    stream.close()


_RUNNING: list[_SmatchppProcess] = []
"""The process that answers, if one is running."""


def _end_smatchpp() -> None:
    while _RUNNING:
        _RUNNING.pop().close()


atexit.register(_end_smatchpp)


def _smatchpp(
    left: TripleGraph, right: TripleGraph, seeds: Sequence[int], time_limit: float | None
) -> list[PeerAnswer]:
    """One process answers for all seeds of all pairs; it is ended where a pair takes longer than all seeds may."""
    asked = {"left": _smatchpp_side(left, "aa_"), "right": _smatchpp_side(right, "bb_"), "seeds": list(seeds)}
    with _ONE_AT_A_TIME:
        if _RUNNING and _RUNNING[0].owner != os.getpid():
            _end_smatchpp()
        if not _RUNNING:
            _RUNNING.append(_SmatchppProcess())
        try:
            found = _RUNNING[0].ask(asked, None if time_limit is None else time_limit * len(seeds))
        except BaseException:  # what it says next may be the answer to this pair
            _end_smatchpp()
            raise
    return [PeerAnswer(tuple(each["mapping"]), each["claimed"], each["seconds"]) for each in found]


def _smatchpp_side(graph: TripleGraph, prefix: str) -> dict[str, Any]:
    """The triples in the package's form, (source, role, target); no value is spelled like a variable."""
    names = [f"{prefix}{number}" for number in range(len(graph.variables))]
    attributes = [(names[variable], f"{kind} {role}", f"={value}") for kind, role, variable, value in graph.attributes]
    relations = [(names[source], role, names[target]) for role, source, target in graph.relations]
    return {"variables": names, "triples": [*attributes, *relations]}


PEERS: dict[str, PeerMethod] = {
    peer.name: peer
    for peer in (
        PeerMethod(
            "smatch",
            "the search of the package smatch: S+4R",
            "smatch",
            RELEASES["smatch"],
            _smatch,
            frozenset({"seed"}),
        ),
        PeerMethod(
            "smatchpp", "the hill-climbing of the package smatchpp: 4R", "smatchpp", RELEASES["smatchpp"], _smatchpp
        ),
    )
}
"""The programs of others by name."""
