"""Presets: metrics under one name that reproduce the score of another program, or a column of a published table.

A preset is a bundle of settings of ours. Its name is in the signature, with the settings that it stands for; options
for those settings are refused with it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from smatchproof.base.errors import UsageError
from smatchproof.conventions.conventions import Convention, convention
from smatchproof.scoring.metrics.entry import CONVENTION_OPTIONS, SIMILARITY_OPTIONS, MetricEntry
from smatchproof.scoring.metrics.smatch import entry
from smatchproof.scoring.settings import ScoreSettings
from smatchproof.similarity.grading import Graded, Grading

_PROGRAM_SENSE = 0.5
"""The default of ``-diffsense`` in ``s2match.py``."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A bundle of settings: a convention, and whether concepts match by similarity.

    `reproduces` names the program or table that the preset reproduces.
    """

    name: str
    reproduces: str
    rule: str
    is_graded: bool = False

    @property
    def convention(self) -> Convention:
        """The convention of the preset.

        >>> PRESETS["bamboo-smatch"].convention.signature
        'conv:amr-metric-suite|dup:product|top:concept'
        """
        return convention(self.rule)

    def grading(self, grading: Grading | None) -> Grading | None:
        """The similarities as the program uses them: word vectors by its own rules, a table as it is.

        The threshold and the sense coefficient are the program's ``-cutoff`` and ``-diffsense``; TOP is graded besides
        the concepts. Raises :class:`UsageError` if a graded preset gets no similarities.
        """
        if not self.is_graded:
            return None
        if grading is None:
            raise UsageError(f"{self.name} needs similarities; give --vectors FILE or --similarities FILE")
        similarity = grading.similarity
        from smatchproof.similarity.similarity import VectorSimilarity
        from smatchproof.similarity.similarity_programs import S2matchPySimilarity

        if type(similarity) is VectorSimilarity:
            sense = _PROGRAM_SENSE if similarity.sense is None else similarity.sense
            similarity = S2matchPySimilarity(similarity.words, sense, grading.threshold)
        elif grading.threshold != Grading(similarity).threshold:
            raise UsageError(f"the threshold of {self.name} is for word vectors; a table counts as it is")
        return Grading(similarity, threshold=0.0, graded=Graded.TOP, denominator=grading.denominator)

    def applied(self, settings: ScoreSettings, grading: Grading | None = None) -> ScoreSettings:
        """Return settings with those of the preset."""
        rule = replace(self.convention, aspect=settings.convention.aspect)
        return replace(settings, convention=rule, grading=self.grading(grading), preset=self.name)


PRESETS = {
    preset.name: preset
    for preset in (
        Preset(
            "s2match",
            "concepts match by similarity, as in s2match.py of amr-metric-suite at 711a231: BAMBOO's S2match(def)",
            "amr-metric-suite",
            is_graded=True,
        ),
        Preset(
            "bamboo-smatch",
            "BAMBOO's Smatch: that of the suite, whose TOP has the root's concept",
            "amr-metric-suite",
        ),
        Preset("bamboo-smatchpp", "BAMBOO's SmatchPP: smatchpp, graph type amr", "smatchpp-amr"),
    )
}
"""The presets by name."""


def _entry(preset: Preset) -> MetricEntry:
    return entry(
        preset.name,
        preset.reproduces,
        preset.applied,
        [name for name in SIMILARITY_OPTIONS if preset.is_graded and name != "graded"],
        ("opitz-etal-2021-weisfeiler", "opitz-etal-2020-amr" if preset.is_graded else "cai-knight-2013-smatch"),
        reasons=dict.fromkeys((*CONVENTION_OPTIONS, "graded"), "the preset says it"),
        is_preset=True,
    )


ENTRIES = tuple(map(_entry, PRESETS.values()))
