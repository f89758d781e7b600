"""The renderings of a bundle: its table in all formats, the page of the comparison, and pages of sentences."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from smatchproof.base.text import many
from smatchproof.graphs.corpus import Corpus
from smatchproof.reports.figures.figure_style import merged
from smatchproof.reports.pages.comparison_page import Sentence, SystemPairs, comparison_page, sentences_page
from smatchproof.reports.tables.system_tables import TableStyle, system_in_format
from smatchproof.scoring.systems.system_table import SystemTable
from smatchproof.scoring.systems.systems import System, by_file, changed_most

PAGE, PAIR_PAGES = "index.html", "pairs"
_ENDINGS = {"text": "txt", "markdown": "md", "latex": "tex", "html": "html", "csv": "csv"}
RENDERINGS = {format: f"table.{ending}" for format, ending in _ENDINGS.items()}
"""The files that show the table, by format."""
MOST_CHANGED = 5
"""The number of pairs of each system that the page lists."""
_SENTENCES = 50
"""The sentences of a page: with three systems about 300 kB."""
_NAMED = 5
"""The pairs of a dot that are named."""

PairTexts = dict[tuple[str, int], str]
"""The texts of pairs under the first metric as HTML, by the system and the place of the reference's graph."""
_Addresses = dict[int, tuple[str, str]]
"""The id of each sentence and the address of its texts, by the place of the reference's graph."""


def render(folder: Path, systems: Sequence[System], table: SystemTable, style: TableStyle, texts: PairTexts) -> None:
    """Write the table in all formats, the page of the comparison and, of the `texts`, the pages of sentences."""
    firsts = [group[0] for group in by_file(systems)]
    for format, name in RENDERINGS.items():
        _write(folder / name, system_in_format(table, style, format))
    sentences = _sentence_pages(folder / PAIR_PAGES, firsts, texts) if texts else {}
    base = firsts[systems[0].question.baseline]
    pairs = [_compared(system, base, style, sentences) for system in firsts if system is not base]
    _write(folder / PAGE, comparison_page(table, style, pairs, {at: page for at, (_, page) in sentences.items()}))


def _sentence_pages(folder: Path, systems: Sequence[System], texts: PairTexts) -> _Addresses:
    """Write the texts of all systems sentence by sentence."""
    number = systems[0].number
    pages = [f"sentences.{at}.html" for at in range(1, 1 + -(-number // _SENTENCES))]
    addresses, sentences = _Addresses(), list[Sentence]()
    with Corpus(systems[0].question.reference) as corpus:
        for position, block in enumerate(corpus.blocks(), 1):
            id, at = block.id or str(position), (position - 1) // _SENTENCES
            addresses[block.offset] = id, f"{PAIR_PAGES}/{pages[at]}#{position}"
            pairs = [(system.name, texts[system.name, block.offset]) for system in systems]
            sentences.append(Sentence(position, id, block.sentence, pairs))
            if position in (number, _SENTENCES * (at + 1)):
                ways = (("Sentences before", at - 1), ("Sentences after", at + 1))
                neighbours = [(words, pages[to]) for words, to in ways if 0 <= to < len(pages)]
                _write(folder / pages[at], sentences_page(sentences, number, neighbours))
                sentences = []
    return addresses


def _compared(system: System, base: System, style: TableStyle, sentences: _Addresses) -> SystemPairs:
    """The pairs of a system next to those of the baseline; each dot links to the sentence of its first pair."""
    scores = [(one.value, two.value) for one, two in zip(base.counts(), system.counts(), strict=True)]
    places, links = base.places, dict[tuple[float, float], tuple[str, str]]()
    for dot, members in merged(scores).items() if sentences else ():
        named = [sentences[places[member]] for member in members]
        ids = ", ".join(id for id, _ in named[:_NAMED]) + f" and {len(named) - _NAMED} more" * (len(named) > _NAMED)
        ends = [style.ends((min(each), max(each))) for each in zip(*(scores[at] for at in members), strict=True)]
        words = f"{many(len(named), 'pair')}, {base.name} {ends[0]}, {system.name} {ends[1]}: {ids}"
        links[dot] = named[0][1], words
    return SystemPairs(system.name, scores, changed_most(system, base, MOST_CHANGED), links)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")
