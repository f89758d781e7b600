"""Many systems against one reference, under several metrics: the records of a paper's table."""

from __future__ import annotations

from collections.abc import Sequence

from smatchproof.base.record import Record
from smatchproof.graphs.corpus import Corpus
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


class SystemRow(Record):
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


class SystemTable(Record):
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


def compared(
    question: Question, watch: Watch = lambda scored, label, number: scored
) -> tuple[SystemTable, list[System]]:
    """Score all systems of a question, and make their table; :func:`system_table` says what it raises."""
    with opened(question, certified_counts=True) as systems:
        score_all(systems, watch)
        return system_table(systems), systems


def system_table(systems: Sequence[System]) -> SystemTable:
    """The table of systems whose pairs have all been scored. Raises ``ValueError`` when there is no pair."""
    question = systems[0].question
    assert question.inference is not None
    with Corpus(question.reference) as corpus:
        reference = fingerprint(corpus.blocks())
    names, rows, units = question.names, list[SystemRow](), 0
    for choice in question.choices:
        group = [system for system in systems if system.choice.label == choice.label]
        base = group[question.baseline]
        couples = [(system, base) for system in group if system is not base]
        found = iter(infer(group, couples))
        for system in group:
            assert system.confidence is not None
            units = system.confidence.units
            rows.append(_row(system, None if system is base else next(found)))
    shown = _ranked(rows, names) if question.is_ranked else names
    return SystemTable(
        reference=reference,
        baseline=names[question.baseline],
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


def _ranked(rows: list[SystemRow], names: Sequence[str]) -> Sequence[str]:
    """Order the rows of each metric by the score under the first one, the best first; returns the names in order."""
    first, metrics = rows[0].metric, [*dict.fromkeys(row.metric for row in rows)]
    scores = {row.system: row.score or Interval(0.0, 0.0) for row in rows if row.metric == first}
    ranked = sorted(names, key=lambda name: (-scores[name].low, -scores[name].high))
    rows.sort(key=lambda row: (metrics.index(row.metric), ranked.index(row.system)))
    return ranked


def _row(system: System, versus: Difference | None) -> SystemRow:
    assert system.confidence is not None
    return SystemRow(
        metric=system.choice.label,
        system=system.name,
        score=system.confidence.score if _is_about_something(system) else None,
        interval=system.confidence.interval,
        pairs=system.number,
        certified=system.certified,
        versus=versus,
    )


def _is_about_something(system: System) -> bool:
    """Test whether any graph has a triple that is counted."""
    return any(not isinstance(each, Counts) or each.left_triples or each.right_triples for each in system.counts)


def signature_with(signature: str, question: Question, reference: Fingerprint) -> str:
    """The signature of a metric, with the treatment of graphs that cannot be read, and the reference."""
    *settings, version = signature.split("|")
    unreadable = ["on-error:empty"] if question.on_error is OnError.EMPTY else []
    return "|".join([*settings, *unreadable, str(reference), version])


def _notes(rows: Sequence[SystemRow], systems: Sequence[System], question: Question) -> list[str]:
    few = list(dict.fromkeys(note for system in systems if system.confidence for note in system.confidence.few))
    several = len(question.choices) > 1
    different = {
        f"{row.system}{f' under {row.metric}' if several else ''}": row.versus.significance.different
        for row in rows
        if row.versus and row.score
    }
    notes = few or few_different(different, question.inference or Inference())
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
    return notes
