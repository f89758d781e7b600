"""Fine-grained aspects: ours and those of other programs, and these programs themselves, pair by pair."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from benchmarks.common import blocks, corpus, run, table, without_comments
from smatchproof.public import Counts, ScoreSettings, compare, parse_graph
from smatchproof.scoring.pairs.fine_grained import (
    FineGrainedScore,
    aspect_names,
    f1_or_none,
    fine_grained,
    program_aspects,
    program_fine_grained,
)
from smatchproof.scoring.settings import FineGrained

_CORPORA = ("lpp", "sts dev main", "para dev main")
_SETS = (FineGrained.OPTIMUM, FineGrained.DAMONTE, FineGrained.DAMONTE_ENHANCED, FineGrained.SMATCHPP)
_FOLDER = "SMATCHPROOF_AMR_EVALUATION"
"""The variable of the environment with the folder of amr-evaluation."""
_NOTES = """\
F1 of all pairs, x 100; every alignment is proved optimal. `ours` is `--fine-grained` under the convention `smatch`.
"""
_BESIDE = """\
The programs themselves on the same pairs: amr-evaluation 8bc6b2e with its five starts, smatchpp 1.8.0 with its integer
program. An answer is one aspect of one pair: matched triples or words, and those of both graphs. Higher: both graphs
have as many triples, and our alignment matches more. Other: sizes differ, or ours is lower.
"""
Row = dict[str, Counts]


def aspects() -> str:
    """F1 by aspect and set; then how often a program's own answers are ours, where it is at hand."""
    pairs = {name: [(without_comments(a), without_comments(b)) for a, b in blocks(corpus(name))] for name in _CORPORA}
    found = {(how, name): [_scored(how, *pair) for pair in pairs[name]] for how in _SETS for name in _CORPORA}
    totals = {key: _total(key[0], rows) for key, rows in found.items()}
    parts = [_NOTES, _shared_table(totals), _smatchpp_table(totals), _BESIDE, _beside(pairs, found)]
    return "\n\n".join(part.strip("\n") for part in parts)


def _scored(how: FineGrained, left: str, right: str) -> Row:
    graphs, settings = (parse_graph(left), parse_graph(right)), ScoreSettings()
    if how.is_of_a_program:
        return program_fine_grained(*graphs, settings, how)
    return fine_grained(compare(*graphs, settings), settings, how)


def _total(how: FineGrained, rows: Iterable[Row]) -> FineGrainedScore:
    total = FineGrainedScore(how)
    for row in rows:
        total.add(row)
    assert total.pairs.all_proved
    return total


_Totals = dict[tuple[FineGrained, str], FineGrainedScore]


def _f1(totals: _Totals, how: FineGrained, name: str, aspect: str) -> str:
    score = totals[how, name].aspects.get(aspect)
    value = None if score is None else f1_or_none(score.counts)
    return "" if score is None else "–" if value is None else f"{100 * value:.2f}"


def _shared_table(totals: _Totals) -> str:
    """The three sets whose aspects have the names of the paper."""
    chosen = _SETS[:3]
    names = dict.fromkeys(aspect for how in chosen for aspect in aspect_names(how))
    labels = ("ours", "damonte", "damonte-enhanced")
    header = ["aspect", *(f"{name.split()[0]}: {label}" for name in _CORPORA for label in labels)]
    rows = [[aspect, *(_f1(totals, how, name, aspect) for name in _CORPORA for how in chosen)] for aspect in names]
    return table(header, rows)


def _smatchpp_table(totals: _Totals) -> str:
    how = FineGrained.SMATCHPP
    rows = [[aspect, *(_f1(totals, how, name, aspect) for name in _CORPORA)] for aspect in aspect_names(how)]
    return table(["aspect of smatchpp", *(name.split()[0] for name in _CORPORA)], rows)


# ---- the programs


def _beside(pairs: dict[str, list[tuple[str, str]]], found: dict[tuple[FineGrained, str], list[Row]]) -> str:
    rows: list[list[object]] = []
    for how, program in ((FineGrained.DAMONTE, "amr-evaluation"), (FineGrained.SMATCHPP, "smatchpp")):
        folder = os.environ.get(_FOLDER, "") if how is FineGrained.DAMONTE else ""
        if how is FineGrained.DAMONTE and not folder:
            rows.append([f"{program}: not at hand, name its folder in {_FOLDER}", "", "", "", "", "", ""])
            continue
        for name in _CORPORA:
            answers = _answers(program, pairs[name], folder)
            rows.append([program, name, *_compared(how, found[how, name], answers)])
    heads = ["words equal", "other", "alignments equal", "higher", "other"]
    return table(["program", "corpus", *heads], rows)


def _answers(program: str, pairs: list[tuple[str, str]], folder: str) -> list[dict[str, list[int]]]:
    with tempfile.TemporaryDirectory() as place:
        asked, told = Path(place, "pairs.json"), Path(place, "answers.json")
        asked.write_text(json.dumps(pairs), encoding="utf-8")
        script = Path(__file__).with_name("aspect_programs.py")
        run([sys.executable, "-P", script, program, asked, told, *filter(None, [folder])])
        answers: list[dict[str, list[int]]] = json.loads(told.read_text(encoding="utf-8"))
    return answers


def _compared(how: FineGrained, ours: list[Row], theirs: list[dict[str, list[int]]]) -> list[int]:
    empty = program_aspects(how).parts(parse_graph("(a / b)"))
    kinds: Counter[tuple[bool, str]] = Counter()
    for row, other in zip(ours, theirs, strict=True):
        assert list(row) == [name for name in aspect_names(how) if name in other]
        for name, counts in row.items():
            matched, *sizes = other[name]
            same = [counts.left_triples, counts.right_triples] == sizes
            kind = (
                "other" if not same or counts.matched < matched else "equal" if counts.matched == matched else "higher"
            )
            kinds[isinstance(empty[name], Counter), kind] += 1
    assert not kinds[True, "higher"]
    return [kinds[is_word, kind] for is_word, kind in ((True, "equal"), (True, "other"))] + [
        kinds[False, kind] for kind in ("equal", "higher", "other")
    ]
