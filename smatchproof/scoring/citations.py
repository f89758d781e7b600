"""What to cite for a metric: references in BibTeX, by the keys that the table of metrics names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from smatchproof.scoring.metrics import metric_entry
from smatchproof.scoring.metrics.presets import PRESETS
from smatchproof.scoring.question import MetricChoice

REFERENCES = {
    "cai-knight-2013": """\
@inproceedings{cai-knight-2013-smatch,
    title = "{S}match: an Evaluation Metric for Semantic Feature Structures",
    author = "Cai, Shu and Knight, Kevin",
    booktitle = "Proceedings of the 51st Annual Meeting of the Association for Computational Linguistics
                 (Volume 2: Short Papers)",
    year = "2013",
    pages = "748--752",
    url = "https://aclanthology.org/P13-2131/",
}""",
    "opitz-2020": """\
@article{opitz-etal-2020-amr,
    title = "{AMR} Similarity Metrics from Principles",
    author = "Opitz, Juri and Parcalabescu, Letitia and Frank, Anette",
    journal = "Transactions of the Association for Computational Linguistics",
    volume = "8",
    year = "2020",
    pages = "522--538",
    url = "https://aclanthology.org/2020.tacl-1.34/",
}""",
    "opitz-2021": """\
@article{opitz-etal-2021-weisfeiler,
    title = "{W}eisfeiler-{L}eman in the Bamboo: Novel {AMR} Graph Metrics and a Benchmark for {AMR} Graph Similarity",
    author = "Opitz, Juri and Daza, Angel and Frank, Anette",
    journal = "Transactions of the Association for Computational Linguistics",
    volume = "9",
    year = "2021",
    pages = "1425--1441",
    url = "https://aclanthology.org/2021.tacl-1.85/",
}""",
    "song-gildea-2019": """\
@inproceedings{song-gildea-2019-sembleu,
    title = "{S}em{B}leu: A Robust Metric for {AMR} Parsing Evaluation",
    author = "Song, Linfeng and Gildea, Daniel",
    booktitle = "Proceedings of the 57th Annual Meeting of the Association for Computational Linguistics",
    year = "2019",
    pages = "4547--4552",
    url = "https://aclanthology.org/P19-1446/",
}""",
    "damonte-2017": """\
@inproceedings{damonte-etal-2017-incremental,
    title = "An Incremental Parser for {A}bstract {M}eaning {R}epresentation",
    author = "Damonte, Marco and Cohen, Shay B. and Satta, Giorgio",
    booktitle = "Proceedings of the 15th Conference of the European Chapter of the Association for Computational
                 Linguistics: Volume 1, Long Papers",
    year = "2017",
    pages = "536--546",
    url = "https://aclanthology.org/E17-1051/",
}""",
    "opitz-2023": """\
@inproceedings{opitz-2023-smatch,
    title = "{SMATCH}++: Standardized and Extended Evaluation of Semantic Graphs",
    author = "Opitz, Juri",
    booktitle = "Findings of the Association for Computational Linguistics: EACL 2023",
    year = "2023",
    pages = "1595--1607",
    url = "https://aclanthology.org/2023.findings-eacl.118/",
}""",
}
"""References in BibTeX by their keys."""

_CONVENTIONS = {"smatchpp-amr": "opitz-2023", "smatchpp-generic": "opitz-2023"}


def citations(choices: Iterable[MetricChoice]) -> list[str]:
    """The references of these metrics, of their conventions and aspects, each once.

    >>> [text.partition("{")[2].partition(",")[0] for text in citations([MetricChoice("sembleu"), MetricChoice()])]
    ['song-gildea-2019-sembleu', 'cai-knight-2013-smatch']
    """
    keys: list[str] = []
    for choice in choices:
        entry, rule = metric_entry(choice.name), choice.settings.convention
        keys += entry.references
        preset = PRESETS.get(choice.name.partition("@")[0])
        rule = replace(preset.convention, aspect=rule.aspect) if preset else rule
        if (preset or "convention" in entry.options) and rule.name in _CONVENTIONS:
            keys.append(_CONVENTIONS[rule.name])
        if rule.aspect:
            keys.append("damonte-2017")
    return [REFERENCES[key] for key in dict.fromkeys(keys)]
