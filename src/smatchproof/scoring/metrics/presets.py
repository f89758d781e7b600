"""Presets: metrics under one name that reproduce the score of another program, or a column of a published table.

A preset is a bundle of settings of ours. Its name is in the signature, with the settings that it stands for; options
for those settings are refused with it.
"""

from __future__ import annotations

from smatchproof.base.errors import UsageError
from smatchproof.base.record import replace
from smatchproof.conventions.conventions import convention
from smatchproof.scoring.metrics.entry import SIMILARITY_OPTIONS, MetricEntry
from smatchproof.scoring.metrics.smatch import entry
from smatchproof.scoring.settings import ScoreSettings
from smatchproof.similarity.grading import Graded, Grading

_PROGRAM_SENSE = 0.5
"""The default of ``-diffsense`` in ``s2match.py``."""


def _as_the_program(name: str, grading: Grading | None) -> Grading:
    """The similarities as the program uses them: word vectors by its own rules, a table as it is.

    The threshold and the sense coefficient are the program's ``-cutoff`` and ``-diffsense``; TOP is graded besides the
    concepts. Raises :class:`UsageError` if there are no similarities.
    """
    if grading is None:
        raise UsageError(f"{name} needs similarities; give --vectors FILE or --similarities FILE")
    similarity = grading.similarity
    from smatchproof.similarity.similarity import S2matchPySimilarity, VectorSimilarity

    if type(similarity) is VectorSimilarity:
        sense = _PROGRAM_SENSE if similarity.sense is None else similarity.sense
        similarity = S2matchPySimilarity(similarity.words, sense, grading.threshold)
    elif grading.threshold != Grading(similarity).threshold:
        raise UsageError(f"the threshold of {name} is for word vectors; a table counts as it is")
    return Grading(similarity, threshold=0.0, graded=Graded.TOP, denominator=grading.denominator)


def _preset(name: str, reproduces: str, rule: str, is_graded: bool = False) -> MetricEntry:
    """The entry of a preset with a convention, where concepts match by similarity if it is graded.

    `reproduces` names the program or table that the preset reproduces.
    """

    def applied(settings: ScoreSettings, grading: Grading | None) -> ScoreSettings:
        chosen = replace(convention(rule), aspect=settings.convention.aspect)
        used = _as_the_program(name, grading) if is_graded else None
        return replace(settings, convention=chosen, grading=used, preset=name)

    return entry(
        name,
        reproduces,
        applied,
        [name for name in SIMILARITY_OPTIONS if is_graded and name != "graded"],
        convention=rule,
    )


ENTRIES = (
    _preset(
        "s2match",
        "concepts match by similarity, as in s2match.py of amr-metric-suite at 711a231: BAMBOO's S2match(def)",
        "amr-metric-suite",
        is_graded=True,
    ),
    _preset(
        "bamboo-smatch", "BAMBOO's Smatch: that of the suite, whose TOP has the root's concept", "amr-metric-suite"
    ),
    _preset("bamboo-smatchpp", "BAMBOO's SmatchPP: smatchpp, graph type amr", "smatchpp-amr"),
)
