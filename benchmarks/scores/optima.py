"""Ranges of numbers that are read off one optimum: links, projections, the canonical optimum."""

from __future__ import annotations

import statistics
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

from benchmarks.common import Corpora, as_installed, corpus, in_turns, put_into_page, score, sentences, table
from smatchproof.public import AlignmentMetric, Counts, ScoreSettings
from smatchproof.scoring.pairs.backbone import BackboneTotal
from smatchproof.scoring.pairs.fine_grained import FineGrainedScore, RangeTotal, f1_or_none, fine_grained
from smatchproof.scoring.settings import FineGrained

_CORPORA = ("lpp", "sts dev main", "sick dev main", "para dev main")
_SEEDS = range(3)

_LINKS = """\
Links of the canonical optimum of each pair, under the convention `smatch`. Forced: the share that is in every optimum.
Open: links of some optima, each counted once.
"""
_ASPECTS = f"""\
F1 x 100 of all pairs by projection. Least and most: over all choices of one optimum for each pair, both ends certified
for every pair. Varies: the pairs in which the ends differ. Canonical and found: the canonical optimum, and the one that
`exact` finds. smatch.py 1.0.4 (five starts; the lowest and the highest of {len(_SEEDS)} seeds) and smatchpp 1.8.0 (its
integer program) search on the same triples, and what they find is projected likewise.
"""
_PEERS = """\
Pairs whose alignment is an optimum, and pairs with one that projects to other numbers than the canonical optimum.
"""
_COST = "Processor seconds of a process; ratios are medians of five turns, with the lowest and the highest."


def optima() -> str:
    """All tables; the first three are put into the page, too."""
    measured = {name: _Corpus(corpus(name)) for name in _CORPORA}
    study = "\n\n".join(
        [_LINKS.strip(), _links(measured), _ASPECTS.strip(), _aspects(measured), _PEERS.strip(), _peers(measured)]
    )
    put_into_page("arbitrary-numbers.md", "optima", study)
    return "\n\n".join([study, _COST, _cost()])


class _Corpus:
    """The pairs of a corpus, what all optima share, and what each program's alignments project to."""

    def __init__(self, pair: Corpora) -> None:
        self.name, self.pairs = pair[0], sentences(pair)
        self.links, self.ranges = BackboneTotal(), RangeTotal()
        self.totals: dict[str, FineGrainedScore] = {}
        self.optimal, self.other = Counter[str](), Counter[str]()
        settings = ScoreSettings(every_optimum=True, canonical=True, fine_grained=FineGrained.PROJECTED)
        plain = ScoreSettings()
        ways = {"found": AlignmentMetric(plain), "smatchpp": AlignmentMetric(replace(plain, method="smatchpp"))}
        seeded = {
            f"smatch.py {seed}": replace(plain, method="smatch", params=replace(plain.params, seed=seed))
            for seed in _SEEDS
        }
        ways |= {name: AlignmentMetric(each) for name, each in seeded.items()}
        for left, right in self.pairs:
            pair_score = AlignmentMetric(settings).pair(left, right, "1")
            aspects = pair_score.fine_grained
            assert pair_score.backbone and aspects and pair_score.canonical and pair_score.certified
            self.links.add(pair_score.backbone)
            self.ranges.add(pair_score.ranges, aspects)
            self._add("canonical", aspects)
            for name, metric in ways.items():
                comparison = metric.claim(left, right, "1").comparison
                counts = fine_grained(comparison, plain, FineGrained.PROJECTED)
                self._add(name, counts)
                self.optimal[name] += comparison.solution.matched == pair_score.counts.matched
                self.other[name] += any(counts[aspect].matched != aspects[aspect].matched for aspect in counts)
        assert self.ranges.certified == len(self.pairs)

    def _add(self, name: str, counts: dict[str, Counts]) -> None:
        self.totals.setdefault(name, FineGrainedScore(FineGrained.PROJECTED)).add(counts)

    def f1(self, name: str, aspect: str) -> float:
        """F1 x 100 of what a program's alignments project to."""
        return 100 * self.totals[name].aspects[aspect].micro.f1


def _links(measured: dict[str, _Corpus]) -> str:
    rows: list[list[object]] = []
    for name, each in measured.items():
        links = each.links
        assert links.certified == links.pairs
        share = f"{100 * (links.forced_share or 0):.2f} %"
        rows.append([name, links.pairs, links.links, share, links.counts["open"], links.ambiguous])
    return table(["corpus", "pairs", "links", "forced", "open", "pairs with open links"], rows)


def _aspects(measured: dict[str, _Corpus]) -> str:
    rows: list[list[object]] = []
    for name, each in measured.items():
        for aspect, corpus_score in each.ranges.aspects.items():
            if f1_or_none(corpus_score.counts) is None:
                continue
            ends = corpus_score.micro.f1, corpus_score.micro_upper.f1
            seeds = [each.f1(f"smatch.py {seed}", aspect) for seed in _SEEDS]
            ours = [each.f1(way, aspect) for way in ("canonical", "found")]
            theirs = f"{min(seeds):.2f} to {max(seeds):.2f}", f"{each.f1('smatchpp', aspect):.2f}"
            numbers = [f"{number:.2f}" for number in (100 * ends[0], 100 * ends[1])]
            rows.append([name, aspect, *numbers, each.ranges.wide(aspect), *(f"{one:.2f}" for one in ours), *theirs])
    heads = ["least", "most", "varies", "canonical", "found", "smatch.py", "smatchpp"]
    return table(["corpus", "aspect", *heads], rows)


def _peers(measured: dict[str, _Corpus]) -> str:
    rows: list[list[object]] = [
        [name, program, len(each.pairs), each.optimal[program], each.other[program]]
        for name, each in measured.items()
        for program in each.optimal
    ]
    return table(["corpus", "alignments of", "pairs", "optimal", "project to other numbers"], rows)


def _cost() -> str:
    """The time of the backbone and of the canonical optimum as multiples of that of the score."""
    rows: list[list[object]] = []
    with tempfile.TemporaryDirectory() as folder:
        for name in _CORPORA:
            ways = (), ("--canonical",), ("--every-optimum",)
            runs = in_turns([score(corpus(name), *way) for way in ways], environment=as_installed(Path(folder)))
            plain, *others = ([each.of_processors for each in some] for some in runs)
            ratios = [sorted(other / one for one, other in zip(plain, some, strict=True)) for some in others]
            told = [f"{each[len(each) // 2]:.2f} ({each[0]:.2f} to {each[-1]:.2f})" for each in ratios]
            rows.append([name, statistics.median(plain), *told])
    return table(["corpus", "score s", "--canonical", "--every-optimum"], rows)
