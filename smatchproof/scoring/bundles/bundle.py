"""The question of a comparison that is kept as a folder: all that decides its files, but for the evidence.

``question.json`` names the corpora by path (from the folder) and SHA-256, and states the settings. What cannot be
checked, such as the limits of a search, is not in it. Everything is in the ranges of the options.
"""

from __future__ import annotations

import json
import os
import posixpath
from collections.abc import Callable, Collection, Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta

from smatchproof.base.errors import UsageError, quoted, short
from smatchproof.base.files import STANDARD_INPUT, opened_regular
from smatchproof.base.records import Natural, read_json
from smatchproof.base.value_kinds import DECIMALS, DENOMINATOR, SAMPLES, SEED, UNIT, Kind
from smatchproof.base.version import VERSION
from smatchproof.conventions.conventions import convention
from smatchproof.scoring.bundles.bundle_folder import QUESTION, WAY_OUT, Sha256, pairs_file, read_record, sha256_of
from smatchproof.scoring.methods.registry import DEFAULT_METHOD
from smatchproof.scoring.metrics import metric_entry
from smatchproof.scoring.metrics.entry import method_of
from smatchproof.scoring.settings import OnError, ScoreSettings
from smatchproof.scoring.systems.question import MetricChoice, Question, SimilarityFile
from smatchproof.scoring.systems.significance import Inference
from smatchproof.scoring.systems.system_table import system_names
from smatchproof.scoring.verification import VerificationError
from smatchproof.similarity.grading import Graded, Grading

_LONGEST_NAME = 255
"""The most bytes of the name of a file, on all usual file systems."""


class OtherProgramError(VerificationError):
    """A folder that this program cannot make anew, because another one has written it."""

    heading = "not verified"


@dataclass(frozen=True, slots=True)
class HashedFile:
    """A file that was read: its path from the folder of the bundle, and its SHA-256."""

    path: str
    sha256: Sha256


@dataclass(frozen=True, slots=True)
class SimilarityRecord:
    """Similarities: their file and how graded matches are made of it, as in :class:`SimilarityFile`."""

    file: HashedFile
    holds_vectors: bool
    is_symmetric: bool
    sense: float | None
    threshold: float | None
    graded: Graded | None
    denominator: int | None


@dataclass(frozen=True, slots=True)
class ChoiceRecord:
    """A metric by name, and the aspect that alone is counted, if any."""

    metric: str
    aspect: str


@dataclass(frozen=True, slots=True)
class BundleQuestion:
    """All that decides a comparison and how it is printed; ``None`` for a setting that no metric makes use of.

    `baseline` is the number of the system that others are compared to. `libraries` are those that decide bytes, with
    their versions, and `fingerprint` is that of what they wrote.
    """

    format: Literal["smatchproof-comparison 2"]
    version: str
    reference: HashedFile
    systems: Annotated[list[HashedFile], Meta(min_length=1)]
    metrics: Annotated[list[ChoiceRecord], Meta(min_length=1)]
    similarities: SimilarityRecord | None
    convention: str | None
    top: str | None
    duplicates: str | None
    method: str | None
    on_error: OnError
    samples: int
    seed: int
    clusters: str | None
    baseline: Natural
    decimals: int
    percent: bool
    libraries: str
    fingerprint: Sha256

    @property
    def names(self) -> list[str]:
        """The names of the systems in tables."""
        return system_names([system.path for system in self.systems])

    @property
    def text(self) -> str:
        """The question as it is written."""
        return json.dumps(asdict(self), indent=2, ensure_ascii=False) + "\n"

    def files(self) -> Iterator[HashedFile]:
        """All files that the answer is made of."""
        yield self.reference
        yield from self.systems
        if self.similarities:
            yield self.similarities.file

    def question(self, folder: Path) -> Question:
        """The question that was asked, about the files as they are found from the folder of the bundle."""
        rule = convention(self.convention or "smatch", top=self.top, duplicates=self.duplicates)
        settings = ScoreSettings(rule, self.method or DEFAULT_METHOD)
        choices = []
        for each in self.metrics:
            similarities = self._similarities(folder) if metric_entry(each.metric).is_graded else None
            choice = MetricChoice(each.metric, settings, similarities)
            choices.append(choice.of_aspect(each.aspect) if each.aspect else choice)
        return Question(
            candidates=tuple(str(folder / system.path) for system in self.systems),
            reference=str(folder / self.reference.path),
            choices=tuple(choices),
            on_error=self.on_error,
            inference=Inference(self.samples, self.seed, clusters=self.clusters),
            jobs=1,
        )

    def _similarities(self, folder: Path) -> SimilarityFile | None:
        if (found := self.similarities) is None:
            return None
        settings = found.holds_vectors, found.is_symmetric, found.sense, found.threshold, found.graded
        return SimilarityFile(str(folder / found.file.path), *settings, found.denominator)


def bundle_question(question: Question, hashed: Callable[[str], HashedFile], **printed: Any) -> BundleQuestion:
    """The record of a question, whose files `hashed` reads. A setting that changes nothing is left out.

    `printed` are the members of the record that say how it is printed, from `baseline` on.
    Raises :class:`UsageError` where a system is there twice, or the files cannot be named on every operating system.
    """
    inference, choices = question.inference, question.choices
    assert inference is not None
    used: set[str] = set()
    for choice in choices:
        entry = metric_entry(choice.name)
        used |= entry.options - ({"method"} if method_of(entry, choice.name) else set())
    rule, method = choices[0].settings.convention, choices[0].settings.method
    graded = next((choice.similarities for choice in choices if choice.similarities), None)
    record = BundleQuestion(
        format="smatchproof-comparison 2",
        version=VERSION,
        reference=hashed(question.reference),
        systems=[hashed(file) for file in question.candidates],
        metrics=[ChoiceRecord(each.name, each.settings.convention.aspect) for each in choices],
        similarities=None if graded is None else _similarity_record(graded, hashed(graded.path), used),
        convention=rule.name if "convention" in used else None,
        top=rule.top if "top" in used else None,
        duplicates=rule.duplicates if "duplicates" in used else None,
        method=method if "method" in used else None,
        on_error=question.on_error,
        samples=inference.samples,
        seed=inference.seed,
        clusters=inference.clusters,
        **printed,
    )
    for file in record.files():
        if file.path != posixpath.normpath(file.path) or Path(file.path).is_absolute() or {*file.path} & {*"\\\0"}:
            raise UsageError(f"{quoted(file.path)} is no path from the folder; give the file another name")
    paths = [system.path for system in record.systems]
    if twice := [path for at, path in enumerate(paths) if path in paths[:at]]:
        raise UsageError(f"{quoted(twice[0])} is a system twice; name each file once")
    for path, name in zip(paths, record.names, strict=True):
        if any(len(pairs_file("", name, choice.label)) > _LONGEST_NAME + 1 for choice in choices):
            raise UsageError(f"{quoted(short(path, 100))} gives its rows too long a name; give the file a shorter one")
    return record


def _similarity_record(graded: SimilarityFile, file: HashedFile, used: Collection[str]) -> SimilarityRecord:
    defaults = {each.name: each.default for each in fields(Grading)}
    stated = {
        name: value if name in used and value != defaults.get(name) else None
        for name, value in (
            ("sense", graded.sense if graded.holds_vectors else None),
            ("threshold", graded.threshold),
            ("graded", graded.graded),
            ("denominator", graded.denominator),
        )
    }
    return SimilarityRecord(file, graded.holds_vectors, graded.holds_vectors or graded.is_symmetric, **stated)  # type: ignore[arg-type]


def hashed_for(folder: Path, path: str) -> HashedFile:
    """A file that is compared, named from the folder of the bundle; its own name stays, links above are resolved.

    Raises :class:`UsageError` for standard input, :class:`InputError` for a path that is no regular file, or too large.
    """
    if path == STANDARD_INPUT:
        raise UsageError("a bundle names its corpora, and standard input has no name; give files")
    place = Path(os.path.realpath(Path(path).parent), Path(path).name)
    try:
        name = os.path.relpath(place, os.path.realpath(folder)).replace(os.sep, "/")
    except ValueError:
        raise UsageError(f"{path}: on another drive than {folder}, so that no path leads there; move one") from None
    return _hashed(path, name)


def _hashed(path: str | Path, name: str) -> HashedFile:
    with opened_regular(path, "the folder names it by its path; put the file there again") as file:
        return HashedFile(name, sha256_of(file, path))


def read_question(folder: Path) -> tuple[BundleQuestion, Question]:
    """The question of a bundle, as it is recorded and as it is asked.

    Raises :class:`VerificationError` and :class:`InputError` where it is none, :class:`OtherProgramError` where another
    version of the program has written it.
    """
    path, text = folder / QUESTION, read_record(folder, QUESTION)
    version = read_json(text, str(path), dict[str, Any], WAY_OUT).get("version")
    if isinstance(version, str) and version != VERSION:
        words = (
            f"was written by smatchproof {quoted(version)[1:-1]}, and this is {VERSION}; no two write the same files"
        )
        raise OtherProgramError(f"{path}: {words}: verify it with that version")
    record = read_json(text, str(path), BundleQuestion, WAY_OUT)
    _check_ranges(record, str(path))
    question = record.question(folder)
    if record.baseline >= len(record.systems):
        raise VerificationError(f"{path}: no baseline among the systems")
    if len({choice.label for choice in question.choices}) < len(question.choices):
        raise VerificationError(f"{path}: a metric is there twice")
    named = {str(folder / file.path): file for file in record.files()}
    again = bundle_question(question, named.__getitem__, **{name: getattr(record, name) for name in _PRINTED})
    if text != again.text:
        raise VerificationError(f"{path}: not as smatchproof writes this question; {WAY_OUT}")
    return record, question


def check_corpora(record: BundleQuestion, folder: Path) -> None:
    """Hold the corpora to their SHA-256. They may lie outside of the folder: nothing of another file is shown.

    Raises :class:`InputError` for one that is lost, :class:`VerificationError` for another one.
    """
    for file in record.files():
        path = folder / file.path
        if _hashed(path, file.path) != file:
            raise VerificationError(f"{path}: is not the file that was compared; its SHA-256 is another")


_PRINTED = "baseline", "decimals", "percent", "libraries", "fingerprint"
_RANGES: dict[str, Kind[Any]] = {
    "samples": SAMPLES,
    "seed": SEED,
    "decimals": DECIMALS,
    "sense": UNIT,
    "threshold": UNIT,
    "denominator": DENOMINATOR,
}
"""The kinds of the options of these names."""


def _check_ranges(record: BundleQuestion, source: str) -> None:
    for name, kind in _RANGES.items():
        values = [getattr(part, name, None) for part in (record, record.similarities)]
        for value in (each for each in values if each is not None):
            try:
                kind.read(value)
            except ValueError:
                raise VerificationError(f"{source}: {name}: expected {kind.expected}, found {value}") from None
