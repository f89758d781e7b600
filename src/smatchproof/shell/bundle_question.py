"""The question of a bundle, ``question.json``, and its answer.

The question has the options of ``compare`` by name, ``null`` where one was not given, with each file by its path (from
the folder) and its SHA-256. What cannot be checked, such as the limits of a search, is not in it.
"""

from __future__ import annotations

import os
import posixpath
from argparse import Namespace
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, structs

from smatchproof.base.errors import UsageError, quoted
from smatchproof.base.files import CHECK_PATH, STANDARD_INPUT
from smatchproof.base.limits import LARGEST_DENOMINATOR, LARGEST_SEED, MOST_DECIMALS, MOST_SAMPLES
from smatchproof.base.records import Natural
from smatchproof.conventions.conventions import Top
from smatchproof.conventions.triples import Duplicates
from smatchproof.graphs.corpus import DOCUMENTS, with_place
from smatchproof.inference import SAMPLES
from smatchproof.reports.tables.system_tables import TableStyle
from smatchproof.scoring.settings import OnError
from smatchproof.scoring.systems.question import Question
from smatchproof.scoring.systems.system_table import SystemTable, system_names
from smatchproof.scoring.systems.systems import System
from smatchproof.shell.bundle_corpora import HashedFile, sha256_of
from smatchproof.shell.metric_options import read_comparison
from smatchproof.shell.options import LIMITS
from smatchproof.shell.pair_files import FileNames, name_of_parts
from smatchproof.similarity.grading import Graded

_NOT_RECORDED = "map", "time_limit", "memory_limit", "node_limit", "proof_limit", "solver", "scheduler", "output"
"""Options of ``compare`` that cannot be checked, or decide nothing."""

_Unit = Annotated[float, Meta(ge=0, le=1)]


class BundleQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """The options that decide a comparison and how it is printed.

    `baseline` is the number of the system that others are compared to. Of a comparison of submissions `left_out` are
    those that are not scored, of another one ``None``. With `hide_reference` the path of the reference is its name
    alone.
    """

    format: Literal["smatchproof-comparison 6"]
    reference: HashedFile
    systems: Annotated[list[HashedFile], Meta(min_length=1)]
    left_out: list[HashedFile] | None
    metric: Annotated[list[str], Meta(min_length=1)]
    fine_grained: bool
    convention: str | None
    top: Top | None
    duplicates: Duplicates | None
    method: str | None
    vectors: HashedFile | None
    similarities: HashedFile | None
    asymmetric: Literal[True] | None
    threshold: _Unit | None
    sense: _Unit | None
    graded: Graded | None
    denominator: Annotated[int, Meta(ge=1, le=LARGEST_DENOMINATOR)] | None
    on_error: OnError | None
    samples: Annotated[int, Meta(ge=1, le=MOST_SAMPLES)]
    seed: Annotated[int, Meta(ge=0, le=LARGEST_SEED)]
    clusters: str | None
    baseline: Natural
    decimals: Annotated[int, Meta(ge=0, le=MOST_DECIMALS)]
    percent: bool
    layout: Literal["long", "wide"]
    columns: list[str]
    plus_minus: bool
    rank: bool
    hide_reference: bool

    @property
    def style(self) -> TableStyle:
        """The layout of the table and of its numbers."""
        return TableStyle(self.decimals, self.percent, self.layout, tuple(self.columns), self.plus_minus)

    @property
    def names(self) -> list[str]:
        """The names of the systems in tables."""
        return system_names([system.path for system in self.systems])

    def files(self) -> list[HashedFile]:
        """All files that the answer is made of; the reference is the first."""
        given = self.reference, *self.systems, *(self.left_out or ()), self.vectors, self.similarities
        return [file for file in given if file]

    def question(self, folder: Path) -> Question:
        """The question that was asked, about the files as they are found from the folder of the bundle.

        Raises :class:`UsageError` where nothing can be compared so.
        """
        given = structs.asdict(self) | {"systems": [system.found(folder) for system in self.systems]}
        files = {name: value.found(folder) for name, value in given.items() if isinstance(value, HashedFile)}
        question = read_comparison(Namespace(**dict.fromkeys(_NOT_RECORDED), **given | files, jobs=1))
        self.style.shown([choice.label for choice in question.choices])  # raises for an unknown column
        for path in (paths := [system.path for system in self.systems]):
            if paths.count(path) > 1:
                raise UsageError(f"{quoted(path)} is a system twice; name each file once")
        if self.baseline >= len(self.systems):
            raise UsageError("no baseline among the systems")
        return question

    def evidence_files(self, question: Question) -> dict[tuple[str, str], str]:
        """The names of the files of rows and certificates, by the file of the system and the label of the metric."""
        given, systems = FileNames(), zip(question.candidates, self.names, strict=True)
        named = [(file, name, choice.label) for file, name in systems for choice in question.choices]
        return {
            (file, label): given.of(name_of_parts(name, label.replace(" ", ".")), at) + ".jsonl.gz"
            for at, (file, name, label) in enumerate(named, 1)
        }


def bundle_question(options: Namespace, asked: Question, folder: Path, baseline: int, decimals: int) -> BundleQuestion:
    """The record of what the options of ``compare`` ask, with the question made of them; all files are read once.

    Raises :class:`UsageError` where a system is there twice, or a hidden reference would be published.
    """
    given: dict[str, Any] = {name: getattr(options, name) for name in BundleQuestion.__struct_fields__}
    for name in ("reference", "vectors", "similarities"):
        given[name] = given[name] and _hashed_for(folder, given[name])
    for name in ("systems", "left_out"):
        given[name] = given[name] and [_hashed_for(folder, file) for file in given[name]]
    given |= {"metric": [*dict.fromkeys(choice.name for choice in asked.choices)]}
    given |= {"method": given["method"] and asked.choices[0].settings.method, "samples": given["samples"] or SAMPLES}
    given |= {"format": "smatchproof-comparison 6", "seed": given["seed"] or 0}
    record = BundleQuestion(**given | {"baseline": baseline, "decimals": decimals})
    record.question(folder)
    if not record.hide_reference:
        return record
    for file in record.files():
        if file.sha256 == record.reference.sha256 and not file.path.removeprefix(DOCUMENTS).startswith("../"):
            what = f"{quoted(file.path)} is the reference, in the folder to be published without it"
            raise UsageError(f"{what}; move it away")
    if limits := [name for name in LIMITS if getattr(options, name.replace("-", "_")) is not None]:
        what = f"--{limits[0]} is not for --hide-reference, which is verified by searching again"
        raise UsageError(f"{what}; leave it out")
    name = with_place(record.reference.path, posixpath.basename)
    return structs.replace(record, reference=HashedFile(name, record.reference.sha256))


def _hashed_for(folder: Path, path: str) -> HashedFile:
    """A file that is compared, named from the folder of the bundle; its own name stays, links above are resolved.

    Raises :class:`UsageError` for standard input, :class:`InputError` for a path that is no regular file.
    """
    if path == STANDARD_INPUT:
        raise UsageError("a bundle names its corpora, and standard input has no name; give files")
    file = Path(path.removeprefix(DOCUMENTS))
    place = Path(os.path.realpath(file.parent), file.name)
    try:
        name = os.path.relpath(place, os.path.realpath(folder)).replace(os.sep, "/")
    except ValueError:  # on another drive
        name = str(place)
    if name.encode(errors="ignore").decode() != name:
        raise UsageError(f"{quoted(name)} is not in UTF-8; give the file another name")
    return HashedFile(with_place(path, lambda _: name), sha256_of(file, CHECK_PATH))


@dataclass(slots=True)
class Answer:
    """What question, corpora and a folder of evidence give, and how many certificates the checker has accepted,
    alignments were recounted without one, and rows were compared.
    """

    record: BundleQuestion
    evidence: Path
    files: dict[tuple[str, str], str]
    systems: list[System]
    table: SystemTable
    counted: Counter[str]
