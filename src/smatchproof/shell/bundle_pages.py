"""The renderings of a bundle: its table in all formats, the page of the comparison, and those of pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO
from urllib.parse import quote

from smatchproof.exact.certificate import UNLIMITED
from smatchproof.graphs.corpus import Corpus
from smatchproof.reports.figures.figure_style import merged
from smatchproof.reports.pages.comparison_page import SystemPairs, compared_pair_page, comparison_page
from smatchproof.reports.pages.sentence_pages import Dot, Sentence, dots_page, pair_texts, sentences_page
from smatchproof.reports.tables.system_tables import SYSTEM_FORMATS, TableStyle
from smatchproof.scoring.metrics.smatch import AlignmentMetric
from smatchproof.scoring.systems.bundle_evidence import BackedPair, BackedSystems
from smatchproof.scoring.systems.changed_pairs import ChangedPair, changed_most
from smatchproof.scoring.systems.system_table import SystemTable
from smatchproof.scoring.systems.systems import System, by_file
from smatchproof.shell.pair_files import FileNames, name_of_parts

PAGE, PAIR_PAGES = "index.html", "pairs"
_ENDINGS = {"text": "txt", "markdown": "md", "latex": "tex", "html": "html", "csv": "csv"}
RENDERINGS = {format: f"table.{ending}" for format, ending in _ENDINGS.items()}
"""The files that show the table, by format."""
MOST_CHANGED = 5
"""The number of pairs of each system that have pages of their own, with a drawing."""
_SENTENCES = 50
"""The sentences of a page: with three systems about 300 kB."""


class PairTexts:
    """The texts of the pairs of all systems under the first metric, as HTML, in a file."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._spans: dict[tuple[str, int], tuple[int, int]] = {}

    def add(self, system: str, pair: BackedPair) -> None:
        """Keep the texts of a pair, if its metric aligns."""
        if pair.claim is not None:
            text = pair_texts(pair, system).encode(errors="replace")
            self._spans[system, pair.place] = self._file.tell(), len(text)
            self._file.write(text)

    def of(self, system: str, place: int) -> str:
        """The texts of a pair that was added."""
        start, length = self._spans[system, place]
        self._file.seek(start)
        return self._file.read(length).decode()

    def __bool__(self) -> bool:
        return bool(self._spans)


def render(
    folder: Path, answer: BackedSystems, table: SystemTable, style: TableStyle, texts: PairTexts, files: Sequence[str]
) -> None:
    """Write the table in all formats, the page of the comparison, which links the `files`, and those of pairs."""
    systems, names = [group[0] for group in by_file(answer.systems)], FileNames()
    for format, name in RENDERINGS.items():
        _write(folder / name, SYSTEM_FORMATS[format](table, style))
    base = systems[answer.systems[0].question.baseline]
    changed = {system.name: changed_most(system, base, MOST_CHANGED) for system in systems if system is not base}
    drawn = _drawn_pages(folder, answer, changed, base.name, names) if texts else {}
    sentences = _sentence_pages(folder, systems, texts, drawn, names) if texts else []
    pairs = list[SystemPairs]()
    for system in systems:
        if system is not base:
            scores = [(one.value, two.value) for one, two in zip(base.counts(), system.counts(), strict=True)]
            listing = f"{PAIR_PAGES}/{names.of(name_of_parts(system.name))}.html" if sentences else ""
            dots = _dots((base.name, system.name), style, scores, sentences, quote(listing))
            if listing:
                title = f"All pairs of {system.name} and {base.name}"
                _write(folder / listing, dots_page(title, [*dots.values()]))
            pairs.append(SystemPairs(system.name, scores, changed[system.name], dots, quote(listing)))
    pages = {pair: f"{PAIR_PAGES}/{page}" for pair, page in drawn.items()}
    first = f"{PAIR_PAGES}/{sentences[0][1]}" if sentences else ""
    _write(folder / PAGE, comparison_page(table, style, pairs, pages, first, files))


def _drawn_pages(
    folder: Path, answer: BackedSystems, changed: Mapping[str, Sequence[ChangedPair]], base: str, names: FileNames
) -> dict[tuple[str, int], str]:
    """Write the pages of the pairs that changed most, of each system and of the baseline; returns their addresses."""
    pages = dict[tuple[str, int], str]()
    ids = {name: {pair.place: pair.id for pair in most} for name, most in changed.items()}
    ids[base] = {place: id for each in ids.values() for place, id in each.items()}
    for system in [group[0] for group in by_file(answer.systems)]:
        metric, wanted = system.metric, ids[system.name]
        assert isinstance(metric, AlignmentMetric)
        for pair in answer.pairs_of(system, UNLIMITED, wanted) if wanted else ():
            id = wanted[pair.place]
            page = f"{names.of(name_of_parts(system.name, id))}.html"
            pages[system.name, pair.place] = quote(page)
            _write(folder / PAIR_PAGES / page, compared_pair_page(pair, metric, id, system.name))
    return pages


def _sentence_pages(
    folder: Path, systems: Sequence[System], texts: PairTexts, drawn: Mapping[tuple[str, int], str], names: FileNames
) -> list[tuple[str, str]]:
    """Write the texts of all systems sentence by sentence; returns the id and the address of each."""
    number = systems[0].number
    pages = [f"{names.of(f'sentences.{at}')}.html" for at in range(1, 1 + -(-number // _SENTENCES))]
    addresses, sentences = list[tuple[str, str]](), list[Sentence]()
    with Corpus(systems[0].question.reference) as corpus:
        for position, block in enumerate(corpus.blocks(), 1):
            id, at = block.id or str(position), (position - 1) // _SENTENCES
            addresses.append((id, f"{quote(pages[at])}#{position}"))
            whose = [(system.name, block.offset) for system in systems]
            pairs = [(name, texts.of(name, place), drawn.get((name, place), "")) for name, place in whose]
            sentences.append(Sentence(position, id, block.sentence, pairs))
            if position in (number, _SENTENCES * (at + 1)):
                title = f"Sentences {sentences[0].position:,} to {position:,} of {number:,}"
                ways = (("Sentences before", at - 1), ("Sentences after", at + 1))
                neighbours = [(words, quote(pages[to])) for words, to in ways if 0 <= to < len(pages)]
                _write(folder / PAIR_PAGES / pages[at], sentences_page(title, sentences, neighbours))
                sentences = []
    return addresses


def _dots(
    names: tuple[str, str],
    style: TableStyle,
    scores: Sequence[tuple[float, float]],
    sentences: Sequence[tuple[str, str]],
    listing: str,
) -> dict[tuple[float, float], Dot]:
    """The dots of the figure of a baseline and a system with their pages, those first on which the system falls behind
    most.

    A dot of one pair links to its sentence, another one to its place in the list.
    """
    found = dict[tuple[float, float], Dot]()
    dots = sorted(merged(scores).items(), key=lambda dot: dot[0][1] - dot[0][0]) if sentences else ()
    for number, (dot, members) in enumerate(dots, 1):
        pairs = [sentences[member] for member in members]
        base, own = (style.ends((min(ends), max(ends))) for ends in zip(*(scores[at] for at in members), strict=True))
        page = f"{PAIR_PAGES}/{pairs[0][1]}" if len(pairs) == 1 else f"{listing}#{number}"
        found[dot] = Dot(f"{names[0]} {base}, {names[1]} {own}", pairs, page)
    return found


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")
