"""The results of other programs for a corpus, with the optimum, as text and JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from statistics import mean

from smatchproof.base.text import many, table_lines
from smatchproof.inference.interval import Interval
from smatchproof.problem.score import CorpusScore
from smatchproof.scoring.systems.peer_scores import PeerPair, PeerScore


def peers_text(found: Sequence[PeerScore]) -> str:
    """A line for each program: the optimum under its convention, its own scores, and the triples that it misses."""
    headings = ["program", "counts", "optimum", "its F1", "least", "most", "pairs missed", "triples missed", "vary"]
    rows = [headings, *map(_row, found)]
    seeds = found[0].seeds
    lines = [*table_lines(rows, right=(False, False, *[True] * 7)), ""]
    lines += [
        f"{score.peer} misses most of: {', '.join(f'{pair.id} ({_missed(pair)})' for pair in score.most)}"
        for score in found
        if score.most
    ]
    for score in found:
        optimum = score.optimum
        lines.append(
            f"{score.peer}: the optimum of {optimum.certified:,} of {many(optimum.pairs, 'pair')} is certified"
        )
        if score.left_out:
            first = score.left_out[0]
            lines.append(f"{score.peer}: {len(score.left_out):,} pairs left out; pair {first.id}: {first.reason}")
    lines.append(
        f"Means over {len(seeds)} seeds ({seeds[0]} to {seeds[-1]}); vary: pairs whose score depends on the seed."
        if len(seeds) > 1
        else f"One run, with seed {seeds[0]}; more --runs show how much a score depends on the seed."
    )
    return "\n".join(lines)


def _row(score: PeerScore) -> list[str]:
    optimum, f1 = score.optimum, [each.f1 for each in score.scores]
    best = str(Interval(optimum.micro.f1, optimum.micro_upper.f1))
    found = [f"{each:.4f}" for each in (mean(f1), min(f1), max(f1))]
    missed = mean(score.missed_pairs), optimum.counts.matched - mean(score.matched)
    return [score.peer, score.convention, best, *found, *(f"{each:,.1f}" for each in missed), f"{score.varying:,}"]


def _missed(pair: PeerPair) -> str:
    least, most = min(pair.matched), max(pair.matched)
    found = f"{least:,}" if least == most else f"{least:,} to {most:,}"
    return f"{found} of {pair.optimum.matched:,}"


def peers_json(found: Sequence[PeerScore], seeds: Sequence[int]) -> str:
    """The same as one JSON object, seed by seed, with all digits."""
    programs = [_members(score, score.optimum) for score in found]
    return json.dumps({"seeds": list(seeds), "programs": programs}, indent=2, ensure_ascii=False)


def _members(score: PeerScore, optimum: CorpusScore) -> dict[str, object]:
    best = optimum.counts.matched
    runs = zip(score.seeds, score.matched, score.scores, score.missed_pairs, strict=True)
    return {
        "program": score.peer,
        "convention": score.convention,
        "pairs": optimum.pairs,
        "left_out": len(score.left_out),
        "optimum": {**optimum.counts.as_dict(), **optimum.micro._asdict(), "certified": optimum.certified},
        "runs": [
            {"seed": seed, "matched": matched, **f._asdict(), "missed_pairs": missed, "missed_triples": best - matched}
            for seed, matched, f, missed in runs
        ],
        "varying": score.varying,
        "most": [{"id": pair.id, "optimum": pair.optimum.matched, "matched": pair.matched} for pair in score.most],
    }
