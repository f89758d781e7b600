"""Ranges of numbers that are read off one optimum: links, projections, the canonical optimum, evidence."""

from __future__ import annotations

import random
import statistics
import tempfile
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from benchmarks.common import Corpora, as_installed, corpus, in_turns, put_into_page, score, sentences, table
from smatchproof.exact.optima import every_optimum, links
from smatchproof.public import (
    AlignmentMetric,
    Counts,
    Graph,
    ScoreSettings,
    Status,
    build_problem,
    exact,
)
from smatchproof.scoring.pairs.backbone import BackboneTotal
from smatchproof.scoring.pairs.fine_grained import FineGrainedScore, RangeTotal, f1_or_none, fine_grained
from smatchproof.scoring.settings import FineGrained
from smatchproof.similarity.evidence import Evidence, Strength

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
_PLANTED = """\
Of each pair with several optima one is drawn, and the evidence is one of its open links, or all of its links.
Recovered: the tie-break takes an optimum with that link, or with all. Same score: as many triples match as without
evidence.
"""


def optima() -> str:
    """All tables; the first three are put into the page, too."""
    measured = {name: _Corpus(corpus(name)) for name in _CORPORA}
    study = "\n\n".join(
        [_LINKS.strip(), _links(measured), _ASPECTS.strip(), _aspects(measured), _PEERS.strip(), _peers(measured)]
    )
    put_into_page("arbitrary-numbers.md", "optima", study)
    return "\n\n".join([study, _COST, _cost(), _PLANTED.strip(), _planted(measured)])


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


def orders() -> str:
    """Other orders of lines: how often the alignment is another one, taken by names."""
    rows: list[list[object]] = []
    ways = {"found": AlignmentMetric(), "canonical": AlignmentMetric(ScoreSettings(canonical=True))}
    for name in _CORPORA:
        rng, changed, pairs = random.Random(name), Counter[str](), sentences(corpus(name))
        for left, right in pairs:
            other = _shuffled(left, rng), _shuffled(right, rng)
            for way, metric in ways.items():
                one, again = metric.pair(left, right, "1"), metric.pair(*other, "1")
                assert one.matched == again.matched
                changed[way] += {*one.alignment} != {*again.alignment}
        rows.append([name, len(pairs), *(changed[way] for way in ways)])
    words = (
        "Pairs whose alignment is another one when the variables but the root, and the edges, come in a random order."
    )
    return f"{words}\n\n{table(['corpus', 'pairs', *ways], rows)}"


def _shuffled(graph: Graph, rng: random.Random) -> Graph:
    """The same graph with its variables and edges in another order."""
    order = [0, *rng.sample(range(1, len(graph.variables)), len(graph.variables) - 1)]
    place = {old: new for new, old in enumerate(order)}
    edges = [edge._replace(source=place[edge.source]) for edge in graph.edges]
    names, concepts = (tuple([each[old] for old in order]) for each in (graph.variables, graph.concepts))
    return Graph(names, concepts, tuple(rng.sample(edges, len(edges))), graph.id)


def _planted(measured: dict[str, _Corpus]) -> str:
    rows: list[list[object]] = []
    for name, each in measured.items():
        counts, rng = Counter[str](), random.Random(name)
        for left, right in each.pairs:
            for supported, planted, same in _with_planted(left, right, rng):
                counts["questions"] += 1
                counts["recovered"] += supported == planted
                counts["same"] += same
        rows.append([name, counts["questions"], counts["recovered"], counts["same"]])
    return table(["corpus", "questions", "recovered", "same score"], rows)


def _with_planted(left: Graph, right: Graph, rng: random.Random) -> Iterator[tuple[int, int, bool]]:
    """The links with evidence that a tie-break has, those that were planted, and whether the score is the same."""
    rule = ScoreSettings().convention
    triples = rule.triples(left), rule.triples(right)
    problem = build_problem(*triples, rule.duplicates)
    solution = exact(problem)
    assert solution.status is Status.OPTIMAL
    found = every_optimum(problem, solution.mapping)
    if not found.open:
        return
    drawn = sorted(links(problem, rng.choice(found.alignments)))
    possible = [p for p in drawn if p in found.open]
    names = triples[0].variables, triples[1].variables
    for planted in ([rng.choice(possible)] if possible else [], drawn):
        listed = "".join(f"1\t{names[0][i]}\t{names[1][j]}\n" for i, j in (problem.candidates[p] for p in planted))
        settings = ScoreSettings(evidence=Evidence("planted", Strength.TIE_BREAK, zlib.compress(listed.encode())))
        scored = AlignmentMetric(settings).pair(left, right, "1")
        assert scored.evidence and scored.certified
        yield scored.evidence[0], len(planted), scored.counts.matched == solution.matched
