"""Verifying a file of certificates, alone or against the corpora that they are about."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from smatchproof.alignment import (
    Block,
    CheckFailedError,
    Corpus,
    Counts,
    Grading,
    Graph,
    InputError,
    UsageError,
    check_pairing,
    convention_from_signature,
    pair_blocks,
    quoted,
    short,
)
from smatchproof.alignment.files import opened_bytes
from smatchproof.exact.certificate import fingerprint, similarity_part
from smatchproof.exact.checker import Refused, check

LONGEST_CERTIFICATE = 2**30
"""The most bytes of a certificate."""


class VerificationError(CheckFailedError):
    """The first thing that is wrong with a file of certificates."""

    heading = "refused"


@dataclass(frozen=True, slots=True)
class Verified:
    """A certificate that holds: what it is about and what it proves."""

    id: str
    convention: str
    counts: Counts


def verify(certificates: str | Path) -> Iterator[Verified]:
    """Check the certificates of a file one by one.

    Raises :class:`VerificationError` at the first one that fails, with its line, its id and what is wrong with it, and
    for a file without any; :class:`InputError` for a file that cannot be read. Memory does not grow with the file.
    """
    for _, record in _checked(certificates):
        yield _verified(record)


def verify_corpora(
    certificates: str | Path, candidate: str | Path, reference: str | Path, grading: Grading | None = None
) -> Iterator[Verified]:
    """Check certificates as :func:`verify` does, and that they are about these two corpora.

    Every pair must have its certificate, in the order of `candidate`, and the certificate must be about exactly the
    triples of its graphs. A graph that cannot be read counts as empty, as it does in a score. With a `grading` the
    certificates must hold its similarities; without one, those that they state are taken as they are.
    """
    records = _checked(certificates)
    with Corpus(candidate) as left, Corpus(reference) as right:
        _, places = check_pairing(left, right)
        for position, pair in enumerate(pair_blocks(left, right, places), 1):
            id = pair[0].id or str(position)
            number, record = next(records, (None, None))
            if record is None or record["id"] != id:
                where = str(certificates) if number is None else f"{certificates}:{number}"
                raise VerificationError(
                    f"{where}: expected the certificate of pair {short(id, 60)}; score the corpora again"
                )
            _check_graphs(record, pair, f"{certificates}:{number}", grading)
            yield _verified(record)
    if extra := next(records, None):
        raise VerificationError(f"{certificates}:{extra[0]}: {short(extra[1]['id'], 60)} is a certificate of no pair")


def _checked(path: str | Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """The records of a file with their line numbers, each accepted by the checker."""
    number = 0
    with opened_bytes(path, "name a file that score --certificates wrote") as file:
        while line := file.readline(LONGEST_CERTIFICATE + 1):
            number += 1
            if len(line) > LONGEST_CERTIFICATE:
                raise VerificationError(f"{path}:{number}: a line of more than {LONGEST_CERTIFICATE:,} bytes")
            try:
                record = check(line)
            except Refused as refused:
                raise VerificationError(f"{path}:{number}: {_pair_named_in(line)}refused: {refused}") from None
            yield number, record
    if number == 0:
        raise VerificationError(f"{path}: no certificate in this file")


def _pair_named_in(line: bytes) -> str:
    """The pair that a refused line claims to be about, if it can be told."""
    try:
        id = json.loads(line)["id"]
        return f"pair {short(id, 60)}: " if isinstance(id, str) else ""
    except (ValueError, LookupError, TypeError, RecursionError):
        return ""


def _check_graphs(record: dict[str, Any], pair: tuple[Block, Block], where: str, grading: Grading | None) -> None:
    where = f"{where}: pair {short(record['id'], 60)}"
    try:
        rule = convention_from_signature(record["convention"])
    except UsageError as error:
        raise VerificationError(f"{where}: {error}") from None
    left, right = (rule.triples(_graph(block)) for block in pair)
    counted, graded = record["convention"], record.get("similarity")
    if grading is None and counted != rule.signature and (graded is None or not counted.startswith(rule.signature)):
        raise VerificationError(f"{where}: {quoted(counted)} is not the signature of a convention")
    if grading is not None:
        expected = f"{rule.signature}|{grading.signature}"
        if counted != expected:
            raise VerificationError(f"{where}: the certificate is about {quoted(counted)}, not {quoted(expected)}")
        graded = similarity_part(grading.similarities(left, right))
    if record["sha256"] != fingerprint(counted, left, right, graded):
        raise VerificationError(f"{where}: the certificate is about other graphs{' or similarities' * bool(grading)}")


def _graph(block: Block) -> Graph:
    try:
        return block.parse()
    except InputError:
        return Graph()


def _verified(record: dict[str, Any]) -> Verified:
    left, right = record["sizes"]
    counts = Counts.in_units(record["matched"], record["at_most"], left, right, record["unit"])
    return Verified(record["id"], record["convention"], counts)
