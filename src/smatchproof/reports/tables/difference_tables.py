"""What ``differences`` prints, as text and JSON: scores under two conventions with the share of each rule, and
scores of other programs with the optimum.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from statistics import mean

from smatchproof.base.text import many, table_lines
from smatchproof.inference.interval import Interval
from smatchproof.problem.score import CorpusScore
from smatchproof.scoring.corpus.convention_shares import ConventionComparison, RuleShare
from smatchproof.scoring.systems.peer_scores import PeerPair, PeerScore


def conventions_text(found: ConventionComparison) -> str:
    """The comparison as text."""
    rows = [["convention", "precision", "recall", "F1", "certified"]]
    for name, corpus in ((found.one, found.steps[0]), (found.other, found.steps[-1])):
        cells = [str(Interval(*ends)) for ends in zip(corpus.micro, corpus.micro_upper, strict=True)]
        rows.append([name, *cells, f"{corpus.certified:,} of {corpus.pairs:,}"])
    lines = [*table_lines(rows), "", f"from {found.one} to {found.other}: {found.difference:+.4f} F1"]
    shares = [["rule", "share", "F1 then", "pairs", "most"]]
    shares += [[share.about, f"{share.share:+.4f}", f"{share.after.micro.f1:.4f}", f"{share.moved:,}", _most(share)]
               for share in found.shares]  # fmt: skip
    lines += table_lines(shares, right=(False, True, True, True, False))
    lines.append("")
    lines.append("Rules are switched one after the other, from above; in another order they may share otherwise.")
    lines.append("They also count what a program itself refuses to read; compare --every-convention names it.")
    return "\n".join(lines)


def _most(share: RuleShare) -> str:
    return ", ".join(f"{pair.id} ({pair.before:.2f} to {pair.after:.2f})" for pair in share.most)


def conventions_json(found: ConventionComparison) -> str:
    """The comparison as one JSON object, with all digits."""
    members = {
        "conventions": [
            {
                "convention": name,
                **corpus.counts.as_dict(),
                **corpus.micro._asdict(),
                "pairs": corpus.pairs,
                "certified": corpus.certified,
            }
            for name, corpus in ((found.one, found.steps[0]), (found.other, found.steps[-1]))
        ],
        "from": found.one,
        "to": found.other,
        "difference": found.difference,
        "order": "one after the other",
        "shares": [
            {
                "rule": share.rule,
                "about": share.about,
                "share": share.share,
                "f1": share.after.micro.f1,
                "pairs": share.moved,
                "most": [{"id": pair.id, "before": pair.before, "after": pair.after} for pair in share.most],
            }
            for share in found.shares
        ],
    }
    return json.dumps(members, indent=2, ensure_ascii=False)


# ---- other programs


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
