"""Folders of submissions: which of their files are scored, and why the others are left out.

A submission that is sent again has a number: ``team.v2.amr`` replaces ``team.amr``, and ``team.v3.amr`` both. The last
one counts, also where it cannot be read. A file that cannot be scored stops no other one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from smatchproof.base.errors import AccessError, InputError, Place, UsageError, quoted, short
from smatchproof.base.files import STANDARD_INPUT, file_errors
from smatchproof.conventions.conventions import Convention, convention
from smatchproof.graphs.corpus import DOCUMENTS, Corpus, check_pairing
from smatchproof.scoring.metrics import metric_entry
from smatchproof.scoring.settings import OnError
from smatchproof.scoring.systems.question import MetricChoice, Question
from smatchproof.scoring.systems.system_table import ENDING

_NUMBERED = re.compile(r"(?P<team>.+)\.[vV](?P<number>[0-9]{1,18})")
_REFERENCE = "the reference"
"""The name of the reference in reasons, which say the same wherever it lies."""


def with_submissions(question: Question) -> tuple[Question, list[str] | None]:
    """The question with the files of each folder in its place, and the files that are left out; ``None`` if no
    candidate is a folder.

    Where one is, all candidates are submissions. Reads all of them. Raises :class:`UsageError` for a folder that holds
    anything but files, and where no file is left; :class:`InputError` for a reference that cannot be read.
    """
    if not any(map(_is_folder, question.candidates)):
        return question, None
    if STANDARD_INPUT in (*question.candidates, question.reference):
        raise UsageError("submissions and their reference are read twice, standard input once only; name files, not -")
    files = [file for each in question.candidates for file in (_files(each) if _is_folder(each) else [each])]
    notes = left_out(files, question)
    kept = tuple(file for file in files if file not in notes)
    if not kept:
        raise UsageError(f"no submission can be scored: {next(iter(notes.values()))}")
    return replace(question, candidates=kept, left_out=tuple(notes.values())), [*notes]


def left_out(files: Sequence[str], question: Question) -> dict[str, str]:
    """The submissions among these files that are not scored, each with a note that names it and says why.

    Raises :class:`UsageError` if two files have the same team and number.
    """
    notes, rules = _replaced(files), [*dict.fromkeys(map(_rule, question.choices))]
    with Corpus(question.reference) as reference:
        reference.name = _REFERENCE
        for file in files:
            if file not in notes and (reason := _fault(file, reference, question.on_error, rules)):
                notes[file] = f"left out: {reason}"
    return dict(sorted(notes.items(), key=lambda item: (Path(item[0]).name, item[1])))


def _is_folder(file: str) -> bool:
    return Path(file.removeprefix(DOCUMENTS)).is_dir()


def _files(path: str) -> list[str]:
    """The files of a folder, by name; those that a dot hides are none."""
    folder = path.removeprefix(DOCUMENTS)
    with file_errors(folder, "name a folder that can be read"):
        entries = sorted(each for each in Path(folder).iterdir() if not each.name.startswith("."))
    for each in entries:
        if each.is_symlink() or not each.is_file():
            raise UsageError(
                f"{each}: is no regular file; a folder of submissions holds a file for each, and no others"
            )
    if not entries:
        raise UsageError(f"{folder}: no file in this folder; put a file there for each submission")
    return [path.removesuffix(folder) + str(each) for each in entries]


def _replaced(files: Sequence[str]) -> dict[str, str]:
    """The files that a later one of the same team replaces, with notes."""
    teams: dict[tuple[Path, str], dict[int, str]] = {}
    for file in files:
        name = ENDING.sub("", Path(file).name)
        found = _NUMBERED.fullmatch(name)
        team, number = (found["team"], int(found["number"])) if found else (name, 1)
        numbers = teams.setdefault((Path(file).parent, team), {})
        if number in numbers:
            if Path(file) == Path(numbers[number]):
                raise UsageError(f"{file} is named twice; name each system once")
            both = " and ".join(quoted(Path(each).name) for each in (numbers[number], file))
            raise UsageError(f"{both} are both number {number} of one team; remove one, or give it another number")
        numbers[number] = file
    notes = dict[str, str]()
    for numbers in teams.values():
        last = Path(numbers.pop(max(numbers))).name
        notes |= {file: f"left out: {_named(file)}: replaced by {short(last, 100)}" for file in numbers.values()}
    return notes


def _fault(file: str, reference: Corpus, on_error: OnError, rules: Sequence[Convention]) -> str | None:
    """Say why a file cannot be scored: it does not pair with the reference, or a graph cannot be read."""
    try:
        with Corpus(file) as corpus:
            check_pairing(corpus, reference)
            for block in corpus.blocks():
                try:
                    graph = block.parse()
                except InputError:
                    if on_error is OnError.EMPTY:
                        continue
                    raise
                try:
                    for rule in rules:
                        rule.triples(graph)
                except UsageError as error:
                    raise InputError(str(error), Place(corpus.name, block.first_line, id=block.id)) from None
    except AccessError:  # what it holds is unknown
        raise
    except InputError as error:
        if error.place.source == _REFERENCE:
            raise
        place = Place(_named(file), error.place.line, error.place.column, id=error.place.id)
        return InputError(error.message, place).headline
    return None


def _rule(choice: MetricChoice) -> Convention:
    preset = metric_entry(choice.name).convention
    return convention(preset) if preset else choice.settings.convention


def _named(file: str) -> str:
    """The name of a file in notes: without its folder, which may lie elsewhere when the notes are made again."""
    return short(Path(file).name, 100)
