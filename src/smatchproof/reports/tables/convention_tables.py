"""Scores under all conventions, and what each rule contributes to the difference between two, as text and JSON."""

from __future__ import annotations

import json

from smatchproof.base.text import table_lines
from smatchproof.inference.interval import Interval
from smatchproof.scoring.corpus.convention_shares import ConventionComparison, RuleShare


def conventions_text(found: ConventionComparison) -> str:
    """The comparison as text."""
    rows = [["convention", "precision", "recall", "F1", "certified"]]
    for score in found.scores:
        corpus = score.corpus
        cells = [str(Interval(*ends)) for ends in zip(corpus.micro, corpus.micro_upper, strict=True)]
        refused = f", {score.refused:,} left out" if score.refused else ""
        rows.append([score.name, *cells, f"{corpus.certified:,} of {corpus.pairs:,}{refused}"])
    lines = [*table_lines(rows), ""]
    lines += [f"{score.name} left out: {score.reason}" for score in found.scores if score.refused]
    first, last = found.steps[0].micro.f1, found.steps[-1].micro.f1
    lines.append(f"from {found.one} ({first:.4f}) to {found.other} ({last:.4f}): {found.difference:+.4f} F1")
    shares = [["rule", "share", "F1 then", "pairs", "most"]]
    shares += [[share.about, f"{share.share:+.4f}", f"{share.after.micro.f1:.4f}", f"{share.moved:,}", _most(share)]
               for share in found.shares]  # fmt: skip
    lines += table_lines(shares, right=(False, True, True, True, False))
    lines.append("")
    lines.append("Rules are switched one after the other, from above; in another order they may share otherwise.")
    return "\n".join(lines)


def _most(share: RuleShare) -> str:
    return ", ".join(f"{pair.id} ({pair.before:.2f} to {pair.after:.2f})" for pair in share.most)


def conventions_json(found: ConventionComparison) -> str:
    """The comparison as one JSON object, with all digits."""
    members = {
        "conventions": [
            {
                "convention": score.name,
                **score.corpus.counts.as_dict(),
                **score.corpus.micro._asdict(),
                "pairs": score.corpus.pairs,
                "certified": score.corpus.certified,
                "refused": score.refused,
            }
            for score in found.scores
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
