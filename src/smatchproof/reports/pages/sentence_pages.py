"""The pages behind the dots of a comparison: the texts of all systems sentence by sentence, and the pairs of each dot.

They are many, and so without drawings; the pairs that changed most have pages of their own, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from smatchproof.base.text import many
from smatchproof.base.version import VERSION
from smatchproof.reports.drawings.penman_text import penman_parts
from smatchproof.reports.pages.pair_page import template
from smatchproof.scoring.pairs.comparison import ClaimStatus
from smatchproof.scoring.systems.bundle_evidence import BackedPair


class Dot(NamedTuple):
    """A dot of a figure: its scores in words, its pairs, each an id and a page, and the page that it links to."""

    scores: str
    pairs: Sequence[tuple[str, str]]
    page: str

    @property
    def words(self) -> str:
        """The pairs of the dot: the id of one, or the number of several, and their scores."""
        pair = self.pairs[0][0] if len(self.pairs) == 1 else many(len(self.pairs), "pair")
        return f"{pair}: {self.scores}"


class Sentence(NamedTuple):
    """A sentence of the reference, by its position from 1, and its pairs: the system, its texts as HTML, and the page
    of this pair alone, if there is one.
    """

    position: int
    id: str
    text: str | None
    pairs: Sequence[tuple[str, str, str]]


def pair_texts(pair: BackedPair, system: str) -> str:
    """The counts of a pair, whether they are proved, and the texts of both graphs with what matches, as HTML."""
    assert pair.claim is not None and pair.graphs is not None
    found = pair.claim.comparison
    return template("texts.html.j2").render(
        counts=found.counts,
        is_proved=found.status is ClaimStatus.CERTIFIED,
        texts=penman_parts(found, pair.graphs) if found.left.variables and found.right.variables else (),
        sides=(system, "reference"),
    )


def sentences_page(title: str, sentences: Sequence[Sentence], neighbours: Sequence[tuple[str, str]]) -> str:
    """The page of some sentences; `neighbours` are links to other pages, with their words."""
    words = {"title": title, "sentences": sentences, "neighbours": neighbours}
    return template("sentences.html.j2").render(version=VERSION, **words)


def dots_page(title: str, dots: Sequence[Dot]) -> str:
    """The page that lists the pairs of a figure, dot by dot; the dots are numbered from 1."""
    return template("dots.html.j2").render(title=title, version=VERSION, dots=dots)
