"""Verifying a file of certificates of any format, alone or as the answers to a question about two corpora.

A certificate contributes an alignment and a proof, and nothing else. What it is about is the question of the verifier:
the triples of the two corpora under a convention, and the similarities of S2match. :func:`verify` makes these from the
two corpora; a certificate that states other graphs, another convention or other similarities is refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from smatchproof.base.errors import CheckFailedError, quoted, short
from smatchproof.base.files import opened_plain
from smatchproof.base.record import Record, Struct, field
from smatchproof.base.result import Result, fact
from smatchproof.base.text import many
from smatchproof.exact.certificate import fingerprint, similarity_part
from smatchproof.exact.checker import Limits, Lines, Refused, check
from smatchproof.graphs.corpus import Block, Corpus, check_pairing, pair_blocks
from smatchproof.inference.interval import Interval
from smatchproof.problem.score import CorpusScore, Counts
from smatchproof.scoring.corpus.corpus_scores import parsed
from smatchproof.scoring.metrics.protocol import first_lines
from smatchproof.scoring.pairs.comparison import asked
from smatchproof.scoring.settings import OnError, ScoreSettings
from smatchproof.similarity.evidence import values_without_evidence
from smatchproof.similarity.grading import GradedPair


class VerificationError(CheckFailedError):
    """A certificate that does not hold, or is about another question."""

    heading = "refused"


def refusal(settings: ScoreSettings, record: dict[str, Any], pair: GradedPair) -> str:
    """Say why an accepted certificate is not about this pair under these settings; empty if it is.

    The checker has found that the fingerprint is that of the triples in the certificate. If the fingerprint of the
    question is the same, so are its triples.
    """
    (left, right, similarities), counted = pair, settings.counted
    if record["convention"] != counted:
        return f"the certificate is about {quoted(record['convention'])}, the question about '{counted}'"
    graded = None if similarities is None else similarity_part(similarities)
    if record["sha256"] != fingerprint(counted, left, right, graded):
        if graded is None and record["sha256"] == fingerprint(counted, right, left):
            return "the certificate is about these graphs the other way round; exchange CANDIDATE and REFERENCE"
        return "the certificate is about other graphs" + (" or similarities" if graded is not None else "")
    return ""


class Verified(Record):
    """A certificate that holds: its pair, convention and counts. `empty` lists graphs that counted as empty.

    `links` are the numbers of forced and of open links, where it is about all optima.
    """

    id: str
    convention: str
    counts: Counts
    empty: tuple[str, ...] = ()
    links: tuple[int, int] | None = None


class Problem(Record):
    """Something wrong with a file of certificates: a line that is refused, a pair without one, one without a pair."""

    text: str


def verify(
    certificates: str | Path,
    corpora: tuple[str | Path, str | Path] | None = None,
    settings: ScoreSettings = ScoreSettings(),
    on_error: OnError = OnError.STOP,
    keep_going: bool = False,
    limits: Limits = Limits(),
) -> Iterator[Verified | Problem]:
    """Check the certificates of a file one by one; yields what each proves.

    With two `corpora`, candidate and reference, every pair must have its certificate, and it must be about this pair
    under convention, grading and evidence of the `settings`; memory then grows with the corpora. Without them the pairs
    are those that the certificates state, none may be there twice, and all must name the same convention and metric.
    Raises :class:`VerificationError` at the first fault; with `keep_going` each is a :class:`Problem` instead. Raises
    :class:`InputError` for a file that cannot be read, and for a graph that cannot, unless `on_error` says otherwise.
    The `limits` bound the memory of one certificate.
    """
    with ExitStack() as files:
        pairs: dict[str, list[tuple[Block, Block]]] | None = None
        if corpora is not None:
            left, right = (files.enter_context(Corpus(path)) for path in corpora)
            blocks, pairs = pair_blocks(left, right, check_pairing(left, right)[1]), {}
            if settings.evidence is not None:
                settings.evidence.check_fits(left)
            for position, pair in enumerate(blocks, 1):
                pairs.setdefault(pair[0].id or str(position), []).append(pair)
        for each in _found(certificates, pairs, settings, on_error, limits):
            if isinstance(each, Problem) and not keep_going:
                raise VerificationError(each.text)
            yield each


def _found(
    certificates: str | Path,
    pairs: dict[str, list[tuple[Block, Block]]] | None,
    settings: ScoreSettings,
    on_error: OnError,
    limits: Limits,
) -> Iterator[Verified | Problem]:
    """The results that the certificates prove; each of the `pairs` is used once, by its id."""
    seen, where = dict[tuple[str, str], str](), ""  # the conventions by pair
    for where, record in checked_certificates(certificates, limits):
        if isinstance(record, Problem):
            yield record
            continue
        id, counted, problem = record["id"], record["convention"], ""
        empty: tuple[str, ...] = ()
        sizes = None
        if pairs is None:
            if (id, record["sha256"]) in seen:
                problem = "had its certificate before, in this file"
            elif counted != (rule := next(iter(seen.values()), counted)):
                problem = f"is about {quoted(counted)}, those before about {quoted(rule)}"
            seen.setdefault((id, record["sha256"]), counted)
        elif not pairs.get(id):
            problem = "no pair of the corpora has this id, or it had its certificate before"
        else:
            (one, other), empty = parsed(pairs[id].pop(0), on_error)
            pair, restated = asked(one, other, settings, id)
            plain = pair if restated is None else restated.plain
            sizes, problem = (plain[0].size, plain[1].size), refusal(settings, record, pair)
        if problem:
            yield Problem(f"{where}: pair {short(id, 60)}: {problem}")
            continue
        matched, bound, left, right, unit = values_without_evidence(record, sizes)
        if "dup:product" not in counted.split("|"):  # else a match uses up a triple of either graph
            bound = max(matched, min(bound, unit * min(left, right)))
        counts = Counts.in_units(matched, bound, left, right, unit)
        links = record["links"] and (len(record["links"].forced), len(record["links"].open))
        yield Verified(id, counted, counts, tuple(first_lines(empty)), links)
    if pairs is None and not where:
        yield Problem(f"{certificates}: no certificate in this file")
    for id, rest in (pairs or {}).items():
        for _ in rest:
            yield Problem(f"{certificates}: expected the certificate of pair {short(id, 60)}; score the corpora again")


def checked_certificates(path: str | Path, limits: Limits = Limits()) -> Iterator[tuple[str, dict[str, Any] | Problem]]:
    """Yield each certificate of a file: its file and line, and its record as the checker has accepted it, or its fault.

    Raises :class:`VerificationError` for a line that is too long.
    """
    with opened_plain(path, hint="name a file of score --certificates, or a folder of compare -o") as file:
        lines = Lines(file, limits)
        for line in lines:
            where = f"{path}:{lines.number}"
            if len(line) > limits.line:
                most = f"{limits.line:,} bytes; if you trust who wrote it, --line N raises the limit"
                raise VerificationError(f"{where}: a line of more than {most}")
            try:
                yield where, check(line, limits, lines)
            except Refused as refused:
                yield where, Problem(f"{where}: {_pair_named_in(line)}{refused}")
                lines.skip_nodes()


def _pair_named_in(line: bytes) -> str:
    """The pair that a refused line claims to be about, if the line can be read that far; else what was expected."""
    try:
        id = json.loads(line)["id"]
        return f"pair {short(id, 60)}: " if isinstance(id, str) else ""
    except (ValueError, LookupError, TypeError, RecursionError):
        return "expected a certificate, which score --certificates writes; "


# ---- all that the certificates of a file prove


_TRUSTED = "similarities are trusted as the certificates state them"
_HELD = "the graphs are those that the certificates hold; name both corpora to compare them"


class Verification(Result, Struct):
    """The results that certificates prove together, and the errors found in them.

    `files` are the two corpora, if there are any.
    """

    files: tuple[str, str] | None = None
    corpus: CorpusScore = field(default_factory=CorpusScore)
    pairs: list[Verified] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    certificates, proved = fact("certificates"), fact("proved")
    precision, recall, f1 = map(fact, ("precision", "recall", "f1"))

    def add(self, found: Verified | Problem) -> None:
        """Count one more certificate that holds, or a fault."""
        if isinstance(found, Problem):
            self.problems.append(found.text)
        else:
            self.corpus.add(found.counts, found.counts.proved)
            self.pairs.append(found)

    @property
    def verified(self) -> bool:
        """Test whether every certificate holds."""
        return not self.problems

    @property
    def convention(self) -> str:
        """The convention and metric of the certificates; empty if none holds."""
        return self.pairs[0].convention if self.pairs else ""

    @property
    def backbones(self) -> dict[str, int]:
        """The links that certificates about all optima prove to be in all of them and in some; empty without any."""
        links = [pair.links for pair in self.pairs if pair.links is not None]
        if not links:
            return {}
        forced, some = map(sum, zip(*links, strict=True))
        return {"certificates": len(links), "forced": forced, "open": some}

    @property
    def empty(self) -> list[str]:
        """The graphs that were counted as empty."""
        return [graph for pair in self.pairs for graph in pair.empty]

    @property
    def notes(self) -> list[str]:
        """The assumptions of the result besides the certificates."""
        return [] if self.files else [*[_TRUSTED] * ("|sim:" in self.convention), _HELD]

    def summary(self) -> dict[str, object]:
        """The number of certificates that hold, and the score that they prove."""
        numbers = {"certificates": len(self.pairs), "problems": len(self.problems), "proved": self.corpus.proved}
        return {**numbers, **self.corpus.micro._asdict()}

    def rows(self) -> Sequence[Mapping[str, object]]:
        """A record for each certificate."""
        return [{"id": each.id, **each.counts.as_dict(), **each.counts.score._asdict()} for each in self.pairs]

    def to_dict(self) -> dict[str, Any]:
        """The object that ``verify --format json`` prints."""
        counts = self.corpus.counts
        return {
            "verified": len(self.pairs),
            "matched": counts.matched,
            "upper_bound": counts.upper_bound,
            **({"denominator": counts.denominator} if counts.denominator > 1 else {}),
            "left_triples": counts.left_triples,
            "right_triples": counts.right_triples,
            **self.corpus.micro._asdict(),
            **({} if self.corpus.all_proved else {"f1_upper": self.corpus.micro_upper.f1}),
            "proved": self.corpus.proved,
            "convention": self.convention,
            **({"every_optimum": self.backbones} if self.backbones else {}),
            "graphs_compared": self.files is not None,
            "notes": self.notes,
            "counted_as_empty": self.empty,
            "problems": self.problems,
        }

    def __str__(self) -> str:
        """The lines that ``verify`` prints."""
        faults = many(len(self.problems), "fault")
        if not self.pairs:  # zeros would look like a score
            return f"verified   nothing: {faults} and no certificate that holds"
        counts = self.corpus.counts
        about = "the graphs of {} and {}".format(*self.files) if self.files else "the graphs they hold"
        sizes = f"{counts.left_triples:,} and {counts.right_triples:,} triples"
        most = "" if counts.proved else f" than {counts.format_triples(counts.upper_bound)}"
        more = "no alignment matches more" if len(self.pairs) == 1 else "no alignments match more"
        links = "links      {forced:,} in every optimum, {open:,} in some"
        lines = [
            f"verified   {many(len(self.pairs), 'certificate')}, about {about}",
            f"matched    {counts.format_triples(counts.matched)} of {sizes}: {more}{most}",
            f"F1         {Interval(self.corpus.micro.f1, self.corpus.micro_upper.f1)}",
            f"convention {self.convention}",
            *([links.format(**self.backbones)] if self.backbones else []),
            *(f"note       {note}" for note in self.notes),
            *(f"empty      {graph}" for graph in self.empty),
            *([f"refused    {faults}: not all pairs are verified"] if self.problems else []),
        ]
        return "\n".join(lines)
