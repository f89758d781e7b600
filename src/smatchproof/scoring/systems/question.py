"""The question of a command: the files to score, the metric, the settings and the limits."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from smatchproof.base.errors import UsageError, printable, quoted
from smatchproof.base.record import Record, field, force_setattr, replace
from smatchproof.graphs.corpus import DOCUMENTS, Corpus, with_place
from smatchproof.scoring.methods.registry import method
from smatchproof.scoring.metrics import CorpusMetric, metric, named_metric
from smatchproof.scoring.settings import OnError, ScoreSettings
from smatchproof.similarity.grading import Graded, Grading

if TYPE_CHECKING:  # a score without an interval should not wait for it
    from smatchproof.scoring.systems.significance import Inference
else:  # for help(): msgspec looks the names of annotations up
    Inference = object


class SimilarityFile(Record):
    """A file of similarities, word vectors or a table, and how graded matches are made of it: the options of commands.

    `asymmetric` is about a table, `sense` about vectors; ``None`` stands for the default of
    :class:`~smatchproof.similarity.grading.Grading`.
    """

    vectors: str | None = None
    similarities: str | None = None
    asymmetric: bool | None = None
    sense: float | None = None
    threshold: float | None = None
    graded: Graded | None = None
    denominator: int | None = None

    def grading(self, corpora: Iterable[Corpus]) -> Grading:
        """The rule for the graphs of these corpora. Reads the file, and of vectors also the corpora."""
        given: dict[str, Any] = {name: getattr(self, name) for name in ("threshold", "graded", "denominator")}
        chosen = {name: value for name, value in given.items() if value is not None}
        if self.vectors is None:
            from smatchproof.similarity.similarity_files import read_table

            return Grading(read_table(self.similarities or "", symmetric=not self.asymmetric), **chosen)
        from smatchproof.similarity.similarity_files import vector_similarity

        return Grading(vector_similarity(self.vectors, corpora, self.sense), **chosen)


class MetricChoice(Record):
    """A metric by its name, such as ``sembleu:ngrams=2``, with the settings of those that align and the similarities of
    those that are graded.

    A Python program hands over a grading in the place of a file.
    """

    name: str = "smatch"
    settings: ScoreSettings = field(default_factory=ScoreSettings)
    similarities: SimilarityFile | Grading | None = None

    def grading(self, corpora: Iterable[Corpus]) -> Grading | None:
        """Make the grading for the graphs of these corpora; ``None`` if matches are not graded."""
        given = self.similarities
        return given.grading(corpora) if isinstance(given, SimilarityFile) else given

    def metric(self, grading: Grading | None) -> CorpusMetric:
        """The metric with that :meth:`grading`."""
        return metric(self.name, self.settings, grading)

    @property
    def label(self) -> str:
        """The name in tables: the metric, and the aspect that alone is counted."""
        return " ".join(part for part in (self.name, self.settings.convention.aspect) if part)

    def aspects(self) -> list[MetricChoice]:
        """The same metric of each aspect of its convention alone."""
        from smatchproof.conventions.aspects import aspects_of  # few ask for them

        rules = map(self.settings.convention.of_aspect, aspects_of(self.settings.convention.name))
        return [replace(self, settings=replace(self.settings, convention=rule)) for rule in rules]

    def certifying(self) -> MetricChoice:
        """The same with certificates, if the method leaves proofs."""
        chosen = method(named_metric(self.name)[1].get("method", self.settings.method))
        return replace(self, settings=replace(self.settings, certificates=chosen.leaves_proof))


class Question(Record):
    """All that decides a score: files, metric, unreadable graphs, intervals and tests, and the workers.

    `candidates` are files, each scored against the reference under all `choices`. With the address of a `scheduler`
    `jobs` is left to it; without either there are as many processes as processors.
    """

    candidates: tuple[str, ...]
    reference: str
    choices: tuple[MetricChoice, ...] = field(default_factory=lambda: (MetricChoice(),))
    on_error: OnError = OnError.STOP
    inference: Inference | None = None
    jobs: int | None = None
    scheduler: str | None = None
    names: tuple[str, ...] = ()
    """The names of the candidates in tables; by default those of :func:`system_names`."""
    baseline: int = 0
    """The number of the candidate that the others are compared to."""
    is_ranked: bool = False
    """True if the table has the best system first."""

    def __post_init__(self) -> None:
        force_setattr(self, "names", self.names or tuple(system_names(self.candidates)))


def distinct_files(files: Iterable[str]) -> tuple[str, ...]:
    """Return the files. Raises :class:`UsageError` for one that is named twice; symbolic links are followed.

    >>> distinct_files(["a.amr", "b.amr"])
    ('a.amr', 'b.amr')
    >>> distinct_files(["document:a.umr", "document:./a.umr"])
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.UsageError: 'document:./a.umr' is named twice; name each file once
    """
    known = dict[str, str]()
    for file in files:
        if (place := with_place(file, os.path.realpath)) in known:
            raise UsageError(f"{quoted(file)} is named twice; name each file once")
        known[place] = file
    return tuple(known.values())


_ENDING = re.compile(r"(?<=.)(\.(amr|umr|txt|penman))?(\.gz)?$")
"""The endings of a file that names in tables leave out."""


def system_names(files: Sequence[str]) -> list[str]:
    """Short names for files, no two alike: without endings, and with the folders that it takes; in one line.

    >>> system_names(["out/a.amr", "out/b-1.6.amr.gz"]), system_names(["in/x/a.amr", "in/y/a.amr"])
    (['a', 'b-1.6'], ['x/a', 'y/a'])
    >>> system_names(["a.amr", "a.txt"]), system_names(["a", "a"])
    (['a.amr', 'a.txt'], ['a', 'a (2)'])
    """
    shown = [os.path.normpath(printable(file.removeprefix(DOCUMENTS))) for file in files]
    parts = [(*path.parts[:-1], _ENDING.sub("", path.name)) for path in map(PurePath, shown)]
    tails = (["/".join(each[-most:]) for each in parts] for most in range(1, max(map(len, parts), default=0) + 1))
    for names in (*tails, shown):
        if len({*names}) == len(names) and all(names):
            return names
    return [f"{name} ({at + 1})" if name in names[:at] else name for at, name in enumerate(names)]
