"""The results of other programs for a corpus beside the optimum, as text and JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from statistics import mean

from smatchproof.base.text import many
from smatchproof.base.text_table import table_lines
from smatchproof.inference.interval import Interval
from smatchproof.scoring.systems.peer_scores import PeerPair, PeerScore
from smatchproof.scoring.systems.umr_programs import OwnScores

_NOTHING = "–"


def own_text(stated: Mapping[str, OwnScores]) -> str:
    """The scores that programs state by definitions of their own, a line for each.

    >>> from smatchproof.scoring.systems.umr_programs import OwnScore
    >>> print(own_text({"ancast": {"modal": OwnScore(1, 2, 1, 4)}}))
    program  states       P       R      F1  of candidate  of reference
    ancast   modal   0.5000  0.2500  0.3333        1 of 2        1 of 4
    """
    rows = [["program", "states", "P", "R", "F1", "of candidate", "of reference"]]
    for program, scores in stated.items():
        for name, own in scores.items():
            scores_of = [f"{each:.4f}" for each in own.score] if own.left or own.right else [_NOTHING] * 3
            sides = f"{_sum(own.left_matched)} of {_sum(own.left)}", f"{_sum(own.right_matched)} of {_sum(own.right)}"
            rows.append([program, name, *scores_of, *sides])
    return "\n".join(table_lines(rows, right=(False, False, *[True] * 5)))


def _sum(value: float) -> str:
    return f"{value:,.2f}".removesuffix(".00")


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
        if score.wrong_claims:
            lines.append(f"{score.peer} claims {score.wrong_claims:,} times what its alignment does not match")
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


def peers_json(found: Sequence[PeerScore], seeds: Sequence[int], stated: Mapping[str, OwnScores]) -> str:
    """The same as one JSON object, seed by seed, with all digits, and the scores that programs state themselves."""
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
                "wrong_claims": score.wrong_claims,
                "most": [
                    {"id": pair.id, "optimum": pair.optimum.matched, "matched": list(pair.matched)}
                    for pair in score.most
                ],
            }
            for score in found
        ],
        "stated": {
            program: {name: own._asdict() | own.score._asdict() for name, own in scores.items()}
            for program, scores in stated.items()
        },
    }
    return json.dumps(members, indent=2, ensure_ascii=False)
