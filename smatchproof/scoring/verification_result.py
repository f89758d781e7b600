"""The facts that certificates prove together, and the faults that were found in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from smatchproof.base.result import Result, fact
from smatchproof.base.text import many
from smatchproof.inference.interval import Interval
from smatchproof.problem.score import CorpusScore
from smatchproof.scoring.verification import Problem, Verified

_TRUSTED = "similarities are trusted as the certificates state them"
_HELD = "the graphs are those that the certificates hold; name both corpora to compare them"


@dataclass(slots=True, repr=False)
class Verification(Result):
    """What certificates prove.

    `files` are the two corpora, if there are any, `empty` the graphs that were counted as empty.
    """

    files: tuple[str, str] | None = None
    trusts_similarities: bool = False
    corpus: CorpusScore = field(default_factory=CorpusScore)
    pairs: list[Verified] = field(default_factory=list)
    convention: str = ""
    empty: list[str] = field(default_factory=list)
    links: list[tuple[int, int]] = field(default_factory=list)
    """Of each certificate about all optima, the numbers of forced and of open links."""
    problems: list[str] = field(default_factory=list)
    keeps_pairs: bool = False
    listed: str = "in problems"
    """Where the faults are listed."""
    certificates, proved = fact("certificates"), fact("proved")
    precision, recall, f1 = map(fact, ("precision", "recall", "f1"))

    def add(self, found: Verified | Problem) -> None:
        """Count one more certificate that holds, or a fault."""
        if isinstance(found, Problem):
            self.problems.append(found.text)
            return
        self.corpus.add(found.counts, found.counts.proved)
        self.convention = found.convention
        self.empty += found.empty
        self.links += [] if found.links is None else [found.links]
        if self.keeps_pairs:
            self.pairs.append(found)

    @property
    def verified(self) -> bool:
        """Test whether every certificate holds."""
        return not self.problems

    @property
    def backbones(self) -> dict[str, int]:
        """The links that certificates about all optima prove to be in all of them and in some."""
        forced, some = map(sum, zip(*self.links, strict=True))
        return {"certificates": len(self.links), "forced": forced, "open": some}

    @property
    def notes(self) -> list[str]:
        """The assumptions of the result beside the certificates."""
        trusted = "|sim:" in self.convention and (self.trusts_similarities or self.files is None)
        return [note for note, holds in ((_TRUSTED, trusted), (_HELD, self.files is None)) if holds]

    def summary(self) -> dict[str, object]:
        """The number of certificates that hold, and the score that they prove."""
        score = self.corpus.micro._asdict()
        return {
            "certificates": self.corpus.pairs,
            "problems": len(self.problems),
            "proved": self.corpus.proved,
            **score,
        }

    def rows(self) -> Sequence[Mapping[str, object]]:
        """A record for each certificate, where they were kept."""
        return [{"id": each.id, **each.counts.as_dict(), **each.counts.score._asdict()} for each in self.pairs]

    def to_dict(self) -> dict[str, Any]:
        """The object that ``verify --format json`` prints."""
        counts = self.corpus.counts
        return {
            "verified": self.corpus.pairs,
            "matched": counts.matched,
            "upper_bound": counts.upper_bound,
            **({"denominator": counts.denominator} if counts.denominator > 1 else {}),
            "left_triples": counts.left_triples,
            "right_triples": counts.right_triples,
            **self.corpus.micro._asdict(),
            **({} if self.corpus.all_proved else {"f1_upper": self.corpus.micro_upper.f1}),
            "proved": self.corpus.proved,
            "convention": self.convention,
            **({"every_optimum": self.backbones} if self.links else {}),
            "graphs_compared": self.files is not None,
            "notes": self.notes,
            "counted_as_empty": self.empty,
            "problems": self.problems,
        }

    def __str__(self) -> str:
        """The lines that ``verify`` prints."""
        if not self.corpus.pairs:  # zeros would look like a score
            found = f"{many(len(self.problems), 'fault')} (listed {self.listed}) and no certificate that holds"
            return f"verified   nothing: {found}; name a file that score --certificates wrote"
        counts = self.corpus.counts
        about = "the graphs of {} and {}".format(*self.files) if self.files else "the graphs they hold"
        sizes = f"{counts.left_triples:,} and {counts.right_triples:,} triples"
        most = "" if counts.proved else f" than {counts.format_triples(counts.upper_bound)}"
        lines = [
            f"verified   {many(self.corpus.pairs, 'certificate')}, about {about}",
            f"matched    {counts.format_triples(counts.matched)} of {sizes}: no alignments match more{most}",
            f"F1         {Interval(self.corpus.micro.f1, self.corpus.micro_upper.f1)}",
            f"convention {self.convention}",
            *(
                "links      {forced:,} in every optimum, {open:,} in some".format(**self.backbones)
                for _ in self.links[:1]
            ),
            *(f"note       {note}" for note in self.notes),
            *(f"empty      {graph}" for graph in self.empty),
        ]
        if self.problems:
            lines.append(f"refused    {len(self.problems):,} (listed {self.listed}): not all pairs are verified")
        return "\n".join(lines)
