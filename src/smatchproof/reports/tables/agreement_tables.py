"""The agreement of files as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from smatchproof.base.text import FOUR_DECIMALS, ScoreFormat, many
from smatchproof.reports.tables.cells import Cell, FormattedTable, ends_cell
from smatchproof.scoring.systems.agreement import Agreement, SentenceAgreement

_SELF = "–"


def formatted_agreement(agreement: Agreement, signature: str, numbers: ScoreFormat = FOUR_DECIMALS) -> FormattedTable:
    """F1 of every two files, the mean of each with all others, and of how many sentences it gives the pivot."""
    columns = ("file", *agreement.names, "mean", "pivots")
    rows = [tuple(_cells(agreement, at, numbers)) for at in range(len(agreement.names))]
    sure = f"{agreement.certified_pivots:,} of {many(agreement.sentences, 'pivot')}"
    certified = sum(score.certified for score in agreement.scores.values())
    notes = [f"Certified: {certified:,} of {many(agreement.couples, 'pair')} of graphs, {sure}."]
    if agreement.fingerprints:
        files = zip(agreement.names, agreement.fingerprints, strict=True)
        notes.append(f"Graphs: {', '.join(f'{name} {graphs}' for name, graphs in files)}.")
    title = f"F1 of {many(agreement.sentences, 'graph')} in each file"
    return FormattedTable("agreement", title, columns, tuple(rows), tuple(notes), (signature,))


def _cells(agreement: Agreement, at: int, numbers: ScoreFormat) -> Iterator[Cell]:
    yield Cell(agreement.names[at], agreement.names[at])
    for other in range(len(agreement.names)):
        if other == at:
            yield Cell(_SELF)
            continue
        score = agreement.of(at, other)
        yield ends_cell((score.micro.f1, score.micro_upper.f1), numbers)
    yield Cell(numbers.score(agreement.mean(at)), agreement.mean(at))
    yield Cell(f"{agreement.pivots[at]:,}", agreement.pivots[at])


def agreement_object(agreement: Agreement, signature: str) -> dict[str, object]:
    """The agreement as the members of a JSON object, with all digits."""
    return {
        "files": list(agreement.names),
        "fingerprints": dict(zip(agreement.names, map(str, agreement.fingerprints), strict=False)),
        "sentences": agreement.sentences,
        "couples": [
            {
                "left": agreement.names[one],
                "right": agreement.names[other],
                **score.counts.as_dict(),
                **score.micro._asdict(),
                "pairs": score.pairs,
                "certified": score.certified,
            }
            for (one, other), score in agreement.scores.items()
        ],
        "pivots": dict(zip(agreement.names, agreement.pivots, strict=True)),
        "certified_pivots": agreement.certified_pivots,
        "signature": signature,
    }


def sentence_object(sentence: SentenceAgreement, names: Sequence[str]) -> dict[str, object]:
    """The pivot of a sentence as the members of a JSON object."""
    couples = [[names[one], names[other], counts.score.f1] for (one, other), (counts, _) in sentence.counts.items()]
    return {"id": sentence.id, "pivot": names[sentence.pivot], "certified": sentence.is_certified, "f1": couples}
