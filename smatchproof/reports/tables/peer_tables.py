"""The results of other programs for a corpus beside the optimum, as text and JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from statistics import mean

from smatchproof.base.text import many
from smatchproof.base.text_table import table_lines
from smatchproof.inference.interval import Interval
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
            lines.append(f"{score.peer}: {score.left_out:,} pairs left out; {score.reason}")
    lines.append(
        f"Means over {len(seeds)} seeds ({seeds[0]} to {seeds[-1]}); vary: pairs whose score depends on the seed."
        if len(seeds) > 1
        else f"One run, with seed {seeds[0]}; more --runs show how much a score depends on the seed."
    )
    return "\n".join(lines)


def _row(score: PeerScore) -> list[str]:
    optimum, f1 = score.optimum, [each.f1 for each in score.scores]
    best = str(Interval(optimum.micro.f1, optimum.micro_upper.f1))
    missed = [f"{mean(each):,.1f}" for each in (score.missed_pairs, score.missed_triples)]
    return [score.peer, score.convention, best, *(f"{each:.4f}" for each in (mean(f1), min(f1), max(f1))), *missed,
            f"{score.varying:,}"]  # fmt: skip


def _missed(pair: PeerPair) -> str:
    least, most = min(pair.matched), max(pair.matched)
    found = f"{least:,}" if least == most else f"{least:,} to {most:,}"
    return f"{found} of {pair.optimum.matched:,}"


def _run(score: PeerScore, place: int) -> dict[str, object]:
    return {
        "seed": score.seeds[place],
        "matched": score.matched[place],
        **score.scores[place]._asdict(),
        "missed_pairs": score.missed_pairs[place],
        "missed_triples": score.missed_triples[place],
    }


def peers_json(found: Sequence[PeerScore], seeds: Sequence[int]) -> str:
    """The same as one JSON object, seed by seed, with all digits."""
    members = {
        "seeds": list(seeds),
        "programs": [
            {
                "program": score.peer,
                "convention": score.convention,
                "pairs": score.optimum.pairs,
                "left_out": score.left_out,
                "optimum": {
                    **score.optimum.counts.as_dict(),
                    **score.optimum.micro._asdict(),
                    "certified": score.optimum.certified,
                },
                "runs": [_run(score, place) for place in range(len(score.seeds))],
                "varying": score.varying,
                "most": [
                    {"id": pair.id, "optimum": pair.optimum.matched, "matched": list(pair.matched)}
                    for pair in score.most
                ],
            }
            for score in found
        ],
    }
    return json.dumps(members, indent=2, ensure_ascii=False)
