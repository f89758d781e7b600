"""Public UMR files: what is read and what is wrong in them, and certified scores of sentences and documents."""

from __future__ import annotations

import os
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from benchmarks.common import Missing, table
from smatchproof.base.errors import InputError
from smatchproof.graphs.corpus import DOCUMENTS, Unit
from smatchproof.graphs.umr import (
    Span,
    document_graph,
    parse_document,
    parse_sentences,
    split_sentences,
)
from smatchproof.public import Block, Corpus, CorpusScore, Graph, ScoreSettings, SolveParams, convention
from smatchproof.scoring.metrics.smatch import score_pair
from smatchproof.similarity.evidence import Strength, named_evidence

VARIABLE = "SMATCHPROOF_UMR"
"""The variable of the environment with the folder of a checkout of ufal/UMR; other UMR files below it are read, too."""
RELEASE = "SMATCHPROOF_UMR_RELEASE"
"""The variable with the folder of a release of UMR, such as a checkout of umr4nlp/umr-data: UMR 3.0 at 2aaf4b6."""
SECONDS = 50
"""The time limit of a document."""
_DTEST, _PILOT, _LATIN = (
    "czech/PDT-C-dtest",
    "czech/Estonsko-pilot/mf920922-133_estonsko",
    "latin/LDT-manual-comparison",
)
COMPARISONS = [
    ("Czech: conversion, gold", f"{_DTEST}/evaluation/dtest-conv.umr", f"{_DTEST}/evaluation/dtest-gold.umr"),
    *[
        (
            f"Czech: annotators, {name}",
            f"{_DTEST}/manual/parallel/{name}-{one}.umr",
            f"{_DTEST}/manual/{name}-{other}.umr",
        )
        for name, one, other in [
            ("ln94210_111", "HH-s1-s5", "ML-all"),
            ("ln95046_093", "ML-s1-s6", "HH-all"),
            ("pdtsc_093_3.02", "HH-s1-s5", "ML-s1-s25"),
            ("pdtsc_146_2.05", "ML-s1-s5", "HH-s1-s25"),
        ]
    ],
    *[
        (f"Czech: annotators, {one} {other}", f"{_PILOT}-{one}.umr", f"{_PILOT}-{other}.umr")
        for one, other in [("DZ", "ML"), ("DZ", "SZ"), ("ML", "SZ")]
    ],
    ("Latin: conversion, gold", f"{_LATIN}/LDT_converted_50.txt", f"{_LATIN}/FIXED_TOKENS_latin_umr-0001.txt"),
    ("Latin: conversion, corrected", f"{_LATIN}/LDT_converted_50.txt", f"{_LATIN}/latin_conv_50_dmr.umr"),
    ("English: conversion, gold", "english/converted_total_1-5.umr", "english/gold_total_1-5.umr"),
]
"""Names, and two files of the same sentences, of which one may have more."""


def checkout(variable: str = VARIABLE, of: str = "a checkout of ufal/UMR") -> Path:
    """The folder that a variable of the environment names. Raises :class:`Missing` where it names none."""
    folder = Path(os.environ.get(variable, ""))
    if variable not in os.environ or not folder.is_dir():
        raise Missing(f"{variable} names no folder of {of}")
    return folder


def _reason(error: InputError) -> str:
    """The message of an error without what it cites."""
    cited = r"'.*'|\b\d+-\d+\b|\bs\d+\w+\b|(?<=line )\d+|(?<=column )\d+"
    return re.sub(cited, "...", error.message)


# ---- a release


def release() -> str:
    """The graphs that are read of a release, each against itself; place and reason of those that are not read."""
    root, rows, rest = checkout(RELEASE, "a release of UMR"), list[list[object]](), list[list[object]]()
    for folder in sorted(path for path in root.iterdir() if [*path.rglob("*.umr")]):
        files = sorted(folder.rglob("*.umr"))
        row: list[object] = [folder.name, f"{len(files):,}"]
        for unit, prefix, name in (("sentences", "", "smatch"), ("documents", DOCUMENTS, "umr")):
            numbers, faults = Counter[str](), dict[str, list[str]]()
            for path in files:
                for graph in _read_of_release(root, path, prefix, numbers, faults):
                    numbers.update(_against_itself(graph, name))
            row += [f"{numbers['read']:,} of {numbers['all']:,}"]
            row += [f"{numbers[each]:,} of {numbers['scored']:,}" for each in ("one", "by words")]
            rest += [[folder.name, unit, why, len(places), places[0]] for why, places in sorted(faults.items())]
        rows.append(row)
    columns = ["read", "score 1", "score 1 by words"]
    header = ["", "files", *(f"{unit}: {each}" for unit in ("sentences", "documents") for each in columns)]
    told = (
        "Each graph that can be read is scored against itself: how many scores are certified to be 1, and how many "
        "where `--evidence words` is a filter, which needs alignments that can be read."
    )
    faults_of = table(["", "unit", "what is not read", "number", "the first one"], rest)
    return f"{told}\n\n{table(header, rows)}\n\n{faults_of}"


def _read_of_release(
    root: Path, path: Path, prefix: str, numbers: Counter[str], faults: dict[str, list[str]]
) -> Iterator[Graph]:
    """The graphs of a file that can be read, which are counted; and the places of what cannot, by its reason."""
    try:
        with Corpus(f"{prefix}{path}") as corpus:
            for block in corpus.blocks():
                numbers["all"] += 1
                try:
                    graph = block.parse()
                except InputError as error:
                    faults.setdefault(_reason(error), []).append(_place(root, error))
                    continue
                numbers["read"] += 1
                if found := graph.alignment_error:
                    faults.setdefault(f"{_reason(found)} (only of the alignment)", []).append(_place(root, found))
                yield graph
    except InputError as error:
        faults.setdefault(_reason(error), []).append(_place(root, error))


def _place(root: Path, error: InputError) -> str:
    return str(error.place._replace(source=str(Path(error.place.source).relative_to(root))))


def _against_itself(graph: Graph, name: str) -> Counter[str]:
    """Count a graph whose score against itself is certified to be 1 (one), and to be so where words filter (by words).

    Each is counted, and so is the graph (scored).
    """
    found = Counter[str](scored=1)
    for key, evidence in (("one", None), ("by words", named_evidence("words", Strength.FILTER))):
        params = SolveParams(time_limit=SECONDS)
        with suppress(InputError):
            score = score_pair(graph, graph, ScoreSettings(convention(name), params=params, evidence=evidence), 1)
            found[key] += score.certified and score.counts.score.f1 == 1
    return found


Texts = list[tuple[bytes, bytes]]


def paired(left: Path, right: Path) -> tuple[Texts, Texts]:
    """The texts of the sentences of two files, as far as both have them, and of their documents.

    A document begins with a sentence whose number is 1, as in public files; its sentences are numbered from 1.
    """
    sides = [split_sentences(path.read_bytes()) for path in (left, right)]
    sides = [side[: min(map(len, sides))] for side in sides]
    begins = max(([at for at, each in enumerate(side) if at == 0 or each.number == 1] for side in sides), key=len)
    texts = [[each.text for each in side] for side in sides]
    return [*zip(*texts, strict=True)], [*zip(*(_documents(side, begins) for side in sides), strict=True)]


def _documents(sentences: Sequence[Span], begins: Sequence[int]) -> Iterator[bytes]:
    """The texts of documents that begin so."""
    for begin, end in zip(begins, [*begins[1:], len(sentences)], strict=True):
        before = (sentences[begin].number or 1) - 1
        yield b"\n".join(_renumbered(each.text, before) for each in sentences[begin:end])


def _renumbered(text: bytes, before: int) -> bytes:
    """A sentence whose number, and those in its variables, is less by the sentences of documents `before`."""
    if not before:
        return text
    return re.sub(
        rb"\b(s|snt)(\d+)(?=[a-z]|\s*$)", lambda found: b"%s%d" % (found[1], int(found[2]) - before), text, flags=re.M
    )


def scores() -> str:
    """Each comparison by sentences, by documents, and by documents whose alignment stays within paired sentences."""
    folder, rows = checkout() / "data", []
    limited = ScoreSettings(convention("umr"), params=SolveParams(time_limit=SECONDS))
    filtered = replace(limited, evidence=named_evidence("sentences", Strength.FILTER))
    for name, *paths in COMPARISONS:
        sentences, documents = paired(*(folder / path for path in paths))
        by_sentence = _scored([[_sentence(text) for text in pair] for pair in sentences], ScoreSettings())
        graphs = [[_document(text) for text in pair] for pair in documents]
        faults = sum(_has_fault(text) for pair in documents for text in pair)
        free, within = (_scored(graphs, each) for each in (limited, filtered))
        rows.append([name, *by_sentence, len(documents), faults, *free, *within])
    columns = ["certified", "F1", "s"]
    header = ["", *columns, "documents", "with a fault", *[f"free: {each}" for each in columns]]
    told = (
        "A document has a fault if a relation of its document level cannot be read; that of this sentence is left out."
    )
    return f"{told}\n\n{table([*header, *[f'by sentences: {each}' for each in columns]], rows)}"


def _sentence(text: bytes) -> Graph:
    return Block("", 1, 0, None, text, Unit.SENTENCE).parse()


def _document(text: bytes) -> Graph:
    """A document, without the document level of a sentence that has a fault there."""
    try:
        return parse_document(text)
    except InputError:
        return document_graph([replace(each, errors={}) for each in parse_sentences(text)])


def _has_fault(text: bytes) -> bool:
    try:
        parse_document(text)
    except InputError:
        return True
    return False


def _scored(pairs: Sequence[Sequence[Graph]], settings: ScoreSettings) -> list[object]:
    """Certified pairs, F1, and processor seconds."""
    corpus, start = CorpusScore(), time.process_time()
    for at, (left, right) in enumerate(pairs, 1):
        found = score_pair(left, right, settings, at)
        corpus.add(found.counts, found.certified)
    seconds = time.process_time() - start
    return [f"{corpus.certified} of {corpus.pairs}", f"{corpus.micro.f1:.4f}", f"{seconds:.3g}"]
