"""The question of a comparison that is kept as a folder: all that decides its files, but for the evidence.

``question.json`` has the options of ``compare`` by name, ``null`` where one was not given, with each file by its path
(from the folder) and its SHA-256. What cannot be checked, such as the limits of a search, is not in it.
"""

from __future__ import annotations

import json
import os
import posixpath
import re
import zlib
from argparse import Namespace
from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass, fields
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta

from smatchproof.base.errors import InputError, Place, UsageError, quoted, short
from smatchproof.base.files import STANDARD_INPUT, opened_regular
from smatchproof.base.limits import LARGEST_DENOMINATOR, LARGEST_SEED, MOST_DECIMALS, MOST_SAMPLES
from smatchproof.base.records import Natural, read_json
from smatchproof.base.version import VERSION
from smatchproof.conventions.conventions import Top
from smatchproof.conventions.triples import Duplicates
from smatchproof.graphs.corpus import DOCUMENTS, with_place
from smatchproof.inference import SAMPLES
from smatchproof.reports.tables.system_tables import TableStyle
from smatchproof.scoring.bundles.bundle_folder import HINT, QUESTION, Sha256, pairs_file, read_record, sha256_of
from smatchproof.scoring.settings import OnError
from smatchproof.scoring.systems.question import Question
from smatchproof.scoring.systems.system_table import system_names
from smatchproof.scoring.verification import VerificationError
from smatchproof.shell.inference_options import read_comparison
from smatchproof.shell.options import LIMITS
from smatchproof.similarity.grading import Graded

_LONGEST_NAME = 255
"""The most bytes of the name of a file, on all usual file systems."""
_LIBRARIES = "jinja2", "matplotlib", "numpy", "penman", "scipy"
_VERSIONS = re.compile(", ".join(rf"{name} [0-9A-Za-z.!+_-]{{1,40}}" for name in (*_LIBRARIES, "zlib")))
"""The one spelling of libraries and their versions."""


class OtherProgramError(VerificationError):
    """A folder that this program cannot make anew, because another one has written it."""

    heading = "not verified"


@dataclass(frozen=True, slots=True)
class HashedFile:
    """A file that was read: its path from the folder of the bundle, and its SHA-256.

    Before the path may be ``document:``, as before the name of a file.
    """

    path: str
    sha256: Sha256

    @property
    def file(self) -> str:
        """The path alone."""
        return self.path.removeprefix(DOCUMENTS)

    def found(self, folder: Path) -> str:
        """The file as a corpus, from the folder."""
        return with_place(self.path, lambda file: str(folder / file))


_Unit = Annotated[float, Meta(ge=0, le=1)]


@dataclass(frozen=True, slots=True)
class BundleQuestion:
    """The options that decide a comparison and how it is printed.

    `baseline` is the number of the system that others are compared to; `libraries` are those that decide bytes. Of a
    comparison of submissions `left_out` are those that are not scored, of another one ``None``. With `hide_reference`
    the path of the reference is its name alone.
    """

    format: Literal["smatchproof-comparison 5"]
    version: str
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
    libraries: str

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
        """All files that the answer is made of."""
        given = self.reference, *self.systems, *(self.left_out or ()), self.vectors, self.similarities
        return [file for file in given if file]

    def public_files(self) -> list[HashedFile]:
        """The same without a hidden reference."""
        return self.files()[self.hide_reference :]

    def question(self, folder: Path) -> Question:
        """The question that was asked, about the files as they are found from the folder of the bundle."""

        def found(value: Any) -> Any:
            return value.found(folder) if isinstance(value, HashedFile) else value

        given = {each.name: found(getattr(self, each.name)) for each in fields(self)}
        given["systems"] = [found(system) for system in self.systems]
        return read_comparison(Namespace(**dict.fromkeys(_NOT_RECORDED), **given, jobs=1))


_NOT_RECORDED = "map", "time_limit", "memory_limit", "node_limit", "proof_limit", "solver", "scheduler", "output"
"""Options of ``compare`` that cannot be checked, or decide nothing."""
_RECORDED = (
    "fine_grained", "convention", "top", "duplicates", "method", "asymmetric", "threshold", "sense", "graded",
    "denominator", "on_error", "clusters", "percent",
    "layout", "columns", "plus_minus", "rank", "hide_reference",
)  # fmt: skip
"""Options that are recorded as they are given."""


def bundle_question(options: Namespace, folder: Path, baseline: int, decimals: int) -> BundleQuestion:
    """The record of what the options of ``compare`` ask; all files are read once.

    Raises :class:`UsageError` where a system is there twice, or the files cannot be named on every operating system.
    """
    record = BundleQuestion(
        format="smatchproof-comparison 5",
        version=VERSION,
        reference=_reference(folder, options),
        systems=[_hashed_for(folder, file) for file in options.systems],
        left_out=None if options.left_out is None else [_hashed_for(folder, file) for file in options.left_out],
        metric=options.metric or ["smatch"],
        vectors=_hashed_for(folder, options.vectors) if options.vectors else None,
        similarities=_hashed_for(folder, options.similarities) if options.similarities else None,
        samples=options.samples or SAMPLES,
        seed=options.seed or 0,
        baseline=baseline,
        decimals=decimals,
        libraries=libraries(),
        **{name: getattr(options, name) for name in _RECORDED},
    )
    _check_names(record)
    for file in record.public_files() if record.hide_reference else ():
        if file.sha256 == record.reference.sha256 and not file.file.startswith("../"):
            raise UsageError(f"{quoted(file.path)} is the reference, in the folder to be published; move it away")
    return record


def _check_names(record: BundleQuestion) -> None:
    for file in record.files():
        is_plain = file.file == posixpath.normpath(file.file) and not {*file.path} & {*"\\\0"}
        if not is_plain or Path(file.file).is_absolute() or not _is_unicode(file.path):
            raise UsageError(f"{quoted(file.path)} is no path from the folder; give the file another name")
    paths, choices = [system.path for system in record.systems], record.question(Path()).choices
    record.style.shown([choice.label for choice in choices])  # raises for an unknown column
    if twice := [path for at, path in enumerate(paths) if path in paths[:at]]:
        raise UsageError(f"{quoted(twice[0])} is a system twice; name each file once")
    for path, name in zip(paths, record.names, strict=True):
        if any(len(pairs_file("", name, choice.label)) > _LONGEST_NAME + 1 for choice in choices):
            raise UsageError(f"{quoted(short(path, 100))} gives its rows too long a name; give the file a shorter one")


def _is_unicode(path: str) -> bool:
    """Test whether a path can be written in UTF-8, which not every name of a file is."""
    return path.encode(errors="ignore").decode() == path


def _reference(folder: Path, options: Namespace) -> HashedFile:
    """The reference, of a hidden one its name alone. Raises :class:`UsageError` where the folder would publish it, or
    the scores could not be found again.
    """
    found = _hashed_for(folder, options.reference)
    if not options.hide_reference:
        return found
    if not found.file.startswith("../"):
        raise UsageError(f"{options.reference}: lies in {folder}, which is to be published without it; move it away")
    limits = [name for name in LIMITS if getattr(options, name.replace("-", "_")) is not None]
    if limits:
        raise UsageError(
            f"--{limits[0]} is not for --hide-reference, which is verified by searching again; leave it out"
        )
    return HashedFile(with_place(found.path, posixpath.basename), found.sha256)


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
    except ValueError:
        raise UsageError(f"{path}: on another drive than {folder}, so that no path leads there; move one") from None
    return _hashed(file, with_place(path, lambda _: name))


_LOST = "the folder names it by its path; put the file there again"


def _hashed(path: str | Path, name: str, hint: str = _LOST) -> HashedFile:
    with opened_regular(path, hint) as file:
        return HashedFile(name, sha256_of(file, path))


def libraries() -> str:
    """The libraries that decide bytes, with their versions."""
    return ", ".join([*(f"{name} {version(name)}" for name in _LIBRARIES), f"zlib {zlib.ZLIB_RUNTIME_VERSION}"])


def other_versions(record: BundleQuestion, names: Collection[str]) -> str:
    """Of these libraries those with other versions here than the question states, as it states them."""
    here, stated = (dict(each.split(" ") for each in text.split(", ")) for text in (libraries(), record.libraries))
    return ", ".join(f"{name} {stated[name]} (here {here[name]})" for name in names if stated[name] != here[name])


def read_question(folder: Path) -> tuple[BundleQuestion, Question]:
    """The question of a bundle, as it is recorded and as it is asked.

    Raises :class:`VerificationError` and :class:`InputError` where it is none, :class:`OtherProgramError` where another
    version of the program has written it.
    """
    path, text = folder / QUESTION, read_record(folder, QUESTION)
    version = read_json(text, str(path), dict[str, Any], HINT).get("version")
    if isinstance(version, str) and version != VERSION:
        words = (
            f"was written by smatchproof {quoted(version)[1:-1]}, and this is {VERSION}; no two write the same files"
        )
        raise OtherProgramError(f"{path}: {words}: verify it with that version")
    record = read_json(text, str(path), BundleQuestion, HINT)
    try:
        _check_names(record)
    except UsageError as error:
        raise VerificationError(f"{path}: {error}") from None
    if not _VERSIONS.fullmatch(record.libraries):
        words = f"libraries: expected names and versions as in {quoted(libraries(), 120)}"
        raise VerificationError(f"{path}: {words}, found {quoted(record.libraries, 20)}; {HINT}")
    if record.baseline >= len(record.systems):
        raise VerificationError(f"{path}: no baseline among the systems; {HINT}")
    if text != record.text:
        raise VerificationError(f"{path}: not as smatchproof writes this question; {HINT}")
    return record, record.question(folder)


def check_corpora(record: BundleQuestion, folder: Path, reference: str | Path | None = None) -> None:
    """Hold the corpora to their SHA-256. They may lie outside of the folder: nothing of another file is shown.

    The `reference` is given where the question does not say where it is.

    Raises :class:`InputError` for one that is lost, :class:`VerificationError` for another one.
    """
    for path in _others(record, folder, reference):
        words = "is not the file that was compared; its SHA-256 is another; put that file there again"
        raise VerificationError(f"{path}: {words}")


def check_unchanged(record: BundleQuestion, folder: Path, reference: str) -> None:
    """Raise :class:`InputError` for a corpus that is not as it was when the question was made of it."""
    for path in _others(record, folder, reference):
        raise InputError("has changed while it was compared", Place(str(path)), "compare it again")


def _others(record: BundleQuestion, folder: Path, reference: str | Path | None) -> Iterator[Path]:
    """The paths of the corpora that have another SHA-256 than in the question."""
    for file in record.files():
        is_given = reference is not None and file is record.reference
        path = Path(str(reference).removeprefix(DOCUMENTS)) if is_given else folder / file.file
        if _hashed(path, file.path, "name the file of the reference" if is_given else _LOST) != file:
            yield path
