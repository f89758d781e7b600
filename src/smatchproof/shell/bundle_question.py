"""The question of a bundle, ``question.json``, and its corpora, found by their SHA-256 whatever they are called.

The question has the options of ``compare`` by name, ``null`` where one was not given, with each file by its path (from
the folder) and its SHA-256. What cannot be checked, such as the limits of a search, is not in it.
"""

from __future__ import annotations

import hashlib
import os
from argparse import Namespace
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, structs

from smatchproof.base.errors import InputError, Place, UsageError, quoted
from smatchproof.base.files import STANDARD_INPUT, file_errors, opened_regular
from smatchproof.base.limits import LARGEST_DENOMINATOR, LARGEST_SEED, MOST_SAMPLES
from smatchproof.base.record import replace
from smatchproof.base.records import Natural
from smatchproof.conventions.conventions import Top
from smatchproof.conventions.triples import Duplicates
from smatchproof.graphs.corpus import DOCUMENTS, with_place
from smatchproof.scoring.settings import OnError
from smatchproof.scoring.systems.question import Question, distinct_files, system_names
from smatchproof.shell.metric_options import read_comparison
from smatchproof.shell.pair_files import FileNames, name_of_parts
from smatchproof.similarity.grading import Graded

_FORMAT = "smatchproof-comparison 9"
_NOT_RECORDED = "map", "time_limit", "memory_limit", "node_limit", "proof_limit", "solver", "scheduler", "output"
"""Options of ``compare`` that cannot be checked, or decide nothing."""
_Unit = Annotated[float, Meta(ge=0, le=1)]


class HashedFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A file that was read: its path from the folder of the bundle, and its SHA-256.

    Before the path may be ``document:``, as before the name of a file.
    """

    path: str
    sha256: str

    def found(self, folder: Path) -> str:
        """The file as a corpus, from the folder."""
        return with_place(self.path, lambda file: str(folder / file))


class BundleQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """The options that decide a comparison.

    `baseline` is the number of the system that others are compared to.
    """

    format: Literal["smatchproof-comparison 9"]
    reference: HashedFile
    systems: Annotated[list[HashedFile], Meta(min_length=1)]
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
    samples: Annotated[int, Meta(ge=1, le=MOST_SAMPLES)] | None
    seed: Annotated[int, Meta(ge=0, le=LARGEST_SEED)] | None
    clusters: str | None
    baseline: Natural
    rank: bool

    @property
    def names(self) -> list[str]:
        """The names of the systems in tables: from here on, wherever the folder is."""
        bare = [
            with_place(file.path, lambda path: path.removeprefix("../" * path.count("../"))) for file in self.systems
        ]
        return system_names(bare)

    def files(self) -> list[HashedFile]:
        """All files that the answer is made of; the reference is the first."""
        return [file for file in (self.reference, *self.systems, self.vectors, self.similarities) if file]

    def question(self, places: Mapping[HashedFile, str]) -> Question:
        """The question that was asked, about its files at these places.

        Raises :class:`UsageError` where nothing can be compared so.
        """
        if self.baseline >= len(self.systems):
            raise UsageError("no baseline among the systems")
        distinct_files([file.path for file in self.systems])
        given = structs.asdict(self) | {"systems": [places[file] for file in self.systems]}
        files = {name: places[value] for name, value in given.items() if isinstance(value, HashedFile)}
        question = read_comparison(Namespace(**dict.fromkeys(_NOT_RECORDED), **given | files, jobs=1))
        return replace(question, names=tuple(self.names), baseline=self.baseline)


def evidence_files(question: Question) -> dict[tuple[str, str], str]:
    """The names of the files of rows and certificates, by the name of the system and the label of the metric."""
    given = FileNames()
    named = [(name, choice.label) for name in question.names for choice in question.choices]
    return {
        (name, label): given.of(name_of_parts(name, label.replace(" ", ".")), at) + ".jsonl.gz"
        for at, (name, label) in enumerate(named, 1)
    }


def bundle_question(options: Namespace, asked: Question, folder: Path) -> BundleQuestion:
    """The record of what the options of ``compare`` ask, with the question made of them; all files are read once."""
    given: dict[str, Any] = {name: getattr(options, name, None) for name in BundleQuestion.__struct_fields__}
    for name in ("reference", "vectors", "similarities"):
        given[name] = given[name] and _hashed_for(folder, given[name])
    given |= {"format": _FORMAT, "systems": [_hashed_for(folder, file) for file in asked.candidates]}
    given |= {"metric": [*dict.fromkeys(choice.name for choice in asked.choices)]}
    given |= {"method": given["method"] and asked.choices[0].settings.method, "baseline": asked.baseline}
    return BundleQuestion(**given)


def _hashed_for(folder: Path, path: str) -> HashedFile:
    """A file that is compared, named from the folder of the bundle; its own name stays, links above are resolved.

    Raises :class:`UsageError` for standard input, :class:`InputError` for a path that is no regular file.
    """
    if path == STANDARD_INPUT:
        raise UsageError("-o names the files that it was made of, and standard input has no name; give files")
    file = Path(path.removeprefix(DOCUMENTS))
    place = Path(os.path.realpath(file.parent), file.name)
    try:
        name = os.path.relpath(place, os.path.realpath(folder)).replace(os.sep, "/")
    except ValueError:  # on another drive
        name = str(place)
    if name.encode(errors="ignore").decode() != name:
        raise UsageError(f"{quoted(name)} is not in UTF-8; give the file another name")
    return HashedFile(with_place(path, lambda _: name), _sha256_of(file))


def _sha256_of(path: Path) -> str:
    """The SHA-256 of a regular file. Raises :class:`InputError` for what is none, or cannot be read."""
    with opened_regular(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


# ---- corpora


def located(files: Iterable[HashedFile], folder: Path, given: Sequence[str | Path]) -> dict[HashedFile, str]:
    """Find the files of a bundle: each at its path from the folder, or else by its SHA-256 among the files that are
    `given`, and those in the folders that are. Reads all files at most once.

    A file at the place of another one is not taken for that: a system could be scored in the place of another.

    Raises :class:`InputError` that names all files that are lost or have changed, and for a given one that cannot be
    read.
    """
    own = {file: Path(file.found(folder).removeprefix(DOCUMENTS)) for file in files}
    with file_errors(folder, "its question has paths that cannot be files"):
        tried = {path: _sha256_of(path) for path in own.values() if path.is_file()}
    wanted, places = {file.sha256 for file, path in own.items() if tried.get(path) != file.sha256}, dict[str, Path]()
    for path in _files(given, folder) if wanted else ():
        tried[path] = _sha256_of(path)
        places.setdefault(tried[path], path)
        if wanted <= places.keys():
            break
    found, lost = dict[HashedFile, str](), list[str]()
    for file, path in own.items():
        place = path if tried.get(path) == file.sha256 else places.get(file.sha256)
        if place is None:
            is_there = any(each.name == path.name for each in tried)
            lost.append(f"{file.path or quoted('')} {'has changed' if is_there else 'is missing'}")
        found[file] = DOCUMENTS * file.path.startswith(DOCUMENTS) + str(place)
    if lost:
        hint = "name the files, or a folder that they are in: --corpora PATH"
        raise InputError(f"no file with the SHA-256 of the question: {', '.join(lost)}", Place(str(folder)), hint)
    return found


def _files(given: Iterable[str | Path], bundle: Path) -> Iterator[Path]:
    """The files that are named, and the readable ones in the folders that are, but for those of the bundle itself."""
    own = bundle.resolve()
    for path in [Path(str(each).removeprefix(DOCUMENTS)) for each in given]:
        if not path.is_dir():
            yield path
            continue
        with file_errors(path, "name a folder that can be read"):
            for each in sorted(path.rglob("*")):
                if each.is_file() and os.access(each, os.R_OK) and own not in each.resolve().parents:
                    yield each
