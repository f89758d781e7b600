"""What ``smatchproof score`` prints: pairs, scores and how sure they are, as text, JSON and JSON lines."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from smatchproof.alignment import PRF, CorpusScore
from smatchproof.scoring.corpus_scores import PairScore
from smatchproof.shell.score_fine_grained import fine_grained_object, format_fine_grained, pair_aspects
from smatchproof.shell.score_system import System, count_changes

if TYPE_CHECKING:  # a score without an interval should not wait for it
    from smatchproof.scoring.significance import Confidence, Significance


def print_scores(systems: Sequence[System], difference: Significance | None, format: str) -> None:
    """Print the score of one file, or of two and their difference. Rows come before the score that they belong to."""
    if not systems:
        return
    if format == "json":
        sys.stdout.writelines(_json(systems, difference))
        return
    for number, system in enumerate(systems):
        if number and format == "text":
            print(f"\n{'versus':<10} {system.file}")
        sys.stdout.writelines(_rows(system))
        if format == "text":
            print(format_summary(system))
            if system.fine_grained:
                print(f"\n{format_fine_grained(system.fine_grained, system.settings, system.summary.corpus)}")
    if difference and format == "text":
        print(f"\n{format_difference(difference)}")
    if format == "jsonl" and systems[0].confidence:
        print(json.dumps({"summary": _whole(systems, difference)}, ensure_ascii=False))


def write_row(pair: PairScore, system: System, format: str) -> None:
    """Write one pair where rows wait until the whole input was read."""
    assert system.rows is not None
    if format == "text":
        system.rows.write(format_pair(pair) + "\n")
        return
    row = _pair_object(pair)
    if system.fine_grained and pair.fine_grained:
        row["fine_grained"] = pair_aspects(pair.fine_grained, system.fine_grained.how)
    if format == "jsonl":  # a row stands alone there
        corpus = CorpusScore()
        corpus.add(pair.counts)
        row["signature"] = system.settings.signature(corpus)
        if system.is_one_of_two:
            row["file"] = system.file
    system.rows.write(json.dumps(row, ensure_ascii=False) + "\n")


def _rows(system: System) -> Iterable[str]:
    if system.rows is None:
        return ()
    system.rows.seek(0)
    return system.rows


# ---- JSON


def _json(systems: Sequence[System], difference: Significance | None) -> Iterator[str]:
    """One object in pieces; its rows are copied through, so that memory does not grow with them."""
    candidate, *others = systems
    parts = [("versus", _object(_named(other), _row_parts(other, "  "), "  ")) for other in others]
    yield from _object(_result(candidate) | _difference(difference), [*parts, *_row_parts(candidate, "")], "")
    yield "\n"


def _whole(systems: Sequence[System], difference: Significance | None) -> dict[str, object]:
    candidate, *others = systems
    versus = {"versus": _named(others[0])} if others else {}
    return _result(candidate) | _difference(difference) | versus


def _object(members: dict[str, object], parts: Iterable[tuple[str, Iterator[str]]], margin: str) -> Iterator[str]:
    """An object in pieces: its members, then parts that are in pieces themselves."""
    yield json.dumps(members, indent=2, ensure_ascii=False).removesuffix("\n}").replace("\n", f"\n{margin}")
    for name, pieces in parts:
        yield f',\n{margin}  "{name}": '
        yield from pieces
    yield f"\n{margin}}}"


def _row_parts(system: System, margin: str) -> list[tuple[str, Iterator[str]]]:
    return [] if system.rows is None else [("per_pair", _array(_rows(system), margin))]


def _array(rows: Iterable[str], margin: str) -> Iterator[str]:
    yield "["
    separator = "\n"
    for row in rows:
        yield f"{separator}{margin}    {row.rstrip()}"
        separator = ",\n"
    yield f"\n{margin}  ]"


def _named(system: System) -> dict[str, object]:
    return {"file": system.file} | _result(system)


def _result(system: System) -> dict[str, object]:
    """The score of a file, and how sure it is."""
    summary, corpus = system.summary, system.summary.corpus
    extra: dict[str, object] = {}
    if not corpus.all_proved:
        extra["f1_upper"] = corpus.micro_upper.f1
        extra["macro_upper"] = _scores(corpus.macro_upper)
    if system.missing:
        extra["missing"] = system.missing
    if system.settings.certificates:
        extra["certificates"] = summary.certificates
    if system.confidence:
        extra["bootstrap"] = _interval_object(system.confidence)
    if system.fine_grained:
        extra["fine_grained"] = fine_grained_object(system.fine_grained, system.settings, corpus)
    return {
        "pairs": corpus.pairs,
        **corpus.counts.as_dict(),
        **_scores(corpus.micro),
        "proved": corpus.proved,
        **extra,
        "macro": _scores(corpus.macro),
        "changes": {"left": dict(summary.left_changes), "right": dict(summary.right_changes)},
        "errors": summary.errors,
        "signature": system.settings.signature(corpus),
    }


def _interval_object(result: Confidence | Significance) -> dict[str, object]:
    low, high = result.interval
    settings = result.resampling
    return {"f1_low": low, "f1_high": high, "level": settings.level, "samples": settings.samples, "seed": settings.seed}


def _difference(difference: Significance | None) -> dict[str, object]:
    if difference is None:
        return {}
    bounds = {"f1_least": difference.bounds.low, "f1_most": difference.bounds.high, "unproved": difference.unproved}
    return {
        "difference": {
            "f1": difference.difference,
            **(bounds if difference.unproved else {}),
            "p_bootstrap": difference.bootstrap_p,
            "p_randomisation": difference.randomisation_p,
            "bootstrap": _interval_object(difference),
        }
    }


def _scores(score: PRF) -> dict[str, object]:
    return {"precision": score.precision, "recall": score.recall, "f1": score.f1}


def _pair_object(pair: PairScore) -> dict[str, object]:
    extra: dict[str, object] = {}
    if not pair.counts.proved:
        extra["f1_upper"] = pair.counts.upper_score.f1
    if pair.left_changes or pair.right_changes:
        extra["changes"] = {"left": count_changes(pair.left_changes), "right": count_changes(pair.right_changes)}
    if pair.note:
        extra["note"] = pair.note
    if pair.errors:
        extra["errors"] = [error.splitlines()[0] for error in pair.errors]
    return {
        "id": pair.id,
        **pair.counts.as_dict(),
        **_scores(pair.counts.score),
        **extra,
        "status": pair.status,
        "seconds": round(pair.seconds, 6),
        "alignment": pair.alignment,
    }


# ---- text


def format_pair(pair: PairScore) -> str:
    """One pair in one line.

    >>> from smatchproof.alignment import Counts, Status
    >>> print(format_pair(PairScore("s.1", Counts(4, 4, 6, 5), Status.OPTIMAL, 0.0, ())))
    s.1  P 0.6667  R 0.8000  F1 0.7273  matched 4 of 6 and 5  optimal
    """
    counts = pair.counts
    precision, recall, f1 = counts.score
    bound = "" if counts.proved else f" (at most {counts.format_triples(counts.upper_bound)})"
    empty = f"  scored as empty: {len(pair.errors)}" if pair.errors else ""
    matched = counts.format_triples(counts.matched) + bound
    return (
        f"{pair.id}  P {precision:.4f}  R {recall:.4f}  F1 {f1:.4f}  matched {matched} "
        f"of {counts.left_triples} and {counts.right_triples}  {pair.status}{empty}"
    )


def format_summary(system: System) -> str:
    """The score of a corpus in a few lines; an interval where not every pair is proved."""
    summary, corpus = system.summary, system.summary.corpus
    counts = corpus.counts
    bound = "" if corpus.all_proved else f" (at most {counts.format_triples(counts.upper_bound)})"
    lines = [
        ("precision", _interval(corpus.micro.precision, corpus.micro_upper.precision)),
        ("recall", _interval(corpus.micro.recall, corpus.micro_upper.recall)),
        ("F1", _interval(corpus.micro.f1, corpus.micro_upper.f1)),
        *(
            [(f"F1 {system.confidence.resampling.level:.0%} CI", _confidence(system.confidence))]
            if system.confidence
            else []
        ),
        ("macro F1", _interval(corpus.macro.f1, corpus.macro_upper.f1)),
        (
            "matched",
            f"{counts.format_triples(counts.matched)}{bound} of {counts.left_triples:,} candidate and "
            f"{counts.right_triples:,} reference triples",
        ),
        ("proved", f"{corpus.proved:,} of {corpus.pairs:,} pairs"),
        *(
            [("certified", f"{summary.certificates:,} of {corpus.pairs:,} pairs")]
            if system.settings.certificates
            else []
        ),
        *_change_lines("candidate", summary.left_changes),
        *_change_lines("reference", summary.right_changes),
    ]
    if summary.errors:
        graphs = (
            "1 graph could not be read and was"
            if len(summary.errors) == 1
            else (f"{len(summary.errors)} graphs could not be read and were")
        )
        lines.append(("errors", f"{graphs} scored as empty"))
    if system.settings.convention.duplicates == "product":
        lines.append(("note", "under dup:product repeated triples match n x m times; a score can exceed 1"))
    lines.append(("signature", system.settings.signature(corpus)))
    return _aligned(lines)


def format_difference(difference: Significance) -> str:
    """How much better the first of two files is, and how sure that is."""
    bounds = "" if difference.bounds.low == difference.bounds.high else f" ({difference.bounds} for the optima)"
    lines = [
        ("difference", f"{difference.difference:+.4f} F1{bounds}"),
        (f"{difference.resampling.level:.0%} CI", f"{difference.interval} (paired bootstrap, {difference.resampling})"),
        ("p-value", f"{difference.bootstrap_p:.4f} (paired bootstrap)"),
        ("p-value", f"{difference.randomisation_p:.4f} (approximate randomisation)"),
        *(("note", note) for note in difference.notes),
    ]
    return _aligned(lines)


def _confidence(confidence: Confidence) -> str:
    return f"{confidence.interval} ({'; '.join([f'bootstrap, {confidence.resampling}', *confidence.notes])})"


def _aligned(lines: Iterable[tuple[str, str]]) -> str:
    return "\n".join(f"{name:<10} {value}" for name, value in lines)


def _interval(low: float, high: float) -> str:
    return f"{low:.4f}" if low == high else f"{low:.4f} to {high:.4f}"


def _change_lines(side: str, changes: Counter[str]) -> Iterator[tuple[str, str]]:
    for reason, number in sorted(changes.items()):
        yield side, f"{number:,} x {reason}"
