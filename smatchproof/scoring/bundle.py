"""A comparison as a folder that anybody can check: the question, rows, certificates and tables, and a list of files.

``question.json`` names the corpora by path (from the folder) and SHA-256, and holds all settings. ``manifest.json``
lists the SHA-256 of every other file of the bundle, in one spelling only, so that no byte of it can change unseen.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, BinaryIO, Literal
from urllib.parse import quote

from msgspec import Meta

from smatchproof.alignment import VERSION, Backend, Graded, SmatchproofError, SolveParams, UsageError, convention
from smatchproof.alignment.files import STANDARD_INPUT, opened_bytes
from smatchproof.alignment.output_files import make_folder, writing_bytes
from smatchproof.alignment.records import Natural, NotNegative, Positive, read_json
from smatchproof.scoring.metrics import metric_entry
from smatchproof.scoring.question import MetricChoice, Question, SimilarityFile
from smatchproof.scoring.settings import OnError, ScoreSettings
from smatchproof.scoring.significance import Inference

QUESTION, MANIFEST, ROWS, CERTIFICATES = "question.json", "manifest.json", "rows", "certificates"
FORMAT = "smatchproof-comparison 1"
_MANIFEST_FORMAT = "smatchproof-manifest 1"
_WAY_OUT = "write the bundle again, by smatchproof compare -o"
_COPIED_AT_ONCE = 1 << 20

Sha256 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


@dataclass(frozen=True, slots=True)
class HashedFile:
    """A file that was read: its path from the folder of the bundle, and its SHA-256."""

    path: str
    sha256: Sha256


@dataclass(frozen=True, slots=True)
class SystemFile:
    """A file of candidates, and how tables call it."""

    name: str
    file: HashedFile


@dataclass(frozen=True, slots=True)
class SimilarityRecord:
    """Similarities: their file and how graded matches are made of it, as in :class:`SimilarityFile`."""

    file: HashedFile
    holds_vectors: bool
    is_symmetric: bool
    sense: float | None
    threshold: float | None
    graded: Graded | None
    denominator: Positive | None


@dataclass(frozen=True, slots=True)
class ChoiceRecord:
    """A metric by name, and the aspect that alone is counted, if any."""

    metric: str
    aspect: str
    is_graded: bool


@dataclass(frozen=True, slots=True)
class BundleQuestion:
    """All that decides a comparison and how it is printed."""

    format: Literal["smatchproof-comparison 1"]
    version: str
    reference: HashedFile
    systems: list[SystemFile]
    baseline: Natural
    metrics: list[ChoiceRecord]
    similarities: SimilarityRecord | None
    convention: str
    top: str
    duplicates: str
    method: str
    time_limit: NotNegative | None
    memory_limit: Positive | None
    node_limit: Positive | None
    solver: Backend
    on_error: OnError
    samples: Positive
    seed: Natural
    level: Annotated[float, Meta(gt=0, lt=1)]
    clusters: str | None
    decimals: Annotated[int, Meta(ge=0, le=12)]
    percent: bool

    @property
    def names(self) -> list[str]:
        """How tables call the systems."""
        return [system.name for system in self.systems]

    def files(self) -> Iterator[HashedFile]:
        """All files that the answer was made of."""
        yield self.reference
        yield from (system.file for system in self.systems)
        if self.similarities:
            yield self.similarities.file

    def question(self, folder: Path) -> Question:
        """The question that was asked, about the files as they are found from the folder of the bundle."""
        rule = convention(self.convention, top=self.top, duplicates=self.duplicates)
        params = SolveParams(
            time_limit=self.time_limit,
            memory_limit=self.memory_limit,
            node_limit=self.node_limit,
            seed=self.seed,
            backend=self.solver,
        )
        settings = ScoreSettings(rule, self.method, params, certificates=False)
        choices = []
        for each in self.metrics:
            metric_entry(each.metric)  # an unknown name is refused here
            similarities = self._similarities(folder) if each.is_graded else None
            choice = MetricChoice(each.metric, settings, similarities)
            choices.append(choice.of_aspect(each.aspect) if each.aspect else choice)
        return Question(
            candidates=tuple(str(folder / system.file.path) for system in self.systems),
            reference=str(folder / self.reference.path),
            choices=tuple(choices),
            on_error=self.on_error,
            inference=Inference(self.samples, self.seed, self.level, self.clusters),
            jobs=1,
        )

    def _similarities(self, folder: Path) -> SimilarityFile | None:
        found = self.similarities
        if found is None:
            return None
        settings = found.holds_vectors, found.is_symmetric, found.sense, found.threshold, found.graded
        return SimilarityFile(str(folder / found.file.path), *settings, found.denominator)


def bundle_question(
    question: Question, names: Sequence[str], baseline: int, folder: Path, decimals: int, percent: bool
) -> BundleQuestion:
    """The record of a question. Reads all files for their SHA-256. Raises :class:`UsageError` for standard input."""
    if STANDARD_INPUT in (question.reference, *question.candidates):
        raise UsageError("a bundle names its corpora, and standard input has no name; give files")
    inference, settings = question.inference, question.choices[0].settings
    assert inference is not None
    graded = next((choice.similarities for choice in question.choices if choice.similarities), None)
    similarities = None
    if graded is not None:
        rest = graded.holds_vectors, graded.is_symmetric, graded.sense, graded.threshold, graded.graded
        similarities = SimilarityRecord(_hashed(graded.path, folder), *rest, graded.denominator)
    params, rule = settings.params, settings.convention
    return BundleQuestion(
        format="smatchproof-comparison 1",
        version=VERSION,
        reference=_hashed(question.reference, folder),
        systems=[
            SystemFile(name, _hashed(file, folder)) for name, file in zip(names, question.candidates, strict=True)
        ],
        baseline=baseline,
        metrics=[
            ChoiceRecord(each.name, each.settings.convention.aspect, each.similarities is not None)
            for each in question.choices
        ],
        similarities=similarities,
        convention=rule.name,
        top=rule.top,
        duplicates=rule.duplicates,
        method=settings.method,
        time_limit=params.time_limit,
        memory_limit=params.memory_limit,
        node_limit=params.node_limit,
        solver=params.backend,
        on_error=question.on_error,
        samples=inference.samples,
        seed=inference.seed,
        level=inference.level,
        clusters=inference.clusters,
        decimals=decimals,
        percent=percent,
    )


def read_question(folder: Path) -> BundleQuestion:
    """The question of a bundle. Raises :class:`InputError` where it is none."""
    path = folder / QUESTION
    with opened_bytes(path, _WAY_OUT) as file:
        text = file.read().decode(errors="replace")
    return read_json(text, str(path), BundleQuestion, _WAY_OUT)


def question_text(question: BundleQuestion) -> str:
    """The question as it is written."""
    return json.dumps(asdict(question), indent=2, ensure_ascii=False) + "\n"


def pairs_file(kind: str, system: str, label: str) -> str:
    """The name of the rows or certificates of a system under a metric, from the folder of the bundle.

    >>> pairs_file(CERTIFICATES, "a/b", "smatch frames")
    'certificates/a%2Fb.smatch.frames.jsonl.gz'
    """
    return f"{kind}/{quote(system, safe='')}.{quote(label.replace(' ', '.'), safe='')}.jsonl.gz"


# ---- files and their hashes


def sha256_of(file: BinaryIO) -> str:
    """The SHA-256 of a file from its first byte on; it stands at its end afterwards."""
    file.seek(0)
    digest = hashlib.sha256()
    while data := file.read(_COPIED_AT_ONCE):
        digest.update(data)
    return digest.hexdigest()


def _hashed(path: str, folder: Path) -> HashedFile:
    with opened_bytes(path) as file:
        return HashedFile(os.path.relpath(os.path.realpath(path), os.path.realpath(folder)), sha256_of(file))


def manifest_text(hashes: Mapping[str, str]) -> str:
    """The list of files of a bundle: the one spelling that is accepted."""
    return json.dumps({"format": _MANIFEST_FORMAT, "files": dict(sorted(hashes.items()))}, indent=1) + "\n"


@dataclass(frozen=True, slots=True)
class _Manifest:
    format: Literal["smatchproof-manifest 1"]
    files: dict[str, Sha256]


def read_manifest(folder: Path) -> dict[str, str]:
    """The SHA-256 of each file by name. Raises :class:`InputError` for any other spelling than ours."""
    path = folder / MANIFEST
    with opened_bytes(path, _WAY_OUT) as file:
        text = file.read().decode(errors="replace")
    found = read_json(text, str(path), _Manifest, _WAY_OUT)
    if text != manifest_text(found.files):
        raise UsageError(f"{path}: not as it was written; {_WAY_OUT}")
    return found.files


def write_bundle(folder: Path, contents: Mapping[str, BinaryIO], inputs: Iterable[str | Path]) -> None:
    """Write the files of a bundle and their list together; what an earlier bundle there had and this has not goes.

    Only files that are still as that bundle has left them are removed.
    """
    hashes = {name: sha256_of(file) for name, file in contents.items()}
    stale = _files_before(folder) - hashes.keys()
    for name in hashes:
        make_folder((folder / name).parent)
    paths = [folder / name for name in [*hashes, MANIFEST]]
    with writing_bytes(*paths, inputs=inputs) as files:
        *outputs, manifest = files
        for output, content in zip(outputs, contents.values(), strict=True):
            content.seek(0)
            while data := content.read(_COPIED_AT_ONCE):
                output.write(data)
        manifest.write(manifest_text(hashes).encode())
    for name in stale:
        (folder / name).unlink(missing_ok=True)


def _files_before(folder: Path) -> set[str]:
    """The files of a bundle that is there already, as far as they are as it has left them."""
    try:
        before = read_manifest(folder)
    except SmatchproofError:
        return set()
    found = set()
    for name, sha256 in before.items():
        path = folder / name
        if is_inside(name) and path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == sha256:
            found.add(name)
    return found


def is_inside(name: str) -> bool:
    """Whether the name of a file of a bundle leads to no place outside of it.

    >>> is_inside("pairs/1.html"), is_inside("../1.html"), is_inside("/1.html")
    (True, False, False)
    """
    parts = name.split("/")
    return "\\" not in name and not any(part in ("", ".", "..") for part in parts)
