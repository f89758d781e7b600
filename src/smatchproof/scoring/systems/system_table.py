"""Many systems against one reference, under several metrics: the records of a paper's table."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

from smatchproof.base.errors import printable
from smatchproof.graphs.corpus import DOCUMENTS, Corpus
from smatchproof.inference.interval import Interval
from smatchproof.inference.intervals import AT_AN_END
from smatchproof.problem.score import Counts
from smatchproof.scoring.settings import OnError
from smatchproof.scoring.systems.fingerprint import Fingerprint, fingerprint
from smatchproof.scoring.systems.question import Question
from smatchproof.scoring.systems.significance import Inference, few_different, unproved
from smatchproof.scoring.systems.systems import Difference, System, Watch, infer, opened, score_all

NOTHING_TO_CERTIFY = "certified –: nothing is searched, so there is nothing to prove"
"""The note that explains an empty cell of the column."""
ENDING = re.compile(r"(?<=.)(\.(amr|umr|txt|penman))?(\.gz)?$")
"""The endings of a file that names in tables leave out."""


@dataclass(frozen=True, slots=True)
class SystemRow:
    """The score of a system under a metric. Scores and differences are intervals where something is open.

    `score` is ``None`` if neither side has anything to count (an aspect), `certified` where nothing is searched;
    `versus` is ``None`` for the baseline.
    """

    metric: str
    system: str
    score: Interval | None
    interval: Interval | None
    pairs: int
    certified: int | None
    versus: Difference | None


@dataclass(frozen=True, slots=True)
class SystemTable:
    """All systems under all metrics, metric by metric, with the settings behind the numbers.

    `signatures` has for each metric all that can change its scores; `notes` what to keep in mind.
    """

    reference: Fingerprint
    baseline: str
    systems: tuple[str, ...]
    metrics: tuple[str, ...]
    rows: tuple[SystemRow, ...]
    signatures: tuple[tuple[str, str], ...]
    inference: Inference
    units: int
    notes: tuple[str, ...] = ()


def system_names(files: Sequence[str]) -> list[str]:
    """Short names for files, no two alike: without endings, and with the folders that it takes; in one line.

    >>> system_names(["out/a.amr", "out/b-1.6.amr.gz"]), system_names(["in/x/a.amr", "in/y/a.amr"])
    (['a', 'b-1.6'], ['x/a', 'y/a'])
    >>> system_names(["a.amr", "a.txt"]), system_names(["a", "a"])
    (['a.amr', 'a.txt'], ['a', 'a (2)'])
    """
    shown = [os.path.normpath(printable(file.removeprefix(DOCUMENTS))) for file in files]
    parts = [(*path.parts[:-1], ENDING.sub("", path.name)) for path in map(PurePath, shown)]
    tails = (["/".join(each[-most:]) for each in parts] for most in range(1, max(map(len, parts), default=0) + 1))
    for names in (*tails, shown):
        if len({*names}) == len(names) and all(names):
            return names
    return [f"{name} ({at + 1})" if name in names[:at] else name for at, name in enumerate(names)]


def compared(
    question: Question, baseline: int = 0, watch: Watch = lambda scored, label, number: scored
) -> tuple[SystemTable, list[System]]:
    """Score all systems of a question, and make their table; :func:`system_table` says what it raises."""
    names = system_names(question.candidates)
    with opened(question, certified_counts=True) as systems, Corpus(question.reference) as reference:
        score_all(systems, names, watch)
        return system_table(systems, names, baseline, fingerprint(reference.blocks())), systems


def system_table(systems: Sequence[System], names: Sequence[str], baseline: int, reference: Fingerprint) -> SystemTable:
    """The table of systems whose pairs have all been scored.

    The files of candidates have these `names`; `baseline` is the number of one of them. Raises ``ValueError``
    when there is no pair.
    """
    question = systems[0].question
    assert question.inference is not None
    by_file = dict(zip(question.candidates, names, strict=True))
    base = question.candidates[baseline]
    rows: list[SystemRow] = []
    units = 0
    for choice in question.choices:
        group = [system for system in systems if system.choice.label == choice.label]
        (reference_system,) = (system for system in group if system.file == base)
        couples = [(system, reference_system) for system in group if system is not reference_system]
        found = iter(infer(group, couples))
        for system in group:
            assert system.confidence is not None
            units = system.confidence.units
            rows.append(_row(system, by_file[system.file], None if system is reference_system else next(found)))
    shown = _ranked(rows, names) if question.is_ranked else names
    return SystemTable(
        reference=reference,
        baseline=names[baseline],
        systems=tuple(shown),
        metrics=tuple(choice.label for choice in question.choices),
        rows=tuple(rows),
        signatures=tuple(
            (system.choice.label, signature_with(system.metric.signature, question, reference))
            for system in systems[: len(question.choices)]
        ),
        inference=question.inference,
        units=units,
        notes=tuple(_notes(rows, systems, question)),
    )


def _ranked(rows: list[SystemRow], names: Sequence[str]) -> list[str]:
    """Order the rows of each metric by the score under the first one, the best first; returns the names in order."""
    first, metrics = rows[0].metric, [*dict.fromkeys(row.metric for row in rows)]
    scores = {row.system: row.score or Interval(0.0, 0.0) for row in rows if row.metric == first}
    ranked = sorted(names, key=lambda name: (-scores[name].low, -scores[name].high))
    rows.sort(key=lambda row: (metrics.index(row.metric), ranked.index(row.system)))
    return ranked


def _row(system: System, name: str, versus: Difference | None) -> SystemRow:
    assert system.confidence is not None
    return SystemRow(
        metric=system.choice.label,
        system=name,
        score=system.confidence.score if _is_about_something(system) else None,
        interval=system.confidence.interval,
        pairs=system.number,
        certified=system.certified,
        versus=versus,
    )


def _is_about_something(system: System) -> bool:
    """Test whether any graph has a triple that is counted."""
    return any(not isinstance(each, Counts) or each.left_triples or each.right_triples for each in system.counts())


def signature_with(signature: str, question: Question, reference: Fingerprint) -> str:
    """The signature of a metric, with the treatment of graphs that cannot be read, and the reference."""
    *settings, version = signature.split("|")
    unreadable = ["on-error:empty"] if question.on_error is OnError.EMPTY else []
    return "|".join([*settings, *unreadable, str(reference), version])


def _notes(rows: Sequence[SystemRow], systems: Sequence[System], question: Question) -> list[str]:
    few = list(dict.fromkeys(note for system in systems if system.confidence for note in system.confidence.few))
    several = len(question.choices) > 1
    notes = few + [
        f"{note}: {row.system}{f' under {row.metric}' if several else ''}"
        for row in rows
        if row.versus and row.score and not few
        for note in few_different(row.versus.significance.different, question.inference or Inference())
    ]
    if any(system.confidence.is_at_an_end for system in systems if system.confidence and _is_about_something(system)):
        notes.append(AT_AN_END)
    opened = [row for row in rows if row.certified is not None and row.certified < row.pairs]
    if opened:
        notes.append("where pairs are not certified, scores and differences are intervals that hold the optima")
        notes += unproved(max(system.confidence.unproved for system in systems if system.confidence))
    if any(row.certified is None for row in rows):
        notes.append(NOTHING_TO_CERTIFY)
    if any(system.total.as_object({}).get("errors") for system in systems):
        notes.append("graphs that could not be read were scored as empty")
    return [*notes, *question.left_out]
