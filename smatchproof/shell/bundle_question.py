"""The question of a comparison that is kept as a folder: all that decides its table, but for the evidence.

``question.json`` has the options of ``compare`` by name, ``null`` where one was not given, with each file by its path
(from the folder) and its SHA-256. What cannot be checked, such as the limits of a search, is not in it.
"""

from __future__ import annotations

import hashlib
import json
import os
import posixpath
from argparse import Namespace
from dataclasses import asdict, dataclass, fields, replace
from itertools import product
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta

from smatchproof.base.errors import UsageError, quoted
from smatchproof.base.files import STANDARD_INPUT, opened_regular
from smatchproof.base.limits import LARGEST_DENOMINATOR, LARGEST_SEED, MOST_DECIMALS, MOST_SAMPLES
from smatchproof.base.records import Natural, read_json
from smatchproof.conventions.conventions import Top
from smatchproof.conventions.triples import Duplicates
from smatchproof.graphs.corpus import DOCUMENTS, with_place
from smatchproof.inference import SAMPLES
from smatchproof.reports.tables.system_tables import TableStyle
from smatchproof.scoring.bundle_evidence import HINT
from smatchproof.scoring.settings import OnError
from smatchproof.scoring.systems.question import Question
from smatchproof.scoring.systems.system_table import system_names
from smatchproof.shell.inference_options import read_comparison
from smatchproof.shell.options import LIMITS
from smatchproof.shell.pair_files import FileNames
from smatchproof.similarity.grading import Graded

QUESTION = "question.json"
FORMAT: Literal["smatchproof-comparison 6"] = "smatchproof-comparison 6"


@dataclass(frozen=True, slots=True)
class HashedFile:
    """A file that was read: its path from the folder of the bundle, and its SHA-256.

    Before the path may be ``document:``, as before the name of a file.
    """

    path: str
    sha256: str

    def found(self, folder: Path) -> str:
        """The file as a corpus, from the folder."""
        return with_place(self.path, lambda file: str(folder / file))


_Unit = Annotated[float, Meta(ge=0, le=1)]


@dataclass(frozen=True, slots=True)
class BundleQuestion:
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

    @property
    def text(self) -> str:
        """The question as it is written."""
        return json.dumps(asdict(self), indent=2, ensure_ascii=False) + "\n"

    def files(self) -> list[HashedFile]:
        """All files that the answer is made of; the reference is the first."""
        given = self.reference, *self.systems, *(self.left_out or ()), self.vectors, self.similarities
        return [file for file in given if file]

    def question(self, folder: Path) -> Question:
        """The question that was asked, about the files as they are found from the folder of the bundle.

        Raises :class:`UsageError` where nothing can be compared so.
        """
        found = {each.name: getattr(self, each.name) for each in fields(self)}
        given = {name: value.found(folder) if isinstance(value, HashedFile) else value for name, value in found.items()}
        given["systems"] = [system.found(folder) for system in self.systems]
        question = read_comparison(Namespace(**dict.fromkeys(_NOT_RECORDED), **given, jobs=1))
        self.style.shown([choice.label for choice in question.choices])  # raises for an unknown column
        for path in (paths := [file.path for file in self.files()]):
            if path.encode(errors="ignore").decode() != path:
                raise UsageError(f"{quoted(path)} is not in UTF-8; give the file another name")
            if paths[1 : 1 + len(self.systems)].count(path) > 1:
                raise UsageError(f"{quoted(path)} is a system twice; name each file once")
        if self.baseline >= len(self.systems):
            raise UsageError("no baseline among the systems")
        return question

    def evidence_files(self, question: Question) -> dict[tuple[str, str], str]:
        """The names of the files of rows and certificates, by the file of the system and the label of the metric."""
        given, systems = FileNames(), zip(question.candidates, self.names, strict=True)
        named = [(file, name, choice.label) for (file, name), choice in product(systems, question.choices)]
        return {
            (file, label): given.of(f"{name}.{label.replace(' ', '.')}", at) + ".jsonl.gz"
            for at, (file, name, label) in enumerate(named, 1)
        }


_NOT_RECORDED = "map", "time_limit", "memory_limit", "node_limit", "proof_limit", "solver", "scheduler", "output"
"""Options of ``compare`` that cannot be checked, or decide nothing."""


def bundle_question(options: Namespace, folder: Path, baseline: int, decimals: int) -> BundleQuestion:
    """The record of what the options of ``compare`` ask; all files are read once.

    Raises :class:`UsageError` where a system is there twice, or a hidden reference would be published.
    """
    given: dict[str, Any] = {each.name: getattr(options, each.name) for each in fields(BundleQuestion)}
    for name in ("reference", "vectors", "similarities"):
        given[name] = given[name] and _hashed_for(folder, given[name])
    for name in ("systems", "left_out"):
        given[name] = given[name] and [_hashed_for(folder, file) for file in given[name]]
    given |= {"metric": given["metric"] or ["smatch"], "samples": given["samples"] or SAMPLES}
    given |= {"format": FORMAT, "seed": given["seed"] or 0, "baseline": baseline, "decimals": decimals}
    record = BundleQuestion(**given)
    record.question(folder)
    return _with_hidden_reference(record, options) if record.hide_reference else record


def _with_hidden_reference(record: BundleQuestion, options: Namespace) -> BundleQuestion:
    """The record with the name of the reference alone. Raises :class:`UsageError` where the folder would publish the
    reference, or the scores could not be found again.
    """
    for file in record.files():
        if file.sha256 == record.reference.sha256 and not file.path.removeprefix(DOCUMENTS).startswith("../"):
            what = f"{quoted(file.path)} is the reference, in the folder to be published without it"
            raise UsageError(f"{what}; move it away")
    limits = [name for name in LIMITS if getattr(options, name.replace("-", "_")) is not None]
    if limits:
        words = "is not for --hide-reference, which is verified by searching again; leave it out"
        raise UsageError(f"--{limits[0]} {words}")
    name = with_place(record.reference.path, posixpath.basename)
    return replace(record, reference=HashedFile(name, record.reference.sha256))


def _hashed_for(folder: Path, path: str) -> HashedFile:
    """A file that is compared, named from the folder of the bundle; its own name stays, links above are resolved.

    Raises :class:`UsageError` for standard input, :class:`InputError` for a path that is no regular file, or too large.
    """
    if path == STANDARD_INPUT:
        raise UsageError("a bundle names its corpora, and standard input has no name; give files")
    file = Path(path.removeprefix(DOCUMENTS))
    place = Path(os.path.realpath(file.parent), file.name)
    try:
        name = os.path.relpath(place, os.path.realpath(folder)).replace(os.sep, "/")
    except ValueError:  # on another drive
        name = str(place)
    return HashedFile(with_place(path, lambda _: name), _sha256(file, _LOST))


_LOST = "the folder names it by its path; put the file there again"


def _sha256(path: Path, hint: str) -> str:
    with opened_regular(path, hint) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def read_record(folder: Path, name: str, kind: Any) -> Any:
    """Read the question or the table of a bundle. Raises :class:`InputError` where it is none."""
    with opened_regular(folder / name, HINT) as file:
        return read_json(file.read().decode(errors="replace"), str(folder / name), kind, HINT)


def changed_corpus(record: BundleQuestion, folder: Path, reference: str | Path | None = None) -> Path | None:
    """Return the first file that has another SHA-256 than in the question. Files may lie outside of the folder: nothing
    of another file is shown.

    The `reference` is given where the question does not say where it is. Raises :class:`InputError` for a lost file.
    """
    for number, file in enumerate(record.files()):
        is_given = reference is not None and not number
        path = Path((str(reference) if is_given else file.found(folder)).removeprefix(DOCUMENTS))
        if _sha256(path, "name the file of the reference" if is_given else _LOST) != file.sha256:
            return path
    return None
