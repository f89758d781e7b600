"""Programs of others on public UMR files: their own reports made again, and their alignments beside the optimum."""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Iterator
from pathlib import Path

from benchmarks.common import Missing, table
from benchmarks.umr import COMPARISONS, SECONDS, VARIABLE, paired_documents
from benchmarks.umr_scorers import AnCastFailure, OwnScore, ancast_answer, compare_umr
from smatchproof.base.errors import SmatchproofError, UsageError
from smatchproof.conventions.ancast_aspects import ancast_parts
from smatchproof.graphs.corpus import Unit
from smatchproof.public import Block, Corpus, CorpusScore, Counts, ScoreSettings, SolveParams, convention, recounted
from smatchproof.scoring.metrics.smatch import score_pair
from smatchproof.scoring.pairs.fine_grained import program_fine_grained
from smatchproof.scoring.settings import FineGrained
from smatchproof.scoring.systems.peer_scores import score_peers

REPORTS_VARIABLE = "SMATCHPROOF_UMR_REPORTS"
"""The same of the commit ffb9c26 of ufal/UMR, which wrote the reports; the annotations have changed since."""
ANCAST_VARIABLE = "SMATCHPROOF_ANCAST"
"""The variable of the environment with the folder of a checkout of sxndqc/ancast."""
IGNORED = "wiki,modal-strength,mode,quote,polite"
"""What reports of whole collections leave out."""
_DTEST, _LATIN = "czech/PDT-C-dtest", "latin/LDT-manual-comparison"
_WHOLE = [
    *[
        tuple(
            f"{_DTEST}/evaluation/{end}" for end in (f"evaluation-{name}.txt", f"{name}-gold.umr", f"{name}-conv.umr")
        )
        for name in ("dtest", "pdt", "pdtsc", "pcedt")
    ],
    tuple(
        f"{_LATIN}/{end}" for end in ("evaluation-ldt.txt", "FIXED_TOKENS_latin_umr-0001.txt", "latin_conv_50_dmr.umr")
    ),
]
_SINGLE = [
    (
        f"{_DTEST}/evaluation/evaluation-{name}.txt",
        f"{_DTEST}/manual/{name}-{by}.umr",
        f"{_DTEST}/converted/{name}-conv.umr",
    )
    for name, by in [
        ("ln94210_111", "ML-all"),
        ("ln95046_093", "HH-all"),
        ("pdtsc_093_3.02", "ML-s1-s25"),
        ("pdtsc_146_2.05", "HH-s1-s25"),
        ("wsj0013.cz", "ML-all"),
        ("wsj0072.cz", "HH-s1-s10"),
    ]
]
REPORTS = [*[(*each, IGNORED) for each in _WHOLE], *[(*each, "") for each in _SINGLE]]
"""Reports of compare_umr.pl, their references and candidates, and the roles that are ignored."""


def _folder(variable: str) -> Path:
    folder = Path(os.environ.get(variable, ""))
    if variable not in os.environ or not folder.is_dir():
        raise Missing(f"{variable} names no folder of a checkout")
    return folder


def _pairs(left: Path, right: Path) -> list[tuple[Block, Block]]:
    """The pairs of sentences of two files by position; one may have more."""
    with Corpus(left) as lefts, Corpus(right) as rights:
        return [*zip(lefts.blocks(), rights.blocks(), strict=False)]


def _documents(left: Path, right: Path) -> list[tuple[Block, Block]]:
    """The same by documents, which both have the same sentences."""
    texts = [[Block("", 1, 0, None, each, Unit.DOCUMENT) for each in side] for side in paired_documents(left, right)]
    return [*zip(*texts, strict=True)]


# ---- reports made again


def reports() -> str:
    """The counts of reports of compare_umr.pl, and the cells of AnCast's samples, that are the same when made again."""
    folders = [_folder(VARIABLE), _folder(REPORTS_VARIABLE)]
    rows = [
        [f"compare_umr.pl: {Path(paths[0]).name}", *(_same_counts(folder / "data", *paths) for folder in folders)]
        for paths in REPORTS
    ]
    return table(["report", "the same, with the files of today", "with the files of its commit"], [*rows, *_samples()])


def _same_counts(folder: Path, report: str, reference: str, candidate: str, ignored: str) -> str:
    if not (folder / report).is_file():
        return "no such file"
    text = (folder / report).read_text(encoding="utf-8")
    stated = [*map(int, " ".join(_counts_stated(text[text.rindex("SUMMARY") :])).split())]
    try:
        found = [*_counts_found(compare_umr(_pairs(folder / candidate, folder / reference), ignored))]
    except UsageError as error:
        raise Missing(str(error)) from None
    return f"{sum(one == other for one, other in zip(stated, found, strict=True))} of {len(stated)} counts"


def _counts_stated(summary: str) -> Iterator[str]:
    """Of each score what matches and all, of the reference and of the candidate."""
    for line in summary.splitlines():
        if found := re.match(r"Out of (\d+) .*, (\d+) (?:found|mapped)", line):
            yield f"{found[2]} {found[1]}"


def _counts_found(scores: dict[str, OwnScore]) -> Iterator[int]:
    for each in scores.values():
        yield from map(int, (each.right_matched, each.right, each.left_matched, each.left))


def _samples() -> list[list[object]]:
    folder = _folder(ANCAST_VARIABLE) / "samples"
    rows: list[list[object]] = []
    for name in ("umr", "amr"):
        pairs = _pairs(folder / f"{name}_test.txt", folder / f"{name}_gold.txt")
        with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            stated = [row[5:] for row in csv.reader(file)][1:]
        same = all_cells = 0
        for pair, cells in zip(pairs, stated, strict=True):
            own = _ancast(pair)[1]
            labelled, concepts = own["labelled relations"].score, own["concepts"].score.precision
            others = (own[f"{kind} relations"].score.f1 for kind in ("unlabelled", "weighted"))
            numbers = [concepts, concepts, concepts, *labelled, *others, own["smatch"].score.f1]
            same += sum(f"{number:.2%}" == cell for number, cell in zip(numbers, cells, strict=True))
            all_cells += len(cells)
        rows.append([f"AnCast: {name}.csv", f"{same} of {all_cells} cells", ""])
    return rows


def _ancast(pair: tuple[Block, Block]) -> tuple[tuple[int | None, ...], dict[str, OwnScore]]:
    left, right = (convention("umr").triples(block.parse()) for block in pair)
    return ancast_answer(pair, left, right)


# ---- beside the optimum


def beside_optimum() -> str:
    """What alignments of AnCast and smatchpp match, beside the certified optimum of the same triples."""
    folder, rows = _folder(VARIABLE) / "data", []
    for name, candidate, reference in COMPARISONS:
        files = folder / candidate, folder / reference
        sentences, documents = _pairs(*files), _documents(*files)
        rows.append([f"{name}, sentences", *_beside_ancast(sentences), *_beside_smatchpp(sentences)])
        rows.append([f"{name}, documents", *_beside_ancast(documents), "", "", ""])
    header = [
        "", "pairs", "left out", "certified", "optimum", "AnCast", "above", "labelled relations: optimum", "AnCast",
        "above", "with similar concepts", "smatchpp: optimum", "smatchpp", "triples above",
    ]  # fmt: skip
    told = (
        "Labelled relations count two halves each, which match where the concept of their end is equal. With similar "
        "concepts: as AnCast itself counts these halves, where a concept within another one matches in part."
    )
    return f"{told}\n\n{table(header, rows)}"


def _beside_ancast(pairs: list[tuple[Block, Block]]) -> list[object]:
    """Of all triples and of labelled relations: the optimum, what AnCast matches, and the pairs where that is more."""
    settings = ScoreSettings(convention("umr"), params=SolveParams(time_limit=SECONDS))
    whole, left_out, totals, above, stated = CorpusScore(), 0, [0, 0, 0], [0, 0], 0.0
    for at, pair in enumerate(pairs, 1):
        try:
            left, right = (block.parse() for block in pair)
            mapping, own = _ancast(pair)
        except (SmatchproofError, AnCastFailure):
            left_out += 1
            continue
        found = score_pair(left, right, settings, at)
        whole.add(found.counts, found.certified)
        stated += 2 * own["labelled relations"].left_matched
        best = program_fine_grained(left, right, settings, FineGrained.ANCAST)["labelled-relations"]
        counted = settings.convention.triples, lambda graph: ancast_parts(graph)["labelled-relations"]
        duplicates = settings.convention.duplicates
        theirs = [recounted(count(left), count(right), mapping, duplicates) for count in counted]
        totals = [*map(sum, zip(totals, (*theirs, best.matched), strict=True))]
        for part, (matched, counts) in enumerate(zip(theirs, (found.counts, best), strict=True)):
            above[part] += matched > counts.upper_bound
    numbers = whole.counts.matched, totals[0], above[0], totals[2], totals[1], above[1], f"{stated:.1f}"
    return [len(pairs), left_out, whole.certified, *numbers]


def _beside_smatchpp(pairs: list[tuple[Block, Block]]) -> list[object]:
    try:
        (score,) = score_peers(pairs, ["smatchpp"], [0])
    except UsageError as error:
        raise Missing(str(error)) from None
    certified: list[Counts] = []
    settings = ScoreSettings(convention(score.convention))
    for at, (left, right) in enumerate(pairs, 1):
        try:
            certified.append(score_pair(left.parse(), right.parse(), settings, at).counts)
        except SmatchproofError:  # it does not read such a graph
            continue
    total = sum(each.matched for each in certified)
    return [total, score.matched[0], score.optimum.counts.matched - total]
