"""Verifying a file of certificates of any format, alone or as the answers to a question about two corpora.

A certificate contributes an alignment and a proof, and nothing else. What it is about is the question of the verifier:
the triples of the two corpora under a convention, and the similarities of S2match. :func:`verify` makes these anew from
two corpora; a certificate that states other graphs, another convention or other similarities is refused.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from smatchproof.base.errors import CheckFailedError, quoted, short
from smatchproof.base.files import opened_plain
from smatchproof.conventions.conventions import Convention, convention
from smatchproof.conventions.triples import TripleGraph
from smatchproof.exact.certificate import fingerprint, similarity_part
from smatchproof.exact.checker import Limits, Lines, Refused, check
from smatchproof.graphs.corpus import Block, Corpus, check_pairing, pair_blocks
from smatchproof.graphs.graph import Graph
from smatchproof.problem.score import Counts
from smatchproof.scoring.corpus_scores import parsed
from smatchproof.scoring.metrics.metric import first_lines
from smatchproof.scoring.settings import OnError
from smatchproof.similarity.evidence import Evidence, values_without_evidence
from smatchproof.similarity.grading import Grading, Similarities

Told = Callable[[int], None]


class VerificationError(CheckFailedError):
    """A certificate that does not hold, or is about another question."""

    heading = "refused"


class PairTriples(NamedTuple):
    """The triples of a pair with their similarities, and the numbers of triples without evidence."""

    left: TripleGraph
    right: TripleGraph
    similarities: Similarities | None
    sizes: tuple[int, int]


@dataclass(frozen=True, slots=True)
class CertificateQuestion:
    """The question about the pairs of two corpora, apart from the graphs.

    * `convention`: makes triples of graphs; `grading`: with it the metric is S2match, otherwise Smatch.
    * `trust_similarities`: the metric is S2match, and the similarities that the certificates state are taken as they
      are. All have to be made with the same rule.
    * `evidence`: what speaks for pairs of variables besides the graphs, and how strong it is.
    * `on_error`: whether a graph that cannot be read is an error, or counts as empty and is listed.
    """

    convention: Convention = field(default_factory=lambda: convention("smatch"))
    grading: Grading | None = None
    trust_similarities: bool = False
    on_error: OnError = OnError.STOP
    evidence: Evidence | None = None

    def answered_by(self, counted: str) -> bool:
        """Test whether a certificate with this signature of convention and metric is about the question."""
        if self.trust_similarities:
            return counted.startswith(f"{self.convention.signature}|sim:")
        return counted == str(self)

    def triples(self, graphs: Sequence[Graph], id: str) -> PairTriples:
        """The triples and similarities of a pair, as its certificate has to state them."""
        left, right = map(self.convention.triples, graphs)
        sizes = left.size, right.size
        similar = None if self.grading is None else self.grading.similarities(left, right)
        if self.evidence is not None:
            evidence = self.evidence.pairs(graphs[0], graphs[1], id)
            (left, right, similar), stated = self.evidence.restated((left, right, similar), evidence)
            sizes = stated.plain[0].size, stated.plain[1].size
        return PairTriples(left, right, similar, sizes)

    def refusal(self, record: dict[str, Any], pair: PairTriples) -> str:
        """Say why an accepted certificate is not about this pair; empty where it is.

        The checker has found that the fingerprint is that of the triples in the certificate. If the fingerprint of the
        question is the same, so are its triples.
        """
        counted = record["convention"]
        if not self.answered_by(counted):
            return f"the certificate is about {quoted(counted)}, the question about '{self}'"
        graded = None if pair.similarities is None else similarity_part(pair.similarities)
        if self.trust_similarities:
            graded = record.get("similarity")
        if record["sha256"] != fingerprint(counted, pair.left, pair.right, graded):
            return "the certificate is about other graphs" + (" or similarities" if graded is not None else "")
        return ""

    def __str__(self) -> str:
        if self.trust_similarities:
            return f"{self.convention.signature}|sim:..."
        parts = self.convention, self.grading, self.evidence
        return "|".join(part.signature for part in parts if part is not None)


@dataclass(frozen=True, slots=True)
class Verified:
    """A certificate that holds: its pair, convention and counts. `empty` lists graphs that counted as empty.

    `links` are the numbers of forced and of open links, where it is about all optima.
    """

    id: str
    convention: str
    counts: Counts
    empty: tuple[str, ...] = ()
    links: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with a file of certificates: a line that is refused, a pair without one, one without a pair."""

    text: str


def verify(
    certificates: str | Path,
    corpora: tuple[str | Path, str | Path] | None = None,
    question: CertificateQuestion = CertificateQuestion(),
    keep_going: bool = False,
    limits: Limits = Limits(),
    told: Told = lambda number: None,
) -> Iterator[Verified | Problem]:
    """Check the certificates of a file one by one; yields what each proves.

    With two `corpora`, candidate and reference, every pair must have its certificate, and it must answer the `question`
    about this pair; memory then grows with how far the orders of the files differ. Without them the pairs are those
    that the certificates state, none may be there twice, and all must name the same convention and metric. Raises
    :class:`VerificationError` at the first fault; with `keep_going` each is a :class:`Problem` instead. Raises
    :class:`InputError` for a file that cannot be read, and for a graph that cannot, unless the question says otherwise.
    The `limits` bound the memory of one certificate; `told` is called with the number of each line.
    """
    checked = checked_certificates(certificates, limits, told)
    found = _alone(certificates, checked) if corpora is None else _of_corpora(certificates, checked, *corpora, question)
    for each in found:
        if isinstance(each, Problem) and not keep_going:
            raise VerificationError(each.text)
        yield each


def _alone(certificates: str | Path, checked: Iterator[CheckedCertificate]) -> Iterator[Verified | Problem]:
    first: str | None = None
    seen: set[bytes] = set()
    where = ""
    for where, record, _ in checked:
        if isinstance(record, Problem):
            yield record
            continue
        where = f"{where}: pair {short(record['id'], 60)}"
        question = hashlib.sha256(f"{record['sha256']} {record['id']}".encode(errors="surrogatepass")).digest()
        if question in seen:
            yield Problem(f"{where}: had its certificate before, in this file")
            continue
        seen.add(question)
        first = record["convention"] if first is None else first
        if record["convention"] != first:
            yield Problem(f"{where}: is about {quoted(record['convention'])}, those before about {quoted(first)}")
            continue
        yield _verified(record)
    if not where:
        yield Problem(f"{certificates}: no certificate in this file")


def _of_corpora(
    certificates: str | Path,
    checked: Iterator[CheckedCertificate],
    candidate: str | Path,
    reference: str | Path,
    question: CertificateQuestion,
) -> Iterator[Verified | Problem]:
    with Corpus(candidate) as left, Corpus(reference) as right:
        _, places = check_pairing(left, right)
        if question.evidence is not None:
            question.evidence.check_fits(left)
        pairs = _Pairs(pair_blocks(left, right, places))
        rule: str | None = None
        for where, record, _ in checked:
            if isinstance(record, Problem):
                yield record
                continue
            where = f"{where}: pair {short(record['id'], 60)}"
            pair = pairs.take(record["id"])
            if pair is None:
                yield Problem(f"{where}: no pair of the corpora has this id, or it had its certificate before")
                continue
            rule = record["convention"] if rule is None else rule
            yield _answered(record, pair, where, question, rule)
        for id in pairs.rest():
            yield Problem(f"{certificates}: expected the certificate of pair {short(id, 60)}; score the corpora again")


class _Pairs:
    """The pairs of two corpora by id, or by position from 1 where they have none, each to be taken once."""

    def __init__(self, pairs: Iterator[tuple[Block, Block]]) -> None:
        self._pairs = enumerate(pairs, 1)
        self._passed: dict[str, tuple[Block, Block]] = {}

    def take(self, id: str) -> tuple[Block, Block] | None:
        """The pair of that id; ``None`` if there is none, or none left."""
        if id in self._passed:
            return self._passed.pop(id)
        for position, pair in self._pairs:
            name = pair[0].id or str(position)
            if name == id:
                return pair
            self._passed[name] = pair
        return None

    def rest(self) -> Iterator[str]:
        """The ids of the pairs that were not taken."""
        yield from self._passed
        yield from (pair[0].id or str(position) for position, pair in self._pairs)


class _CertificateLines(Lines):
    """The lines of a file of certificates; `told` is called with the number of each: a long proof has many of them.

    In a list `noted` all lines are kept.
    """

    def __init__(self, file: BinaryIO, limits: Limits, told: Told) -> None:
        super().__init__(file, limits)
        self.told = told
        self.noted: list[bytes] | None = None

    def __next__(self) -> bytes:
        line = super().__next__()
        if self.noted is not None:
            self.noted.append(line)
        self.told(self.number)
        return line


CheckedCertificate = tuple[str, dict[str, Any] | Problem, str | None]
"""The file and line of a certificate, its record or its fault, and its text where that was asked for."""


def checked_certificates(
    path: str | Path,
    limits: Limits = Limits(),
    told: Told = lambda number: None,
    wanted: Callable[[], bool] | None = None,
) -> Iterator[CheckedCertificate]:
    """Yield the certificates of a file, each accepted by the checker, or with the fault that it found.

    Where `wanted` is given, it is called before each certificate: if it returns false, the certificate is passed over
    and its record is empty; otherwise its text is yielded, too.
    """
    with opened_plain(path, hint="name a file that score --certificates wrote") as file:
        lines = _CertificateLines(file, limits, told)
        for line in lines:
            where = f"{path}:{lines.number}"
            if len(line) > limits.line:
                most = f"{limits.line:,} bytes; if you trust who wrote it, --line N raises the limit"
                raise VerificationError(f"{where}: a line of more than {most}")
            if wanted and not wanted():
                lines.skip_nodes()
                yield where, {}, None
                continue
            lines.noted = [line] if wanted else None
            try:
                record = check(line, limits, lines)
                yield where, record, b"\n".join(lines.noted).decode() if lines.noted else None
            except Refused as refused:
                yield where, Problem(f"{where}: {_pair_named_in(line)}{refused}"), None
                lines.skip_nodes()


def _pair_named_in(line: bytes) -> str:
    """The pair that a refused line claims to be about, if the line can be read that far; else what was expected."""
    try:
        id = json.loads(line)["id"]
        return f"pair {short(id, 60)}: " if isinstance(id, str) else ""
    except (ValueError, LookupError, TypeError, RecursionError):
        return "expected a certificate, which score --certificates writes; "


def _answered(
    record: dict[str, Any], pair: tuple[Block, Block], where: str, question: CertificateQuestion, rule: str
) -> Verified | Problem:
    """Check that an accepted certificate answers the question about a pair; returns the counts that it proves."""
    counted = record["convention"]
    if question.answered_by(counted) and counted != rule:
        return Problem(f"{where}: the certificate is about {quoted(counted)}, those before about {quoted(rule)}")
    graphs, empty = parsed(pair, question.on_error)
    triples = question.triples(graphs, record["id"])
    if refusal := question.refusal(record, triples):
        return Problem(f"{where}: {refusal}")
    return _verified(record, tuple(first_lines(empty)), triples.sizes)


def _verified(record: dict[str, Any], empty: tuple[str, ...] = (), sizes: tuple[int, int] | None = None) -> Verified:
    counts = Counts.in_units(*values_without_evidence(record, sizes))
    links = None if record["links"] is None else (len(record["links"].forced), len(record["links"].open))
    return Verified(record["id"], record["convention"], counts, empty, links)
